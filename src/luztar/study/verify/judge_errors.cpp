#include "luztar/study/verify/judge_errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"

namespace luztar {
namespace {

using Rows = std::span<const VerificationRow>;

constexpr std::size_t kTail = 4;          ///< rows in which an order has to show
constexpr std::size_t kPlateau = 5;       ///< rows over which errors that stay are the same
constexpr double kPlainOrder = 0.3;       ///< most limits have 1 or 1/2
constexpr std::size_t kLongTail = 7;      ///< rows in which a lower order has to show
constexpr double kLeastOrder = 0.15;      ///< light bodies that rattle have 1/4
constexpr double kSteady = 0.7;           ///< part of its order that the last rows must still have
constexpr double kSmallError = 0.01;      ///< what is left of the way; else an order may still end
constexpr double kSameError = 0.03;       ///< relative
constexpr double kSolvedWell = 0.02;      ///< relative to the later one
constexpr std::size_t kRoughPlateau = 9;  ///< rows over which errors that stay are alike
constexpr double kAlikeError = 0.25, kAlikeInstant = 0.1, kNoOrder = 0.03;
constexpr double kSeenError = 1e-5;  ///< smaller ones that stay may be those of the runs
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
    const Rows tail = rows.last(count);
    const double order = fitted_order(tail);
    const double lately = fitted_order(rows.last(std::min<std::size_t>(count, kTail) - 1));
    return order >= least && lately >= std::max(least, kSteady * order);
  };
  const auto each = [&](std::size_t count) {
    return std::all_of(rows.end() - static_cast<std::ptrdiff_t>(count) + 1, rows.end(),
                       [](const VerificationRow& row) { return row.order >= kLeastOrder; });
  };
  if (falls(kTail, kPlainOrder) && each(kTail)) return rows.last(kTail);
  if (falls(kLongTail, kLeastOrder)) return rows.last(kLongTail);
  return {};
}

/// The last `count` rows: errors are within `spread` of one another and begin at the same instant
/// within `shift`.
bool errors_stay(Rows rows, std::size_t count, double spread, double shift) {
  if (rows.size() < count) return false;
  const Rows tail = rows.last(count);
  const auto by = [&](double VerificationRow::*value) {
    const auto [least, most] = std::ranges::minmax_element(tail, {}, value);
    return std::pair((*least).*value, (*most).*value);
  };
  const auto [least, most] = by(&VerificationRow::error);
  const auto [first, last] = by(&VerificationRow::half_way);
  return most <= (1 + spread) * least && last - first <= shift * last;
}

/// Errors stay what they are: those of a motion that is only sensitive begin later and later.
bool errors_stay(Rows rows, double far_down, double least_error) {
  if (rows.empty() || rows.back().small > far_down || rows.back().error < least_error) return false;
  if (errors_stay(rows, kPlateau, kSameError, kSolvedWell)) return true;
  return rows.size() >= kRoughPlateau &&
         errors_stay(rows, kRoughPlateau, kAlikeError, kAlikeInstant) &&
         std::abs(fitted_order(rows.last(kRoughPlateau))) <= kNoOrder;
}

bool errors_grow(Rows rows, double far_down) {
  if (rows.size() < kPlateau || rows.back().small > far_down) return false;
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

std::string short_text(double value) { return rounded_text(value, 4); }

Judgement judge_errors(const std::vector<VerificationRow>& all, double power, Method method) {
  const Rows rows(all);
  if (rows.size() >= 2 && is_rounding(rows.back()) && is_rounding(rows[rows.size() - 2])) {
    return {Verdict::Converges, 0, ""};
  }
  if (const Rows tail = where_order_shows(rows); !tail.empty()) {
    return {Verdict::Converges, fitted_order(tail), ""};
  }
  const double least = method == Method::Stepping ? kSteppingError : kSeenError;
  const double far_down = std::pow(kHalfDigits, 1 / power);
  if (errors_stay(rows, far_down, least) || errors_grow(rows, far_down)) {
    const VerificationRow& last = rows.back();
    return {
        Verdict::Differs, 0,
        "the error of '" + last.worst + "' is " + short_text(last.error) + " however small s is"};
  }
  return {Verdict::Undecided, 0, unsettled(rows)};
}

}  // namespace luztar
