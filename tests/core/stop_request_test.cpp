#include "luztar/core/stop_request.h"

#include <thread>

#include <doctest/doctest.h>

using luztar::stop_if_asked;
using luztar::StopAsked;
using luztar::StopScope;

namespace {

bool yes() { return true; }
bool no() { return false; }

}  // namespace

TEST_CASE("work goes on where nobody asks or the answer is no") {
  CHECK(!StopScope::is_open());
  CHECK_NOTHROW(stop_if_asked());
  const StopScope scope(no);
  CHECK(StopScope::is_open());
  CHECK_NOTHROW(stop_if_asked());
}

TEST_CASE("the innermost scope counts, and the outer one again after it") {
  const StopScope outer(yes);
  CHECK_THROWS_AS(stop_if_asked(), StopAsked);
  {
    const StopScope inner(no);
    CHECK_NOTHROW(stop_if_asked());
    const StopScope nobody(nullptr);
    CHECK(!StopScope::is_open());
    CHECK_NOTHROW(stop_if_asked());
  }
  CHECK_THROWS_AS(stop_if_asked(), StopAsked);
}

TEST_CASE("a scope that work leaves by the exception is closed") {
  try {
    const StopScope scope(yes);
    stop_if_asked();
  } catch (const StopAsked&) {
  }
  CHECK(!StopScope::is_open());
}

TEST_CASE("a scope is of its thread: others are not asked") {
  const StopScope scope(yes);
  bool open_there = true;
  std::thread([&] { open_there = StopScope::is_open(); }).join();
  CHECK(!open_there);
}
