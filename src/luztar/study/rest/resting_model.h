// A model that can be at rest, in numbers; what cannot is refused by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/study/rest/instant_laws.h"

namespace luztar {

/// What an inertia adds to the mass matrix outside of its diagonal.
struct MassCoupling {
  int a, b;  ///< bodies
  double value;
};

struct RestingModel {
  System system;
  InstantLaws laws;
  Placement start;                      ///< as the file has it; given bodies with their velocity
  std::vector<FrictionAction> actions;  ///< (elements) what moves slides, the others have no force
  bool moves{};                         ///< a given body has a velocity
  std::vector<MassCoupling> couplings{};
};

/// Throws ModelError for states, controllers, springs, links and stops on what moves, and for names
/// in `sliding` that are no friction.
/// @param model  outlives the result
RestingModel resting_model(const Model& model, const std::map<std::string, double>& sliding);

/// The friction of this name, as a place in the elements. Throws ModelError with what there is.
/// @param option  where the name stands, for the message
int friction_named(const InstantLaws& laws, const std::string& name, const std::string& option);

}  // namespace luztar
