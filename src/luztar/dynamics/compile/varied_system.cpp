#include "luztar/dynamics/compile/varied_system.h"

#include <algorithm>
#include <set>
#include <utility>

#include "luztar/dynamics/compile/compile.h"
#include "luztar/dynamics/compile/plain_numbers.h"
#include "luztar/dynamics/system/tables.h"
#include "luztar/model/check.h"
#include "luztar/network/network.h"
#include "luztar/symbolic/differentiate.h"

namespace luztar {

ParameterSlopes::ParameterSlopes(const Model& model, const ParameterValues& values,
                                 std::vector<std::string> varied)
    : values_(values), names_(std::move(varied)) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!values.contains(names_[i])) continue;
    std::vector<double>& slope = slopes_[names_[i]];
    slope.resize(names_.size(), 0.0);
    slope[i] = 1.0;
    is_found_[names_[i]] = true;
  }
  for (const Parameter& parameter : model.parameters) slope_of(model, parameter.name);
  std::erase_if(slopes_, [](const auto& item) {
    return std::ranges::all_of(item.second, [](double x) { return x == 0.0; });
  });
}

const std::vector<double>& ParameterSlopes::slope_of(const Model& model, const std::string& name) {
  if (is_found_[name]) return slopes_[name];
  is_found_[name] = true;
  const auto parameter = std::ranges::find(model.parameters, name, &Parameter::name);
  std::set<std::string> symbols;
  for (const Expression& symbol : symbols_of(parameter->value)) symbols.insert(symbol.symbol());
  for (const std::string& symbol : symbols)
    if (values_.contains(symbol)) slope_of(model, symbol);
  std::vector<double> slope = of(parameter->value).slope;
  if (!slope.empty()) slopes_[name] = std::move(slope);
  return slopes_[name];
}

bool ParameterSlopes::concerns(const Expression& expression) const {
  return std::ranges::any_of(symbols_of(expression), [this](const Expression& symbol) {
    const auto found = slopes_.find(symbol.symbol());
    return found != slopes_.end() && !found->second.empty();
  });
}

Varied ParameterSlopes::of(const Expression& expression) const {
  Varied varied{evaluate(expression, values_), {}};
  if (!concerns(expression)) return varied;
  varied.slope.assign(names_.size(), 0.0);
  std::set<std::string> seen;
  for (const Expression& symbol : symbols_of(expression)) {
    const auto found = slopes_.find(symbol.symbol());
    if (found == slopes_.end() || found->second.empty() || !seen.insert(symbol.symbol()).second)
      continue;
    const double rate =
        evaluate(differentiate(expression,
                               [&](const std::string& name) {
                                 return Expression::number(name == symbol.symbol() ? 1.0 : 0.0);
                               }),
                 values_);
    for (std::size_t i = 0; i < names_.size(); ++i) varied.slope[i] += rate * found->second[i];
  }
  return varied;
}

Varied ParameterSlopes::of_start(const Expression& expression, const std::string& name) const {
  Varied varied = of(expression);
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) return varied;
  varied.slope.assign(names_.size(), 0.0);
  varied.slope[static_cast<std::size_t>(found - names_.begin())] = 1.0;
  return varied;
}

namespace {

[[noreturn]] void refuse(const SourceLocation& where, const std::string& what) {
  throw ModelError(where, what + " cannot be varied", "leave it out of `derivatives`");
}

class VariedBuilder {
 public:
  VariedBuilder(const Model& model, const LawSymbols& symbols, const ParameterValues& values,
                const std::vector<std::string>& names)
      : model_(model),
        symbols_(symbols),
        values_(values),
        slopes_(model, values, names),
        network_(network_of(model, values)) {}

  VariedSystem build(const SystemImpl& plain) {
    refuse_what_is_fixed();
    std::map<std::string, int> slots;
    varied_.names = slopes_.names();
    varied_.system = system_of(model_, symbols_, values_, slopes_, slots);
    varied_.parameters = parameters_at(slots);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) add_body(model_.bodies[b]);
    couple_starts(plain);
    for (std::size_t e = 0; e < network_.elements.size(); ++e)
      add(network_.elements[e], static_cast<int>(e));
    const SystemImpl& system = varied_.system;
    varied_.internals.resize(static_cast<std::size_t>(system.n_internals()));
    for (std::size_t i = 0; i < model_.states.size(); ++i)
      varied_.internals[static_cast<std::size_t>(system.first_state()) + i] =
          slopes_.of_start(model_.states[i].start, "x." + model_.states[i].name);
    add_starts_of_memory();
    find_starts(plain);
    match_switches(plain);
    refuse_friction_on_stops(plain);
    for (const Controller& controller : model_.controllers) add_updates(controller);
    return std::move(varied_);
  }

 private:
  /// What the program or the run has as plain numbers.
  void refuse_what_is_fixed() const {
    const auto look = [&](const Expression& e, const char* what) {
      if (slopes_.concerns(e)) refuse(e.where(), what);
    };
    const SimulationTable& run = model_.simulation;
    look(run.start, "the start of a run");
    if (run.at_rest) refuse(run.rest, "a start at the equilibrium");
    for (const StateVariable& state : model_.states)
      if (!state.jumps.empty() && !run.at_instant)
        throw ModelError(
            state.jumps.front().where,
            "the state '" + state.name + "' jumps, and derivatives of such a run are not computed",
            "fits need them; differences of two runs give them one by one");
    for (const Controller& controller : model_.controllers) {
      look(controller.period, "the period of a controller");
      look(controller.delay, "the delay of a controller");
      look(controller.first, "the first sample of a controller");
    }
  }

  void refuse_friction_on_stops(const SystemImpl& plain) const {
    if (model_.simulation.at_instant) return;
    for (const NormalLoad& load : plain.arms.normal_loads()) {
      if (!plain.pairs[load.by].has_edges()) continue;
      const auto name = [&](int pair) {
        return "'" + plain.elements[plain.first_pair() + pair].name + "'";
      };
      throw ModelError(
          known_place(model_.simulation.derivatives.front().where, model_.simulation.where),
          "the stop " + name(load.by) + " presses the friction " + name(load.pair) +
              ", and derivatives of their impacts are not computed",
          "fits need them; differences of two runs give them one by one");
    }
  }

  std::vector<std::pair<int, Varied>> parameters_at(const std::map<std::string, int>& slots) const {
    std::vector<std::pair<int, Varied>> list;
    for (const auto& [name, slot] : slots)
      list.push_back({slot, {values_.at(name), slopes_.parameters().at(name)}});
    return list;
  }

  void add_body(const Body& body) {
    VariedSystem::BodyNumbers numbers;
    if (body.mass) numbers.mass = slopes_.of(*body.mass);
    if (!body.motion) {
      numbers.position = slopes_.of_start(body.position, "q." + body.name);
      numbers.velocity = slopes_.of_start(body.velocity, "v." + body.name);
    }
    varied_.bodies.push_back(std::move(numbers));
  }

  /// From positions and velocities of bodies to coordinates.
  void couple_starts(const SystemImpl& plain) {
    for (const CoupledBody& coupled : plain.arms.coupled()) {
      VariedSystem::BodyNumbers& own = varied_.bodies[static_cast<std::size_t>(coupled.body)];
      for (std::size_t i = 0; i < coupled.others.size(); ++i) {
        varied_.shares.push_back(slopes_.of(Expression::symbol(coupled.shares[i], {})));
        const auto other = static_cast<std::size_t>(coupled.others[i].body);
        add_product(own.position, varied_.shares.back(), varied_.bodies[other].position);
        add_product(own.velocity, varied_.shares.back(), varied_.bodies[other].velocity);
      }
    }
  }

  void add_product(Varied& to, const Varied& a, const Varied& b) const {
    to.value += a.value * b.value;
    to.slope.resize(slopes_.names().size(), 0.0);
    for (std::size_t i = 0; i < to.slope.size(); ++i) {
      if (!a.slope.empty()) to.slope[i] += a.slope[i] * b.value;
      if (!b.slope.empty()) to.slope[i] += a.value * b.slope[i];
    }
  }

  void add(const NetworkElement& element, int e) {
    const SystemImpl& system = varied_.system;
    std::size_t term = 0;
    for (const auto& [body, coefficient] : element.deflection.terms) {
      if (body == kGround) continue;
      const double here = system.terms_of(e)[term++].coefficient;
      Varied arm{here, {}};
      if (!element.is_bent()) arm = slopes_.of(coefficient);
      varied_.arms.push_back(std::move(arm));
    }
    if (element.is_pair())
      set_numbers(varied_.pairs.emplace_back(), system.pairs[e - system.first_pair()], element,
                  values_, slopes_);
    else if (e < system.first_pair())
      set_numbers(varied_.smooth.emplace_back(), system.smooth_law(e), element, slopes_);
  }

  void find_starts(const SystemImpl& plain) {
    using Of = VariedSystem::Start::Of;
    const SystemImpl& system = varied_.system;
    for (const std::string& name : varied_.names) {
      VariedSystem::Start start;
      for (int b = 0; b < system.n_bodies(); ++b) {
        if (name == "q." + system.bodies[b].name) start = {Of::Position, b};
        if (name == "v." + system.bodies[b].name) start = {Of::Velocity, b};
      }
      for (std::size_t i = 0; i < system.states.size(); ++i)
        if (name == "x." + system.states[i].name)
          start = {Of::Internal, system.first_state() + static_cast<int>(i)};
      const bool of_body = start.of == Of::Position || start.of == Of::Velocity;
      for (const CoupledBody& coupled : plain.arms.coupled())
        for (const Term& term : coupled.others)
          if (of_body && term.body == start.index)
            start.coupled.push_back({coupled.body, term.coefficient});
      varied_.starts.push_back(std::move(start));
    }
  }

  void add_starts_of_memory() {
    auto at = static_cast<std::size_t>(varied_.system.first_output());
    for (const Controller& controller : model_.controllers)
      for (const Controller::Memory& item : controller.memory)
        varied_.internals[at++] =
            slopes_.of_start(item.start, "x." + controller.name + "." + item.name);
  }

  /// Those that are not fixed are those of the System, in its order.
  void match_switches(const SystemImpl& plain) {
    const auto& own = varied_.system.program.switches();
    const auto& others = plain.program.switches();
    int next = 0;
    bool same = true;
    for (const Switch& sw : own) {
      varied_.switches.push_back(sw.is_fixed ? -1 : next);
      if (sw.is_fixed) continue;
      same = same && next < static_cast<int>(others.size()) &&
             others[static_cast<std::size_t>(next)].kind == sw.kind &&
             others[static_cast<std::size_t>(next)].owner == sw.owner;
      ++next;
    }
    if (!same || next != static_cast<int>(others.size()))
      refuse({model_.file, 0, 0}, "an edge of an expression that depends on these parameters");
    varied_.fixed.assign(own.size(), 0);
    choose_fixed(varied_.system.program, varied_.parameters, varied_.fixed);
  }

  /// Pieces of switches that parameters alone decide, inner ones first.
  static void choose_fixed(const Program& program,
                           const std::vector<std::pair<int, Varied>>& parameters,
                           std::vector<std::int64_t>& branch) {
    ProgramSeries values(program, 0);
    for (const auto& [slot, number] : parameters) values.slot(slot)[0] = number.value;
    for (std::size_t i = 0; i < branch.size(); ++i) {
      const Switch& sw = program.switches()[i];
      if (!sw.is_fixed) continue;
      values.evaluate(program, 0.0, branch.data());
      branch[i] = branch_from_values(program, sw, values.slot(sw.low)[0], values.slot(sw.high)[0],
                                     0.0, branch[i]);
    }
  }

  void add_updates(const Controller& controller) {
    auto& list = varied_.updates.emplace_back();
    for (const auto& [to, value, where] : controller.update)
      list.push_back(update_of(controller, *place_in_memory(controller, to), value));
  }

  VariedSystem::Update update_of(const Controller& controller, int to, const Expression& value) {
    VariedSystem::Update update;
    update.to = to;
    ProgramBuilder builder;
    std::map<std::string, int> parameters;
    std::map<int, PiecewiseCubic> tables;
    const auto input = [&](const LawSymbol& symbol) {
      const auto found =
          std::ranges::find(update.inputs, symbol, &VariedSystem::Update::Input::symbol);
      if (found != update.inputs.end()) return ProgramBuilder::Slot{found->slot};
      update.inputs.push_back({symbol, builder.input()});
      return ProgramBuilder::Slot{update.inputs.back().slot};
    };
    ProgramBuilder::Resolve resolve = [&](const std::string& name) -> ProgramBuilder::Meaning {
      if (const auto place = place_in_memory(controller, name))
        return input({LawSymbol::Kind::Memory, *place});
      LawSymbol symbol = symbols_.of(name);
      if (symbol.kind == LawSymbol::Kind::Parameter) {
        if (!slopes_.parameters().contains(name)) return values_.at(name);
        const auto [found, is_new] = parameters.try_emplace(name, 0);
        if (is_new) found->second = builder.parameter(values_.at(name));
        return ProgramBuilder::Slot{found->second};
      }
      if (symbol.kind == LawSymbol::Kind::Time) return ProgramBuilder::Slot{builder.time()};
      if (symbol.kind == LawSymbol::Kind::Signal) {
        const auto& signal = model_.signals[static_cast<std::size_t>(symbol.index)].value;
        if (const auto* expression = std::get_if<Expression>(&signal))
          return ProgramBuilder::Named{expression, -1};
        const auto place = tables.try_emplace(symbol.index, interpolate(std::get<Table>(signal)));
        return ProgramBuilder::Data{&place.first->second, -1};
      }
      if (symbol.kind == LawSymbol::Kind::State) symbol.index += varied_.system.first_state();
      return input(symbol);
    };
    update.value = builder.compile(value, resolve, -1, false);
    update.program = builder.take();
    update.parameters = parameters_at(parameters);
    return update;
  }

  const Model& model_;
  const LawSymbols& symbols_;
  const ParameterValues& values_;
  ParameterSlopes slopes_;
  Network network_;
  VariedSystem varied_;
};

}  // namespace

VariedSystem varied_system_of(const Model& model, const LawSymbols& symbols,
                              const ParameterValues& values, const SystemImpl& plain,
                              const std::vector<std::string>& names) {
  return VariedBuilder(model, symbols, values, names).build(plain);
}

}  // namespace luztar
