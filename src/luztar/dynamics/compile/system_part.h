// A few bodies of a network as a system of their own, and their part of the network's state.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "luztar/core/node_lists.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/symbolic/program_part.h"

namespace luztar {

/// Bodies with all elements that act on them. What these elements end at besides is there too:
/// given motions as they are, other bodies as walls, which keep their place.
struct SystemPart {
  SystemImpl system;  ///< empty if `is_whole`
  bool is_whole{};
  // Indices of the whole, ascending:
  std::vector<int> own;      ///< bodies that it was cut for
  std::vector<int> bodies;   ///< all of its bodies
  std::vector<char> is_own;  ///< (bodies)
  std::vector<int> springs, pairs, elements, switches;
};

/// What of a network is next to what, and parts of it. Work of a cut follows the part.
class SystemCutter {
 public:
  explicit SystemCutter(const SystemImpl& whole);

  /// False if a part could depend on something that is not in it: massless bodies, bristles, laws
  /// that read bodies they do not act on, functions of time with events of their own, elements
  /// between given motions only, links between bodies.
  bool can_cut() const { return can_cut_; }

  /// @param own  free bodies, ascending
  std::unique_ptr<SystemPart> cut(std::vector<int> own);
  /// The whole as a part of itself.
  std::unique_ptr<SystemPart> whole() const;

  std::span<const int> elements_of(int body) const { return elements_.of(body); }
  /// Pair of an element, or -1.
  int pair_of(int element) const {
    const int pair = element - whole_.first_pair();
    return pair >= 0 && pair < whole_.n_pairs() ? pair : -1;
  }

 private:
  bool find_obstacles() const;
  bool find_inputs();
  std::vector<int> law_slots(int element) const;
  bool belongs_to(const ProgramInput& input, int element) const;
  void add_bodies(SystemPart& part);
  void add_elements(SystemPart& part);
  void add_law(SystemPart& part, int element);
  void add_inputs(SystemPart& part, int element, int local);

  const SystemImpl& whole_;
  bool can_cut_{};
  NodeLists elements_;                    ///< (bodies)
  std::vector<std::vector<int>> inputs_;  ///< (elements) into whole_.inputs
  ProgramCutter program_;
  std::vector<int> local_;     ///< (bodies) scratch, -1
  std::vector<char> in_part_;  ///< (elements) scratch, 0
};

/// The state of a part, from the state of the whole, its accounts empty.
State state_of_part(const State& whole, const SystemImpl& system, const SystemPart& part);
/// The accounts of a run, as they are before it.
void empty_accounts(const SystemImpl& system, State& state);
/// Writes it back; accounts and counts are added to those of the whole. Given motions and walls
/// stay as they are there.
void write_back(const State& part_state, const SystemImpl& system, const SystemPart& part,
                State& whole);
/// The larger ones of both.
void write_back(const Sizes& part_sizes, const SystemPart& part, Sizes& whole);

}  // namespace luztar
