// What holds massless bodies: damping first, springs where nothing damps.
#pragma once

#include <vector>

#include "luztar/dynamics/structure/structure.h"

namespace luztar {

/// Writes BodyLaw::massless_cluster of all bodies: one body of each cluster of massless bodies that
/// springs join. Precondition: it is the body itself where that is massless, else -1.
void find_massless_clusters(SystemImpl& system);

/// The balance of forces on the independent massless bodies in given modes:
///
///     C v = G          where something damps: a velocity, first order in time
///     N' G = 0         along the directions N that nothing damps: a position
///
/// G are the forces without the damping of the massless bodies' own velocities. Directions N are
/// held by springs in contact: N' K N. Work space; built for each anchor.
class MasslessBalance {
 public:
  /// @param open_stiffness  > 0: springs in their gap count with this fraction of their stiffness
  void build(const SystemImpl& system, const State& state, const Structure& structure,
             double open_stiffness = 0.0);

  int size() const { return n_; }
  int n_static() const { return n_static_; }
  /// v of the damped directions from G, both (massless bodies).
  void damped_velocity(const double* force, double* velocity) const;
  /// x = N (N' K N)^-1 drive: `drive` (static directions), x (massless bodies) is added to.
  void add_static(const double* drive, double* x) const;
  /// N' force, (static directions)
  void along_static(const double* force, double* along) const;
  double static_row(int massless, int direction) const { return null_[index(massless, direction)]; }
  /// (static directions) how the rate of an element follows a speed along each of them.
  const double* static_rates(int element) const {
    return &static_rates_[static_cast<std::size_t>(element) * n_static_];
  }
  /// How the rate of an element follows the velocities of the massless bodies.
  const double* rate_row(int element) const {
    return &rows_[static_cast<std::size_t>(element) * n_];
  }
  /// Speed that a unit force along this element's rate gives to the massless bodies [m/(N s)].
  double compliance(int element) const;
  /// Stiffness of a spring while it touches, for elements that hold static directions; else 0.
  double stiffness(int element) const { return stiffness_[element]; }
  /// Directions that nothing holds: (massless bodies) each, empty if there is none.
  const std::vector<double>& floating() const { return floating_; }

 private:
  std::size_t index(int massless, int direction) const {
    return static_cast<std::size_t>(direction) * n_ + massless;
  }
  void rows(const SystemImpl& system, const Structure& structure);
  void dampings(const SystemImpl& system, const State& state, double open_stiffness);
  void split();
  void hold_static();

  int n_{};
  int n_static_{};
  std::vector<double> rows_;            ///< (elements × massless)
  std::vector<double> damping_of_;      ///< (elements) [N s/m]
  std::vector<double> stiffness_;       ///< (elements) [N/m]
  std::vector<double> inverse_;         ///< (massless × massless) pseudo-inverse of their damping
  std::vector<double> null_;            ///< (static × massless)
  std::vector<double> static_rates_;    ///< (elements × static)
  std::vector<double> static_inverse_;  ///< (static × static) pseudo-inverse of N' K N
  std::vector<double> floating_;
  int n_elements_{};
};

}  // namespace luztar
