// What method = "stepping" can express.
#pragma once

#include <string>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// A body, an element, a state or a delay that steps cannot express.
struct NotForSteps {
  std::string name;
  std::string why;                                                  ///< "has no mass"
  int body{-1}, element{-1}, state{-1}, controller{-1}, delay{-1};  ///< one of them
};

std::vector<NotForSteps> not_for_steps(const SystemImpl& system);
/// Throws ModelError naming each.
void check_steps(const Model& model, const SystemImpl& system);

/// The element's law is an expression: its force is worked out apart from the step.
bool pushes_from_outside(const SystemImpl& system, int element);

/// Terms of an element with each body once, without zeros.
void collect_terms(const SystemImpl& system, int element, std::vector<Term>& terms);

}  // namespace luztar
