// A reduction's proof in numbers: the full model with a small parameter tends to the reduced one.
#pragma once

#include <string>
#include <vector>

#include "luztar/derive/reduce.h"

namespace luztar {

struct VerificationSettings {
  double first{1.0 / 16};  ///< the largest small number s
  int levels{5};           ///< s, s/4, s/16 ...
};

struct VerificationRow {
  double small{};  ///< s
  double error{};  ///< largest difference of a body's position over the run, relative to its way
  double order{};  ///< error ~ s^order, between the row before and this one; 0 in the first
};

struct Verification {
  std::vector<std::string> bodies{};  ///< compared: those with a mass in both models
  std::vector<VerificationRow> rows{};
  double order{};         ///< slope of log(error) over log(s), by least squares
  bool converges{};       ///< the errors fall, with an order of 0.2 or more, or are rounding
  std::string trouble{};  ///< why a run ended early; "" if all reached their end
};

/// Runs the reduced model and full ones in which every value that tends to 0 is s times its own,
/// every one that tends to infinity 1/s times; dampings take the root of s, since c ~ sqrt(m) keeps
/// vibrations damped alike. Bodies that have no mass in the limit start where their forces balance.
/// The runs are those of [simulation]. Throws ModelError for a parameter that is 0 and should tend
/// to infinity.
Verification verify_reduction(const Model& full, const Reduction& reduction,
                              const VerificationSettings& settings = {});

/// The full model with the small number s, as verify_reduction() runs it but for its start.
Model with_small_number(const Model& full, const std::vector<ParameterLimit>& limits, double s);

}  // namespace luztar
