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
  void forget() { pivots_known_ = false; }
  /// Solves in x.mode, changing modes until none is wrong or `rounds` are over.
  StepOutcome solve(int rounds);
  /// Takes the step.
  void move();
  /// T of a slot, smooth and dry [N s].
  double impulse(int slot) const;

 private:
  struct Passed {
    double pivot, load;
  };
  struct Segment {
    int first, last;
  };
  struct Fault {
    int slot;
    Mode better;
  };

  int n() const { return static_cast<int>(x_.v.size()); }
  /// The value of the node on which i hangs, or 0 of the ground.
  double at_above(const std::vector<double>& list, int i) const {
    return i + 1 < n() ? list[i + 1] : 0.0;
  }
  double start_rate(int i) const { return x_.v[i] - at_above(x_.v, i); }

  template <bool PivotsKnown>
  void sweep_up();
  void sweep_down();
  void sweep();
  Passed up(int i, Passed below);
  bool down(int i);
  Passed passed_by(int i) const;
  void judge(int i, double w1, double dry);
  void correct();
  void repair_up();
  void repair_down();

  StepArrays& x_;
  bool pivots_known_{};
  std::vector<Fault> wrong_;  ///< slots, descending
  std::vector<Segment> segments_;
  double tolerance_{}, worst_{}, scale_{};
};

}  // namespace luztar
