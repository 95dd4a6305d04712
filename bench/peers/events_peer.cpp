// General integrators that are told the guards of a mode and go on in the next one by hand
// (../problems.h): SUNDIALS CVODE with root finding, Boost.odeint with dense output.
//
// Settings: cvode:TOLERANCE, odeint:TOLERANCE.
#include <boost/version.hpp>
#include <sundials/sundials_version.h>

#include "../cvode_peer.h"
#include "../odeint_peer.h"
#include "../problems.h"
#include "run.h"

namespace bench {
namespace {

template <class Peer>
int measure(const Arguments& given, Peer peer, double duration, double every, std::size_t bodies,
            const std::string& version) {
  Outcome outcome;
  outcome.version = version, outcome.simulated = duration;
  Run run;
  for (int turn = 0; turn < given.turns; ++turn)
    outcome.seconds.push_back(seconds_of([&] { peer.run(duration, 0, run); }));
  peer.run(duration, 0, run, every);
  for (const auto& sample : run.samples) {
    outcome.times.push_back(every * static_cast<double>(outcome.times.size() + 1));
    outcome.q.emplace_back(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(bodies));
  }
  outcome.events = run.events;
  return print(given, outcome);
}

template <class Problem>
int choose(const Arguments& given, double duration, double every) {
  const std::size_t colon = given.setting.find(':');
  const std::string tool = given.setting.substr(0, colon);
  const double tolerance = std::stod(given.setting.substr(colon + 1));
  const std::size_t bodies = Problem::start().size() / 2;
  if (tool == "cvode") {
    CvodePeer<Problem> peer(tolerance);
    return measure<CvodePeer<Problem>&>(given, peer, duration, every, bodies, SUNDIALS_VERSION);
  }
  if (tool == "odeint")
    return measure(given, OdeintPeer<Problem>(tolerance), duration, every, bodies,
                   BOOST_LIB_VERSION);
  throw std::invalid_argument("no tool of the name " + tool);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::guarded([&] {
    const bench::Arguments given = bench::arguments(argc, argv);
    if (given.problem == "guide") return bench::choose<bench::Guide>(given, 9.5, 0.25);
    if (given.problem == "belt") return bench::choose<bench::Belt>(given, 20.0, 0.25);
    if (given.problem == "three") return bench::choose<bench::ThreeMasses>(given, 10.0, 0.2);
    if (given.problem == "gear") return bench::choose<bench::Gear>(given, 2.0, 0.05);
    throw std::invalid_argument("no problem of the name " + given.problem);
  });
}
