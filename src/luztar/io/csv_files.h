// The tables of a run: trajectory.csv and events.csv (docs/results.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
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

/// t, then the derivatives of the channels: q.seat/FS, ...
class DerivativesFile {
 public:
  /// @param names  what they are by  @param channels  without modes
  DerivativesFile(std::filesystem::path path, const ChannelOwners& owners,
                  const std::vector<Channel>& channels, const std::vector<std::string>& names);
  void row(const Sample& sample);
  AtomicFile& file() { return file_; }

 private:
  AtomicFile file_;
  std::vector<Channel> channels_{};
};

/// Channels whose values just before and just after an event are columns of events.csv.
struct EventSides {
  std::vector<std::string> names{};  ///< "q.seat"
  std::vector<Channel> channels{};   ///< as many
};

/// t, element, from, to, cause; then t/NAME, by which the time changes; then before.CHANNEL and
/// after.CHANNEL of the sides.
class EventsFile {
 public:
  /// @param names  what Event::name counts: elements first, then inputs
  /// @param deflections  (elements) by which impulses are in N s or N m s; empty: in N s
  /// @param kept  of the file of a run that goes on
  EventsFile(std::filesystem::path path, std::vector<ElementInfo> elements,
             std::vector<std::string> names, std::vector<Coordinate> deflections = {},
             const KeptBytes& kept = {}, const EventSides& sides = {},
             const std::vector<std::string>& derivatives = {});
  /// Derivatives of the time of the events that come now. @param slopes  as many as columns
  void time_slopes(std::span<const double> slopes) { slopes_.assign(slopes.begin(), slopes.end()); }
  void row(const Event& event);
  /// Both sides of the rows since the last call, which are of one instant.
  void around(const Sample& before, const Sample& after);
  /// Rows whose sides nobody told, as those at the start of a run, end without them.
  AtomicFile& file();
  bool has_sides() const { return !sides_.empty(); }

 private:
  struct Waiting {
    Event event;
    std::vector<double> slopes;
  };
  void write(const Event& event, const std::vector<double>& slopes);
  void end_rows(const Sample* before, const Sample* after);

  AtomicFile file_;
  std::vector<ElementInfo> elements_;
  std::vector<std::string> names_;
  std::vector<Coordinate> deflections_;
  std::vector<Channel> sides_;
  std::vector<Waiting> waiting_{};  ///< for their sides
  std::vector<double> slopes_;      ///< of the time of the present events
};

/// The word for a mode of names[event_name]: stuck, forward, backward; gap, lower, upper; input.
const char* mode_word(const std::vector<ElementInfo>& elements, int event_name, int mode);

}  // namespace luztar
