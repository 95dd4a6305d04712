#include "luztar/io/atomic_file.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <functional>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/temporary_folder.h"
#include "luztar/io/crc32.h"
#include "random.h"

namespace luztar {
namespace {

using test::files_in;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;

using Names = std::set<std::string>;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

/// Runs `action` in a process of its own that dies by SIGKILL right after it.
void run_and_kill(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    action();
    ::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

TEST_CASE("a file has its name only after publish, with all of its text in order") {
  TemporaryFolder folder;
  const auto path = folder.path() / "a.csv";
  std::string expected;
  {
    AtomicFile file(path);
    for (int i = 0; expected.size() < 3 * AtomicFile::kBlock; ++i) {
      const std::string line = "row " + std::to_string(i) + "\n";
      file.write(line);
      expected += line;
    }
    const std::string longer_than_a_block(AtomicFile::kBlock + 1, 'x');
    file.write(longer_than_a_block);
    file.write("end");
    expected += longer_than_a_block + "end";
    file.close();
    CHECK(files_in(folder.path()) == Names{"a.csv.part"});
    file.publish();
  }
  CHECK(files_in(folder.path()) == Names{"a.csv"});
  CHECK(text_of(path) == expected);
}

TEST_CASE("a file that is given up leaves nothing and keeps the one of before") {
  TemporaryFolder folder;
  write_text(folder.path() / "a.csv", "old");
  {
    AtomicFile file(folder.path() / "a.csv");
    file.write("new");
    file.close();
  }
  CHECK(files_in(folder.path()) == Names{"a.csv"});
  CHECK(text_of(folder.path() / "a.csv") == "old");
}

TEST_CASE("kill -9 leaves no file with a final name, and the next run cleans up") {
  TemporaryFolder folder;
  const auto path = folder.path() / "a.csv";
  run_and_kill([&] {
    static AtomicFile file(path);
    file.write(std::string(3 * AtomicFile::kBlock, 'x'));
    file.close();  // the latest moment: whole, but without its name
  });
  CHECK(files_in(folder.path()) == Names{"a.csv.part"});
  {
    AtomicFile file(path);
    file.write("short");
    file.close();
    file.publish();
  }
  CHECK(files_in(folder.path()) == Names{"a.csv"});
  CHECK(text_of(path) == "short");
}

TEST_CASE("errors of the file system name the path and the reason") {
  TemporaryFolder folder;
  write_text(folder.path() / "file", "");
  const std::string below_a_file = (folder.path() / "file" / "sub").string();
  CHECK(message_of([&] { FolderLock lock(below_a_file); }) ==
        "cannot create the folder '" + below_a_file + "': Not a directory");
  const std::string nowhere = (folder.path() / "none" / "a.csv").string();
  CHECK(message_of([&] { AtomicFile file(nowhere); }) ==
        "cannot write '" + nowhere + "': No such file or directory");
  std::filesystem::create_directory(folder.path() / "a.csv");
  const std::string a_folder = (folder.path() / "a.csv").string();
  CHECK(message_of([&] { AtomicFile file(a_folder); }) ==
        "cannot write '" + a_folder + "': Is a directory");
}

TEST_CASE("a full disk is an error, never a shorter file") {
  TemporaryFolder folder;
  const std::string path = (folder.path() / "a.csv").string();
  // A limit of the process stands for the disk.
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string message = message_of([&] {
    AtomicFile file(path);
    file.write(std::string(5000, 'x'));
    file.close();
    file.publish();
  });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(message == "cannot write '" + path + "': File too large");
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("a run that goes on keeps the beginning of a file, unless a byte of it is another one") {
  TemporaryFolder folder;
  const auto path = folder.path() / "a.npy";
  const auto part = folder.path() / "a.npy.part";
  const std::string header(128, 'h');
  std::string expected = header;
  KeptBytes kept;
  run_and_kill([&] {
    static AtomicFile file(path, {}, header.size());
    file.write(header);
    file.keep_unfinished();
    for (int i = 0; i < 1000; ++i) file.write("row " + std::to_string(i));
    file.flush();
    write_text(folder.path() / "kept",
               std::to_string(file.kept().size) + " " + std::to_string(file.kept().checksum));
    file.write("more");
    file.flush();
    file.overwrite(0, std::string(128, 'n'));
  });
  for (int i = 0; i < 1000; ++i) expected += "row " + std::to_string(i);
  std::istringstream(text_of(folder.path() / "kept")) >> kept.size >> kept.checksum;
  CHECK(kept == KeptBytes{expected.size(), crc32(expected.substr(128))});

  const std::string good = text_of(part);
  const std::string advice = "the file was changed or damaged";
  testing::Random random{1};
  for (int k = 0; k < 2000; ++k) {
    std::string bad = good;
    const auto at = static_cast<std::size_t>(128 + random.below(static_cast<int>(kept.size) - 128));
    const auto length = std::min<std::size_t>(kept.size - at, 1 + random.below(50));
    for (std::size_t i = at; i < at + length; ++i)
      bad[i] = static_cast<char>(bad[i] ^ (1 + random.below(255)));
    write_text(part, bad);
    CHECK(message_of([&] { AtomicFile file(path, kept, 128); }).find(advice) != std::string::npos);
    CHECK(text_of(part) == bad);  // nothing is cut off
  }
  write_text(part, good);
  AtomicFile file(path, kept, 128);
  file.write("new");
  file.close();
  file.publish();
  CHECK(text_of(path).substr(128) == expected.substr(128) + "new");
}

TEST_CASE("a folder is locked while a run writes into it, and free after kill -9") {
  TemporaryFolder folder;
  const auto out = folder.path() / "deep" / "out";
  {
    FolderLock lock(out);
    CHECK(message_of([&] {
            FolderLock second(out);
          }).starts_with("another run is writing into the folder '" + out.string() + "'"));
  }
  run_and_kill([&] { static FolderLock lock(out); });
  CHECK(message_of([&] { FolderLock lock(out); }) == "no error");
}

}  // namespace
}  // namespace luztar
