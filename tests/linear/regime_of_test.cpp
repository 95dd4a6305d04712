// A, B, C, D in symbols beside linearize() of the same model with other values of its parameters.
#include "luztar/study/linear/regime_of.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "environment.h"
#include "luztar/derive/linear/linear_symbols.h"
#include "luztar/io/load_model.h"
#include "luztar/simulate/channel.h"
#include "random.h"

using namespace luztar;
using About = LinearSettings::About;

namespace {

/// A model all of whose numbers are parameters.
class RandomModel {
 public:
  explicit RandomModel(testing::Random& random) : random_(random) {
    const int n = 1 + random.below(3);
    for (int b = 0; b < n; ++b) add_body("b" + std::to_string(b), number(0.5, 3));
    add_given();
    for (int b = 0; b < n; ++b) add_smooth(b);
    add_pairs();
    if (chance(2)) add_massless();
    if (chance(2)) add_states();
    if (n > 1 && chance(3))
      part("inertias.tie", between("b0", "b1") + "value = " + number(-0.2, 0.2) + "\n");
  }

  std::string text() const {
    return "[parameters]\nF = 0.4\n" + parameters_ + "[signals.push]\nvalue = \"F*sin(3*t)\"\n" +
           "[signals.road]\nvalue = \"0.1*sin(2*t)\"\n" + parts_ + "[simulation]\nduration = 1\n";
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  bool chance(int of) { return random_.below(of) == 0; }
  std::string plain(double low, double high) { return std::to_string(random_(low, high)); }
  std::string number(double low, double high) {
    names_.push_back("p" + std::to_string(names_.size()));
    parameters_ += names_.back() + " = " + plain(low, high) + "\n";
    return "\"" + names_.back() + "\"";
  }
  std::string bare(double low, double high) {
    const std::string quoted = number(low, high);
    return quoted.substr(1, quoted.size() - 2);
  }
  void part(const std::string& name, const std::string& keys) {
    parts_ += "[" + name + "]\n" + keys;
  }
  std::string next(const std::string& kind) {
    return kind + "s." + kind.substr(0, 1) + std::to_string(count_++);
  }
  static std::string between(const std::string& a, const std::string& b) {
    return "between = [\"" + a + "\", \"" + b + "\"]\n";
  }
  std::string any_body() { return bodies_[static_cast<std::size_t>(random_.below(size()))]; }
  int size() const { return static_cast<int>(bodies_.size()); }
  std::string any_two(bool with_arms) {
    const std::string a = any_body();
    std::string b = chance(3) ? "ground" : any_body();
    if (a == b) b = "ground";
    std::string keys = between(a, b);
    if (with_arms) keys += "arms = [" + number(0.5, 2) + ", " + number(0.5, 2) + "]\n";
    return keys;
  }

  void add_body(const std::string& name, const std::string& mass) {
    part("bodies." + name, "mass = " + mass + "\nposition = " + plain(-0.3, 0.3) +
                               "\nvelocity = " + (chance(3) ? "0" : plain(-2, 2)) + "\n");
    bodies_.push_back(name);
  }

  void add_given() {
    if (chance(3)) {
      part("bodies.ramp", "motion = \"" + bare(0.5, 2) + "*road*(1 + 0.2*t)\"\n");
      bodies_.push_back("ramp");
    }
    if (chance(4)) {
      part("bodies.belt", "mass = inf\nvelocity = 0.8\n");
      bodies_.push_back("belt");
    }
  }

  void add_smooth(int b) {
    const std::string body = "b" + std::to_string(b), k = bare(20, 60);
    part(next("spring"), between(body, "ground") +
                             (chance(2) ? "force = \"" + k + "*d + " + bare(10, 40) + "*d^3\"\n"
                                        : "stiffness = \"" + k + "\"\n"));
    if (chance(2)) part(next("damper"), any_two(true) + "damping = " + number(0.1, 0.5) + "\n");
    if (chance(2))
      part(next("spring"), any_two(chance(2)) + "stiffness = " + number(20, 60) + "\nfreeplay = " +
                               number(0.01, 0.2) + "\ndamping = " + number(0.1, 0.4) + "\n");
    if (chance(3))
      part(next("spring"), "deflection = \"" + bare(0.5, 2) + "*sqrt(1 + (q.b0 - q." + body +
                               "/2)^2)\"\nstiffness = " + number(10, 30) +
                               "\ndamping = " + number(0.1, 0.3) + "\n");
    if (chance(2))
      part(next("force"), "on = \"" + body + "\"\nvalue = \"push + F^2*cos(q.b0) - " +
                              bare(0.1, 0.5) + "*v." + body + "\"\n");
  }

  void add_pairs() {
    for (int i = 0; i < 2; ++i) {
      const std::string level = bare(0.3, 0.6);
      std::string keys = any_two(chance(2)) + "kinetic = \"" + level + "\"\nstatic = \"" +
                         (chance(3) ? "500*" : "1.4*") + level + "\"\n";
      if (chance(2)) keys += "viscous = " + number(0.05, 0.2) + "\n";
      if (chance(3)) keys += "stribeck = { velocity = " + number(0.4, 0.9) + " }\n";
      if (chance(3)) keys += "normal = \"1.5 + " + bare(-0.6, 0.6) + "*q.b0 + 0.1*v.b0\"\n";
      part(next("friction"), keys);
    }
    if (chance(3))
      part(next("friction"), any_two(false) + "table = [[0, " + number(0.6, 0.9) + "], [0.5, " +
                                 number(0.3, 0.5) + "], [3, " + number(0.5, 0.9) + "]]\n");
    if (chance(4))
      part(next("friction"), any_two(false) + "law = \"" +
                                 (chance(2) ? "dahl\"\n"
                                            : "lugre\"\n"
                                              "sigma1 = " +
                                                  number(0.3, 0.6) + "\n") +
                                 "kinetic = " + number(0.4, 0.6) + "\nsigma0 = " + number(30, 60) +
                                 "\n");
    if (chance(3)) part(next("freewheel"), any_two(false));
  }

  void add_massless() {
    if (chance(2)) {
      part("bodies.tip", "mass = 0\n");
      part(next("spring"), between("tip", "b0") + "stiffness = " + number(20, 60) + "\n");
      part(next("spring"), between("tip", any_given()) + "stiffness = " + number(20, 60) + "\n");
      return;
    }
    part("bodies.oil", "mass = 0\n");
    part(next("spring"), between("oil", "b0") + "stiffness = " + number(20, 60) + "\n");
    part(next("damper"), between("oil", any_given()) + "damping = " + number(1, 3) + "\n");
  }
  std::string any_given() {
    return std::ranges::find(bodies_, "ramp") != bodies_.end() ? "ramp" : "ground";
  }

  void add_states() {
    part("states.current",
         "rate = \"F - " + bare(1, 4) + "*x.current + sin(q.b0)*v.b0\"\n" + "start = 0.2\n");
    part(next("force"), "on = \"b0\"\nvalue = \"" + bare(0.5, 2) + "*x.current^2\"\n");
  }

  testing::Random& random_;
  std::string parameters_, parts_;
  std::vector<std::string> names_, bodies_;
  int count_{};
};

std::vector<std::string> channels_of(const Model& model) {
  const System system = compile(model);
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  std::vector<std::string> names;
  for (const Channel& channel : all_channels(owners))
    if (channel.kind != Channel::Kind::Mode) names.push_back(name_of(owners, channel));
  return names;
}

bool same_modes(const LinearRegime& a, const LinearRegime& b) {
  return a.states == b.states &&
         std::ranges::equal(a.elements, b.elements, [](const auto& x, const auto& y) {
           return x.first == y.first && x.second.mode == y.second.mode &&
                  x.second.holds == y.second.holds;
         });
}

/// Largest difference of formulas at the other's values, beside the largest number.
double difference(const FormulaMatrix& formulas, const LinearRegime::Rows& numbers,
                  const LinearRegime& other) {
  double most = 0.0, size = 1e-300;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t j = 0; j < numbers[i].size(); ++j) {
      const double value = evaluate(to_expression(formulas[i][j]),
                                    [&](const std::string& name) { return other.values.at(name); });
      most = std::fmax(most, std::abs(value - numbers[i][j]));
      size = std::fmax(size, std::abs(numbers[i][j]));
    }
  return most / size;
}

/// What came of a draw.
struct Draw {
  std::string refused{};  ///< in words
  bool other_modes{};
  double error{};
};

Draw compare_elsewhere(RandomModel& drawn, testing::Random& random, double time) {
  Model model = parse_model(drawn.text(), "model");
  LinearSettings settings{.inputs = {"F", "push", "road"}, .outputs = {}};
  settings.inputs.push_back(
      drawn
          .names()[static_cast<std::size_t>(random.below(static_cast<int>(drawn.names().size())))]);
  settings.about = About::Time;
  settings.time = time;
  Draw made;
  LinearSymbols symbols;
  LinearRegime here, there;
  const auto try_all = [&] {
    here = regime_of(model, settings);
    symbols = linear_symbols(model, here);
  };
  try {
    try_all();
    const std::vector<std::string> channels = channels_of(model);
    for (int i = 0; i < 3; ++i) {  // those that have a formula
      settings.outputs.push_back(
          channels[static_cast<std::size_t>(random.below(static_cast<int>(channels.size())))]);
      try {
        try_all();
      } catch (const ModelError&) {
        settings.outputs.pop_back();
        try_all();
      }
    }
    for (Parameter& parameter : model.parameters)
      if (parameter.name != "F")
        parameter.value = Expression::number(parameter.value.number() * random(0.8, 1.25));
    there = regime_of(model, settings);
  } catch (const ModelError& error) {
    made.refused = error.what();
    return made;
  }
  made.other_modes = !same_modes(here, there);
  if (made.other_modes) return made;
  for (const auto& [formulas, numbers] :
       {std::pair{&symbols.a, &there.a}, std::pair{&symbols.b, &there.b},
        std::pair{&symbols.c, &there.c}, std::pair{&symbols.d, &there.d}})
    made.error = std::fmax(made.error, difference(*formulas, *numbers, there));
  return made;
}

}  // namespace

TEST_CASE("random models: formulas at other values are what linearize gives there") {
  testing::Random random{20261130};
  const int count = test::count_of(20);
  int compared = 0;
  for (int i = 0; i < count; ++i) {
    RandomModel drawn(random);
    INFO("model ", i, "\n", drawn.text());
    const Draw made = compare_elsewhere(drawn, random, random.below(2) == 0 ? 0.0 : 0.05);
    compared += made.refused.empty() && !made.other_modes ? 1 : 0;
    CHECK(made.error <= 1e-10);
    CAPTURE(made.refused);
  }
  CHECK(compared > count / 3);
}
