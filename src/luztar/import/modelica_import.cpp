#include "luztar/import/modelica_import.h"

#include <utility>

#include "luztar/import/modelica_elements.h"

namespace luztar::modelica {
namespace {

enum class Joint { Flange, Signal, None };

std::pair<std::string, std::string> owner_and_name(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

class Importer {
 public:
  Importer(const std::string& text, const std::string& file, const std::string& model)
      : flat_(flattened(text, file, model)) {
    note_instances(*flat_.root);
  }

  ImportedModel imported(const std::string& duration) {
    const Class& written = *flat_.root->written;
    model_.title = written.about.empty() ? written.name : written.about;
    model_.head.push_back("Made by luztar import of " +
                          flat_.name.substr(flat_.name.rfind('/') + 1) + ", model " + written.name);
    for (const Instance* one : flat_.components) elements_.join(*one);
    for (const Placed& one : flat_.equations) read(one);
    for (const Placed& one : flat_.initial_equations) read_initial(one);
    for (const Instance* one : flat_.components) elements_.add_bodies(*one);
    for (const Instance* one : flat_.components) elements_.add_starts(*one);
    for (const Instance* one : flat_.components) elements_.add_links(*one);
    for (const Instance* one : flat_.components) elements_.add_forces(*one);
    network_.write_bodies();
    add_simulation(duration);
    return std::move(model_);
  }

 private:
  void note_instances(const Instance& instance) {
    instances_[instance.path] = &instance;
    for (const auto& [name, part] : instance.parts) note_instances(*part);
  }

  Joint joint_of(const std::string& path) const {
    const auto [owner, name] = owner_and_name(path);
    const auto found = instances_.find(owner);
    if (found == instances_.end()) return Joint::None;
    const Instance& instance = *found->second;
    if (!instance.library.empty()) {
      const LibraryClass& library = *library_class(instance.library);
      if (has_word(library.flanges, name)) return Joint::Flange;
      return has_word(library.inputs, name) || has_word(library.outputs, name) ? Joint::Signal
                                                                               : Joint::None;
    }
    const auto connector = instance.connectors.find(name);
    if (connector == instance.connectors.end()) return Joint::None;
    return is_flange_type(connector->second) ? Joint::Flange : Joint::Signal;
  }

  void read(const Placed& placed) {
    const Equation& equation = *placed.equation;
    if (equation.kind == Equation::Kind::Connect) return connect(placed);
    const bool is_call = !equation.sides.empty() &&
                         equation.sides[0].kind == Expression::Kind::Call &&
                         equation.kind == Equation::Kind::Other;
    if (is_call && equation.sides[0].word == "assert") return;
    if (equation.kind == Equation::Kind::Other)
      values_.fail(equation.place, quote(equation.what) + " in the equations is not imported",
                   "joined components and equations 'input = formula' are");
    if (equation.sides[0].kind != Expression::Kind::Name)
      values_.fail(equation.place, "this equation is not imported",
                   "write 'input = formula', or use components");
    const std::string path = placed.scope->path_of(equation.sides[0].word);
    const bool is_own = placed.scope->variables.contains(equation.sides[0].word);
    if (!is_own && joint_of(path) != Joint::Signal)
      values_.fail(equation.sides[0].place,
                   quote(equation.sides[0].word) + " is no input and no variable of this model",
                   "only inputs can be given by an equation");
    signals_.equate(path, placed);
  }

  void connect(const Placed& placed) {
    const Equation& equation = *placed.equation;
    std::string paths[2];
    Joint joints[2];
    for (std::size_t i = 0; i < 2; ++i) {
      paths[i] = placed.scope->path_of(equation.sides[i].word);
      joints[i] = joint_of(paths[i]);
      if (joints[i] == Joint::None)
        values_.fail(equation.sides[i].place,
                     quote(equation.sides[i].word) + " is no flange and no signal that is known",
                     "take this connection away; heat ports and others have no counterpart");
    }
    if (joints[0] != joints[1])
      values_.fail(equation.place, "a flange is connected with a signal",
                   "connect flanges with flanges");
    if (joints[0] == Joint::Flange) {
      network_.join(paths[0], paths[1], 0.0, equation.place);
    } else {
      signals_.join(paths[0], paths[1]);
    }
  }

  /// `inertia.phi = 0.3`.
  void read_initial(const Placed& placed) {
    const Equation& equation = *placed.equation;
    const bool is_plain =
        equation.kind == Equation::Kind::Equal && equation.sides[0].kind == Expression::Kind::Name;
    const auto [owner, name] =
        owner_and_name(is_plain ? placed.scope->path_of(equation.sides[0].word) : "");
    const Instance* part = signals_.component(owner);
    const bool is_speed = name == "w" || name == "v", is_place = name == "phi" || name == "s";
    const std::string_view kind = part == nullptr ? "" : library_class(part->library)->kind;
    const bool is_body = kind == "Inertia" || kind == "Mass" || kind == "MassWithStopAndFriction";
    if (!is_body || (!is_speed && !is_place))
      values_.fail(equation.place, "this initial equation is not imported",
                   "write 'inertia.phi = value' or 'inertia.w = value'");
    const Bound value{&equation.sides[1], placed.scope};
    network_.add_start({{owner + ".center", 1.0}}, is_speed,
                       {.value = value, .fixed = true, .place = equation.place},
                       values_.number(value));
  }

  void add_simulation(const std::string& duration) {
    double start = 0.0, stop = 1.0;
    for (const Modification& one : flat_.root->written->annotation) {
      if (one.name != "experiment") continue;
      for (const Modification& key : one.inner) {
        if (!key.value || (key.name != "StartTime" && key.name != "StopTime")) continue;
        (key.name == "StartTime" ? start : stop) = values_.number({&*key.value, flat_.root.get()});
      }
    }
    ImportedTable& simulation = model_.add("simulation", "", "");
    if (start != 0.0) simulation.value("start", FormulaText(start).text);
    simulation.value("duration", duration.empty() ? FormulaText(stop - start).text : duration);
  }

  ImportedModel model_{};
  Flat flat_;
  std::map<std::string, const Instance*> instances_{};
  Values values_{flat_, model_};
  Network network_{values_, model_};
  Signals signals_{flat_, values_, network_, model_};
  Elements elements_{flat_, values_, network_, signals_, model_};
};

}  // namespace

ImportedModel imported(const std::string& text, const std::string& file, const std::string& model,
                       const std::string& duration) {
  return Importer(text, file, model).imported(duration);
}

}  // namespace luztar::modelica
