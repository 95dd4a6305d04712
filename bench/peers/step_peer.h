// The main of a peer that goes in steps of equal size.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "network.h"
#include "run.h"

namespace bench {

/// Engine: Engine(const Network&, double h, const std::string& setting), not timed;
/// void step(double t), from t to t + h, timed; double position(int body); static version();
/// kGivenBodies: bodies with given velocities and static friction above kinetic are understood.
template <class Engine>
int step_peer(int argc, char** argv) {
  return guarded([&] {
    const Arguments given = arguments(argc, argv);
    const Network net = network(given.problem, given.n);
    if (!net.given.empty() && !Engine::kGivenBodies)
      throw std::invalid_argument("no given bodies, no static above kinetic friction");
    long steps = std::lround(net.duration / given.h);
    const long every = std::lround(net.sample_every / given.h);
    if (given.steps > 0) steps = std::min(steps, given.steps);
    Outcome outcome;
    outcome.version = Engine::version();
    outcome.simulated = static_cast<double>(steps) * given.h;
    for (int turn = 0; turn < given.turns; ++turn) {
      Engine engine(net, given.h, given.setting);
      outcome.times.clear(), outcome.q.clear();
      double seconds = 0.0;
      for (long k = 0; k < steps;) {
        const double start = processor_time();
        const long until = std::min(steps, (k / every + 1) * every);
        for (; k < until; ++k) engine.step(static_cast<double>(k) * given.h);
        seconds += processor_time() - start;
        outcome.times.push_back(static_cast<double>(k) * given.h);
        auto& q = outcome.q.emplace_back();
        for (int i = 0; i < net.bodies(); ++i)
          if (net.given.empty() || net.given[static_cast<std::size_t>(i)] == 0)
            q.push_back(engine.position(i) - (net.relative ? engine.position(1) : 0.0));
      }
      outcome.seconds.push_back(seconds);
    }
    return print(given, outcome);
  });
}

}  // namespace bench
