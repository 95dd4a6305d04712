// The curves of a page: every point of the run, or thinned ones and its last stretch.
#pragma once

#include "luztar/io/report/collector.h"
#include "luztar/io/report/json_stream.h"

namespace luztar::report {

/// Key "rows": consecutive points, if there are any.
void write_rows(Json& json, const ReportSubject& subject, const Collector& run);
/// Key "thinned", if the rows are not the whole run.
void write_thinned(Json& json, const Collector& run);

}  // namespace luztar::report
