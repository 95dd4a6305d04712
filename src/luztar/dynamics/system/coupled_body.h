// Terms of sums over bodies, and the coordinates of bodies that inertias couple.
#pragma once

#include <string>
#include <vector>

namespace luztar {

struct Term {
  int body;
  double coefficient;
};

/// A body that inertias couple. Its coordinate in the engine is q + sum of coefficient * q of
/// others, which follow in the list, or are given: model/coupled_inertias.h. Only State, and what
/// is between simulate() and the engine, has these coordinates.
struct CoupledBody {
  int body;
  std::vector<Term> others;
  std::vector<std::string> shares;  ///< (others) parameters of the compiled model
};

}  // namespace luztar
