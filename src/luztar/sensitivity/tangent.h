// Some of the derivatives of a run, side by side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "luztar/sensitivity/blows.h"
#include "luztar/sensitivity/derivatives.h"
#include "luztar/sensitivity/guard_slopes.h"
#include "luztar/sensitivity/mode_motion.h"
#include "luztar/sensitivity/sampled_memory.h"

namespace luztar {

/// What Derivatives knows of a group of derivatives, whatever its width.
class Derivatives::Block {
 public:
  virtual ~Block() = default;
  virtual void begin(const State& state, const Expansion& series, bool goes_on) = 0;
  virtual void reach(double tau) = 0;
  /// @param stride  of a channel  @param values  by channel: q, v, a; d, rate, f; internals
  virtual void sample(std::size_t stride, double* values) const = 0;
  virtual void go_on(const State& state, const Expansion& series) = 0;
  virtual void meet(const std::vector<int>& guards) = 0;
  virtual void jump(const State& state) = 0;
  virtual void leave(const State& state, const Expansion& series, const Impacts& impacts) = 0;
  virtual void event_time(double* values) const = 0;
  virtual void take_problems(std::vector<std::string>& problems) = 0;
};

template <typename N>
class Tangent final : public Derivatives::Block {
 public:
  Tangent(const VariedSystem& varied, int first, double tolerance);

  void begin(const State& state, const Expansion& series, bool goes_on) override;
  void reach(double tau) override;
  void sample(std::size_t stride, double* values) const override;
  void go_on(const State& state, const Expansion& series) override;
  void meet(const std::vector<int>& guards) override;
  void jump(const State& state) override;
  void leave(const State& state, const Expansion& series, const Impacts& impacts) override;
  void event_time(double* values) const override;
  void take_problems(std::vector<std::string>& problems) override;

 private:
  int width() const;
  void take_modes(const State& state, const Expansion& series);
  void start_from(const State& state);
  void expand_from(const State& state, const Expansion& series);
  double reach_of_series() const;
  void go_along(double tau);
  void check_values(const State& state);
  void begin_at(const State& state, const Expansion& series);
  void vary_start();
  void settle_start();
  void restart();
  void reach_inside(double tau);
  void project_velocities();
  std::vector<std::vector<N>> arms_at_instant() const;
  void report_limits(const std::vector<int>& guards);
  std::string at_time() const;
  void report(std::string problem);

  Numbers<N> numbers_;
  const SystemImpl& system_;
  double tolerance_;
  int order_;
  ModeMotion<N> motion_;
  GuardSlopes<N> guards_;
  Blows<N> blows_;
  SampledMemory<N> memory_;
  double from_{};                ///< of the present series, after the anchor of the run [s]
  double at_{};                  ///< where reach() went [s]
  double series_{};              ///< how far the present series holds, from `from_` [s]
  std::vector<N> q_, v_, z_;     ///< where reach() went; then behind the instant
  N time_;                       ///< of the last event
  std::vector<int> met_;         ///< guards of the last event
  bool has_diverged_{};          ///< values are not those of the run any more
  double distance_{}, speed_{};  ///< the largest so far
  std::vector<std::string> problems_;
};

}  // namespace luztar
