// Result files of a run, and measured data to compare it with, as a RunRecord.
#pragma once

#include <string>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/study/compare/run_record.h"

namespace luztar {

/// Reads summary.json, events.csv and trajectory.csv, or else the .npy files, of a folder; a run
/// without samples has no rows. Throws ModelError: there is no run, or a file is damaged.
/// @param asked_by  the argument, for messages
RunRecord read_run(const std::string& folder, const SourceLocation& asked_by);

/// What a summary says of a run whose columns are there. Throws ModelError. @param json  its text
/// @param path  for messages
void add_summary(const std::string& json, const std::string& path, RunRecord& run);

/// A channel and the column that was measured of it.
struct DataColumn {
  std::string channel{};  ///< "q.block"
  std::string column{};   ///< name or number
  std::string unit{};     ///< "mm"; "": SI
};

/// "q.block=position", "q.block=position [mm]". Throws ModelError.
DataColumn data_column(const std::string& text, const SourceLocation& asked_by);

/// Values of a column that was measured of a channel in this unit. Throws ModelError: it is no
/// unit, or not one of the channel.
void to_si(std::vector<double>& values, const std::string& unit, const RecordedChannel& channel,
           const SourceLocation& asked_by);

/// A CSV file of measured columns. Those that `columns` does not name are taken if the header has
/// them by the name of a channel of `run`, "q.block" or "q.block [mm]"; without a header only
/// named ones are there. Throws ModelError; where no column fits, too.
/// @param time  name or number of the column of times; "": t, time or the first one
RunRecord read_data(const std::string& path, const std::string& time,
                    const std::vector<DataColumn>& columns, const RunRecord& run,
                    const SourceLocation& asked_by);

}  // namespace luztar
