// Tables of two inputs as functions: by hand, beyond their grid, their derivatives.
#include "luztar/symbolic/grid_function.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/symbolic/differentiate.h"
#include "luztar/symbolic/program.h"
#include "luztar/symbolic/program_part.h"
#include "luztar/symbolic/table_function.h"

using namespace luztar;

namespace {

const std::vector<double> kX{0.0, 1.0, 3.0}, kY{-1.0, 1.0, 2.0, 4.0};
const std::vector<double> kZ{1, 3, 2, 0, 5, -1, 4, 2, 0, 1, -3, 6};

TablePtr table(Interpolation interpolation, Beyond beyond) {
  return make_grid_table("map", kX, kY, kZ, interpolation, beyond);
}

}  // namespace

TEST_CASE("between the lines of a grid a table is bilinear, or holds the value of the corner") {
  const TablePtr linear = table(Interpolation::Linear, Beyond::Error);
  CHECK((*linear)(0.0, -1.0) == 1.0);
  CHECK((*linear)(3.0, 4.0) == 6.0);
  CHECK((*linear)(0.5, 0.0) == (1.0 + 3.0 + 5.0 - 1.0) / 4.0);
  CHECK((*linear)(2.5, 1.5) == 0.25 * (-1.0 + 4.0) / 2.0 + 0.75 * (1.0 - 3.0) / 2.0);
  const TablePtr hold = table(Interpolation::Hold, Beyond::Error);
  CHECK((*hold)(0.9, 0.9) == 1.0);
  CHECK((*hold)(1.0, 1.999) == -1.0);
  CHECK((*hold)(3.0, 4.0) == 6.0);
  CHECK(linear->inputs() == 2);
  CHECK(hold->jumps());
  CHECK_FALSE(linear->jumps());
}

TEST_CASE("a cubic table of two inputs is exactly a product of parabolas and cubics") {
  const auto x_part = [](double x) {
    return 1.0 - 2.0 * x + 0.5 * x * x;
  };
  const auto y_part = [](double y) {
    return 2.0 + y - y * y + 0.25 * y * y * y;
  };
  std::vector<double> z;
  for (const double x : kX)
    for (const double y : kY) z.push_back(x_part(x) * y_part(y));
  const TablePtr cubic = make_grid_table("map", kX, kY, z, Interpolation::Cubic, Beyond::Extend);
  CHECK(cubic->grid->degree(0) == 2);
  CHECK(cubic->grid->degree(1) == 3);
  for (const double x : {-0.5, 0.3, 1.7, 4.0})
    for (const double y : {-3.0, 0.2, 1.4, 3.9, 5.0}) {
      CHECK((*cubic)(x, y) == doctest::Approx(x_part(x) * y_part(y)).epsilon(1e-12));
      const double slope = (x - 2.0) * (1.0 - 2.0 * y + 0.75 * y * y);
      CHECK((*cubic->partial[0]->partial[1])(x, y) ==
            doctest::Approx(slope).epsilon(1e-12).scale(1.0));
    }
}

TEST_CASE("beyond its grid a table of two inputs is nothing, constant, or goes on") {
  for (const Interpolation way :
       {Interpolation::Linear, Interpolation::Cubic, Interpolation::Hold}) {
    const TablePtr error = table(way, Beyond::Error), constant = table(way, Beyond::Constant);
    const TablePtr extend = table(way, Beyond::Extend);
    for (const double x : {0.0, 0.4, 1.0, 2.9})
      for (const double y : {-1.0, 0.1, 2.0, 3.999}) {
        CHECK((*error)(x, y) == (*extend)(x, y));
        CHECK((*constant)(x, y) == (*extend)(x, y));
        CHECK(std::isnan((*error)(-0.1, y)));
        CHECK(std::isnan((*error)(3.1, y)));
        CHECK(std::isnan((*error)(x, -1.1)));
        CHECK(std::isnan((*error)(x, 4.1)));
        CHECK((*constant)(-7.0, y) == (*constant)(0.0, y));
        CHECK((*constant)(9.0, y) == doctest::Approx((*error)(3.0, y)).epsilon(1e-13));
        CHECK((*constant)(x, 9.0) == doctest::Approx((*error)(x, 4.0)).epsilon(1e-13));
        CHECK(std::isfinite((*extend)(9.0, -y)));
      }
    CHECK((*constant)(-7.0, 9.0) == 0.0);
    CHECK((*constant)(9.0, -7.0) == 0.0);
  }
  const TablePtr extend = table(Interpolation::Linear, Beyond::Extend);
  CHECK((*extend)(-1.0, -3.0) == -13.0);  // -3 and 7 at y = -1 and 1
  CHECK(std::isnan((*extend)(NAN, 0.0)));
  const TablePtr error = table(Interpolation::Linear, Beyond::Error);
  REQUIRE(ended_before(*error, -1.0, 0.0) != nullptr);
  CHECK(reach_words(*ended_before(*error, -1.0, 0.0)) ==
        "the table 'map' has x from 0 to 3 (SI) only");
  REQUIRE(ended_before(*error, 1.0, 5.0) != nullptr);
  CHECK(reach_words(*ended_before(*error, 1.0, 5.0)) ==
        "the table 'map' has y from -1 to 4 (SI) only");
  CHECK(reach_advice(*ended_before(*error, 1.0, 5.0)) ==
        "give it more numbers in each row, or beyond = \"constant\" or \"extend\"");
  CHECK(ended_before(*error, 1.0, 2.0) == nullptr);
}

TEST_CASE("the derivatives of a table of two inputs are those of its pieces") {
  const TablePtr linear = table(Interpolation::Linear, Beyond::Extend);
  REQUIRE(linear->partial[0] != nullptr);
  CHECK(linear->partial[0]->name == "map'x");
  CHECK((*linear->partial[0])(0.5, 0.0) == 0.0);
  CHECK((*linear->partial[0])(0.5, -1.0) == 4.0);
  CHECK((*linear->partial[1])(0.5, 0.0) == -1.0);
  CHECK(linear->partial[0]->partial[0] == nullptr);
  CHECK(linear->partial[0]->partial[1] == linear->partial[1]->partial[0]);
  CHECK(linear->partial[0]->grid->jumps(0));
  CHECK_FALSE(linear->partial[0]->grid->jumps(1));
  CHECK(linear->partial[0]->grid->kinks(1));
  const TablePtr cubic = table(Interpolation::Cubic, Beyond::Extend);
  const double h = 1e-6;
  for (const double x : {0.4, 1.3, 2.8})
    for (const double y : {-0.4, 1.3, 2.8, 3.6}) {
      const double by_x = ((*cubic)(x + h, y) - (*cubic)(x - h, y)) / (2 * h);
      const double by_y = ((*cubic)(x, y + h) - (*cubic)(x, y - h)) / (2 * h);
      CHECK(std::abs((*cubic->partial[0])(x, y) - by_x) < 1e-7);
      CHECK(std::abs((*cubic->partial[1])(x, y) - by_y) < 1e-7);
    }
  CHECK_FALSE(cubic->partial[0]->jumps());
  CHECK(table(Interpolation::Hold, Beyond::Extend)->partial[0] == nullptr);
}

TEST_CASE("a call with two arguments is read, printed and differentiated") {
  const TablePtr cubic = table(Interpolation::Cubic, Beyond::Extend);
  const Expression call = parse_expression("2*map(u, w^2) - map(w, 1)", {}, {cubic});
  CHECK(to_text(call) == "2*map(u, w^2) - map(w, 1)");
  const auto by = [&](const std::string& name) {
    return differentiate(call, [&](const std::string& symbol) {
      return Expression::number(symbol == name ? 1.0 : 0.0);
    });
  };
  CHECK(to_text(by("u")) == "2*map'x(u, w^2)");
  CHECK(to_text(by("w")) == "2*(map'y(u, w^2)*(2*w)) - map'x(w, 1)");
  const double u = 0.7, w = 1.2;
  const double value = evaluate(call, [&](const std::string& s) { return s == "u" ? u : w; });
  CHECK(value == 2 * (*cubic)(u, w * w) - (*cubic)(w, 1.0));
}

TEST_CASE("a part of a program with a grid has both of its switches and the series of the whole") {
  const TablePtr grids[] = {table(Interpolation::Cubic, Beyond::Extend),
                            table(Interpolation::Linear, Beyond::Error)};
  ProgramBuilder builder;
  const int u = builder.input(), w = builder.input();
  std::vector<int> slots;
  for (const TablePtr& grid : grids)
    for (const std::string call : {"map(u, t)", "map(abs(w), 3*u) + map(u, w)", "map(t, 2*t)*w"})
      slots.push_back(builder.compile(
          parse_expression(call, {}, {grid}),
          [&](const std::string& name) -> ProgramBuilder::Meaning {
            return ProgramBuilder::Slot{name == "t" ? 0 : name == "u" ? u : w};
          },
          static_cast<int>(slots.size()), true));
  const Program whole = builder.take();
  constexpr double kTime = 0.7, kU = 0.55, kW = -0.85;
  // values, by any branches first
  const auto series_of = [&](const Program& program, int slot, int u_slot, int w_slot) {
    ProgramSeries series(program, 3);
    std::vector<std::int64_t> branch(program.switches().size(), 1);
    for (int round = 0; round < 3; ++round) {
      series.expand_time(program, kTime, branch.data());
      for (const auto& [input, value] : {std::pair{u_slot, kU}, std::pair{w_slot, kW}})
        if (input >= 0) {
          series.slot(input)[0] = value;
          series.slot(input)[1] = 0.3 + value;
        }
      for (int k = 0; k <= 3; ++k) series.expand_state(program, k, branch.data());
      for (std::size_t i = 0; i < branch.size(); ++i) {
        const Switch& sw = program.switches()[i];
        branch[i] = branch_from_values(program, sw, series.slot(sw.low)[0], series.slot(sw.high)[0],
                                       kTime, 0);
      }
    }
    return std::vector<double>(series.slot(slot), series.slot(slot) + 4);
  };
  ProgramCutter cutter(whole);
  const std::vector<int> owners{0, 1, 2, 3, 4, 5};
  for (std::size_t k = 0; k < slots.size(); ++k) {
    CAPTURE(k);
    const std::vector<double> wanted = series_of(whole, slots[k], u, w);
    const TableFunction& grid = *grids[k / 3];
    const double value = k % 3 == 0   ? grid(kU, kTime)
                         : k % 3 == 1 ? grid(-kW, 3 * kU) + grid(kU, kW)
                                      : grid(kTime, 2 * kTime) * kW;
    CHECK(wanted[0] == doctest::Approx(value).epsilon(1e-14));
    cutter.begin();
    const int slot = cutter.slot(slots[k]), u_part = k % 3 == 2 ? -1 : cutter.slot(u);
    const int w_part = k % 3 == 0 ? -1 : cutter.slot(w);
    const Program part = cutter.take(owners);
    CHECK(series_of(part, slot, u_part, w_part) == wanted);
  }
}

TEST_CASE("the series of a call is that of its polynomial in the piece") {
  // of time: map(t, 1 + t²) at t = 1.5 beside central differences of the value
  const TablePtr cubic = table(Interpolation::Cubic, Beyond::Extend);
  ProgramBuilder builder;
  const int slot = builder.compile(
      parse_expression("map(t, 1 + t^2)", {}, {cubic}),
      [](const std::string&) -> ProgramBuilder::Meaning { return ProgramBuilder::Slot{0}; }, 0,
      false);
  const Program program = builder.take();
  REQUIRE(program.switches().size() == 2);
  const double t = 1.5, h = 1e-4;
  const std::vector<std::int64_t> branch{1, 2};
  ProgramSeries series(program, 9);
  series.expand_time(program, t, branch.data());
  const auto value = [&](double at) {
    return (*cubic)(at, 1 + at * at);
  };
  CHECK(series.slot(slot)[0] == doctest::Approx(value(t)).epsilon(1e-14));
  CHECK(series.slot(slot)[1] ==
        doctest::Approx((value(t + h) - value(t - h)) / (2 * h)).epsilon(1e-6));
  CHECK(series.slot(slot)[2] ==
        doctest::Approx((value(t + h) - 2 * value(t) + value(t - h)) / (2 * h * h)).epsilon(1e-5));
  double sum = 0.0;  // degree 2 in x, 6 in t² : all of it
  for (int k = 9; k >= 0; --k) sum = sum * 0.2 + series.slot(slot)[k];
  CHECK(sum == doctest::Approx(value(t + 0.2)).epsilon(1e-12));
}
