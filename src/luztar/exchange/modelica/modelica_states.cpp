#include "luztar/exchange/modelica/modelica_states.h"

#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

void write_state(ModelicaJob& job, const StateVariable& state) {
  if (!state.jumps.empty())
    return job.refuse(
        state.jumps.front().where,
        "the jumps of the state " + quote(state.name) + " have no counterpart in Modelica",
        "write what it decides as an expression");
  const std::string& name = job.names().of("x", state.name);
  ModelicaArguments arguments{{"k", "1"}};
  if (!terse::is_number(state.start, 0.0))
    arguments.push_back({"y_start", job.formula(state.start)});
  job.document().component("Modelica.Blocks.Continuous.Integrator", name, arguments);
  job.document().equation(name + ".u", job.formula(state.rate));
}

/// What a controller holds, and with a delay beside it what the next instant will show.
class ControllerWriter {
 public:
  ControllerWriter(ModelicaJob& job, const Controller& controller)
      : job_(job), controller_(controller), is_late_(!terse::is_number(controller.delay, 0.0)) {}

  void write() {
    for (const Controller::Memory& held : controller_.memory) {
      const std::string& shown = job_.names().of("x", controller_.name + "." + held.name);
      declare(shown, held);
      own_[held.name] = shown;
      if (!is_late_) continue;
      own_[held.name] = job_.names().more(controller_.name + "_" + held.name + "_next");
      declare(own_[held.name], held);
    }
    std::string body;
    for (const Controller::Assignment& one : controller_.update)
      body += "  " + own_.at(one.to) + " := " + job_.formula(one.value, own_) + ";\n";
    when(controller_.first, body);
    if (!is_late_) return;
    std::string shown;
    for (const Controller::Memory& held : controller_.memory)
      shown += "  " + job_.names().of("x", controller_.name + "." + held.name) +
               " := " + own_.at(held.name) + ";\n";
    when(terse::sum(controller_.first, controller_.delay), shown);
  }

 private:
  void declare(const std::string& name, const Controller::Memory& held) {
    job_.document().declare("discrete Real " + name + "(start = " + job_.formula(held.start) +
                            ", fixed = true);");
  }

  void when(const Expression& first, const std::string& body) {
    job_.document().algorithm("when sample(" + job_.formula(first) + ", " +
                              job_.formula(controller_.period) + ") then\n" + body + "end when;");
  }

  ModelicaJob& job_;
  const Controller& controller_;
  bool is_late_;
  ModelicaSymbols own_{};
};

}  // namespace

void write_modelica_states(ModelicaJob& job) {
  for (const StateVariable& state : job.model().states) write_state(job, state);
  for (const Controller& controller : job.model().controllers)
    ControllerWriter(job, controller).write();
}

}  // namespace luztar
