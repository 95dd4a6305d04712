// What is wrong with a model file, as text.
#pragma once

#include <string>

#include "luztar/io/load_model.h"

namespace luztar::test {

/// One line for each mistake, or "none".
inline std::string mistakes_in(const std::string& text, const std::string& path = "m.toml") {
  try {
    parse_model(text, path);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace luztar::test
