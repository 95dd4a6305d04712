#include "luztar/study/judge_errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace luztar {
namespace {

using Rows = std::span<const VerificationRow>;

constexpr std::size_t kTail = 4;       ///< rows in which an order has to show
constexpr std::size_t kPlateau = 5;    ///< rows over which errors that stay are the same
constexpr double kPlainOrder = 0.3;    ///< most limits have 1 or 1/2
constexpr std::size_t kLongTail = 7;   ///< rows in which a lower order has to show
constexpr double kLeastOrder = 0.15;   ///< light bodies that rattle have 1/4
constexpr double kSteady = 0.7;        ///< part of its order that the last rows must still have
constexpr double kSmallError = 0.01;   ///< what is left of the way; else an order may still end
constexpr double kFarDown = 1e-6;      ///< s from which on errors that stay are believed
constexpr double kSameError = 0.03;    ///< relative
constexpr double kSameInstant = 0.02;  ///< relative to the later one
constexpr double kSeenError = 1e-3;    ///< smaller ones that stay may be those of the runs
constexpr double kSteppingError = 0.05;

/// Slope of log(error) over log(s) by least squares: single errors of impacts depend on phases.
double fitted_order(Rows rows) {
  double x_mean = 0, y_mean = 0, xy = 0, xx = 0;
  for (const VerificationRow& row : rows) {
    if (!(row.error > 0)) return 0;
    x_mean += std::log(row.small) / static_cast<double>(rows.size());
    y_mean += std::log(row.error) / static_cast<double>(rows.size());
  }
  for (const VerificationRow& row : rows) {
    const double x = std::log(row.small) - x_mean;
    xy += x * (std::log(row.error) - y_mean);
    xx += x * x;
  }
  return xx > 0 ? xy / xx : 0;
}

bool is_rounding(const VerificationRow& row) { return row.error <= row.rounding; }

/// The last rows, if errors fall with an order in them, to little, and the order does not end.
Rows where_order_shows(Rows rows) {
  if (rows.empty() || rows.back().error > kSmallError) return {};
  const auto falls = [&](std::size_t count, double least) {
    if (rows.size() < count) return false;
    const double order = fitted_order(rows.last(count));
    const double lately = fitted_order(rows.last(std::min<std::size_t>(count, kTail) - 1));
    return order >= least && lately >= std::max(least, kSteady * order);
  };
  if (falls(kTail, kPlainOrder)) return rows.last(kTail);
  if (falls(kLongTail, kLeastOrder)) return rows.last(kLongTail);
  return {};
}

/// Errors stay what they are, and begin at the same instant: those of a motion that is only
/// sensitive begin later and later.
bool errors_stay(Rows rows, double least_error) {
  if (rows.size() < kPlateau || rows.back().small > kFarDown) return false;
  const Rows tail = rows.last(kPlateau);
  const auto by_error = [](const auto& a, const auto& b) {
    return a.error < b.error;
  };
  const auto [least, most] = std::minmax_element(tail.begin(), tail.end(), by_error);
  if (least->error < least_error || most->error > (1 + kSameError) * least->error) return false;
  const double first = tail.front().half_way, last = tail.back().half_way;
  return std::abs(last - first) <= kSameInstant * std::max(std::abs(first), std::abs(last));
}

bool errors_grow(Rows rows) {
  if (rows.size() < kPlateau || rows.back().small > kFarDown) return false;
  const Rows tail = rows.last(kPlateau);
  return tail.back().error > kSteppingError && fitted_order(tail) < -kPlainOrder &&
         fitted_order(tail.last(3)) < -kPlainOrder;
}

std::string unsettled(Rows rows) {
  if (rows.empty()) return "";
  double least = HUGE_VAL, most = 0;
  for (const VerificationRow& row : rows) {
    least = std::min(least, row.error);
    most = std::max(most, row.error);
  }
  return "from s = " + short_text(rows.front().small) + " to " + short_text(rows.back().small) +
         " errors of " + short_text(least) + " to " + short_text(most) +
         " neither fall with an order nor stay";
}

}  // namespace

std::string short_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

Judgement judge_errors(const std::vector<VerificationRow>& all, Method method) {
  const Rows rows(all);
  if (rows.size() >= 2 && is_rounding(rows.back()) && is_rounding(rows[rows.size() - 2])) {
    return {Verdict::Converges, 0, ""};
  }
  if (const Rows tail = where_order_shows(rows); !tail.empty()) {
    return {Verdict::Converges, fitted_order(tail), ""};
  }
  const double least = method == Method::Stepping ? kSteppingError : kSeenError;
  if (errors_stay(rows, least) || errors_grow(rows)) {
    const VerificationRow& last = rows.back();
    return {
        Verdict::Differs, 0,
        "the error of '" + last.worst + "' is " + short_text(last.error) + " however small s is"};
  }
  return {Verdict::CannotTell, 0, unsettled(rows)};
}

}  // namespace luztar
