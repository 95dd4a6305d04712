// The energy of a network and its transfers in a step, and how well a step fulfils the laws.
#include <algorithm>
#include <cmath>

#include "luztar/stepping/stepper_impl.h"

namespace luztar {
namespace {

/// Work of the contacts of a slot in the step.
void add_contacts(const StepArrays& x, int s, double mean, StepWork& work) {
  for (const StepContact& contact : x.contacts.of(s)) {
    const double start = contact.start;
    const double at = x.d[s] + x.h * mean - contact.rest;
    const double end = contact.beyond(at);
    const double told = contact.beyond(contact.side, at);
    work.numerical +=
        0.5 * contact.stiffness * (x.h * (start + told) * mean - (end * end - start * start));
    work.dissipated += contact.damping * (contact.stays() ? x.h * mean : told - start) * mean;
  }
}

}  // namespace

StepWork Stepper::work() const {
  const Impl& my = *impl_;
  const StepArrays& x = my.x;
  StepWork work;
  for (int i = 0; i < x.forest.n_nodes; ++i)
    work.supplied += x.h * x.force[i] * 0.5 * (x.v[i] + x.next[i]);
  for (int s = 0; s < my.n_edges(); ++s) {
    const double w0 = x.start_rate(s);
    const double w1 = x.end_rate(s);
    const double mean = 0.5 * (w0 + w1);
    const double c1 = x.mode[s] == Mode::Stuck ? 0.0 : x.law.damping(s, x.mode[s]);
    work.dissipated += 0.5 * x.h * (x.law.damping(s, w0) * w0 + c1 * w1) * mean;
    const double dry = my.dry_impulse(s) * mean;
    if (x.law.corner(s) != 0.0)
      work.impacts += dry;
    else
      (dry >= 0.0 ? work.dissipated : work.numerical) += dry;
    if (x.forest.is_outside(s))
      work.motion_work += my.total_impulse(s) * mean;
    else if (x.forest.node_above(s) < 0 && !x.ties.v.empty())
      work.motion_work -= my.total_impulse(s) * 0.5 * (x.ties.v[s] + x.ties.next[s]);
    add_contacts(x, s, mean, work);
  }
  return work;
}

double Stepper::kinetic_energy() const {
  const StepArrays& x = impl_->x;
  double sum = 0.0;
  for (int i = 0; i < x.forest.n_nodes; ++i) sum += 0.5 * x.mass[i] * x.v[i] * x.v[i];
  return sum;
}

double Stepper::stored_energy() const {
  const StepArrays& x = impl_->x;
  double sum = 0.0;
  for (int s = 0; s < impl_->n_edges(); ++s) {
    sum += 0.5 * x.law.stiffness[s] * x.d[s] * x.d[s];
    if (!x.law.preload.empty()) sum += x.law.preload[s] * x.d[s];
  }
  for (const StepContact& contact : x.contacts.all()) {
    const double by = contact.beyond(x.d[contact.slot] - contact.rest);
    sum += 0.5 * contact.stiffness * by * by;
  }
  return sum;
}

double Stepper::residual() const {
  const Impl& my = *impl_;
  const StepArrays& x = my.x;
  double worst = 0.0;
  double scale = 0.0;
  std::vector<double> rest(x.forest.n_nodes);
  for (int i = 0; i < x.forest.n_nodes; ++i) {
    rest[i] = x.mass[i] * x.change[i] - x.h * x.force[i];
    scale = std::max(scale, std::abs(x.h * x.force[i]));
  }
  for (int s = 0; s < x.forest.n_slots; ++s) {
    const int below = x.forest.node_below(s);
    const int above = x.forest.node_above(s);
    const double total = my.total_impulse(s);
    scale = std::max(scale, std::abs(total));
    rest[below] += total;
    if (above >= 0) rest[above] -= total * x.forest.ratio_of(s);
    // Coulomb's law with the rate as it is.
    const double w0 = x.start_rate(s);
    const double w1 = x.end_rate(s);
    const StepArrays::Line line = x.line(s, w0);
    const double dry = total - line.at_start - line.slope * (w1 - w0);
    const double pushed = dry + x.pivot[below] * (w1 - x.law.corner(s));
    const StepLimits::Limits limits = my.limits.at_end(s);
    const double lawful = std::clamp(pushed, x.h * limits.lower, x.h * limits.upper);
    worst = std::max(worst, std::abs(dry - lawful));
  }
  for (const double left : rest) worst = std::max(worst, std::abs(left));
  return scale > 0.0 ? worst / scale : worst;
}

}  // namespace luztar
