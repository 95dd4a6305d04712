// The implicit step of a plain chain in modes that are found on the way. Private to stepping/.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// Two sweeps solve a chain in given modes; slots whose mode was wrong change it, and only what
/// this touches is solved again, up and down the chain until the bits are the former ones. What is
/// below a slot is eliminated with the same pivots as in the step before as long as modes stay.
///
/// A block of nodes at rest under constant forces takes no part: its slots hold as long as the
/// impulse from below lies in an interval that is known, and then it passes on that impulse and its
/// own forces.
class ChainStep {
 public:
  explicit ChainStep(StepArrays& arrays);

  /// The pivots are those of other modes or of another h; nothing is known to rest.
  void forget();
  /// @param varying  nodes whose force may be another one than in the last step, ascending
  /// @param steady   false: any force may be
  void begin(std::span<const int> varying, bool steady);
  /// Solves in x.mode, changing modes until none is wrong or `rounds` are over.
  StepOutcome solve(int rounds);
  /// Takes the step.
  void move();
  /// After it, with the limits of the next step: lays blocks to rest.
  void settle();
  /// True: this slot is in a block at rest.
  bool rests(int slot) const { return blocks_[slot / kBlock].rests; }
  /// T of a slot, smooth and dry [N s].
  double impulse(int slot);

 private:
  static constexpr int kBlock = 64;  ///< nodes

  struct Passed {
    double pivot, load;
  };
  struct Segment {
    int first, last;
  };
  struct Block {
    double low{}, high{};   ///< impulses from below that its slots can hold [N s]
    double mass{}, push{};  ///< sums of its masses and of its external impulses
    Passed below{};
    bool rests{};
    bool varies{};  ///< its forces may change
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
  int first_of(int block) const { return block * kBlock; }
  int end_of(int block) const { return std::min(n(), (block + 1) * kBlock); }
  Passed out_of(const Block& block) const {
    return {block.below.pivot + block.mass, block.below.load + block.push};
  }
  /// The block rests on, as does what it hangs on.
  bool holds(int b) const {
    const Block& block = blocks_[b];
    const int last = end_of(b) - 1;
    return at_above(x_.change, last) == 0.0 && at_above(x_.next, last) == 0.0 &&
           block.below.load >= block.low && block.below.load <= block.high;
  }
  bool could_rest(int block) const;
  void lay_to_rest(int block);
  void wake(int block);
  /// Writes loads and pivots of blocks at rest, which solve() left out.
  void fill();

  template <bool PivotsAreValid>
  Passed sweep_up(int first, int end, Passed below);
  void sweep_down(int first, int last);
  void sweep();
  Passed up(int i, Passed below);
  bool down(int i);
  Passed passed_by(int i) const;
  void judge(int i, double w1, double dry);
  void correct();
  void repair_up();
  void repair_down();

  StepArrays& x_;
  std::vector<Block> blocks_;
  bool pivots_are_valid_{};
  bool steady_{};
  bool filled_{};
  std::vector<Fault> wrong_;  ///< slots, descending
  std::vector<Segment> segments_;
  std::vector<int> varying_;
  double tolerance_{}, worst_{}, scale_{};
};

}  // namespace luztar
