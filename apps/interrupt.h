// Ctrl-C asks a run to end instead of killing it.
#pragma once

/// While it lives, SIGINT, SIGTERM and SIGHUP only set a flag, each time: impatience loses nothing.
/// Signals that the parent chose to ignore (nohup, background jobs) stay ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted() { return signals() > 0; }
  static int signals();  ///< that came
};
