// A run of a large network in parts: only what an event touches is computed anew.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "luztar/simulate/grouping.h"
#include "luztar/simulate/island_samples.h"
#include "luztar/simulate/island_table.h"

namespace luztar {

/// Runs a network as islands: sets of bodies with a series, an anchor and a step of their own, each
/// an ordinary run of a part of the system (dynamics/compile/system_part.h).
///
/// Bodies that stick to the ground keep their place, so forces do not pass through them. What an
/// island must hold is therefore: its moving bodies; every body that an element connects to one of
/// them; and whatever sticks to these. All other neighbours are at rest for as long as they are in
/// other islands: walls. An island whose moving bodies reach a wall takes over the wall's island at
/// that instant, before anything there has moved; islands of which much is at rest fall apart.
///
/// Islands go on one step at a time in the order of the ends of their steps, so that none is ever
/// ahead of an event of another.
///
///     start()              one run of all decides the modes; Grouping splits it into islands
///     until the end:
///       give_samples()     up to the end of the step that ends next; all series reach it
///       go()               that step; after an event its moving bodies may reach another island:
///       regroup()          what they reach is absorbed into state_, split anew and founded there
///
/// The State of an island is its own from found() to absorb(). Between these state_ holds only what
/// note_modes() writes: `pair`, by which Grouping sees what sticks.
class Islands {
 public:
  /// @param cutter  of the system; can_cut()
  Islands(const SystemImpl& system, SystemCutter& cutter, State start,
          const SimulationSettings& settings, Observer& observer);
  RunInfo run();

 private:
  bool start();
  std::unique_ptr<Island> island_of(std::unique_ptr<SystemPart> part, State state,
                                    std::int64_t close);
  bool accumulates(Island& island, double time) const;
  bool schedule(int index);
  bool go(int index);
  bool give_samples(const Time& next, const Runner* at_next);
  std::optional<Sample> sample(double time, int slot);
  void note_modes(int index);
  bool rearrange(int index);
  bool reaches_beyond(int index) const;
  void regroup(int index);
  std::vector<int> absorb(int index, const Time& time);
  void found(std::vector<int> bodies, std::int64_t close);
  void found_parts(const std::vector<int>& bodies, std::int64_t close);
  void place_given(const std::vector<int>& bodies);
  void note(std::vector<std::string> warnings);
  void fail(Island& island);
  void stop_with(Status status, const std::string& message, double time);
  void finish(double time);

  const SystemImpl& system_;
  SystemCutter& cutter_;
  SimulationSettings settings_;  ///< of islands: no samples, no limit of events
  std::int64_t max_events_;
  Observer& observer_;
  State state_;  ///< of bodies at their islands' last changes; all accounts
  SampleTimes times_;
  IslandSamples samples_;
  Prover prover_;
  RunInfo info_;  ///< proofs and residuals: of islands that are no more
  double end_;
  bool done_{};
  bool begun_{};  ///< all islands are founded
  IslandTable islands_;
  Grouping grouping_;
  EventCount count_;
  std::vector<double> start_position_;  ///< (bodies)
  Time start_time_{};
  int grazings_{}, others_{};  ///< warnings so far
};

}  // namespace luztar
