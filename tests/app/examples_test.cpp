// `luztar examples` as a user meets it.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;
using test::files_in;
using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;

using Names = std::set<std::string>;

const fs::path kFolder = fs::path(LUZTAR_SOURCE_DIR) / "examples";

/// Names of the models in the folder of the sources.
Names models() {
  Names names;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".toml") names.insert(entry.path().stem().string());
  }
  return names;
}

std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

TEST_CASE("examples lists every model of the folder once, in groups, 80 columns wide") {
  TemporaryFolder desk;
  const Outcome outcome = run(desk.path(), {"examples"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  std::istringstream lines(outcome.out);
  Names listed;
  int headings = 0;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(width(line) <= 80);
    if (!line.starts_with("  ")) {
      headings += !line.empty();
      continue;
    }
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    CHECK(listed.insert(name).second);
    // What stands behind the name is the title of the file.
    const std::string title = line.substr(line.find_first_not_of(' ', 2 + name.size()));
    CHECK(text_of(kFolder / (name + ".toml")).find("\ntitle = \"" + title + "\"\n") !=
          std::string::npos);
  }
  CHECK(listed == models());
  CHECK(headings >= 4);
  CHECK(files_in(desk.path()).empty());
}

TEST_CASE("the gallery names every example") {
  const std::string gallery = text_of(fs::path(LUZTAR_SOURCE_DIR) / "docs/gallery.md");
  for (const std::string& name : models()) {
    CAPTURE(name);
    CHECK(gallery.find("[`" + name + "`]") != std::string::npos);
  }
}

TEST_CASE("examples NAME writes the model of the sources, which runs where it is") {
  TemporaryFolder desk;
  const Outcome outcome = run(desk.path(), {"examples", "belt"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK(outcome.out == "belt.toml: luztar simulate belt.toml\n");
  CHECK(files_in(desk.path()) == Names{"belt.toml"});
  CHECK(text_of(desk.path() / "belt.toml") == text_of(kFolder / "belt.toml"));
  CHECK(run(desk.path(), {"simulate", "belt.toml", "--quiet"}).status == 0);
}

TEST_CASE("a model with measured data comes with its data") {
  TemporaryFolder desk;
  const Outcome outcome =
      run(desk.path(), {"examples", "janecek_guide_measured.toml", "--out", "new/folder"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out ==
        "new/folder/janecek_guide_measured.toml with its data: luztar simulate "
        "new/folder/janecek_guide_measured.toml\n");
  CHECK(files_in(desk.path() / "new/folder") ==
        Names{"janecek_guide_measured.toml", "janecek_guide_measured.csv"});
  CHECK(run(desk.path(), {"check", "new/folder/janecek_guide_measured.toml"}).status == 0);
}

TEST_CASE("examples --all writes every model, and every one is valid") {
  TemporaryFolder desk;
  CHECK(run(desk.path(), {"examples", "--all", "-o", "."}).status == 0);
  std::vector<std::string> check{"check"};
  Names written;
  for (const std::string& file : files_in(desk.path())) {
    CHECK(text_of(desk.path() / file) == text_of(kFolder / file));
    if (!file.ends_with(".toml")) continue;
    written.insert(file.substr(0, file.size() - 5));
    check.push_back(file);
  }
  CHECK(written == models());
  const Outcome checked = run(desk.path(), check);
  CHECK(checked.status == 0);
  CHECK(checked.err == "");
}

TEST_CASE("--out - prints the model and writes nothing") {
  TemporaryFolder desk;
  const Outcome outcome = run(desk.path(), {"examples", "belt", "--out", "-"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out == text_of(kFolder / "belt.toml"));
  CHECK(files_in(desk.path()).empty());
}

TEST_CASE("a file that is there is kept, exit status 1, and nothing else is written") {
  TemporaryFolder desk;
  write_text(desk.path() / "belt.toml", "mine");
  const Outcome outcome = run(desk.path(), {"examples", "single_mass", "belt"});
  CHECK(outcome.status == 1);
  CHECK(outcome.out == "");
  CHECK(outcome.err ==
        "luztar: 'belt.toml' exists already; rename it, write to another folder with --out, or "
        "replace it with --force\n");
  CHECK(files_in(desk.path()) == Names{"belt.toml"});
  CHECK(text_of(desk.path() / "belt.toml") == "mine");
  CHECK(run(desk.path(), {"examples", "belt", "--force"}).status == 0);
  CHECK(text_of(desk.path() / "belt.toml") == text_of(kFolder / "belt.toml"));
}

TEST_CASE("a name that no example has is one line with a suggestion, exit status 2") {
  TemporaryFolder desk;
  const Outcome close = run(desk.path(), {"examples", "belt", "gear_sytem"});
  CHECK(close.status == 2);
  CHECK(close.out == "");
  CHECK(close.err == "luztar: no example 'gear_sytem'; did you mean 'gear_system'?\n");
  const Outcome far = run(desk.path(), {"examples", "xyz"});
  CHECK(far.status == 2);
  CHECK(far.err == "luztar: no example 'xyz'; luztar examples lists them all\n");
  CHECK(run(desk.path(), {"examples", "belt", "--all"}).status == 2);
  CHECK(files_in(desk.path()).empty());
}

TEST_CASE("a folder that cannot be written is one line, exit status 1") {
  TemporaryFolder desk;
  write_text(desk.path() / "file", "");
  const Outcome outcome = run(desk.path(), {"examples", "belt", "--out", "file/folder"});
  CHECK(outcome.status == 1);
  CHECK(outcome.err == "luztar: cannot create the folder 'file/folder': Not a directory\n");
  const Outcome full = run(desk.path(), {"examples"}, "/dev/full");
  CHECK(full.status == 1);
  CHECK(full.err == "luztar: cannot write to standard output: No space left on device\n");
}

}  // namespace
}  // namespace luztar
