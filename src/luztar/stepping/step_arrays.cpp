#include "luztar/stepping/step_arrays.h"

#include <algorithm>

namespace luztar {
namespace {

/// The laws of edges as those of slots, scaled.
SlotLaws slot_laws(const StepNetwork& network, const Forest& forest) {
  const int m = network.n_edges();
  SlotLaws law;
  law.stiffness.resize(m);
  law.viscous.resize(m);
  law.upper.assign(m, 0.0);
  if (network.is_two_sided()) law.lower.assign(m, 0.0);
  if (!network.viscous_backward.empty()) law.viscous_backward.resize(m);
  if (!network.preload.empty()) law.preload.resize(m);
  if (network.has_targets()) law.target.assign(m, 0.0);
  for (int s = 0; s < m; ++s) {
    const int e = forest.edge_at(s);
    const double scale = forest.slot_scale_at(s);
    law.stiffness[s] = scale * scale * network.stiffness[e];
    law.viscous[s] = scale * scale * network.viscous[e];
    if (!law.viscous_backward.empty()) {
      law.viscous_backward[s] = scale * scale * network.viscous_backward[e];
      if (scale < 0.0) std::swap(law.viscous[s], law.viscous_backward[s]);
    }
    if (!law.preload.empty()) law.preload[s] = scale * network.preload[e];
  }
  return law;
}

std::vector<StepContact> step_contacts(const StepNetwork& network, const Forest& forest) {
  std::vector<StepContact> contacts;
  for (const StepNetwork::Contact& contact : network.contacts) {
    const int s = forest.slot_at(contact.edge);
    const double scale = forest.slot_scale_at(s);
    const double one = contact.lower / scale;
    const double two = contact.upper / scale;
    contacts.push_back({s, scale * scale * contact.stiffness, std::min(one, two),
                        std::max(one, two), contact.rest / scale, scale * scale * contact.damping});
  }
  return contacts;
}

StepTies step_ties(const StepNetwork& network, const Forest& forest) {
  StepTies ties;
  if (std::none_of(network.given.begin(), network.given.end(), [](char g) { return g != 0; }))
    return ties;
  ties.v.assign(network.edges.size(), 0.0);
  ties.next = ties.v;
  ties.rounds = std::any_of(forest.scale.begin(), forest.scale.end(),
                            [](double scale) { return std::abs(scale) != 1.0; });
  return ties;
}

}  // namespace

StepContacts::StepContacts(std::vector<StepContact> contacts, int slots)
    : all_(std::move(contacts)) {
  if (all_.empty()) return;
  std::stable_sort(all_.begin(), all_.end(),
                   [](const auto& a, const auto& b) { return a.slot < b.slot; });
  first_.assign(slots + 1, 0);
  for (const StepContact& contact : all_) ++first_[contact.slot + 1];
  for (int s = 0; s < slots; ++s) first_[s + 1] += first_[s];
}

StepArrays step_arrays(const StepNetwork& network) {
  StepArrays x;
  x.forest = plan_forest(network);
  const int n = x.forest.n_nodes;
  const int m = network.n_edges();
  x.law = slot_laws(network, x.forest);
  x.contacts = StepContacts(step_contacts(network, x.forest), m);
  x.ties = step_ties(network, x.forest);
  for (auto* list : {&x.mass, &x.q, &x.v, &x.pivot, &x.load, &x.inverse, &x.change, &x.next})
    list->assign(n, 0.0);
  for (int i = 0; i < n; ++i) {
    const double scale = x.forest.scale_at(i);
    x.mass[i] = network.mass[x.forest.body_at(i)] * scale * scale;
  }
  x.d.assign(m, 0.0);
  x.mode.assign(m, Mode::Stuck);
  if (!x.forest.is_forest) x.rate.assign(x.forest.n_slots, 0.0);
  if (!x.forest.is_plain_chain) x.impulse.assign(m, 0.0);
  return x;
}

double StepArrays::total_impulse(int s) const {
  const bool stuck = mode[s] == Mode::Stuck;
  if (stuck && !forest.is_outside(s)) return impulse[s];
  const double w0 = start_rate(s);
  const Line smooth = line(s, w0);
  if (forest.is_outside(s)) return smooth.at(end_rate(s) - w0) + (stuck ? 0.0 : dry(s));
  const int above = forest.node_above(s);
  const double other = above >= 0 ? change[above] * forest.ratio_of(s) : ties.change(s);
  return impulse[s] + smooth.slope * (change[forest.node_below(s)] - other);
}

void StepArrays::begin_contacts() {
  for (StepContact& contact : contacts.all()) {
    const double at = d[contact.slot] - contact.rest;
    contact.before = contact.side_at(at);
    contact.start = contact.beyond(at);
  }
}

void StepArrays::begin_outside() {
  for (int s = forest.n_slots; s < static_cast<int>(d.size()); ++s) {
    mode[s] = mode_at(end_rate(s));
    for (StepContact& contact : contacts.of(s))
      contact.side = contact.side_at(reach(contact, start_rate(s), end_rate(s)));
  }
}

}  // namespace luztar
