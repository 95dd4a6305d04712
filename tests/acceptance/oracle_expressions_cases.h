// Models with one random nest each, and what their runs must show.
#pragma once

#include <cstdint>
#include <string>

#include "acceptance/oracle_expressions.h"
#include "acceptance/recording.h"

namespace acceptance::nest {

/// Where the nest stands.
enum class Place {
  ForceOfTime,
  ForceOfOther,  ///< of position and velocity of a body that does not feel it
  ForceOfOwn,    ///< of those of the body that it moves: continuous
  SpringGiven,   ///< between bodies that do not feel it
  Spring,        ///< continuous
  Damper,        ///< continuous, on a base whose velocity may jump
  Normal,
  Motion,
};
constexpr int kPlaces = 8;
const char* name_of(Place place);

struct Case {
  Place place;
  Expression nest;
  std::string model;
  int other{};  ///< which motion body `a` has
};

Case random_case(std::uint64_t seed);
/// The same with another nest; the rest of the model is that of the seed.
Case with_nest(std::uint64_t seed, const Expression& nest);

/// How a run compares with direct evaluation.
struct Verdict {
  std::string wrong;  ///< the first sample that differs, in words; "" if none
  long compared{};    ///< samples
  long left_out{};    ///< samples of motions at kinks
};

/// Every sample beside direct evaluation of the nest at its t, q, v, d. `step`: of
/// method = "stepping", 0: events.
Verdict judge(const Case& a_case, const luztar::System& system, const Recorded& run, Real step);

/// Where body `b` is after 3 s by an integration of its own: Runge and Kutta's method, steps halved
/// until they agree, at jumps down to 1e-13 s.
struct End {
  bool known{};  ///< false: friction, or nothing to integrate
  Real q{}, v{};
};
End end_of(const Case& a_case);

/// Position and velocity of body `a`.
End other_at(int other, Real t);

}  // namespace acceptance::nest
