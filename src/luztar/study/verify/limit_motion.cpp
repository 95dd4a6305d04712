#include "luztar/study/verify/limit_motion.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/network/network.h"

namespace luztar {
namespace {

/// Bodies of a reduced model that are nowhere in particular: massless, and all springs that could
/// hold them are within their gaps.
class Floating {
 public:
  explicit Floating(const Model& model, const ParameterValues& values)
      : model_(model), values_(values), open_(model.bodies.size(), 0) {
    const Network network = network_of(model, values);
    for (std::size_t b = 0; b < open_.size(); ++b)
      open_[b] = network.roles[b] == BodyRole::Massless ? 1 : 0;
    for (const NetworkElement& element : network.elements) {
      if (element.kind == PartKind::Spring || element.kind == PartKind::Force) continue;
      // It has a velocity of its own: what acts on its rate keeps it where it is.
      for (const auto& term : element.deflection.terms)
        if (term.body != kGround) open_[static_cast<std::size_t>(term.body)] = 0;
    }
  }
  bool any() const { return std::ranges::find(open_, 1) != open_.end(); }

  /// (bodies) not 0: floats. `position` of a body by its index.
  std::vector<char> at(const std::function<double(int)>& position) const {
    std::vector<char> floats = open_;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Spring& spring : model_.springs) {
        int loose = -1, count = 0;
        for (const auto& term : spring.deflection.terms) {
          if (term.body == kGround || floats[static_cast<std::size_t>(term.body)] == 0) continue;
          loose = term.body;
          ++count;
        }
        if (count != 1 || !is_taut(spring, position)) continue;
        floats[static_cast<std::size_t>(loose)] = 0;
        changed = true;
      }
    }
    return floats;
  }

 private:
  bool is_taut(const Spring& spring, const std::function<double(int)>& position) const {
    if (spring.force || !spring.has_gap) return true;
    double d = -evaluate(spring.rest, values_), size = std::abs(d);
    for (const auto& term : spring.deflection.terms) {
      if (term.body == kGround) continue;
      const double part = evaluate(term.coefficient, values_) * position(term.body);
      d += part;
      size = std::max(size, std::abs(part));
    }
    const double margin = kOfSeries * size;
    return d > evaluate(spring.upper, values_) + margin ||
           d < evaluate(spring.lower, values_) - margin;
  }

  const Model& model_;
  const ParameterValues& values_;
  std::vector<char> open_;
};

}  // namespace

LimitMotion::LimitMotion(const Reduction& reduction, const WatchedRun& reduced,
                         const ParameterValues& parameters, const std::set<std::string>& light)
    : parameters_(parameters), light_(light), samples_(reduced.time.size()) {
  add_bodies(reduction, reduced);
  find_floating(reduction);
  add_eliminated(reduction);
  find_jumps(reduced);
  leave_out_jumps();
  measure();
  for (const std::string& name : given_) tracks_.erase(name);
}

void LimitMotion::add_bodies(const Reduction& reduction, const WatchedRun& reduced) {
  const Network network = network_of(reduction.model, evaluate_parameters(reduction.model));
  for (std::size_t b = 0; b < reduction.model.bodies.size(); ++b) {
    const Body& body = reduction.model.bodies[b];
    LimitTrack& track = tracks_[body.name];
    track.q = reduced.q[b];
    track.is_determined.assign(samples_, 1);
    track.light = network.roles[b] == BodyRole::Massless;
    if (body.motion) given_.insert(body.name);
  }
}

void LimitMotion::find_floating(const Reduction& reduction) {
  const ParameterValues values = evaluate_parameters(reduction.model);
  const Floating floating(reduction.model, values);
  if (!floating.any()) return;
  const auto& bodies = reduction.model.bodies;
  for (std::size_t k = 0; k < samples_; ++k) {
    const std::vector<char> floats = floating.at(
        [&](int body) { return tracks_.at(bodies[static_cast<std::size_t>(body)].name).q[k]; });
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (floats[b] != 0) tracks_.at(bodies[b].name).is_determined[k] = 0;
    }
  }
}

double LimitMotion::value(const Expression& expression, std::size_t sample) const {
  return evaluate(expression, [&](const std::string& name) {
    if (name.starts_with("q.")) {
      const auto body = tracks_.find(name.substr(2));
      if (body != tracks_.end()) return body->second.q[sample];
    }
    const auto parameter = parameters_.find(name);
    return parameter == parameters_.end() ? 0.0 : parameter->second;
  });
}

/// Within a freeplay the place of a body is one of many: it is written with sat(d, a), or with
/// min(max(d, lower), upper).
bool LimitMotion::says_where(const Expression& place, std::size_t sample) const {
  const auto& operands = place.operands();
  if (place.op() == Op::Sat) {
    return std::abs(value(operands[0], sample)) >= value(operands[1], sample);
  }
  if (place.op() == Op::Min && operands[0].op() == Op::Max) {
    const auto& inner = operands[0].operands();
    const double d = value(inner[0], sample);
    return d <= value(inner[1], sample) || d >= value(operands[1], sample);
  }
  if (place.op() == Op::Symbol && place.symbol().starts_with("q.")) {
    const auto body = tracks_.find(place.symbol().substr(2));
    return body == tracks_.end() || body->second.is_determined[sample] != 0;
  }
  return std::all_of(operands.begin(), operands.end(),
                     [&](const Expression& operand) { return says_where(operand, sample); });
}

void LimitMotion::add_eliminated(const Reduction& reduction) {
  for (const EliminatedBody& body : reduction.eliminated) {
    LimitTrack track;
    track.light = light_.contains(body.name);
    for (std::size_t k = 0; k < samples_; ++k) {
      track.q.push_back(value(body.position, k));
      track.is_determined.push_back(
          !body.floats && std::isfinite(track.q[k]) && says_where(body.position, k) ? 1 : 0);
    }
    tracks_[body.name] = std::move(track);
  }
}

void LimitMotion::find_jumps(const WatchedRun& reduced) {
  jumps_.assign(samples_, 0);
  if (samples_ == 0) return;
  jumps_.front() = 1;
  const double near = kSolved * (reduced.time.back() - reduced.time.front());
  for (const Event& event : reduced.events) {
    const auto at =
        std::lower_bound(reduced.time.begin(), reduced.time.end(), event.time.value - near);
    if (at != reduced.time.end() && *at <= event.time.value + near) {
      jumps_[static_cast<std::size_t>(at - reduced.time.begin())] = 1;
    }
  }
}

/// A massless body jumps where a force does, and to where its forces balance at the start: at
/// these instants it has two places.
void LimitMotion::leave_out_jumps() {
  for (auto& [name, track] : tracks_) {
    if (samples_ == 0) return;
    track.start = track.q.front();
    track.start_is_determined = track.is_determined.front() != 0;
    if (!track.light) continue;
    for (std::size_t k = 0; k < samples_; ++k) {
      if (jumps_[k] != 0) track.is_determined[k] = 0;
    }
  }
}

void LimitMotion::measure() {
  double largest_travel = 0;
  for (auto& [name, track] : tracks_) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = 0; k < samples_; ++k) {
      if (track.is_determined[k] == 0) continue;
      low = std::min(low, track.q[k]);
      high = std::max(high, track.q[k]);
    }
    track.travel = high > low ? high - low : 0;
    largest_travel = std::max(largest_travel, track.travel);
  }
  for (auto& [name, track] : tracks_) {
    if (track.travel <= kSolved * largest_travel) track.travel = largest_travel;
    if (track.travel == 0) track.travel = 1;  // nothing moves in the limit
    double size = 0;
    for (const double q : track.q) size = std::max(size, std::abs(q));
    track.rounding = kSolved + kOfSeries * size / track.travel;
  }
}

Distance distance_of(const LimitMotion& limit, const WatchedRun& full) {
  Distance result;
  std::vector<double> course(full.time.size(), 0.0);  // error up to each sample
  for (std::size_t b = 0; b < full.bodies.size(); ++b) {
    const auto found = limit.tracks().find(full.bodies[b]);
    if (found == limit.tracks().end()) continue;
    const LimitTrack& track = found->second;
    const std::size_t n = std::min(full.time.size(), track.q.size());
    const auto count = static_cast<double>(std::ranges::count(track.is_determined, 1));
    double so_far = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (track.is_determined[k] != 0) {
        const double off = std::abs(full.q[b][k] - track.q[k]) / track.travel;
        so_far = track.light ? so_far + off / count : std::max(so_far, off);
      }
      course[k] = std::max(course[k], so_far);
    }
    if (so_far > result.error || result.worst.empty()) {
      result.error = so_far;
      result.worst = full.bodies[b];
    }
    result.rounding = std::max(result.rounding, track.rounding);
  }
  for (std::size_t k = 0; k < course.size() && course[k] <= result.error / 2; ++k) {
    result.half_way = full.time[k];
  }
  return result;
}

}  // namespace luztar
