// A run of a model as the proof of a reduction looks at it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "luztar/model/model.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// What an element did over a run, from its samples and both sides of its events.
struct ElementRange {
  std::string name;
  double first_deflection{}, first_rate{};  ///< at the start
  double deflection{}, rate{}, force{};     ///< largest absolute values
  double arm{};                             ///< the largest
};

struct WatchedRun {
  std::vector<std::string> bodies;
  std::vector<double> time;            ///< (samples)
  std::vector<std::vector<double>> q;  ///< [body][sample]
  std::vector<ElementRange> elements;
  std::vector<std::vector<double>> f;  ///< [element][sample], of those that were asked for
  std::vector<Event> events;
  std::vector<std::string> event_names;  ///< of Event::name
  std::int64_t steps{};
  bool whole{};         ///< it came to its end, and its proofs hold
  bool too_long{};      ///< it would take more than the steps allowed
  std::string trouble;  ///< why it is not whole, in words
};

/// Runs the model on an even grid of `samples` points. At most `most_steps` steps; a model that
/// cannot be compiled is trouble too. Never throws for numerical reasons.
/// @param forces_of  elements whose forces are kept
WatchedRun watch(const Model& model, std::int64_t samples, std::int64_t most_steps,
                 const std::set<std::string>& forces_of = {});

/// Points that show a motion well: those of [simulation], but at least 201 and at most 2001.
std::int64_t samples_to_watch(const Model& model);

}  // namespace luztar
