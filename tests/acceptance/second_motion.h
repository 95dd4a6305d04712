// The motion while no mode changes: Newton's law on the velocities that the stuck pairs, links and
// contacts leave free, and the balance of forces on massless bodies.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "acceptance/second_network.h"

namespace acceptance::second {

/// What the second engine cannot do, in words.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Velocities with the rows of the stuck pairs zero: v_free = N (R y + K w) + P v_given. y has
/// mass, w has none.
class Motion {
 public:
  /// Everything at one instant.
  struct Instant {
    Vector q, v, a;     ///< (bodies); a: without massless bodies
    Vector d, rate, f;  ///< (elements)
    Vector z;           ///< (internals)
  };
  /// How far the motion is from the end of a mode; negative: beyond.
  struct Margin {
    enum class What { Pieces, Law, Gap, Sign, Rest, Limit, Edge };
    What what;
    int element;  ///< or -1 - body; behind the elements: states
    Real value;
    int side;  ///< Limit, Edge: which one
  };

  /// @param pressed  (elements) >= 0: this level instead of the kinetic one; may be empty
  Motion(const Network& network, const State& modes, std::vector<Real> pressed = {});

  Vector pack(const State& state) const;
  State unpack(Real t, const Vector& y) const;
  Vector slope(Real t, const Vector& y) const;
  /// One step of the extrapolated midpoint rule, order 12. @param error  of the last extrapolation
  Vector step(Real t, const Vector& y, Real h, Real* error = nullptr) const;

  Instant instant(Real t, const Vector& y) const;
  std::vector<Margin> margins(const Instant& instant, Real t, const Vector& y) const;
  /// Largest rate of a pair that should have none.
  Real slip(const Instant& instant) const;

  /// Moves massless bodies without damping to where their springs balance; returns by how much.
  Real settle(State& state) const;

 private:
  struct Forces {
    Vector d, rate, f;
    Vector on_bodies;
  };
  static bool sticks(const Element& element, int mode);
  void constrain();
  void split();
  void split_damping(const State& state) const;
  void place(Real t, Vector& q, Vector& v, Vector& a) const;
  Forces forces(Real t, const Vector& q, const Vector& v, const Vector& z) const;
  Vector force_rates(Real t, const Vector& q, const Vector& v, const Vector& z) const;
  /// Velocities of all bodies; w from the balance.
  Vector velocities(Real t, const Vector& q, const Vector& given, const Vector& y,
                    const Vector& z) const;
  Vector assemble(const Vector& given, const Vector& y, const Vector& w) const;
  void damped(Real t, const Vector& q, const Vector& given, const Vector& y, const Vector& z,
              Vector& w) const;
  void undamped(Real t, const Vector& q, const Vector& given, const Vector& y, const Vector& z,
                Vector& w) const;
  Real lower(int element, const Instant& instant, Real t) const;
  Real upper(int element, const Instant& instant, Real t) const;

  const Network& network_;
  State modes_;
  std::vector<Real> pressed_;
  std::vector<int> free_, given_;      ///< bodies
  std::vector<int> stuck_;             ///< elements
  Matrix J_free_, J_given_, inverse_;  ///< rows of stuck_; pseudo-inverse of J_free_'
  Matrix indeterminate_;               ///< forces of stuck_ that nothing feels
  Matrix NR_, NK_, P_;
  Matrix dynamic_;                    ///< y' from forces: (R'SR)^-1 (N R)'
  Vector mass_;                       ///< (free bodies)
  mutable Matrix damped_, undamped_;  ///< directions of w
  mutable bool split_done_{};
  mutable Matrix newton_;
  mutable Vector last_w_;
};

}  // namespace acceptance::second
