// From a Model to numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "luztar/dynamics/check_stepping.h"
#include "luztar/dynamics/check_system.h"
#include "luztar/dynamics/controls.h"
#include "luztar/dynamics/direct_laws.h"
#include "luztar/dynamics/friction_laws.h"
#include "luztar/dynamics/hashes.h"
#include "luztar/dynamics/massless_clusters.h"
#include "luztar/dynamics/system.h"
#include "luztar/dynamics/system_impl.h"
#include "luztar/dynamics/tables.h"
#include "luztar/model/check.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"

namespace luztar {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Compiler {
 public:
  Compiler(const Model& model, ParameterValues values)
      : model_(model), values_(std::move(values)) {}

  SystemImpl build() {
    system_.title = model_.title;
    system_.parameters = values_;
    index_names();
    for (const Body& body : model_.bodies) add_body(body);
    for (const Spring& spring : model_.springs) add_spring(spring);
    for (const Damper& damper : model_.dampers) add_damper(damper);
    for (const Friction& friction : model_.frictions)
      if (friction.bristles) add_bristles(friction);
    for (const Friction& friction : model_.frictions)
      if (!friction.bristles) add_friction(friction);
    for (const Freewheel& freewheel : model_.freewheels) add_freewheel(freewheel);
    for (const Link& link : model_.links) add_link(link);
    for (const Stop& stop : model_.stops) add_stop(stop);
    for (const Force& force : model_.forces) add_force(force);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) add_motion(static_cast<int>(b));
    system_.program = builder_.take();
    collect_controls(system_);
    name_events();
    write_settings();
    find_massless_clusters(system_);
    system_.parts_hash = hash_of_parts(system_);
    system_.laws_hash = hash_of_laws(system_);
    return std::move(system_);
  }

 private:
  double number(const Expression& expression) const { return evaluate(expression, values_); }

  /// Event names: elements, signals, bodies with a motion.
  void index_names() {
    const auto& m = model_;
    const std::size_t n_elements = number_of_elements(m);
    for (std::size_t s = 0; s < m.signals.size(); ++s)
      signals_[m.signals[s].name] = {static_cast<int>(n_elements + s), s};
    for (const Signal& signal : m.signals)
      if (const auto* table = std::get_if<Table>(&signal.value))
        tables_.emplace(signal.name, interpolate(*table));
    for (std::size_t b = 0; b < m.bodies.size(); ++b)
      bodies_[m.bodies[b].name] = static_cast<int>(b);
  }

  void add_body(const Body& body) {
    const double mass = body.mass ? number(*body.mass) : 0.0;
    system_.bodies.push_back({body.name, mass, body.motion.has_value()});
    const bool massless = body.mass && mass == 0.0;
    system_.has_massless = system_.has_massless || massless;
    BodyLaw law;
    if (body.mass && !massless && std::isfinite(mass)) law.inverse_mass = 1.0 / mass;
    if (massless) law.massless_cluster = static_cast<int>(system_.body_laws.size());
    if (!body.motion) {
      law.position = number(body.position);
      law.velocity = number(body.velocity);
    }
    system_.body_laws.push_back(std::move(law));
  }

  int begin_element(const std::string& name, PartKind kind, const Deflection& deflection) {
    ElementInfo info;
    info.name = name;
    info.kind = kind;
    info.has_modes = kind == PartKind::Friction;
    std::vector<Term> row;
    for (const auto& term : deflection.terms) {
      const double coefficient = number(term.coefficient);
      info.bodies.push_back(term.body);
      info.coefficients.push_back(coefficient);
      if (term.body != kGround) row.push_back({term.body, coefficient});
    }
    system_.arms.add(row);
    system_.elements.push_back(std::move(info));
    system_.laws.emplace_back();
    return static_cast<int>(system_.elements.size()) - 1;
  }

  void add_spring(const Spring& spring) {
    const int e = begin_element(spring.name, PartKind::Spring, spring.deflection);
    SpringLaw law;
    if (spring.force) {
      law.force_slot = compile_law(*spring.force, e);
    } else {
      law = {.stiffness = number(spring.stiffness),
             .lower = number(spring.lower),
             .upper = number(spring.upper),
             .rest = number(spring.rest),
             .damping = number(spring.damping),
             .has_gap = spring.has_gap};
    }
    auto& info = system_.elements[e];
    info.has_modes = law.has_gap;
    info.lower = law.lower;
    info.upper = law.upper;
    info.rest = law.rest;
    system_.springs.push_back(law);
  }

  void add_damper(const Damper& damper) {
    const int e = begin_element(damper.name, PartKind::Damper, damper.deflection);
    DamperLaw law;
    if (damper.force) {
      law.force_slot = compile_law(*damper.force, e);
    } else {
      law.damping = number(damper.damping);
    }
    system_.dampers.push_back(law);
  }

  /// Dahl and LuGre: a damper with a state of its own.
  void add_bristles(const Friction& friction) {
    const int e = begin_element(friction.name, PartKind::Friction, friction.deflection);
    const int internal = system_.n_internals();
    system_.elements[e].has_modes = false;
    system_.elements[e].internal = internal;
    const auto value = [this](const Expression& expression) {
      return number(expression);
    };
    const BristleSlots slots = compile_bristles(
        builder_, *friction.bristles, level_numbers(friction.forward, value), value,
        input(ProgramInput::Kind::Rate, e), input(ProgramInput::Kind::Internal, internal),
        input(ProgramInput::Kind::InternalRate, internal), e);
    DamperLaw law;
    law.force_slot = slots.force;
    system_.dampers.push_back(law);
    system_.internals.push_back({e, number(friction.bristles->sigma0), slots.rate, slots.settled});
    system_.laws[e].bristles = std::make_shared<const DirectLaw::Bristles>(
        DirectLaw::Bristles{friction.bristles->kind, number(friction.bristles->sigma0),
                            number(friction.bristles->sigma1), number(friction.bristles->exponent),
                            level_numbers(friction.forward, value)});
  }

  void add_friction(const Friction& friction) {
    const int e = begin_element(friction.name, PartKind::Friction, friction.deflection);
    const auto value = [this](const Expression& expression) {
      return number(expression);
    };
    std::array<LevelNumbers, 2> sides = {level_numbers(friction.backward, value),
                                         level_numbers(friction.forward, value)};
    PairLaw law;
    if (friction.normal) law.normal_slot = compile_normal(*friction.normal, e, sides);
    const bool alike = sides[0] == sides[1];
    for (std::size_t side = 0; side < 2; ++side) {
      const LevelNumbers& numbers = sides[side];
      law.kinetic[side] = numbers.first_level();
      law.breakaway[side] = numbers.breakaway;
      if (!numbers.hysteresis) law.viscous[side] = numbers.viscous;
      const bool constant = is_constant(side == 1 ? friction.forward : friction.backward);
      if (constant && law.normal_slot < 0) continue;
      const int direction = alike ? 0 : side == 1 ? 1 : -1;
      const int speed = constant ? -1 : speed_of_next_pair(direction);
      law.level_slot[side] = alike && side == 1
                                 ? law.level_slot[0]
                                 : compile_level(builder_, numbers, speed, law.normal_slot, e);
    }
    system_.pairs.push_back(law);
    if (!is_constant(friction))
      system_.laws[e].levels = std::make_shared<const DirectLaw::Levels>(sides);
  }

  /// Slot of the normal force; -1 if it never changes: then it becomes a factor of the numbers.
  int compile_normal(const Expression& normal, int element, std::array<LevelNumbers, 2>& sides) {
    const auto constant = value_of(normal, values_);
    if (constant && *constant >= 0.0 && std::isfinite(*constant)) {
      for (LevelNumbers& side : sides) side.press(*constant);
      return -1;
    }
    system_.laws[element].formula = direct(normal, -1);
    return builder_.compile(normal, resolver(-1), element, false);
  }

  /// A slot fed with the speed of the pair that is being added.
  int speed_of_next_pair(int side) {
    return input(ProgramInput::Kind::Speed, system_.n_pairs(), side);
  }

  void add_freewheel(const Freewheel& freewheel) {
    const int e = begin_element(freewheel.name, PartKind::Freewheel, freewheel.deflection);
    system_.elements[e].has_modes = true;
    PairLaw law;
    law.kind = PairLaw::Kind::Freewheel;
    law.kinetic = law.breakaway = {kInfinity, 0.0};
    system_.pairs.push_back(law);
  }

  void add_link(const Link& link) {
    begin_element(link.name, PartKind::Link, link.deflection);
    PairLaw law;
    law.kind = PairLaw::Kind::Link;
    law.breakaway = {kInfinity, kInfinity};
    system_.pairs.push_back(law);
  }

  void add_stop(const Stop& stop) {
    const int e = begin_element(stop.name, PartKind::Stop, stop.deflection);
    PairLaw law;
    law.kind = PairLaw::Kind::Stop;
    law.lower = number(stop.lower);
    law.upper = number(stop.upper);
    law.restitution = number(stop.restitution);
    auto& info = system_.elements[e];
    info.lower = law.lower;
    info.upper = law.upper;
    info.has_modes = law.lower < law.upper;
    if (!info.has_modes) {  // no room: it is a link
      law.kind = PairLaw::Kind::Link;
      law.breakaway = {kInfinity, kInfinity};
    }
    system_.pairs.push_back(law);
  }

  void add_force(const Force& force) {
    const int e = begin_element(force.name, PartKind::Force, force.deflection);
    system_.force_slots.push_back(compile_law(force.value, e));
  }

  void add_motion(int body) {
    const auto& motion = model_.bodies[static_cast<std::size_t>(body)].motion;
    if (!motion) return;
    const int owner =
        static_cast<int>(system_.elements.size() + model_.signals.size()) + motions_++;
    motion_names_.push_back(model_.bodies[static_cast<std::size_t>(body)].name);
    system_.body_laws[body].motion = direct(*motion, -1);
    system_.body_laws[body].motion_slot = builder_.compile(*motion, resolver(-1), owner, true);
  }

  int compile_law(const Expression& law, int element) {
    system_.laws[element].formula = direct(law, element);
    return builder_.compile(law, resolver(element), element, false);
  }

  /// A slot fed with a coordinate, a deflection or a rate.
  int input(ProgramInput::Kind kind, int index, int side = 0) {
    const auto [known, is_new] = inputs_.try_emplace({kind, index, side}, 0);
    if (is_new) {
      known->second = builder_.input();
      system_.inputs.push_back({kind, index, known->second, side});
    }
    return known->second;
  }

  ProgramBuilder::Resolve resolver(int element) {
    return [this, element](const std::string& name) -> ProgramBuilder::Meaning {
      using Kind = ProgramInput::Kind;
      using Slot = ProgramBuilder::Slot;
      if (name == "t") return Slot{builder_.time()};
      if (element >= 0 && name == "d") return Slot{input(Kind::Deflection, element)};
      if (element >= 0 && name == "v") return Slot{input(Kind::Rate, element)};
      if (name.starts_with("q.") && bodies_.contains(name.substr(2)))
        return Slot{input(Kind::Position, bodies_.at(name.substr(2)))};
      if (name.starts_with("v.") && bodies_.contains(name.substr(2)))
        return Slot{input(Kind::Velocity, bodies_.at(name.substr(2)))};
      if (name == "q.ground" || name == "v.ground") return 0.0;
      if (const auto found = signals_.find(name); found != signals_.end())
        return signal_meaning(name, found->second.first, found->second.second);
      return values_.at(name);
    };
  }

  ProgramBuilder::Meaning signal_meaning(const std::string& name, int owner, std::size_t index) {
    if (const auto found = tables_.find(name); found != tables_.end())
      return ProgramBuilder::Data{&found->second, owner};
    return ProgramBuilder::Named{&std::get<Expression>(model_.signals[index].value), owner};
  }

  /// The same expression for proofs.
  DirectFormula direct(const Expression& expression, int element) const {
    DirectFormula formula;
    formula.function = std::make_shared<const DirectFunction>(
        expression,
        [&](const std::string& name) { return direct_meaning(name, element, formula); });
    return formula;
  }

  DirectFunction::Meaning direct_meaning(const std::string& name, int element,
                                         DirectFormula& formula) const {
    using Kind = DirectFormula::Variable::Kind;
    const auto variable = [&formula](Kind kind, int body = -1) {
      auto& known = formula.variables;
      const auto same = [&](const DirectFormula::Variable& v) {
        return v.kind == kind && v.body == body;
      };
      const auto found = std::find_if(known.begin(), known.end(), same);
      const auto index = static_cast<int>(found - known.begin());
      if (found == known.end()) known.push_back({kind, body});
      return DirectFunction::Variable{index};
    };
    if (name == "t") return variable(Kind::Time);
    if (element >= 0 && name == "d") return variable(Kind::Deflection);
    if (element >= 0 && name == "v") return variable(Kind::Rate);
    if (name.starts_with("q.") && bodies_.contains(name.substr(2)))
      return variable(Kind::Position, bodies_.at(name.substr(2)));
    if (name.starts_with("v.") && bodies_.contains(name.substr(2)))
      return variable(Kind::Velocity, bodies_.at(name.substr(2)));
    if (name == "q.ground" || name == "v.ground") return 0.0;
    if (const auto data = tables_.find(name); data != tables_.end())
      return DirectFunction::Data{&data->second, variable(Kind::Time).index};
    if (const auto found = signals_.find(name); found != signals_.end())
      return &std::get<Expression>(model_.signals[found->second.second].value);
    return values_.at(name);
  }

  void name_events() {
    for (const auto& element : system_.elements) system_.event_names.push_back(element.name);
    for (const auto& signal : model_.signals) system_.event_names.push_back(signal.name);
    for (const auto& name : motion_names_) system_.event_names.push_back(name);
  }

  void write_settings() {
    const SimulationTable& table = model_.simulation;
    SimulationSettings& settings = system_.settings;
    settings.start = number(table.start);
    settings.duration = number(table.duration);
    if (table.samples) settings.samples = static_cast<std::int64_t>(number(*table.samples));
    if (table.interval) settings.interval = number(*table.interval);
    if (table.tolerance) settings.tolerance = number(*table.tolerance);
    if (table.max_events)
      settings.max_events = static_cast<std::int64_t>(number(*table.max_events));
    settings.method = table.method;
    settings.adaptive = table.adaptive;
    if (table.step) settings.step = number(*table.step);
    if (table.method == Method::Stepping && !table.tolerance) settings.tolerance = 1e-6;
  }

  const Model& model_;
  ParameterValues values_;
  SystemImpl system_;
  ProgramBuilder builder_;
  std::map<std::string, int> bodies_;
  std::map<std::tuple<ProgramInput::Kind, int, int>, int> inputs_;  ///< slots
  std::map<std::string, std::pair<int, std::size_t>> signals_;
  std::map<std::string, PiecewiseCubic> tables_;
  std::vector<std::string> motion_names_;
  int motions_{};
};

}  // namespace

System compile(const Model& model, const ParameterValues& overrides, StartOfFile start) {
  validate(model, overrides);
  System system;
  system.impl_ = std::make_shared<const SystemImpl>(
      Compiler(model, evaluate_parameters(model, overrides)).build());
  if (!model.freewheels.empty())
    check_freewheels(model, *system.impl_, unchecked_state(system), start);
  if (!model.links.empty()) check_links(model, *system.impl_, unchecked_state(system), start);
  if (!model.stops.empty()) check_stops(model, *system.impl_, unchecked_state(system), start);
  if (system.impl_->settings.method == Method::Stepping) check_steps(model, *system.impl_);
  if (system.impl_->has_massless) check_massless(model, *system.impl_, unchecked_state(system));
  return system;
}

const std::string& System::title() const { return impl_->title; }
const std::vector<BodyInfo>& System::bodies() const { return impl_->bodies.list(); }
const std::vector<ElementInfo>& System::elements() const { return impl_->elements.list(); }
const std::vector<std::string>& System::event_names() const { return impl_->event_names; }
const SimulationSettings& System::settings() const { return impl_->settings; }
const ParameterValues& System::parameters() const { return impl_->parameters; }

}  // namespace luztar
