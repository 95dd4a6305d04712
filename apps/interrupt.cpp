#include "apps/interrupt.h"

#include <atomic>
#include <csignal>

namespace {

std::atomic<bool> signal_came{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so a handler may write it

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

void remember(int) { signal_came.store(true, std::memory_order_relaxed); }

}  // namespace

InterruptGuard::InterruptGuard() {
  for (const int number : kSignals) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = remember;
    sigaction(number, &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (const int number : kSignals) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == remember) {
      std::signal(number, SIG_DFL);
    }
  }
}

bool InterruptGuard::interrupted() { return signal_came.load(std::memory_order_relaxed); }
