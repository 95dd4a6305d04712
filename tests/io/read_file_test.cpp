#include "luztar/io/read_file.h"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"

namespace {

std::string mistake(const std::string& path, const luztar::SourceLocation& where) {
  try {
    luztar::read_file(path, where);
  } catch (const luztar::ModelError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a file is read byte for byte") {
  const luztar::test::TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 3 * 256; ++i) bytes += static_cast<char>(i);  // ends of lines and zeros too
  const auto path = folder.path() / "data";
  luztar::test::write_text(path, bytes);
  CHECK(luztar::read_file(path.string(), {}) == bytes);
  luztar::test::write_text(path, "");
  CHECK(luztar::read_file(path.string(), {}).empty());
}

TEST_CASE("what cannot be read is told with its reason, where it was asked for") {
  const luztar::test::TemporaryFolder folder;
  const std::string nothing = (folder.path() / "no").string();
  CHECK(mistake(nothing, {nothing, 0, 0}) == nothing + ": no such file; check the path");
  CHECK(mistake(nothing, {"m.toml", 3, 8}) ==
        "m.toml:3:8: no such file: '" + nothing +
            "'; data files are looked for beside the model file");
  CHECK(mistake(folder.path().string(), {"m.toml", 3, 8})
            .starts_with("m.toml:3:8: not an ordinary file"));
  CHECK(mistake("/dev/null", {"m.toml", 3, 8}).starts_with("m.toml:3:8: not an ordinary file"));
}
