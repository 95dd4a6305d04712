// The implicit step of a plain chain in modes that are found on the way. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// Two sweeps solve a chain in given modes; slots whose mode was wrong change it, and only what
/// this touches is solved again, up and down the chain until the bits are the former ones. What is
/// below a slot is eliminated with the same pivots as in the step before as long as modes stay.
class ChainStep {
 public:
  explicit ChainStep(StepArrays& arrays) : x_(arrays) {}

  /// The pivots are those of other modes or of another h.
  void forget_pivots() { pivots_known_ = false; }
  /// Solves in x.mode, changing modes until none is wrong or `rounds` are over.
  StepOutcome solve(int rounds);

 private:
  struct Passed {
    double pivot, load;
  };
  struct Segment {
    int first, last;
  };

  template <bool PivotsKnown>
  void sweep_up();
  void sweep_down(int last);
  Passed up(int i, Passed below);
  bool down(int i);
  Passed passed_by(int i) const;
  void judge(int i, double w1, double dry);
  void repair();

  StepArrays& x_;
  bool pivots_known_{};
  std::vector<int> wrong_;  ///< slots, descending
  std::vector<std::int8_t> better_;
  std::vector<Segment> segments_;
  double tolerance_{}, worst_{}, scale_{};
};

}  // namespace luztar
