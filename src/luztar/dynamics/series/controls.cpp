#include "luztar/dynamics/series/controls.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/symbolic/dependence.h"
#include "luztar/symbolic/hidden_terms.h"

namespace luztar {

namespace {

/// Elements whose rates, or deflections, are in slots, and behind them (n_elements() + body) bodies
/// whose velocities, or positions, are.
SlotMarks sources_behind(const SystemImpl& system, bool rates) {
  using Kind = ProgramInput::Kind;
  SlotMarks own(static_cast<std::size_t>(system.program.slots()));
  for (const ProgramInput& input : system.inputs) {
    if (input.kind == (rates ? Kind::Rate : Kind::Deflection)) own[input.slot] = {input.index};
    if (input.kind == (rates ? Kind::Velocity : Kind::Position))
      own[input.slot] = {system.n_elements() + input.index};
  }
  for (const Geometry& geometry : system.arms.geometries())
    if (const int slot = rates ? geometry.rate_slot : geometry.deflection_slot; slot >= 0)
      own[slot] = {geometry.element};
  return marks_behind(system.program, std::move(own));
}

/// 0 where slots are made of the time, or of what is neither a rate nor a place.
SlotMarks others_behind(const SystemImpl& system) {
  using Kind = ProgramInput::Kind;
  SlotMarks own(static_cast<std::size_t>(system.program.slots()));
  for (std::size_t slot = 0; slot < own.size(); ++slot)
    if (system.program.time_only(static_cast<int>(slot)) &&
        system.program.degree(static_cast<int>(slot)) != 0)
      own[slot] = {0};
  for (const ProgramInput& input : system.inputs)
    if (input.kind != Kind::Rate && input.kind != Kind::Velocity &&
        input.kind != Kind::Deflection && input.kind != Kind::Position)
      own[input.slot] = {0};
  return marks_behind(system.program, std::move(own));
}

void collect_power_bases(SystemImpl& system) {
  if (!has_powers(system.program)) return;
  const SlotMarks rates = sources_behind(system, true), deflections = sources_behind(system, false);
  const SlotMarks others = others_behind(system);
  for (const Program::Instruction& i : system.program.state_code()) {
    if (i.code != Program::Code::Power) continue;
    const bool of_rates = !rates[i.a].empty();
    system.controls.power_bases.push_back(
        {i.a, of_rates ? rates[i.a] : deflections[i.a], of_rates, others[i.a].empty()});
  }
}

}  // namespace

void collect_controls(SystemImpl& system) {
  system.controls.hidden_terms = slots_with_hidden_terms(system.program);
  system.controls.laws_at.assign(system.n_bodies(), {});
  std::vector<char> is_listed(static_cast<std::size_t>(system.program.slots()), 0);
  const auto control = [&](int slot) {
    if (system.program.degree(slot) <= 0 || is_listed[slot] != 0) return;
    is_listed[slot] = 1;
    system.controls.slots.push_back(slot);
  };
  const auto law = [&](int element, int slot) {
    if (slot < 0) return;
    const bool hides = system.controls.hidden_terms[slot] != 0;
    if (system.program.time_only(slot) && !hides) return control(slot);
    system.controls.elements.push_back(element);
    if (!hides) return;
    const auto terms = system.terms_of(element);
    for (std::size_t i = 0; i < terms.size(); ++i)
      system.controls.laws_at[terms[i].body].push_back({element, i});
  };
  for (int e = 0; e < system.n_elements(); ++e) law(e, system.force_slot(e));
  for (const Geometry& geometry : system.arms.geometries()) {
    // Of what sticks, deflection and force may be nothing but rounding; accelerations bound it.
    const bool smooth = geometry.element < system.first_pair();
    if (smooth && system.force_slot(geometry.element) < 0)
      system.controls.elements.push_back(geometry.element);
    if (smooth) control(geometry.deflection_slot);
    for (const int slot : geometry.gradient_slots) control(slot);
  }
  for (int b = 0; b < system.n_bodies(); ++b) {
    const auto acts_on = [&](const Geometry& geometry) {
      const auto terms = system.terms_of(geometry.element);
      return std::any_of(terms.begin(), terms.end(),
                         [&](const Term& term) { return term.body == b; });
    };
    const auto& geometries = system.arms.geometries();
    if (system.is_given(b) && std::any_of(geometries.begin(), geometries.end(), acts_on))
      system.controls.driven.push_back(b);
  }
  for (const PairLaw& pair : system.pairs)
    if (pair.normal_slot >= 0) control(pair.normal_slot);
  for (const Switch& sw : system.program.switches())
    if (sw.kind != Switch::Kind::Table) {
      control(sw.low);
      control(sw.high);
    }
  // What powers of time are made of keeps its scale where they are zero to all orders.
  for (const Program::Instruction& i : system.program.time_code())
    for (const int slot : {i.a, i.b})
      if (system.controls.hidden_terms[i.out] != 0 && slot >= 0 &&
          system.controls.hidden_terms[slot] == 0)
        control(slot);
  using Code = Program::Code;
  for (const auto* code : {&system.program.time_code(), &system.program.state_code()})
    for (const Program::Instruction& i : *code)
      if (i.code == Code::Exp || i.code == Code::Tanh || i.code == Code::SinhCosh)
        system.controls.exponents.push_back(i.a);
  collect_power_bases(system);
}

bool know_power_bases(const SystemImpl& system, const MotionSeries& motion,
                      ProgramSeries& program) {
  constexpr double kRounded = 8.0 * kUlp;
  for (const StepControls::PowerBase& base : system.controls.power_bases) {
    const int order = base.of_rates ? 1 : 0;
    double size = 0.0, change = 0.0;
    const auto add = [&](int body, double arm) {
      size += arm * std::abs(base.of_rates ? motion.v(body)[0] : motion.q(body)[0]);
    };
    for (const int source : base.sources) {
      if (const int body = source - system.n_elements(); body >= 0) {
        add(body, 1.0);
        change += std::abs(motion.v(body)[order]);
        continue;
      }
      const Geometry* geometry = system.geometry_of(source);
      const double* rate =
          geometry != nullptr ? program.slot(geometry->rate_slot) : motion.rate(source);
      change += std::abs(rate[order]);
      for (const Term& term : system.terms_of(source))
        add(term.body, term.coefficient != 0.0 ? std::abs(term.coefficient) : 1.0);
    }
    // What changes by other things too is taken for a sum of its sources.
    if (!base.is_pure) change = std::abs(program.slot(base.slot)[1]);
    program.know_base(base.slot, change > 0.0 ? kRounded * size / change : 0.0);
  }
  return !system.controls.power_bases.empty();
}

}  // namespace luztar
