#include "luztar/dynamics/system/past.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

int degree_of(const std::vector<double>& c) { return static_cast<int>(c.size()) - 1; }

double value_at(const std::vector<double>& c, double x) {
  return evaluate_polynomial(c.data(), degree_of(c), x);
}

/// The same polynomial in x + by.
std::vector<double> recentred(std::vector<double> c, double by) {
  const int n = degree_of(c);
  for (int i = 0; i < n; ++i)
    for (int k = n - 1; k >= i; --k)
      c[static_cast<std::size_t>(k)] += by * c[static_cast<std::size_t>(k) + 1];
  return c;
}

/// The sum of |c| x^k.
double bound(const std::vector<double>& c, double x) {
  double sum = 0.0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * x + std::abs(c[k]);
  return sum;
}

/// Whether two polynomials differ by no more than that of their size, up to x.
bool agree(const std::vector<double>& a, const std::vector<double>& b, double x, double tolerance) {
  std::vector<double> difference(std::max(a.size(), b.size()), 0.0);
  for (std::size_t k = 0; k < a.size(); ++k) difference[k] += a[k];
  for (std::size_t k = 0; k < b.size(); ++k) difference[k] -= b[k];
  return bound(difference, x) <= tolerance * std::max(bound(a, x), bound(b, x));
}

}  // namespace

void Past::begin_with(const Time& begin, const Time& first, double value) {
  pieces = {{begin, 0, {value}}};
  end = first;
  joins = false;
}

/// A jump of order p is c x^p with x a part of both steps: a step is right to its end, and a little
/// beyond it nearly so.
void Past::add(const Time& begin, const Time& until, const double* c, int order, double tolerance) {
  constexpr double kPart = 1.0 / 16.0;
  constexpr double kTolerances = 10.0;  // that a series may be off
  while (order > 0 && c[order] == 0.0) --order;
  Piece next{begin, 0, {c, c + order + 1}};
  if (!pieces.empty()) {
    const Piece& last = pieces.back();
    const double shorter = std::min(length(pieces.size() - 1), until - begin);
    const double allowed = std::max(kTolerances * tolerance, kNoise);
    const bool same =
        joins || agree(recentred(last.c, begin - last.begin), next.c, kPart * shorter, allowed);
    next.part = last.part + (same ? 0 : 1);
  }
  pieces.push_back(std::move(next));
  end = until;
  joins = false;
}

void Past::forget(const Time& time) {
  std::size_t over = 0;
  while (over + 1 < pieces.size() && !(time < pieces[over + 1].begin)) ++over;
  constexpr std::size_t kMany = 32, kKept = 8;  // not at each step; the left limit reads the last
  if (over < kMany) return;
  pieces.erase(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(over - kKept));
}

const Time& Past::end_of_piece(std::size_t i) const {
  return i + 1 < pieces.size() ? pieces[i + 1].begin : end;
}

/// The last piece of the part that has begun, or the first one.
std::size_t Past::place(std::int64_t part, const Time& time) const {
  const auto first = std::ranges::lower_bound(pieces, part, {}, &Piece::part);
  const auto behind = std::ranges::upper_bound(pieces, part, {}, &Piece::part);
  auto found = std::upper_bound(first, behind, time,
                                [](const Time& t, const Piece& piece) { return t < piece.begin; });
  if (found != first) --found;
  if (found == pieces.end()) --found;
  return static_cast<std::size_t>(found - pieces.begin());
}

/// Of times [s].
double Past::rounding() const {
  const Time& first = pieces.front().begin;
  return kSolved * std::max(std::abs(first.value), end - first);
}

/// By more than rounding.
bool Past::is_before_all(const Time& time) const {
  return pieces.empty() || pieces.front().begin - time > rounding();
}

bool Past::is_known(const Time& time) const {
  return !pieces.empty() && time - pieces.front().begin > rounding();
}

void Past::expand(std::int64_t part, const Time& time, double* c, int order) const {
  std::fill_n(c, order + 1, 0.0);
  if (is_before_all(time)) return;
  const Piece& piece = pieces[place(part, time)];
  const std::vector<double> here = recentred(piece.c, time - piece.begin);
  std::copy_n(here.begin(), std::min(here.size(), static_cast<std::size_t>(order) + 1), c);
}

double Past::value(std::int64_t part, const Time& time) const {
  if (is_before_all(time)) return 0.0;
  const Piece& piece = pieces[place(part, time)];
  return value_at(piece.c, time - piece.begin);
}

double Past::rate(std::int64_t part, const Time& time) const {
  if (is_before_all(time)) return 0.0;
  const Piece& piece = pieces[place(part, time)];
  return evaluate_derivative(piece.c.data(), degree_of(piece.c), time - piece.begin);
}

double Past::size(std::int64_t part, const Time& time) const {
  if (is_before_all(time)) return 0.0;
  const std::size_t i = place(part, time);
  return bound(pieces[i].c, std::max(length(i), time - pieces[i].begin));
}

/// How far the first one is right in the second one [s].
double Past::agrees(std::size_t first, std::size_t second, double tolerance) const {
  constexpr int kHalves = 8;
  const Piece& next = pieces[second];
  const std::vector<double> here = recentred(pieces[first].c, next.begin - pieces[first].begin);
  double far = length(second);
  for (int n = 0; n < kHalves; ++n, far *= 0.5)
    if (agree(here, next.c, far, std::max(tolerance, kNoise))) return far;
  return 0.0;
}

double Past::reach(std::int64_t part, const Time& time, double enough, double tolerance) const {
  if (is_before_all(time)) return kInfinity;
  const std::size_t first = place(part, time);
  std::size_t i = first;
  while (i + 1 < pieces.size() && pieces[i + 1].part == part) {
    const double far = end_of_piece(i) - time;
    if (far >= enough) return far;
    const double more = agrees(first, ++i, tolerance);
    if (more < length(i)) return far + more;
  }
  return i + 1 < pieces.size() ? kInfinity : end - time;
}

std::optional<Time> Past::end_of(std::int64_t part) const {
  const auto next = std::ranges::upper_bound(pieces, part, {}, &Piece::part);
  if (next == pieces.end() || next == pieces.begin()) return std::nullopt;
  return next->begin;
}

}  // namespace luztar
