// The implicit step of a forest in modes that are found on the way. Private to stepping/.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "luztar/core/executor.h"
#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// As ChainStep, for any forest and any law: trees, ties to ground and to given bodies, contacts,
/// stops. A node that sticks to something given is held: its u is known before those above it.
class ForestStep {
 public:
  explicit ForestStep(StepArrays& arrays);

  /// Solves in x.mode and the sides of contacts, changing them until none is wrong or `rounds` are
  /// over.
  StepOutcome solve(int rounds);
  /// Sweeps run on these threads where the forest is large; the bits are the same.
  void set_executor(Executor executor) { executor_ = std::move(executor); }

 private:
  static constexpr int kLoose = -1;  ///< nothing given holds the node
  static constexpr int kChild = -2;  ///< child c does: kChild - c; a tie does: its slot

  /// A wrong mode of a slot, or a wrong side of a contact.
  struct Fault {
    int slot;
    StepContact* contact;  ///< null: the mode of the slot
    Mode better;
    Edge better_side;
  };

  /// What is seen on the way down.
  struct Tally {
    std::vector<Fault> faults{};
    double worst{}, scale{};
    bool held_twice{};  ///< by stops that ask for different velocities
    void clear();
    void note(double impulse) { scale = std::max(scale, std::abs(impulse)); }
  };
  /// Nodes [first, end): whole subtrees, so that they can be solved beside others.
  struct Part {
    int first, end;
    Tally tally{};
  };
  /// What ties and children leave to a node.
  struct Sum {
    double pivot{}, load{};
    int anchor{kLoose};
    double held{}, held_next{};  ///< u and w1 that the anchor asks for
  };
  /// A slot on the way down, with its rates.
  struct View {
    int slot;
    double w0{}, w1{};
    StepArrays::Line line{};
  };

  int parent(int node) const { return forest_.parent[node]; }
  /// The slot to the parent; only if there is one.
  int slot_above(int node) const { return forest_.first_slot[node + 1] - 1; }
  int ties_end(int node) const {
    return forest_.first_slot[node + 1] - (parent(node) >= 0 ? 1 : 0);
  }
  double at_corner(int slot, double w0, const StepArrays::Line& line) const {
    return line.at(x_.law.corner(slot) - w0);
  }
  double idle(int slot, double w0) const;

  void divide();
  void sweep();
  void sweep_in_parts();
  bool up(int node);
  void add_tie(int node, int slot, Sum& sum);
  void add_child(int node, int child, Sum& sum);
  bool write(int node, const Sum& sum);
  bool down(int node, Tally& tally);
  bool move(int node, const View& above);
  bool hold(int node, double impulse, Tally& tally);
  void look_at_ties(int node, Tally& tally);
  void judge(const View& view, double total, double pivot, bool is_idle, Tally& tally);
  void judge_contacts(const View& view, Tally& tally);
  bool is_stuck(int slot) const { return x_.mode[slot] == Mode::Stuck; }
  void correct();
  void repair();
  void push(int node, bool upwards);
  int pop(bool upwards);

  StepArrays& x_;
  const Forest& forest_;
  std::vector<int> anchor_;  ///< (nodes) what holds it
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
