// The energy of a network and its transfers in a step, and how well a step fulfils the laws.
#include <algorithm>
#include <cmath>

#include "luztar/stepping/stepper_impl.h"

namespace luztar {
namespace {

template <typename... T>
std::size_t bytes_of(const std::vector<T>&... lists) {
  return (0 + ... + (lists.capacity() * sizeof(T)));
}

double pressed(const StepArrays::Contact& contact, double d) {
  const double at = d - contact.rest;
  return at > contact.upper ? at - contact.upper : at < contact.lower ? at - contact.lower : 0.0;
}

}  // namespace

StepWork Stepper::work() const {
  const Impl& my = *impl_;
  const StepArrays& x = my.x;
  StepWork work;
  for (int i = 0; i < my.forest.n_nodes; ++i)
    work.supplied += x.h * x.force[i] * 0.5 * (x.v[i] + x.next[i]);
  for (int s = 0; s < my.n_edges(); ++s) {
    const double w0 = my.start_rate(s);
    const double mean = 0.5 * (w0 + my.end_rate(s));
    const double total = my.total_impulse(s);
    const double w1 = my.end_rate(s);
    const double c1 = x.mode[s] == 0 ? 0.0 : x.damping(s, x.mode[s]);
    work.dissipated += 0.5 * x.h * (x.damping(s, w0) * w0 + c1 * w1) * mean;
    const double dry = my.dry_impulse(s) * mean;
    if (!x.target.empty() && x.corner(s) != 0.0)
      work.impacts += dry;
    else
      (dry >= 0.0 ? work.dissipated : work.numerical) += dry;
    if (my.is_outside(s)) {
      work.motion_work += total * mean;
    } else if (my.node_above(s) < 0 && !x.other_v.empty()) {
      work.motion_work -= total * 0.5 * (x.other_v[s] + x.other_next[s]);
    }
    if (x.contact_of.empty()) continue;
    for (int i = x.contact_of[s]; i < x.contact_of[s + 1]; ++i) {
      const StepArrays::Contact& contact = x.contacts[i];
      const double end = pressed(contact, x.d[s] + x.h * mean);
      const double start = contact.start;
      const double told = contact.side == 0
                              ? 0.0
                              : x.d[s] + x.h * mean - contact.rest -
                                    (contact.side > 0 ? contact.upper : contact.lower);
      work.numerical +=
          0.5 * contact.stiffness * (x.h * (start + told) * mean - (end * end - start * start));
      work.dissipated += contact.damping * (contact.stays() ? x.h * mean : told - start) * mean;
    }
  }
  return work;
}

double Stepper::kinetic_energy() const {
  double sum = 0.0;
  for (int i = 0; i < impl_->forest.n_nodes; ++i)
    sum += 0.5 * impl_->x.mass[i] * impl_->x.v[i] * impl_->x.v[i];
  return sum;
}

double Stepper::stored_energy() const {
  const StepArrays& x = impl_->x;
  double sum = 0.0;
  for (int s = 0; s < impl_->n_edges(); ++s) {
    sum += 0.5 * x.stiffness[s] * x.d[s] * x.d[s];
    if (!x.preload.empty()) sum += x.preload[s] * x.d[s];
  }
  for (const StepArrays::Contact& contact : x.contacts) {
    const double by = pressed(contact, x.d[contact.slot]);
    sum += 0.5 * contact.stiffness * by * by;
  }
  return sum;
}

double Stepper::residual() const {
  const Impl& my = *impl_;
  const StepArrays& x = my.x;
  double worst = 0.0;
  double scale = 0.0;
  std::vector<double> rest(my.forest.n_nodes);
  for (int i = 0; i < my.forest.n_nodes; ++i) {
    rest[i] = x.mass[i] * x.change[i] - x.h * x.force[i];
    scale = std::max(scale, std::abs(x.h * x.force[i]));
  }
  for (int s = 0; s < my.forest.n_slots; ++s) {
    const double total = my.total_impulse(s);
    const double beyond = my.end_rate(s) - x.corner(s);
    scale = std::max(scale, std::abs(total));
    rest[my.node_below(s)] += total;
    const int above = my.node_above(s);
    if (above >= 0) rest[above] -= total * my.forest.ratio_of(s);
    // Coulomb's law with the rate as it is.
    const double w0 = my.start_rate(s);
    const StepArrays::Line line = x.line(s, w0);
    const double dry = total - line.at_start - line.slope * (my.end_rate(s) - w0);
    const double pushed = dry + x.pivot[my.node_below(s)] * beyond;
    const Impl::Limits limits = my.limits_at_end(s);
    const double lawful = std::clamp(pushed, x.h * limits.lower, x.h * limits.upper);
    worst = std::max(worst, std::abs(dry - lawful));
  }
  for (const double left : rest) worst = std::max(worst, std::abs(left));
  return scale > 0.0 ? worst / scale : worst;
}

std::size_t Stepper::bytes() const {
  const Impl& my = *impl_;
  const StepNetwork& net = my.network;
  const Forest& f = my.forest;
  const StepArrays& x = my.x;
  return bytes_of(net.mass, net.given, net.edges, net.stiffness, net.preload, net.viscous,
                  net.viscous_backward, net.kinetic, net.kinetic_backward, net.breakaway,
                  net.breakaway_backward, net.contacts) +
         bytes_of(f.body, f.parent, f.first_slot, f.first_child, f.child, f.edge, f.slot_of,
                  f.node_of, f.other, f.outer, f.scale, f.slot_scale, f.other_scale, f.below,
                  f.above, f.ratio) +
         bytes_of(x.mass, x.stiffness, x.viscous, x.viscous_backward, x.preload, x.upper, x.lower,
                  x.target, x.v, x.d, x.mode, x.other_v, x.other_next, x.contacts, x.contact_of,
                  x.pivot, x.load, x.inverse, x.change, x.next, x.impulse) +
         bytes_of(my.q, my.given_q, my.given_v, my.given_next, my.force, my.holds, my.mode_before,
                  my.slot_nodes, my.shown.q, my.shown.v, my.shown.d, my.shown.mode, my.shown_next) +
         (my.general ? my.general->bytes() : 0) + (my.graph ? my.graph->bytes() : 0) +
         (my.chain ? my.chain->bytes() : 0);
}

}  // namespace luztar
