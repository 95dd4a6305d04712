// The islands of a network, in the order in which their steps end.
#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "luztar/dynamics/compile/system_part.h"
#include "luztar/simulate/runner.h"

namespace luztar {

/// Events of a network so far, to limit them and to name where most of them are.
struct EventCount {
  std::int64_t instants{};
  std::vector<std::int64_t> of;  ///< (elements)

  /// The elements whose modes changed most often.
  std::string busiest_names(const SystemImpl& system) const;
};

/// Events of an island in the words of the whole.
class IslandReporter : public Observer {
 public:
  IslandReporter(Observer& to, const SystemPart& part, EventCount& count)
      : to_(to), part_(part), count_(count) {}
  void event(const Event& event) override;
  void stiff(const std::string& element) override { to_.stiff(element); }

 private:
  Observer& to_;
  const SystemPart& part_;
  EventCount& count_;
};

/// A part of a network with a run of its own.
struct Island {
  std::unique_ptr<SystemPart> part{};
  std::unique_ptr<IslandReporter> reporter{};
  std::unique_ptr<Runner> runner{};
  Time next{};               ///< end of its next step
  std::int64_t version{-1};  ///< of its entry in the queue; -1: has none
  double last_event{};
  std::int64_t close{};  ///< events so far that followed another at once
};

/// Islands by number; that of each body; the one whose step ends next.
class IslandTable {
 public:
  explicit IslandTable(int n_bodies) : island_of_(static_cast<std::size_t>(n_bodies), -1) {}

  /// @return its number
  int add(std::unique_ptr<Island> island);
  /// Its number becomes free. Returns its bodies.
  std::vector<int> remove(int index);

  int size() const { return static_cast<int>(islands_.size()); }
  /// Null where a number is free.
  Island* find(int index) { return islands_[index].get(); }
  Island& operator[](int index) { return *islands_[index]; }
  const Island& operator[](int index) const { return *islands_[index]; }
  /// The number of a body's island, or -1.
  int of(int body) const { return island_of_[body]; }

  /// The end of the next step of an island.
  void schedule(int index, const Time& next);
  void unschedule(int index) { islands_[index]->version = -1; }
  /// The island whose step ends next, the one with the first body where times are equal; -1: none.
  int next();

 private:
  struct Entry {
    Time time;
    int first;  ///< body
    int island;
    std::int64_t version;
    bool operator<(const Entry& other) const;  ///< later ones are less
  };

  std::vector<std::unique_ptr<Island>> islands_;
  std::vector<int> unused_;     ///< numbers
  std::vector<int> island_of_;  ///< (bodies)
  std::priority_queue<Entry> queue_;
  std::int64_t version_{};
};

}  // namespace luztar
