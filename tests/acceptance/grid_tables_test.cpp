// Tables of two inputs in forces, laws, deflections and generated functions: scipy, nested if,
// closed forms, and what happens beyond their grid.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/generated_program.h"
#include "acceptance/recording.h"
#include "environment.h"
#include "luztar/symbolic/table_function.h"

using namespace acceptance;

namespace {

luztar::System system_of(const std::string& text) {
  return luztar::compile(luztar::parse_model(text, "grid.toml"));
}

Recorded run_of(const std::string& text) {
  const luztar::System system = system_of(text);
  Recorded run = record(system, system.settings());
  INFO(text);
  check_trust(run);
  CHECK(run.info.diagnosis == "");
  return run;
}

luztar::RunInfo ended(const std::string& text) {
  const luztar::System system = system_of(text);
  return record(system, system.settings()).info;
}

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string list(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : ", ") + digits(x);
  return "[" + text + "]";
}

struct Grid {
  std::vector<double> x, y;
  std::vector<std::vector<double>> z;

  std::string table(const std::string& name, const std::string& keys) const {
    std::string rows;
    for (const auto& row : z) rows += (rows.empty() ? "" : ", ") + list(row);
    return "[tables." + name + "]\nx = " + list(x) + "\ny = " + list(y) + "\nz = [" + rows + "]\n" +
           keys;
  }
};

/// Which piece an argument is in, written as nested if; `make(i)` is what holds in piece i, -1 and
/// n - 1 are beyond the ends.
template <class Make>
std::string nested(const std::vector<double>& axis, const std::string& u, bool beyond,
                   const Make& make) {
  const int n = static_cast<int>(axis.size());
  std::string text = make(beyond ? n - 1 : n - 2);
  const auto edge = [&](int i) {
    return "(" + digits(axis[static_cast<std::size_t>(i)]) + ")";
  };
  for (int i = beyond ? n - 2 : n - 3; i >= 0; --i)
    text = "if(" + u + " < " + edge(i + 1) + ", " + make(i) + ", " + text + ")";
  return beyond ? "if(" + u + " < " + edge(0) + ", " + make(-1) + ", " + text + ")" : text;
}

/// The value, by the rule of two weights in the cell (i, j), of each corner that has one.
std::string in_cell(const Grid& grid, const std::string& x, const std::string& y, int i, int j,
                    bool hold) {
  const auto at = [](const std::vector<double>& axis, int k) {
    return std::clamp<int>(k, 0, static_cast<int>(axis.size()) - 1);
  };
  const auto z = [&](int a, int b) {
    return "(" +
           digits(grid.z[static_cast<std::size_t>(at(grid.x, a))]
                        [static_cast<std::size_t>(at(grid.y, b))]) +
           ")";
  };
  if (hold) return z(i, j);
  const auto part = [&](const std::vector<double>& axis, int k, const std::string& u) {
    if (k < 0 || k + 1 >= static_cast<int>(axis.size())) return std::string("0");
    const double low = axis[static_cast<std::size_t>(k)];
    return "((" + u + " - (" + digits(low) + "))/" +
           digits(axis[static_cast<std::size_t>(k) + 1] - low) + ")";
  };
  const std::string s = part(grid.x, i, x), r = part(grid.y, j, y);
  return "((1 - " + s + ")*((1 - " + r + ")*" + z(i, j) + " + " + r + "*" + z(i, j + 1) + ") + " +
         s + "*((1 - " + r + ")*" + z(i + 1, j) + " + " + r + "*" + z(i + 1, j + 1) + "))";
}

std::string by_hand(const Grid& grid, const std::string& x, const std::string& y, bool hold,
                    bool constant) {
  return nested(grid.x, x, constant || hold, [&](int i) {
    return nested(grid.y, y, constant || hold,
                  [&](int j) { return in_cell(grid, x, y, i, j, hold); });
  });
}

// tests/reference/grid_tables.py
const Grid kGrid{{-1.0, 0.0, 0.5, 1.5, 3.0},
                 {-2.0, -0.5, 0.5, 2.0},
                 {{2.0, 1.0, 0.5, -1.0},
                  {1.0, 0.25, -0.5, -2.0},
                  {-0.5, 1.5, -1.0, 0.75},
                  {-1.25, -2.0, 0.5, -3.0},
                  {-4.0, -1.0, -2.5, 1.0}}};

const std::string kSwing =
    "[bodies.m]\nmass = 1\nposition = -0.8\nvelocity = 0.4\n"
    "[forces.f]\non = \"m\"\nvalue = \"z(q.m, v.m) - 6*q.m - 0.3*v.m\"\n"
    "[simulation]\nduration = 5\n";

}  // namespace

TEST_CASE("a grid has the values and derivatives of scipy") {
  const double wanted[][7] = {
      {-1.0, -2.0, 2.0, 2.0, 3.0825136612021815, -1.0166666666666664, -34.10999999999999},
      {-0.3, 0.1, 0.07000000000000003, -0.20549276327868837, -0.16930878251366227,
       0.7975125770491788, -4.341564677595624},
      {0.2, 1.9, -0.8866666666666665, -0.8981605350819677, 4.703611995628415, 2.199101516939895,
       15.179353792349726},
      {1.1, -1.3, -0.786666666666667, -0.2460140485245907, -6.48392939016394, 0.8163253595628425,
       -2.3938913806921716},
      {2.9, 0.5, -2.3, -1.714019672131147, -7.278754098360658, 0.3152946448087457,
       -12.603105282331512},
      {3.0, 2.0, 1.0, 0.9999999999999973, 19.619125683060112, 7.383333333333334,
       68.27542805100185}};
  const auto table = [&](const std::string& keys) {
    return luztar::parse_model(kGrid.table("z", keys) + kSwing, "grid.toml").tables[0].function;
  };
  const auto linear = table("interpolation = \"linear\"\n"), cubic = table("");
  const auto near = [](double value) {
    return doctest::Approx(value).epsilon(1e-13).scale(1.0);
  };
  for (const auto& [x, y, straight, smooth, by_x, by_y, by_both] : wanted) {
    CHECK((*linear)(x, y) == near(straight));
    CHECK((*cubic)(x, y) == near(smooth));
    CHECK((*cubic->partial[0])(x, y) == near(by_x));
    CHECK((*cubic->partial[1])(x, y) == near(by_y));
    CHECK((*cubic->partial[0]->partial[1])(x, y) == near(by_both));
  }
}

TEST_CASE("a force by a grid over position and speed moves a mass as scipy does") {
  // DOP853 with rtol 2.3e-14, anew at each of 8 and 6 lines of the grid: grid_tables.py
  const Recorded linear = run_of(kGrid.table("z", "interpolation = \"linear\"\n") + kSwing);
  CHECK(linear.info.q[0] == doctest::Approx(-0.05071791107722713).epsilon(1e-10));
  CHECK(linear.info.v[0] == doctest::Approx(-0.0586769296420146).epsilon(1e-10));
  const Recorded cubic = run_of(kGrid.table("z", "") + kSwing);
  CHECK(cubic.info.q[0] == doctest::Approx(-0.024402448841642943).epsilon(1e-10));
  CHECK(cubic.info.v[0] == doctest::Approx(-0.11543301794175931).epsilon(1e-10));
}

TEST_CASE("grids and nested if are the same in random models") {
  std::mt19937 random(11);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const char* first[] = {"q.a", "v.a", "q.a - q.b", "t", "0.5*v.b + sin(3*t)", "2*t - q.b"};
  const char* second[] = {"v.b", "q.b", "3*t - 1", "sin(2*t)", "q.a", "0.25"};
  const char* of_time[] = {"t", "0.5*v.w + sin(3*t)", "2 - t", "sin(5*t)"};
  const int trials = luztar::test::count_of(60);
  int finished = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Grid grid;
    const auto axis = [&](int n) {
      std::vector<double> made{draw(-2.0, -0.5)};
      while (--n > 0) made.push_back(made.back() + draw(0.1, 1.0));
      return made;
    };
    grid.x = axis(2 + trial % 4);
    grid.y = axis(2 + trial % 3);
    for (std::size_t i = 0; i < grid.x.size(); ++i) {
      grid.z.emplace_back();
      for (std::size_t j = 0; j < grid.y.size(); ++j) grid.z.back().push_back(draw(-3.0, 3.0));
    }
    const bool hold = trial % 3 == 0, constant = trial % 4 != 1;
    // a jump that a force drives back has no solution, so held ones are over time and a far body
    const std::string x = hold ? of_time[trial / 3 % 4] : first[trial % 6];
    const std::string y = hold ? of_time[(trial / 3 + 1) % 4] : second[trial / 6 % 6];
    const std::string keys = std::string("interpolation = \"") + (hold ? "hold" : "linear") +
                             "\"\nbeyond = \"" + (constant ? "constant" : "extend") + "\"\n";
    const auto model = [&](const std::string& head, const std::string& call) {
      return head +
             "[bodies.a]\nmass = 1\nvelocity = 1\n[bodies.b]\nmass = 2\n[bodies.c]\nmass = 0\n"
             "[bodies.w]\nmotion = \"sin(t)\"\n"
             "[springs.s]\nbetween = [\"a\", \"c\"]\nstiffness = 30\nfreeplay = 0.05\n"
             "[dampers.e]\nbetween = [\"a\", \"c\"]\ndamping = 1\n"
             "[springs.w1]\nbetween = [\"c\", \"b\"]\nstiffness = 50\ndamping = 2\n"
             "[frictions.r]\nbetween = [\"b\", \"ground\"]\nkinetic = 0.4\nstatic = 0.6\n"
             "[frictions.n]\nbetween = [\"a\", \"ground\"]\nkinetic = 0.1\n"
             "normal = \"1 + abs(" +
             (hold ? "t" : call) + ")\"\n[forces.g]\non = \"a\"\nvalue = \"" + call +
             "\"\n[simulation]\nduration = 3\nsamples = 31\n";
    };
    INFO(trial, " ", x, " ", y);
    const std::string written =
        model("", by_hand(grid, "(" + x + ")", "(" + y + ")", hold, constant));
    const std::string call = model(grid.table("f", keys), "f(" + x + ", " + y + ")");
    if (ended(written).status != luztar::Status::Finished) {  // what goes on may grow without end
      CHECK(ended(call).status != luztar::Status::Finished);
      continue;
    }
    ++finished;
    const Recorded one = run_of(call);
    const Recorded other = run_of(written);
    REQUIRE(one.samples.size() == other.samples.size());
    for (std::size_t i = 0; i < one.samples.size(); ++i)
      for (std::size_t b = 0; b < one.samples[i].q.size(); ++b) {
        CHECK(one.samples[i].q[b] ==
              doctest::Approx(other.samples[i].q[b]).epsilon(1e-11).scale(1.0));
        CHECK(one.samples[i].v[b] ==
              doctest::Approx(other.samples[i].v[b]).epsilon(1e-10).scale(1.0));
      }
  }
  CHECK(finished > trials * 3 / 4);
}

TEST_CASE("an input that is a parameter, on a line of the grid too, makes a table of one input") {
  for (const std::string way : {"linear", "cubic", "hold"})
    for (const double fixed : {0.5, -2.0, 2.0, 0.1}) {
      std::vector<double> row;
      const std::string keys = "interpolation = \"" + way + "\"\nbeyond = \"constant\"\n";
      const auto full =
          luztar::parse_model(kGrid.table("z", keys) + kSwing, "grid.toml").tables[0].function;
      for (const double x : kGrid.x) row.push_back((*full)(x, fixed));
      const std::string one =
          "[tables.one]\nx = " + list(kGrid.x) + "\ny = " + list(row) + "\n" + keys;
      const auto model = [&](const std::string& tables, const std::string& call) {
        return tables + "[parameters]\nP = " + digits(fixed) +
               "\n[bodies.w]\nmotion = \"1 + 2.5*sin(t)\"\n[bodies.m]\nmass = 1\n"
               "[forces.f]\non = \"m\"\nvalue = \"" +
               call + " - 6*q.m\"\n[simulation]\nduration = 3\n";
      };
      INFO(way, " ", fixed);
      const Recorded two = run_of(model(kGrid.table("z", keys), "z(q.w, P)"));
      const Recorded single = run_of(model(one, "one(q.w)"));
      CHECK(two.info.q[1] == doctest::Approx(single.info.q[1]).epsilon(1e-12));
      CHECK(two.info.v[1] == doctest::Approx(single.info.v[1]).epsilon(1e-12));
      CHECK(two.events.size() == single.events.size());
    }
}

TEST_CASE("the lines of a held grid are events at their instants, by both inputs") {
  const Recorded run = run_of(
      "[tables.h]\nx = [0, 1, 2]\ny = [0, 1]\nz = [[1, 5], [2, 6], [3, 7]]\n"
      "interpolation = \"hold\"\nbeyond = \"constant\"\n[bodies.m]\nmass = 1\n"
      "[forces.f]\non = \"m\"\nvalue = \"h(2*t, t^2/2)\"\n[simulation]\nduration = 2\n");
  REQUIRE(run.events.size() == 3);  // x = 1, x = 2, y = 1
  CHECK(run.events[0].time.value == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(run.events[1].time.value == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(run.events[2].time.value == doctest::Approx(std::sqrt(2.0)).epsilon(1e-14));
  const double v = 0.5 + 1.0 + 3.0 * (std::sqrt(2.0) - 1.0) + 7.0 * (2.0 - std::sqrt(2.0));
  CHECK(run.info.v[0] == doctest::Approx(v).epsilon(1e-13));
}

TEST_CASE("a run that leaves the grid ends and says by which input") {
  const std::string head =
      "[tables.map]\nx = [0, 1000, 3000]\ny = [0, 10]\nz = [[10, 20], [9, 18], [2, 4]]\n"
      "x_unit = \"rpm\"\ny_unit = \"mm\"\n";
  const auto rest = [](const std::string& more, const std::string& y) {
    return more + "[bodies.r]\ninertia = 0.1\n[forces.m]\non = \"r\"\nvalue = \"map(v.r, " + y +
           ")\"\n[simulation]\nduration = 20\n";
  };
  for (const std::string way : {"linear", "cubic", "hold"}) {
    const std::string keys = "interpolation = \"" + way + "\"\n";
    const luztar::RunInfo by_x = ended(head + rest(keys, "0.005"));
    CHECK(by_x.status == luztar::Status::NotFinite);
    CHECK(by_x.diagnosis.find("the table 'map' has x from 0 to 314.159 (SI) only, and its argument "
                              "in 'm' rises beyond; give it more rows") != std::string::npos);
    for (const std::string method : {"", "method = \"stepping\"\nstep = 0.01\n"}) {
      const luztar::RunInfo by_y = ended(head + rest(keys, "0.01*t") + method);
      CHECK(by_y.status == luztar::Status::NotFinite);
      CHECK(by_y.diagnosis.find("the table 'map' has y from 0 to 0.01 (SI) only, and its") !=
            std::string::npos);
      CHECK(by_y.diagnosis.find("rises beyond; give it more numbers in each row, or") !=
            std::string::npos);
      CHECK(by_y.final_state.time == doctest::Approx(1.0).epsilon(method.empty() ? 1e-9 : 2e-2));
    }
    CHECK(ended(head + rest(keys + "beyond = \"constant\"\n", "0.01*t")).status ==
          luztar::Status::Finished);
  }
}

TEST_CASE("a deflection by a grid acts by its two slopes") {
  // the same polynomial written out: a parabola in x times a cubic in y is exact on the grid
  const auto x_part = [](double x) {
    return 1.0 + 0.5 * x - 0.25 * x * x;
  };
  const auto y_part = [](double y) {
    return y - 0.3 * y * y + 0.1 * y * y * y;
  };
  Grid grid{{-3.0, -1.0, 2.0, 3.0}, {-3.0, -1.5, 0.0, 2.0, 3.0}, {}};
  for (const double x : grid.x) {
    grid.z.emplace_back();
    for (const double y : grid.y) grid.z.back().push_back(x_part(x) * y_part(y));
  }
  const auto model = [](const std::string& deflection) {
    return "[bodies.a]\nmass = 1\nposition = 0.7\n[bodies.b]\nmass = 2\nvelocity = 0.5\n"
           "[springs.h]\nbetween = [\"a\", \"ground\"]\nstiffness = 3\n" +
           std::string("[springs.e]\ndeflection = \"") + deflection +
           "\"\nstiffness = 4\n[springs.k]\nbetween = [\"a\", \"b\"]\nstiffness = 2\n"
           "[simulation]\nduration = 4\n";
  };
  const Recorded table = run_of(grid.table("g", "") + model("g(q.a, q.b)"));
  const Recorded formula =
      run_of(model("(1 + 0.5*q.a - 0.25*q.a^2)*(q.b - 0.3*q.b^2 + 0.1*q.b^3)"));
  for (const std::size_t b : {0, 1}) {
    CHECK(table.info.q[b] == doctest::Approx(formula.info.q[b]).epsilon(1e-10));
    CHECK(table.info.v[b] == doctest::Approx(formula.info.v[b]).epsilon(1e-10));
  }
}

TEST_CASE("generated functions of grids in C and Python give the engine's numbers") {
  for (const std::string keys :
       {"", "interpolation = \"linear\"\nbeyond = \"constant\"\n",
        "interpolation = \"hold\"\nbeyond = \"constant\"\n", "beyond = \"extend\"\n"}) {
    const luztar::Model model = luztar::parse_model(
        kGrid.table("z", keys) + "[bodies.m]\nmass = 1\n[forces.f]\non = \"m\"\n" +
            "value = \"z(q.m, v.m)\"\n[simulation]\nduration = 1\n",
        "grid.toml");
    const ScratchFolder folder("luztar_grid_functions");
    const luztar::TableFunction& z = *model.tables[0].function;
    for (const luztar::Language language : {luztar::Language::C, luztar::Language::Python}) {
      const GeneratedProgram program(folder, model, language);
      CHECK(program.is_clean());
      REQUIRE(program.input_width == 3);
      std::vector<double> in, wanted;
      for (double q = -1.0; q <= 3.0; q += 0.25)
        for (double v = -2.0; v <= 2.0; v += 0.125) {
          in.insert(in.end(), {0.0, q, v});
          wanted.push_back(z(q, v));
        }
      const std::vector<double> out = program.run(in);
      REQUIRE(out.size() == program.output_width * wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(out[i * program.output_width] == wanted[i]);
    }
  }
}

TEST_CASE("a run over a grid in two halves is the whole") {
  const luztar::System system =
      system_of(kGrid.table("z", "interpolation = \"linear\"\n") + kSwing);
  luztar::SimulationSettings settings = system.settings();
  const Recorded whole = record(system, settings);
  settings.duration = 2.37;
  const Recorded first = record(system, settings);
  settings.start = 2.37;
  settings.duration = 5 - 2.37;
  const Recorded second = record(system, first.info.final_state, settings);
  CHECK(second.info.q == whole.info.q);
  CHECK(second.info.v == whole.info.v);
}

TEST_CASE("the equations of a model call a grid, its slopes and list its numbers") {
  const luztar::Model model = luztar::parse_model(
      kGrid.table("z", "z_unit = \"mm\"\nbeyond = \"constant\"\n") +
          "[bodies.a]\nmass = 1\n[bodies.b]\nmass = 2\n[springs.s]\n"
          "deflection = \"z(q.a, 2*q.b)\"\nstiffness = 5\n[simulation]\nduration = 1\n",
      "grid.toml");
  const std::string text = print(luztar::derivation(model), luztar::DocumentFormat::Text);
  for (const char* part : {"z'x(a, 2\u00b7b)", "z'y(a, 2\u00b7b)",
                           "z, z in mm over x in SI and y in SI; between the rows a cubic spline",
                           "-1   -2    2\n", "1.5  0.5   0.5\n", "3    2     1\n"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}
