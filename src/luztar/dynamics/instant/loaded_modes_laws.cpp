// Whether a choice of modes fits the laws where normal forces grow with forces of links.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/loaded_modes.h"
#include "luztar/dynamics/series/pair_limits.h"

namespace luztar {
namespace {

/// The sign of a series just behind its anchor.
struct Sign {
  int sign{};         ///< 0: it is 0 as long as the series is
  int zeros{};        ///< leading coefficients that are 0
  double value{};     ///< the first one that is not
  double relative{};  ///< the same, over the forces of its order
};

/// @param noise  (orders) of forces [N]
/// @param first  noise of order 0, where more is known than of the others
template <class Coefficient>
Sign sign_of(const std::vector<double>& noise, double unit, double first,
             const Coefficient& coefficient) {
  const int orders = static_cast<int>(noise.size());
  for (int k = 0; k < orders; ++k) {
    const double own = noise[static_cast<std::size_t>(k)];
    const double c = coefficient(k);
    if (std::abs(c) > (k == 0 ? std::max(first, own) : own) * unit)
      return {c > 0.0 ? 1 : -1, k, c, std::abs(c) / (unit * own)};
  }
  return {0, orders + 1};
}

/// The fraction of the path at which a quantity that ends below zero passes zero.
double fraction_of(const Sign& sign, double before) {
  return sign.zeros == 0 && before > 0.0 ? before / (before - sign.value) : 0.0;
}

}  // namespace

/// Forces move the bodies and keep what sticks: where losses make them singular they do not.
bool LoadedModes::is_solved(const State& trial, const Expansion& series) {
  noise_.clear();
  for (int k = 0; k < series.order(); ++k) {
    const double scale = std::max(series.force_scale(k), kVanishing / kNoise);
    noise_.push_back(kNoise * scale);
    const double noise = kSolved * scale;
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (system_.is_free(b) && !(std::abs(series.load(b, k)) <= noise)) return false;
    if (k > 0) continue;
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (trial.pair[j] != Mode::Stuck || trial.kept_limit[j] == Bound::Both) continue;
      double mobility = 0.0;
      for (const Term& term : series.terms_of_pair(j))
        mobility += std::abs(term.coefficient) * system_.inverse_mass(term.body);
      if (trial.kept_limit[j] != Bound::Free) continue;
      if (!(std::abs(series.rate_of_pair(j, 1)) <= noise * mobility)) return false;
    }
  }
  return true;
}

/// The law that is violated first on the path, or else at the lowest order; of several the one that
/// is violated most.
LoadedModes::Verdict LoadedModes::worst(const Expansion& series) {
  Verdict worst;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    Verdict misfit = judge(open_[i], series);
    if (!misfit) continue;
    misfit->open = i;
    const auto is_before = [](const Misfit& a, const Misfit& b) {
      if (a.order != b.order) return a.order < b.order;
      if (a.fraction != b.fraction) return a.fraction < b.fraction;
      return a.size > b.size;
    };
    if (!worst || is_before(*misfit, *worst)) worst = misfit;
  }
  return worst;
}

LoadedModes::Verdict LoadedModes::judge(Open& open, const Expansion& series) const {
  open.holds = open.option().at_static;
  open.is_weak = open.option().is_idle;
  open.zeros[0] = open.zeros[1] = 0;
  if (open.is_load) return judge_load(open, series);
  if (open.option().is_idle) return judge_idle(open, series);
  if (open.mode() != Mode::Stuck) return judge_sliding(open, series);
  return open.edge != Edge::None ? judge_edge(open, series) : judge_stuck(open, series);
}

LoadedModes::Verdict LoadedModes::judge_load(Open& open, const Expansion& series) const {
  const double* force = series.f(system_.first_pair() + open.pair);
  const double direction = number(open.mode());
  const double first = open.fired != Mode::Stuck ? time_error_ * std::abs(force[1]) : 0.0;
  const Sign sign = sign_of(noise_, 1.0, first, [&](int k) { return direction * force[k]; });
  open.zeros[0] = sign.zeros;
  open.is_weak = sign.sign == 0;
  if (sign.sign >= 0) return std::nullopt;
  const double before = direction * carried_[static_cast<std::size_t>(open.pair)];
  return Misfit{0, 1 - open.at, sign.zeros, fraction_of(sign, before), sign.relative};
}

LoadedModes::Verdict LoadedModes::judge_edge(Open& open, const Expansion& series) const {
  const double* force = series.f(system_.first_pair() + open.pair);
  const double direction = number(open.edge);
  const Sign sign = sign_of(noise_, 1.0, 0.0, [&](int k) { return direction * force[k]; });
  open.zeros[0] = sign.zeros;
  if (sign.sign >= 0) return std::nullopt;
  const double before = direction * carried_[static_cast<std::size_t>(open.pair)];
  return Misfit{0, 1, sign.zeros, fraction_of(sign, before), sign.relative};
}

LoadedModes::Verdict LoadedModes::judge_stuck(Open& open, const Expansion& series) const {
  const double* force = series.f(system_.first_pair() + open.pair);
  open.is_weak = has_no_strength(system_, series, open.pair);
  Verdict misfit;
  for (const int side : {1, 0}) {
    const double limit = series.limit(open.pair, side, 0);
    if (std::isinf(limit)) continue;
    const double direction = side == 1 ? 1.0 : -1.0;
    const Mode mode = side == 1 ? Mode::Forward : Mode::Backward;
    const Sign sign =
        sign_of(noise_, 1.0, open.fired == mode ? kHalfDigits * limit : 0.0,
                [&](int k) { return series.limit(open.pair, side, k) - direction * force[k]; });
    open.zeros[1 - side] = sign.zeros;
    if (sign.sign >= 0) continue;
    const double before =
        open.limits[side] - direction * carried_[static_cast<std::size_t>(open.pair)];
    misfit =
        Misfit{0, option(open, mode, true), sign.zeros, fraction_of(sign, before), sign.relative};
  }
  return misfit;
}

/// Without strength it follows what moves.
LoadedModes::Verdict LoadedModes::judge_idle(Open& open, const Expansion& series) const {
  if (!has_no_strength(system_, series, open.pair)) return Misfit{0, 0, 0, 0.0, kInfinity};
  const double mobility = mobility_of(system_, series, open.pair);
  const Sign sign = sign_of(noise_, mobility, 0.0,
                            [&](int k) { return (k + 1) * series.rate_of_pair(open.pair, k + 1); });
  if (sign.sign == 0) return std::nullopt;
  return Misfit{0, option(open, sign.sign > 0 ? Mode::Forward : Mode::Backward), sign.zeros, 0.0,
                sign.relative};
}

LoadedModes::Verdict LoadedModes::judge_sliding(Open& open, const Expansion& series) const {
  const bool is_dry = system_.pairs[open.pair].is_dry();
  const double mobility = mobility_of(system_, series, open.pair);
  const double direction = number(open.mode());
  const Sign sign = sign_of(noise_, mobility, 0.0, [&](int k) {
    return direction * (k + 1) * series.rate_of_pair(open.pair, k + 1);
  });
  open.is_weak = is_dry && has_no_strength(system_, series, open.pair);
  open.zeros[0] = sign.zeros;
  const bool falls = is_dry && drops(system_, open.pair, open.mode());
  if (sign.sign > 0) {
    if (!open.option().at_static) return std::nullopt;
    return Misfit{0, option(open, open.mode()), sign.zeros, 0.0, sign.relative};
  }
  if (sign.sign < 0) {
    const std::size_t to = open.is_weak ? option(open, opposite(open.mode())) : 0;
    return Misfit{0, to, sign.zeros, fraction_of(sign, direction * open.rate), sign.relative};
  }
  open.holds = true;
  open.zeros[0] = 0;
  if (falls && !open.option().at_static) return Misfit{0, 0, series.order(), 0.0, 0.0};
  const bool was_weak = open.is_weak && open.limits[0] == 0.0 && open.limits[1] == 0.0;
  return was_weak ? std::nullopt : judge_slip(open, series);
}

/// What keeps its limit slides on while those that hold it give way; a stop or a freewheel without
/// a force is open, as far as they have given way.
LoadedModes::Verdict LoadedModes::judge_slip(Open& open, const Expansion& series) const {
  const auto& slips = series.bent().slips();
  const auto slip = std::ranges::find(slips, open.pair, &BentPairs::Slip::pair);
  if (slip == slips.end()) return std::nullopt;
  double unit = 0.0;
  for (const auto& [by, coefficient] : slip->of) unit += std::abs(coefficient);
  const double direction = number(open.mode());
  double before = 0.0;
  for (const auto& [by, coefficient] : slip->of)
    before += direction * coefficient * carried_[static_cast<std::size_t>(by)];
  const auto along = [&](int k) {
    double sum = 0.0;
    for (const auto& [by, coefficient] : slip->of)
      sum += direction * coefficient * series.f(system_.first_pair() + by)[k];
    return sum;
  };
  if (!system_.pairs[open.pair].is_dry()) {
    const Sign sign = sign_of(noise_, unit, 0.0, along);
    if (sign.sign >= 0) return std::nullopt;
    return Misfit{0, 0, sign.zeros, fraction_of(sign, before), sign.relative};
  }
  // It slides on the path, and behind its end.
  const double slid = along(0) - before;
  if (slid < -noise_[0] * unit) return Misfit{0, 0, 0, 0.0, -slid / (noise_[0] * unit)};
  const Sign sign = sign_of(noise_, unit, 0.0, [&](int k) { return k == 0 ? 0.0 : along(k); });
  if (sign.sign >= 0) return std::nullopt;
  return Misfit{0, 0, sign.zeros, 0.0, sign.relative};
}

}  // namespace luztar
