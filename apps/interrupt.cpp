#include "apps/interrupt.h"

#include <atomic>
#include <csignal>

namespace {

std::atomic<int> signals_came{0};
static_assert(std::atomic<int>::is_always_lock_free);  // so a handler may write it

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

void remember(int) { signals_came.fetch_add(1, std::memory_order_relaxed); }

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

int InterruptGuard::signals() { return signals_came.load(std::memory_order_relaxed); }
