// Where the loads of a jump take bodies without mass: an oracle without code of the engine.
#pragma once

#include <vector>

namespace acceptance {

/// Bodies without mass on springs to walls that stand still, with frictions whose force does not
/// depend on the speed. Their forces balance on the whole way, which depends on the path of the
/// loads: it is followed piece by piece, along each of which everything is a straight line. At the
/// end of each piece all choices of sticking and sliding are tried.
/// @pre arms of frictions are independent of one another: their forces are unique
class JumpPath {
 public:
  /// Along the coordinates of the bodies; the force is `stiffness` times the distance beyond a gap.
  struct Spring {
    std::vector<double> arms;  ///< (bodies)
    double stiffness{};
    double half_gap{};  ///< on both sides of 0 [m]
    double rest{};      ///< deflection in the middle of the gap, of the walls too [m]
  };
  struct Friction {
    std::vector<double> arms;  ///< (bodies)
    double limit{};            ///< now [N]
    double force{};            ///< now; on bodies -arms times it [N]
    double dissipated{};       ///< so far [J]
    bool has_slid{};           ///< in the last jump
  };

  std::vector<Spring> springs;
  std::vector<Friction> frictions;
  std::vector<double> position;  ///< (bodies) now [m]
  std::vector<double> load;      ///< (bodies) now [N]
  double work{};                 ///< of the loads so far [J]

  /// Along the straight line to other loads and limits.
  /// @return false if at some place no choice, or more than one way fits
  bool go_to(const std::vector<double>& loads, const std::vector<double>& limits);

 private:
  struct Piece {
    std::vector<double> rate;        ///< (bodies) [m per path]
    std::vector<double> force_rate;  ///< (frictions)
  };
  double deflection(const Spring& spring) const;
  int side_of(const Spring& spring, const std::vector<double>& rate) const;
  bool find_piece(const std::vector<double>& load_rate, const std::vector<double>& limit_rate,
                  Piece& piece) const;
  bool solve(const std::vector<int>& mode, const std::vector<int>& side,
             const std::vector<double>& load_rate, const std::vector<double>& limit_rate,
             Piece& piece) const;
  bool fits(const std::vector<int>& mode, const std::vector<int>& side,
            const std::vector<double>& limit_rate, const Piece& piece) const;
  double length_of(const Piece& piece, const std::vector<double>& limit_rate) const;
};

}  // namespace acceptance
