// The laws that a friction may have, as models with values of their own to be found.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/model/model.h"
#include "luztar/study/fit/residuals.h"

namespace luztar {

/// How much a friction has to do in a run, which is what values of its laws are small beside.
struct LawScale {
  double force{1.0};   ///< the largest of the friction [N]
  double level{1.0};   ///< the same as its levels are written: coefficients of a normal force
  double rate{1.0};    ///< the fastest sliding [m/s]
  double travel{1.0};  ///< from one end of its deflection to the other [m]
  std::map<std::string, double> travels{};  ///< the same of all elements, by name
};

/// A value of a law.
struct LawValue {
  std::string key;            ///< "static_excess"
  std::string name;           ///< of its parameter, "guide_static_excess"
  std::vector<double> seeds;  ///< where a search may begin; empty: where the law before is
  double small{};  ///< with less, or with more if it `vanishes_large`, it does not matter
  bool vanishes_large{};
};

struct LawCandidate {
  /// A special case, at a bound or in a limit.
  struct Special {
    std::string law;
    std::vector<std::string> keys;  ///< of the values that do not matter there
  };
  std::string name;
  Model model;
  std::vector<FreeValue> free;  ///< of the model as far as they are read, then of the law
  std::vector<LawValue> values;
  std::string from;  ///< the law whose values a search begins with; "": those of the file
  std::vector<Special> within;
  bool is_two_sided{};  ///< its last value may be to both sides of the special case
  bool is_straight{};   ///< the balance of forces is linear in its values
};

/// What a law is called in words: "static friction above the kinetic one".
std::string words_of_law(const std::string& name);

/// All laws, each after those within it:
///     coulomb     F_K
///     viscous     F_K + C v
///     static      the same with F_S > F_K at rest
///     asymmetric  a level of its own for each direction, and C
///     stribeck    static, the level falls from F_S to F_K over the speed
///     freeplay    viscous, with a gap in a spring of one of its bodies; one law for each
///     dahl        viscous, with bristles that yield before they slide
///     lugre       stribeck with bristles
/// A friction with a normal force of its own has no law with bristles.
/// @param name  of the friction; throws ModelError if there is none
/// @param free  those of a fit; what only this friction reads is left out
/// @param scale  of a run near the measured one
std::vector<LawCandidate> law_candidates(const Model& model, const std::string& name,
                                         const std::vector<FreeValue>& free, const LawScale& scale);

}  // namespace luztar
