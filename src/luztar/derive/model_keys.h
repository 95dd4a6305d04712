// Every value of a model by the name of its owner and the name of its key.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "luztar/model/fields.h"

namespace luztar {

/// What a value of a model is.
struct ModelKey {
  std::optional<PartKind> owner;  ///< none: a signal, a state, or [simulation]
  std::string_view name;          ///< of the owner; "" for [simulation]
  std::string_view key;  ///< as in the model file; "mass" for `inertia` too, "arm" for coefficients
  const SourceLocation& where;  ///< of the owner
};

/// Calls `visit` for each expression of the model but the parameters', in the order of the model.
/// The edges -a and a of a freeplay are one value, `freeplay`; a `static` that is not written is
/// visited after `kinetic`, as the same node.
void for_each_value(Model& model, const std::function<void(const ModelKey&, Expression&)>& visit);

/// Places of the parameters in the model's list, those that others are made of first.
std::vector<std::size_t> parameters_in_order(const Model& model);

/// Whether a parameter is made of others, not of numbers alone ("sqrt(1e5)").
bool follows(const Parameter& parameter);

/// The place of a value, or of its owner.
const SourceLocation& place_of(const Expression& value, const SourceLocation& owner);

}  // namespace luztar
