// States of a model at random, with zero relative velocities, closed stops and gaps of all kinds.
#pragma once

#include <optional>
#include <vector>

#include "luztar/luztar.h"
#include "random.h"

namespace acceptance {

struct RandomState {
  double time;
  std::vector<double> q, v;      ///< (bodies)
  std::vector<double> internal;  ///< bristle deflections, states
};

/// Links hold in all of them and no stop is beyond its edges or runs into one.
class RandomStates {
 public:
  RandomStates(const luztar::System& system, std::uint64_t seed);
  /// Nothing if stops and links left no room for this draw.
  std::optional<RandomState> next();

 private:
  double whole(int most) { return random_.below(2 * most + 1) - most; }
  bool is_free(int body) const;
  int last_free(const luztar::ElementInfo& element) const;
  double sum(const luztar::ElementInfo& element, const std::vector<double>& x) const;
  void set(const luztar::ElementInfo& element, int body, std::vector<double>& x, double value);
  void place(RandomState& state);
  void speed_up(RandomState& state);
  void know_motions(RandomState& state);
  bool fits(const RandomState& state) const;

  const luztar::System& system_;
  luztar::testing::Random random_;
  std::vector<double> scale_;  ///< (bodies) of positions
};

}  // namespace acceptance
