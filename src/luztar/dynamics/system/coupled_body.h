// Terms of sums over bodies, and the coordinates of bodies that inertias couple.
#pragma once

#include <cstddef>
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

/// From positions or velocities of bodies to coordinates of the engine, in numbers of any kind.
/// @param share  (place) coefficients of others, of one coupled body after the other
template <class List, class Share>
void couple(const std::vector<CoupledBody>& all, const Share& share, List& values) {
  std::size_t place = 0;
  for (const CoupledBody& coupled : all)
    for (const Term& other : coupled.others)
      values[coupled.body] += share(place++) * values[other.body];
}

/// From coordinates back to those of bodies.
template <class List, class Share>
void uncouple(const std::vector<CoupledBody>& all, const Share& share, List& values) {
  std::size_t place = 0;
  for (const CoupledBody& coupled : all) place += coupled.others.size();
  for (auto coupled = all.rbegin(); coupled != all.rend(); ++coupled) {
    place -= coupled->others.size();
    for (std::size_t i = 0; i < coupled->others.size(); ++i)
      values[coupled->body] -= share(place + i) * values[coupled->others[i].body];
  }
}

}  // namespace luztar
