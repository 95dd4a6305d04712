// The implicit step of a forest in modes that are found on the way. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/core/executor.h"
#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// As ChainStep, for any forest and any law: trees, ties to ground and to given bodies, contacts,
/// stops. A node that sticks to something given is held: its u is known before those above it.
class ForestStep {
 public:
  ForestStep(const Forest& forest, StepArrays& arrays);

  /// Solves in x.mode and the sides of contacts, changing them until none is wrong or `rounds` are
  /// over.
  StepOutcome solve(int rounds);
  /// Sweeps run on these threads where the forest is large; the bits are the same.
  void set_executor(Executor executor) { executor_ = std::move(executor); }

  /// T of a slot, smooth and dry [N s].
  double impulse(int slot) const;
  /// w1, exactly the target of the slot while it sticks.
  double rate(int slot) const;
  std::size_t bytes() const;

 private:
  static constexpr int kLoose = -1;  ///< nothing given holds the node
  static constexpr int kChild = -2;  ///< child c does: kChild - c; a tie does: its slot

  struct Fault {
    int slot;
    int contact;  ///< -1: the mode of the slot
    std::int8_t better;
  };

  /// What is seen on the way down.
  struct Tally {
    std::vector<Fault> faults{};
    double worst{}, scale{};
    bool held_twice{};  ///< by stops that ask for different velocities
  };
  /// Nodes [first, end): whole subtrees, so that they can be solved beside others.
  struct Part {
    int first, end;
    Tally tally{};
  };

  int parent(int node) const { return forest_.parent[node]; }
  /// The slot to the parent; only if there is one.
  int slot_above(int node) const { return forest_.first_slot[node + 1] - 1; }
  int ties_end(int node) const {
    return forest_.first_slot[node + 1] - (parent(node) >= 0 ? 1 : 0);
  }
  double other_v(int slot) const { return x_.other_v.empty() ? 0.0 : x_.other_v[slot]; }
  double other_next(int slot) const { return x_.other_next.empty() ? 0.0 : x_.other_next[slot]; }
  double at_corner(int slot, double w0, const StepArrays::Line& line) const {
    return line.at_start + line.slope * (x_.corner(slot) - w0);
  }
  /// Dry impulse of a slot whose ends are held both.
  double idle(int slot) const;

  void divide();
  void sweep();
  void sweep_in_parts();
  bool up(int node);
  bool down(int node, Tally& tally);
  void judge(int slot, double w0, double w1, double dry, double pivot, bool is_idle,
             const StepArrays::Line& line, Tally& tally) const;
  void correct();
  void repair();
  void push(std::vector<int>& heap, std::vector<char>& waiting, int node, bool upwards);
  int pop(std::vector<int>& heap, std::vector<char>& waiting, bool upwards);

  const Forest& forest_;
  StepArrays& x_;
  std::vector<int> anchor_;   ///< (nodes) what holds it
  std::vector<int> node_of_;  ///< (slots)
  Tally tally_;
  Executor executor_;
  std::vector<Part> parts_;
  std::vector<int> top_;  ///< (nodes) outside of parts, ascending
  std::vector<int> heap_;
  std::vector<char> waiting_;  ///< (nodes)
  std::vector<int> touched_;
  double tolerance_{};
};

}  // namespace luztar
