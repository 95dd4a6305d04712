// [repeat.NAME]: what it makes is compared with the same model written out by hand.
#include <cmath>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "luztar/io/write_model.h"
#include "luztar/model/random_number.h"

namespace luztar {
namespace {

using test::mistakes_in;

const std::string kRun = "[simulation]\nduration = 1\n";

/// The model as a file without [repeat].
std::string written_out(const std::string& text, const LoadOptions& options = {}) {
  return write_model(parse_model(text, "m.toml", options));
}

/// `keys` of the template starts at line 7, in a repeat of three bodies b with a local m = 2*i.
std::string with_template(const std::string& keys) {
  return "[simulation]\nduration = 1\n[repeat.r]\ncount = 3\nparameters = { m = '2*i' }\n"
         "bodies.b = { mass = 'm' }\n" +
         keys + "\n";
}

TEST_CASE("a chain that is repeated is the chain written out") {
  const std::string repeated = R"toml(
[parameters]
n = 3
F = 2.5
[bodies.wall]
mass = inf
[repeat.layer]
count = "n"
[repeat.layer.parameters]
k = "10*m"
m = "1 + i/4"
[repeat.layer.bodies.block]
mass = "m"
velocity = "F"
[repeat.layer.springs.couple]
between = ["block", "block[i+1]"]
where = "i < count"
stiffness = "k"
freeplay = "i*F"
[repeat.layer.frictions.joint]
between = ["block", "ground"]
kinetic = "F*m"
normal = "1 + q.block^2"
[repeat.layer.forces.follow]
on = "block"
value = "v.block[count+1-i] - q.wall"
[springs.end]
between = ["block[n]", "wall"]
stiffness = 1
[forces.pull]
on = "block_1"
value = "q.block[n]"
)toml" + kRun;
  const std::string by_hand = R"toml(
[parameters]
n = 3
F = 2.5
[bodies]
wall = { mass = inf }
block_1 = { mass = 1.25, velocity = "F" }
block_2 = { mass = 1.5, velocity = "F" }
block_3 = { mass = 1.75, velocity = "F" }
[springs]
end = { between = ["block_3", "wall"], stiffness = 1 }
couple_1 = { between = ["block_1", "block_2"], stiffness = 12.5, freeplay = "1*F" }
couple_2 = { between = ["block_2", "block_3"], stiffness = 15, freeplay = "2*F" }
[frictions]
joint_1 = { between = ["block_1", "ground"], kinetic = "F*1.25", normal = "1 + q.block_1^2" }
joint_2 = { between = ["block_2", "ground"], kinetic = "F*1.5", normal = "1 + q.block_2^2" }
joint_3 = { between = ["block_3", "ground"], kinetic = "F*1.75", normal = "1 + q.block_3^2" }
[forces]
pull = { on = "block_1", value = "q.block_3" }
follow_1 = { on = "block_1", value = "v.block_3 - q.wall" }
follow_2 = { on = "block_2", value = "v.block_2 - q.wall" }
follow_3 = { on = "block_3", value = "v.block_1 - q.wall" }
)toml" + kRun;
  CHECK(written_out(repeated) == written_out(by_hand));
}

TEST_CASE("a sheet of blocks has two indices; other repeats name its bodies with both") {
  const std::string repeated = R"toml(
[repeat.sheet]
count = [2, 2]
index = ["row", "column"]
bodies.b = { mass = "10*row + column" }
[repeat.sheet.springs.right]
between = ["b", "b[row, column + 1]"]
where = "column < 2"
stiffness = 1
[repeat.sheet.springs.down]
across = { b = 2, "b[row + 1, column]" = "row" }
where = ["row < 2", "column > 1"]
stiffness = 2
[repeat.feet]
count = 2
dampers.foot = { between = ["b[2, i]", "ground"], damping = "i" }
)toml" + kRun;
  const std::string by_hand = R"toml(
[bodies]
b_1_1 = { mass = 11 }
b_1_2 = { mass = 12 }
b_2_1 = { mass = 21 }
b_2_2 = { mass = 22 }
[springs]
right_1_1 = { between = ["b_1_1", "b_1_2"], stiffness = 1 }
down_1_2 = { across = { b_1_2 = 2, b_2_2 = 1 }, stiffness = 2 }
right_2_1 = { between = ["b_2_1", "b_2_2"], stiffness = 1 }
[dampers]
foot_1 = { between = ["b_2_1", "ground"], damping = 1 }
foot_2 = { between = ["b_2_2", "ground"], damping = 2 }
)toml" + kRun;
  CHECK(written_out(repeated) == written_out(by_hand));
}

TEST_CASE("every kind of element and every law of friction can be repeated") {
  const std::string repeated = R"toml(
[parameters]
vs = 0.1
[repeat.r]
count = 1
parameters = { x = "i + 1" }
bodies.a = { inertia = "x", position = "x" }
bodies.m = { motion = "x*sin(t)" }
springs.s = { between = ["a", "m"], force = "x*d + v" }
links.l = { between = ["a", "m"], arms = ["x", 1] }
stops.p = { between = ["a", "ground"], gap = ["-inf", "x"], restitution = "x/4" }
frictions.f = { between = ["a", "ground"], kinetic = 1, static = "x", stribeck = { velocity = "vs*x" }, hysteresis = { rise = "x", fall = 1, kinetic = 0.5 }, negative = { viscous = "x" } }
frictions.g = { between = ["a", "ground"], table = [[0, "x"], ["x", 1]] }
frictions.h = { between = ["a", "ground"], law = "dahl", sigma0 = "x", kinetic = 1 }
)toml" + kRun;
  const std::string by_hand = R"toml(
[parameters]
vs = 0.1
[bodies]
a_1 = { inertia = 2, position = 2 }
m_1 = { motion = "2*sin(t)" }
[springs]
s_1 = { between = ["a_1", "m_1"], force = "2*d + v" }
[links]
l_1 = { between = ["a_1", "m_1"], arms = [2, 1] }
[stops]
p_1 = { between = ["a_1", "ground"], gap = ["-inf", 2], restitution = 0.5 }
[frictions]
f_1 = { between = ["a_1", "ground"], kinetic = 1, static = 2, stribeck = { velocity = "vs*2" }, hysteresis = { rise = 2, fall = 1, kinetic = 0.5 }, negative = { viscous = 2 } }
g_1 = { between = ["a_1", "ground"], table = [[0, 2], [2, 1]] }
h_1 = { between = ["a_1", "ground"], law = "dahl", sigma0 = 2, kinetic = 1 }
)toml" + kRun;
  CHECK(written_out(repeated) == written_out(by_hand));
}

TEST_CASE("random parameters are numbers of the seed, the name and the index") {
  const std::string text = R"toml(
[parameters]
s = 7
[repeat.r]
count = 3
[repeat.r.parameters]
u = { uniform = [2, 4], seed = "s" }
z = { normal = [1, 0.5], seed = 1 }
g = { lognormal = [3, 0.5], seed = 1 }
[repeat.r.bodies.b]
mass = "u"
position = "z"
velocity = "g"
)toml" + kRun;
  LoadOptions options;
  options.parameters["s"] = Expression::number(8);
  const Model model = parse_model(text, "m.toml"), other = parse_model(text, "m.toml", options);
  for (std::int64_t i = 1; i <= 3; ++i) {
    const Body& body = model.bodies[static_cast<std::size_t>(i - 1)];
    const auto number = [&](const char* name, std::uint64_t seed) {
      return uniform_number(seed, name, {&i, 1});
    };
    CHECK(body.mass->number() == 2 + 2 * number("r.u", 7));
    CHECK(other.bodies[static_cast<std::size_t>(i - 1)].mass->number() == 2 + 2 * number("r.u", 8));
    CHECK(body.position.number() == 1 + 0.5 * normal_quantile(number("r.z", 1)));
    CHECK(body.velocity.number() ==
          doctest::Approx(3 * std::exp(0.5 * normal_quantile(number("r.g", 1)))).epsilon(1e-15));
  }
}

TEST_CASE("what does not depend on the index is one expression for all instances") {
  const Model model = parse_model(
      "[parameters]\nM = 2\n" +
          with_template("[repeat.r.frictions.f]\nbetween = ['b', 'ground']\nkinetic = 'M*3'"),
      "m.toml");
  REQUIRE(model.frictions.size() == 3);
  CHECK(model.frictions[0].forward.kinetic.identity() ==
        model.frictions[2].forward.kinetic.identity());
  CHECK(model.bodies[2].mass->number() == 6);
  CHECK(model.repeats.at(0).items.bodies.at(0).name == "b");
}

TEST_CASE("a count that is changed makes another model") {
  const std::string text =
      "[parameters]\nn = 3\n[repeat.r]\ncount = 'n'\nbodies.b = { mass = 1 }\n" + kRun;
  LoadOptions options;
  options.parameters["n"] = parse_expression("2*2", {});
  CHECK(parse_model(text, "m.toml").bodies.size() == 3);
  CHECK(parse_model(text, "m.toml", options).bodies.size() == 4);
}

TEST_CASE("mistakes of templates are told once, with their place and the first instance") {
  const auto spring = [](const std::string& keys) {
    return mistakes_in(with_template("[repeat.r.springs.s]\n" + keys));
  };
  CHECK(
      spring("between = ['b', 'b[i+1]']\nstiffness = 1") ==
      "m.toml:8:18: s_3: there is no b[4], the last one is b[3]; leave this element out there, for "
      "example with where = \"i < count\"");
  CHECK(spring("between = ['b', 'b[i/2]']\nstiffness = 1") ==
        "m.toml:8:18: s_1: this index of 'b' is not a whole number (and so in 1 more); an index is "
        "made of i, parameters and numbers");
  CHECK(spring("between = ['b', 'c']\nstiffness = 1") ==
        "m.toml:8:18: no body 'c'; there is ground and b");
  CHECK(spring("between = ['b', 'b[1,2]']\nstiffness = 1")
            .starts_with(
                "m.toml:8:18: s_1: 'b' stands for many bodies, with another number of indices"));
  CHECK(spring("between = ['b', 'b[i+]']\nstiffness = 1")
            .starts_with("m.toml:8:22: the expression ends too early"));
  CHECK(spring("between = ['b', 'ground']\nstiffness = 'mm'\n") ==
        "m.toml:9:14: no parameter 'mm'; define it under [parameters]");
  CHECK(spring("between = ['b', 'ground']\nstiffness = 1\nwhere = 'i'")
            .starts_with("m.toml:10:11: in `where`: this is no comparison"));
  CHECK(spring("between = ['b', 'ground']\nstiffness = 1\nwhere = 1")
            .starts_with("m.toml:10:9: `where` is a number"));
  CHECK(spring("between = ['b', 'ground']\nstiffness = 1\n[repeat.r.springs.next]\n"
               "between = ['b', 'ground']\nstiffness = 1\nwhere = 'q.b[i+7] < 1'") ==
        "m.toml:13:10: next_1: there is no b[8], the last one is b[3] (and so in 2 more); leave "
        "this element out there, for example with where = \"i < count\"");
  CHECK(spring("between = ['b', 'ground']\nstiffness = '1/(i-2)'") ==
        "m.toml:9:14: the stiffness of 's_2' is not a finite number; give it a finite number");
  CHECK(mistakes_in(with_template("bodies.c = { mass = '-i' }")) ==
        "m.toml:7:22: the mass of 'c_1' is negative (-1) (and so in 2 more); it must be 0 or more");
  const std::string spring_b = "springs.b = { between = ['b', 'ground'], stiffness = 'm' }";
  CHECK(mistakes_in(with_template("bodies.m = { mass = 'm' }\n" + spring_b)) == "none");
  CHECK(mistakes_in(with_template(spring_b + "\ndampers.b = { between = ['b', 'ground'], damping = "
                                             "1 }"))
            .find("the name 'b' is taken in line 7") != std::string::npos);
  CHECK(mistakes_in(with_template("[bodies.b_2]\nmass = 1")).find("the name 'b_2' is taken") !=
        std::string::npos);
  CHECK(mistakes_in(with_template("[forces.f]\non = 'b'\nvalue = 1"))
            .starts_with("m.toml:8:7: 'b' stands for many bodies; write b[1]"));
  CHECK(mistakes_in(with_template("[forces.f]\non = 'b[1]'\nvalue = 'q.b[7]'"))
            .starts_with(
                "m.toml:9:10: there is no b[7], the last one is b[3]; name one that there is"));
  CHECK(mistakes_in(with_template("[bodies.x]\nmass = 1\nwhere = 'i < 2'"))
            .starts_with("m.toml:9:1: no key 'where' here"));
}

TEST_CASE("mistakes of counts, indices and random parameters") {
  const auto repeat = [](const std::string& keys) {
    return mistakes_in(kRun + "[bodies.a]\nmass = 1\n[repeat.r]\n" + keys);
  };
  CHECK(repeat("") == "m.toml:5:9: `count` is missing; write count = ...");
  CHECK(repeat("count = -1").starts_with("m.toml:6:9: count = -1; give a whole number"));
  CHECK(repeat("count = 2.5").starts_with("m.toml:6:9: count = 2.5; give a whole number"));
  CHECK(repeat("count = 'x'").starts_with("m.toml:6:10: no parameter 'x'"));
  CHECK(repeat("count = []").starts_with("m.toml:6:9: `count` has no or more than three"));
  CHECK(repeat("count = [1, 2]\nindex = 'i'").starts_with("m.toml:7:9: `index` is not a name"));
  CHECK(repeat("count = 1\nindex = 't'").starts_with("m.toml:5:9: the name 't' is reserved"));
  CHECK(mistakes_in(kRun + "[parameters]\na = 1\n[bodies.a]\nmass = 'a'\n[repeat.r]\ncount = 1\n"
                           "parameters = { a = 1 }")
            .find("the name 'a' is taken") != std::string::npos);
  for (const char* name : {"i", "count"}) {  // of the index, of its number
    CAPTURE(name);
    CHECK(repeat("count = 2\nparameters = { " + std::string(name) + " = 1, x = 2 }")
              .find("the name '" + std::string(name) + "' is taken") != std::string::npos);
  }
  CHECK(repeat("count = [2, 2]\nindex = ['j', 'j']\nparameters = { x = 2 }")
            .find("the name 'j' is taken") != std::string::npos);
  CHECK(repeat("count = 1\nparameters = { x = 'y', y = 'x' }")
            .starts_with("m.toml:7:16: the parameter 'x' needs itself"));
  CHECK(repeat("count = 1\nparameters = { x = 'z' }").starts_with("m.toml:7:21: no parameter 'z'"));
  CHECK(repeat("count = 1\nparameters.x = { uniform = [1, 2] }")
            .starts_with("m.toml:7:12: `seed` is missing"));
  CHECK(repeat("count = 1\nparameters.x = { seed = 1 }")
            .starts_with("m.toml:7:12: 'x' has no distribution"));
  CHECK(repeat("count = 1\nparameters.x = { normal = 1, seed = 1 }")
            .starts_with("m.toml:7:27: `normal` needs a list of two numbers"));
  CHECK(repeat("count = 1\nparameters.x = { normal = [1, 2], seed = 0.5 }")
            .starts_with("m.toml:7:42: the seed of 'x' is not a whole number"));
  CHECK(repeat("count = 1000000000\nbodies.b = { mass = 1 }")
            .starts_with("m.toml:5:9: [repeat] makes more than 50000000 bodies and elements"));
  // Nor may a table without bodies and elements take hours.
  CHECK(repeat("count = 1000000000")
            .starts_with("m.toml:5:9: [repeat] makes more than 50000000 bodies and elements"));
}

}  // namespace
}  // namespace luztar
