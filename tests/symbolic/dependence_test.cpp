#include "luztar/symbolic/dependence.h"

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

// One expression in t and in d, which the caller fills.
struct Compiled {
  int slot_of(const std::string& text) {
    return builder.compile(
        parse_expression(text, {}),
        [this](const std::string& name) -> ProgramBuilder::Meaning {
          return ProgramBuilder::Slot{name == "t" ? builder.time() : input};
        },
        0, true);
  }
  ProgramBuilder builder{};
  int input{builder.input()};
};

}  // namespace

TEST_CASE("what an expression's switch chooses is behind it, what it reads is not") {
  Compiled c;
  const int argument = c.slot_of("2*d - 1");
  const int after = c.slot_of("3*abs(2*d - 1)^2 + sin(t)");
  const int beside = c.slot_of("sin(t) + d");
  const Program program = c.builder.take();
  REQUIRE(program.switches().size() == 1);
  const auto behind = slots_behind(program, 0);
  CHECK(behind[after] == 1);
  CHECK(behind[argument] == 0);
  CHECK(behind[beside] == 0);
  CHECK(behind[0] == 0);
  CHECK(behind[c.input] == 0);
}

TEST_CASE("a switch that reads what another one chooses hands its branch on") {
  Compiled c;
  const int outer = c.slot_of("step(abs(d) - 1)");
  const Program program = c.builder.take();
  REQUIRE(program.switches().size() == 2);
  const int first = program.switches()[0].low == c.input ? 0 : 1;
  const int inner = program.switches()[static_cast<std::size_t>(1 - first)].low;  // abs(d) - 1
  CHECK(slots_behind(program, first)[inner] == 1);
  CHECK(slots_behind(program, first)[outer] == 1);  // only its switch reads abs(d)
  CHECK(slots_behind(program, 1 - first)[inner] == 0);
  CHECK(slots_behind(program, 1 - first)[outer] == 1);
}
