#include "luztar/threads/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace luztar {

struct ThreadPool::Impl {
  std::vector<std::thread> workers{};
  std::mutex mutex{};
  std::condition_variable wake{}, rest{};
  const std::function<void(int)>* run{};
  int tasks{};
  std::atomic<int> next{0};
  int busy{};        ///< workers that have not finished the present call
  unsigned calls{};  ///< so far
  bool ends{};
  std::exception_ptr error{};

  void work() {
    for (int k = next++; k < tasks; k = next++) {
      try {
        (*run)(k);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!error) error = std::current_exception();
      }
    }
  }

  void wait_for_work() {
    unsigned seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return ends || calls != seen; });
        if (ends) return;
        seen = calls;
      }
      work();
      const std::scoped_lock lock(mutex);
      if (--busy == 0) rest.notify_one();
    }
  }

  void call(int count, const std::function<void(int)>& function) {
    {
      const std::scoped_lock lock(mutex);
      run = &function;
      tasks = count;
      next = 0;
      busy = static_cast<int>(workers.size());
      error = nullptr;
      ++calls;
    }
    wake.notify_all();
    work();
    std::unique_lock lock(mutex);
    rest.wait(lock, [&] { return busy == 0; });
    if (error) std::rethrow_exception(error);
  }

  void end() {
    {
      const std::scoped_lock lock(mutex);
      ends = true;
    }
    wake.notify_all();
    for (std::thread& worker : workers) worker.join();
  }
};

ThreadPool::ThreadPool(int threads) : impl_(std::make_unique<Impl>()) {
  if (threads < 0)
    throw std::invalid_argument("threads = " + std::to_string(threads) + " is less than 0");
  if (threads == 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  try {
    for (int k = 1; k < threads; ++k)
      impl_->workers.emplace_back([this] { impl_->wait_for_work(); });
  } catch (...) {
    impl_->end();
    throw;
  }
}

ThreadPool::~ThreadPool() { impl_->end(); }

int ThreadPool::threads() const { return static_cast<int>(impl_->workers.size()) + 1; }

Executor ThreadPool::executor() {
  return [impl = impl_.get()](int tasks, const std::function<void(int)>& run) {
    impl->call(tasks, run);
  };
}

}  // namespace luztar
