// A second event-driven simulator that shares nothing with luztar but the parser: long double,
// extrapolated midpoint rule with small steps, events by bisection, modes by trying every
// combination. Slow and plain; made for up to six bodies and a handful of pairs at rest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "acceptance/second_motion.h"

namespace acceptance::second {

/// A mode change or an impact of an element.
struct Happening {
  Real t{};
  int element{};
  int from{}, to{};
  bool impact{};
  Real impulse{};
};

/// Something outside sets states at an instant: a sample of a controller.
struct Reset {
  Real t{};
  std::function<void(State&)> apply;
};

struct Options {
  Real step{2e-3L};        ///< longest [s]
  Real tolerance{1e-16L};  ///< of a step, relative
  Real smallest{5e-9L};    ///< [m/s] slower bounces rest: rounding rules their flights
  int most_happenings{3000};
  int samples{0};               ///< evenly spaced, both ends included
  std::vector<Reset> resets{};  ///< in time order
};

struct Result {
  std::string gave_up;  ///< why, in words; "" if the run is whole
  State end;
  std::vector<Happening> happenings;
  std::vector<State> samples;
};

/// Runs from the network's begin to its end.
Result run(const Network& network, const Options& options = {});

/// From a state: for tests.
class Engine {
 public:
  Engine(const Network& network, const Options& options) : network_(network), options_(options) {}
  Result run();

 private:
  using Margins = std::vector<Motion::Margin>;
  struct Step {
    Vector y;
    Real h;
  };

  void begin();
  /// Modes of everything that an instant leaves open; `broken` (elements): sign of pairs at their
  /// limits.
  void decide(std::vector<int> broken);
  bool cascade(const std::vector<int>& open, std::vector<int>& broken, State& s);
  bool gauss(const std::vector<int>& open, const std::vector<int>& broken, State& s, bool strict);
  bool holds(const State& s, const std::vector<Real>& pressed, const std::vector<int>& open,
             bool strict, Real ahead) const;
  bool keeps_velocities(const Motion& motion, const State& s) const;
  bool repair(State& s) const;
  std::vector<int> open_pairs(const std::vector<int>& broken) const;
  bool touches_massless(const Element& element) const;

  void advance();
  Real until() const;
  void reset();
  std::vector<int> sliding_on(const Motion::Instant& now, Real tiny) const;
  Real sample_time(std::size_t i) const;
  void give_out(const Motion& motion, Real t, const Vector& y, Real h);
  Real locate(const Motion& motion, const Vector& y, Real h) const;
  Real least(const Motion& motion, Real t, const Vector& y) const;
  void meet(const Motion& motion, Real t, const Vector& y);
  void strike(const std::vector<int>& hit);
  bool strike_once(const std::vector<int>& closed, const std::vector<int>& side,
                   std::vector<Real>& impulse);
  Matrix mobility_of_links() const;
  Real beyond(int stop, int side) const;
  void turn(const State& before);
  void note(const State& before);
  void project();

  const Network& network_;
  Options options_;
  State state_;
  Result result_;
  Real scale_{1};
  std::size_t next_reset_{};
};

}  // namespace acceptance::second
