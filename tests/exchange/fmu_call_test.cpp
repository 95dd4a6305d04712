#include "luztar/exchange/fmu/fmu_call.h"

#include <stdexcept>

#include <doctest/doctest.h>

TEST_CASE("resources are found by a URI in any of its forms") {
  CHECK(luztar::path_of_uri("file:///a%20b/c") == "/a b/c");
  CHECK(luztar::path_of_uri("file:/a/c") == "/a/c");
  CHECK(luztar::path_of_uri("file://localhost/a") == "/a");
  CHECK(luztar::path_of_uri("/a%20b") == "/a%20b");
  CHECK_THROWS_AS(luztar::path_of_uri("http://a/b"), std::invalid_argument);
}

TEST_CASE("events are told where their category is wanted") {
  const char* const events[] = {"logStatusError", "logEvents"};
  const char* const wrong[] = {"logEverything"};
  CHECK(luztar::wants_events(nullptr, 0));
  CHECK(luztar::wants_events(events, 2));
  CHECK_FALSE(luztar::wants_events(events, 1));
  CHECK_THROWS_AS(luztar::wants_events(wrong, 1), std::invalid_argument);
}
