// Random mechanical networks: a model file, and the same laws written a second time so that a run
// can be checked without the engine.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace acceptance {

/// splitmix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  double uniform(double low, double high);
  int below(int n);  ///< 0 .. n - 1
  bool chance(double probability) { return uniform(0, 1) < probability; }

 private:
  std::uint64_t state_;
};

struct Network {
  using Terms = std::vector<std::pair<int, double>>;  ///< body (-1: ground), coefficient

  struct Body {
    double mass{}, position{}, velocity{};
    bool prescribed{};
    double amplitude{}, frequency{};  ///< motion = amplitude sin(frequency t)
  };
  struct Spring {
    Terms terms;
    double k{}, lower{}, upper{}, rest{}, damping{};
    bool has_gap{};
  };
  struct Damper {
    Terms terms;
    double c{};
  };
  struct Law {
    double viscous{}, kinetic{}, breakaway{};
  };
  struct Friction {
    Terms terms;
    Law forward, backward;
  };
  struct Force {
    enum class Kind { Sine, Step, Pulse, Square, Feedback };
    int body{};
    Kind kind{};
    double amplitude{}, frequency{}, phase{}, time{}, gain{};
  };

  std::vector<Body> bodies;
  std::vector<Spring> springs;
  std::vector<Damper> dampers;
  std::vector<Friction> frictions;
  std::vector<Force> forces;
  double duration{};
};

/// 2 to 6 bodies with springs, freeplay, gaps, contact damping, dampers, coupled friction pairs
/// (cycles too), arms, F_S > F_K, asymmetric friction, a prescribed body, smooth and jumping
/// forces.
Network random_network(std::uint64_t seed);

/// The model file. `start`: inputs are delayed by it, and the run begins there.
std::string to_toml(const Network& network, double start = 0.0);

/// Every sign of every coordinate reversed: its motion is minus the motion.
Network mirrored(const Network& network);
/// Lengths and forces in units smaller by `factor`; masses, stiffnesses, times as before.
Network scaled(const Network& network, double factor);

/// Value of a force at t. `branch`: an instant inside the piece in force, for jumps.
template <class Real>
Real force_value(const Network::Force& force, Real t, Real branch, Real velocity);

/// Times in (0, duration) at which a force jumps, in order.
std::vector<long double> jump_times(const Network& network);

/// Force of a spring in mode -1, 0, 1 (a spring without gap acts in every mode).
template <class Real>
Real spring_force(const Network::Spring& spring, int mode, Real d, Real rate) {
  if (!spring.has_gap) return Real(spring.k) * (d - Real(spring.rest));
  if (mode == 0) return Real(0);
  const Real edge = mode > 0 ? spring.upper : spring.lower;
  return Real(spring.k) * (d - Real(spring.rest) - edge) + Real(spring.damping) * rate;
}

/// Force of a friction that slides in mode -1, 1.
template <class Real>
Real sliding_force(const Network::Friction& friction, int mode, Real rate) {
  const Network::Law& law = mode > 0 ? friction.forward : friction.backward;
  return Real(law.viscous) * rate + Real(mode) * Real(law.kinetic);
}

}  // namespace acceptance
