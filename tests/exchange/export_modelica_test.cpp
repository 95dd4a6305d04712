// Whole models as Modelica, and back by `luztar import`: the same runs.
#include "luztar/exchange/modelica/export_modelica.h"

#include <random>

#include "luztar/io/read_file.h"
#include "modelica_back.h"
#include "tests/environment.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string example_text(const std::string& name) {
  return read_file(LUZTAR_SOURCE_DIR "/examples/" + name + ".toml", {});
}

/// Networks of what has a component in the library.
class DrawnNetwork {
 public:
  explicit DrawnNetwork(unsigned seed) : engine_(seed) {}

  std::string text() {
    const int bodies = 2 + pick(3);
    for (int i = 0; i < bodies; ++i) add_body(i);
    for (int i = 0; i < bodies; ++i) add("springs", i, bodies, "stiffness = " + number(20, 80));
    for (int i = 0; i < 2 * bodies; ++i) add_element(pick(bodies), pick(bodies + 1));
    for (int i = 0; i < bodies; ++i)
      text_ += "forces.F" + std::to_string(i) + " = { on = \"b" + std::to_string(i) +
               "\", value = \"" + value() + "\" }\n";
    return "parameters.p = 0.8\nsignals.s.value = \"sin(3*t)\"\nsimulation = { duration = 1.5, "
           "samples = 151 }\n" +
           text_;
  }
  bool keeps_modes() const { return keeps_modes_; }

 private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  std::string number(double from, double to) {
    return std::to_string(std::uniform_real_distribution<double>(from, to)(engine_));
  }

  void add_body(int i) {
    turns_.push_back(pick(2) == 0);
    text_ += "bodies.b" + std::to_string(i) + " = { " + (turns_.back() ? "inertia = " : "mass = ") +
             number(0.5, 2) + ", position = " + number(-0.2, 0.2) +
             ", velocity = " + number(-2, 2) + " }\n";
  }

  std::string value() {
    switch (pick(4)) {
      case 0:
        return number(1, 6) + "*sin(" + number(2, 9) + "*t)";
      case 1:
        return number(1, 6) + "*s + " + number(-2, 2) + "*v.b0";
      case 2:
        return number(1, 4) + "*square(" + number(2, 9) + "*t) - p*q.b1";
      default:
        return "if(t < " + number(0.2, 1) + ", 2, -p*" + number(1, 4) + ")";
    }
  }

  /// Between a and b, b = number of bodies for the ground.
  void add(const std::string& kind, int a, int b, const std::string& keys) {
    const bool grounded = b >= static_cast<int>(turns_.size());
    const std::string other = grounded ? "ground" : "b" + std::to_string(b);
    text_ += kind + ".e" + std::to_string(count_++) + " = { between = [\"b" + std::to_string(a) +
             "\", \"" + other + "\"], " + keys;
    if (!grounded && turns_[a] != turns_[b])
      text_ += turns_[a] ? ", arms = [0.7, 1]" : ", arms = [1, 0.7]";
    if (!grounded && turns_[a] && turns_[b] && pick(3) == 0) text_ += ", arms = [1, -1.4]";
    text_ += " }\n";
  }

  void add_element(int a, int b) {
    if (a == b) return;
    const bool grounded = b >= static_cast<int>(turns_.size());
    const bool turning = turns_[a] && (grounded || turns_[b]);
    switch (pick(6)) {
      case 0:
        return add("springs", a, b,
                   "stiffness = " + number(20, 200) + ", damping = " + number(0, 1) +
                       ", rest = " + number(-0.1, 0.1));
      case 1:
        return add("dampers", a, b, "damping = " + number(0, 1));
      case 2:
        return add("frictions", a, b,
                   "kinetic = " + number(0.5, 2) + ", viscous = " + number(0, 0.5));
      case 3:
        return add("frictions", a, b, "kinetic = 1, static = " + number(1, 2));
      case 4:
        return add("frictions", a, b,
                   "kinetic = 0.3, static = 0.35, normal = \"" + number(1, 5) + "*(1 + s)\"");
      default:
        break;
    }
    keeps_modes_ = keeps_modes_ && turning;  // else its law is written, and modes have no name
    add("springs", a, b, "stiffness = " + number(50, 300) + ", freeplay = " + number(0.01, 0.1));
  }

  std::mt19937 engine_;
  std::string text_{};
  std::vector<bool> turns_{};
  int count_{};
  bool keeps_modes_{true};
};

}  // namespace

TEST_CASE("examples have the same events and rows after they were Modelica") {
  for (const std::string name :
       {"belt", "two_blocks_on_ground", "three_blocks", "gear_system_simplified_2",
        "shaft_in_socket", "clutch", "encoder_servo", "janecek_guide", "sliding_bearing",
        "den_hartog"}) {
    CAPTURE(name);
    check_same(example_text(name));
  }
  for (const std::string name :
       {"backlash", "brake", "lugre", "prandtl_tomlinson", "cam_follower"}) {
    CAPTURE(name);
    check_same(example_text(name), false);
  }
}

TEST_CASE("random networks have the same runs after they were Modelica") {
  const int count = test::count_of(40);
  int modes = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    DrawnNetwork draw(static_cast<unsigned>(seed));
    const std::string text = draw.text();
    check_same(text, draw.keeps_modes());
    modes += draw.keeps_modes() ? 1 : 0;
  }
  CHECK(modes > count / 4);
}

TEST_CASE("a wrong model is told before what Modelica has not") {
  CHECK_THROWS_WITH_AS(as_modelica("bodies.a.mass = -1\nsimulation.duration = 1\n"),
                       doctest::Contains("given.toml:1:"), ModelError);
}

TEST_CASE("the same model gives the same text") {
  const std::string text = example_text("gear_system");
  CHECK(as_modelica(text) == as_modelica(text));
}
