#include "luztar/simulate/arrivals.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

using Code = Program::Code;

constexpr double kRounded = 8.0 * kUlp;

/// The instruction that makes a slot; null if it is an input or a number.
const Program::Instruction* maker(const Program& program, int slot) {
  for (const Program::Instruction& i : program.state_code())
    if (i.out == slot) return &i;
  return nullptr;
}

}  // namespace

Arrivals::Arrivals(const SystemImpl& system) : system_(system) {
  for (const Geometry& geometry : system.arms.geometries())
    bent_rates_.push_back({ProgramInput::Kind::Rate, geometry.element, geometry.rate_slot});
  for (const Program::Instruction& i : system.program.state_code())
    if (i.code == Code::Power && i.constant > 0.0 && i.constant < 1.0) add(i.a);
}

/// The base of a power, if it is that of one input or of the difference of two: abs, max(0, ...),
/// multiples, sums with numbers.
void Arrivals::add(int slot) {
  double zero = 0.0;
  const auto made_by = [&](int at) {
    return bent_rate_at(at) != nullptr ? nullptr : maker(system_.program, at);
  };
  const Program::Instruction* i = made_by(slot);
  for (; i != nullptr && i->code != Code::Subtract; i = made_by(slot)) {
    const bool square = i->code == Code::Multiply && i->a == i->b;
    const bool divided = i->code == Code::Divide && system_.program.degree(i->b) == 0;
    const bool same_zero =
        square || divided || i->code == Code::ScaleByBranch || i->code == Code::Select;
    const bool chosen = i->code == Code::Select && system_.program.degree(i->a) == 0;
    if (i->code == Code::Scale)
      zero /= i->constant;
    else if (i->code == Code::AddConstant)
      zero -= i->constant;
    else if (zero != 0.0 || !same_zero)
      return;
    slot = chosen ? i->b : i->a;
  }
  const ProgramInput* input = input_at(i != nullptr ? i->a : slot);
  const ProgramInput* other = i != nullptr ? input_at(i->b) : nullptr;
  if (input == nullptr) return;
  if (i == nullptr) return bases_.push_back({input, nullptr, zero});
  if (other != nullptr && other->kind == input->kind && zero == 0.0 &&
      input->kind != ProgramInput::Kind::Rate)
    bases_.push_back({input, other, 0.0});
}

const ProgramInput* Arrivals::bent_rate_at(int slot) const {
  const auto found = std::ranges::find(bent_rates_, slot, &ProgramInput::slot);
  return found != bent_rates_.end() ? &*found : nullptr;
}

/// One that can be set; else null.
const ProgramInput* Arrivals::input_at(int slot) const {
  using Kind = ProgramInput::Kind;
  if (const ProgramInput* rate = bent_rate_at(slot)) return rate;
  for (const ProgramInput& input : system_.inputs) {
    if (input.slot != slot) continue;
    const bool state = input.kind == Kind::Internal && input.index >= system_.first_state() &&
                       input.index < system_.first_output();
    const bool speed = input.kind == Kind::Velocity && system_.is_free(input.index);
    const bool rate = input.kind == Kind::Rate && lightest(system_.terms_of(input.index)) >= 0;
    return state || speed || rate ? &input : nullptr;
  }
  return nullptr;
}

/// Of an element's bodies with mass, by what a force does to its rate; -1 if there is none.
int Arrivals::lightest(std::span<const Term> arms) const {
  int found = -1;
  double most = 0.0;
  for (const Term& term : arms) {
    const double mobility = term.coefficient * term.coefficient * system_.inverse_mass(term.body);
    if (!system_.is_free(term.body) || mobility <= most) continue;
    most = mobility;
    found = term.body;
  }
  return found;
}

/// Of what the coefficient k of an input sums up, absolute values.
double Arrivals::size_of(const Expansion& series, const ProgramInput& input, int k) const {
  using Kind = ProgramInput::Kind;
  const auto of_body = [&](int body) {
    if (k == 0 || !system_.is_free(body)) return std::abs(series.v(body)[k]);
    return series.size_of_forces(body, k - 1) * system_.inverse_mass(body) / k;
  };
  if (input.kind == Kind::Internal) return k == 0 ? std::abs(series.z(input.index)[0]) : 0.0;
  if (input.kind == Kind::Velocity) return of_body(input.index);
  double size = 0.0;
  for (const Term& term : series.terms(input.index))
    size += std::abs(term.coefficient) * of_body(term.body);
  return size;
}

/// Speed of all bodies of an element but its lightest, which can be 0 by itself.
double Arrivals::size_beside(const Expansion& series, int element) const {
  double size = 0.0;
  const int own = lightest(series.terms(element));
  for (const Term& term : series.terms(element))
    if (term.body != own) size += std::abs(term.coefficient * series.v(term.body)[0]);
  return size;
}

/// How far it is from zero.
double Arrivals::value_at(const Expansion& series, const Base& base, double tau) const {
  const auto value = [&](const ProgramInput& input) {
    return evaluate_polynomial(series.series().slot(input.slot), series.order(), tau);
  };
  return value(*base.input) - (base.other != nullptr ? value(*base.other) : base.zero);
}

/// A state so far below the tolerance of what it has been that its power may begin anew at zero.
bool Arrivals::is_nothing(const Base& base, const State& state, double rest,
                          double tolerance) const {
  if (base.input->kind != ProgramInput::Kind::Internal || base.other != nullptr) return false;
  const double size = state.largest[base.input->index] + std::abs(base.zero);
  return rest != 0.0 && std::abs(rest) <= tolerance * tolerance * size;
}

bool Arrivals::find(const State& state, const Expansion& series, double tau, double near,
                    double tolerance) {
  found_.clear();
  for (const Base& base : bases_) {
    const auto& program = series.series();
    const double slope = program.slot(base.input->slot)[1] -
                         (base.other != nullptr ? program.slot(base.other->slot)[1] : 0.0);
    if (slope == 0.0) continue;
    const double rest = value_at(series, base, tau);
    const double time = -rest / slope;
    const bool ends = tau <= near && time >= 0.0 && time <= near;
    double size = std::abs(base.zero);
    if (base.other != nullptr) size = size_of(series, *base.other, 0);
    if (base.input->kind == ProgramInput::Kind::Rate) size = size_beside(series, base.input->index);
    const bool lost = std::abs(rest) <= tolerance * size && value_at(series, base, 0.0) != 0.0;
    const bool nothing = is_nothing(base, state, rest, tolerance);
    if (ends || lost || nothing) found_.push_back({base.input, base.other, base.zero, nothing});
  }
  return !found_.empty();
}

/// Sets the rate of an element by the speed of its lightest body.
void Arrivals::set_rate(State& state, int element, double rate) const {
  const std::vector<Term> arms = arms_at(system_, element, positions_of(state));
  const int body = lightest(arms);
  if (body < 0) return;  // at a dead point
  double others = 0.0;
  double own = 0.0;
  for (const Term& term : arms)
    if (term.body == body)
      own += term.coefficient;
    else
      others += term.coefficient * state.velocity[term.body];
  state.velocity[body] = (rate - others) / own;
}

void Arrivals::take(State& state) const {
  using Kind = ProgramInput::Kind;
  for (const auto& [input, other, zero, is_nothing] : found_) {
    if (input->kind == Kind::Rate) {
      set_rate(state, input->index, zero);
      continue;
    }
    auto& values = input->kind == Kind::Velocity ? state.velocity : state.internal;
    values[input->index] = other != nullptr ? values[other->index] : zero;
  }
}

bool Arrivals::hold(const Expansion& series) const {
  return std::ranges::all_of(found_, [&](const Base& base) {
    if (value_at(series, base, 0.0) != 0.0) return false;
    if (base.is_nothing) return true;
    const double* c = series.series().slot(base.input->slot);
    const double* other = base.other != nullptr ? series.series().slot(base.other->slot) : nullptr;
    for (int k = 1; k <= series.degree(); ++k) {
      double size = size_of(series, *base.input, k);
      if (other != nullptr) size += size_of(series, *base.other, k);
      if (std::abs(c[k] - (other != nullptr ? other[k] : 0.0)) > kRounded * size) return false;
    }
    return true;
  });
}

}  // namespace luztar
