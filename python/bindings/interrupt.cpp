#include "interrupt.h"

#include <utility>

#include <nanobind/nanobind.h>

namespace luztar::python {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};
thread_local Interrupt* innermost = nullptr;

}  // namespace

Interrupt::Interrupt()
    : next_(std::chrono::steady_clock::now() + kBetweenLooks),
      before_(std::exchange(innermost, this)) {}

Interrupt::~Interrupt() { innermost = before_; }

bool Interrupt::asked() {
  if (innermost == nullptr) return false;
  if (innermost->asked_) return true;
  const auto now = std::chrono::steady_clock::now();
  if (now < innermost->next_) return false;
  innermost->next_ = now + kBetweenLooks;
  const nanobind::gil_scoped_acquire held;
  innermost->asked_ = PyErr_CheckSignals() != 0;
  return innermost->asked_;
}

void Interrupt::throw_if_asked() const {
  if (asked_) nanobind::raise_python_error();
}

}  // namespace luztar::python
