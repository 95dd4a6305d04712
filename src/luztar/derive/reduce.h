// Parametric reduction: limits of a model's parameters, and the rules of the algebra that make a
// smaller model of what is left.
#pragma once

#include <string>
#include <vector>

#include "luztar/algebra/formula.h"
#include "luztar/derive/document.h"
#include "luztar/model/model.h"

namespace luztar {

/// A parameter, or a value of the model by its owner ("block3.mass"), that tends to +0 or +inf.
struct ParameterLimit {
  std::string name;
  LimitKind kind{LimitKind::Zero};
  SourceLocation where{};  ///< for messages: "--limit M3=inf"
};

/// "M3 = inf, teeth.freeplay = 0"
std::string to_text(const std::vector<ParameterLimit>& limits);

/// Reads "M3=inf", "teeth.freeplay=0". Throws ModelError.
ParameterLimit parse_limit(const std::string& text);

/// What a condition in words asks of a run (study/verify/verify_conditions.h looks).
enum class ConditionKind {
  Structure,         ///< nothing: it follows from the model, and the rule has looked
  StartsBalanced,    ///< massless bodies start where their forces balance
  ForcesFinite,      ///< forces on a body stay finite in the limit
  DeflectionFinite,  ///< that of an element
  RateFinite,
  StartsUnloaded,  ///< a spring carries no force at the start; its force stays finite
  VelocitiesFit,   ///< the rate of a rigid connection is 0 at the start
  OneStopAtATime,
  SamePair,  ///< two frictions act along one deflection before any limit
};

/// One rule, applied once.
struct ReductionStep {
  std::string rule;                  ///< "springs in series"
  std::vector<std::string> names{};  ///< the bodies and elements that it acts on
  std::string condition{};           ///< when it holds, in words; "" for always
  ConditionKind condition_kind{ConditionKind::Structure};
  std::vector<Line> conditions{};       ///< and in formulas
  std::vector<Line> before{}, after{};  ///< equations
  std::string why{};
  bool vanishes{};  ///< the force of names[0] is 0 in the limit
};

/// Where a body that the reduced model does not have is found.
struct EliminatedBody {
  std::string name;
  /// Of parameters and q.BODY of the reduced model and of bodies before it in the list; in a
  /// freeplay, where nothing acts on the body, one of its possible places.
  Expression position{};
  bool floats{};  ///< always in a freeplay: it may be anywhere within
};

/// What reduce() makes of a model and limits: the smaller model, how it came about, step by step,
/// and where the bodies are that it no longer has (docs/reduction.md).
struct Reduction {
  Model model;  ///< the reduced one; places are those of the file of the full one
  std::vector<ParameterLimit> limits;
  std::vector<ReductionStep> steps;
  std::vector<EliminatedBody> eliminated;
};

/// Takes the limits, in their order, then applies rules until none fits; without limits, only
/// those. Every rule is exact for the limit, under the conditions that its step states; where a
/// rule needs a sign or initial values that fit, those of the model's own parameters count.
///
/// Throws ModelError if the model has no such limit: a name that is not there, a value that grows
/// without bound, a massless body that nothing holds, a stiff spring that is loaded at the start.
Reduction reduce(const Model& model, const std::vector<ParameterLimit>& limits);

/// The steps with their equations, and where the eliminated bodies are.
Document reduction_document(const Model& full, const Reduction& reduction);

}  // namespace luztar
