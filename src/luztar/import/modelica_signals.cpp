#include "luztar/import/modelica_signals.h"

#include <utility>

namespace luztar::modelica {
namespace {

std::pair<std::string, std::string> parted(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

}  // namespace

std::string Signals::root_of(const std::string& signal) const {
  std::string at = signal;
  for (auto up = parents_.find(at); up != parents_.end(); up = parents_.find(at)) at = up->second;
  return at;
}

const Instance* Signals::component(const std::string& path) const {
  const auto found = components_.find(path);
  return found == components_.end() ? nullptr : found->second;
}

void Signals::join(const std::string& a, const std::string& b) {
  const std::string root_a = root_of(a), root_b = root_of(b);
  if (root_a == root_b) return;
  const auto is_output = [&](const std::string& path) {
    const auto [owner, name] = parted(path);
    const Instance* one = component(owner);
    return one != nullptr && has_word(library_class(one->library)->outputs, name);
  };
  // the root of a set is its output, if it has one
  if (is_output(root_b)) {
    parents_[root_a] = root_b;
  } else {
    parents_[root_b] = root_a;
  }
}

void Signals::equate(const std::string& path, const Placed& equation) {
  if (!equations_.emplace(path, equation).second)
    values_.fail(equation.equation->place, "a second equation for " + quote(path),
                 "take one of them away");
}

const Instance* Signals::source(const Instance& of, const std::string& name) {
  return component(parted(root_of(of.path + "." + name)).first);
}

bool Signals::has_input(const Instance& of, const std::string& name) {
  const std::string path = of.path + "." + name;
  return equations_.contains(path) || parents_.contains(path) || values_.is_given(of, name);
}

Signals::Signal Signals::of_equation(const std::string& path, const Place& place) {
  if (!asked_.insert(path).second)
    values_.fail(place, "a loop of signals: " + quote(path) + " depends on itself",
                 "put an Integrator or a FixedDelay into the loop");
  const Placed& equation = equations_.at(path);
  Signal signal;
  signal.formula =
      values_.formula({&equation.equation->sides[1], equation.scope}, lookup(signal.of_time));
  asked_.erase(path);
  return signal;
}

Signals::Signal Signals::input(const Instance& of, const std::string& name) {
  const std::string path = of.path + "." + name;
  if (values_.is_given(of, name)) {
    Signal signal;
    signal.formula = values_.formula(*of.change.inner.at(name).bound, lookup(signal.of_time));
    return signal;
  }
  return value_of(path, of.place);
}

Signals::Signal Signals::value_of(const std::string& path, const Place& place) {
  if (equations_.contains(path)) return of_equation(path, place);
  const std::string root = root_of(path);
  if (equations_.contains(root)) return of_equation(root, place);
  const auto [owner, name] = parted(root);
  const Instance* block = component(owner);
  if (block == nullptr || !has_word(library_class(block->library)->outputs, name))
    values_.fail(place, "nothing gives " + quote(path) + " a value",
                 "connect it with the output of a block");
  return output(*block, name, place);
}

Signals::Signal Signals::output(const Instance& block, const std::string& name,
                                const Place& place) {
  const std::string path = block.path + "." + name;
  if (const auto known = known_.find(path); known != known_.end()) return known->second;
  if (!asked_.insert(path).second)
    values_.fail(place, "a loop of signals: " + quote(path) + " depends on itself",
                 "put an Integrator or a FixedDelay into the loop");
  const LibraryClass& library = *library_class(block.library);
  const Signal signal = library.moves() ? sensed(block, name, place)
                        : library.package == "Modelica.Blocks.Continuous" ? state(block)
                                                                          : written(block);
  asked_.erase(path);
  known_[path] = signal;
  return signal;
}

Signals::Signal Signals::sensed(const Instance& sensor, const std::string& name,
                                const Place& place) {
  const LibraryClass& library = *library_class(sensor.library);
  if (library.package.ends_with("Components"))
    values_.fail(place, quote(sensor.path + "." + name) + " is no output", "use a sensor");
  const bool is_relative = library.kind.starts_with("Rel");
  std::vector<Term> terms;
  if (is_relative) {
    terms = {{.flange = sensor.path + ".flange_b"},
             {.flange = sensor.path + ".flange_a", .factor = -FormulaText(1.0), .number = -1.0}};
  } else {
    terms = {{.flange = sensor.path + (library.kind == "MultiSensor" ? ".flange_a" : ".flange")}};
  }
  const bool is_speed = name == "w" || name == "v" || name == "w_rel" || name == "v_rel";
  const bool is_place = name == "phi" || name == "s" || name == "phi_rel" || name == "s_rel";
  if (!is_speed && !is_place)
    values_.fail(
        sensor.place,
        "what " + quote(sensor.path) + " measures, " + quote(name) + ", cannot be used as a signal",
        "measure a position or a speed; forces of springs are f.NAME in the model file");
  const Deflection deflection = network_.deflection(terms);
  const FormulaText sum = deflection.rate(is_speed ? "v" : "q");
  return {.formula = is_speed ? sum : sum + FormulaText(deflection.offset), .of_time = false};
}

/// Blocks of time alone get a name in the model file.
Signals::Signal Signals::written(const Instance& block) {
  Signal signal = computed(block);
  if (!signal.of_time) return signal;
  const std::string name = values_.new_name(block.path);
  const LibraryClass& library = *library_class(block.library);
  ImportedTable& table = model_.add(
      "signals", name, std::string(library.kind) + (block.about.empty() ? "" : ": " + block.about));
  table.value("value", signal.formula.text);
  signal.formula = name;
  return signal;
}

Signals::Signal Signals::state(const Instance& block) {
  const std::string kind(library_class(block.library)->kind);
  const std::string name = free_name(block.path, states_);
  const FormulaText state("x." + name);
  const FormulaText k = values_.formula(block, "k", "1");
  Signal result{.formula = state, .of_time = false};
  if (kind == "PI") result.formula = FormulaText(name);  // told below
  known_[block.path + ".y"] = result;                    // a loop over a state is none
  ImportedTable table{.kind = "states", .name = name, .comment = kind, .keys = {}};
  asked_.erase(block.path + ".y");
  if (kind == "PI") {
    const Signal u = input(block, "u");
    const FormulaText time = values_.formula(block, "T", "");
    table.value("rate", (u.formula / time).text);
    result.formula = k * (state + u.formula);
    if (values_.is_given(block, "x_start"))
      table.value("start", values_.formula(block, "x_start", "0").text);
  } else {
    const Signal u = input(block, "u");
    const FormulaText rate = kind == "Integrator"
                                 ? k * u.formula
                                 : (k * u.formula - state) / values_.formula(block, "T", "");
    table.value("rate", rate.text);
    if (values_.is_given(block, "y_start"))
      table.value("start", values_.formula(block, "y_start", "0").text);
  }
  model_.tables.push_back(std::move(table));
  known_[block.path + ".y"] = result;
  return result;
}

Values::Signals Signals::lookup(bool& of_time) {
  return
      [this, &of_time](const std::string& path, const Place& place) -> std::optional<FormulaText> {
        const std::optional<Signal> found = variable(path, place);
        if (!found) return std::nullopt;
        of_time = of_time && found->of_time;
        return found->formula;
      };
}

std::optional<Signals::Signal> Signals::variable(const std::string& path, const Place& place) {
  if (equations_.contains(path)) return of_equation(path, place);
  const auto [owner, name] = parted(path);
  const Instance* part = component(owner);
  if (part == nullptr) return std::nullopt;
  const LibraryClass& library = *library_class(part->library);
  if (has_word(library.outputs, name)) return output(*part, name, place);
  if (has_word(library.inputs, name)) return value_of(path, place);
  const bool is_body = library.kind == "Inertia" || library.kind == "Mass" ||
                       library.kind == "MassWithStopAndFriction";
  const bool is_speed = name == "w" || name == "v" || name == "w_rel" || name == "v_rel";
  const bool is_place = name == "phi" || name == "s" || name == "phi_rel" || name == "s_rel";
  if (!is_speed && !is_place) return std::nullopt;
  std::vector<Term> terms{{.flange = owner + ".center"}};
  if (!is_body)
    terms = {{.flange = owner + ".flange_b"},
             {.flange = owner + ".flange_a", .factor = -FormulaText(1.0), .number = -1.0}};
  if (is_body == name.ends_with("_rel")) return std::nullopt;
  const Deflection deflection = network_.deflection(terms);
  const FormulaText sum = deflection.rate(is_speed ? "v" : "q");
  return Signal{.formula = is_speed ? sum : sum + FormulaText(deflection.offset), .of_time = false};
}

}  // namespace luztar::modelica
