// Bodies with a given motion, where events and links meet them; deflections that are expressions.
#pragma once

#include <optional>
#include <vector>

#include "luztar/simulate/motion.h"
#include "luztar/simulate/trouble.h"

namespace luztar {

/// What given motions must not do: jump in position, or part where links tie them. Deflections that
/// are expressions must not jump either, but for those of stops that are free before and after it.
class GivenMotions {
 public:
  explicit GivenMotions(const Motion& motion);

  /// Before a step of length tau that ends in an event.
  void remember_scale(double tau);
  /// At the instant behind it: a position cannot jump, no finite force takes a body along.
  std::optional<Trouble> jump(double tau) const;
  /// Links that tie given motions to each other hold as long as these agree, up to anchor + tau.
  std::optional<Trouble> part(double tau) const;
  /// The same just behind an instant.
  std::optional<Trouble> part_after() const;

 private:
  double scale(int body, double tau) const;
  double rounding_of(const DirectFormula& formula) const;
  double rounding_of_motion(int body, double tau) const;
  bool may_jump(int element, double before, double now) const;
  std::optional<Trouble> deflection_jump(double tau) const;

  const SystemImpl& system_;
  const Motion& motion_;
  const Expansion& series_;
  std::vector<double> scale_;      ///< (bodies) largest of the steps that ended in an event
  std::vector<double> before_;     ///< (geometries) deflections at the end of that step [m, rad]
  std::vector<TiedMotions> tied_;  ///< by links
};

}  // namespace luztar
