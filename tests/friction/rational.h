// Gauss's principle in exact arithmetic. A solver's modes are taken at their word: accelerations
// and forces that follow from them are computed as fractions, and all conditions of the principle
// are checked as fractions. They decide that the accelerations are the only minimizer, whatever the
// modes came from.
#pragma once

#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "network.h"

namespace luztar::testing {

using Rational = boost::multiprecision::cpp_rational;

struct Certificate {
  bool holds{};                 ///< every condition, exactly
  std::vector<Rational> x;      ///< (bodies)
  std::vector<Rational> force;  ///< (pairs)
};

/// The exact solution in the modes of `solution`. Doubles of the network are taken as they are.
Certificate certify(const Network& network, const TreeSolution& solution);

/// x and T with viscous pairs, by exact Gaussian elimination: for small networks.
Certificate certify_viscous(const Network& network, const TreeSolution& solution);

}  // namespace luztar::testing
