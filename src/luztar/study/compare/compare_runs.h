// Two runs beside each other, and a run beside measured data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "luztar/study/compare/run_record.h"

namespace luztar {

/// How the values of a channel were found where one of the two has no row.
enum class Between { SameTimes, Hermite, Line };
const char* to_text(Between between);  ///< "same times", "cubic Hermite", "straight line"

/// Of the second less the first.
struct ChannelDifference {
  std::string name{}, unit{};
  Between between{};
  std::size_t rows{};            ///< times at which both have a value
  double greatest{}, time{};     ///< with its sign, where its size is greatest; when [s]
  double rms{};                  ///< of runs over time, of measured data over rows
  double size{};                 ///< largest absolute value of both
  std::vector<double> t{}, d{};  ///< (rows) when [s], and the difference
  double relative() const;       ///< size of `greatest` / size; 0 of nothing
};

/// The events of one element. The n-th one of the first run behind the start that both share is
/// matched with the n-th one of the second as long as both change between the same modes; later
/// ones have no partner.
struct ElementEvents {
  std::string element{};
  std::size_t matched{};
  std::size_t only_first{}, only_second{};  ///< within the time of both runs
  double shift{}, time{};  ///< greatest, of the second less the first [s]; when in the first [s]
};

struct LoneEvent {
  bool of_first{};
  RecordedEvent event{};
};

/// A parameter or a setting; "": the run has none.
struct DifferingValue {
  std::string name{};
  std::string first{}, second{};
  std::string unit{};  ///< in SI; "": none, or not known
};

struct RunComparison {
  bool same_model{};    ///< to the letter
  bool same_end{};      ///< they ended in the same way
  double from{}, to{};  ///< time of both [s]; from > to: none
  std::vector<DifferingValue> settings{}, parameters{};
  std::vector<ChannelDifference> channels{};             ///< that both have, without modes
  std::vector<std::string> only_first{}, only_second{};  ///< channels
  std::vector<ElementEvents> events{};
  std::optional<LoneEvent> first_lone{};  ///< first event without a partner

  /// Greatest of the relative differences of channels and of the shifts of events relative to the
  /// time of both; infinite where an event has no partner or they ended in different ways.
  double difference() const;
};

RunComparison compare_runs(const RunRecord& first, const RunRecord& second);

/// Run less data at the rows of the data, of the channels that both have.
std::vector<ChannelDifference> compare_with_data(const RunRecord& data, const RunRecord& run);

/// Runs, each but the first beside the first one, and all beside measured data.
struct Comparison {
  std::vector<RunRecord> runs{};
  std::optional<RunRecord> data{};
  std::vector<RunComparison> pairs{};                       ///< (runs but the first)
  std::vector<std::vector<ChannelDifference>> with_data{};  ///< (runs), empty without data

  /// Greatest RunComparison::difference() of the pairs and relative difference from the data.
  double difference() const;
};

Comparison compare(std::vector<RunRecord> runs, std::optional<RunRecord> data = {});

}  // namespace luztar
