#include "luztar/core/html_text.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using luztar::escape_html;

TEST_CASE("what would begin a tag, an entity or end an attribute becomes an entity") {
  CHECK(escape_html("<b>\"F\" & 'T'</b>") == "&lt;b&gt;&quot;F&quot; &amp; &#39;T&#39;&lt;/b&gt;");
  CHECK(escape_html("&lt;") == "&amp;lt;");  // what is an entity already is text too
}

TEST_CASE("all else stays byte for byte") {
  std::string text;
  for (int c = 0; c < 256; ++c) {
    if (std::string_view("&<>\"'").find(static_cast<char>(c)) == std::string_view::npos) {
      text += static_cast<char>(c);
    }
  }
  CHECK(escape_html(text) == text);
  CHECK(escape_html("") == "");
}
