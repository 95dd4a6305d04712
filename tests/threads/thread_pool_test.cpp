#include "luztar/threads/thread_pool.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using luztar::Executor;
using luztar::ThreadPool;

TEST_CASE("every task runs once, on any number of threads") {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    CHECK(pool.threads() == threads);
    const Executor run = pool.executor();
    for (const int tasks : {0, 1, 3, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(tasks));
      run(tasks, [&](int k) { ++done[static_cast<std::size_t>(k)]; });
      for (const auto& count : done) CHECK(count == 1);
    }
  }
  CHECK(ThreadPool(0).threads() >= 1);
}

TEST_CASE("fewer than no threads are refused") {
  CHECK_THROWS_WITH_AS(ThreadPool(-1), "threads = -1 is less than 0", std::invalid_argument);
}

TEST_CASE("many short calls follow each other") {
  ThreadPool pool(3);
  const Executor run = pool.executor();
  std::atomic<long> sum{0};
  for (int call = 0; call < 2000; ++call) run(4, [&](int k) { sum += k; });
  CHECK(sum == 2000L * 6);
}

TEST_CASE("what a task throws reaches the caller and the pool goes on") {
  ThreadPool pool(3);
  const Executor run = pool.executor();
  std::atomic<int> done{0};
  const auto fail = [&](int k) {
    ++done;
    if (k == 7) throw std::runtime_error("task 7");
  };
  CHECK_THROWS_WITH_AS(run(20, fail), "task 7", std::runtime_error);
  CHECK(done == 20);
  run(20, [&](int) { ++done; });
  CHECK(done == 40);
}
