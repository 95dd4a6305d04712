// Expansion::expand(): what feeds back goes order by order, the rest row by row.
#include <algorithm>
#include <cmath>

#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/group_shares.h"

namespace luztar {

/// Elements whose force follows from two rates, the rest by kind; forces of time at once.
void Expansion::plan(const State& state) {
  links_.clear();
  watched_.clear();
  general_.clear();
  for (int b = 0; b < system_.n_bodies(); ++b) std::fill_n(&body_force_[row(b) + 1], order_, 0.0);
  for (int e = 0; e < system_.n_elements(); ++e) {
    double* force = &f_[row(e)];
    if (e >= system_.first_force() &&
        system_.program.time_only(system_.force_slots[e - system_.first_force()])) {
      const double* slot = series_.slot(system_.force_slots[e - system_.first_force()]);
      for (int k = 1; k <= order_; ++k) force[k] = slot[k];
      for (const Term& term : system_.terms_of(e)) add_row(term.body, term.coefficient, force);
      watched_.push_back(e);
      continue;
    }
    std::fill_n(force + 1, order_, 0.0);
    if (state.is_held[e] != 0) {
      std::fill_n(&d_[row(e) + 1], order_, 0.0);
      std::fill_n(&rate_[row(e) + 1], order_, 0.0);
    }
    if (is_general(e)) {
      general_.push_back(e);  // even if held: its law may know the time or other bodies
    } else if (state.is_held[e] == 0) {
      plan_link(state, e);
    }
  }
}

bool Expansion::is_general(int e) const {
  if (system_.terms_of(e).size() > 2 || feeds_program_[e] != 0) return true;
  return system_.has_written_law(e);
}

void Expansion::plan_link(const State& state, int e) {
  Link link{&d_[row(e)], &rate_[row(e)], &f_[row(e)], {}, {}, {}, 0.0, 0.0};
  if (e < system_.first_damper()) {
    const SpringLaw& law = system_.springs[e];
    if (!law.has_gap || state.contact[e] != 0) {
      link.stiffness = law.stiffness;
      link.damping = law.damping;
    }
  } else if (e < system_.first_pair()) {
    link.damping = system_.dampers[e - system_.first_damper()].damping;
  } else {
    const int j = e - system_.first_pair();
    link.damping = state.pair[j] == 0 ? 0.0 : system_.pairs[j].viscous[state.pair[j] > 0 ? 1 : 0];
  }
  if (link.stiffness == 0.0 && link.damping == 0.0) {
    watched_.push_back(e);  // nothing feeds back: its rows are filled at the end
    return;
  }
  const auto terms = system_.terms_of(e);
  for (std::size_t i = 0; i < 2; ++i) {
    const bool there = i < terms.size();
    link.coefficient[i] = there ? terms[i].coefficient : 0.0;
    link.velocity[i] = there ? v(terms[i].body) : zero_.data();
    link.force_on[i] = there ? &body_force_[row(terms[i].body)] : waste_.data();
  }
  links_.push_back(link);
}

void Expansion::add_row(int body, double factor, const double* force) {
  double* sum = &body_force_[row(body)];
  for (int k = 1; k <= order_; ++k) sum[k] += factor * force[k];
}

/// Forces of order k of what links_ holds; false if no rate changes at this order.
inline bool Expansion::link_forces(int k) {
  double changes = 0.0;
  for (const Link& link : links_) {
    const double rate =
        link.coefficient[0] * link.velocity[0][k] + link.coefficient[1] * link.velocity[1][k];
    const double deflection = link.rate[k - 1] * inverse_[k];
    double force = link.stiffness * deflection;
    if (link.damping != 0.0) force += link.damping * rate;  // else it need not wait for this rate
    link.rate[k] = rate;
    link.d[k] = deflection;
    link.f[k] = force;
    link.force_on[0][k] -= link.coefficient[0] * force;
    link.force_on[1][k] -= link.coefficient[1] * force;
    changes += std::abs(rate);
  }
  return changes != 0.0;
}

void Expansion::general_forces(const State& state, int k) {
  for (const int e : general_) {
    if (state.is_held[e] != 0) continue;
    double rate = 0.0;
    for (const Term& term : system_.terms_of(e)) rate += term.coefficient * v(term.body)[k];
    rate_[row(e) + k] = rate;
    d_[row(e) + k] = rate_[row(e) + k - 1] * inverse_[k];
  }
  feed_program(state, state.pair, k);
  for (const int e : general_) {
    double force = element_force(state, e, state.pair, k);
    f_[row(e) + k] = force;
    if (e < system_.first_force()) force = -force;
    for (const Term& term : system_.terms_of(e))
      body_force_[row(term.body) + k] += term.coefficient * force;
  }
}

/// Rates and deflections of elements that act on nothing by them, row by row.
void Expansion::fill_watched() {
  for (const int e : watched_) {
    double* rate = &rate_[row(e)];
    double* deflection = &d_[row(e)];
    const auto terms = system_.terms_of(e);
    if (terms.size() == 2) {
      const double* one = v(terms[0].body);
      const double* other = v(terms[1].body);
      for (int k = 1; k <= order_; ++k)
        rate[k] = 0.0 + terms[0].coefficient * one[k] + terms[1].coefficient * other[k];
    } else {
      std::fill_n(rate + 1, order_, 0.0);
      for (const Term& term : terms) {
        const double* velocity = v(term.body);
        for (int k = 1; k <= order_; ++k) rate[k] += term.coefficient * velocity[k];
      }
    }
    for (int k = 1; k <= order_; ++k) deflection[k] = rate[k - 1] * inverse_[k];
  }
}

void Expansion::stuck_rows(const Structure& structure) {
  for (const auto& stuck : structure.stuck_forces) {
    double* force = &f_[row(system_.first_pair() + stuck.pair)];
    for (int i = stuck.term_begin; i < stuck.term_end; ++i) {
      const Term& term = structure.force_terms[i];
      const double* sum = &body_force_[row(term.body)];
      const double* acceleration = a(term.body);
      const double mass = 1.0 / system_.inverse_mass[term.body];
      for (int k = 1; k <= order_; ++k)
        force[k] += term.coefficient * (sum[k] - mass * acceleration[k]);
    }
  }
  for (const auto& stuck : structure.stuck_forces) {
    const int e = system_.first_pair() + stuck.pair;
    for (const Term& term : system_.terms_of(e)) add_row(term.body, -term.coefficient, f(e));
  }
  for (const auto& tree : structure.tree_forces) {
    const int e = system_.first_pair() + tree.pair;
    double* force = &f_[row(e)];
    const double* sum = &body_force_[row(tree.body)];
    const double* acceleration = a(tree.body);
    const double mass = 1.0 / system_.inverse_mass[tree.body];
    for (int k = 1; k <= order_; ++k)
      force[k] += tree.coefficient * (sum[k] - mass * acceleration[k]);
    for (const Term& term : system_.terms_of(e)) add_row(term.body, -term.coefficient, f(e));
  }
  for (int k = 1; k <= order_ && !structure.shared.empty(); ++k) add_shared_forces(structure, k);
}

/// Bodies stuck to given motions take over their rows at once; the others move order by order.
void Expansion::plan_motion(const Structure& structure) {
  movers_.clear();
  coupled_ = !structure.diagonal;
  for (const auto& coordinate : structure.coordinates) {
    const int b = coordinate.body;
    coupled_ = coupled_ || coordinate.member_end - coordinate.member_begin > 1;
    movers_.push_back({q(b), v(b), &a_[row(b)], body_force(b), coordinate.inverse_mass});
  }
  for (const auto& dependent : structure.dependents) {
    bool given = true;
    for (int i = dependent.term_begin; i < dependent.term_end; ++i)
      given = given && !system_.is_free(structure.dependent_terms[i].body);
    if (!given) coupled_ = true;
  }
  if (coupled_) return;
  for (const auto& dependent : structure.dependents) {
    for (auto* array : {&q_, &v_, &a_}) {
      double* to = &(*array)[row(dependent.body)];
      std::fill_n(to + 1, order_, 0.0);
      for (int i = dependent.term_begin; i < dependent.term_end; ++i) {
        const Term& term = structure.dependent_terms[i];
        const double* from = &(*array)[row(term.body)];
        for (int k = 1; k <= order_; ++k) to[k] += term.coefficient * from[k];
      }
    }
  }
}

/// Accelerations of order k of bodies that move alone; false if there are none.
inline bool Expansion::move(int k) {
  const double next = inverse_[k + 1];
  double changes = 0.0;
  for (const Mover& mover : movers_) {
    const double acceleration = mover.inverse_mass * mover.force[k];
    mover.a[k] = acceleration;
    mover.v[k + 1] = acceleration * next;
    mover.q[k + 1] = mover.v[k] * next;
    changes += std::abs(acceleration);
  }
  return changes != 0.0;
}

/// Where bodies move alone and no program is fed. All coefficients beyond an order are zero once
/// nothing changes at it and no input does later.
void Expansion::expand_alone() {
  for (int k = 1; k <= order_; ++k) {
    const bool links_change = link_forces(k);
    const bool bodies_change = move(k);
    if (links_change || bodies_change || k < input_degree_) continue;
    clear_beyond(k);
    if (system_.n_switches() == 0) degree_ = std::clamp(k + 1, 2, order_);
    return;
  }
}

void Expansion::clear_beyond(int k) {
  for (const Link& link : links_)
    for (double* to : {link.d, link.rate, link.f}) std::fill_n(to + k + 1, order_ - k, 0.0);
  for (const Mover& mover : movers_) {
    std::fill_n(mover.a + k + 1, order_ - k, 0.0);
    std::fill_n(mover.v + k + 2, order_ - k, 0.0);
    std::fill_n(mover.q + k + 2, order_ - k, 0.0);
  }
}

void Expansion::expand(const State& state, const Structure& structure) {
  if (system_.has_massless) return expand_massless(state, structure);
  add_forces(state, state.pair, 0, true);
  accelerate(structure, 0);
  add_stuck_forces(structure, 0);
  plan(state);
  plan_motion(structure);
  const bool general = !general_.empty() || !system_.inputs.empty();
  degree_ = order_;
  if (!general && !coupled_) expand_alone();
  for (int k = 1; k <= order_ && (general || coupled_); ++k) {
    link_forces(k);
    if (general) general_forces(state, k);
    if (coupled_)
      accelerate(structure, k);
    else
      move(k);
  }
  fill_watched();
  stuck_rows(structure);
  if (std::any_of(structure.shared.begin(), structure.shared.end(),
                  [](const auto& group) { return group->varies(); }))
    degree_ = order_;
}

}  // namespace luztar
