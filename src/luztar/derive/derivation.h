// The derivation of a model's equations as a document, in the five steps of the method.
#pragma once

#include <optional>

#include "luztar/derive/document.h"
#include "luztar/derive/linear/linear_regime.h"
#include "luztar/model/model.h"

namespace luztar {

struct DerivationSettings {
  bool steps{false};         ///< Gauss's function, its derivatives, the solution, the saturation
  bool as_published{false};  ///< the printed formulas of the papers beside the exact ones
  int most_variants{8};      ///< more are described by a recursion, with their number
  std::optional<LinearRegime> linear{};  ///< A, B, C, D in symbols, about this
};

/// (1) the model as inclusions, (2) variants by which pairs are at rest, (3) static friction of
/// each from Gauss's principle, (4) the equations ready to simulate, (5) what is unique and what is
/// not. After D. Zardecki (docs/theory.md); exact where the papers' formulas are not
/// (docs/reduction.md), and the linear system. Throws ModelError if the model is not valid, and as
/// linear_symbols() (linear_symbols.h).
Document derivation(const Model& model, const DerivationSettings& settings = {});

}  // namespace luztar
