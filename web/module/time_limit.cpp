// The limit of time of runs and sweeps.
#include <algorithm>
#include <chrono>

#include "answers.h"

namespace luztar::web {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kBetweenLooks = 8;  // calls, one a step
Clock::time_point end_of_time{};
int calls_left{};
bool time_has_ended{};

}  // namespace

void give_time(double seconds) {
  constexpr double kMost = 1e6;
  end_of_time = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::min(seconds, kMost)));
  time_has_ended = false;
  calls_left = 0;
}

bool time_is_up() {
  if (time_has_ended) return true;
  if (calls_left-- > 0) return false;
  calls_left = kBetweenLooks;
  time_has_ended = Clock::now() >= end_of_time;
  return time_has_ended;
}

}  // namespace luztar::web
