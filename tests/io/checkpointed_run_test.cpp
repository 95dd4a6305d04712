#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/checkpoint.h"
#include "luztar/io/load_model.h"

namespace luztar {
namespace {

using test::files_in;
using test::TemporaryFolder;
using test::text_of;

struct Belt {
  Model model =
      parse_model(std::string(test::kBelt) + "\n[output]\nformat = ['csv', 'npy']\n", "belt.toml");
  System system = compile(model);
  SimulationSettings settings = system.settings();
};

/// Stops for good after some steps, as kill -9 would: nothing is closed.
class Killed : public ResultWriter {
 public:
  struct Now {};
  Killed(const Belt& belt, const std::filesystem::path& folder, const ResultFiles& files, int steps)
      : ResultWriter(belt.model, belt.system, belt.settings, folder.string(), files),
        left_(steps) {}
  bool progress(double /*time*/) override {
    if (--left_ == 0) throw Now{};
    return true;
  }

 private:
  int left_;
};

const ResultFiles kNoReport{.report = false, .mode_times = false};

void run_to_the_end(const Belt& belt, const std::filesystem::path& folder) {
  ResultWriter writer(belt.model, belt.system, belt.settings, folder.string(), kNoReport);
  writer.finish(simulate_with_checkpoints(belt.model, belt.system,
                                          {initial_state(belt.system), {}, {}, 0.0}, belt.settings,
                                          folder, 0.0, writer));
}

TEST_CASE("a run that breaks off again and again leaves the files of one that does not") {
  TemporaryFolder whole, broken;
  const Belt belt;
  run_to_the_end(belt, whole.path());
  Checkpoint from{initial_state(belt.system), {}, {}, 0.0};
  ResultFiles files = kNoReport;
  int breaks = 0;
  for (int steps = 6; true; steps += 2) {
    try {
      Killed writer(belt, broken.path(), files, steps);
      writer.finish(simulate_with_checkpoints(belt.model, belt.system, from, belt.settings,
                                              broken.path(), 0.0, writer));
      break;
    } catch (const Killed::Now&) {
      ++breaks;
      from = read_checkpoint(broken.path(), belt.model, belt.system, belt.settings);
      files.resume = from.sizes;
    }
  }
  CHECK(breaks > 2);
  CHECK(files_in(whole.path()) == files_in(broken.path()));
  for (const std::string& name : files_in(whole.path())) {
    CAPTURE(name);
    CHECK(text_of(whole.path() / name) == text_of(broken.path() / name));
  }
}

/// A summary without its proofs: those of a piece know only the sizes of that piece; and without
/// how long pairs stick, which it does not say.
std::string without_proofs(const std::string& text) {
  const std::size_t proofs = text.find("\"proofs\": {");
  if (proofs == std::string::npos) return text;
  const std::size_t begin = std::min(proofs, text.find("\"stick_slip\": {"));
  return text.substr(0, begin) + text.substr(text.find("\n  },", proofs));
}

TEST_CASE("a run in pieces has the results of one in one piece") {
  TemporaryFolder pieces, one;
  const Belt belt;
  run_to_the_end(belt, pieces.path());
  ResultWriter writer(belt.model, belt.system, belt.settings, one.path().string(), kNoReport);
  writer.finish(simulate(belt.system, initial_state(belt.system), belt.settings, writer));
  for (const std::string& name : files_in(one.path())) {
    CAPTURE(name);
    CHECK(without_proofs(text_of(one.path() / name)) ==
          without_proofs(text_of(pieces.path() / name)));
  }
}

}  // namespace
}  // namespace luztar
