// When output points are due.
#include "luztar/simulate/sample_times.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

SimulationSettings settings(double start, double duration, std::int64_t samples,
                            double interval = 0.0) {
  SimulationSettings made;
  made.start = start;
  made.duration = duration;
  made.samples = samples;
  made.interval = interval;
  return made;
}

std::vector<double> all(SampleTimes times) {
  std::vector<double> found;
  for (; times.has_next(); times.advance()) found.push_back(times.next_time());
  return found;
}

// A run that gave out the point at `sampled` and got to `time`.
State reached(double time, double sampled) {
  State state;
  state.time = time;
  state.sampled = sampled;
  return state;
}

}  // namespace

TEST_CASE("samples are evenly spaced, the first at the start, the last at the end itself") {
  CHECK(all(SampleTimes(settings(1.0, 2.0, 5))) == std::vector<double>{1.0, 1.5, 2.0, 2.5, 3.0});
  CHECK(all(SampleTimes(settings(1.0, 2.0, 1))) == std::vector<double>{1.0});
  CHECK(all(SampleTimes(settings(1.0, 2.0, 0))).empty());
  CHECK(all(SampleTimes(settings(1.0, 0.0, 7))) == std::vector<double>{1.0});
  for (const double duration : {0.1, 1.0 / 3.0, 7.7}) {
    const auto times = all(SampleTimes(settings(0.1, duration, 1001)));
    REQUIRE(times.size() == 1001);
    CHECK(times.back() == 0.1 + duration);
  }
}

TEST_CASE(
    "points at an interval are its multiples, the end among them if it is one but for rounding") {
  CHECK(all(SampleTimes(settings(0.0, 1.0, 99, 0.3))) ==
        std::vector<double>{0.0, 0.3, 2 * 0.3, 3 * 0.3});
  const auto times = all(SampleTimes(settings(0.0, 0.3, 99, 0.1)));  // 0.3/0.1 is below 3
  REQUIRE(times.size() == 4);
  CHECK(times.back() == 0.3);
}

TEST_CASE("points one by one are those within the run, as they are") {
  SimulationSettings listed = settings(1.0, 2.0, 1001, 0.5);
  listed.times = {0.0, 1.0, 1.1, 1.0 + 1.0 / 3.0, 3.0, 3.5};
  CHECK(all(SampleTimes(listed)) == std::vector<double>{1.0, 1.1, 1.0 + 1.0 / 3.0, 3.0});
  listed.times = {5.0};
  CHECK(all(SampleTimes(listed)).empty());
  listed.times = {0.1 + 0.2};  // two units in the last place are one instant
  listed.start = 0.0;
  listed.duration = 0.3;
  CHECK(all(SampleTimes(listed)) == std::vector<double>{0.1 + 0.2});
  listed.duration = 2.0;
  listed.times = {0.5, 1.0, 1.5, 2.0};
  SampleTimes rest(listed);
  rest.go_on_from(reached(1.2, 1.0));
  CHECK(all(rest) == std::vector<double>{1.5, 2.0});
}

TEST_CASE("a run that goes on leaves out what was given out, and only that") {
  SampleTimes times(settings(0.0, 1.0, 11));
  times.go_on_from(reached(0.45, 0.4));
  CHECK(times.next_time() == doctest::Approx(0.5));
  CHECK(times.last() == 0.4);
  SampleTimes between(settings(0.0, 1.0, 11));
  between.go_on_from(reached(0.45, kNoSample));  // points before 0.45 are passed, given out or not
  CHECK(between.next_time() == doctest::Approx(0.5));
  SampleTimes at_point(settings(0.0, 1.0, 11));
  at_point.go_on_from(reached(0.5, 0.4));  // it stopped there before the point was given out
  CHECK(at_point.next_time() == doctest::Approx(0.5));
  SampleTimes given(settings(0.0, 1.0, 11));
  given.go_on_from(reached(0.5, 0.5));
  CHECK(given.next_time() == doctest::Approx(0.6));
}

TEST_CASE("the end of a part that differs by rounding from the point of the whole is that point") {
  SampleTimes times(settings(0.0, 1.0, 11));
  const double end = 0.1 + 0.2;  // 0.30000000000000004
  times.go_on_from(reached(end, end));
  CHECK(times.next_time() == doctest::Approx(0.4));
  SampleTimes before(settings(0.0, 1.0, 11));
  const double below = std::nextafter(0.7, 0.0);
  before.go_on_from(reached(below, below));
  CHECK(before.next_time() == doctest::Approx(0.8));
}

TEST_CASE("a grid that begins where the state is leaves out nothing") {
  SampleTimes times(settings(2.0, 1.0, 3));
  times.go_on_from(reached(2.0, 2.0));
  CHECK(times.next_time() == 2.0);
}
