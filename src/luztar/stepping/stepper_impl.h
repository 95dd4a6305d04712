// What a Stepper keeps. Private to stepping/.
#pragma once

#include <memory>
#include <vector>

#include "luztar/stepping/chain_step.h"
#include "luztar/stepping/exact_modes.h"
#include "luztar/stepping/forest_step.h"
#include "luztar/stepping/graph_step.h"
#include "luztar/stepping/load_shares.h"
#include "luztar/stepping/stepper.h"

namespace luztar {

struct Stepper::Impl {
  Impl(StepNetwork made, StepState state);

  /// Dry impulses of pairs at rest on cycles, if share_loads() was asked for them.
  struct Shared {
    std::unique_ptr<LoadShares> solver;
    bool known{};                      ///< for the last solve()
    std::vector<char> stands;          ///< (slots)
    std::vector<double> lower, upper;  ///< (slots) limits at rest [N s]
    std::vector<double> impulse;       ///< (slots) [N s]
  };

  StepNetwork network;
  Forest forest;
  StepArrays x;
  std::unique_ptr<ChainStep> chain;     ///< for plain chains without special laws
  std::unique_ptr<ForestStep> general;  ///< for all other forests
  std::unique_ptr<GraphStep> graph;     ///< for networks with cycles
  std::unique_ptr<ExactModes> exact;    ///< made when it is needed first
  mutable Shared shared;                ///< stepper_shares.cpp

  std::vector<double> q;                             ///< (nodes), scaled
  std::vector<double> given_q, given_v, given_next;  ///< (bodies), if any is given
  std::vector<double> force;  ///< (nodes) scaled, unless they are the input's
  // Of F_S > F_K, empty without; stepper_limits.cpp.
  std::vector<char> holds;         ///< (slots) 1: the static limit is in force
  std::vector<int> breakable;      ///< slots whose limits are not the same at rest
  std::vector<int> revised;        ///< those with other limits than at the start of the step
  std::vector<char> trials;        ///< (slots) how often it was tried at rest in the last solve()
  std::vector<std::int8_t> way;    ///< (slots) the way in which it broke in the last solve(); 0
  std::vector<int> undecided;      ///< slots that move and are tried with F_S once more
  std::vector<char> is_undecided;  ///< (slots)
  double rounding{};               ///< of impulses in the last solve() [N s]

  std::vector<std::int8_t> mode_before;  ///< (slots)
  bool hits{};                           ///< something runs into a stop in this step
  std::vector<int> stop_slots;           ///< (stops)
  bool limits_changed{true};
  StepReport report;
  mutable StepState shown;  ///< state() as the caller sees it
  mutable bool shown_is_old{true};
  mutable std::vector<double> shown_next;  ///< (bodies)
  mutable bool shown_next_is_old{true};

  bool plain() const { return forest.is_plain_chain; }
  int n_edges() const { return network.n_edges(); }
  int node(int body) const { return plain() ? body : forest.node_of[body]; }
  int body(int node) const { return plain() ? node : forest.body[node]; }
  int slot(int edge) const { return plain() ? edge : forest.slot_of[edge]; }
  int edge(int slot) const { return plain() ? slot : forest.edge[slot]; }
  double body_scale(int node) const { return plain() ? 1.0 : forest.scale[node]; }
  double slot_scale(int slot) const { return plain() ? 1.0 : forest.slot_scale[slot]; }
  bool is_outside(int slot) const { return slot >= forest.n_slots; }
  /// The node at the other end, or -1: ground or a given body.
  int node_above(int slot) const;
  int node_below(int slot) const { return plain() ? slot : slot_nodes[slot]; }
  std::vector<int> slot_nodes;  ///< (slots of nodes)

  void make_arrays();
  void place(const StepState& state);
  void tie_velocities(const StepState& state);
  void read_contacts_and_stops();
  struct Limits {
    double lower, upper;
  };
  Limits limits_of(int slot, bool at_rest) const;
  Limits limits_at_end(int slot) const;
  void set_limits(int slot, bool at_rest);
  bool can_break(int slot) const;
  void set_all_limits();
  void restore_limits();
  void renew_limits();
  bool revise_limits();
  bool starts_at_rest(int slot) const {
    return start_rate(slot) == 0.0 || (!holds.empty() && is_undecided[slot] != 0);
  }
  bool something_stops() const;
  void find_undecided();
  void recall_undecided();
  bool hold_what_stops();
  bool break_away();
  void note_revised(int slot);
  bool comes_to_rest(int slot) const;
  bool trembles(int slot) const;
  void begin(double h, const StepInput& input);
  void take_given(const StepInput& input);
  void begin_contacts();
  void begin_stops();
  void begin_outside();
  bool solve_modes();
  void solve(double h, const StepInput& input);
  void accept();

  double start_rate(int slot) const;     ///< w0, scaled
  double end_rate(int slot) const;       ///< w1, scaled
  double total_impulse(int slot) const;  ///< scaled
  double smooth_at_corner(int slot) const;
  double dry_impulse(int slot) const;  ///< scaled
  bool stands(int slot) const;
  void share_loads() const;
  bool is_shared(int slot) const {
    return shared.known && !is_outside(slot) && shared.solver->shares(slot);
  }
};

}  // namespace luztar
