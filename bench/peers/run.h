// What all programs share: the command line, the clock, the line of JSON that they print.
//
//     PROGRAM PROBLEM [--n BLOCKS] [--h STEP] [--setting WORD] [--turns N] [--steps MOST]
#pragma once

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

namespace bench {

struct Arguments {
  std::string problem{};
  int n{1000};
  double h{1e-3};
  std::string setting{};
  int turns{3};
  long steps{};  ///< stops earlier (peers that would take hours); 0: runs to the end
};

inline Arguments arguments(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "%s PROBLEM [--n N] [--h H] [--setting S] [--turns N] [--steps N]\n",
                 argv[0]);
    std::exit(2);
  }
  Arguments given;
  given.problem = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string key = argv[i];
    if (key == "--n") given.n = std::atoi(argv[i + 1]);
    if (key == "--h") given.h = std::atof(argv[i + 1]);
    if (key == "--setting") given.setting = argv[i + 1];
    if (key == "--turns") given.turns = std::atoi(argv[i + 1]);
    if (key == "--steps") given.steps = std::atol(argv[i + 1]);
  }
  return given;
}

/// Processor time of this process [s]: other programs on the machine do not count.
inline double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Processor time of one call [s], repeated for the clock's sake until 20 ms are over.
template <class Call>
double seconds_of(Call call) {
  const double start = processor_time();
  double now = start;
  int calls = 0;
  for (; now - start < 0.02; now = processor_time()) call(), ++calls;
  return (now - start) / calls;
}

struct Outcome {
  std::string version, note;
  std::vector<double> seconds;         ///< of each turn
  std::vector<double> times;           ///< of the samples [s]
  std::vector<std::vector<double>> q;  ///< (samples, bodies)
  std::vector<double> events;          ///< times of mode changes, of peers that find them [s]
  double simulated{};                  ///< [s]
  std::vector<int> never_moved{};      ///< (edges) of a reference: 1 if d was 0 at all samples
};

/// Largest memory of this program [MB]. (getrusage's counts the one that started it too.)
inline long most_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kilobytes{};
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
  }
  return 0;
}

inline void print_list(const std::vector<double>& list) {
  std::putchar('[');
  for (std::size_t i = 0; i < list.size(); ++i) std::printf("%s%.17g", i == 0 ? "" : ",", list[i]);
  std::putchar(']');
}

/// One line of JSON. Numbers that are not finite make it a failure, in words.
inline int print(const Arguments& given, const Outcome& outcome) {
  std::printf(
      "{\"problem\":\"%s\",\"n\":%d,\"h\":%.17g,\"setting\":\"%s\",\"version\":\"%s\","
      "\"note\":\"%s\",\"simulated\":%.17g,\"memory_mb\":%ld,\"seconds\":",
      given.problem.c_str(), given.n, given.h, given.setting.c_str(), outcome.version.c_str(),
      outcome.note.c_str(), outcome.simulated, most_memory_mb());
  print_list(outcome.seconds);
  std::printf(",\"times\":");
  print_list(outcome.times);
  std::printf(",\"events\":");
  print_list(outcome.events);
  std::printf(",\"never_moved\":[");
  for (std::size_t i = 0; i < outcome.never_moved.size(); ++i)
    std::printf("%s%d", i == 0 ? "" : ",", outcome.never_moved[i]);
  std::printf("],\"q\":[");
  for (std::size_t i = 0; i < outcome.q.size(); ++i) {
    if (i != 0) std::putchar(',');
    print_list(outcome.q[i]);
  }
  std::puts("]}");
  return 0;
}

/// The main of every peer: an exception becomes a line on standard error and status 1.
template <class Body>
int guarded(Body body) {
  try {
    return body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace bench
