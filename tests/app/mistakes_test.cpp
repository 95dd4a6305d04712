// Mistakes that people make, with all that is said of each: tests/mistakes/*.md.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

/// A fenced block: ```toml, ```csv road.csv, ```sh, ```text.
struct Block {
  std::string kind, file, text;
};

struct Case {
  std::string name;
  std::vector<Block> blocks{};

  std::string text(const std::string& kind) const {
    for (const Block& block : blocks)
      if (block.kind == kind) return block.text;
    return "";
  }
};

std::vector<Case> cases_of(const std::string& page) {
  std::istringstream lines(test::text_of(std::string(LUZTAR_SOURCE_DIR "/tests/mistakes/") + page));
  std::vector<Case> cases;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      cases.back().blocks.back().text += line + "\n";
    } else if (line.starts_with("## ")) {
      cases.push_back({line.substr(3)});
    } else if (line.starts_with("```") && !cases.empty()) {
      std::istringstream words(line.substr(3));
      Block block;
      words >> block.kind >> block.file;
      cases.back().blocks.push_back(block);
      inside = true;
    }
  }
  return cases;
}

/// The words of a command line; those with blanks stand between double quotes.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

TEST_CASE("check tells every mistake of a model file as tests/mistakes/models.md has it") {
  const std::vector<Case> cases = cases_of("models.md");
  CHECK(cases.size() >= 60);
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const test::TemporaryFolder folder;
    test::write_text(folder.path() / "m.toml", one.text("toml"));
    for (const Block& block : one.blocks)
      if (!block.file.empty()) test::write_text(folder.path() / block.file, block.text);
    const test::Outcome outcome = test::run(folder.path(), {"check", "m.toml"});
    CHECK(outcome.err == one.text("text"));
    CHECK((outcome.status == 0) == (outcome.err.find("warning: ") != std::string::npos));
  }
}

TEST_CASE("wrong command lines are told as tests/mistakes/commands.md has it") {
  const std::vector<Case> cases = cases_of("commands.md");
  CHECK(cases.size() >= 20);
  const std::string belt = test::text_of(LUZTAR_SOURCE_DIR "/examples/belt.toml");
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const test::TemporaryFolder folder;
    test::write_text(folder.path() / "belt.toml", belt);
    test::write_text(folder.path() / "measured.csv", "t,x\n0,0\n1,1\n");
    test::write_text(folder.path() / "notes.txt", "hello\n");
    test::write_text(folder.path() / "utf16.toml", std::string("\xff\xfe"
                                                               "a\0",
                                                               4));
    std::filesystem::create_directory(folder.path() / "models");
    test::write_text(folder.path() / "models" / "belt.toml", belt);
    std::istringstream lines(one.text("sh"));
    std::string told;
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> words = words_of(line);
      CHECK(words.front() == "luztar");
      words.erase(words.begin());
      const test::Outcome outcome = test::run(folder.path(), words);
      CHECK(outcome.status != 0);
      told += outcome.err;
    }
    CHECK(told == one.text("text"));
  }
}

}  // namespace
}  // namespace luztar
