#include "luztar/dynamics/warnings.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "luztar/dynamics/system_impl.h"
#include "luztar/model/expressions_of.h"

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
    warn_of_bodies();
    int element = 0;  // in the order of the system: bristles come before the other frictions
    for (const Spring& spring : model_.springs)
      warn_of_element(spring.where, spring.name, element++);
    for (const Damper& damper : model_.dampers)
      warn_of_element(damper.where, damper.name, element++);
    for (const bool bristles : {true, false})
      for (const Friction& friction : model_.frictions)
        if (friction.bristles.has_value() == bristles)
          warn_of_element(friction.where, friction.name, element++);
    element = system_.first_force();
    for (const Force& force : model_.forces) warn_of_element(force.where, force.name, element++);
    std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& x, const Diagnostic& y) {
      return std::tie(x.where.line, x.where.column) < std::tie(y.where.line, y.where.column);
    });
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
    const auto use_it = [this](Expression& expression) {
      use(expression);
    };
    Parts parts = model_;  // the visitor may change what it visits
    const auto use_all = [&](auto& list) {
      for (auto& part : list) expressions_of(part, use_it);
    };
    use_all(parts.bodies);
    use_all(parts.springs);
    use_all(parts.dampers);
    use_all(parts.frictions);
    use_all(parts.links);
    use_all(parts.stops);
    use_all(parts.forces);
    for (const Parameter& parameter : model_.parameters) use(parameter.value);
    for (const Signal& signal : model_.signals)
      if (const auto* value = std::get_if<Expression>(&signal.value)) use(*value);
    const SimulationTable& table = model_.simulation;
    use(table.start);
    use(table.duration);
    for (const auto* number : {&table.samples, &table.interval, &table.tolerance, &table.max_events,
                               &table.step, &model_.output.checkpoint})
      use(*number);
  }

  void warn_of_parameters() {
    for (const Parameter& parameter : model_.parameters)
      if (!used_.contains(parameter.name))
        found_.push_back({parameter.where, "nothing uses the parameter '" + parameter.name + "'",
                          "remove it, or write it where it was meant to be"});
  }

  void warn_of_bodies() {
    std::set<int> touched;
    for (const Term& term : system_.terms)
      if (term.coefficient != 0.0) touched.insert(term.body);
    for (int b = 0; b < system_.n_bodies(); ++b) {
      const Body& body = model_.bodies[static_cast<std::size_t>(b)];
      const bool read = used_.contains("q." + body.name) || used_.contains("v." + body.name);
      if (!touched.contains(b) && !read)
        found_.push_back({body.where, "nothing touches the body '" + body.name + "'",
                          "connect it, or remove it"});
      if (system_.is_massless(b) && system_.velocity[b] != 0.0)
        found_.push_back({place(body.velocity, body.where),
                          "the massless body '" + body.name +
                              "' does not start with this velocity: its forces balance",
                          "remove the velocity, or give the body a mass"});
    }
  }

  void warn_of_element(const SourceLocation& where, const std::string& name, int element) {
    // A network of motions alone shows what its laws do, and mass = inf is a limit to look at.
    const auto terms = system_.terms_of(element);
    const auto is_chosen = [&](const Term& term) {
      return term.coefficient != 0.0 && system_.motion_slot[term.body] < 0;
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
