// The modes of all elements over a run.
#pragma once

#include <cstddef>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/io/report/thin.h"
#include "luztar/simulate/simulate.h"

namespace luztar::report {

class RunBands {
 public:
  /// @param start, duration  of the run [s]  @param most  changes of an element that are kept
  RunBands(const std::vector<ElementInfo>& elements, double start, double duration,
           std::size_t most);
  void begin_at(double start) { start_ = start; }
  void sample(const Sample& sample);
  void event(const Event& event);
  const std::vector<ModeBands>& bands() const { return bands_; }  ///< (elements)

 private:
  double start_;
  std::vector<bool> has_modes_;
  std::vector<ModeBands> bands_;
  bool is_begun_{false};
};

}  // namespace luztar::report
