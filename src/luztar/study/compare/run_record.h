// Rows and events of a run, as its result files have them, or rows of a measurement.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace luztar {

struct RecordedChannel {
  std::string name{};            ///< "q.seat"
  std::string unit{};            ///< in SI; "": none, or not known
  std::vector<double> values{};  ///< (rows); NaN: there is none
};

struct RecordedEvent {
  double time{};                      ///< [s]
  std::string element{};              ///< or the signal, the controller, the body with a motion
  std::string from{}, to{}, cause{};  ///< words of events.csv, without an impulse
};

struct RunRecord {
  std::string name{};  ///< where it is from: a folder, a file
  std::string title{}, model_hash{};
  std::string status{}, diagnosis{};
  double start{}, end{};                                 ///< of the run [s]
  std::map<std::string, double> parameters{};            ///< that the run had [SI]
  std::map<std::string, std::string> parameter_units{};  ///< in SI; of those that have one
  std::map<std::string, std::string> settings{};         ///< as text
  std::vector<double> time{};                            ///< (rows) strictly increasing [s]
  std::vector<RecordedChannel> channels{};
  std::vector<RecordedEvent> events{};  ///< in time order

  /// Null: there is none of this name.
  const RecordedChannel* channel(std::string_view name) const;
};

/// The column that is the derivative by time of another and does not jump where a friction breaks
/// or stops: "v.seat" of "q.seat"; "": there is none.
std::string derivative_of(std::string_view channel);

/// Values of a channel at other times: a cubic Hermite polynomial between two rows where the
/// derivative of the channel is a column too, else a straight line. NaN outside of the rows.
/// @param times  increasing [s]
std::vector<double> values_at(const RunRecord& run, const RecordedChannel& channel,
                              std::span<const double> times);

}  // namespace luztar
