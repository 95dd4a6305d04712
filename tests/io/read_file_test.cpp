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
  CHECK(mistake(folder.path().string(), {"m.toml", 3, 8}) ==
        "m.toml:3:8: a folder, not a file: '" + folder.path().string() + "'; name a file in it");
  CHECK(mistake("/dev/null", {"m.toml", 3, 8}).starts_with("m.toml:3:8: not an ordinary file"));
}

TEST_CASE("a file of a like name is named, and a model in a folder") {
  const luztar::test::TemporaryFolder folder;
  const auto path = [&](const char* name) {
    return (folder.path() / name).string();
  };
  for (const char* name : {"belt.toml", "gear.toml", "road.csv"})
    luztar::test::write_text(folder.path() / name, "");
  CHECK(luztar::file_nearby(path("bellt.toml")) == path("belt.toml"));
  CHECK(luztar::file_nearby(path("gear")) == path("gear.toml"));
  CHECK(luztar::file_nearby(path("brake.toml")) == "");
  CHECK(luztar::file_nearby(path("none/belt.toml")) == "");
  CHECK(mistake(path("rode.csv"), {path("rode.csv"), 0, 0}) ==
        path("rode.csv") + ": no such file; did you mean '" + path("road.csv") + "'?");
  CHECK(mistake(folder.path().string(), {"m", 0, 0}) ==
        "m: a folder, not a file; name a file in it, such as '" + path("belt.toml") + "'");
}

TEST_CASE("texts of data files are kept as they are read, and taken in place of files") {
  const luztar::test::TemporaryFolder folder;
  luztar::test::write_text(folder.path() / "data.csv", "t,x\n0,1\n1,2\n");
  const std::string model = (folder.path() / "m.toml").string();
  const luztar::SourceLocation asked_by{"m.toml", 3, 8};
  luztar::DataFiles files;
  CHECK(luztar::read_data_file("data.csv", model, &files, asked_by).text == "t,x\n0,1\n1,2\n");
  CHECK(files.texts.at("data.csv") == "t,x\n0,1\n1,2\n");
  luztar::test::write_text(folder.path() / "data.csv", "another");
  CHECK(luztar::read_data_file("data.csv", model, &files, asked_by).text == "t,x\n0,1\n1,2\n");
  CHECK(luztar::read_data_file("data.csv", model, nullptr, asked_by).text == "another");
  files.complete = true;
  CHECK_THROWS_WITH_AS(luztar::read_data_file("other.csv", model, &files, asked_by),
                       "m.toml:3:8: no text of the data file 'other.csv' is kept here; take it "
                       "from where the model was, unchanged",
                       luztar::ModelError);
}
