// Breaks model files and data files at random, and checks that every case ends in a result without
// NaN or in a ModelError with a place.
//
//     fuzz_models [COUNT [SEED]] [--load-only] [--only CASE]
//
// Case i of a seed is always the same, so that --only repeats one. Exit status 1 on a violation.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/time.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include "checks.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/sweep/sweep_plan.h"
#include "mutation.h"

namespace {

namespace fs = std::filesystem;
using luztar::fuzz::Mutator;

constexpr time_t kHangSeconds = 10;          // of the processor: a busy machine is no hang
constexpr std::size_t kMostInstances = 500;  // a digit too many in a count is no hang
constexpr std::int64_t kFilesEvery = 200;    // writing files is slow; odd runs always write theirs

struct Options {
  std::int64_t count{100'000};
  std::uint64_t seed{1};
  std::optional<std::int64_t> only{};
  bool load_only{};
};

struct Totals {
  std::int64_t cases{}, refused{}, loaded{}, with_files{}, violations{};
  std::map<std::string, std::int64_t> by_status{};
};

struct Seed {
  std::string name;
  std::string text;
};

std::int64_t current_case = 0;

// Says which case it was, with functions that are safe in a signal handler only.
void tell_case(const char* what) {
  char message[80];
  const int length = std::snprintf(message, sizeof message, "case %lld: %s\n",
                                   static_cast<long long>(current_case), what);
  if (write(STDERR_FILENO, message, static_cast<std::size_t>(length)) < 0) _exit(3);
}

void report_hang(int /*signal*/) {
  tell_case("hangs");
  _exit(1);
}

/// Seconds of the processor until a hang is reported; 0: never.
void watch_for(time_t seconds) {
  const itimerval until{.it_interval = {0, 0}, .it_value = {seconds, 0}};
  setitimer(ITIMER_PROF, &until, nullptr);
}

void report_abort(int /*signal*/) {
  tell_case("an assertion failed");
  _exit(1);
}

[[maybe_unused]] void report_sanitizer() { tell_case("the sanitizer's report above"); }

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<Seed> seeds_in(const std::vector<fs::path>& folders, const std::string& extension) {
  std::vector<Seed> seeds;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != extension) continue;
      seeds.push_back({entry.path().filename().string(), read(entry.path())});
    }
  }
  // The order of a folder is not the same everywhere, cases must be.
  std::sort(seeds.begin(), seeds.end(),
            [](const Seed& a, const Seed& b) { return a.name < b.name; });
  return seeds;
}

class Fuzzer {
 public:
  explicit Fuzzer(const Options& options) : options_(options) {
    const fs::path root = LUZTAR_SOURCE_DIR;
    const std::vector<fs::path> folders{root / "examples", root / "tests" / "fuzz" / "seeds"};
    models_ = seeds_in(folders, ".toml");
    data_ = seeds_in(folders, ".csv");
    std::string name = (fs::temp_directory_path() / "luztar_fuzz_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    for (const Seed& data : data_) write(data.name, data.text);
  }
  ~Fuzzer() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Fuzzer(const Fuzzer&) = delete;
  Fuzzer& operator=(const Fuzzer&) = delete;

  Totals run() {
    const std::int64_t first = options_.only.value_or(0);
    const std::int64_t last = options_.only ? first + 1 : options_.count;
    for (std::int64_t i = first; i < last; ++i) run_case(i);
    return totals_;
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  void violation(std::int64_t i, const std::string& what) {
    ++totals_.violations;
    std::printf("case %lld of seed %llu: %s\n", static_cast<long long>(i),
                static_cast<unsigned long long>(options_.seed), what.c_str());
  }

  // A case breaks either a model or, one time in eight, the data beside it.
  void run_case(std::int64_t i) {
    current_case = i;
    ++totals_.cases;
    watch_for(kHangSeconds);
    Mutator mutator(options_.seed, static_cast<std::uint64_t>(i));
    const bool break_data = mutator.below(8) == 0;
    std::string text = models_[mutator.below(models_.size())].text;
    if (break_data) {
      const Seed& data = data_[mutator.below(data_.size())];
      broken_data_ = mutator.mutate(data.text, data.text);
      write(data.name, broken_data_);
      text = user_of(data);
    } else {
      broken_data_.clear();
      text = mutator.mutate(text, models_[mutator.below(models_.size())].text);
    }
    if (options_.only) {
      std::printf("%s\n---\n", text.c_str());
      std::fflush(stdout);
    }
    run_text(i, text);
    if (break_data) {
      for (const Seed& data : data_) write(data.name, data.text);
    }
    watch_for(0);
  }

  const std::string& user_of(const Seed& data) const {
    for (const Seed& model : models_) {
      if (model.text.find(data.name) != std::string::npos) return model.text;
    }
    return models_.front().text;
  }

  void run_text(std::int64_t i, const std::string& text) {
    try {
      const luztar::Model model = luztar::parse_model(text, (folder_ / "case.toml").string(),
                                                      {.most_instances = kMostInstances});
      ++totals_.loaded;
      if (!options_.load_only) simulate(i, model, text);
    } catch (const luztar::ModelError& error) {
      ++totals_.refused;
      const std::string wrong = luztar::fuzz::wrong_with(error);
      if (!wrong.empty()) violation(i, wrong);
      if (options_.only) std::printf("%s\n", error.what());
    } catch (const std::exception& error) {
      violation(i, std::string("an exception that is no ModelError: ") + error.what());
    }
  }

  void simulate(std::int64_t i, const luztar::Model& model, const std::string& text) {
    const luztar::System system = luztar::compile(model);
    check_sweep(model, system);
    luztar::SimulationSettings settings = system.settings();
    settings.samples = std::min<std::int64_t>(settings.samples, 100);
    settings.interval = 0;
    settings.max_events = std::min<std::int64_t>(settings.max_events, 1000);
    luztar::fuzz::Watch watch;
    const luztar::RunInfo info =
        luztar::simulate(system, luztar::initial_state(system), settings, watch);
    ++totals_.by_status[luztar::to_text(info.status)];
    watch.look_at(info);
    if (!watch.wrong().empty()) violation(i, watch.wrong());
    const std::string contradiction = luztar::fuzz::contradiction_of(info);
    if (!contradiction.empty() && luztar::fuzz::has_ordinary_numbers(text + broken_data_))
      violation(i, contradiction);
    if (options_.only) {
      std::printf("%s: %s\n", luztar::to_text(info.status), info.diagnosis.c_str());
    }
    const bool odd = info.status == luztar::Status::NotFinite || watch.energy_overflows();
    if ((odd || i % kFilesEvery == 0) && info.status != luztar::Status::Stopped) {
      look_at_files(i, model, system, settings);
    }
  }

  void look_at_files(std::int64_t i, const luztar::Model& model, const luztar::System& system,
                     const luztar::SimulationSettings& settings) {
    ++totals_.with_files;
    const fs::path out = folder_ / "out";
    luztar::simulate_to_files(model, system, luztar::initial_state(system), settings, out.string());
    for (const char* name : {"trajectory.csv", "events.csv", "summary.json"}) {
      const std::string wrong = luztar::fuzz::not_a_number_in(read(out / name));
      if (!wrong.empty()) violation(i, std::string(name) + " has " + wrong);
    }
    fs::remove_all(out);
  }

  Options options_;
  std::string broken_data_;  ///< of this case, beside its model; or empty
  std::vector<Seed> models_, data_;
  fs::path folder_;
  Totals totals_{};
};

Options read_options(int count, char** arguments) {
  Options options;
  int position = 0;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--load-only") {
      options.load_only = true;
    } else if (argument == "--only" && i + 1 < count) {
      options.only = std::atoll(arguments[++i]);
    } else if (position++ == 0) {
      options.count = std::atoll(argument.c_str());
    } else {
      options.seed = std::strtoull(argument.c_str(), nullptr, 10);
    }
  }
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = read_options(count, arguments);
  std::signal(SIGPROF, report_hang);
  std::signal(SIGABRT, report_abort);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_set_death_callback(report_sanitizer);
#endif
  const auto start = std::chrono::steady_clock::now();
  const Totals totals = Fuzzer(options).run();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%lld cases in %.1f s: %lld refused with a place, %lld models",
              static_cast<long long>(totals.cases), seconds.count(),
              static_cast<long long>(totals.refused), static_cast<long long>(totals.loaded));
  for (const auto& [status, n] : totals.by_status) {
    std::printf(", %lld %s", static_cast<long long>(n), status.c_str());
  }
  std::printf(", %lld with files; %lld violations\n", static_cast<long long>(totals.with_files),
              static_cast<long long>(totals.violations));
  return totals.violations == 0 ? 0 : 1;
}
