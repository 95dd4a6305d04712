#include "luztar/io/report/fill_page.h"

#include "luztar/core/html_text.h"
#include "luztar/io/report/embedded.h"

namespace luztar::report {

std::string fill_page(const PageParts& parts) {
  std::string out;
  out.reserve(parts.data.size() + parts.equations.size() + report_html.size() + report_css.size() +
              shared_js.size() + 200'000);
  // The template names its parts as {{name}}; nothing put in is looked at again.
  std::string_view rest = report_html;
  while (true) {
    const std::size_t begin = rest.find("{{");
    const std::size_t end = rest.find("}}", begin);
    out += rest.substr(0, begin);
    if (begin == rest.npos || end == rest.npos) return out;
    const std::string_view name = rest.substr(begin + 2, end - begin - 2);
    if (name == "title") out += escape_html(parts.title);
    if (name == "whole") out += escape_html(parts.whole);
    if (name == "files") out += escape_html(parts.files);
    if (name == "css") out += report_css;
    if (name == "js") {
      out += shared_js;
      for (const std::string_view js : parts.js) out += js;
    }
    if (name == "data") out += parts.data;
    if (name == "equations") out += parts.equations;
    rest.remove_prefix(end + 2);
  }
}

}  // namespace luztar::report
