// Belt periods without end: time stays as sharp as at the start, memory stays bounded.
#include <cmath>
#include <deque>

#include <doctest/doctest.h>

#include "acceptance/reference_case.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kPeriods = 1'000'000;
#else
constexpr int kPeriods = 2'000;  // sanitizers make the million a matter of minutes
#endif

constexpr long double kPeriod = 2.326309995968704309361L;  // reference case iv, closed form

/// The first and the last three events.
class Ends : public luztar::Observer {
 public:
  void event(const luztar::Event& event) override {
    if (first.size() < 3) first.push_back(event);
    last.push_back(event);
    if (last.size() > 3) last.pop_front();
    ++count;
  }
  std::deque<luztar::Event> first, last;
  long count{};
};

double period_error(const std::deque<luztar::Event>& events) {
  const luztar::Time &a = events[0].time, &b = events[2].time;
  const long double length =
      (static_cast<long double>(b.value) - a.value) + (static_cast<long double>(b.rest) - a.rest);
  return static_cast<double>(std::abs(length - kPeriod));
}

}  // namespace

TEST_CASE("the last of very many belt periods is as exact as the first") {
  const luztar::System system = load_system("iv");
  // From the start to the middle of the stick phase after the last period.
  const double duration = static_cast<double>(2.0L + kPeriods * kPeriod - 0.8L);
  Ends ends;
  const luztar::RunInfo info =
      luztar::simulate(system, luztar::initial_state(system),
                       {.duration = duration, .samples = 0, .max_events = 3 * kPeriods}, ends);
  INFO(info.diagnosis);
  REQUIRE(info.status == luztar::Status::Finished);
  CHECK(ends.count == 2 * kPeriods);
  CHECK(period_error(ends.first) < 1e-12);
  CHECK(period_error(ends.last) < 1e-12);
  const luztar::Time& stop = ends.last[2].time;
  const long double expected = 2.0L + kPeriods * kPeriod - 1.6L;
  const long double late = (static_cast<long double>(stop.value) - expected) + stop.rest;
  CHECK(std::abs(static_cast<double>(late)) < 1e-14 * kPeriods);
  CHECK(std::abs(info.energy.residual) < 1e-11 * info.energy.moved);
  CHECK(info.final_state.events == 2 * kPeriods);
}
