// Which limits of dry friction are in force: F_S at rest, F_K in motion. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/chain_step.h"
#include "luztar/stepping/network.h"

namespace luztar {

/// Writes law.upper and law.lower of the slots. At the start of a step pairs at rest have F_S,
/// those that slide F_K; revise() changes limits after a solution that they contradict. Only slots
/// whose limits are not the same at rest and in motion, those that can break, are looked at.
class StepLimits {
 public:
  struct Limits {
    double lower, upper;
  };

  /// @param chain  the solver, if it is that of a plain chain; else null
  StepLimits(const StepNetwork& network, StepArrays& arrays, ChainStep* chain);

  /// The network has other limits than before.
  void renew() { are_old_ = true; }
  /// The state is another one: reads which edges broke away in a step that left it open. A state
  /// says so by mode 0 of an edge that moves.
  void place();
  /// The limits at the start of a step.
  void begin();
  /// After a solution. True: solve again, some limits are others now. First all that can hold
  /// holds; only then does what moves nevertheless break.
  /// @param scale  the largest impulse of the solution
  /// @param hits   something runs into a stop in this step
  bool revise(double scale, bool hits) { return hold_what_stops(scale) || break_away(hits); }
  /// Before the step is taken.
  void find_undecided(bool hits);
  /// After it: what is at rest is held by F_S, what moves by F_K.
  void accept();
  /// A step was left in the middle.
  void restore();

  /// Those in force at the end of the step: F_S where it stands.
  Limits at_end(int slot) const;
  bool starts_at_rest(int slot) const {
    return x_.start_rate(slot) == 0.0 || (!slots_.empty() && slots_[slot].undecided);
  }

 private:
  struct Slot {
    bool holds{};      ///< the static limit is in force
    bool undecided{};  ///< it moves and is tried with F_S once more
    char trials{};     ///< how often it was tried at rest in the last solve()
    Mode direction{};  ///< in which it broke in the last solve()
  };

  Limits limits_of(int slot, bool at_rest) const;
  void set(int slot, bool at_rest);
  void set_all();
  void forget_undecided();
  void note_undecided(int slot);
  void note_revised(int slot);
  bool can_break(int slot) const;
  bool broke(int slot) const {
    return slots_[slot].direction != Mode::Stuck && !slots_[slot].holds;
  }
  bool something_stops() const;
  bool comes_to_rest(int slot) const;
  bool hold_what_stops(double scale);
  bool break_away(bool hits);

  const StepNetwork& network_;
  StepArrays& x_;
  ChainStep* chain_;
  std::vector<Slot> slots_;     ///< (slots) or empty: F_S = F_K
  std::vector<int> breakable_;  ///< slots whose limits are not the same at rest
  std::vector<int> revised_;    ///< those with other limits than at the start of the step
  std::vector<int> undecided_;
  bool are_old_{true};
};

}  // namespace luztar
