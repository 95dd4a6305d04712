// Models of other programs as model files: Modelica and MuJoCo's MJCF (docs/import.md).
#pragma once

#include <string>

namespace luztar {

struct ImportOptions {
  std::string model{};     ///< of Modelica: which model of the file; "" for the only one
  std::string key{};       ///< of MJCF: which key of `keyframe` is the start; "" for the first
  std::string duration{};  ///< s, as text; "" for what the source says, else 1
};

/// The text of a model file (docs/model.md) that moves as the source does.
///
/// @param text  of the source: MJCF if it begins with "<", else Modelica
/// @param file  its name, for messages
/// Throws ModelError with file, line and column of what is no such text or has no counterpart.
std::string import_model(const std::string& text, const std::string& file,
                         const ImportOptions& options = {});

}  // namespace luztar
