#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "luztar/core/habits.h"
#include "luztar/model/check.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/link_loads.h"
#include "luztar/symbolic/functions.h"

namespace luztar {
namespace {

constexpr const char* kDefine = "define it under [parameters]";
constexpr std::size_t kManyMistakes = 100;  // beyond, suggestions cost more than they help

class SymbolCheck {
 public:
  SymbolCheck(Place place, const Names& names, const SourceLocation& fallback, Diagnostics& out,
              const Controller* own, bool in_normal = false)
      : place_(place),
        names_(names),
        fallback_(fallback),
        mistakes_(out),
        own_(own),
        in_normal_(in_normal) {}

  void check(const Expression& symbol) {
    const std::string& name = symbol.symbol();
    where_ = known_place(symbol.where(), fallback_);
    const std::size_t dot = name.find('.');
    if (name == kUnread) return;
    if (dot != std::string::npos) return check_coordinate(name, dot);
    if (is_own(name)) return;
    if (name == "t") return check_time();
    if (name == "d" || name == "v") return check_deflection(name);
    if (name == "inf")
      return report("'inf' is no number here",
                    "only a mass, and an edge of a gap, may be \"inf\", written alone");
    const Names::Entry* word = names_.find(name, NameSpace::Formula);
    if (word == nullptr) return check_other(name);
    if (word->kind == NameKind::Signal) return check_signal(name);
    if (word->kind == NameKind::Table)
      report("'" + name + "' is a table", "write its argument: " + name + "(...)");
  }
  /// Of an arm or a deflection: states that jump too, see check_shifts().
  void check_of_arm(const Expression& symbol) {
    if (!symbol.symbol().starts_with("x.")) return check(symbol);
    where_ = known_place(symbol.where(), fallback_);
    check_named_state(symbol.symbol().substr(2));
  }

 private:
  void report(std::string what, std::string advice) {
    mistakes_.push_back({where_, std::move(what), std::move(advice)});
  }

  /// A name that does not stand alone: what it is, and how that is read.
  void check_other(const std::string& name) {
    struct Way {
      NameKind kind;
      std::string read, advice;
    };
    const Way ways[] = {
        {NameKind::State, "x." + name, "its value is x." + name},
        {NameKind::Controller, "x." + name + ".NAME",
         "what it holds is x." + name + ".NAME, with a name of its memory"},
        {NameKind::Body, "q." + name,
         "its position is q." + name + ", its velocity v." + name +
             "; both only in [forces] and `normal`"},
        {NameKind::Element, "f." + name,
         "its force is f." + name + "; only in [forces], `normal`, rates and updates"}};
    std::vector<const Way*> fit;
    for (const Way& way : ways)
      if (names_.has(name, way.kind)) fit.push_back(&way);
    if (fit.empty()) return report_unknown(name);
    if (fit.size() == 1) return report(names_.what_is(name), fit.front()->advice);
    std::string reads;
    for (const Way* way : fit)
      reads += (reads.empty() ? "write " : way == fit.back() ? " or " : ", ") + way->read;
    report(names_.what_is(name), reads);
  }

  /// Only where bodies are.
  bool is_geometry() const { return place_ == Place::Geometry; }
  void refuse_in_deflection(const std::string& name) {
    report("'" + name.substr(0, 60) + "' is not allowed here: a deflection follows from positions",
           "write it with q.BODY; what moves with time is a body with a `motion`");
  }

  bool reads_coordinates() const { return place_ == Place::Feedback || place_ == Place::Sampled; }

  bool is_own(const std::string& name) const {
    return own_ != nullptr && place_in_memory(*own_, name).has_value();
  }

  void check_time() {
    if (is_geometry()) return refuse_in_deflection("t");
    if (place_ != Place::Constant) return;
    report("'t' is not allowed here: this value is a constant",
           "time belongs in motion, forces, force laws, `normal`, signals, the rates of states and "
           "the updates of controllers");
  }

  void check_signal(const std::string& name) {
    if (is_geometry()) return refuse_in_deflection(name);
    if (place_ != Place::Constant) return;
    report("the signal '" + name + "' is not allowed here: this value is a constant",
           "signals belong in motion, forces, force laws, `normal`, the rates of states and the "
           "updates of controllers");
  }

  void check_deflection(const std::string& name) {
    if (place_ == Place::Law) return;
    if (is_geometry()) return refuse_in_deflection(name);
    report("'" + name + "' is not allowed here",
           reads_coordinates() ? "write q.BODY or v.BODY"
                               : "d and v belong in the `force` of a spring or damper");
  }

  void check_coordinate(const std::string& name, std::size_t dot) {
    const std::string prefix = name.substr(0, dot);
    const std::string body = name.substr(dot + 1);
    const bool is_known = prefix == "x" || prefix == "v" || prefix == "f";
    if (names_.has(prefix, NameKind::Body) && prefix.size() > 1)
      return report("'" + name.substr(0, 60) + "' begins with the body's name",
                    "write q." + prefix + " for its position, v." + prefix + " for its velocity");
    if (is_geometry() && is_known) return refuse_in_deflection(name);
    if (prefix == "x") return check_state(body);
    if (prefix != "q" && prefix != "v" && prefix != "f") {
      const std::string habit(habit_of(prefix, "prefixes"));
      return report("'" + prefix.substr(0, 60) + ".' has no meaning",
                    !habit.empty() ? habit
                                   : "write q.BODY for a position, v.BODY for a velocity, x.STATE "
                                     "for a state or f.ELEMENT for a force");
    }
    if (!reads_coordinates() && !is_geometry()) {
      return report("'" + name.substr(0, 60) + "' is not allowed here",
                    "q.BODY, v.BODY and f.ELEMENT belong in the `value` of [forces], in `normal`, "
                    "in the rates of states and in the updates of controllers");
    }
    if (prefix == "f") return check_force(body);
    if (names_.has(body, NameKind::Body)) return;
    if (body == "ground") return report("'ground' does not move", "leave '" + name + "' out");
    report("no body '" + body.substr(0, 60) + "'",
           suggestion(body, {NameKind::Body}, "add it under [bodies]"));
  }

  /// Only what follows from positions, velocities, states and time has a value.
  void check_force(const std::string& name) {
    const Names::Entry* entry = names_.find(name, NameSpace::Elements);
    if (entry == nullptr)
      return report("no element '" + name.substr(0, 60) + "'",
                    suggestion(name, {NameKind::Element}, "add it under [springs]"));
    const PartKind part = entry->part;
    if (part == PartKind::Spring || part == PartKind::Damper || part == PartKind::Force) return;
    if (may_load(part) && in_normal_) return;  // check_loads()
    report("'f." + name + "' is the force of a " + word_of(part) +
               ", which is what the motion needs: it has no law to be read from",
           may_load(part)
               ? "only `normal` of a friction reads it, as abs(f." + name + ") or max(f." + name +
                     ", 0)"
               : "read that of a spring, a damper, an action of [forces] or, in `normal`, of a "
                 "link or a stop");
  }

  void check_state(const std::string& name) {
    if (place_ == Place::Constant || place_ == Place::Time) {
      return report("'x." + name.substr(0, 60) + "' is not allowed here",
                    "states belong in forces, force laws, `normal`, the rates of states and the "
                    "updates of controllers");
    }
    check_named_state(name);
  }

  void check_named_state(const std::string& name) {
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos) return check_output(name, name.substr(0, dot));
    if (names_.has(name, NameKind::State)) return;
    if (names_.has(name, NameKind::Controller))
      return report("'" + name.substr(0, 60) + "' is a controller",
                    "what it holds is x." + name + ".NAME, with a name of its memory");
    report("no state '" + name.substr(0, 60) + "'",
           suggestion(name, {NameKind::State}, "add it under [states]"));
  }

  void check_output(const std::string& name, const std::string& controller) {
    const auto& outputs = names_.outputs();
    if (std::find(outputs.begin(), outputs.end(), name) != outputs.end()) return;
    if (!names_.has(controller, NameKind::Controller))
      return report("no controller '" + controller.substr(0, 60) + "'",
                    suggestion(controller, {NameKind::Controller}, "add it under [controllers]"));
    std::vector<std::string> own;
    for (const std::string& other : outputs)
      if (other.starts_with(controller + ".")) own.push_back(other);
    if (own.empty()) return;  // it has no memory at all, which is told
    report(
        "no '" + name.substr(controller.size() + 1, 60) + "' in the memory of '" + controller + "'",
        suggest(name, own, "add it to its memory"));
  }

  void report_unknown(const std::string& name) {
    const bool constant = place_ == Place::Constant;
    if (own_ != nullptr && own_->memory.empty()) return;  // which is told
    const std::string habit = habit_of_symbol(name);
    if (!habit.empty()) return report("no name '" + name + "'", habit);
    if (own_ != nullptr) {
      std::vector<std::string> known = names_.of({NameKind::Parameter, NameKind::Signal});
      for (const Controller::Memory& item : own_->memory) known.push_back(item.name);
      return report("no parameter, signal or value in memory '" + name.substr(0, 60) + "'",
                    suggest(name, known, "add it to the memory of '" + own_->name + "'"));
    }
    const std::string advice =
        constant ? suggestion(name, {NameKind::Parameter}, kDefine)
                 : suggestion(name, {NameKind::Parameter, NameKind::Signal}, kDefine);
    report((constant ? "no parameter '" : "no parameter or signal '") + name.substr(0, 60) + "'",
           advice);
  }

  /// v_block for v.block, and words of other programs.
  std::string habit_of_symbol(const std::string& name) const {
    const bool with_prefix = name.size() > 2 && name[1] == '_';
    const std::string prefix = name.substr(0, 1), owner = with_prefix ? name.substr(2) : "";
    if (with_prefix && (prefix == "q" || prefix == "v" || prefix == "x" || prefix == "f")) {
      const bool body = names_.has(owner, NameKind::Body);
      const bool element = names_.has(owner, NameKind::Element);
      if (body && prefix != "v" && !(element && prefix == "f")) return "write q." + owner;
      if (body || element) return "write " + prefix + "." + owner;
    }
    return habit_advice(name, "symbols");
  }

  /// What a name is that is not one of these; else a name that may have been meant.
  // Quadratic if every one of many symbols is wrong, so only the first mistakes get one.
  std::string suggestion(const std::string& name, std::initializer_list<NameKind> kinds,
                         const std::string& otherwise) const {
    if (std::string other = names_.what_is(name); !other.empty()) return other;
    const bool many_names = names_.entries().size() > 10'000;  // instances of one template mostly
    if (mistakes_.size() >= (many_names ? 3 : kManyMistakes)) return otherwise;
    return suggest(name, names_.of(kinds), otherwise);
  }

  Place place_;
  const Names& names_;
  const SourceLocation& fallback_;
  Diagnostics& mistakes_;
  const Controller* own_;
  bool in_normal_;
  SourceLocation where_{};
};

template <class Item>
void check_item(const Item& item, const Names& names, Diagnostics& mistakes) {
  for_each_field(item, [&](const Field& field, const Expression& expression) {
    const Controller* own = nullptr;
    if constexpr (std::same_as<Item, Controller>)
      if (field.place == Place::Sampled) own = &item;
    const bool in_normal = std::same_as<Item, Friction> && std::string_view(field.key) == "normal";
    SymbolCheck check(field.place, names, item.where, mistakes, own, in_normal);
    for (const Expression& symbol : symbols_of(expression)) check.check(symbol);
  });
}

/// An action that read actions could read itself.
void check_actions(const Model& model, const Names& names, Diagnostics& mistakes) {
  for (const Force& force : model.forces)
    for (const Expression& symbol : symbols_of(force.value)) {
      if (!symbol.symbol().starts_with("f.")) continue;
      const Names::Entry* entry = names.find(symbol.symbol().substr(2), NameSpace::Elements);
      if (entry == nullptr || entry->part != PartKind::Force) continue;
      mistakes.push_back({known_place(symbol.where(), force.where),
                          "'" + symbol.symbol() + "' is an action too",
                          "an action reads forces of springs and dampers; write here what '" +
                              std::string(entry->name) + "' is made of"});
    }
}

/// What a normal force may say of the forces of links and stops.
void check_loads(const Model& model, Diagnostics& mistakes) {
  for (const Friction& friction : model.frictions) {
    if (!friction.normal) continue;
    const auto symbol = wrong_load(model, *friction.normal);
    if (!symbol) continue;
    const std::string& name = symbol->symbol();
    mistakes.push_back({known_place(symbol->where(), friction.where),
                        "the normal force of '" + friction.name + "' reads '" + name +
                            "', and not as abs(k*" + name + ") or max(k*" + name +
                            ", 0) with a factor k",
                        "write a sum of such terms, with factors that read no force of a link or a "
                        "stop"});
  }
}

}  // namespace

void check_symbols(const Expression& expression, Place place, const Names& names,
                   const SourceLocation& fallback, Diagnostics& mistakes, const Controller* own) {
  SymbolCheck check(place, names, fallback, mistakes, own);
  for (const Expression& symbol : symbols_of(expression)) check.check(symbol);
}

void check_all_symbols(const Model& model, const Names& names, Diagnostics& mistakes) {
  for (const Signal& signal : model.signals) {
    if (const auto* expression = std::get_if<Expression>(&signal.value)) {
      check_symbols(*expression, Place::Time, names, signal.where, mistakes);
    }
  }
  for (const StateVariable& state : model.states) check_item(state, names, mistakes);
  for (const Controller& controller : model.controllers) check_item(controller, names, mistakes);
  for (const Inertia& inertia : model.inertias)
    for (const Inertia::Entry& entry : inertia.entries())
      check_symbols(entry.value, Place::Constant, names, inertia.where, mistakes);
  for (const Body& body : model.bodies) check_item(body, names, mistakes);
  for_each_element(model, [&](const auto& element) {
    const auto check_arm = [&](const Expression& arm, Place place) {
      SymbolCheck check(place, names, element.where, mistakes, nullptr);
      for (const Expression& symbol : symbols_of(arm)) check.check_of_arm(symbol);
    };
    if (const auto& formula = element.deflection.formula)
      check_arm(*formula, Place::Geometry);
    else
      describe_arms(element.deflection,
                    [&](const Expression& arm) { check_arm(arm, Place::Constant); });
    check_item(element, names, mistakes);
  });
  const auto check_constant = [&](const std::optional<Expression>& value,
                                  const SourceLocation& where) {
    if (value) check_symbols(*value, Place::Constant, names, where, mistakes);
  };
  check_actions(model, names, mistakes);
  check_loads(model, mistakes);
  check_item(model.simulation, names, mistakes);
  check_constant(model.simulation.step, model.simulation.where);
  check_constant(model.output.checkpoint, model.output.where);
}

}  // namespace luztar
