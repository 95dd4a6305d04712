// Which bodies of a large network belong together.
#pragma once

#include <vector>

#include "luztar/dynamics/compile/system_part.h"

namespace luztar {

/// Cuts sets of bodies into islands: moving bodies with their neighbours and what sticks to these;
/// bodies at rest a few at a time. Stops pass impacts on at once, so they tie as links do.
class Grouping {
 public:
  /// @param state  of the network; its modes say which pairs stick
  Grouping(const SystemImpl& system, SystemCutter& cutter, const State& state);

  /// Bodies of one island.
  struct Part {
    std::vector<int> bodies;  ///< in ascending order
    bool moves;
  };

  /// (bodies) 1: moves; written by the caller.
  std::vector<char>& moving() { return moving_; }
  bool moves(int body) const { return moving_[body] != 0; }
  /// Whether these bodies should be several islands.
  bool should_split(const std::vector<int>& bodies);
  /// Whether they are one island at the start of a run.
  bool hang_together(const std::vector<int>& bodies);
  std::vector<Part> split(const std::vector<int>& bodies);

 private:
  int root(int body);
  void unite(int a, int b);
  void unite(const std::vector<int>& bodies);
  void split_resting(const std::vector<int>& bodies, std::vector<Part>& parts);

  const SystemImpl& system_;
  SystemCutter& cutter_;
  const State& state_;
  std::vector<char> moving_;
  std::vector<int> parent_;   ///< (bodies) of the union of what belongs together
  std::vector<int> size_;     ///< (bodies) of the set with this root
  std::vector<char> active_;  ///< (bodies) roots: something moves there
  std::vector<char> open_;    ///< (bodies) scratch, 0
};

}  // namespace luztar
