#include "luztar/dynamics/system/warnings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/check.h"
#include "luztar/model/fields.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/opposing_jumps.h"
#include "luztar/network/network.h"

namespace luztar {
namespace {

class Warner {
 public:
  Warner(const Model& model, const System& system) : model_(model), system_(system.impl()) {
    collect_symbols();
    for (int b = 0; b < system_.n_bodies(); ++b) any_free_ = any_free_ || !system_.is_given(b);
  }

  std::vector<Diagnostic> warnings() {
    if (model_.repeats.empty()) warn_of_parameters();  // templates have used theirs up
    for (const Repeat& repeat : model_.repeats) warn_of_conditions(repeat);
    warn_of_bodies();
    warn_of_elements();
    warn_of_no_pull();
    warn_of_angles();
    for (Diagnostic& jump : opposing_jumps(model_, system_.origin.parameters))
      found_.push_back(std::move(jump));
    merge_instances(found_, model_);
    return std::move(found_);
  }

 private:
  void use(const Expression& expression) {
    for (const Expression& symbol : symbols_of(expression)) used_.insert(symbol.symbol());
  }
  void use(const std::optional<Expression>& expression) {
    if (expression) use(*expression);
  }

  void collect_symbols() {
    for_each_list(model_, [&](PartKind, const auto& list) {
      for (const auto& item : list)
        for_each_expression(item, [this](const Expression& expression) { use(expression); });
    });
    for (const StateVariable& state : model_.states)
      for_each_field(state, [this](const Field&, const Expression& value) { use(value); });
    for (const Controller& controller : model_.controllers)
      for_each_field(controller, [this](const Field&, const Expression& value) { use(value); });
    for (const Inertia& inertia : model_.inertias)
      for (const Inertia::Entry& entry : inertia.entries()) use(entry.value);
    for (const Parameter& parameter : model_.parameters) use(parameter.value);
    for (const Signal& signal : model_.signals)
      if (const auto* value = std::get_if<Expression>(&signal.value)) use(*value);
    for_each_expression(model_.simulation, [this](const Expression& value) { use(value); });
    use(model_.simulation.step);
    use(model_.output.checkpoint);
  }

  void warn_of_parameters() {
    for (const Parameter& parameter : model_.parameters)
      if (!used_.contains(parameter.name))
        found_.push_back({parameter.where, "nothing uses the parameter '" + parameter.name + "'",
                          "remove it, or write it where it was meant to be"});
  }

  void warn_of_conditions(const Repeat& repeat) {
    std::int64_t count = 1;
    for (const Repeat::Index& index : repeat.indices) count *= index.size;
    if (count < 2) return;  // the only instance is at both borders
    for_each_list(repeat.items, [&](PartKind kind, const auto& templates) {
      for (std::size_t i = 0; i < templates.size(); ++i)
        if (repeat.made[static_cast<std::size_t>(kind)][i] == 0)
          found_.push_back({templates[i].where,
                            "`where` of '" + templates[i].name + "' holds for none of the " +
                                std::to_string(count) + " instances",
                            "look whether it says what was meant"});
    });
  }

  void warn_of_bodies() {
    std::vector<char> touched(static_cast<std::size_t>(system_.n_bodies()), 0);
    for (const Term& term : system_.arms.all())
      if (term.coefficient != 0.0) touched[term.body] = 1;
    for (const Geometry& geometry : system_.arms.geometries())
      for (const Term& term : system_.terms_of(geometry.element)) touched[term.body] = 1;
    for (int b = 0; b < system_.n_bodies(); ++b) {
      const Body& body = model_.bodies[b];
      const bool read = used_.contains("q." + body.name) || used_.contains("v." + body.name);
      if (touched[b] == 0 && !read && system_.bodies[b].inertias.empty())
        found_.push_back({body.where, "nothing touches the body '" + body.name + "'",
                          "connect it, or remove it"});
      if (system_.is_massless(b) && system_.body_laws[b].velocity != 0.0)
        found_.push_back({place(body.velocity, body.where),
                          "the massless body '" + body.name +
                              "' does not start with this velocity: its forces balance",
                          "remove the velocity, or give the body a mass"});
    }
  }

  /// compile() refuses what is neither a force nor dry friction.
  void warn_of_elements() {
    const Network network = network_of(model_, system_.origin.parameters);
    int e = 0;
    for (const NetworkElement& element : network.elements) {
      const int at = e++;
      if (element.is_pair() && !system_.pairs[at - system_.first_pair()].is_dry()) continue;
      warn_of_element(element.where, element.name, at);
    }
  }

  void warn_of_no_pull() {
    for_each_element(model_, [this](const auto& item) {
      if constexpr (requires { item.pull; }) {
        if (item.pull || item.force || evaluate(item.damping, system_.origin.parameters) != 0.0)
          return;
        found_.push_back(
            {item.where,
             "pull = false changes nothing for '" + item.name + "': without damping it never pulls",
             "give it a damping, or remove the key"});
      }
    });
  }

  /// Degrees that were written as if rad: more than a turn, as a plain number.
  void warn_of_angles() {
    for (const Body& body : model_.bodies) {
      if (!body.rotates || body.position.op() != Op::Number) continue;
      const double angle = body.position.number();
      const double turns = angle / (2.0 * std::numbers::pi);
      if (std::abs(turns) <= 1.0 || angle != std::round(angle)) continue;
      found_.push_back({place(body.position, body.where),
                        "'" + body.name + "' starts at " + rounded_text(angle) + " rad, " +
                            rounded_text(turns) + " turns",
                        "degrees are written \"" + rounded_text(angle) + " deg\""});
    }
  }

  void warn_of_element(const SourceLocation& where, const std::string& name, int element) {
    // A network of motions alone shows what its laws do, and mass = inf is a limit to look at.
    const auto terms = system_.terms_of(element);
    const bool bent = system_.geometry_of(element) != nullptr;
    const auto is_chosen = [&](const Term& term) {
      return (term.coefficient != 0.0 || bent) && system_.motion_slot(term.body) < 0;
    };
    if (!any_free_ || std::any_of(terms.begin(), terms.end(), is_chosen)) return;
    found_.push_back({where, "'" + name + "' acts on given motions only and moves nothing",
                      "connect it to a body that has a mass, or remove it"});
  }

  static const SourceLocation& place(const Expression& expression, const SourceLocation& other) {
    return expression.where().line > 0 ? expression.where() : other;
  }

  const Model& model_;
  const SystemImpl& system_;
  std::set<std::string> used_;
  bool any_free_{};
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> warnings_of(const Model& model, const System& system) {
  return Warner(model, system).warnings();
}

}  // namespace luztar
