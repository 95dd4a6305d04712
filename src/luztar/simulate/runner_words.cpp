// Trouble, in words.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "luztar/simulate/runner.h"

namespace luztar {

void Runner::stop_with(Status status, std::string diagnosis) {
  if (done_) return;
  info_.status = status;
  char time[40];
  std::snprintf(time, sizeof time, "t = %.10g s: ", state_.anchor.value);
  info_.diagnosis = time + std::move(diagnosis);
  finish(0.0);
}

void Runner::stop_undecided(ModeStatus status) {
  if (!finite_at_anchor()) return stop_with(Status::NotFinite, not_finite_words());
  stop_with(
      Status::Unsolved,
      status == ModeStatus::Unsolved
          ? "Gauss's principle could not be solved to rounding: several pairs of a cycle sit "
            "exactly at their limits, or masses and forces differ by too many orders of magnitude; "
            "a slightly different limit or mass helps"
          : "no consistent choice of sticking and sliding pairs was found (static > kinetic)");
}

std::string Runner::guard_name(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind == GuardOwner::Kind::Spring) return system_.elements[owner.index].name;
  if (owner.kind == GuardOwner::Kind::Friction)
    return system_.elements[system_.first_friction() + owner.index].name;
  const int name = system_.program.switches()[owner.index].owner;
  return name < 0 ? "an input" : system_.event_names[name];
}

/// The elements whose modes changed most often.
std::string Runner::busiest_names(const std::vector<int>& passes) const {
  std::string words;
  std::vector<int> order(passes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return passes[a] > passes[b]; });
  int named = 0;
  for (const int guard : order) {
    const std::string name = "'" + guard_name(guard) + "'";
    if (passes[guard] == 0 || named == 3) break;
    if (words.find(name) != std::string::npos) continue;
    words += (named++ == 0 ? "" : ", ") + name;
  }
  return words;
}

std::string Runner::not_finite_words() const {
  const auto bad = [&](const double* row) {
    for (int k = 0; k <= series_.order(); ++k)
      if (!std::isfinite(row[k])) return true;
    return false;
  };
  int largest = -1;  // of the elements with a law written by the user
  for (int e = 0; e < system_.n_elements(); ++e) {
    if (!system_.has_written_law(e)) continue;
    if (bad(series_.f(e)))
      return "the force of '" + system_.elements[e].name +
             "' is not a finite number or has no power series here (a division by zero, a root "
             "or a power of zero, a logarithm?)";
    if (largest < 0 || std::abs(series_.f(e)[0]) > std::abs(series_.f(largest)[0])) largest = e;
  }
  const std::string cause =
      largest < 0 ? "" : "; the force of '" + system_.elements[largest].name + "' may drive it";
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot[b] >= 0 && bad(series_.q(b)))
      return "the prescribed motion of '" + system_.bodies[b].name +
             "' is not a finite number or has no power series here";
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (bad(series_.a(b)) || bad(series_.q(b)))
      return "the motion of '" + system_.bodies[b].name + "' leaves the finite numbers" + cause;
  return "the motion becomes singular: it grows or steps shrink without end" + cause;
}

bool Runner::accumulates(double tau) {
  const double small = 1e-13 * std::max(std::abs(state_.anchor.value), settings_.duration);
  close_events_ = tau <= small ? close_events_ + 1 : 0;
  return close_events_ > 200;
}

}  // namespace luztar
