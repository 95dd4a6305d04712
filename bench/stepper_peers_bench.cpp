// What a millisecond of motion costs a program that steps a mechanism: luztar's Stepper, MuJoCo's
// mj_step and a loop written by hand (RK4, friction F tanh(w/speed)), of the same mechanisms.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "bench/mujoco_steps.h"
#include "luztar/luztar.h"

namespace {

constexpr int kTurns = 5;
constexpr double kH = 1e-3;             // [s]
using Positions = std::vector<double>;  // of all bodies at 1 ms, then at 2 ms, ...

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The belt with F_S = F_K, as MuJoCo has no other friction, in the distance to the belt.
struct Belt {
  static constexpr int kBodies = 1, kSteps = 20000;
  static constexpr double kV = 0.2, kK = 25.0, kF = 6.0;
  /// Fastest decay where friction is viscous below `speed` [1/s].
  static double decay(double speed) { return kF / speed; }
  static void accelerations(double t, const double* q, const double* v, double speed, double* a) {
    a[0] = -kK * (q[0] + kV * t) - kF * std::tanh(v[0] / speed);
  }
  static double position(double t, double q) { return q + kV * t; }
  /// Closed form: it rides until k x = F, and swings around that place; its speed is that of the
  /// belt once a period.
  static double exact(double t) {
    const double slips = kF / (kK * kV), w = std::sqrt(kK);
    return t < slips ? kV * t : kF / kK + kV / w * std::sin(w * (t - slips));
  }
};

struct Gear {
  static constexpr int kBodies = 4, kSteps = 2000;
  static constexpr std::array<double, 4> kMass{0.02, 0.001, 0.002, 0.05},
      kViscous{0.05, 0.02, 0.03, 0.08}, kDry{0.5, 0.2, 0.3, 0.8};
  static constexpr std::array<double, 3> kStiffness{400, 2000, 800}, kGap{0.005, 0.01, 0.004},
      kArm{1, 2, 1};
  static double decay(double speed) { return 0.2 / 0.001 / speed; }
  static double torque(double t) { return 5 * std::sin(3 * std::numbers::pi * t); }
  static void accelerations(double t, const double* q, const double* v, double speed, double* a) {
    std::array<double, 4> f{torque(t), 0, 0, -0.6};
    for (std::size_t i = 0; i < 3; ++i) {
      const double d = q[i] - kArm[i] * q[i + 1];
      const double force = kStiffness[i] * (d - std::clamp(d, -kGap[i], kGap[i]));
      f[i] -= force, f[i + 1] += kArm[i] * force;
    }
    for (std::size_t i = 0; i < 4; ++i)
      a[i] = (f[i] - kViscous[i] * v[i] - kDry[i] * std::tanh(v[i] / speed)) / kMass[i];
  }
  static double position(double, double q) { return q; }
};

/// One step of the classical method of Runge and Kutta.
template <class Problem>
void rk4(double t, double h, double speed, double* q, double* v) {
  constexpr int kN = Problem::kBodies;
  std::array<std::array<double, kN>, 4> x{}, a{};
  constexpr std::array<double, 4> kAt{0, 0.5, 0.5, 1}, kWeight{1, 2, 2, 1};
  std::array<double, kN> place{}, dq{}, dv{};
  for (std::size_t s = 0; s < 4; ++s) {
    for (std::size_t i = 0; i < kN; ++i) {
      place[i] = q[i] + (s ? h * kAt[s] * x[s - 1][i] : 0.0);
      x[s][i] = v[i] + (s ? h * kAt[s] * a[s - 1][i] : 0.0);
    }
    Problem::accelerations(t + kAt[s] * h, place.data(), x[s].data(), speed, a[s].data());
    for (std::size_t i = 0; i < kN; ++i)
      dq[i] += kWeight[s] * x[s][i], dv[i] += kWeight[s] * a[s][i];
  }
  for (std::size_t i = 0; i < kN; ++i) q[i] += h / 6 * dq[i], v[i] += h / 6 * dv[i];
}

/// Steps as long as the method bears the decay of the friction.
template <class Problem>
int parts(double speed) {
  return static_cast<int>(std::ceil(kH * Problem::decay(speed) / 2.0));
}

template <class Problem>
Positions by_hand(double speed) {
  Positions found;
  found.reserve(Problem::kSteps * Problem::kBodies);
  const int n = parts<Problem>(speed);
  std::array<double, Problem::kBodies> q{}, v{};
  for (int k = 0; k < Problem::kSteps; ++k) {
    for (int i = 0; i < n; ++i)
      rk4<Problem>(kH * (k + i / static_cast<double>(n)), kH / n, speed, q.data(), v.data());
    for (const double one : q) found.push_back(Problem::position(kH * (k + 1), one));
  }
  return found;
}

Positions stepped(luztar::Stepper stepper, const std::vector<std::string>& names, int steps) {
  Positions found;
  found.reserve(static_cast<std::size_t>(steps) * names.size());
  std::vector<int> outputs;
  for (const std::string& name : names) outputs.push_back(stepper.output("q." + name));
  for (int k = 0; k < steps; ++k) {
    stepper.step(kH);
    for (const int output : outputs) found.push_back(stepper.value(output));
  }
  return found;
}

struct Row {
  std::string name;
  std::function<Positions()> run;
};

/// Processor time of all turns in turns, the least; errors relative to the largest position.
void print_rows(const char* title, const std::vector<Row>& rows, const Positions& exact,
                int steps) {
  double largest = 0.0;
  for (const double one : exact) largest = std::max(largest, std::abs(one));
  std::vector<double> least(rows.size(), 1e300), error(rows.size());
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double before = processor_time();
      const Positions found = rows[i].run();
      least[i] = std::min(least[i], 1e6 * (processor_time() - before) / steps);
      error[i] = found.size() == exact.size() ? 0.0 : HUGE_VAL;
      for (std::size_t k = 0; k < std::min(found.size(), exact.size()); ++k)
        error[i] = std::max(error[i], std::abs(found[k] - exact[k]) / largest);
    }
  }
  std::printf("%s\n  %-40s %12s %9s %9s\n", title, "", "us per ms", "ratio", "error");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::printf("  %-40s %12.3f %9.3g ", rows[i].name.c_str(), least[i], least[i] / least[0]);
    if (error[i] > 1.0)
      std::puts(" unstable");
    else
      std::printf("%9.1e\n", error[i]);
  }
}

std::string example(const char* name) {
  return std::string(LUZTAR_SOURCE_DIR) + "/examples/" + name + ".toml";
}

template <class Problem>
Row row_by_hand(double speed) {
  char name[80];
  std::snprintf(name, sizeof name, "RK4, tanh(w/%g), %d steps per ms", speed,
                parts<Problem>(speed));
  return {name, [speed] {
            return by_hand<Problem>(speed);
          }};
}

void belt() {
  luztar::Model model = luztar::load_model(example("belt"));
  luztar::set_parameter(model, "FS", "FK", "bench");
  Positions exact;
  for (int k = 1; k <= Belt::kSteps; ++k) exact.push_back(Belt::exact(kH * k));
  std::vector<Row> rows{{"luztar Stepper", [&] {
                           return stepped(luztar::Stepper(model), {"block"}, Belt::kSteps);
                         }}};
  bench::MujocoSteps mujoco{
      .mass = {1}, .stiffness = {Belt::kK}, .viscous = {0}, .dry = {Belt::kF}};
  const auto load = [](double t, double* f) {
    f[0] = -Belt::kK * Belt::kV * t;
  };
  for (const int n : {1, 10})
    if (mujoco.installed())
      rows.push_back({mujoco.name(n), [=] {
                        Positions found = mujoco.run(kH, n, Belt::kSteps, load);
                        for (std::size_t k = 0; k < found.size(); ++k)
                          found[k] += Belt::kV * kH * static_cast<double>(k + 1);
                        return found;
                      }});
  for (const double speed : {1e-2, 1e-3, 1e-4}) rows.push_back(row_by_hand<Belt>(speed));
  print_rows("belt, F_S = F_K, 20 s; error beside the closed form", rows, exact, Belt::kSteps);
}

void gear() {
  luztar::Model model = luztar::load_model(example("gear_system"));
  const std::vector<std::string> names{"psi", "delta", "gamma", "phi"};
  luztar::Model finest = model;
  luztar::set_setting(finest, "tolerance", "1e-14", "bench");
  const Positions exact = stepped(luztar::Stepper(finest), names, Gear::kSteps);
  std::vector<Row> rows{{"luztar Stepper", [&] {
                           return stepped(luztar::Stepper(model), names, Gear::kSteps);
                         }}};
  bench::MujocoSteps mujoco{.mass = {Gear::kMass.begin(), Gear::kMass.end()},
                            .stiffness = {0, 0, 0, 0},
                            .viscous = {Gear::kViscous.begin(), Gear::kViscous.end()},
                            .dry = {Gear::kDry.begin(), Gear::kDry.end()},
                            .links = {}};
  for (std::size_t i = 0; i < 3; ++i)
    mujoco.links.push_back({Gear::kStiffness[i], Gear::kGap[i], Gear::kArm[i]});
  const auto load = [](double t, double* f) {
    f[0] = Gear::torque(t), f[3] = -0.6;
  };
  for (const int n : {1, 10})
    if (mujoco.installed())
      rows.push_back({mujoco.name(n), [=] {
                        return mujoco.run(kH, n, Gear::kSteps, load);
                      }});
  for (const double speed : {1e-2, 1e-3, 1e-4}) rows.push_back(row_by_hand<Gear>(speed));
  print_rows("gear_system, 2 s, 250 changes of modes; error beside tolerance 1e-14", rows, exact,
             Gear::kSteps);
}

}  // namespace

int main() {
  std::puts("A millisecond of motion at a time, all positions read after each");
  belt();
  gear();
  if (!bench::MujocoSteps::installed())
    std::puts("MuJoCo: not installed; ./run_bench --peers puts it into build/peers-venv");
  return 0;
}
