// Jumps of states.
#pragma once

#include "luztar/model/model.h"

namespace luztar {

/// What the condition of a jump compares: it holds where this is above 0, or `or_equal` to it.
struct JumpMargin {
  Expression value;
  bool or_equal;
};
JumpMargin margin_of(const StateVariable::Jump& jump);

}  // namespace luztar
