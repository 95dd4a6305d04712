// What controllers compute and hold, with derivatives.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/sensitivity/numbers.h"

namespace luztar {

/// Samples of controllers as in simulate/controllers.h. A value that is rounded has the derivative
/// 0.
template <typename N>
class SampledMemory {
 public:
  explicit SampledMemory(const Numbers<N>& numbers);

  /// Where clocks are. @param state  of a run that goes on
  void begin(const State& state);
  /// What is held with a delay before the first sample. @param z  (internals)
  void begin_with(const std::vector<N>& z);
  /// Takes samples whose clocks have gone on, with what is just before the instant.
  /// @param starts  of a run: what is due there is taken
  /// @param q, v    (bodies)  @param z  (internals), what is held is written
  void take(const State& state, bool starts, const std::vector<N>& q, const std::vector<N>& v,
            std::vector<N>& z);
  /// Of controllers with a delay: what will act.
  std::vector<N>& pending() { return pending_; }

 private:
  void update(std::size_t controller, const State& state, const std::vector<N>& q,
              const std::vector<N>& v, std::vector<N>& z);

  const Numbers<N>& numbers_;
  const SystemImpl& system_;
  std::vector<N> pending_;           ///< of controllers with a delay
  std::vector<std::int64_t> clock_;  ///< (clocks) their pieces
};

}  // namespace luztar
