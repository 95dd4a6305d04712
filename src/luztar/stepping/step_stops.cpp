#include "luztar/stepping/step_stops.h"

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"

namespace luztar {
namespace {

/// (stops) a body that stands for all that edges join to those of the stop, but for given bodies.
std::vector<int> parts_of(const StepNetwork& network) {
  NodeGroups groups(network.n_bodies());
  const auto moves = [&](int body) {
    return body != kTreeGround && (network.given.empty() || network.given[body] == 0);
  };
  for (const TreePair& pair : network.edges)
    if (moves(pair.a) && moves(pair.b)) groups.join(pair.a, pair.b);
  std::vector<int> parts;
  for (const StepNetwork::Stop& stop : network.stops) {
    const TreePair& pair = network.edges[stop.edge];
    parts.push_back(groups.root(moves(pair.a) || pair.b == kTreeGround ? pair.a : pair.b));
  }
  return parts;
}

}  // namespace

StepStops::StepStops(const StepNetwork& network, StepArrays& arrays)
    : network_(network), x_(arrays), places_(network.stops.size()) {
  if (places_.empty()) return;
  index_.assign(network.edges.size(), -1);
  part_ = parts_of(network);
  is_hit_.assign(network.mass.size(), 0);
  for (std::size_t k = 0; k < places_.size(); ++k)
    index_[network.stops[k].edge] = static_cast<int>(k);
}

/// Without a rate the mode of any other edge is Stuck.
void StepStops::place(const std::vector<Mode>& mode) {
  for (int k = 0; k < static_cast<int>(places_.size()); ++k) {
    const int edge = network_.stops[k].edge;
    const bool rests = !mode.empty() && x_.start_rate(x_.forest.slot_at(edge)) == 0.0;
    places_[k] = {rests ? static_cast<Edge>(number(mode[edge])) : Edge::None, Edge::None};
  }
}

void StepStops::write(std::vector<Mode>& mode) const {
  for (std::size_t k = 0; k < places_.size(); ++k)
    if (places_[k].kept != Edge::None) mode[network_.stops[k].edge] = mode_of(places_[k].kept);
}

/// It is held where it acted and has no rate; of two edges that are one place, where it pushes.
Edge StepStops::at_end(int index) const {
  const StepNetwork::Stop& stop = network_.stops[index];
  const int s = x_.forest.slot_at(stop.edge);
  const Edge acting = places_[index].acting;
  if (x_.end_rate(s) != 0.0 || acting == Edge::None) return Edge::None;
  if (stop.lower != stop.upper) return acting;
  const double impulse = x_.held_impulse(s, x_.total_impulse(s)) * x_.forest.slot_scale_at(s);
  return impulse < 0.0 ? Edge::Lower : Edge::Upper;
}

/// The edge that the rate at the start of the step carries the stop beyond.
Edge StepStops::hit_of(int index) const {
  const StepNetwork::Stop& stop = network_.stops[index];
  const int s = x_.forest.slot_at(stop.edge);
  const double scale = x_.forest.slot_scale_at(s);
  const double w0 = x_.start_rate(s);
  const double ahead = scale * (x_.d[s] + x_.h * w0);
  if (scale * w0 > 0.0 && ahead > stop.upper) return Edge::Upper;
  if (scale * w0 < 0.0 && ahead < stop.lower) return Edge::Lower;
  return Edge::None;
}

/// The edge that a stop which nothing held has reached.
Edge StepStops::touched(int index) const {
  const StepNetwork::Stop& stop = network_.stops[index];
  const int s = x_.forest.slot_at(stop.edge);
  const double at = x_.forest.slot_scale_at(s) * x_.d[s];
  return at >= stop.upper ? Edge::Upper : at <= stop.lower ? Edge::Lower : Edge::None;
}

void StepStops::begin_stop(int index, bool is_hit) {
  const StepNetwork::Stop& stop = network_.stops[index];
  const int s = x_.forest.slot_at(stop.edge);
  const double scale = x_.forest.slot_scale_at(s);
  const double w0 = x_.start_rate(s);
  const Edge acting = places_[index].acting;
  x_.law.upper[s] = x_.law.lower[s] = x_.law.target[s] = 0.0;
  if (acting == Edge::None) {
    if (x_.mode[s] == Mode::Stuck) x_.mode[s] = Mode::Forward;
    return;
  }
  const bool both = !is_hit && stop.lower == stop.upper;
  const bool forward = number(acting) * scale > 0.0;
  if (forward || both) x_.law.upper[s] = kInfinity;
  if (!forward || both) x_.law.lower[s] = -kInfinity;
  if (is_hit) x_.law.target[s] = -stop.restitution * w0;
  // One that leads away is likely to open.
  x_.mode[s] = is_hit || both || w0 == 0.0 ? Mode::Stuck : mode_along(w0);
}

/// Beside an impact on what edges join it to only what is held takes part: what merely touches is
/// hit in the next step, so that blows through a row of bodies stay one after the other.
void StepStops::begin() {
  hits_ = false;
  const int n = static_cast<int>(places_.size());
  for (const int part : part_) is_hit_[part] = 0;
  for (int k = 0; k < n; ++k) {
    places_[k].acting = hit_of(k);
    if (places_[k].acting == Edge::None) continue;
    is_hit_[part_[k]] = 1;
    hits_ = true;
  }
  for (int k = 0; k < n; ++k) {
    Place& place = places_[k];
    const bool is_hit = place.acting != Edge::None;
    if (!is_hit && place.kept != Edge::None)
      place.acting = place.kept;
    else if (!is_hit && is_hit_[part_[k]] == 0)
      place.acting = touched(k);
    begin_stop(k, is_hit);
  }
}

void StepStops::accept() {
  for (int k = 0; k < static_cast<int>(places_.size()); ++k) places_[k].kept = at_end(k);
}

}  // namespace luztar
