// A run of a large network in parts: only what an event touches is computed anew.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "luztar/dynamics/system_part.h"
#include "luztar/simulate/island_samples.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// Runs a network as islands: sets of bodies with a series, an anchor and a step of their own, each
/// an ordinary run of a part of the system (dynamics/system_part.h).
///
/// Bodies that stick to the ground keep their place, so forces do not pass through them. What an
/// island must hold is therefore: its moving bodies; every body that an element connects to one of
/// them; and whatever sticks to these. All other neighbours are at rest for as long as they are in
/// other islands: walls. An island whose moving bodies reach a wall takes over the wall's island at
/// that instant, before anything there has moved; islands of which much is at rest fall apart.
///
/// Islands go on one step at a time in the order of the ends of their steps, so that none is ever
/// ahead of an event of another.
class Islands {
 public:
  /// @param cutter  of the system; can_cut()
  Islands(const SystemImpl& system, SystemCutter& cutter, State start,
          const SimulationSettings& settings, Observer& observer);
  RunInfo run();

 private:
  /// Events of an island in the words of the whole.
  class Reporter : public Observer {
   public:
    Reporter(Observer& to, const SystemPart& part, std::vector<std::int64_t>& passes)
        : to_(to), part_(part), passes_(passes) {}
    void event(const Event& event) override;
    void stiff(const std::string& element) override { to_.stiff(element); }

   private:
    Observer& to_;
    const SystemPart& part_;
    std::vector<std::int64_t>& passes_;
  };
  struct Island {
    std::unique_ptr<SystemPart> part{};
    std::unique_ptr<Reporter> reporter{};
    std::unique_ptr<Runner> runner{};
    Time next{};
    std::int64_t version{-1};  ///< of its entry in the queue
    double last_event{};
    std::int64_t close{};  ///< events so far that followed another at once
  };
  /// How much of a set of bodies an island needs.
  struct Need {
    int bodies{};   ///< in sets where something moves
    int islands{};  ///< such sets
  };
  struct Entry {
    Time time;
    int first;  ///< body: the order of what happens at the same time
    int island;
    std::int64_t version;
    bool operator<(const Entry& other) const;  ///< later ones are less
  };

  bool start();
  std::unique_ptr<Island> island_of(std::unique_ptr<SystemPart> part, State state,
                                    std::int64_t close);
  int take_in(std::unique_ptr<Island> island);
  void found(std::vector<int> bodies, std::int64_t close);
  bool accumulates(Island& island, double time) const;
  bool launch(int index);
  bool schedule(int index);
  bool go(int index);
  bool give_samples(const Time& next);
  std::optional<Sample> sample(double time, int slot);
  void note_modes(int index);
  bool rearrange(int index);
  bool reaches_beyond(int index) const;
  static bool holds_too_much(const Need& need, std::size_t size);
  void regroup(int index);
  std::vector<int> absorb(int index, const Time& time);
  int root(int body);
  void unite(int a, int b);
  Need unite_needed(const std::vector<int>& bodies);
  bool hang_together(const std::vector<int>& bodies);
  void found_parts(const std::vector<int>& bodies, std::int64_t close);
  void found_resting(const std::vector<int>& bodies);
  void place_given(const std::vector<int>& bodies);
  void note(std::vector<std::string> warnings);
  void fail(Island& island);
  std::string busiest_names() const;
  void stop_with(Status status, const std::string& words, double time);
  void finish(double time);

  const SystemImpl& system_;
  SystemCutter& cutter_;
  SimulationSettings settings_;  ///< of islands: no samples, no limit of events
  std::int64_t max_events_;
  Observer& observer_;
  State state_;      ///< of bodies at their islands' last changes; all accounts
  Sampler sampler_;  ///< the times of samples
  IslandSamples samples_;
  Prover prover_;
  RunInfo info_;
  double end_;
  bool done_{};
  bool begun_{};  ///< all islands are founded
  std::vector<std::unique_ptr<Island>> islands_;
  std::vector<int> unused_;  ///< numbers of islands
  std::priority_queue<Entry> queue_;
  std::vector<int> island_of_;  ///< (bodies) or -1
  std::vector<char> moving_;    ///< (bodies)
  std::vector<int> parent_;     ///< (bodies) of the union of what belongs together
  std::vector<int> size_;       ///< (bodies) of the set with this root
  std::vector<char> active_;    ///< (bodies) roots: something moves there
  std::vector<char> open_;      ///< (bodies) scratch, 0
  std::vector<double> start_position_;
  Time start_time_{};
  int grazings_{}, others_{};         ///< warnings so far
  std::vector<std::int64_t> passes_;  ///< (elements) events, for the diagnosis
  std::int64_t events_{};             ///< instants so far
  std::int64_t version_{};
  double kkt_residual_{};
  Proofs proofs_{};  ///< of islands that are no more
};

}  // namespace luztar
