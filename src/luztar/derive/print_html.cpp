#include "luztar/derive/print_parts.h"

namespace luztar {

std::string print_html(const Document& document) {
  return "<!doctype html><title>luztar</title><pre>" + print_text(document, 80) + "</pre>\n";
}

}  // namespace luztar
