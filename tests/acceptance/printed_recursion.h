// Evaluates the recursions that `derive` prints for many pairs, as they are printed.
#pragma once

#include <map>
#include <string>

#include "luztar/luztar.h"

namespace acceptance {

struct PrintedForces {
  std::map<std::string, double> force;         ///< of pairs; of a tree those between bodies
  std::map<std::string, double> acceleration;  ///< of bodies, from a tree
};

/// The last chain or tree in the document, with the model's numbers in it. Pairs are all at rest.
PrintedForces printed_forces(const luztar::Document& document, const luztar::Model& model);

}  // namespace acceptance
