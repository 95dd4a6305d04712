// luztar with method = "events": the model compiled once, then whole runs, energy ledger included.
//
// Settings: tolerance.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "../chain_problem.h"
#include "../engine.h"
#include "run.h"

namespace bench {
namespace {

std::string text_of(double number) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

/// The chain as a model file.
std::string chain_model(const ChainProblem& chain) {
  std::string bodies, rest;
  for (std::size_t i = 0; i < chain.mass.size(); ++i) {
    const std::string name = std::to_string(i);
    const std::string other =
        i + 1 < chain.mass.size() ? "b" + std::to_string(i + 1) : std::string("ground");
    const std::string between = "between = [\"b" + name + "\", \"" + other + "\"]\n";
    bodies += "[bodies.b" + name + "]\nmass = " + text_of(chain.mass[i]) + "\n";
    rest += "[springs.s" + name + "]\n" + between;
    rest += "stiffness = " + text_of(chain.stiffness[i]) + "\n";
    rest += "[frictions.f" + name + "]\n" + between;
    rest += "viscous = " + text_of(chain.viscous[i]) + "\n";
    rest += "kinetic = " + text_of(chain.dry[i]) + "\n";
    if (chain.amplitude[i] == 0.0) continue;
    rest += "[forces.e" + name + "]\non = \"b" + name + "\"\nvalue = \"";
    rest += text_of(chain.amplitude[i]) + "*sin(" + text_of(chain.frequency[i]) + "*t + ";
    rest += text_of(chain.phase[i]) + ")\"\n";
  }
  return bodies + rest + "[simulation]\nduration = 1.0\n";
}

struct Task {
  luztar::System system;
  double duration{}, every{};
  bool relative{};  ///< the first position is that of the first body relative to the second
  std::size_t bodies{};
};

Task task(const Arguments& given) {
  const std::string examples = std::string(LUZTAR_SOURCE_DIR) + "/examples/";
  const auto load = [&](const char* name) {
    return luztar::load_model(examples + name);
  };
  if (given.problem == "guide")
    return {luztar::compile(luztar::parse_model(kGuideModel, "guide")), 9.5, 0.25, true, 1};
  if (given.problem == "belt")
    return {luztar::compile(luztar::parse_model(kBeltModel, "belt")), 20.0, 0.25, false, 1};
  if (given.problem == "three")
    return {luztar::compile(load("three_blocks.toml")), 10.0, 0.2, false, 3};
  if (given.problem == "gear")
    return {luztar::compile(load("gear_system_simplified_2.toml")), 2.0, 0.05, false, 2};
  const auto load_on = given.problem == "chain" ? ChainLoad::First : ChainLoad::EveryFifth;
  const std::string model = chain_model(chain_problem(given.n, load_on));
  return {luztar::compile(luztar::parse_model(model, "chain")), kChainDuration, 0.25, false,
          static_cast<std::size_t>(given.n)};
}

class Recorder : public luztar::Observer {
 public:
  Recorder(const Task& task, Outcome& out) : task_(task), out_(out) {}
  void sample(const luztar::Sample& sample) override {
    if (sample.time == 0.0) return;
    out_.times.push_back(sample.time);
    out_.q.emplace_back(sample.q.begin(),
                        sample.q.begin() + static_cast<std::ptrdiff_t>(task_.bodies));
    if (task_.relative) out_.q.back()[0] -= sample.q[1];
    // The first elements of the chain are its springs, one for each block.
    const std::size_t edges = std::min(task_.bodies, sample.d.size());
    if (out_.never_moved.empty()) out_.never_moved.assign(edges, 1);
    for (std::size_t e = 0; e < edges; ++e)
      if (sample.d[e] != 0.0) out_.never_moved[e] = 0;
  }
  void event(const luztar::Event& event) override { out_.events.push_back(event.time.value); }

 private:
  const Task& task_;
  Outcome& out_;
};

int run(const Arguments& given) {
  const Task task = bench::task(given);
  Outcome outcome;
  outcome.version = LUZTAR_VERSION, outcome.simulated = task.duration;
  luztar::SimulationSettings settings{.duration = task.duration, .samples = 0};
  settings.tolerance = std::stod(given.setting);
  const auto whole = [&](luztar::Observer& observer) {
    const auto info =
        luztar::simulate(task.system, luztar::initial_state(task.system), settings, observer);
    if (info.status != luztar::Status::Finished) throw std::runtime_error(info.diagnosis);
  };
  luztar::Observer none;
  for (int turn = 0; turn < given.turns; ++turn)
    outcome.seconds.push_back(seconds_of([&] { whole(none); }));
  settings.samples = std::lround(task.duration / task.every) + 1;
  Recorder recorder(task, outcome);
  whole(recorder);
  return print(given, outcome);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::guarded([&] { return bench::run(bench::arguments(argc, argv)); });
}
