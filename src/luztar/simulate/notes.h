// What a user should know about a run that went well: warnings in words.
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/structure/structure.h"

namespace luztar {

/// Collects warnings, each kind at most a few times, each with the element and the time.
class Notes {
 public:
  explicit Notes(const SystemImpl& system) : system_(system) {}

  /// Forces of stuck pairs that are not unique, the first time that these pairs stick together.
  void indeterminate(const State& state, const Expansion& series, const OtherMotion& other);
  /// False, cheaply, if a guard is crossed with a fair slope.
  static bool may_graze(const double* guard, int degree, double tau) {
    double slope = 0.0;
    double factor = degree;
    for (int k = degree; k >= 1; --k, factor -= 1.0) slope = slope * tau + factor * guard[k];
    const double scale = std::abs(guard[0]) + tau * (std::abs(guard[1]) + tau * std::abs(guard[2]));
    return std::abs(slope) * tau < 1e-3 * scale;
  }
  /// A guard that was crossed by so little that rounding decides whether it is.
  /// @param guard  coefficients in tau, `degree` + 1; crossed at tau
  /// @param scale  what the guard is compared with
  void grazing(const std::string& name, const char* what, const double* guard, int degree,
               double tau, double scale, double time);
  /// A limit that is touched and not passed.
  void touching(const std::string& name, double time);
  /// A friction with F_S > F_K rests where its speed would never be zero.
  void resting(const std::string& name, double time);
  /// A spring with a gap parts while its damping pulls.
  void pulling(const std::string& name, double force, double time);
  /// More than one choice of pairs that break now fits the law of F_S > F_K.
  void several_choices(const std::vector<std::vector<int>>& choices, const State& state);
  void several_motions(const OtherMotion& other, const State& state);
  void several_outcomes(const State& state);
  bool wants_choices() const { return choices_ < kFew; }
  /// Elements much faster than everything that happens: they set the step.
  void stiffness(const State& state, double duration);
  /// The element that sets the step, after many such steps in a row; -1 if none, or reported
  /// before.
  int watch_stiffness(const State& state);

  std::vector<std::string> take() { return std::move(warnings_); }

 private:
  static constexpr int kFew = 3;
  void note(double time, const std::string& message);
  double own_rate(int element) const;
  int stiffest(double duration, std::int64_t steps) const;
  void note_stiff(int element, std::int64_t steps);

  const SystemImpl& system_;
  std::vector<std::string> warnings_;
  std::set<std::vector<int>> seen_;  ///< pairs of cycles
  std::set<std::string> pulling_;    ///< springs
  int cycles_{}, grazings_{}, choices_{}, rests_{};
  int stiff_{-1};  ///< element that watch_stiffness() found
  std::int64_t watched_steps_{-1}, watched_events_{};
  double watched_time_{};
};

}  // namespace luztar
