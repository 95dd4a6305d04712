#include "apps/interrupt.h"

#include <atomic>

#include "luztar/luztar.h"

namespace {

std::atomic<int> signals_came{0};
static_assert(std::atomic<int>::is_always_lock_free);  // so a handler may write it

void remember() { signals_came.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

InterruptGuard::InterruptGuard() { luztar::call_when_asked_to_end(remember); }

InterruptGuard::~InterruptGuard() { luztar::end_when_asked_to(); }

int InterruptGuard::signals() { return signals_came.load(std::memory_order_relaxed); }
