// What a SystemFile does, beside the same on a text in memory.
#include <csignal>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/temporary_folder.h"
#include "luztar/io/system/system_file.h"
#include "random.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::text_of;
using test::write_text;

std::string drawn_text(testing::Random& random) {
  std::string text(static_cast<std::size_t>(random.below(40)), ' ');
  for (char& c : text) c = static_cast<char>(random.below(256));
  return text;
}

TEST_CASE("any order of reads and writes leaves what it leaves of a text in memory") {
  TemporaryFolder folder;
  const auto path = folder.path() / "a";
  testing::Random random{20};
  for (int round = 0; round < 300; ++round) {
    std::string expected;
    SystemFile file;
    REQUIRE(!file.open(path, true));
    for (int k = 0; k < 30; ++k) {
      const std::string text = drawn_text(random);
      const auto at = static_cast<std::size_t>(random.below(static_cast<int>(expected.size()) + 1));
      switch (random.below(5)) {
        case 0:
        case 1:
          REQUIRE(!file.append(text));
          expected += text;
          break;
        case 2:
          if (at + text.size() > expected.size()) continue;
          REQUIRE(!file.overwrite(at, text));
          expected.replace(at, text.size(), text);
          break;
        case 3: {
          std::string there(text.size(), ' ');
          const bool enough = at + text.size() <= expected.size();
          const auto error = file.read(at, there);
          REQUIRE(error == (enough ? std::error_code()
                                   : std::make_error_code(std::errc::no_message_available)));
          if (enough) REQUIRE(there == expected.substr(at, text.size()));
          break;
        }
        default:
          if (random.below(4) != 0) continue;
          REQUIRE(!file.cut(at));
          expected.resize(at);
      }
      std::uint64_t bytes = 0;
      REQUIRE(!file.size(bytes));
      REQUIRE(bytes == expected.size());
    }
    REQUIRE(!file.sync());
    REQUIRE(!file.close());
    CHECK(!file.is_open());
    REQUIRE(text_of(path) == expected);
  }
}

TEST_CASE("a file that is to go on must be there, and keeps what it has") {
  TemporaryFolder folder;
  SystemFile file;
  CHECK(file.open(folder.path() / "none", false) == std::errc::no_such_file_or_directory);
  CHECK(!file.is_open());
  write_text(folder.path() / "a", "before");
  REQUIRE(!file.open(folder.path() / "a", false));
  std::string there(6, ' ');
  CHECK(!file.read(0, there));
  CHECK(there == "before");
  CHECK(!file.cut(2));
  CHECK(!file.append("hind"));
  CHECK(text_of(folder.path() / "a") == "behind");
}

TEST_CASE("the end of a file that is closed twice, or was never open, is no error") {
  SystemFile file;
  CHECK(!file.close());
  TemporaryFolder folder;
  REQUIRE(!file.open(folder.path() / "a", true));
  CHECK(!file.close());
  CHECK(!file.close());
}

TEST_CASE("one process has a folder, until it closes it or is killed") {
  TemporaryFolder folder;
  {
    SystemFile mine;
    REQUIRE(!mine.lock_folder(folder.path()));
    SystemFile other;
    CHECK(other.lock_folder(folder.path()) == std::errc::device_or_resource_busy);
    CHECK(!other.is_open());
  }
  const pid_t child = ::fork();
  if (child == 0) {
    SystemFile theirs;
    theirs.lock_folder(folder.path());
    ::raise(SIGKILL);
  }
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  SystemFile mine;
  CHECK(!mine.lock_folder(folder.path()));
  CHECK(mine.is_open());
  SystemFile nowhere;
  CHECK(nowhere.lock_folder(folder.path() / "none") == std::errc::no_such_file_or_directory);
}

}  // namespace
}  // namespace luztar
