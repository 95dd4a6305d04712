// Where the documents tell more. Messages ask here, so that a page has its name in one place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace luztar {

/// `docs/model-elements.md, "Elements"`: page and heading of a topic.
/// @param topic  a section of a model file, or "units", "expressions", "measures", "random values",
///               "commands", "python"; any other is a kind of element
std::string docs_page(std::string_view topic);

/// Topics that have a page of their own.
std::vector<std::string_view> docs_topics();

/// `see docs/model-elements.md, "Elements"`.
std::string see_docs(std::string_view topic);

}  // namespace luztar
