// The implicit step of a forest in modes that are found on the way. Private to stepping/.
#pragma once

#include <vector>

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
  /// Solves in the modes as they are; notes what is wrong with them.
  StepOutcome sweep();

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

  bool up(int node);
  bool down(int node);
  void judge(int slot, double w0, double w1, double dry, double pivot, bool is_idle,
             const StepArrays::Line& line);
  void correct();
  void repair();
  void push(std::vector<int>& heap, std::vector<char>& waiting, int node, bool upwards);
  int pop(std::vector<int>& heap, std::vector<char>& waiting, bool upwards);

  const Forest& forest_;
  StepArrays& x_;
  std::vector<int> anchor_;   ///< (nodes) what holds it
  std::vector<int> node_of_;  ///< (slots)
  std::vector<Fault> faults_;
  std::vector<int> heap_;
  std::vector<char> waiting_;  ///< (nodes)
  std::vector<int> touched_;
  double tolerance_{}, worst_{}, scale_{};
};

}  // namespace luztar
