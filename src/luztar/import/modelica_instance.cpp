#include "luztar/import/modelica_instance.h"

#include <algorithm>
#include <set>
#include <utility>

#include "luztar/import/modelica_library.h"

namespace luztar::modelica {
namespace {

constexpr int kMostModels = 40;  // within each other
constexpr std::size_t kMostParts = 20'000;

class Flattener {
 public:
  explicit Flattener(Flat& flat) : flat_(flat) {
    for (const Class& one : flat_.file.classes) note(one, nullptr, flat_.file.within);
  }

  void flatten(const std::string& wanted) {
    const Class& chosen = wanted.empty() ? only_model() : named_model(wanted);
    flat_.root = std::make_unique<Instance>();
    flat_.root->written = &chosen;
    flat_.root->place = chosen.place;
    fill(*flat_.root, chosen, {}, 0);
  }

 private:
  struct Known {
    const Class* parent{};
    std::string name{};  ///< with those of its packages
  };

  SourceLocation at(const Place& place) const { return {flat_.name, place.line, place.column}; }

  void note(const Class& one, const Class* parent, const std::string& inside) {
    const std::string name = inside.empty() ? one.name : inside + "." + one.name;
    known_[&one] = {.parent = parent, .name = name};
    order_.push_back(&one);
    for (const Class& inner : one.classes) note(inner, &one, name);
  }

  static bool can_run(const Class& one) {
    return !one.partial && (one.kind == "model" || one.kind == "class" || one.kind == "block");
  }

  /// Whether another model of the file has it as a part or a base.
  bool is_used(const Class& one) const {
    for (const Class* other : order_) {
      const auto is_it = [&](const std::string& type) {
        return class_of(type, *other) == &one;
      };
      for (const Component& part : other->components)
        if (is_it(part.type)) return true;
      for (const Extends& base : other->bases)
        if (is_it(base.type)) return true;
    }
    return false;
  }

  const Class& only_model() const {
    std::vector<const Class*> found;
    for (const Class* one : order_)
      if (can_run(*one) && !is_used(*one)) found.push_back(one);
    if (found.size() == 1) return *found.front();
    if (found.empty())
      throw ModelError({flat_.name, 1, 1}, "there is no model that is not partial",
                       "give a file with a 'model'");
    std::string names;
    for (const Class* one : found) names += (names.empty() ? "" : ", ") + one->name;
    throw ModelError(at(found[1]->place), "several models: " + names,
                     "say which with --model " + found.back()->name);
  }

  const Class& named_model(const std::string& wanted) const {
    std::vector<std::string> names;
    for (const Class* one : order_) {
      if (!can_run(*one)) continue;
      names.push_back(one->name);
      if (one->name == wanted || known_.at(one).name == wanted) return *one;
    }
    const std::string close = closest_name(wanted, names);
    throw ModelError({flat_.name, 1, 1}, "no model " + quote(wanted),
                     close.empty() ? "models are lines 'model NAME' that are not partial"
                                   : "did you mean '" + close + "'?");
  }

  static const Class* inner_class(const Class& in, std::string_view name) {
    for (const Class& one : in.classes)
      if (one.name == name) return &one;
    return nullptr;
  }

  /// A class of the file by its full name.
  const Class* absolute_class(const std::string& name) const {
    for (const auto& [one, known] : known_)
      if (known.name == name) return one;
    return nullptr;
  }

  /// What `name` stands for if its first word is imported into `in` or a class around it.
  std::string imported(const std::string& name, const Class& in) const {
    const std::string first = name.substr(0, name.find('.'));
    for (const Class* one = &in; one != nullptr; one = known_.at(one).parent)
      for (const Import& import : one->imports)
        if (import.alias == first) return import.name + name.substr(first.size());
    return name;
  }

  /// The class of the file that `type` means where `in` writes it; null: none.
  const Class* class_of(const std::string& type, const Class& in) const {
    const std::string name = imported(type, in);
    if (const Class* found = absolute_class(name)) return found;
    const std::string first = name.substr(0, name.find('.'));
    for (const Class* one = &in; one != nullptr; one = known_.at(one).parent) {
      const Class* found = one->name == first ? one : inner_class(*one, first);
      if (found == nullptr) continue;
      return absolute_class(known_.at(found).name + name.substr(first.size()));
    }
    return nullptr;
  }

  static bool is_known(const std::string& name) {
    return library_class(name) != nullptr || is_flange_type(name) || is_signal_type(name) ||
           is_number_type(name) || name.starts_with("Modelica.Icons.");
  }

  /// The full name in the library; as it is written where it is not known.
  std::string library_name(const std::string& type, const Class& in) const {
    const std::string name = imported(type, in);
    if (is_known(name)) return name;
    std::string package = known_.at(&in).name;
    while (true) {
      const std::string full = package.empty() ? name : package + "." + name;
      if (is_known(full)) return full;
      if (package.empty()) return name;
      const std::size_t dot = package.rfind('.');
      package = dot == std::string::npos ? "" : package.substr(0, dot);
    }
  }

  // --- changes: the outer ones go before the inner ones -----------------------------------------

  Change change_of(const Modification& from, const Instance& scope) const {
    Change change{.bound = {}, .inner = {}, .place = from.place};
    if (from.redeclares)
      throw ModelError(at(from.place), "'redeclare' is not imported",
                       "write the model that is meant");
    if (from.value) change.bound = Bound{&*from.value, &scope};
    for (const Modification& inner : from.inner) put(inner, scope, change);
    return change;
  }

  void put(const Modification& from, const Instance& scope, Change& into) const {
    Change* target = &into;
    std::string name = from.name;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
      target = &target->inner[name.substr(0, dot)];
      name = name.substr(dot + 1);
    }
    target->inner[name] = merged(target->inner[name], change_of(from, scope));
  }

  static Change merged(const Change& inner, const Change& outer) {
    Change both = inner;
    if (outer.bound) both.bound = outer.bound;
    if (outer.place.line > 0) both.place = outer.place;
    for (const auto& [name, change] : outer.inner) {
      const auto found = both.inner.find(name);
      both.inner[name] = found == both.inner.end() ? change : merged(found->second, change);
    }
    return both;
  }

  Change list_of(const std::vector<Modification>& list, const Instance& scope) const {
    Change all;
    for (const Modification& one : list) put(one, scope, all);
    return all;
  }

  // --- instances --------------------------------------------------------------------------------

  void fill(Instance& to, const Class& from, const Change& outer, int depth) {
    if (depth > kMostModels)
      throw ModelError(at(from.place), quote(from.name) + " is part of itself",
                       "take it out of itself");
    for (const Extends& base : from.bases) extend(to, from, base, outer, depth);
    for (const Component& part : from.components) add(to, from, part, outer, depth);
    for (const Equation& one : from.equations) flat_.equations.push_back({&one, &to});
    for (const Equation& one : from.initial_equations)
      flat_.initial_equations.push_back({&one, &to});
  }

  void extend(Instance& to, const Class& from, const Extends& base, const Change& outer,
              int depth) {
    if (const Class* found = class_of(base.type, from))
      return fill(to, *found, merged(list_of(base.changes, to), outer), depth + 1);
    const std::string name = library_name(base.type, from);
    if (name.starts_with("Modelica.Icons.") || name.find(".Icons.") != std::string::npos) return;
    if (is_number_type(name)) return;
    throw no_counterpart(base.place, base.type, "write what it has into the model");
  }

  ModelError no_counterpart(const Place& place, const std::string& type,
                            const std::string& advice) const {
    return {at(place), quote(type) + " has no counterpart", advice};
  }

  void add(Instance& to, const Class& from, const Component& part, const Change& outer, int depth) {
    if (++parts_ > kMostParts)
      throw ModelError(at(part.place), "more than 20000 parts", "import a smaller model");
    Change change = change_of(part.changes, to);
    if (const auto found = outer.inner.find(part.name); found != outer.inner.end())
      change = merged(change, found->second);
    const Class* written = class_of(part.type, from);
    const std::string library = written != nullptr ? "" : library_name(part.type, from);
    if (written != nullptr && written->kind == "type")
      return add_variable(to, part, "Real", change);
    if (is_number_type(library)) return add_variable(to, part, library, change);
    refuse_arrays(part);
    if (is_flange_type(library) || is_signal_type(library)) {
      to.connectors[part.name] = library;
      return;
    }
    add_instance(to, part, written, library, change, depth);
  }

  void add_variable(Instance& to, const Component& part, const std::string& type,
                    const Change& change) {
    to.variables[part.name] = {.type = type,
                               .prefix = part.prefix,
                               .about = part.about,
                               .change = change,
                               .place = part.place};
  }

  void refuse_arrays(const Component& part) const {
    if (part.is_array)
      throw ModelError(at(part.place), "arrays of components are not imported: " + quote(part.name),
                       "write each as a component of its own, or use [repeat] in the model file");
    if (part.condition)
      throw ModelError(at(part.place),
                       "components with a condition are not imported: " + quote(part.name),
                       "take the condition away, or the component");
  }

  void add_instance(Instance& to, const Component& part, const Class* written,
                    const std::string& library, const Change& change, int depth) {
    if (written == nullptr && library_class(library) == nullptr)
      throw no_counterpart(part.place, part.type, advice_for(library));
    auto made = std::make_unique<Instance>();
    made->path = to.path_of(part.name);
    made->library = library;
    made->about = part.about;
    made->place = part.place;
    made->written = written;
    made->parent = &to;
    made->change = change;
    Instance& instance = *made;
    if (!to.parts.emplace(part.name, std::move(made)).second)
      throw ModelError(at(part.place), "two components " + quote(part.name), "rename one of them");
    if (written != nullptr) return fill(instance, *written, change, depth + 1);
    flat_.components.push_back(&instance);
  }

  static std::string advice_for(const std::string& library) {
    const std::string close = closest_name(library.substr(library.rfind('.') + 1), known_kinds());
    if (!close.empty()) return "did you mean '" + close + "'?";
    return "docs/import.md lists what is imported; take the component away or put one of these in "
           "its place";
  }

  static std::vector<std::string> known_kinds() {
    return {"Inertia",         "Mass",           "Spring",         "Damper",
            "SpringDamper",    "ElastoBacklash", "ElastoGap",      "BearingFriction",
            "SupportFriction", "Brake",          "Clutch",         "OneWayClutch",
            "IdealGear",       "LossyGear",      "IdealPlanetary", "Torque",
            "Force",           "Sine",           "Step",           "Ramp",
            "Constant"};
  }

  Flat& flat_;
  std::map<const Class*, Known> known_;
  std::vector<const Class*> order_;
  std::size_t parts_{};
};

}  // namespace

Flat flattened(const std::string& text, const std::string& file, const std::string& model) {
  Flat flat;
  flat.name = file;
  flat.file = parse(text, file);
  Flattener(flat).flatten(model);
  return flat;
}

}  // namespace luztar::modelica
