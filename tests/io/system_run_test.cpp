#include "luztar/io/system/system_run.h"

#include <system_error>

#include <doctest/doctest.h>

TEST_CASE("a program runs with its words as they are, and all that it writes is told") {
  const auto end =
      luztar::run_program({"sh", "-c", "echo \"$1\"; echo b >&2; exit 3", "sh", "a  'x"});
  CHECK(end.status == 3);
  CHECK(end.output == "a  'x\nb\n");
  CHECK(luztar::run_program({"cat"}).output.empty());
  CHECK(luztar::run_program({"sh", "-c", "kill -9 $$"}).status == 137);
  CHECK_THROWS_AS(luztar::run_program({"no_such_program"}), std::system_error);
  CHECK_THROWS_AS(luztar::run_program({}), std::system_error);
}
