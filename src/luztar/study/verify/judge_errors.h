// What errors of full models with falling s say about their limit.
#pragma once

#include <string>
#include <vector>

#include "luztar/study/verify/verify_reduction.h"

namespace luztar {

struct Judgement {
  Verdict verdict{Verdict::Undecided};
  double order{};
  std::string reason{};
};

/// Rows with falling s. Undecided also means: not yet.
/// @param power  the largest power of s that a limit is taken by
Judgement judge_errors(const std::vector<VerificationRow>& rows, double power, Method method);

/// A number as a person reads it: four digits.
std::string short_text(double value);

}  // namespace luztar
