// Parts of a program against the whole.
#include "luztar/symbolic/program_part.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

constexpr int kOrder = 6;

// Three expressions in t and two inputs x, y; each has its own owner.
struct Whole {
  Whole() {
    x = builder.input();
    y = builder.input();
    first = slot_of("sin(t)*abs(x) + 2", 10);
    second = slot_of("exp(y) + luz(y, 0.5) + cos(t)", 20);
    third = slot_of("sin(t)*abs(x) + y^3 - step(t - 1)", 30);
    program = builder.take();
  }
  int slot_of(const std::string& text, int owner) {
    return builder.compile(
        parse_expression(text, {}),
        [this](const std::string& name) -> ProgramBuilder::Meaning {
          return ProgramBuilder::Slot{name == "t" ? 0 : name == "x" ? x : y};
        },
        owner, true);
  }
  ProgramBuilder builder{};
  int x{}, y{}, first{}, second{}, third{};
  Program program{};
};

// Coefficients of a slot, with x = 0.3 - tau and y = 0.9 + tau/2 where they are not -1.
std::vector<double> row(const Program& program, int slot, int x, int y,
                        const std::vector<std::int64_t>& branch) {
  ProgramSeries series(program, kOrder);
  series.expand_time(program, 0.4, branch.data());
  for (const auto& [input, value, slope] : {std::tuple{x, 0.3, -1.0}, std::tuple{y, 0.9, 0.5}}) {
    if (input < 0) continue;
    series.slot(input)[0] = value;
    series.slot(input)[1] = slope;
  }
  for (int k = 0; k <= kOrder; ++k) series.expand_state(program, k, branch.data());
  return {series.slot(slot), series.slot(slot) + kOrder + 1};
}

// The branches of the whole: abs(x) and luz(y, 0.5) above, step below.
std::vector<std::int64_t> branches(const Program& program) {
  std::vector<std::int64_t> branch;
  for (const Switch& sw : program.switches())
    branch.push_back(sw.kind == Switch::Kind::AtLeast ? 0 : 1);
  return branch;
}

}  // namespace

TEST_CASE("a part has the series of the whole, and only what it needs") {
  const Whole whole;
  const auto all = branches(whole.program);
  ProgramCutter cutter(whole.program);
  for (const int wanted : {whole.first, whole.second, whole.third, whole.first}) {
    CAPTURE(wanted);
    cutter.begin();
    const int slot = cutter.slot(wanted);
    const std::vector<int> slots = cutter.slots();
    const Program part = cutter.take({10, 20, 30});
    CHECK(part.slots() < whole.program.slots());
    std::vector<std::int64_t> branch;
    for (const int sw : cutter.switches()) branch.push_back(all[static_cast<std::size_t>(sw)]);
    int x = -1;
    int y = -1;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] == whole.x) x = static_cast<int>(i);
      if (slots[i] == whole.y) y = static_cast<int>(i);
    }
    CHECK((x >= 0) == (wanted != whole.second));
    CHECK((y >= 0) == (wanted != whole.first));
    CHECK(row(part, slot, x, y, branch) == row(whole.program, wanted, whole.x, whole.y, all));
  }
}

TEST_CASE("t is slot 0 of every part, switches come in the order of the whole") {
  const Whole whole;
  ProgramCutter cutter(whole.program);
  cutter.begin();
  CHECK(cutter.slot(0) == 0);
  CHECK(cutter.slot(-1) == -1);
  cutter.slot(whole.third);
  cutter.slot(whole.first);
  const Program part = cutter.take({10, 30});
  REQUIRE(cutter.switches().size() == 3);  // abs(x) of each owner, and the step
  CHECK(std::ranges::is_sorted(cutter.switches()));
  for (std::size_t i = 0; i < 3; ++i) {
    const int of_whole =
        whole.program.switches()[static_cast<std::size_t>(cutter.switches()[i])].owner;
    const int owner = part.switches()[i].owner;
    CHECK(of_whole == (owner == 0 ? 10 : 30));
  }
}
