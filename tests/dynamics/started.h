// The series of a system from its start on, with the modes that the start has.
#pragma once

#include <cstdint>

#include <doctest/doctest.h>

#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/system/system.h"
#include "small_models.h"

namespace luztar::testing {

struct Started {
  static constexpr int kOrder = 26;

  explicit Started(const Model& model)
      : system(compile(model)), series(system.impl(), kOrder), state(initial_state(system)) {
    StructureCache cache;
    PresentStructure present(system.impl(), cache);
    PairsNow now;
    for (const Mode mode : state.pair) now.push_back({mode == Mode::Stuck, Mode::Stuck});
    series.start(state);
    present.tie(state, series, now);
    REQUIRE(mode_decision(system.impl(), present)->decide(state, series, now) ==
            ModeStatus::Decided);
    series.expand(state, *present.get());
  }

  System system;
  Expansion series;
  State state;  ///< with its modes
};

}  // namespace luztar::testing
