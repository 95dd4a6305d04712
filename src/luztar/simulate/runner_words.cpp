// Trouble, in words.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

#include "luztar/simulate/runner.h"

namespace luztar {

void Runner::stop_with(Status status, std::string diagnosis, double tau) {
  if (done_) return;
  info_.status = status;
  char time[40];
  std::snprintf(time, sizeof time, "t = %.10g s: ", (state_.anchor + tau).value);
  info_.diagnosis = time + std::move(diagnosis);
  finish(tau);
}

void Runner::stop_undecided(ModeStatus status) {
  if (!finite_at_anchor()) return stop_with(Status::NotFinite, not_finite_words());
  if (status == ModeStatus::Floating || status == ModeStatus::Jumped) {
    const int b = modes_.unbalanced_body();
    const std::string name =
        b < 0 ? "a massless body" : "the massless body '" + system_.bodies[b].name + "'";
    return stop_with(Status::Unsolved,
                     status == ModeStatus::Floating
                         ? "a force acts on " + name +
                               ", and nothing holds it here; give it a mass, "
                               "or a damper or viscous friction"
                         : name +
                               " would have to jump to where its forces balance; give it a mass, "
                               "or a damper or viscous friction");
  }
  if (const std::string stops = closed_stops(); status == ModeStatus::Unsolved && !stops.empty())
    return stop_with(Status::Unsolved,
                     "no force keeps the bodies at " + stops +
                         " inside all their edges; given motions squeeze them, leave them room or "
                         "put a spring between");
  if (!links_hold(std::max(last_step_, 1e-6 * settings_.duration))) return;
  stop_with(
      Status::Unsolved,
      status == ModeStatus::Unsolved
          ? "Gauss's principle could not be solved to rounding: several pairs of a cycle sit "
            "exactly at their limits, or masses and forces differ by too many orders of magnitude; "
            "a slightly different limit or mass helps"
          : "no consistent choice of sticking and sliding pairs was found (static > kinetic)");
}

std::string Runner::tied_words(const TiedMotions& tied) const {
  constexpr std::size_t kMost = 6;
  std::string names;
  for (std::size_t k = 0; k < tied.pairs.size() && k < kMost; ++k)
    names +=
        (k == 0 ? "'" : ", '") + system_.elements[system_.first_pair() + tied.pairs[k]].name + "'";
  if (tied.pairs.size() > kMost)
    names += " and " + std::to_string(tied.pairs.size() - kMost) + " more";
  std::string bodies;
  for (const Term& term : tied.given)
    bodies += (bodies.empty() ? "'" : "', '") + system_.bodies[term.body].name;
  return "the links " + names + " cannot all hold: they tie the given motion of " + bodies +
         "' to " + (tied.given.size() > 1 ? "each other" : "the ground") +
         ", and it goes another way; remove a link, or put a spring in its place";
}

std::string Runner::guard_name(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind == GuardOwner::Kind::Spring) return system_.elements[owner.index].name;
  if (owner.kind == GuardOwner::Kind::Pair)
    return system_.elements[system_.first_pair() + owner.index].name;
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

/// How long the busiest of them takes for there and back.
std::string Runner::period_words() const {
  const auto busiest = std::max_element(passes_.begin(), passes_.end());
  if (busiest == passes_.end() || *busiest < 3) return "";
  const double period = period_[(busiest - passes_.begin()) / 2];
  if (!(period > 0.0)) return "";
  char text[60];
  std::snprintf(text, sizeof text, " (period %.4g s at the end)", period);
  return text;
}

/// Positions may be finite and a deflection not: an arm of 1e300 makes it overflow.
/// If so, the run ends at anchor + `tau`, up to which results were given.
bool Runner::can_be_given(const Sample& sample, double tau) {
  const auto all = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  };
  if (all(sample.q) && all(sample.v) && all(sample.a) && all(sample.d) && all(sample.rate) &&
      all(sample.f) && all(sample.lower) && all(sample.upper))
    return true;
  std::string words = not_finite_words();
  for (std::size_t e = 0; e < sample.d.size(); ++e)
    if (!std::isfinite(sample.d[e]) || !std::isfinite(sample.rate[e]))
      words = "the deflection of '" + system_.elements[static_cast<int>(e)].name +
              "' leaves the finite numbers";
  stop_with(Status::NotFinite, words, tau);
  return false;
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
  for (const int j : pressed_)
    if (bad(series_.series().slot(system_.pairs[j].normal_slot)))
      return "the normal force of '" + system_.elements[system_.first_pair() + j].name +
             "' is not a finite number or has no power series here";
  const std::string cause =
      largest < 0 ? "" : "; the force of '" + system_.elements[largest].name + "' may drive it";
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot(b) >= 0 && bad(series_.q(b)))
      return "the prescribed motion of '" + system_.bodies[b].name +
             "' is not a finite number or has no power series here";
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (bad(series_.a(b)) || bad(series_.q(b)))
      return "the motion of '" + system_.bodies[b].name + "' leaves the finite numbers" + cause;
  return "the motion becomes singular: it grows or steps shrink without end" + cause;
}

/// Crossings that hardly are ones.
void Runner::note_grazing(double tau) {
  for (const Crossing& crossing : crossings_) {
    if (!crossing.flat || crossing.tau > tau || crossing.tau == 0.0) continue;
    const GuardOwner owner = guard_owner(system_, crossing.guard);
    if (owner.kind == GuardOwner::Kind::Switch) continue;
    double* p = polynomial_.data();
    if (!guard_polynomial(system_, state_, series_, crossing.guard, p)) continue;
    const double scale = std::abs(p[0]) + tau * (std::abs(p[1]) + tau * std::abs(p[2]));
    const bool edge = owner.kind == GuardOwner::Kind::Spring ||
                      system_.pairs[owner.index].kind == PairLaw::Kind::Stop;
    const char* what = edge                            ? "the edge of its gap"
                       : state_.pair[owner.index] != 0 ? "rest"
                                                       : "its limit";
    notes_.grazing(guard_name(crossing.guard), what, p, series_.degree(), tau, scale,
                   (state_.anchor + tau).value);
  }
}

/// Limits that are touched within tau and not passed.
void Runner::note_touches(double tau) {
  for (const Crossing& touch : touches_)
    if (touch.tau <= tau)
      notes_.touching(guard_name(touch.guard), (state_.anchor + touch.tau).value);
}

bool Runner::accumulates(double tau) {
  const double small = 1e-13 * std::max(std::abs(state_.anchor.value), settings_.duration);
  // Bounces with a restitution near 1 take a while to end.
  int& close = impacts_.happened() ? close_impacts_ : close_events_;
  close = tau <= small ? close + 1 : 0;
  return close_events_ > 200 || close_impacts_ > 100000;
}

}  // namespace luztar
