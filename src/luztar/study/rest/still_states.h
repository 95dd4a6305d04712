// States and controllers at rest, as bodies: what each changes by is a force that must balance.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// A model without states and controllers, that rests where the original does.
struct StillModel {
  Model model;
  /// Bodies for states, then for what controllers hold, behind the bodies of the original; the
  /// force on each has its name, its position is the value.
  std::vector<std::string> names{};            ///< of states and held values, "sum", "loop.u"
  std::map<std::string, std::string> words{};  ///< body -> "x.sum"
  std::vector<std::string> turned{};  ///< springs and dampers that are forces here, of minus theirs
};

/// At rest the rate of a state is 0, and a sample leaves in a controller's memory what was there.
/// Throws ModelError for arms that read a state. @pre the model is valid
StillModel with_states_as_bodies(const Model& model);

}  // namespace luztar
