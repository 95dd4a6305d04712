// The step of a reduction that says what a limit does to one value.
#pragma once

#include <optional>
#include <string>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce.h"

namespace luztar::reduction {

struct ChangedValue {
  std::optional<PartKind> owner;
  std::string name;  ///< of the owner
  std::string key;
  Expression from, to;  ///< `to` may be the number inf
};

/// There is a model in which the value is infinite.
bool may_grow(const ModelKey& key);
ReductionStep limit_step(const Model& before, const Model& after, const ChangedValue& change);

}  // namespace luztar::reduction
