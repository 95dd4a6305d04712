// Inertia that couples bodies, beside the mass that each of them has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/symbolic/expression.h"

namespace luztar {

/// [inertias.NAME]: what it adds to the mass matrix M of the kinetic energy v'M v/2. Of a pair that
/// is `value` outside of the diagonal, so value * v_a * v_b; else a symmetric `matrix`, whose
/// diagonal is added to the masses. Between two bodies that translate it is in kg, that turn in
/// kg m2, of one of each in kg m.
struct Inertia {
  /// An entry of M and the one across the diagonal.
  struct Entry {
    int a, b;  ///< indices in Model::bodies
    Expression value;
  };
  std::string name;
  std::vector<int> bodies;                        ///< indices in Model::bodies
  std::optional<Expression> value{};              ///< of two bodies
  std::vector<std::vector<Expression>> matrix{};  ///< (bodies x bodies), or none
  SourceLocation where{};

  /// The upper triangle.
  std::vector<Entry> entries() const;
};

}  // namespace luztar
