// [output] of a model file.
#include <string>

#include <doctest/doctest.h>

#include "io/belt_model.h"
#include "io/mistakes.h"
#include "luztar/io/write_model.h"

namespace luztar {
namespace {

using test::mistakes_in;

TEST_CASE("mistakes of [output]") {
  const auto output = [](const std::string& keys) {
    return mistakes_in(std::string(test::kBelt) + "\n[output]\n" + keys, "");
  };
  CHECK(output("channels = 'q.*'\nformat = ['csv', 'npy']\ncheckpoint = 10") == "none");
  CHECK(output("channels = 1").find("`channels` needs a text or a list of texts") !=
        std::string::npos);
  CHECK(output("channels = ['']").find("`channels` needs a text") != std::string::npos);
  CHECK(output("format = 'nyp'").find("no format 'nyp'; did you mean 'npy'?") != std::string::npos);
  CHECK(output("chanels = 'q.*'").find("did you mean 'channels'?") != std::string::npos);
  CHECK(output("checkpoint = -1").find("checkpoint is negative") != std::string::npos);
  CHECK(output("units = ['mm', 'deg', 'rpm', 'kN', 'mm/s']") == "none");
  CHECK(output("units = 'kg'").find("nothing is shown in 'kg'; name units of lengths, angles") !=
        std::string::npos);
  CHECK(output("units = ['mn']").find("no unit 'mn'; did you mean 'min'?") != std::string::npos);
  CHECK(output("checkpoint = '2 mm'").find("checkpoint is in s, but '2 mm' is in mm") !=
        std::string::npos);
  CHECK(output("checkpoint = 'nobody'").find("no parameter 'nobody'") != std::string::npos);
}

TEST_CASE("[output] is written back as it was read") {
  const std::string keys =
      "channels = [\"q.*\", \"mode.*\"]\nformat = [\"csv\", \"npy\"]\ncheckpoint = "
      "10\nsample_events = true\n"
      "event_sides = true\nunits = [\"mm\", \"rpm\"]\n";
  CHECK(write_model(parse_model(test::kBelt + ("\n[output]\n" + keys), "m.toml"))
            .ends_with("[output]\n" + keys));
}

TEST_CASE("a text stands for a list of one, formats that are not named are off") {
  const auto output = [](const std::string& keys) {
    return parse_model(std::string(test::kBelt) + "\n[output]\n" + keys, "m.toml").output;
  };
  const OutputTable one = output("channels = 'q.*'\nformat = 'npy'");
  REQUIRE(one.channels.has_value());
  REQUIRE(one.channels->size() == 1);
  CHECK(one.channels->front().text == "q.*");
  CHECK(!one.csv);
  CHECK(one.npy);
  const OutputTable none = output("");
  CHECK(!none.channels.has_value());
  CHECK(none.csv);
  CHECK(!none.npy);
  CHECK(!none.checkpoint.has_value());
  CHECK(output("channels = []").channels->empty());
}

}  // namespace
}  // namespace luztar
