// Ctrl-C asks a run to end instead of killing it.
#pragma once

/// While it lives, the first SIGINT, SIGTERM or SIGHUP only sets a flag; the second one kills.
/// Signals that the parent chose to ignore (nohup, background jobs) stay ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();
};
