// How often each guard is passed.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// The names of the three that were counted most often, in quotes; each once.
template <class Number, class Name>
std::string busiest_names(const std::vector<Number>& counts, const Name& name_of) {
  std::vector<int> order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return counts[a] > counts[b]; });
  std::string names;
  int named = 0;
  for (const int i : order) {
    if (counts[i] == 0 || named == 3) break;
    const std::string name = "'" + name_of(i) + "'";
    if (names.find(name) != std::string::npos) continue;
    names += (named++ == 0 ? "" : ", ") + name;
  }
  return names;
}

/// Counts passes of guards in a run and at an instant, to name what changes most often.
class Passes {
 public:
  Passes(const SystemImpl& system, const Time& start);

  /// A new instant.
  void begin();
  /// A guard that was crossed at this time.
  void pass(int guard, const Time& time);
  /// A mode that was decided by other means.
  void add(int guard);
  void add_here(int guard) { ++here_[guard]; }

  /// At this instant.
  int here(int guard) const { return here_[guard]; }
  /// One guard is passed again and again at this instant.
  bool is_endless() const;
  std::string busiest_here() const { return busiest_names(here_); }
  std::string busiest() const { return busiest_names(run_); }
  /// How long the busiest of the run takes for there and back; "" if that says nothing.
  std::string period_text() const;

 private:
  std::string busiest_names(const std::vector<int>& passes) const;

  const SystemImpl& system_;
  std::vector<int> run_, here_;                 ///< (guards)
  std::vector<std::array<Time, 2>> last_pass_;  ///< (owners of guards) newest first
  std::vector<double> period_;                  ///< (owners of guards) there and back [s]
};

}  // namespace luztar
