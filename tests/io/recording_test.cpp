// A run in memory beside the same run without it.
#include "luztar/io/record/recording.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"

namespace luztar {
namespace {

struct BeltInMemory {
  explicit BeltInMemory(StopScope::Question asked = nullptr)
      : recording(model, compile(model), asked) {}

  void run() { recording.run(start(), {}); }
  State start() const { return initial_state(recording.system()); }
  /// [channel] of a row of `columns`, by the names of results.
  double value(const Columns& columns, const std::string& name, std::size_t row) const {
    const System& system = recording.system();
    const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
    for (std::size_t i = 0; i < columns.channels().size(); ++i)
      if (name_of(owners, columns.channels()[i]) == name) return columns.column(i)[row];
    return std::nan("");
  }

  Model model = parse_model(test::kBelt, "belt.toml");
  Recording recording;
};

/// Names and texts of the result files.
std::vector<std::string> texts_in(const std::filesystem::path& folder) {
  std::vector<std::string> texts;
  for (const std::string& name : test::files_in(folder))
    texts.push_back(name + test::text_of(folder / name));
  return texts;
}

int questions = 0;
/// Yes from the 40th time on.
bool asks_later() { return ++questions >= 40; }
bool asks_at_once() { return true; }

/// Velocities of the mass around events.
struct SidesOfMass : Observer {
  bool wants_samples_around_events() const override { return true; }
  void around_event(const Sample& before, const Sample& after) override {
    values.push_back(before.v[1]);
    values.push_back(after.a[1]);
  }
  std::vector<double> values;
};

TEST_CASE("rows and events of a recording have the bits of the run") {
  BeltInMemory belt;
  belt.run();
  const Recording& run = belt.recording;
  const Trajectory expected = simulate(run.system(), belt.start(), run.settings());
  REQUIRE(run.columns().rows() == expected.time.size());
  for (std::size_t row = 0; row < expected.time.size(); ++row) {
    CHECK(run.columns().time()[row] == expected.time[row]);
    CHECK(belt.value(run.columns(), "q.mass", row) == expected.q[1][row]);
    CHECK(belt.value(run.columns(), "a.mass", row) == expected.a[1][row]);
    CHECK(belt.value(run.columns(), "f.contact", row) == expected.f[2][row]);
    CHECK(belt.value(run.columns(), "mode.contact", row) == expected.mode[2][row]);
  }
  REQUIRE(run.events().size() == expected.events.size());
  CHECK(run.events().size() > 10);
  for (std::size_t i = 0; i < run.events().size(); ++i)
    CHECK(run.events()[i].time.value == expected.events[i].time.value);
  CHECK(run.info().status == Status::Finished);
}

TEST_CASE("files that are saved afterwards have the bytes of those that are written on the way") {
  BeltInMemory belt;
  belt.run();
  const test::TemporaryFolder saved, written;
  belt.recording.save(belt.model, saved.path().string());
  simulate_to_files(belt.model, belt.recording.system(), belt.start(), belt.recording.settings(),
                    written.path().string());
  CHECK(test::files_in(saved.path()).size() == 4);
  CHECK(texts_in(saved.path()) == texts_in(written.path()));
  CHECK(test::text_of(saved.path() / "report.html") == belt.recording.report(belt.model));
}

TEST_CASE("rows at other times are those of a run that is sampled there") {
  BeltInMemory belt;
  belt.run();
  const std::vector<double> times{0.123, 1.7, 4.0, 9.99};
  SimulationSettings settings = belt.recording.settings();
  settings.times = times;
  const Trajectory expected = simulate(belt.recording.system(), belt.start(), settings);
  const Columns found = belt.recording.at(times);
  REQUIRE(found.rows() == times.size());
  for (std::size_t row = 0; row < times.size(); ++row)
    CHECK(belt.value(found, "q.mass", row) == expected.q[1][row]);
}

TEST_CASE("both sides of an event are what an observer is told around it") {
  BeltInMemory belt;
  belt.run();
  SidesOfMass expected;
  simulate(belt.recording.system(), belt.start(), belt.recording.settings(), expected);
  REQUIRE(belt.recording.events().size() * 2 == expected.values.size());
  const auto [before, after] = belt.recording.around({1, 4});
  REQUIRE(before.rows() == 2);
  CHECK(belt.value(before, "v.mass", 0) == expected.values[2]);
  CHECK(belt.value(after, "a.mass", 0) == expected.values[3]);
  CHECK(belt.value(before, "v.mass", 1) == expected.values[8]);
  CHECK(belt.value(after, "a.mass", 1) == expected.values[9]);
}

TEST_CASE("a run ends where its question is answered yes, and so do rows that are made anew") {
  questions = 0;
  BeltInMemory belt(&asks_later);
  belt.run();
  CHECK(questions == 40);
  CHECK(belt.recording.info().status == Status::Stopped);
  const std::size_t rows = belt.recording.columns().rows();
  CHECK(rows > 1);
  CHECK(rows < 101);
  CHECK(belt.recording.at({9.0}).rows() == 0);
  CHECK(belt.recording.around({3}).first.rows() == 0);
}

TEST_CASE("a recording without a question leaves its caller's in place") {
  BeltInMemory belt;
  const StopScope scope(&asks_at_once);
  belt.run();
  CHECK(belt.recording.info().status == Status::Stopped);
}

TEST_CASE("a run out of its summary, rows and events is the one that was made") {
  BeltInMemory made, other;
  made.run();
  const Recording& run = made.recording;
  FormerRun former;
  former.summary = read_summary(run.system(), run.summary(made.model), "summary.json");
  former.report = run.report_data();
  former.events = run.events();
  other.recording.take_rows(run.columns().time(), run.columns().rows());
  other.recording.take(std::move(former), made.start());
  CHECK(other.recording.first_modes() == run.first_modes());
  CHECK(other.recording.summary(other.model) == run.summary(made.model));
  const test::TemporaryFolder one, two;
  made.recording.save(made.model, one.path().string());
  other.recording.save(other.model, two.path().string());
  CHECK(texts_in(one.path()) == texts_in(two.path()));
}

TEST_CASE("the most rows that a run gives") {
  SimulationSettings settings;
  settings.duration = 10.0;
  settings.samples = 101;
  CHECK(most_rows(settings) == 101.0);
  settings.interval = 0.25;
  CHECK(most_rows(settings) == 42.0);  // 41, or one more by rounding
  settings.interval = 1e-300;
  CHECK(most_rows(settings) > 1e300);
  settings.times = {1.0, 2.0, 3.0};
  CHECK(most_rows(settings) == 3.0);
}

}  // namespace
}  // namespace luztar
