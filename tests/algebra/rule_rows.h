// Formulas and equations for each rule, and what its code must make of them: rows of the tests of
// rules_nested, rules_sums and rules_solve.
#pragma once

#include <vector>

#include "exact_value.h"

namespace luztar::testing {

// Points for each rule's statement and for its code on one formula; sanitizers make fractions slow.
#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kPoints = 500;
#else
constexpr int kPoints = 10000;
#endif

/// "M1 k+ a b" in `known`: names; a trailing + means positive, none non-negative.
struct RewriteRow {
  const char* rule;
  const char* from;
  const char* known;
  bool fires;
};

struct SolveRow {
  const char* rule;
  const char* equation;  ///< "left = right" or "left in right"
  const char* unknown;
  const char* known;
  bool fires;
};

// The statement of each rule with its condition made visible (a = b + e), and other forms.
const std::vector<RewriteRow>& rows_of_nested();   ///< rules_nested_test.cpp
const std::vector<RewriteRow>& rows_of_sums();     ///< rules_sums_test.cpp
const std::vector<SolveRow>& rows_of_equations();  ///< rules_solve_test.cpp

/// Each row's rule fires as it says, and what it makes has the values of the formula before.
void check_rewriting(const std::vector<RewriteRow>& rows, Random& random);

}  // namespace luztar::testing
