// The Interrupt of recordings (python/bindings/interrupt.h): here the limit of time ends a run.
#include "python/bindings/interrupt.h"

#include <algorithm>

#include "answers.h"

namespace luztar {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kBetweenLooks = 8;  // calls, one a step
Clock::time_point end_of_time{};
int calls_left{};
bool time_has_ended{};

}  // namespace

void web::give_time(double seconds) {
  constexpr double kMost = 1e6;
  end_of_time = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::min(seconds, kMost)));
  time_has_ended = false;
  calls_left = 0;
}

bool web::time_is_up() { return time_has_ended; }

bool python::Interrupt::asked() {
  if (time_has_ended) return true;
  if (calls_left-- > 0) return false;
  calls_left = kBetweenLooks;
  time_has_ended = Clock::now() >= end_of_time;
  return time_has_ended;
}

}  // namespace luztar
