#include "luztar/io/report/json_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "luztar/core/json_writer.h"
#include "luztar/core/number_text.h"
#include "luztar/io/report/base64.h"

namespace luztar::report {

void append_exact(std::string& out, double x) { out += std::isfinite(x) ? cell_text(x) : "null"; }

void append_string(std::string& out, std::string_view text) {
  append_json(out, text, JsonEscapes::Script);
}

void append_column(std::string& out, std::span<const double> values) {
  if (!values.empty() && std::ranges::count(values, values[0]) == std::ssize(values)) {
    append_exact(out, values[0]);
    return;
  }
  std::vector<double> numbers(values.begin(), values.end());
  for (double& x : numbers)
    x = std::isfinite(x) ? x + 0.0 : std::numeric_limits<double>::quiet_NaN();  // no -0
  out += '"';
  append_base64(out, numbers);
  out += '"';
}

}  // namespace luztar::report
