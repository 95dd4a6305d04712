// The tables of a run: trajectory.csv and events.csv (docs/results.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "luztar/dynamics/system.h"
#include "luztar/io/atomic_file.h"
#include "luztar/io/channels.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// t, then the channels.
class TrajectoryFile {
 public:
  /// @param kept  of the file of a run that goes on
  TrajectoryFile(std::filesystem::path path, const ChannelOwners& owners,
                 std::vector<Channel> channels, const KeptBytes& kept = {});
  void row(const Sample& sample);
  AtomicFile& file() { return file_; }

 private:
  AtomicFile file_;
  std::vector<Channel> channels_;
};

/// Channels whose values just before and just after an event are columns of events.csv.
struct EventSides {
  std::vector<std::string> names{};  ///< "q.seat"
  std::vector<Channel> channels{};   ///< as many
};

/// t, element, from, to, cause; then before.CHANNEL and after.CHANNEL of the sides.
class EventsFile {
 public:
  /// @param names  what Event::name counts: elements first, then inputs
  /// @param angles  (elements) impulses are in N m s, not N s; empty: none
  /// @param kept  of the file of a run that goes on
  EventsFile(std::filesystem::path path, std::vector<ElementInfo> elements,
             std::vector<std::string> names, std::vector<bool> angles = {},
             const KeptBytes& kept = {}, const EventSides& sides = {});
  void row(const Event& event);
  /// Both sides of the rows since the last call, which are of one instant.
  void around(const Sample& before, const Sample& after);
  /// Rows whose sides nobody told, as those at the start of a run, end without them.
  AtomicFile& file();
  bool has_sides() const { return !sides_.empty(); }

 private:
  void write(const Event& event);
  void end_rows(const Sample* before, const Sample* after);

  AtomicFile file_;
  std::vector<ElementInfo> elements_;
  std::vector<std::string> names_;
  std::vector<bool> angles_;
  std::vector<Channel> sides_;
  std::vector<Event> waiting_{};  ///< for their sides
};

/// The word for a mode of names[event_name]: stuck, forward, backward; gap, lower, upper; input.
const char* mode_word(const std::vector<ElementInfo>& elements, int event_name, int mode);

}  // namespace luztar
