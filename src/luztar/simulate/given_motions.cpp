#include "luztar/simulate/given_motions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

/// Largest change of the value when the arguments and all operations round differently.
/// @param error  of each argument
double change_by_rounding(const DirectFunction& function, const std::vector<double>& x,
                          const std::vector<double>& error) {
  constexpr int kPatterns = DirectFunction::kPatterns;
  const double value = function(x);
  double most = 0.0;
  for (int pattern = kPatterns; pattern < 2 * kPatterns; ++pattern)
    most = std::max(most, std::abs(function.rounded(x, error, pattern) - value));
  return most;
}

}  // namespace

GivenMotions::GivenMotions(const Motion& motion)
    : system_(motion.system()),
      motion_(motion),
      series_(motion.series()),
      scale_(system_.n_bodies(), 0.0),
      tied_(tied_motions(system_)) {}

/// How large the terms are that a given position is the sum of, over a time of tau.
double GivenMotions::scale(int body, double tau) const {
  return motion_.largest_term(series_.q(body), tau);
}

void GivenMotions::remember_scale(double tau) {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot(b) >= 0) scale_[b] = std::max(scale_[b], scale(b, tau));
  before_.clear();
  for (const Geometry& geometry : system_.arms.geometries())
    before_.push_back(evaluate_polynomial(series_.d(geometry.element), series_.order(), tau));
}

/// Of an expression of positions, in which large numbers may cancel.
double GivenMotions::rounding_of(const DirectFormula& formula) const {
  std::vector<double> position, error;
  for (const LawSymbol& symbol : formula.variables) {
    const bool is_place = symbol.kind == LawSymbol::Kind::Position;
    position.push_back(is_place ? series_.q(symbol.index)[0]
                                : positions_of(motion_.state())[symbol]);
    error.push_back(is_place ? 1e3 * kUlp * std::abs(position.back()) : 0.0);
  }
  return change_by_rounding(*formula.function, position, error);
}

/// Of a given position, as of 1 - cos(w t) soon after 0; a little later, where no jump of it is
/// near that rounding could pass. @param tau  of the step that ended here
double GivenMotions::rounding_of_motion(int body, double tau) const {
  constexpr double kBesides = 1e-3, kClear = 1e-10;  // of the step, of the time
  const DirectFormula& motion = system_.body_laws[body].motion;
  const double now = motion_.state().anchor.value;
  const double time = now + std::max(kBesides * tau, kClear * std::abs(now));
  const std::vector<double> times(motion.variables.size(), time), exact(times.size(), 0.0);
  return change_by_rounding(*motion.function, times, exact);
}

/// A stop that is free on both sides of a jump, as where the next tooth comes to a pawl: it stores
/// nothing and has no force. Neither has it where a friction slides.
bool GivenMotions::may_jump(int element, double before, double now) const {
  const int pair = element - system_.first_pair();
  if (pair < 0 || pair >= system_.n_pairs() || motion_.state().pair[pair] == Mode::Stuck)
    return false;
  if (system_.pairs[pair].is_dry()) return true;
  if (!system_.pairs[pair].has_edges() || system_.pairs[pair].pitch > 0.0) return false;
  const double lower = edge_place(system_, motion_.state(), pair, Edge::Lower);
  const double upper = edge_place(system_, motion_.state(), pair, Edge::Upper);
  return std::min(before, now) >= lower && std::max(before, now) <= upper;
}

/// Of what is an expression of positions, which go on.
std::optional<Trouble> GivenMotions::deflection_jump(double tau) const {
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const int e = system_.arms.geometries()[i].element;
    if (motion_.state().is_held[e] != 0) continue;  // put back to where it sticks
    const double now = series_.d(e)[0];
    double size = std::max(std::abs(before_[i]), motion_.largest_term(series_.d(e), tau));
    for (const Term& term : system_.terms_of(e))
      size = std::max(size, std::abs(series_.q(term.body)[0]));
    if (system_.has_bent_pairs())  // put back where they stick, as well as positions are known
      for (int b = 0; b < system_.n_bodies(); ++b) size = std::max(size, std::abs(series_.q(b)[0]));
    const double clock = 0x1p-48 * std::abs(series_.rate(e)[0]) * motion_.time_scale();
    const double same = std::max(1e-9, 1e3 * motion_.tolerance()) * size + clock;
    const double change = std::abs(now - before_[i]);
    if (change <= same + std::numeric_limits<double>::min()) continue;
    if (change <= rounding_of(system_.arms.geometries()[i].deflection)) continue;
    if (may_jump(e, before_[i], now)) continue;
    const int pair = e - system_.first_pair();
    const bool is_stop = pair >= 0 && pair < system_.n_pairs() && system_.pairs[pair].has_edges();
    return Trouble{Status::NotFinite,
                   "the deflection of '" + system_.elements[e].name + "' jumps from " +
                       rounded_text(before_[i]) + " to " + rounded_text(now) + "; " +
                       (is_stop ? "it must be free before and after such a jump, or its bodies "
                                  "would have to jump too: check its `mod` and `if`"
                                : "it must be continuous, so that the energy that it stores is: "
                                  "check its `mod` and `if`")};
  }
  return std::nullopt;
}

std::optional<Trouble> GivenMotions::jump(double tau) const {
  if (auto trouble = deflection_jump(tau)) return trouble;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot(b) < 0) continue;
    const double before = motion_.state().position[b];
    const double now = series_.q(b)[0];
    const double size = std::max(scale_[b], scale(b, tau));
    const double clock = 0x1p-48 * std::abs(series_.v(b)[0]) * motion_.time_scale();
    const double same = std::max(1e-9, 1e3 * motion_.tolerance()) * size + clock;
    if (std::abs(now - before) <= same + std::numeric_limits<double>::min()) continue;
    if (std::abs(now - before) <= rounding_of_motion(b, tau)) continue;
    return Trouble{Status::NotFinite,
                   "the prescribed motion of '" + system_.bodies[b].name +
                       "' jumps; a position must be continuous, let it rise within "
                       "a short time instead"};
  }
  return std::nullopt;
}

std::optional<Trouble> GivenMotions::part_after() const {
  return part(std::max(motion_.last_step(), 1e-6 * motion_.span()));
}

std::optional<Trouble> GivenMotions::part(double tau) const {
  for (const TiedMotions& tied : tied_)
    for (const double at : {0.0, tau}) {
      double parting = 0.0;
      double scale = 0.0;
      // Velocities that pass through zero are as wrong as they are large at other times.
      const double horizon = std::max({tau, motion_.last_step(), 1e-6 * motion_.span()});
      for (const Term& term : tied.given) {
        const double* v = series_.v(term.body);
        parting += term.coefficient * evaluate_polynomial(v, series_.order(), at);
        double power = std::abs(term.coefficient);
        for (int k = 0; k <= series_.order(); ++k, power *= horizon)
          scale = std::max(scale, std::abs(v[k]) * power);
      }
      if (is_negligible(parting, scale, kSolved)) continue;
      return untied(system_, tied);
    }
  return std::nullopt;
}

}  // namespace luztar
