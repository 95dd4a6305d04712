// Ctrl-C while the library works and Python waits.
#pragma once

#include <chrono>

namespace luztar::python {

/// While it lives, asked() finds out now and then whether Python has a signal for us; the
/// interpreter is free for other threads meanwhile.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// To be called often, by the thread that opened it: it looks every 20 ms.
  static bool asked();
  /// Throws what the signal's handler threw, with the interpreter held.
  void throw_if_asked() const;

 private:
  bool asked_{};
  std::chrono::steady_clock::time_point next_;
  Interrupt* before_;
};

}  // namespace luztar::python
