// Printed documents against reviewed snapshots: tests/derive/snapshots/.
// LUZTAR_UPDATE_SNAPSHOTS=1 writes them anew; look at the difference before you keep it.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "derive/whole_document.h"
#include "io/temporary_folder.h"

using luztar::Document;
using luztar::DocumentFormat;
using luztar::testing::whole_document;

namespace {

void compare(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(LUZTAR_SOURCE_DIR) / "tests/derive/snapshots" / name;
  if (std::getenv("LUZTAR_UPDATE_SNAPSHOTS") != nullptr) luztar::test::write_text(path, text);
  CHECK(luztar::test::text_of(path) == text);
}

}  // namespace

TEST_CASE("a document with every construct prints as its snapshots") {
  const Document document = whole_document();
  compare("whole.txt", print(document, DocumentFormat::Text));
  compare("whole_60.txt", print(document, DocumentFormat::Text, 60));
  compare("whole.md", print(document, DocumentFormat::Markdown));
  compare("whole.tex", print(document, DocumentFormat::Latex));
  compare("whole.json", print(document, DocumentFormat::Json));
}
