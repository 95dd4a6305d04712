// The laws of a model as they are written, for proofs: numbers and formulas, no series, no modes.
#pragma once

#include <memory>
#include <vector>

#include "luztar/model/law.h"
#include "luztar/network/symbols.h"
#include "luztar/symbolic/direct_function.h"

namespace luztar {

/// A formula of the model file and what it reads.
struct DirectFormula {
  std::shared_ptr<const DirectFunction> function{};  ///< none: nothing is written
  std::vector<LawSymbol> variables{};  ///< in the order of its arguments; State: of internals
  explicit operator bool() const { return function != nullptr; }
};

/// What an element's law is made of beside the plain numbers of SystemImpl.
struct DirectLaw {
  DirectFormula formula{};  ///< the force; of a friction its normal force
  /// In numbers: a friction whose level changes with the speed, or whose law has a state.
  std::shared_ptr<const Friction> friction{};
  bool is_written() const { return formula || friction != nullptr; }
};

}  // namespace luztar
