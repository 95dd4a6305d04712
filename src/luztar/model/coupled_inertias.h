// Inertias that couple bodies, led back to bodies that have a mass each.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/model/check.h"
#include "luztar/model/model.h"

namespace luztar {

/// A body that an inertia couples: z = q + sum of share * q of others, all of which come later or
/// are given.
struct CoupledCoordinate {
  int body;
  std::vector<std::pair<int, std::string>> shares;  ///< of a body, as the name of a parameter
};

/// A model in the coordinates z, in which the kinetic energy is a sum of squares. Its bodies are
/// those of the model by name and order, each with its z. Further parameters are behind those of
/// the model, each after those that it reads.
struct Uncoupled {
  Model model;
  std::vector<CoupledCoordinate> coordinates;  ///< of bodies that are not given
};

/// M = U'D U with U an upper triangle and ones on its diagonal, in z = U q, so T = z''D z'/2: each
/// element acts along J U^-1. Positions and velocities of given motions are their own z, the last
/// ones. Nothing if there is no inertia. @pre the model is valid, and its forces are written out
std::optional<Uncoupled> without_inertias(const Model& model);

/// The same for generated code: elements act along J U^-1, while expressions and deflections are
/// those of q still, and the names of further parameters are such as a file could have.
std::optional<Uncoupled> with_uncoupled_arms(const Model& model);

/// Values of the model and of hidden parameters. @param values  of the model
ParameterValues with_coupled_values(const Uncoupled& uncoupled, ParameterValues values);

/// What of them is no number, not symmetric, or leaves no positive kinetic energy.
void check_inertias(const Model& model, const ParameterValues& values, Diagnostics& mistakes);

/// Throws ModelError at the first inertia, if there is one. @param who  "reductions do not know"
void refuse_inertias(const Model& model, const std::string& who);

}  // namespace luztar
