// Links that tie given motions to each other.
#pragma once

#include <vector>

#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// True: a link touches a body with a motion.
bool has_dragged_links(const SystemImpl& system);

/// Links that together leave an equation between given motions alone, sum of c v = 0: they hold
/// only as long as the motions obey it.
struct TiedMotions {
  std::vector<int> pairs;   ///< links, in the order of the system
  std::vector<Term> given;  ///< bodies with given motions and their c; empty: never parts
};

/// One for each link that depends on those before it, by elimination of all other bodies. Empty,
/// without work, where there are no dragged links.
std::vector<TiedMotions> tied_motions(const SystemImpl& system);

}  // namespace luztar
