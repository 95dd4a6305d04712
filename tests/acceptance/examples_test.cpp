// What every model of examples/ must show. What each one says of itself is in
// examples_papers_test.cpp, examples_gears_test.cpp and examples_field_test.cpp.
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include <doctest/doctest.h>

#include "acceptance/example.h"

using namespace acceptance;

namespace {

std::string text_of(const std::string& name) {
  std::ifstream file(example_path(name + ".toml"));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What stands in quotation marks after "# Warns:", "" if the file has no such line.
std::string announced_warning(const std::string& name) {
  const std::string text = text_of(name), key = "\n# Warns:   \"";
  const std::size_t found = text.find(key);
  if (found == std::string::npos) return "";
  const std::size_t begin = found + key.size();
  return text.substr(begin, text.find('"', begin) - begin);
}

}  // namespace

TEST_CASE("every example opens with what it shows, its source and what to look at") {
  for (const std::string& name : example_names()) {
    CAPTURE(name);
    const std::string text = text_of(name);
    const std::string head = text.substr(0, text.find("\ntitle = \"") + 1);
    CHECK(head.starts_with("# "));
    CHECK(head.find("\n# Source:  ") != std::string::npos);
    CHECK(head.find("\n# Look at: ") != std::string::npos);
    CHECK(head.find("\n\n") == std::string::npos);  // one block of comments
  }
}

TEST_CASE("every parameter of an example has a unit and says what it is") {
  for (const std::string& name : example_names()) {
    if (name == "janecek_guide") continue;  // the README's, which shows the short form
    CAPTURE(name);
    for (const luztar::Parameter& parameter :
         luztar::load_model(example_path(name + ".toml")).parameters) {
      CAPTURE(parameter.name);
      CHECK(parameter.unit != "");
      CHECK(parameter.latex != "");
      CHECK(parameter.about != "");
    }
  }
}

TEST_CASE("every example runs to its end: ledger, Coulomb's law, only the warnings it names") {
  for (const std::string& name : example_names()) {
    CAPTURE(name);
    const Example example(name);
    check_trust(example.run);
    check_coulomb(example);
    // A file that leads to a warning announces it: "Warns:" and a part of its words.
    const std::string announced = announced_warning(name);
    bool as_announced = announced.empty();
    for (const std::string& warning : example.run.info.warnings) {
      CAPTURE(warning);
      CHECK(!announced.empty());
      as_announced = as_announced || warning.find(announced) != std::string::npos;
    }
    CHECK(as_announced);
  }
}
