// The style of printed pages as text in the program; see cmake/embed_styles.cmake.
#pragma once

#include <string_view>

namespace luztar {

extern const std::string_view report_page_css;  ///< io/report/page.css: one look for all pages
extern const std::string_view document_css;     ///< derive/document.css: what documents add

}  // namespace luztar
