#include "luztar/io/report/json_text.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/json_writer.h"
#include "luztar/core/number_text.h"
#include "luztar/core/rounded_number.h"

namespace luztar::report {
namespace {

constexpr int kDigits = 7;

}  // namespace

int digits_for(double range, double largest) {
  if (!(range > 0.0) || !std::isfinite(largest)) return 17;
  const double lost = std::ceil(std::log10(std::max(1.0, largest / range)));
  return std::min(17, kDigits + static_cast<int>(lost));
}

void append_number(std::string& out, double x, int digits) {
  if (!std::isfinite(x)) {
    out += "null";
    return;
  }
  if (x == 0.0) x = 0.0;  // no "-0"
  char text[kNumberWidth];
  out.append(text, write_rounded(text, x, digits));
}

void append_exact(std::string& out, double x) { out += std::isfinite(x) ? cell_text(x) : "null"; }

void append_string(std::string& out, std::string_view text) {
  append_json(out, text, JsonEscapes::Script);
}

void append_column(std::string& out, std::span<const double> values) {
  if (values.empty()) {
    out += "[]";
    return;
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) {
    append_exact(out, *low);
    return;
  }
  const int digits = digits_for(*high - *low, std::max(std::abs(*low), std::abs(*high)));
  out += '[';
  for (const double x : values) {
    append_number(out, x, digits);
    out += ',';
  }
  out.back() = ']';
}

}  // namespace luztar::report
