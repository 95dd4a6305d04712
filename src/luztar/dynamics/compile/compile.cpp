// From a Model to numbers.
#include "luztar/dynamics/compile/compile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/dynamics/compile/direct_formula.h"
#include "luztar/dynamics/compile/event_names.h"
#include "luztar/dynamics/compile/friction_laws.h"
#include "luztar/dynamics/compile/plain_numbers.h"
#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/series/controls.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/dynamics/structure/massless.h"
#include "luztar/dynamics/system/direct_laws.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/hashes.h"
#include "luztar/dynamics/system/normal_loads.h"
#include "luztar/dynamics/system/settings_of.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/dynamics/system/tables.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/model/shifts.h"
#include "luztar/model/states.h"
#include "luztar/network/network.h"
#include "luztar/network/symbols.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

class Compiler {
 public:
  Compiler(const Model& model, const LawSymbols& symbols, const ParameterValues& values,
           const ParameterSlopes* slopes = nullptr)
      : slopes_(slopes),
        model_(model),
        values_(values),
        network_(network_of(model, values_)),
        symbols_(symbols),
        first_state_(static_cast<int>(std::ranges::count(
            network_.elements, Law::Internal, [](const auto& element) { return element.law; }))) {}

  SystemImpl build() {
    system_.origin = {model_.title, values_};
    for (std::size_t s = 0; s < model_.signals.size(); ++s)
      if (const auto* table = std::get_if<Table>(&model_.signals[s].value))
        tables_.emplace(static_cast<int>(s), interpolate(*table));
    for (std::size_t b = 0; b < model_.bodies.size(); ++b)
      add_body(model_.bodies[b], network_.roles[b]);
    system_.has_massless = network_.has_massless();
    add_clocks();
    for (const NetworkElement& element : network_.elements) add(element);
    for (const auto& element : system_.elements) system_.event_names.push_back(element.name);
    for (const auto& signal : model_.signals) system_.event_names.push_back(signal.name);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b)
      add_motion(model_.bodies[b], system_.body_laws[b]);
    for (const StateVariable& state : model_.states) add(state);
    for (ControllerLaw& law : system_.sampling.controllers) add_values(law);
    for (DelayLaw& law : system_.sampling.delays) add_value(law);
    for (int i = 0; i < system_.arms.n_shifts(); ++i) add_constant();
    set_names_apart(system_.event_names, model_);
    system_.program = builder_.take();
    find_normal_loads(system_);
    collect_controls(system_);
    system_.settings = settings_of(model_.simulation, values_);
    find_massless_clusters(system_);
    set_fixed_strengths(system_);
    system_.hashes = {hash_of_parts(system_), hash_of_laws(system_)};
    return std::move(system_);
  }
  /// Slots of the parameters that change.
  const std::map<std::string, int>& parameters() const { return parameters_; }

 private:
  double number(const Expression& expression) const { return evaluate(expression, values_); }

  void add_body(const Body& body, BodyRole role) {
    const int b = system_.n_bodies();
    system_.bodies.push_back({body.name, 0.0, role == BodyRole::Prescribed});
    system_.body_laws.push_back({.role = role, .release = body.release});
    if (role == BodyRole::Massless) system_.body_laws.back().massless_cluster = b;
    set_numbers(system_, b, body, values_);
  }

  void add(const NetworkElement& element) {
    const int e = begin_element(element);
    add_law(element, e);
    set_numbers(system_, e, element, values_);
  }

  void add_law(const NetworkElement& element, int e) {
    switch (element.law) {
      case Law::Spring:
        return system_.smooth_laws(element.kind).push_back({});
      case Law::Internal:
        return add_internal(model_.frictions[element.index], e);
      case Law::Written:
        return add_written(element, e);
      case Law::Coulomb:
        return add_friction(model_.frictions[element.index], e);
      case Law::Freewheel:
        return system_.pairs.push_back(freewheel_law());
      case Law::Ratchet:
        return system_.pairs.push_back(ratchet_law(0.0));
      case Law::Link:
        return system_.pairs.push_back(link_law());
      case Law::Stop:
        return system_.pairs.push_back(stop_law(0.0, 0.0, 0.0));
    }
  }

  int begin_element(const NetworkElement& element) {
    ElementInfo info = info_of(element);
    std::vector<Term> row;
    for (std::size_t k = 0; k < info.bodies.size(); ++k)
      if (info.bodies[k] != kGround) row.push_back({info.bodies[k], 0.0});
    system_.arms.add(row);
    system_.elements.push_back(std::move(info));
    system_.laws.emplace_back();
    const int e = static_cast<int>(system_.elements.size()) - 1;
    if (element.deflection.formula) add_geometry(element, e);
    return e;
  }

  void add_geometry(const NetworkElement& element, int e) {
    const Deflection& deflection = element.deflection;
    ProgramBuilder::Turns turns;
    const auto slot = [&](const auto& x) {
      return builder_.compile(x, resolver(-1), e, turns);
    };
    const auto formula = [&](const auto& x) {
      return direct(x, nullptr, turns);
    };
    Geometry geometry = made_of(e, deflection, slot, formula);
    geometry.rate_slot = slot(deflection_sum(model_, deflection, "v"));
    if (std::ranges::find(model_.shifts, element.name) != model_.shifts.end())
      geometry.shift = first_state_ + symbols_.of(shift_name(element.name)).index;
    inputs_[{ProgramInput::Kind::Deflection, e, 0}] = geometry.deflection_slot;
    inputs_[{ProgramInput::Kind::Rate, e, 0}] = geometry.rate_slot;
    system_.arms.add(std::move(geometry));
  }

  void add_written(const NetworkElement& element, int e) {
    system_.laws[e].formula = direct(*element.written);
    const int slot = builder_.compile(*element.written, resolver(e), e, false);
    if (element.kind == PartKind::Force) return system_.force_slots.push_back(slot);
    system_.smooth_laws(element.kind).push_back({.force_slot = slot});
  }

  Friction laws_in_numbers(const Friction& friction) const {
    return in_numbers(friction, [this](const Expression& e) { return number(e); });
  }
  /// In numbers, but for what changes.
  Friction laws_in_parts(const Friction& friction) const {
    return in_parts(friction, [this](const Expression& e) { return part(e); });
  }
  Expression part(const Expression& e) const {
    return slopes_ != nullptr && slopes_->concerns(e) ? e : Expression::number(number(e));
  }

  /// A friction with a state of its own: its force is smooth.
  void add_internal(const Friction& friction, int e) {
    const int internal = system_.n_internals();
    system_.elements[e].internal = internal;
    const Friction numbers = laws_in_numbers(friction);
    const StateSlots slots =
        compile_state(builder_, laws_in_parts(friction), input(ProgramInput::Kind::Rate, e),
                      input(ProgramInput::Kind::Internal, internal),
                      input(ProgramInput::Kind::InternalRate, internal), e, resolver(-1));
    system_.smooth_laws(PartKind::Friction).push_back({.force_slot = slots.force});
    const double stiffness = stateful_law(numbers).stiffness.number();
    system_.internals.push_back({e, stiffness, slots.rate, slots.settled});
    system_.laws[e].friction = std::make_shared<const Friction>(numbers);
  }

  void add_friction(const Friction& friction, int e) {
    PairLaw law;
    if (!has_constant_levels(friction)) add_levels(friction, e, law);
    system_.pairs.push_back(law);
  }

  void add_levels(const Friction& friction, int e, PairLaw& law) {
    Friction numbers = parts_with_normal(friction, values_, [this](const Expression& own) {
      return Expression::number(number(own));
    });
    const Friction parts =
        parts_with_normal(friction, values_, [this](const Expression& own) { return part(own); });
    if (friction.normal && !has_constant_normal(friction, values_)) {
      system_.laws[e].formula = direct(*friction.normal);
      law.normal_slot = builder_.compile(*friction.normal, resolver(-1), e, false);
    }
    set_levels(law, numbers, values_);
    compile_levels(numbers, parts, e, law);
    if (!is_constant(numbers))
      system_.laws[e].friction = std::make_shared<const Friction>(std::move(numbers));
  }

  void compile_levels(const Friction& numbers, const Friction& parts, int e, PairLaw& law) {
    const bool alike =
        same_law(numbers.backward, numbers.forward,
                 [](const Expression& a, const Expression& b) { return a.number() == b.number(); });
    for (std::size_t side = 0; side < 2; ++side) {
      const Friction::Law& own = side == 1 ? parts.forward : parts.backward;
      const bool constant = is_constant(own);
      if (constant && law.normal_slot < 0) continue;
      const int direction = alike ? 0 : side == 1 ? 1 : -1;
      const int speed =
          constant ? -1 : input(ProgramInput::Kind::Speed, system_.n_pairs(), direction);
      law.level_slot[side] = alike && side == 1 ? law.level_slot[0]
                                                : compile_level(builder_, own, speed,
                                                                law.normal_slot, e, resolver(-1));
    }
  }

  void add_motion(const Body& body, BodyLaw& law) {
    if (!body.motion) return;
    const int owner = static_cast<int>(system_.event_names.size());
    system_.event_names.push_back(body.name);
    law.motion = direct(*body.motion);
    law.motion_slot = builder_.compile(*body.motion, resolver(-1), owner, true);
  }

  void add(const StateVariable& state) {
    const int owner = static_cast<int>(system_.event_names.size());
    system_.event_names.push_back(state.name);
    system_.states.push_back({state.name, state.unit});
    system_.internals.push_back(
        {.rate_slot = builder_.compile(state.rate, resolver(-1), owner, false),
         .start = number(state.start),
         .rate = direct(state.rate)});
    for (const StateVariable::Jump& jump : state.jumps) {
      const auto [margin, or_equal] = margin_of(jump);
      const int condition = builder_.condition(margin, or_equal, resolver(-1), owner);
      system_.internals.back().jumps.push_back({condition, direct(margin), direct(jump.to)});
    }
  }

  /// Before all else: what is held stands in for slots, and pieces follow their clocks.
  void add_clocks() {
    std::size_t owner = network_.elements.size() + model_.signals.size() + model_.states.size();
    for (const Body& body : model_.bodies) owner += body.motion ? 1 : 0;
    const int output = first_state_ + static_cast<int>(model_.states.size());
    system_.sampling =
        sampling_of(model_.controllers, values_, static_cast<int>(owner), output, builder_);
    owner += model_.controllers.size();
    for (const Delay& delay : model_.delays)
      system_.sampling.delays.push_back(
          begun_delay(delay, values_, static_cast<int>(owner++), builder_));
  }

  void add_values(ControllerLaw& law) {
    const Controller& controller = model_.controllers[&law - system_.sampling.controllers.data()];
    LUZTAR_ASSERT(law.owner == static_cast<int>(system_.event_names.size()));
    system_.event_names.push_back(controller.name);
    const int rate = builder_.compile(Expression(), resolver(-1), -1, false);
    for (const Controller::Memory& item : controller.memory) {
      system_.states.push_back({controller.name + "." + item.name, ""});
      system_.internals.push_back(
          {.rate_slot = rate, .start = number(item.start), .rate = direct(Expression())});
    }
    for (const auto& [to, value, where] : controller.update)
      law.update.push_back({*place_in_memory(controller, to), direct(value, &controller)});
  }

  void add_value(DelayLaw& law) {
    const Delay& delay = model_.delays[static_cast<std::size_t>(&law - system_.delays().data())];
    system_.event_names.push_back(delay.text);
    law.slot = builder_.compile(delay.argument, resolver(-1), law.owner, false);
    law.formula = direct(delay.argument);
    add_constant();
  }

  /// An internal without a law of its own, 0 at the start.
  void add_constant() {
    const int rate = builder_.compile(Expression(), resolver(-1), -1, false);
    system_.internals.push_back({.rate_slot = rate, .rate = direct(Expression())});
  }

  /// A slot fed with a coordinate, a deflection, a rate or a load.
  int input(ProgramInput::Kind kind, int index, int side = 0) {
    const auto [found, is_new] = inputs_.try_emplace({kind, index, side}, 0);
    if (is_new) {
      found->second = builder_.input(kind != ProgramInput::Kind::Speed);
      system_.inputs.push_back({kind, index, found->second, side});
    }
    return found->second;
  }

  ProgramBuilder::Resolve resolver(int element) {
    return [this, element](const std::string& name) -> ProgramBuilder::Meaning {
      using Kind = LawSymbol::Kind;
      using Slot = ProgramBuilder::Slot;
      const LawSymbol symbol = symbols_.of(name);
      switch (symbol.kind) {
        case Kind::Time:
          return Slot{builder_.time()};
        case Kind::Position:
          return Slot{input(ProgramInput::Kind::Position, symbol.index)};
        case Kind::Velocity:
          return Slot{input(ProgramInput::Kind::Velocity, symbol.index)};
        case Kind::State:
          return Slot{slot_of_state(symbol.index)};
        case Kind::Deflection:
          return Slot{input(ProgramInput::Kind::Deflection, element)};
        case Kind::Rate:
          return Slot{input(ProgramInput::Kind::Rate, element)};
        case Kind::Signal:
          return signal_meaning(symbol.index);
        case Kind::Load:
          return Slot{input(ProgramInput::Kind::Load, network_.place_of_loading(symbol.index),
                            symbol.side)};
        case Kind::Parameter:
        case Kind::Memory:
        case Kind::Turns:
          break;
      }
      return meaning_of_parameter(name);
    };
  }

  ProgramBuilder::Meaning meaning_of_parameter(const std::string& name) {
    const double value = values_.at(name);
    if (slopes_ == nullptr || !slopes_->parameters().contains(name)) return value;
    const auto [found, is_new] = parameters_.try_emplace(name, 0);
    if (is_new) found->second = builder_.parameter(value);
    return ProgramBuilder::Slot{found->second};
  }

  /// @param index  among states of the file, what controllers hold, delays
  int slot_of_state(int index) {
    const int output = index - static_cast<int>(model_.states.size());
    if (output >= 0 && output < system_.sampling.n_outputs)
      return system_.sampling.outputs[static_cast<std::size_t>(output)].slot;
    return input(ProgramInput::Kind::Internal, first_state_ + index);
  }

  ProgramBuilder::Meaning signal_meaning(int signal) {
    const int owner = static_cast<int>(network_.elements.size()) + signal;
    if (const auto found = tables_.find(signal); found != tables_.end())
      return ProgramBuilder::Data{&found->second, owner};
    return ProgramBuilder::Named{&expression_of(signal), owner};
  }

  const Expression& expression_of(int signal) const {
    return std::get<Expression>(model_.signals[static_cast<std::size_t>(signal)].value);
  }

  /// The same expression for proofs, and for samples. @param own  the controller, if any
  /// @param turns  of a deflection: what counts the half turns of its angles
  DirectFormula direct(const Expression& expression, const Controller* own = nullptr,
                       const ProgramBuilder::Turns& turns = {}) const {
    return direct_formula(expression, {model_, symbols_, values_, network_, tables_, first_state_},
                          own, turns);
  }

  const ParameterSlopes* slopes_;          ///< null: all parameters are numbers
  std::map<std::string, int> parameters_;  ///< slots of those that change
  const Model& model_;
  const ParameterValues& values_;
  Network network_;
  const LawSymbols& symbols_;
  int first_state_;  ///< of internals
  SystemImpl system_;
  ProgramBuilder builder_;
  std::map<std::tuple<ProgramInput::Kind, int, int>, int> inputs_;  ///< slots
  std::map<int, PiecewiseCubic> tables_;                            ///< by signal
};

}  // namespace

SystemImpl system_of(const Model& model, const LawSymbols& symbols, const ParameterValues& values) {
  return Compiler(model, symbols, values).build();
}

SystemImpl system_of(const Model& model, const LawSymbols& symbols, const ParameterValues& values,
                     const ParameterSlopes& slopes, std::map<std::string, int>& slots) {
  Compiler compiler(model, symbols, values, &slopes);
  SystemImpl system = compiler.build();
  slots = compiler.parameters();
  return system;
}

}  // namespace luztar
