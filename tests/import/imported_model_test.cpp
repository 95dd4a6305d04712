// The text of an imported model.
#include "luztar/import/imported_model.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {}  // namespace

TEST_CASE("names are those of model files, each once; symbols are no functions") {
  std::vector<std::string> taken;
  CHECK(free_name("load.bearing", taken) == "load_bearing");
  CHECK(free_name("load bearing", taken) == "load_bearing_2");
  CHECK(free_name("1st", taken) == "n1st");
  CHECK(free_name("'block'", taken) == "block");
  CHECK(free_name("step", taken) == "step");
  CHECK(free_symbol("sin", taken) == "sin_");
}

TEST_CASE("numbers stay plain, formulas and names stand in quotes") {
  CHECK(toml_value("2.5") == "2.5");
  CHECK(toml_value("-1e-3") == "-1e-3");
  CHECK(toml_value("inf") == "\"inf\"");
  CHECK(toml_value("2*a") == "\"2*a\"");
  CHECK(toml_quoted("a \"b\"\n") == "\"a \\\"b\\\" \"");
}

}  // namespace luztar
