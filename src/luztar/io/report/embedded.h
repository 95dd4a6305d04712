// The files of this folder (*.html, *.css, *.js) as text in the program; see cmake/embed.cmake.
#pragma once

#include <string_view>

namespace luztar {

extern const std::string_view report_html;  ///< all *.html, joined in the order of their names
extern const std::string_view report_css;   ///< all *.css
extern const std::string_view report_js;    ///< all *.js

}  // namespace luztar
