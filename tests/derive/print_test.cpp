// Printed documents against reviewed snapshots: tests/derive/snapshots/.
// LUZTAR_UPDATE_SNAPSHOTS=1 writes them anew; look at the difference before you keep it.
// LUZTAR_WRITE_DOCUMENTS=FOLDER writes the whole documents there, for ./check to compile and open.
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "derive/whole_document.h"
#include "io/temporary_folder.h"
#include "luztar/core/error.h"
#include "luztar/derive/functions.h"
#include "luztar/symbolic/notation_row.h"

using luztar::Document;
using luztar::DocumentFormat;
using luztar::testing::whole_document;

namespace {

void compare(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(LUZTAR_SOURCE_DIR) / "tests/derive/snapshots" / name;
  if (std::getenv("LUZTAR_UPDATE_SNAPSHOTS") != nullptr) luztar::test::write_text(path, text);
  CHECK(luztar::test::text_of(path) == text);
}

// The style is the report's and changes with it.
std::string body_of(const std::string& page) {
  const std::size_t begin = page.find("<style>");
  const std::size_t end = page.find("</style>");
  REQUIRE(end != std::string::npos);
  return page.substr(0, begin) + page.substr(end + 8);
}

void write(const std::string& name, const std::string& text) {
  const char* const folder = std::getenv("LUZTAR_WRITE_DOCUMENTS");
  if (folder != nullptr) luztar::test::write_text(std::filesystem::path(folder) / name, text);
}

}  // namespace

TEST_CASE("a document with every construct prints as its snapshots") {
  const Document document = whole_document();
  compare("whole.txt", print(document, DocumentFormat::Text));
  compare("whole_60.txt", print(document, DocumentFormat::Text, 60));
  compare("whole.md", print(document, DocumentFormat::Markdown));
  compare("whole.tex", print(document, DocumentFormat::Latex));
  compare("whole.html", body_of(print(document, DocumentFormat::Html)));
  compare("whole.json", print(document, DocumentFormat::Json));
  write("whole.tex", print(document, DocumentFormat::Latex));
  write("whole.html", print(document, DocumentFormat::Html));
}

TEST_CASE("no line of text is wider than asked for") {
  for (const int width : {60, 80, 100}) {
    std::istringstream lines(print(whole_document(), DocumentFormat::Text, width));
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(luztar::columns(line) <= width);
      CHECK((line.empty() || line.back() != ' '));
    }
  }
}

TEST_CASE("JSON is what another reader reads: formulas of the expression language") {
  const auto json = nlohmann::json::parse(print(whole_document(), DocumentFormat::Json));
  int formulas = 0;
  for (const auto& section : json["sections"]) {
    for (const auto& part : section["content"]) {
      if (!part.contains("formulas")) continue;
      for (const auto& line : part["formulas"]) {
        for (const auto& one : line["parts"]) {
          const std::string text = one["expression"];
          CHECK(to_text(luztar::parse_expression(text, {})) == text);
          ++formulas;
        }
      }
    }
  }
  CHECK(formulas > 20);
  CHECK(json["title"] == "Two bodies, `every_construct` & 100 % of <them>");
}

TEST_CASE("each format has a word, another word is refused with the list of them") {
  const std::vector<std::string> words = luztar::document_formats();
  REQUIRE(words.size() == 5);
  const Document document{"A & B", {}, {}};
  const std::vector<std::string> begins{"A & B", "# A & B", "\\documentclass", "<!doctype html>",
                                        "{"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    CAPTURE(words[i]);
    CHECK(print(document, luztar::document_format(words[i])).starts_with(begins[i]));
  }
  try {
    luztar::document_format("pdf");
    FAIL("pdf is a format");
  } catch (const luztar::ModelError& error) {
    CHECK(std::string(error.what()).find("no format 'pdf'") != std::string::npos);
    CHECK(std::string(error.what()).find("text, markdown, latex, html and json") !=
          std::string::npos);
  }
}

TEST_CASE("quotes, backslashes and control signs survive JSON") {
  Document document{"a \"b\" \\ c\td\ne", {}, {}};
  CHECK(nlohmann::json::parse(print(document, DocumentFormat::Json))["title"] == document.title);
}

TEST_CASE("languages of functions have words") {
  CHECK(luztar::language_of("c") == luztar::Language::C);
  CHECK(luztar::language_of("python") == luztar::Language::Python);
  CHECK(!luztar::language_of("C"));
  CHECK(!luztar::language_of(""));
}

TEST_CASE("an empty document, an empty display and a formula without relation print") {
  Document document;
  document.sections.push_back(
      {"",
       {luztar::Display{}, luztar::ListItems{},
        luztar::Display{{luztar::Line{luztar::testing::formula("a + b")}}}}});
  CHECK(print(document, DocumentFormat::Text).find("    a + b\n") != std::string::npos);
  CHECK(print(document, DocumentFormat::Markdown).find("&a + b\n") != std::string::npos);
  CHECK(print(document, DocumentFormat::Latex).find("&a + b\n") != std::string::npos);
  CHECK(print(document, DocumentFormat::Html).find("<mi>a</mi>") != std::string::npos);
}
