// luztar as its users run it: the model compiled once, then whole runs through the general engine,
// tolerance 1e-12, energy ledger included, an observer that keeps the events.
#pragma once

#include <stdexcept>

#include "luztar/luztar.h"
#include "problems.h"

namespace bench {

inline const char* const kGuideModel = R"toml(
[parameters]
m  = 100
fn = 1.5
ks = "m*(2*pi*fn)^2"
kw = "pi*0.825/9.5"
[bodies.seat]
mass = "m"
[bodies.base]
motion = "0.05*sin(kw*t^2)"
[springs.suspension]
between = ["seat", "base"]
stiffness = "ks"
[frictions.guide]
between = ["seat", "base"]
viscous = 200
kinetic = 18
static = 26
[simulation]
duration = 9.5
)toml";

inline const char* const kBeltModel = R"toml(
[bodies.block]
mass = 1
velocity = 0.1
[bodies.belt]
mass = inf
velocity = 0.1
[springs.spring]
between = ["block", "ground"]
stiffness = 100
[frictions.contact]
between = ["block", "belt"]
kinetic = 8
static = 12
[simulation]
duration = 1
)toml";

class Engine : private luztar::Observer {
 public:
  Engine(const char* model, const char* name)
      : system_(luztar::compile(luztar::parse_model(model, name))) {}

  void run(double duration, Run& out) {
    out.events.clear();
    events_ = &out.events;
    const luztar::SimulationSettings settings{.duration = duration, .samples = 0};
    const luztar::RunInfo info =
        luztar::simulate(system_, luztar::initial_state(system_), settings, *this);
    if (info.status != luztar::Status::Finished) throw std::runtime_error(info.diagnosis);
    out.final = {info.q[0] - info.q[1], info.v[0] - info.v[1]};  // relative to base or belt
    ledger_ = info.energy.residual / info.energy.moved;
  }
  double ledger() const { return ledger_; }  ///< of the last run, relative

 private:
  void event(const luztar::Event& event) override { events_->push_back(event.time.value); }

  luztar::System system_;
  std::vector<double>* events_{};
  double ledger_{};
};

}  // namespace bench
