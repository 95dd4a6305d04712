// What of a model reads some of its parameters: what has to be looked at again when these change.
#pragma once

#include <array>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

struct Readers {
  /// By kind, in the order of the model's lists: 1 where a body or an element reads one, itself or
  /// by parameters that are worked out from them.
  std::array<std::vector<char>, kKinds> items;
  bool run{};     ///< [simulation], or checkpoints
  bool others{};  ///< signals, states, controllers or inertias

  const std::vector<char>& of(PartKind kind) const { return items[static_cast<std::size_t>(kind)]; }
};

/// @param parameters  their names alone matter: other values for these
Readers readers_of(const Model& model, const ParameterValues& parameters);

}  // namespace luztar
