// XML with the places of its elements and attributes.
#pragma once

#include <string>
#include <vector>

#include "luztar/core/error.h"

namespace luztar::mjcf {

struct Attribute {
  std::string name{};
  std::string value{};
  SourceLocation where{};
};

struct Element {
  std::string name{};
  SourceLocation where{};
  std::vector<Attribute> attributes{};
  std::vector<Element> children{};
};

/// The root of a document. Throws ModelError where it is no XML.
Element parse_xml(const std::string& text, const std::string& file);

}  // namespace luztar::mjcf
