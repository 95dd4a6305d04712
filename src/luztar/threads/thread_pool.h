// Threads for those parts of the library that take an Executor.
#pragma once

#include <memory>

#include "luztar/core/executor.h"

namespace luztar {

/// Threads that wait for work. The library itself never makes any.
class ThreadPool {
 public:
  /// @param threads  that work at the same time, the caller's included; 0: one for each core.
  /// Throws std::invalid_argument for less, std::system_error if the system gives none.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;
  /// Valid as long as the pool. One call at a time; tasks must not call it again.
  /// What a task throws is thrown again by the call, once all others are done.
  Executor executor();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
