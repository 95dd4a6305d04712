// Text inside of HTML and MathML.
#pragma once

#include <string>
#include <string_view>

namespace luztar {

/// `text` with & < > " ' as entities: safe between tags and in attributes.
std::string escape_html(std::string_view text);

}  // namespace luztar
