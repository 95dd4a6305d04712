// The pieces of expressions at an instant.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/simulate/controllers.h"
#include "luztar/simulate/event_search.h"
#include "luztar/simulate/passes.h"

namespace luztar {

/// Chooses the piece of every switch behind an instant. Where an argument passes its edge
/// continuously, the piece behind the edge follows the one before. Where anything jumped, arguments
/// may have jumped too: such a switch takes its piece from the right limit of its argument,
/// whatever it was before. Clocks of controllers come first: what they hold jumps.
///
/// Writes State::branch, and State::roots of the guards of switches; what is held by Controllers.
class SwitchPieces {
 public:
  SwitchPieces(Motion& motion, GuardZeros& zeros, Passes& passes);

  /// A new instant. @param start  of a run
  void begin(bool start);
  /// Which switches rest on their edges just before it.
  void remember();
  /// Of switches that pass their edges at once, those around another of them: what their arguments
  /// would do on its old piece says nothing. |v| passes zero with v, on the piece of v > 0. The
  /// series is still that of the step that ends, after tau.
  void open_outer(const std::vector<EventSearch::Crossing>& crossings, double tau);
  /// The guard of a switch is crossed: the next piece.
  void pass(int guard);

  /// Of controllers whose clocks were passed; before the series starts.
  void take_samples() { controllers_.act(); }
  /// What depends on time only goes first, in the order of dependence: velocities of given motions
  /// must be those of the right pieces before anything is hit by them.
  void settle_those_of_time();
  /// Before modes are decided: what jumped, velocities above all, takes the arguments of abs(v), of
  /// speeds in tables and the like to other pieces. Values decide; choose_jumped() has the last
  /// word.
  void follow_jumps(bool struck);
  /// With the series of this instant; true if a piece changed. Inner switches come first, and what
  /// is around one that changed is decided by its new values.
  bool choose_jumped();
  /// Its fate is decided otherwise than by its guard.
  bool is_chosen(int guard) const;
  /// Others, behind the instant: true if a piece changed.
  bool update();

  /// States that these own have jumped at this instant.
  void note_states(const std::vector<int>& owners);
  /// Owners of visible switches and of states that jumped at this instant.
  const std::vector<int>& jumps() const { return jumps_; }
  /// Leaves those that are on another piece now; what only touched its edge did not jump.
  void keep_true_jumps();

 private:
  enum class Fate : std::uint8_t {
    Steady,   ///< its argument did not jump at this instant
    Jumped,   ///< it did: values decide for a while
    Open,     ///< a switch within it passes its edge too
    Decided,  ///< by its right limit
  };

  const double* argument(int slot) const { return series_.series().slot(slot); }
  void read_arguments(std::vector<double>& values) const;
  void find_left_limits();
  bool is_turned(int element) const;
  bool has_jumped(int sw);
  bool jumps_open(int sw) const;
  std::int64_t piece_at(int sw, double low, double high) const;
  double right_limit(int slot);
  bool choose(int sw);
  bool know_zeros(int sw);
  bool settle_one_of_time(int sw);
  void follow_clocks();
  int n_clocks() const { return system_.n_clocks(); }
  bool follow_jump(int sw);
  bool is_on_edge(int sw) const;
  bool rest_on_edge(int sw);
  bool update(int sw);
  void note_jump(int owner);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  Expansion& series_;
  GuardZeros& zeros_;
  Passes& passes_;
  Controllers controllers_;
  std::vector<Fate> fate_;    ///< (switches)
  std::vector<double> left_;  ///< (switches × 2) arguments just before; if has_left_
  bool has_left_{};
  std::vector<double> size_;  ///< (switches) of the arguments of those that are Open
  std::vector<char> rests_;   ///< (switches) on its edge just before, or tried at this instant
  std::vector<int> jumps_;    ///< see jumps()
  std::vector<int> states_;   ///< owners of states among them
};

}  // namespace luztar
