// A, B, C, D beside closed forms and beside differences of runs.
#include "luztar/study/linear/linearize.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/simulate/channel.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/linear/transfer.h"
#include "random.h"

using namespace luztar;
using About = LinearSettings::About;

namespace {

using Values = std::map<std::string, double>;

/// All channels at the begin of the first step of a run, with the rates of internals as x'.
class FirstStep : public Observer {
 public:
  explicit FirstStep(const System& system)
      : owners_{system.bodies(), system.elements(), system.states()} {}
  bool wants_pieces() const override { return true; }
  void piece(const MotionPiece& piece) override {
    using Kind = Channel::Kind;
    if (!values.empty()) return;
    for (const Channel& channel : all_channels(owners_)) {
      const auto i = static_cast<int>(channel.index);
      const auto z = static_cast<int>(channel.internal);
      const std::string name = name_of(owners_, channel);
      if (channel.kind == Kind::Position) values[name] = piece.q(i)[0];
      if (channel.kind == Kind::Velocity) values[name] = piece.v(i)[0];
      if (channel.kind == Kind::Acceleration) values[name] = piece.a(i)[0];
      if (channel.kind == Kind::Deflection) values[name] = piece.d(i)[0];
      if (channel.kind == Kind::Force) values[name] = piece.f(i)[0];
      if (channel.kind != Kind::Internal && channel.kind != Kind::State) continue;
      values[name] = piece.internal(z)[0];
      values[name + "'"] = piece.internal(z)[1];
    }
  }
  bool progress(double) override { return values.empty(); }
  Values values;

 private:
  ChannelOwners owners_;
};

class Last : public Observer {
 public:
  void sample(const Sample& now) override {
    q.assign(now.q.begin(), now.q.end());
    v.assign(now.v.begin(), now.v.end());
    internal.assign(now.internal.begin(), now.internal.end());
  }
  std::vector<double> q, v, internal;
};

/// A run from changed values of states or inputs, at its begin.
class Runs {
 public:
  Runs(const Model& model, double time) : model_(model), time_(time) {
    const System system = compile(model);
    SimulationSettings settings = system.settings();
    settings.duration = time - settings.start;
    settings.give_rows(0);
    settings.times = {time};
    const RunInfo info = simulate(system, initial_state(system), settings, at_);
    REQUIRE_MESSAGE(info.status == Status::Finished, info.diagnosis);
  }

  Values begin(const Values& moves, const ParameterValues& inputs) const {
    const System system = compile(model_, inputs, StartOfFile::Unused);
    std::vector<double> q = at_.q, v = at_.v, internal = at_.internal;
    for (std::size_t b = 0; b < q.size(); ++b) {
      q[b] += move_of(moves, "q." + system.bodies()[b].name);
      v[b] += move_of(moves, "v." + system.bodies()[b].name);
    }
    for (const Channel& channel :
         all_channels({system.bodies(), system.elements(), system.states()}))
      if (channel.kind == Channel::Kind::Internal || channel.kind == Channel::Kind::State)
        internal[channel.internal] +=
            move_of(moves, name_of({system.bodies(), system.elements(), system.states()}, channel));
    SimulationSettings settings = system.settings();
    settings.duration = time_ - settings.start + 1e-3;
    settings.give_rows(0);
    FirstStep first(system);
    const RunInfo info =
        simulate(system, initial_state(system, time_, q, v, internal), settings, first);
    REQUIRE_MESSAGE(!first.values.empty(), info.diagnosis);
    return first.values;
  }

  /// d/dh at 0, by central differences extrapolated.
  Values slope(const Values& moves, const std::string& input, double value, double h) const {
    const auto central = [&](double step) {
      Values ahead = moves, behind = moves;
      for (auto& [name, move] : ahead) move *= step;
      for (auto& [name, move] : behind) move *= -step;
      ParameterValues more, less;
      if (!input.empty()) more[input] = value + step, less[input] = value - step;
      Values made = begin(ahead, more);
      for (const auto& [name, other] : begin(behind, less))
        made[name] = (made[name] - other) / (2 * step);
      return made;
    };
    Values coarse = central(h), middle = central(h / 2), fine = central(h / 4);
    for (auto& [name, slope] : fine) {
      const double one = (4 * middle[name] - coarse[name]) / 3,
                   two = (4 * slope - middle[name]) / 3;
      slope = (16 * two - one) / 15;
    }
    return fine;
  }

 private:
  static double move_of(const Values& moves, const std::string& name) {
    const auto found = moves.find(name);
    return found == moves.end() ? 0.0 : found->second;
  }
  const Model& model_;
  double time_;
  Last at_;
};

std::string rate_name(const std::string& state) {
  if (state[0] == 'q') return "v" + state.substr(1);
  if (state[0] == 'v') return "a" + state.substr(1);
  return state + "'";
}

void compare_column(const Values& slopes, const LinearSystem& system,
                    const LinearSystem::Rows& rates, const LinearSystem::Rows& outputs,
                    std::size_t column) {
  double size = 1.0;
  for (const auto& [name, slope] : slopes) size = std::fmax(size, std::abs(slope));
  for (std::size_t i = 0; i < system.states.size(); ++i) {
    const std::string name = rate_name(system.states[i].name);
    INFO(name, " by column ", column);
    CHECK(std::abs(rates[i][column] - slopes.at(name)) <= 1e-8 * size);
  }
  for (std::size_t i = 0; i < system.outputs.size(); ++i) {
    INFO(system.outputs[i].name, " by column ", column);
    CHECK(std::abs(outputs[i][column] - slopes.at(system.outputs[i].name)) <= 1e-8 * size);
  }
}

/// Each column of A, B, C, D beside runs from states and with inputs that are a little different.
/// @param inputs  parameters
void compare_with_runs(const Model& model, double time, const std::vector<std::string>& inputs,
                       double step = 2e-3) {
  const System system = compile(model);
  LinearSettings settings{.inputs = inputs, .outputs = {}, .about = About::Time, .time = time};
  for (const Channel& channel : all_channels({system.bodies(), system.elements(), system.states()}))
    if (channel.kind != Channel::Kind::Mode)
      settings.outputs.push_back(
          name_of({system.bodies(), system.elements(), system.states()}, channel));
  const LinearSystem linear = linearize(model, settings);
  const Runs runs(model, time);
  for (std::size_t j = 0; j < linear.states.size(); ++j) {
    Values moves;
    for (std::size_t i = 0; i < linear.outputs.size(); ++i)
      if (const char kind = linear.outputs[i].name[0];
          kind == 'q' || kind == 'v' || kind == 'z' || kind == 'x')
        moves[linear.outputs[i].name] = linear.c[i][j];
    for (std::size_t i = 0; i < linear.states.size(); ++i)  // no state moves another one
      CHECK(std::abs(moves.at(linear.states[i].name) - (i == j ? 1.0 : 0.0)) <= 1e-13);
    compare_column(runs.slope(moves, "", 0.0, step), linear, linear.a, linear.c, j);
  }
  const ParameterValues values = evaluate_parameters(model);
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    Values moves;  // of what follows inputs
    for (std::size_t i = 0; i < linear.outputs.size(); ++i)
      if (linear.outputs[i].name[0] == 'q') moves[linear.outputs[i].name] = linear.d[i][j];
    compare_column(runs.slope(moves, inputs[j], values.at(inputs[j]), step), linear, linear.b,
                   linear.d, j);
  }
}

std::string number_of(testing::Random& random, double low, double high) {
  return std::to_string(random(low, high));
}

/// Bodies in a chain with springs, cubic laws, dampers, frictions that slide and one that sticks, a
/// link, bristles, an expression, a state.
std::string random_model(testing::Random& random) {
  const int n = 3 + random.below(3);
  std::string text = "[parameters]\nF = " + number_of(random, -1, 1) +
                     "\nk = " + number_of(random, 20, 60) +
                     "\nmu = " + number_of(random, 0.2, 0.6) + "\n";
  const auto between = [](int a, int b) {
    return "between = [\"b" + std::to_string(a) + "\", " +
           (b < 0 ? "\"ground\"" : "\"b" + std::to_string(b) + "\"") + "]\n";
  };
  for (int b = 0; b < n; ++b) {
    const bool follows = b == 1;  // sticks to the first one
    text += "[bodies.b" + std::to_string(b) + "]\nmass = " + number_of(random, 0.5, 3) +
            "\nposition = " + number_of(random, -0.3, 0.3) +
            "\nvelocity = " + (follows || b == 0 ? "0.7" : number_of(random, 1.0, 2.0)) + "\n";
  }
  text += "[bodies.geared]\nmass = 0.4\nposition = 0.1\nvelocity = 0.35\n";
  text +=
      "[bodies.tip]\nmass = 0\n[springs.tip0]\nbetween = [\"tip\", \"b0\"]\nstiffness = 40\n"
      "[springs.tip1]\nbetween = [\"tip\", \"ground\"]\nstiffness = \"k\"\n";
  text +=
      "[bodies.oil]\nmass = 0\n[springs.oil0]\nbetween = [\"oil\", \"b2\"]\nstiffness = 30\n"
      "[dampers.oil1]\nbetween = [\"oil\", \"ground\"]\ndamping = 2\n";
  text += "[links.gear]\nbetween = [\"b0\", \"geared\"]\narms = [1, 2]\n";
  text += "[frictions.held]\n" + between(1, 0) + "static = 500\nkinetic = 100\n";
  for (int b = 0; b < n; ++b) {
    text += "[springs.s" + std::to_string(b) + "]\n" + between(b, b - 1) +
            (random.below(2) == 0 ? "force = \"k*d + 30*d^3\"\n" : "stiffness = \"k\"\n");
    text += "[dampers.c" + std::to_string(b) + "]\n" + between(b, -1) +
            "damping = " + number_of(random, 0.1, 0.5) + "\n";
  }
  text += "[frictions.slides]\n" + between(2, -1) +
          "static = 0.8\nkinetic = 0.5\nviscous = 0.1\nstribeck = { velocity = 0.9 }\n"
          "normal = \"1.5 + mu*q.b0\"\n";
  text += "[frictions.brush]\n" + between(2, 0) +
          "law = \"lugre\"\nstatic = 0.6\nkinetic = 0.4\nstribeck = { velocity = 0.5 }\n"
          "sigma0 = 50\nsigma1 = 0.5\n";
  text += "[springs.bent]\ndeflection = \"sqrt(1 + (q.b2 - q.b0)^2)\"\nstiffness = 25\n";
  text += "[states.current]\nrate = \"F - 3*x.current + sin(q.b0)*v.b2\"\nstart = 0.2\n";
  text += "[forces.drive]\non = \"b0\"\nvalue = \"2*x.current + F^2 + 3*sin(2*t)\"\n";
  return text + "[simulation]\nduration = 1\n";
}

}  // namespace

TEST_CASE("a mass with a spring and a damper") {
  const Model model = parse_model(R"~(
[parameters]
F = 3
[bodies.block]
mass = 2
[springs.spring]
between = ["block", "ground"]
stiffness = 50
damping = 0.6
[forces.push]
on = "block"
value = "F"
[simulation]
duration = 1
)~",
                                  "model");
  const LinearSystem system =
      linearize(model, {.inputs = {"F"}, .outputs = {"q.block", "f.spring", "a.block"}});
  CHECK(system.at_rest);
  CHECK(system.a == LinearSystem::Rows{{0, 1}, {-25, -0.3}});
  CHECK(system.b == LinearSystem::Rows{{0}, {0.5}});
  CHECK(system.c == LinearSystem::Rows{{1, 0}, {50, 0.6}, {-25, -0.3}});
  CHECK(system.d == LinearSystem::Rows{{0}, {0}, {0.5}});
  CHECK(system.states[0].value == doctest::Approx(0.06).epsilon(1e-13));
  const TransferFunction transfer = transfer_function(system, 1, 0);
  REQUIRE(transfer.numerator.size() == 2);
  CHECK(transfer.numerator[0] == doctest::Approx(0.3).epsilon(1e-13));
  CHECK(transfer.numerator[1] == doctest::Approx(25).epsilon(1e-13));
  CHECK(transfer.denominator[1] == doctest::Approx(0.3).epsilon(1e-13));
  CHECK(transfer.denominator[2] == doctest::Approx(25).epsilon(1e-13));
  CHECK(transfer.static_gain == doctest::Approx(1).epsilon(1e-13));
  const TransferFunction direct = transfer_function(system, 2, 0);  // s²/2 over the same
  CHECK(direct.zeros == std::vector<std::complex<double>>{0.0, 0.0});
  CHECK(direct.static_gain == 0.0);
}

TEST_CASE("a gear pair is one coordinate: (J1 + J2/i²) w' + c w = T") {
  const Model model = parse_model(R"~(
[signals.T]
value = "2*sin(t)"
[bodies.motor]
inertia = 0.1
velocity = 1
[bodies.load]
inertia = 0.5
velocity = 0.5
[links.gear]
between = ["motor", "load"]
arms = [1, 2]
[dampers.bearing]
between = ["load", "ground"]
damping = 0.2
[forces.torque]
on = "motor"
value = "T"
[simulation]
duration = 1
)~",
                                  "model");
  const LinearSystem system = linearize(
      model,
      {.inputs = {"T"}, .outputs = {"v.load", "f.gear", "T"}, .about = About::Time, .time = 0.4});
  REQUIRE(system.states.size() == 2);
  CHECK(system.states[1].name == "v.motor");
  CHECK(system.followers ==
        std::vector<std::pair<std::string, std::string>>{{"q.load", "0.5 q.motor"}});
  const double inertia = 0.1 + 0.5 / 4, damping = 0.2 / 4;
  CHECK(system.a[1][1] == doctest::Approx(-damping / inertia).epsilon(1e-13));
  CHECK(system.b[1][0] == doctest::Approx(1 / inertia).epsilon(1e-13));
  CHECK(system.c[0][1] == doctest::Approx(0.5).epsilon(1e-13));
  CHECK(system.d[1][0] == doctest::Approx(1 - 0.1 / inertia).epsilon(1e-13));
  CHECK(system.d[2][0] == 1.0);
  CHECK(system.inputs[0].value == doctest::Approx(2 * std::sin(0.4)).epsilon(1e-14));
  const auto found = poles(system);
  CHECK(found[0] == 0.0);
  CHECK(found[1].real() == doctest::Approx(-damping / inertia).epsilon(1e-13));
}

TEST_CASE("a pendulum along an expression of its angle swings with sqrt(g/l)") {
  const Model model = parse_model(R"~(
[parameters]
M = 0
[bodies.angle]
inertia = 0.72
[springs.weight]
deflection = "0.6*(1 - cos(q.angle))"
force = "2*9.81"
[forces.torque]
on = "angle"
value = "M"
[simulation]
duration = 1
)~",
                                  "model");
  const LinearSystem system = linearize(model, {.inputs = {"M"}, .outputs = {"q.angle"}});
  CHECK(system.a[1][0] == doctest::Approx(-9.81 / 0.6).epsilon(1e-12));
  CHECK(system.b[1][0] == doctest::Approx(1 / 0.72).epsilon(1e-12));
}

TEST_CASE("random networks beside differences of runs") {
  testing::Random random{20261129};
  for (int i = 0; i < 12; ++i) {
    const std::string text = random_model(random);
    INFO("network ", i, "\n", text);
    const Model model = parse_model(text, "model");
    for (const double time : {0.0, 0.05}) compare_with_runs(model, time, {"F", "k", "mu"});
  }
}

TEST_CASE("inertias that couple bodies beside differences of runs") {
  const Model model = parse_model(R"~(
[parameters]
k = 30
m = 0.3
[bodies.a]
mass = 1
position = 0.1
velocity = 0.3
[bodies.b]
mass = 2
velocity = 0.5
[bodies.c]
mass = 1.5
position = -0.2
[inertias.tie]
between = ["a", "b"]
value = "m"
[springs.s]
between = ["b", "c"]
stiffness = "k"
[springs.t]
between = ["a", "ground"]
force = "k*d + 5*d^3"
[frictions.f]
between = ["c", "ground"]
kinetic = 0.1
static = 200
[simulation]
duration = 1
)~",
                                  "model");
  for (const double time : {0.0, 0.05}) compare_with_runs(model, time, {"k", "m"});
}

TEST_CASE("examples at times of their runs beside differences of runs") {
  const auto compare = [](const std::string& name, double time, double step) {
    INFO(name);
    compare_with_runs(load_model(LUZTAR_SOURCE_DIR "/examples/" + name + ".toml"), time, {}, step);
  };
  compare("gear_system", 0.02, 1e-5);
  compare("sliding_bearing", 0.3, 1e-4);
  compare("worm_gear", 0.1, 1e-4);
  compare("steering", 0.4, 1e-4);
  compare("lugre", 0.4, 1e-6);
  compare("rate_and_state", 0.3, 1e-5);
}
