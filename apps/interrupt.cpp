#include "apps/interrupt.h"

#include <csignal>

namespace {

volatile std::sig_atomic_t signal_came = 0;

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

void remember(int) {
  signal_came = 1;
  // Impatient users are not made to wait for the results to be written.
  for (const int number : kSignals) std::signal(number, SIG_DFL);
}

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

bool InterruptGuard::interrupted() { return signal_came != 0; }
