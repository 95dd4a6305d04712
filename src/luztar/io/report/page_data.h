// The data of the report's page as JSON; src/luztar/io/report/*.js reads them.
#pragma once

#include <string>

#include "luztar/io/report.h"
#include "luztar/io/report/collector.h"

namespace luztar::report {

std::string page_data(const ReportSubject& subject, const Collector& run, const RunInfo& info);

}  // namespace luztar::report
