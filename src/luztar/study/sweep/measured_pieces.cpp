// What measures take from one step of a run.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/study/sweep/measured_run.h"
#include "luztar/study/sweep/quadrature.h"

namespace luztar {
namespace {

constexpr int kNodes = 12;       // of a part of a step, where x is looked at for extremes
constexpr double kParts = 64.0;  // of a run, at least, where x is an expression
constexpr double kMostParts = 1e6;
constexpr int kHalvings = 9;
constexpr int kHalvingsOfPeriod = 1;  // smooth on it, and the phase has rounding of its own

double horner(const double* row, int degree, double x) {
  double value = row[degree];
  for (int k = degree - 1; k >= 0; --k) value = value * x + row[k];
  return value;
}

/// A bound of |x - x(0)| on [0, h].
double reach_of(const double* row, int degree, double h) {
  double sum = 0.0, power = h;
  for (int k = 1; k <= degree; ++k, power *= h) sum += std::abs(row[k]) * power;
  return sum;
}

/// No zero of the derivative within [0, h], as its first coefficient is larger than all others.
bool is_monotone(const double* row, int degree, double h) {
  double others = 0.0, power = h;
  for (int k = 2; k <= degree; ++k, power *= h) others += k * std::abs(row[k]) * power;
  return std::abs(row[1]) > others;
}

}  // namespace

const double* MeasuredRun::row_of(const Source& source, const MotionPiece& piece) {
  using Of = Source::Of;
  switch (source.of) {
    case Of::Q:
      return piece.q(source.index);
    case Of::V:
      return piece.v(source.index);
    case Of::A:
      return piece.a(source.index);
    case Of::D:
      return piece.d(source.index);
    case Of::Rate:
      return piece.rate(source.index);
    case Of::F:
      return piece.f(source.index);
    case Of::X:
      return piece.internal(source.index);
    case Of::T:
    case Of::Parameter:
      break;
  }
  return nullptr;
}

double MeasuredRun::value_at(Accumulated& so_far, const MotionPiece& piece, double tau) {
  if (so_far.is_channel) return horner(row_of(so_far.sources[0], piece), piece.degree(), tau);
  for (std::size_t i = 0; i < so_far.sources.size(); ++i) {
    if (so_far.sources[i].of == Source::Of::T) {
      so_far.variables[i] = piece.begin() + tau;
    } else if (const double* row = row_of(so_far.sources[i], piece)) {
      so_far.variables[i] = horner(row, piece.degree(), tau);
    }
  }
  return so_far.x.front()(so_far.variables);
}

/// How far x moves where its variables move by their rounding, which is all that is left of
/// q.a - q.b while a and b stick together.
double MeasuredRun::rounding_at(Accumulated& so_far, const MotionPiece& piece, double tau) {
  const double x = value_at(so_far, piece, tau);
  double sum = kFewUlps * std::abs(x);
  if (so_far.is_channel) return sum;
  for (double& variable : so_far.variables) {
    const double was = std::exchange(variable, variable * (1.0 + kFewUlps));
    sum += std::abs(so_far.x.front()(so_far.variables) - x);
    variable = was;
  }
  return sum;
}

template <class Part>
void MeasuredRun::in_parts(double begin, double end, double longest, const Part& part) {
  if (!(end > begin)) return;
  const double wanted = std::ceil((end - begin) / longest);
  const int parts = wanted > 1.0 ? static_cast<int>(std::min(wanted, kMostParts)) : 1;
  for (int i = 0; i < parts; ++i) {
    const double a = begin + (end - begin) * i / parts;
    part(a, i + 1 == parts ? end : begin + (end - begin) * (i + 1) / parts);
  }
}

void MeasuredRun::take(Accumulated& so_far, const MotionPiece& piece, double begin) {
  const double end = piece.length();
  const auto x = [&](double tau) {
    return value_at(so_far, piece, tau);
  };
  // A channel is smooth on a step, however long; an expression need not be.
  const double longest = so_far.is_channel ? end - begin : (to_ - from_) / kParts;
  switch (so_far.kind) {
    case MeasureKind::Min:
    case MeasureKind::Max:
    case MeasureKind::Range:
      return take_extremes(so_far, piece, begin);
    case MeasureKind::Mean:
      ++so_far.count;
      return in_parts(begin, end, longest,
                      [&](double a, double b) { so_far.sum += integrate(x, a, b); });
    case MeasureKind::Rms:
      ++so_far.count;
      return in_parts(begin, end, longest, [&](double a, double b) {
        so_far.sum += integrate([&](double tau) { return x(tau) * x(tau); }, a, b);
      });
    case MeasureKind::Last:
      if (piece.begin() + end >= to_ - 1e-14 * std::abs(to_)) so_far.first = x(end);
      return;
    case MeasureKind::AtEvent:
      if (so_far.pending) so_far.first = x(begin);
      so_far.pending = false;
      return;
    case MeasureKind::AtEvents:
      if (std::exchange(so_far.pending, false))
        so_far.list[static_cast<std::size_t>(so_far.count++ % so_far.number)] = x(begin);
      return;
    case MeasureKind::Strobe:
      return take_strobe(so_far, piece);
    case MeasureKind::Amplitude:
    case MeasureKind::Phase:
      return take_harmonic(so_far, piece, begin);
    default:
      return;
  }
}

void MeasuredRun::take_extremes(Accumulated& so_far, const MotionPiece& piece, double begin) {
  const double end = piece.length();
  if (!so_far.is_channel)
    return in_parts(begin, end, (to_ - from_) / kParts, [&](double a, double b) {
      take_extremes_between(so_far, piece, a, b, kHalvings);
    });
  const double* row = row_of(so_far.sources[0], piece);
  const double reach = reach_of(row, piece.degree(), end);  // most steps reach nothing new
  const bool above = so_far.kind != MeasureKind::Min && !(row[0] + reach <= so_far.high);
  const bool below = so_far.kind != MeasureKind::Max && !(row[0] - reach >= so_far.low);
  if (!above && !below) return;
  if (!is_monotone(row, piece.degree(), end))
    return take_extremes_between(so_far, piece, begin, end, kHalvings);
  for (const double tau : {begin, end}) {
    const double value = horner(row, piece.degree(), tau);
    so_far.low = std::min(so_far.low, value);
    so_far.high = std::max(so_far.high, value);
  }
}

/// In halves until x is smooth between the nodes: a cubic through every second one meets the
/// others.
void MeasuredRun::take_extremes_between(Accumulated& so_far, const MotionPiece& piece, double begin,
                                        double end, int halvings) {
  const double* row = so_far.is_channel ? row_of(so_far.sources[0], piece) : nullptr;
  const auto x = [&](double tau) {
    return row != nullptr ? horner(row, piece.degree(), tau) : value_at(so_far, piece, tau);
  };
  const auto node = [&](int i) {
    return begin + (end - begin) * i / kNodes;
  };
  std::array<double, kNodes + 1> values;
  for (int i = 0; i <= kNodes; ++i) values[i] = x(node(i));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double bend = 0.0;
  for (int i = 3; i + 3 <= kNodes; i += 2) {
    const double met = (9.0 * (values[i - 1] + values[i + 1]) - values[i - 3] - values[i + 3]) / 16;
    bend = std::max(bend, std::abs(met - values[i]));
  }
  constexpr double kSmooth = 0.02;  // of the range of x
  const double bound = kSmooth * (*most - *least);
  // Where x rests, what bends is its rounding, and it does so in every half.
  if (halvings > 0 && bend > bound &&
      !(bend <= bound + rounding_at(so_far, piece, node(kNodes / 2)))) {
    const double middle = 0.5 * (begin + end);
    take_extremes_between(so_far, piece, begin, middle, halvings - 1);
    return take_extremes_between(so_far, piece, middle, end, halvings - 1);
  }
  so_far.low = std::min(so_far.low, *least);
  so_far.high = std::max(so_far.high, *most);
  for (int i = 0; i <= kNodes; ++i) {
    const double left = values[std::max(i - 1, 0)], right = values[std::min(i + 1, kNodes)];
    const double a = node(std::max(i - 1, 0)), b = node(std::min(i + 1, kNodes));
    if (values[i] >= left && values[i] >= right && so_far.kind != MeasureKind::Min)
      so_far.high = std::max(so_far.high, maximum_between(x, a, b));
    if (values[i] <= left && values[i] <= right && so_far.kind != MeasureKind::Max)
      so_far.low =
          std::min(so_far.low, -maximum_between([&](double tau) { return -x(tau); }, a, b));
  }
}

void MeasuredRun::take_strobe(Accumulated& so_far, const MotionPiece& piece) {
  const std::int64_t n = so_far.number;
  Clock& clock = *so_far.clock;
  for (; clock.tick <= clock.last_tick; ++clock.tick) {
    const double tau = start_ + clock.tick * clock.value - piece.begin();
    if (tau > piece.length() + kNoise * clock.value) return;
    const auto place = n - 1 - static_cast<std::int64_t>(clock.last_tick - clock.tick);
    so_far.list[static_cast<std::size_t>(place)] =
        value_at(so_far, piece, std::clamp(tau, 0.0, piece.length()));
  }
}

void MeasuredRun::take_harmonic(Accumulated& so_far, const MotionPiece& piece, double begin) {
  const double first = std::max(begin, so_far.clock->window - piece.begin());
  if (!(first < piece.length())) return;
  const double omega = 2.0 * std::numbers::pi * so_far.clock->value;
  const double longest = std::min(1.0 / so_far.clock->value, (to_ - from_) / kParts);
  in_parts(first, piece.length(), longest, [&](double a, double b) {
    const auto with = [&](auto wave) {
      return integrate(
          [&](double tau) {
            return value_at(so_far, piece, tau) * wave(omega * (piece.begin() + tau));
          },
          a, b, kHalvingsOfPeriod);
    };
    so_far.sum += with([](double phase) { return std::cos(phase); });
    so_far.other += with([](double phase) { return std::sin(phase); });
  });
  ++so_far.count;
}

}  // namespace luztar
