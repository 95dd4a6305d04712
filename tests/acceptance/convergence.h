// Full models against their limits: how the difference falls with a small parameter.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace acceptance {

using Positions = std::vector<std::vector<double>>;  ///< [body][sample]

/// A model of examples/ as it is, and one written in the test: both without a run.
luztar::Model example_model(const std::string& name);
luztar::Model text_model(const std::string& text);
/// Digits that read back exactly.
std::string digits(double x);

/// Values of `model`'s parameters that `other` has under the same names.
luztar::ParameterValues shared_parameters(const luztar::Model& model, const luztar::System& other);

/// Positions of bodies on an even grid, from a run that must finish and keep its ledger.
/// @param duration  0: the model's own
Positions positions(const luztar::System& system, const std::vector<std::string>& bodies,
                    double duration = 0.0, int samples = 201);

double largest_difference(const Positions& a, const Positions& b);

struct Convergence {
  std::vector<double> small, errors;

  /// p in error ~ small^p, from the first to the last.
  double order() const;
};

/// Errors of full(small) against `limit`, for parameters that fall by a constant factor.
Convergence converge(const std::vector<double>& small, const Positions& limit,
                     const std::function<Positions(double)>& full);

/// The observed order is `order`, between 0.9 and 1.2 of it, and every error is below 0.6 of the
/// one before. Reports through doctest.
void check_order(const Convergence& convergence, double order);

}  // namespace acceptance
