// Bounds on a model file that keep any input from exhausting the stack or the memory.
#pragma once

#include <string>
#include <string_view>

namespace luztar {

/// Throws ModelError if `text` is longer than 64 MB, or nests brackets or dotted keys deeper than
/// 16 levels. Works on the raw text: the tree of a hostile file must not be built at all.
void check_toml_limits(std::string_view text, const std::string& path);

}  // namespace luztar
