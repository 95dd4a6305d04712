// What do a start, a step and the memory of a block cost by `events`, in networks of 1,000 to
// 100,000 blocks: chains, floors and sheets, at rest and moving?
//
//     bench_large_bench            some minutes
//     bench_large_bench --large    1,000,000 blocks too
//
// Exit status 1 if a requirement line at the end says "not met".
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "luztar/luztar.h"

namespace bench {
namespace {

constexpr double kMostGrowth = 1.2;  // exponent of a time over the number of blocks
constexpr int kSteps = 24;           // of a run
constexpr unsigned kLongest = 120;   // of a row [s]

enum class Kind { Chain, Floor, Sheet };
constexpr std::array<const char*, 3> kNames = {"chain", "floor", "sheet"};

/// Blocks with springs to their neighbours that rub on them, or on the floor.
std::string text_of(Kind kind, int side, bool moves) {
  const bool is_sheet = kind == Kind::Sheet;
  const std::string n = std::to_string(side);
  std::string text = "[repeat.r]\n";
  text += is_sheet ? "count = [" + n + ", " + n + "]\nindex = [\"i\", \"j\"]\n"
                   : "count = " + n + "\nindex = [\"i\"]\n";
  text += "[repeat.r.parameters]\nmu = { uniform = [0.5, 1.5], seed = 3 }\n";
  const std::string nearby = is_sheet ? "b[i+1,j]" : "b[i+1]";
  const auto joint = [&](const char* table, const char* name, const std::string& other,
                         const std::string& index, const std::string& law) {
    text += std::string("[repeat.r.") + table + "." + name + "]\nbetween = [\"b\", \"" + other +
            "\"]\n" + (index.empty() ? "" : "where = \"" + index + " < " + n + "\"\n") + law;
  };
  text += "[repeat.r.bodies.b]\nmass = 1.0\n";
  joint("springs", "s", nearby, "i", "stiffness = 20.0\n");
  if (is_sheet) joint("springs", "z", "b[i,j+1]", "j", "stiffness = 20.0\n");
  if (kind == Kind::Floor)
    joint("frictions", "f", "ground", "", "kinetic = \"mu\"\n");
  else
    joint("frictions", "f", nearby, "i", "kinetic = \"mu\"\n");
  if (is_sheet) joint("frictions", "g", "b[i,j+1]", "j", "kinetic = \"mu\"\n");
  const std::string pull = moves ? "3" : kind == Kind::Floor ? "0.9" : "1e-7";
  text += "[repeat.r.forces.F]\non = \"b\"\nvalue = \"" + pull + "*mu*sin((1+0.2*mu)*t)\"\n";
  if (kind != Kind::Floor)
    text += std::string("[frictions.held]\nbetween = [\"") + (is_sheet ? "b_1_1" : "b_1") +
            "\", \"ground\"]\nkinetic = 1e9\n";
  return text + "[simulation]\nduration = 2\nsamples = 3\n";
}

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  double load{}, start{}, step{};  ///< processor time [s]
  double memory{};                 ///< largest [B]
  double steps{}, events{};
  bool holds{};  ///< the proofs
};

/// The time of the first step, and of a number of steps after it.
class Watch : public luztar::Observer {
 public:
  explicit Watch(int steps) : steps_(steps) {}
  bool progress(double) override {
    if (count_++ == 0) first = processor_time();
    last = processor_time();
    return count_ <= steps_;
  }
  void event(const luztar::Event&) override { ++events; }
  double first{},
      last{};  ///< processor time of the ends of the first and the last step; 0: none [s]
  int count() const { return count_; }
  int events{};

 private:
  int steps_, count_{};
};

Cost measure(Kind kind, int side, bool moves) {
  Cost cost;
  const double begin = processor_time();
  const luztar::Model model = luztar::parse_model(text_of(kind, side, moves), "large.toml");
  const luztar::System system = luztar::compile(model);
  cost.load = processor_time() - begin;
  Watch watch(kSteps);
  const double start = processor_time();
  const luztar::RunInfo info =
      luztar::simulate(system, luztar::initial_state(system), system.settings(), watch);
  cost.start = (watch.count() > 0 ? watch.first : processor_time()) - start;
  cost.steps = std::max(0, watch.count() - 1);
  cost.step = cost.steps > 0 ? (watch.last - watch.first) / cost.steps : 0.0;
  cost.events = watch.events;
  cost.holds = info.proofs.hold();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  cost.memory = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return cost;
}

/// In a process of its own, for its memory.
Cost measure_apart(Kind kind, int side, bool moves) {
  std::array<int, 2> ends{};
  Cost cost;
  if (pipe(ends.data()) != 0) return cost;
  const pid_t child = fork();
  if (child == 0) {
    alarm(kLongest);
    const Cost result = measure(kind, side, moves);
    const bool written = write(ends[1], &result, sizeof result) == sizeof result;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  if (read(ends[0], &cost, sizeof cost) != sizeof cost) cost = {};
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return cost;
}

/// Exponent of a time from one size to the next.
double growth(double before, double after, double sizes) {
  return before > 0.0 && after > 0.0 ? std::log(after / before) / std::log(sizes) : 0.0;
}

bool compare(int most) {
  std::printf("%-6s %-7s%9s%10s%10s%12s%7s%8s%9s%8s\n", "", "", "blocks", "load", "start", "step",
              "steps", "events", "memory", "growth");
  std::printf("%23s%10s%10s%12s%15s%9s\n", "", "us/block", "us/block", "us", "", "B/block");
  bool met = true, proved = true;
  double worst = 0.0;
  for (const Kind kind : {Kind::Chain, Kind::Floor, Kind::Sheet})
    for (const bool moves : {false, true}) {
      Cost before;
      double size_before = 0.0;
      for (int n = 1000; n <= most; n *= 10) {
        const int side = kind == Kind::Sheet ? static_cast<int>(std::lround(std::sqrt(n))) : n;
        const double size = kind == Kind::Sheet ? static_cast<double>(side) * side : side;
        const Cost cost = measure_apart(kind, side, moves);
        if (cost.memory == 0.0) {
          std::printf("%-6s %-7s%9.0f  no result in %u s\n", kNames[static_cast<std::size_t>(kind)],
                      moves ? "moving" : "at rest", size, kLongest);
          met = false;
          break;
        }
        double grows = 0.0;
        if (size_before > 0.0) {
          const double sizes = size / size_before;
          grows = std::max(growth(before.start, cost.start, sizes),
                           growth(before.step, cost.step, sizes));
          worst = std::max(worst, grows);
        }
        std::printf("%-6s %-7s%9.0f%10.1f%10.1f%12.1f%7.0f%8.0f%9.0f%8.2f\n",
                    kNames[static_cast<std::size_t>(kind)], moves ? "moving" : "at rest", size,
                    1e6 * cost.load / size, 1e6 * cost.start / size, 1e6 * cost.step, cost.steps,
                    cost.events, cost.memory / size, grows);
        std::fflush(stdout);
        proved = proved && cost.holds;
        before = cost;
        size_before = size;
      }
    }
  met = met && worst <= kMostGrowth;
  std::printf("requirement: start and step grow with at most n^%g (n^%.2f): %s\n", kMostGrowth,
              worst, met ? "met" : "not met");
  std::printf("requirement: the proofs of every run hold: %s\n", proved ? "met" : "not met");
  return met && proved;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const bool large = argc > 1 && std::strcmp(argv[1], "--large") == 0;
  return bench::compare(large ? 1000000 : 100000) ? 0 : 1;
}
