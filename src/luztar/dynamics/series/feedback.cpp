#include "luztar/dynamics/series/feedback.h"

#include <algorithm>

namespace luztar {

Feedback::Feedback(const SystemImpl& system, MotionSeries& motion)
    : system_(system),
      motion_(motion),
      feeds_program_(system.n_elements(), 0),
      zero_(motion.stride(), 0.0),
      waste_(motion.stride(), 0.0) {
  using Kind = ProgramInput::Kind;
  for (const ProgramInput& input : system.inputs)
    if (input.kind == Kind::Deflection || input.kind == Kind::Rate)
      feeds_program_[input.index] = 1;
    else if (input.kind == Kind::Speed)
      feeds_program_[system.first_pair() + input.index] = 1;
  for (const Geometry& geometry : system.arms.geometries()) feeds_program_[geometry.element] = 1;
  for (const int slot : system.force_slots)
    input_degree_ = std::max(input_degree_, system.program.degree(slot));
  for (const BodyLaw& body : system.body_laws)
    if (body.motion_slot >= 0)
      input_degree_ = std::max(input_degree_, system.program.degree(body.motion_slot) - 1);
}

void Feedback::plan(const State& state, const Structure& structure, const ProgramSeries& program) {
  const int order = motion_.order();
  linear_.clear();
  watched_.clear();
  general_.clear();
  for (int b = 0; b < system_.n_bodies(); ++b) std::fill_n(motion_.body_force(b) + 1, order, 0.0);
  for (int e = 0; e < system_.n_elements(); ++e) {
    if (e >= system_.first_force() &&
        system_.program.time_only(system_.force_slots[e - system_.first_force()])) {
      plan_force_of_time(e, program);
      continue;
    }
    std::fill_n(motion_.f(e) + 1, order, 0.0);
    if (state.is_held[e] != 0) {
      std::fill_n(motion_.d(e) + 1, order, 0.0);
      std::fill_n(motion_.rate(e) + 1, order, 0.0);
    }
    if (is_general(e)) {
      general_.push_back(e);  // even if held: its law may know the time or other bodies
    } else if (state.is_held[e] == 0) {
      plan_linear(state, e);
    }
  }
  plan_bodies(structure);
}

bool Feedback::is_general(int e) const {
  if (system_.terms_of(e).size() > 2 || feeds_program_[e] != 0) return true;
  return system_.has_written_law(e);
}

void Feedback::plan_force_of_time(int e, const ProgramSeries& program) {
  double* force = motion_.f(e);
  const double* slot = program.slot(system_.force_slots[e - system_.first_force()]);
  for (int k = 1; k <= motion_.order(); ++k) force[k] = slot[k];
  for (const Term& term : system_.terms_of(e)) motion_.add_row(term.body, term.coefficient, force);
  watched_.push_back(e);
}

void Feedback::plan_linear(const State& state, int e) {
  Linear linear{motion_.d(e), motion_.rate(e), motion_.f(e), {}, {}, {}, 0.0, 0.0};
  if (e < system_.first_pair()) {
    const SpringLaw& law = system_.smooth_law(e);
    if (!law.has_gap || state.contact[e] != Edge::None) {
      linear.stiffness = law.stiffness;
      linear.damping = law.damping;
    }
  } else {
    const int j = e - system_.first_pair();
    const Mode mode = state.pair[j];
    linear.damping = mode == Mode::Stuck ? 0.0 : system_.pairs[j].viscous[side_of(mode)];
  }
  if (linear.stiffness == 0.0 && linear.damping == 0.0) {
    watched_.push_back(e);  // nothing feeds back
    return;
  }
  const auto terms = system_.terms_of(e);
  for (std::size_t i = 0; i < 2; ++i) {
    const bool there = i < terms.size();
    linear.coefficient[i] = there ? terms[i].coefficient : 0.0;
    linear.velocity[i] = there ? motion_.v(terms[i].body) : zero_.data();
    linear.force_on[i] = there ? motion_.body_force(terms[i].body) : waste_.data();
  }
  linear_.push_back(linear);
}

/// Bodies stuck to given motions take over their rows at once; the others move order by order.
void Feedback::plan_bodies(const Structure& structure) {
  movers_.clear();
  coupled_ = !structure.diagonal || system_.has_bent_pairs();
  for (const auto& coordinate : structure.coordinates) {
    const int b = coordinate.body;
    coupled_ = coupled_ || structure.members_of(coordinate).size() > 1;
    movers_.push_back(
        {motion_.q(b), motion_.v(b), motion_.a(b), motion_.body_force(b), coordinate.inverse_mass});
  }
  for (const auto& dependent : structure.dependents)
    for (const Term& term : structure.terms_of(dependent))
      coupled_ = coupled_ || system_.is_free(term.body);
  if (!coupled_) motion_.follow_rows(structure);
}

int Feedback::run() {
  const int order = motion_.order();
  for (int k = 1; k <= order; ++k) {
    const bool elements_change = linear_forces(k);
    const bool bodies_change = move(k);
    if (elements_change || bodies_change || k < input_degree_) continue;
    clear_beyond(k);  // nothing changes at this order, and no input does later
    return system_.n_switches() == 0 ? std::clamp(k + 1, 2, order) : order;
  }
  return order;
}

void Feedback::clear_beyond(int k) {
  const int rest = motion_.order() - k;
  for (const Linear& element : linear_)
    for (double* to : {element.d, element.rate, element.f}) std::fill_n(to + k + 1, rest, 0.0);
  for (const Mover& mover : movers_) {
    std::fill_n(mover.a + k + 1, rest, 0.0);
    std::fill_n(mover.v + k + 2, rest, 0.0);
    std::fill_n(mover.q + k + 2, rest, 0.0);
  }
}

void Feedback::fill_watched() {
  const int order = motion_.order();
  for (const int e : watched_) {
    double* rate = motion_.rate(e);
    double* deflection = motion_.d(e);
    const auto terms = system_.terms_of(e);
    if (terms.size() == 2) {
      const double* one = motion_.v(terms[0].body);
      const double* other = motion_.v(terms[1].body);
      for (int k = 1; k <= order; ++k)
        rate[k] = 0.0 + terms[0].coefficient * one[k] + terms[1].coefficient * other[k];
    } else {
      std::fill_n(rate + 1, order, 0.0);
      for (const Term& term : terms) {
        const double* velocity = motion_.v(term.body);
        for (int k = 1; k <= order; ++k) rate[k] += term.coefficient * velocity[k];
      }
    }
    for (int k = 1; k <= order; ++k) deflection[k] = rate[k - 1] * motion_.inverse(k);
  }
}

}  // namespace luztar
