// What an import says of a text that it refuses.
#pragma once

#include <string>

#include "luztar/core/error.h"
#include "luztar/import/import_model.h"

namespace luztar::test {

inline std::string refusal(const std::string& text, const ImportOptions& options = {}) {
  try {
    import_model(text, "m", options);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A wheel that something is joined to, on lines of their own.
inline std::string with_wheel(const std::string& components, const std::string& equations) {
  return "model M\n  import Modelica.Mechanics.Rotational.*;\n"
         "  Modelica.Mechanics.Rotational.Components.Inertia wheel(J = 2);\n" +
         components + "\nequation\n" + equations + "\nend M;\n";
}

}  // namespace luztar::test
