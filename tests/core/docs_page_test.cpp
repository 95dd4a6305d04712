#include "luztar/core/docs_page.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

TEST_CASE("each page that a message names is there, with its heading") {
  std::vector<std::string_view> topics = luztar::docs_topics();
  topics.push_back("springs");  // of no page of its own
  for (const std::string_view topic : topics) {
    const std::string place = luztar::docs_page(topic);
    CAPTURE(place);
    const std::size_t comma = place.find(", \"");
    const std::string page = place.substr(0, comma);
    std::ifstream file(std::string(LUZTAR_SOURCE_DIR "/") + page);
    REQUIRE(file);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (comma == std::string::npos) continue;
    const std::string heading = place.substr(comma + 3, place.size() - comma - 4);
    CHECK(text.find("# " + heading) != std::string::npos);
  }
}

TEST_CASE("a page is named in one form") {
  CHECK(luztar::see_docs("units") == "see " + luztar::docs_page("units"));
  CHECK(luztar::docs_page("units").starts_with("docs/"));
  CHECK(luztar::docs_page("springs") == luztar::docs_page("dampers"));
}
