#include "luztar/stepping/step_stops.h"

#include "luztar/core/nearness.h"

namespace luztar {

StepStops::StepStops(const StepNetwork& network, StepArrays& arrays)
    : network_(network), x_(arrays), places_(network.stops.size()) {
  if (places_.empty()) return;
  index_.assign(network.edges.size(), -1);
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

void StepStops::begin_stop(int index) {
  const StepNetwork::Stop& stop = network_.stops[index];
  Place& place = places_[index];
  const int s = x_.forest.slot_at(stop.edge);
  const double scale = x_.forest.slot_scale_at(s);
  const double w0 = x_.start_rate(s);
  const double at = scale * x_.d[s];
  const double ahead = scale * (x_.d[s] + x_.h * w0);
  const Edge hit = scale * w0 > 0.0 && ahead > stop.upper   ? Edge::Upper
                   : scale * w0 < 0.0 && ahead < stop.lower ? Edge::Lower
                                                            : Edge::None;
  place.acting = hit != Edge::None          ? hit
                 : place.kept != Edge::None ? place.kept
                 : at >= stop.upper         ? Edge::Upper
                 : at <= stop.lower         ? Edge::Lower
                                            : Edge::None;
  x_.law.upper[s] = x_.law.lower[s] = x_.law.target[s] = 0.0;
  if (place.acting == Edge::None) {
    if (x_.mode[s] == Mode::Stuck) x_.mode[s] = Mode::Forward;
    return;
  }
  const bool is_hit = hit != Edge::None;
  const bool both = !is_hit && stop.lower == stop.upper;
  const bool forward = number(place.acting) * scale > 0.0;
  if (forward || both) x_.law.upper[s] = kInfinity;
  if (!forward || both) x_.law.lower[s] = -kInfinity;
  if (is_hit) x_.law.target[s] = -stop.restitution * w0;
  hits_ = hits_ || is_hit;
  // One that leads away is likely to open.
  x_.mode[s] = is_hit || both || w0 == 0.0 ? Mode::Stuck : mode_along(w0);
}

void StepStops::begin() {
  hits_ = false;
  for (int k = 0; k < static_cast<int>(places_.size()); ++k) begin_stop(k);
}

void StepStops::accept() {
  for (int k = 0; k < static_cast<int>(places_.size()); ++k) places_[k].kept = at_end(k);
}

}  // namespace luztar
