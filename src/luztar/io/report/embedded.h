// The files of this folder (*.html, *.css, *.js) as text in the program; see cmake/embed.cmake.
#pragma once

#include <string_view>

namespace luztar {

extern const std::string_view report_html;  ///< all *.html, joined in the order of their names
extern const std::string_view report_css;   ///< all *.css
extern const std::string_view
    timed_js;  ///< all timed/*.js: pages with axes of time, before their own
extern const std::string_view report_js;   ///< all *.js: the page of a run
extern const std::string_view compare_js;  ///< all compare/*.js: the page of a comparison
extern const std::string_view fit_js;      ///< all fit/*.js: the page of a fit
extern const std::string_view shared_js;   ///< all shared/*.js, which come first on every page
extern const std::string_view sweep_js;    ///< all sweep/*.js: the page of a sweep

}  // namespace luztar
