#include <algorithm>
#include <csignal>
#include <filesystem>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include "luztar/io/system/system_process.h"

namespace luztar {
namespace {

volatile std::sig_atomic_t wishes = 0;

TEST_CASE(
    "a wish to end calls a function, unless it was to be ignored, and only while that is asked "
    "for") {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  wishes = 0;
  call_when_asked_to_end([] { wishes = wishes + 1; });
  std::raise(SIGINT);
  std::raise(SIGTERM);
  std::raise(SIGINT);
  CHECK(wishes == 3);
  std::raise(SIGHUP);
  CHECK(wishes == 3);
  end_when_asked_to();
  CHECK((std::signal(SIGINT, SIG_DFL) == SIG_DFL));
  CHECK((std::signal(SIGTERM, SIG_DFL) == SIG_DFL));
  CHECK((std::signal(SIGHUP, before) == SIG_IGN));
}

TEST_CASE("standard error is a terminal only where it is one") {
  const int own = ::dup(STDERR_FILENO);
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  const int nothing = ::open("/dev/null", O_WRONLY);
  REQUIRE(nothing >= 0);
  ::dup2(nothing, STDERR_FILENO);
  const bool nobody_reads = !stderr_is_terminal();
  if (terminal >= 0) ::dup2(terminal, STDERR_FILENO);
  const bool somebody_reads = stderr_is_terminal();
  ::dup2(own, STDERR_FILENO);
  for (const int open : {own, terminal, nothing}) ::close(open);
  CHECK(nobody_reads);
  CHECK(somebody_reads == (terminal >= 0));
}

TEST_CASE("the folders of the program are those that hold it") {
  const auto folders = own_folders();
  REQUIRE(!folders.empty());
  CHECK(std::all_of(folders.begin(), folders.end(), [](const auto& folder) {
    return folder.is_absolute() && std::filesystem::exists(folder / "test_io");
  }));
}

}  // namespace
}  // namespace luztar
