// Forces of what rests where limits read forces of links, and how bodies give way under them.
#pragma once

#include "luztar/matrix/matrix.h"

namespace luztar {

/// Pairs at rest and what they act on. Rows are bodies that move, columns are pairs.
struct RestingPairs {
  Matrix arms;          ///< along which a pair gives way
  Matrix action;        ///< where its force acts: arms, and those of the frictions it loads
  Vector inverse_mass;  ///< (bodies) [1/kg, 1/(kg m^2)]
  Vector compliance;    ///< (pairs) beside that of the others, each for the bodies that it
                        ///< moves; 0: rigid, a friction that sticks
  Vector strength;      ///< (pairs) of frictions, which share by it [N]
};

/// Where forces are not unique, their increments are those of links and stops that give way
/// elastically: each by its compliance / (G M^-1 G'), times its force. Frictions that stick give
/// way nowhere; among themselves they share by their strength. docs/theory.md, section 2.
class RestShares {
 public:
  explicit RestShares(const RestingPairs& pairs);

  /// (pairs x bodies) forces from loads
  const Matrix& gain() const { return gain_; }

  /// How a further pair slides while the others give way: (pairs) coefficients of their forces;
  /// empty: it may move freely. @param row  its arms on the bodies
  /// @param in_all  since there was no force: empty where that hangs on frictions that slid before
  Vector slip(const Vector& row, bool in_all) const;

 private:
  void find_gain(const RestingPairs& pairs, const Matrix& action);

  Vector root_;     ///< (bodies) of the inverse mass
  Vector size_;     ///< (pairs) length of a column of the arms, by mass
  Vector give_;     ///< (pairs) compliance
  Matrix inverse_;  ///< (pairs x bodies) of the arms, scaled
  Matrix arms_;     ///< (bodies x pairs) scaled
  Matrix gain_;
};

}  // namespace luztar
