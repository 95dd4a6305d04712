#include "interrupt.h"

#include <utility>

#include <nanobind/nanobind.h>

namespace luztar::python {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};
thread_local Interrupt* open = nullptr;

}  // namespace

Interrupt::Interrupt()
    : next_(std::chrono::steady_clock::now() + kBetweenLooks), before_(std::exchange(open, this)) {}

Interrupt::~Interrupt() { open = before_; }

bool Interrupt::asked() {
  if (open == nullptr) return false;
  if (open->asked_) return true;
  const auto now = std::chrono::steady_clock::now();
  if (now < open->next_) return false;
  open->next_ = now + kBetweenLooks;
  const nanobind::gil_scoped_acquire held;
  open->asked_ = PyErr_CheckSignals() != 0;
  return open->asked_;
}

void Interrupt::throw_if_asked() const {
  if (asked_) nanobind::raise_python_error();
}

}  // namespace luztar::python
