// A reduction's proof in numbers: full models with a small parameter tend to the reduced one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "luztar/derive/document.h"
#include "luztar/derive/reduce.h"
#include "luztar/study/verify/verify_conditions.h"

namespace luztar {

enum class Verdict {
  Converges,  ///< an order of convergence shows, or nothing but rounding is left
  Differs,    ///< errors stay what they are, from the same instant on, while s falls far
  Undecided   ///< with the reason
};

const char* to_text(Verdict verdict);

struct VerificationSettings {
  double first{1.0 / 16};  ///< the largest small number s; the next is a quarter of it, or half
  double least{1e-13};     ///< the numbers end
  /// Steps of all runs, times bodies, that may be spent on one limit.
  std::int64_t work{1'500'000};
};

struct VerificationRow {
  double small{};       ///< s
  double error{};       ///< largest difference of a body from its place in the limit, relative
  double order{};       ///< error ~ s^order, between the row before and this one; 0 in the first
  std::string worst{};  ///< the body, or the element whose force should vanish
  double half_way{};    ///< [s] when half of the error is reached
  double rounding{};    ///< errors below are those of the runs
};

/// One limit, after those before it: reductions in a row need not commute.
struct VerificationStage {
  std::vector<ParameterLimit> limits;  ///< one; more where the model between has no run
  std::vector<VerificationRow> rows{};
  double order{};  ///< slope of log(error) over log(s) of the last rows; 0 where it is rounding
  Verdict verdict{Verdict::Undecided};
  std::string reason{};  ///< of a verdict that is not Converges
};

struct Verification {
  std::vector<VerificationStage> stages{};
  std::vector<std::string> bodies{};    ///< compared at all instants
  std::vector<std::string> at_times{};  ///< compared where the limit says where they are
  std::vector<std::string> forces{};    ///< elements whose force vanishes, compared with 0
  std::vector<CheckedCondition> conditions{};
  double order{};  ///< the lowest of the stages
  Verdict verdict{Verdict::Undecided};
  std::string reason{};
};

/// Takes the limits one after the other. For each, the model that those before it leave is run with
/// s = first, first/4 ... in place of the limit, as its file starts it, beside the model that this
/// limit leaves, until an order of convergence shows, or the errors stay, or the numbers end.
/// The runs are those of [simulation] with 201 output points at least. Throws ModelError for a
/// parameter that is 0 and should tend to infinity.
Verification verify_reduction(const Model& full, const Reduction& reduction,
                              const VerificationSettings& settings = {});

/// What was run and compared, the conditions and the verdict, to be printed.
Section verification_section(const Verification& verification, const Reduction& reduction);

/// Why a model ends within its first steps, as the engine says it; "" if it runs on.
std::string ends_at_once(const Model& model);

}  // namespace luztar
