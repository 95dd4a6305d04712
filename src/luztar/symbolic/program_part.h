// The part of a Program that a few of its slots follow from.
#pragma once

#include <vector>

#include "luztar/symbolic/program.h"

namespace luztar {

/// Cuts parts out of one Program. Work of a cut follows the part, not the whole.
class ProgramCutter {
 public:
  explicit ProgramCutter(const Program& whole);

  /// Starts a part with t in slot 0.
  void begin();
  /// Its slot for this slot of the whole, with all that it follows from; -1 stays -1.
  int slot(int of_whole);
  /// The program of everything asked for since begin().
  /// @param owners  ascending; switches of the part name their owner by its position in this list
  Program take(const std::vector<int>& owners);
  /// Switches of the whole in the part; after take() in the order of the part's.
  const std::vector<int>& switches() const { return switches_; }
  /// Slots of the whole, in the order of the part's.
  const std::vector<int>& slots() const { return slots_; }

 private:
  void visit(int slot);
  void visit_switch(int sw);

  const Program& whole_;
  std::vector<int> maker_;          ///< (slots) instruction: time code, then state code; or -1
  std::vector<int> constant_;       ///< (slots) into constants(), or -1
  std::vector<int> mapped_;         ///< (slots) of the part, or -1
  std::vector<int> mapped_switch_;  ///< (switches) of the part, or -1
  std::vector<int> slots_, makers_, switches_;  ///< in the part
};

}  // namespace luztar
