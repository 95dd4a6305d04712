// What the grammar of Modelica leaves of a text: nodes by name.
#pragma once

#include <string>
#include <vector>

#include "luztar/import/modelica_syntax.h"

namespace luztar::modelica {

struct Node {
  std::string type{};     ///< the rule of the grammar
  std::string content{};  ///< of rules that are tokens
  Place place{};
  std::vector<Node> children{};
};

/// Throws ModelError where nothing of the grammar fits.
Node parse_tree(const std::string& text, const std::string& file);

}  // namespace luztar::modelica
