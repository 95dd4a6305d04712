#include "luztar/simulate/law_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/series/polynomial.h"
#include "luztar/symbolic/hidden_terms.h"

namespace luztar {
namespace {

/// Of the step: its end, where series are worst, and a point that no symmetry singles out.
constexpr double kPoints[] = {1.0, 0.5671432904097838};
constexpr int kOctaves = 12;   // of a leap: behind a pole a law may be as small as before it
constexpr double kOwn = 10.0;  // tolerances that a series may be off; its tail keeps to one
constexpr double kRoundedUlps = 32.0;  // times what shifts by an ulp change

}  // namespace

LawCheck::LawCheck(const SystemImpl& system, double longest)
    : system_(system), longest_(longest), bases_(bases_of_powers(system.program)) {
  for (int e = 0; e < system.n_elements(); ++e) add(Root::Kind::Force, system.force_slot(e), e);
  for (int j = 0; j < system.n_pairs(); ++j) add_pair(j);
  for (int b = 0; b < system.n_bodies(); ++b) add(Root::Kind::Value, system.motion_slot(b), -1);
  for (const Geometry& geometry : system.arms.geometries()) {
    if (geometry.element < system.first_pair())  // else nothing but rounding while it sticks
      add(Root::Kind::Value, geometry.deflection_slot, -1);
    for (const int slot : geometry.gradient_slots) add(Root::Kind::Value, slot, -1);
  }
  for (const Switch& sw : system.program.switches()) {
    add(Root::Kind::Argument, sw.low, -1);
    if (sw.high != sw.low) add(Root::Kind::Argument, sw.high, -1);
  }
  for (int i = 0; i < system.n_internals(); ++i)
    add(Root::Kind::Rate, system.internals[i].rate_slot, i);
}

void LawCheck::add(Root::Kind kind, int slot, int index, Mode mode) {
  if (slot < 0 || system_.controls.hidden_terms[slot] == 0) return;
  roots_.push_back({kind, slot, index, mode});
}

void LawCheck::add_pair(int pair) {
  const PairLaw& law = system_.pairs[pair];
  add(Root::Kind::Normal, law.normal_slot, pair);
  if (law.level_slot[0] == law.level_slot[1])
    return add(Root::Kind::Level, law.level_slot[0], pair);
  add(Root::Kind::Level, law.level_slot[0], pair, Mode::Backward);
  add(Root::Kind::Level, law.level_slot[1], pair, Mode::Forward);
}

bool LawCheck::acts(const Root& root, const State& state, const Expansion& series) const {
  if (root.kind == Root::Kind::Rate) return !series.is_settled(root.index);
  if (root.kind != Root::Kind::Level) return true;
  const Mode mode = state.pair[root.index];
  return root.mode == Mode::Stuck ? mode != Mode::Stuck : mode == root.mode;
}

bool LawCheck::agrees(const State& state, const Expansion& series, double tolerance, double tau,
                      double whole, bool leaps) {
  whole_ = std::min(whole, longest_);
  if (roots_.empty() || tau == 0.0) return true;
  double part = 1.0;
  for (int k = 0; leaps && k < kOctaves; ++k)
    if (!agrees_at(state, series, tolerance, (part *= 0.5) * tau)) return false;
  return std::all_of(std::begin(kPoints), std::end(kPoints),
                     [&](double at) { return agrees_at(state, series, tolerance, at * tau); });
}

bool LawCheck::agrees_at(const State& state, const Expansion& series, double tolerance,
                         double tau) {
  evaluate(state, series, tau);
  return std::all_of(roots_.begin(), roots_.end(), [&](const Root& root) {
    return !acts(root, state, series) || agrees(root, state, series, tolerance, tau);
  });
}

bool LawCheck::agrees(const Root& root, const State& state, const Expansion& series,
                      double tolerance, double tau) {
  const double* c = series.series().slot(root.slot);
  const double law = probe_.slot(root.slot)[0];
  const double error = std::abs(evaluate_polynomial(c, series.order(), tau) - law);
  double allowed = kOwn * tolerance * std::abs(law) + kSmallest;
  if (error <= allowed) return true;  // nearly always
  if (!std::isfinite(error)) return false;
  const double size = largest_term(c, series.order(), tau);
  allowed = std::max(allowed, kOwn * std::max(tolerance, kUlp * series.order()) * size);
  if (error <= allowed) return true;
  if (error <= tolerance * other_size(root, state, series, tau)) return true;
  if (is_decided_by_others(root, state, series) && tau <= clear_of_powers(root.slot, series))
    return true;
  if (is_within_rounding(root.slot, tau, series)) return true;
  return error <= allowed + rounding(root.slot, state, series, tau);
}

/// The sign of the slot decides where its series is zero, or the laws that read it decide.
bool LawCheck::is_decided_by_others(const Root& root, const State& state,
                                    const Expansion& series) const {
  if (root.kind == Root::Kind::Normal) return state.pair[root.index] == Mode::Stuck;
  const double* c = series.series().slot(root.slot);
  return root.kind == Root::Kind::Argument &&
         std::all_of(c, c + series.order() + 1, [](double x) { return x == 0.0; });
}

/// What a law that has only begun to act is small beside, in units of its slot.
double LawCheck::other_size(const Root& root, const State& state, const Expansion& series,
                            double tau) {
  switch (root.kind) {
    case Root::Kind::Force:
      return std::max(force_size(root.index, series, tau),
                      force_from_rest(root.index, root.slot, state, series, tau));
    case Root::Kind::Level:
      return force_size(system_.first_pair() + root.index, series, tau);
    case Root::Kind::Normal: {
      const PairLaw& law = system_.pairs[root.index];
      const double factor = std::max({law.breakaway[0], law.breakaway[1], kSmallest});
      return force_size(system_.first_pair() + root.index, series, tau) / factor;
    }
    case Root::Kind::Rate: {
      const int element = system_.internals[root.index].element;
      if (element < 0) {
        const bool begins = clear_of_powers(root.slot, series) > 0.0;
        return (begins ? state.largest[root.index]
                       : largest_term(series.z(root.index), series.order(), tau)) /
               tau;
      }
      return largest_term(series.rate(element), series.order(), tau);
    }
    case Root::Kind::Value:
    case Root::Kind::Argument:
      break;
  }
  return 0.0;
}

/// The largest force on that body of the element which has the smallest one; or, if that is more,
/// the force that would stop the element's rate within tau.
double LawCheck::force_size(int element, const Expansion& series, double tau) const {
  double least = std::numeric_limits<double>::infinity();
  double mobility = 0.0;
  const Geometry* geometry = system_.geometry_of(element);
  std::size_t place = 0;
  for (const Term& end : series.terms(element)) {
    // An arm may be zero at the anchor, and grow.
    const double arm = geometry != nullptr
                           ? largest_term(series.series().slot(geometry->gradient_slots[place++]),
                                          series.order(), tau)
                           : std::abs(end.coefficient);
    mobility += arm * arm * system_.inverse_mass(end.body);
    if (system_.is_given(end.body)) continue;
    double largest = 0.0;
    for (int e = 0; e < system_.n_elements(); ++e)
      for (const Term& term : series.terms(e))
        if (term.body == end.body)
          largest = std::max(
              largest, std::abs(term.coefficient) * largest_term(series.f(e), series.order(), tau));
    least = std::min(least, largest / arm);
  }
  if (!std::isfinite(least)) least = 0.0;  // acts on given bodies only
  if (mobility == 0.0) return least;
  return std::max(least,
                  largest_term(series.rate(element), series.order(), tau) / (mobility * tau));
}

/// How much the law moves if everything that it is computed from is rounded otherwise: neighbours
/// mostly against each other, or mostly together, since either may cancel.
double LawCheck::rounding(int slot, const State& state, const Expansion& series, double tau) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr double kGoldenToThe4 = 0.1458980337503155;
  constexpr double kSilver = 0.4142135623730950;  // every other one; then two by two
  constexpr double kQuarter = 0.2360679774997897;
  double moved = 0.0;
  for (const double spread : {kGolden, kGoldenToThe4, kSilver, kQuarter})
    for (const double shift : {kUlp, -kUlp}) {
      evaluate(state, series, tau, shift, spread);
      moved = std::max(moved, std::abs(shifted_.slot(slot)[0] - probe_.slot(slot)[0]));
    }
  return kRoundedUlps * moved;
}

double LawCheck::value_of(int slot, const State& state, const Expansion& series, double tau) {
  evaluate(state, series, tau);
  return probe_.slot(slot)[0];
}

/// Fills probe_, or shifted_ if there is a shift.
void LawCheck::evaluate(const State& state, const Expansion& series, double tau, double shift,
                        double spread) {
  ProgramSeries& values = shift == 0.0 ? probe_ : shifted_;
  if (values.is_empty()) values = ProgramSeries(system_.program, 0);  // few runs need them
  double side = shift;
  for (const ProgramInput& input : system_.inputs) {
    const double* c = series.series().slot(input.slot);
    double value = evaluate_polynomial(c, series.order(), tau);
    if (shift != 0.0) value += side * largest_term(c, series.order(), tau);
    side = -side;
    values.slot(input.slot)[0] = value;
  }
  for (const Sampling::Output& output : system_.sampling.outputs)
    values.slot(output.slot)[0] = state.internal[output.internal];
  const double time = (state.anchor + tau).value;
  values.evaluate(system_.program, time * (1.0 + shift), state.branch.data(), shift, spread);
}

}  // namespace luztar
