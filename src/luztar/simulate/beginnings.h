// States that begin at zero.
#pragma once

#include <vector>

#include "luztar/simulate/law_check.h"
#include "luztar/simulate/motion.h"

namespace luztar {

/// x' = u(t) - c sqrt(x) from x = 0, where u begins as t^2 or slower: at first the root is all, and
/// x, which follows u at once, has no size that its tolerance could be relative to. It has that
/// which it will have when the root is no longer all. One step may leave the root out while x stays
/// below the tolerance of that; then x is put to where it follows u.
///
///     note(step)   before a step                    -> State::largest
///     end()        at the end of one without event  -> State::internal; the series starts anew
class Beginnings {
 public:
  Beginnings(Motion& motion, LawCheck& laws) : motion_(motion), laws_(laws) {}

  void note(double step);
  void end();

 private:
  bool rises(int internal, double value, double sign);

  Motion& motion_;
  LawCheck& laws_;
  std::vector<int> begun_;  ///< internals
};

}  // namespace luztar
