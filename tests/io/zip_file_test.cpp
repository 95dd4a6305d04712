// A zip archive, read back by its local records.
#include "luztar/io/zip_file.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/io/zip_members.h"

TEST_CASE("a zip archive has its members in order, byte for byte") {
  const auto path = std::filesystem::temp_directory_path() / "luztar_zip_file_test.zip";
  luztar::ZipFile zip;
  const std::string bytes("a\0b\n\xff", 5);
  zip.add("folder/one.bin", bytes);
  zip.add("empty", "");
  zip.write(path);
  const auto members = luztar::testing::zip_members(path);
  REQUIRE(members.size() == 2);
  CHECK(members[0].first == "folder/one.bin");
  CHECK(members[0].second == bytes);
  CHECK(members[1] == std::pair<std::string, std::string>("empty", ""));
  std::filesystem::remove(path);
}
