#include "luztar/exchange/fmu/fmu_content.h"

#include <stdexcept>

#include <doctest/doctest.h>

using luztar::FmuRole;

TEST_CASE("what an FMU holds is read back as it was written") {
  luztar::FmuContent content{.token = "{1}", .model = "my axis.toml", .for_steps = true};
  content.data["measured data.csv"] = "data/0.csv";
  content.parameters["k"] = 0.1;
  content.variables = {
      {.role = FmuRole::Time, .name = "time"},
      {.role = FmuRole::Parameter, .is_tunable = true, .name = "k"},
      {.role = FmuRole::Quantity, .is_output = true, .name = "q.a", .nominal = 0.01}};
  content.states = {{2, 1}};
  const std::string text = luztar::write_fmu_content(content);
  const luztar::FmuContent read = luztar::read_fmu_content(text);
  CHECK(luztar::write_fmu_content(read) == text);
  CHECK(read.model == content.model);
  CHECK(read.data == content.data);
  CHECK(read.parameters == content.parameters);
  CHECK(read.variables[1].is_tunable);
  CHECK(read.variables[2].nominal == 0.01);
  CHECK_FALSE(read.for_equations);
}

TEST_CASE("broken content is told with its line") {
  const auto wrong = [](const std::string& text, const char* words) {
    CHECK_THROWS_WITH_AS(luztar::read_fmu_content(text), words, std::runtime_error);
  };
  wrong("", "fmu.txt:0: it is cut off; export the FMU again");
  wrong("other\n", "fmu.txt:1: this does not begin with 'luztar fmu 1'; export the FMU again");
  wrong("luztar fmu 1\ncolour red\n", "fmu.txt:2: no key 'colour'; export the FMU again");
  wrong("luztar fmu 1\nvariable 99 0 0 1 x\n", "fmu.txt:2: no such role; export the FMU again");
  wrong("luztar fmu 1\nstate 0 1\n", "fmu.txt:2: no such variable; export the FMU again");
  wrong("luztar fmu 1\nparameter abc k\n", "fmu.txt:2: 'abc' is no number; export the FMU again");
}
