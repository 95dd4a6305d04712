// Frictions: what each law reads, and every mistake with its message and its place.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "io/model_text.h"

namespace luztar {
namespace {

using test::mistakes_in;

std::string with_friction(const std::string& keys) {
  return with_elements("[frictions.f]\nbetween = ['a', 'b']\n" + keys);
}

/// The numbers of a law in one line, for comparisons: with parameter k = 7.
std::string text_of(const Friction::Law& law) {
  const auto number = [](const Expression& expression) {
    return to_text(Expression::number(evaluate(expression, {{"k", 7}})));
  };
  std::string text =
      "C " + number(law.viscous) + " K " + number(law.kinetic) + " S " + number(law.breakaway);
  if (law.stribeck) {
    text += " stribeck " + number(law.stribeck->velocity) + " " + number(law.stribeck->exponent);
  }
  if (law.hysteresis) {
    const Friction::Hysteresis& branch = *law.hysteresis;
    text += " hysteresis " + number(branch.rise) + " " + number(branch.fall) + " K " +
            number(branch.kinetic) + " C " + number(branch.viscous);
  }
  if (!law.table.empty()) text += " table";
  for (const auto& [speed, level] : law.table) text += " " + number(speed) + ":" + number(level);
  return text;
}

Friction read(const std::string& keys) {
  return parse_model(with_friction(keys), "m.toml").frictions.at(0);
}

struct Row {
  const char* text;
  const char* expected;
};

TEST_CASE("a direction takes over what it does not say, law by law") {
  struct Directions {
    const char* keys;
    const char* forward;
    const char* backward;
  };
  const Directions rows[] = {
      {"kinetic = 2\nlaw = 'coulomb'", "C 0 K 2 S 2", "C 0 K 2 S 2"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 'k' }", "C 0 K 2 S 3 stribeck 7 2",
       "C 0 K 2 S 3 stribeck 7 2"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 1, exponent = 1 }\n"
       "negative = { static = 4 }",
       "C 0 K 2 S 3 stribeck 1 1", "C 0 K 2 S 4 stribeck 1 1"},
      {"kinetic = 2\nstatic = 3\nnegative = { stribeck = { velocity = 0.5 } }", "C 0 K 2 S 3",
       "C 0 K 2 S 3 stribeck 0.5 2"},
      {"table = [[0, 5], [0.1, 'k'], [1, 3]]", "C 0 K 5 S 5 table 0:5 0.1:7 1:3",
       "C 0 K 5 S 5 table 0:5 0.1:7 1:3"},
      {"static = 9\ntable = [[0, 5], [1, 3]]\nviscous = 4\nnegative = { table = [[0, 6]] }",
       "C 4 K 5 S 9 table 0:5 1:3", "C 4 K 6 S 9 table 0:6"},
      // A table replaces the curve of the other direction, and a kinetic force its table.
      {"kinetic = 2\nstatic = 8\nstribeck = { velocity = 1 }\n"
       "hysteresis = { rise = 2, fall = 1, kinetic = 1 }\nnegative = { table = [[0, 6]] }",
       "C 0 K 2 S 8 stribeck 1 2 hysteresis 2 1 K 1 C 0", "C 0 K 6 S 8 table 0:6"},
      {"table = [[0, 5]]\nnegative = { kinetic = 4, static = 6, stribeck = { velocity = 1 } }",
       "C 0 K 5 S 5 table 0:5", "C 0 K 4 S 6 stribeck 1 2"},
      // The branch for falling speed has the viscous friction of its direction.
      {"viscous = 3\nkinetic = 2\nhysteresis = { rise = 2, fall = 1, kinetic = 1 }\n"
       "negative = { viscous = 5 }",
       "C 3 K 2 S 2 hysteresis 2 1 K 1 C 3", "C 5 K 2 S 2 hysteresis 2 1 K 1 C 5"},
      {"viscous = 3\nkinetic = 2\nhysteresis = { rise = 2, fall = 2, kinetic = 1, viscous = 0 }\n"
       "negative = { viscous = 5 }",
       "C 3 K 2 S 2 hysteresis 2 2 K 1 C 0", "C 5 K 2 S 2 hysteresis 2 2 K 1 C 0"},
  };
  for (const Directions& row : rows) {
    CAPTURE(row.keys);
    const Friction friction = read(row.keys);
    CHECK(text_of(friction.forward) == row.forward);
    CHECK(text_of(friction.backward) == row.backward);
    CHECK(!friction.bristles);
    CHECK(!friction.normal);
  }
}

TEST_CASE("normal is an expression of time, signals and the motion") {
  const Friction friction = read(
      "kinetic = 0.2\nnormal = 'load + k*max(q.a - v.b, 0) + t'\n"
      "[signals.load]\nvalue = '2 + sin(t)'");
  CHECK(to_text(friction.normal.value()) == "load + k*max(q.a - v.b, 0) + t");
  CHECK(text_of(friction.forward) == "C 0 K 0.2 S 0.2");
}

TEST_CASE("a normal force cannot grow without bound by its signals") {
  // s14 has 65,535 parts, of 100,000 that are allowed.
  std::string signals = "[signals.s0]\nvalue = 't + t'\n";
  for (int i = 1; i < 15; ++i) {
    const std::string before = "s" + std::to_string(i - 1);
    signals += "[signals.s" + std::to_string(i) + "]\nvalue = '" + before + " + " + before + "'\n";
  }
  CHECK(mistakes_in(with_friction("kinetic = 1\nnormal = 's14'\n" + signals)) == "none");
  CHECK(mistakes_in(with_friction("kinetic = 1\nnormal = 's14*s14'\n" + signals)) ==
        "m.toml:13:11: this expression grows too large when its signals and forces are inserted; "
        "use fewer "
        "signals inside signals");
}

TEST_CASE("Dahl and LuGre have bristles, and both directions the same levels") {
  using Kind = Friction::Bristles::Kind;
  struct Laws {
    const char* keys;
    Kind kind;
    double sigma0, sigma1, exponent;
    const char* law;
  };
  const Laws rows[] = {
      {"law = 'dahl'\nsigma0 = 100\nkinetic = 2", Kind::Dahl, 100, 0, 1, "C 0 K 2 S 2"},
      {"law = 'dahl'\nsigma0 = 'k'\nkinetic = 2\nexponent = 2\nviscous = 3", Kind::Dahl, 7, 0, 2,
       "C 3 K 2 S 2"},
      {"law = 'lugre'\nsigma0 = 1e5\nkinetic = 2", Kind::LuGre, 1e5, 0, 1, "C 0 K 2 S 2"},
      {"law = 'lugre'\nsigma0 = 1e5\nsigma1 = 300\nkinetic = 2\nstatic = 3\nviscous = 1\n"
       "stribeck = { velocity = 0.01 }",
       Kind::LuGre, 1e5, 300, 1, "C 1 K 2 S 3 stribeck 0.01 2"},
  };
  for (const Laws& row : rows) {
    CAPTURE(row.keys);
    const Friction friction = read(row.keys);
    REQUIRE(friction.bristles);
    CHECK(friction.bristles->kind == row.kind);
    CHECK(evaluate(friction.bristles->sigma0, {{"k", 7}}) == row.sigma0);
    CHECK(evaluate(friction.bristles->sigma1, ParameterValues{}) == row.sigma1);
    CHECK(evaluate(friction.bristles->exponent, ParameterValues{}) == row.exponent);
    CHECK(text_of(friction.forward) == row.law);
    CHECK(text_of(friction.backward) == row.law);
  }
}

void check_all(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_friction(row.text)) == row.expected);
  }
}

TEST_CASE("mistakes in static and kinetic friction") {
  check_all({
      {"", "m.toml:10:12: `kinetic` is missing; write kinetic = ... or table = [[0, level], ...]"},
      {"kinetic = -1",
       "m.toml:12:11: the kinetic friction of 'f' is negative (-1); it must be 0 or more"},
      {"kinetic = 2\nstatic = 1",
       "m.toml:13:10: the static friction of 'f' (1) is less than the kinetic one (2); raise "
       "static "
       "or lower kinetic"},
      {"kinetic = 2\nviscous = -1",
       "m.toml:13:11: the viscous friction of 'f' is negative (-1); it must be 0 or more"},
      {"kinetic = 2\nstatic = 3\nnegative = { kinetic = 4 }",
       "m.toml:13:10: the static friction of 'f' for negative rates (3) is less than the kinetic "
       "one (4); raise static or lower kinetic"},
      {"kinetic = 2\nnegative = { viscous = -4 }",
       "m.toml:13:24: the viscous friction of 'f' for negative rates is negative (-4); it must be "
       "0 or more"},
      {"kinetic = 2\nnegative = 3",
       "m.toml:13:12: `negative` is a number, not a table; write negative = { KEY = VALUE, ... }"},
      {"kinetic = 2\nnegative = { kinetik = 4 }",
       "m.toml:13:14: no key 'kinetik' here; did you mean 'kinetic'?"},
      {"kinetic = 2\nnormal = -3",
       "m.toml:13:10: the normal force of 'f' is negative (-3); it must be 0 or more"},
      {"kinetic = 1\nstatic = 1e200\nnormal = 1e200",
       "m.toml:14:10: the normal force of 'f' times its coefficients is not a finite number; make "
       "it smaller"},
      {"kinetic = 2\nnormal = 'd'",
       "m.toml:13:11: 'd' is not allowed here; write q.BODY or v.BODY"},
      {"kinetic = 2\nnormal = 'q.c'", "m.toml:13:11: no body 'c'; there is a and b"},
      {"kinetic = 'q.a'\nnormal = 3",
       "m.toml:12:12: 'q.a' is not allowed here; q.BODY, v.BODY and f.ELEMENT belong in the "
       "`value` of "
       "[forces], in `normal`, in the rates of states and in the updates of controllers"},
  });
}

TEST_CASE("mistakes in a Stribeck curve") {
  check_all({
      {"kinetic = 2\nstribeck = { velocity = 1 }",
       "m.toml:13:25: the stribeck of 'f' has no static friction to start from; write static = "
       "..., more than kinetic"},
      {"kinetic = 2\nnegative = { stribeck = { velocity = 1 } }",
       "m.toml:13:38: the stribeck of 'f' for negative rates has no static friction to start from; "
       "write static = ..., more than kinetic"},
      {"kinetic = 2\nstatic = 3\nstribeck = { exponent = 2 }",
       "m.toml:14:1: `velocity` is missing; write stribeck = { velocity = ... }"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 0 }",
       "m.toml:14:25: the velocity of the stribeck of 'f' is not positive (0); it must be greater "
       "than 0"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 1, exponent = 0.5 }", "none"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 1, exponent = 0 }",
       "m.toml:14:39: the exponent of the stribeck of 'f' is not positive (0); it must be greater "
       "than 0"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 't' }",
       "m.toml:14:26: 't' is not allowed here: this value is a constant; time belongs in motion, "
       "forces, force laws, `normal`, "
       "signals, the rates of states and the updates of controllers"},
      {"kinetic = 2\nstatic = 3\nstribeck = 0.1",
       "m.toml:14:12: `stribeck` is a number, not a table; write stribeck = { KEY = VALUE, ... }"},
      {"kinetic = 2\nstatic = 3\nstribeck = { velocity = 1, exponen = 2 }",
       "m.toml:14:28: no key 'exponen' here; did you mean 'exponent'?"},
  });
}

TEST_CASE("mistakes in a table of friction") {
  check_all({
      {"kinetic = 2\ntable = [[0, 2]]",
       "m.toml:12:1: `kinetic` makes no sense beside `table`; remove one of them"},
      {"table = [[0, 2]]\nstribeck = { velocity = 1 }",
       "m.toml:13:1: `stribeck` makes no sense beside `table`; remove one of them"},
      {"table = [[0, 2]]\nhysteresis = { rise = 1, fall = 1, kinetic = 1 }",
       "m.toml:13:1: `hysteresis` makes no sense beside `table`; remove one of them"},
      {"table = [[0, 2]]\nnegative = { stribeck = { velocity = 1 } }",
       "m.toml:13:14: `stribeck` needs `kinetic` here; the `table` of positive rates is in force: "
       "write kinetic = ... too"},
      {"table = []",
       "m.toml:12:9: `table` needs a list of pairs of numbers; write table = [[0, level], [speed, "
       "level], ...]"},
      {"table = 'friction.csv'",
       "m.toml:12:9: `table` needs a list of pairs of numbers; write table = [[0, level], [speed, "
       "level], ...]"},
      {"table = [[0, 1], [2]]",
       "m.toml:12:18: `table` needs a list of pairs of numbers; write table = [[0, level], [speed, "
       "level], ...]"},
      {"table = [[0, 1], [true, 3]]",
       "m.toml:12:19: `table` is true or false, not a number; write a number, or an expression "
       "between quotes"},
      {"table = [[0.1, 1], [0.2, 3]]",
       "m.toml:12:11: the first speed in the table of 'f' is 0.1; begin with the speed 0"},
      {"table = [[0, 1], [0.2, 3], ['0.1*2', 4]]",
       "m.toml:12:30: the speed 0.2 in the table of 'f' follows 0.2; write speeds that increase "
       "from row to row"},
      {"table = [[0, 1], [0.2, -3]]",
       "m.toml:12:24: a level in the table of 'f' is negative (-3); it must be 0 or more"},
      {"table = [[0, 1], ['v', 3]]",
       "m.toml:12:20: 'v' is not allowed here; d and v belong in the `force` of a spring or "
       "damper"},
      {"table = [[0, 0], [1e-200, 1e200]]",
       "m.toml:12:19: the line of the table of 'f' to this speed is too steep to compute with; "
       "move the speed away from that of the row before"},
      {"static = 1\ntable = [[0, 2]]",
       "m.toml:12:10: the static friction of 'f' (1) is less than the first level of its table "
       "(2); raise static or lower the level"},
      {"table = [[0, -2], [1, 3]]",
       "m.toml:12:14: the kinetic friction of 'f' is negative (-2); it must be 0 or more"},
  });
}

TEST_CASE("mistakes in a hysteresis") {
  check_all({
      {"kinetic = 2\nhysteresis = { rise = 1, kinetic = 1 }",
       "m.toml:13:1: `fall` is missing; write hysteresis = { rise = ..., fall = ..., kinetic = ... "
       "}"},
      {"kinetic = 2\nhysteresis = { rise = 1, fall = 2, kinetic = 1 }",
       "m.toml:13:23: the rise of the hysteresis of 'f' (1) is less than its fall (2); the speed "
       "has to rise above rise before it can fall below fall"},
      {"kinetic = 2\nhysteresis = { rise = 1, fall = 0, kinetic = 1 }",
       "m.toml:13:33: the fall of the hysteresis of 'f' is not positive (0); it must be greater "
       "than 0"},
      {"kinetic = 2\nhysteresis = { rise = 2, fall = 1, kinetic = -1, viscous = -2 }",
       "m.toml:13:46: the kinetic friction of the hysteresis of 'f' is negative (-1); it must be 0 "
       "or more\n"
       "m.toml:13:60: the viscous friction of the hysteresis of 'f' is negative (-2); it must be 0 "
       "or more"},
      {"kinetic = 2\nhysteresis = true",
       "m.toml:13:14: `hysteresis` is true or false, not a table; write hysteresis = { KEY = "
       "VALUE, ... }"},
  });
}

TEST_CASE("mistakes in Dahl's law and LuGre's") {
  check_all({
      {"kinetic = 2\nlaw = 'dhal'", "m.toml:13:8: no law 'dhal'; did you mean 'dahl'?"},
      {"kinetic = 2\nlaw = 'stribeck'",
       "m.toml:13:8: no law 'stribeck'; there is coulomb, dahl and lugre"},
      {"kinetic = 2\nlaw = 3",
       "m.toml:13:7: `law` is a number, not a text; write it between "
       "quotes"},
      {"kinetic = 2\nlaw = 'dahl'",
       "m.toml:10:12: `sigma0` is missing; write sigma0 = ..., the stiffness at rest"},
      {"law = 'dahl'\nsigma0 = 1", "m.toml:10:12: `kinetic` is missing; write kinetic = ..."},
      {"kinetic = 0\nlaw = 'dahl'\nsigma0 = 1",
       "m.toml:12:11: the kinetic friction of 'f' is not positive (0); it must be greater than 0"},
      {"kinetic = 1\nlaw = 'dahl'\nsigma0 = -1\nexponent = 0.5",
       "m.toml:14:10: the sigma0 of 'f' is not positive (-1); it must be greater than 0\n"
       "m.toml:15:12: the exponent of 'f' is 0.5; give a whole number from 1 to 100"},
      {"kinetic = 1\nlaw = 'lugre'\nsigma0 = 1\nsigma1 = -1",
       "m.toml:15:10: the sigma1 of 'f' is negative (-1); it must be 0 or more"},
      {"kinetic = 1\nlaw = 'lugre'\nsigma0 = 1\nstatic = 2",
       "m.toml:15:10: the static friction of 'f' is above the kinetic one, and nothing says at "
       "which speed it falls; write stribeck = { velocity = ... }"},
      {"kinetic = 1\nlaw = 'lugre'\nsigma0 = 1\nstribeck = { velocity = 1 }",
       "m.toml:15:25: the stribeck of 'f' has no static friction to start from; write static = "
       "..., more than kinetic"},
      {"kinetic = 1\nlaw = 'lugre'\nsigma0 = 1\nstatic = 0.5",
       "m.toml:15:10: the static friction of 'f' (0.5) is less than the kinetic one (1); raise "
       "static or lower kinetic"},
      {"kinetic = 1\nlaw = 'dahl'\nsigma0 = 1\nstatic = 2\nsigma1 = 3\nnormal = 4",
       "m.toml:15:1: `static` does not belong to law = \"dahl\"; remove it, or write law = "
       "\"coulomb\" or \"lugre\"\n"
       "m.toml:16:1: `sigma1` does not belong to law = \"dahl\"; remove it, or write law = "
       "\"lugre\"\n"
       "m.toml:17:1: `normal` does not belong to law = \"dahl\"; remove it, or write law = "
       "\"coulomb\""},
      {"kinetic = 1\nlaw = 'lugre'\nsigma0 = 1\nexponent = 2\nnegative = {}\ntable = 3",
       "m.toml:15:1: `exponent` does not belong to law = \"lugre\"; remove it, or write law = "
       "\"dahl\"\n"
       "m.toml:16:1: `negative` does not belong to law = \"lugre\"; remove it, or write law = "
       "\"coulomb\"\n"
       "m.toml:17:1: `table` does not belong to law = \"lugre\"; remove it, or write law = "
       "\"coulomb\""},
      {"kinetic = 1\nlaw = 'dahl'\nsigma0 = 4.9e-324",
       "m.toml:14:10: the sigma0 of 'f' is too far from its kinetic friction to divide by; their "
       "quotient is the deflection at which the bristles slide"},
      {"kinetic = 1e-300\nlaw = 'lugre'\nsigma0 = 1e100",
       "m.toml:14:10: the sigma0 of 'f' is too far from its kinetic friction to divide by; their "
       "quotient is the deflection at which the bristles slide"},
      {"kinetic = 1\nsigma0 = 1",
       "m.toml:13:1: `sigma0` does not belong to law = \"coulomb\"; remove it, or write law = "
       "\"dahl\" or \"lugre\""},
      {"kinetic = 1\nlaw = 'lugre'\nsigma0 = 1\nsigma2 = 1",
       "m.toml:15:1: no key 'sigma2' here; did you mean 'viscous'?"},
  });
}

TEST_CASE("parameters with a unit must fit the keys of a friction") {
  const std::string parameters =
      "[parameters]\nN = { value = 1, unit = 'N' }\nV = { value = 1, unit = 'm/s' }\n"
      "W = { value = 1, unit = 'rpm' }\nS = { value = 1, unit = 'N/mm' }\n"
      "C = { value = 1, unit = 'N s/m' }\nmu = { value = 10, unit = '%' }\n"
      "R = { value = 1, unit = 'm' }\nX = { value = 1, unit = 's' }\n"
      "M = '1 Nm'\nD = '1 Nms/rad'\n"
      "[simulation]\nduration = 1\n[bodies.a]\nmass = 1\n[frictions.f]\n"
      "between = ['a', 'ground']\n";
  const auto mistakes = [&](const std::string& keys) {
    return mistakes_in(parameters + keys);
  };
  for (const char* fine :
       {"kinetic = 'N'\nstatic = '2*N'\nstribeck = { velocity = 'V' }",
        "kinetic = 'N'\nhysteresis = { rise = 'V', fall = 'V', kinetic = 'N', viscous = 'C' }",
        "kinetic = 'M'\nhysteresis = { rise = 'W', fall = 'W', kinetic = 'M', viscous = 'D' }",
        "table = [[0, 'N'], ['V', 'N']]", "kinetic = 'mu'\nstatic = 'mu'\nnormal = 'N'",
        "kinetic = 'R'\nstatic = 'R'\nnormal = 'N'", "kinetic = 'mu'\nnormal = 'M'",
        "table = [[0, 'mu'], ['V', 'mu']]\nnormal = 'N'",
        "law = 'lugre'\nkinetic = 'N'\nsigma0 = 'S'\nsigma1 = 'C'"}) {
    CAPTURE(fine);
    CHECK(mistakes(fine) == "none");
  }
  const std::string advice = "; check the unit of the parameter or the key";
  const Row wrong[] = {
      {"kinetic = 1\nstatic = 2\nstribeck = { velocity = 'X', exponent = 'X' }",
       "m.toml:20:26: this speed is in m/s or rad/s, but 'X' is in s@\n"
       "m.toml:20:42: this key is in 1, but 'X' is in s@"},
      {"kinetic = 'N'\nnormal = 'X'",
       "m.toml:18:12: kinetic beside normal is in 1 or m, but 'N' is in N@\n"
       "m.toml:19:11: normal is in N or N m, but 'X' is in s@"},
      {"table = [[0, 'X'], ['X', 'C']]",
       "m.toml:18:15: a level of table is in N or N m, but 'X' is in s@\n"
       "m.toml:18:22: this speed is in m/s or rad/s, but 'X' is in s@\n"
       "m.toml:18:27: a level of table is in N or N m, but 'C' is in N s/m@"},
      {"kinetic = 2\nhysteresis = { rise = 'X', fall = 1, kinetic = 'X', viscous = 'X' }",
       "m.toml:19:24: this speed is in m/s or rad/s, but 'X' is in s@\n"
       "m.toml:19:49: kinetic is in N or N m, but 'X' is in s@\n"
       "m.toml:19:64: viscous is in N s/m or N m s/rad, but 'X' is in s@"},
      {"law = 'lugre'\nkinetic = 1\nsigma0 = 'X'\nsigma1 = 'X'",
       "m.toml:20:11: sigma0 is in N/m or N m/rad, but 'X' is in s@\n"
       "m.toml:21:11: sigma1 is in N s/m or N m s/rad, but 'X' is in s@"},
  };
  for (const Row& row : wrong) {
    CAPTURE(row.text);
    std::string expected = row.expected;
    for (std::size_t at = 0; (at = expected.find('@', at)) != std::string::npos;)
      expected.replace(at, 1, advice);
    CHECK(mistakes(row.text) == expected);
  }
}

}  // namespace
}  // namespace luztar
