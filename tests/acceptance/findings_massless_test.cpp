// Models that were decided wrongly because there is a massless body in the file.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

Recording run_finding(const std::string& name) {
  return record(luztar::compile(luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                                                   "/tests/acceptance/findings/" + name + ".toml")),
                {.duration = 2.0, .samples = 2});
}

}  // namespace

TEST_CASE("pairs on a cycle break when the box holds no longer, whatever is massless elsewhere") {
  const Recording run = run_finding("massless_elsewhere_wrong_break");
  check_trust(run);
  REQUIRE(run.events.size() >= 2);
  for (const int i : {0, 1}) {
    CHECK(run.events[i].time.value == doctest::Approx(1.1).epsilon(1e-14));
    CHECK(run.events[i].to == 1);
  }
}
