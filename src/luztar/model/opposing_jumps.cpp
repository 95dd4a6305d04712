#include "luztar/model/opposing_jumps.h"

#include <algorithm>
#include <string>
#include <variant>

#include "luztar/core/docs_page.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

class JumpFinder {
 public:
  JumpFinder(const Model& model, const ParameterValues& parameters)
      : model_(model), parameters_(parameters) {}

  /// A law of the element's own v pulls its bodies back; an action pushes along its arms.
  void look(const auto& element) {
    if constexpr (requires { element.force->op(); }) {
      const bool moves = std::ranges::any_of(
          element.deflection.terms, [this](const auto& term) { return this->is_free(term.body); });
      const bool bent = element.deflection.formula.has_value();
      if (element.force && (moves || bent) && jump(*element.force, "v") > 0)
        report(*element.force, element.name);
    } else if constexpr (requires { element.value.op(); }) {
      look_at_action(element);
    }
  }

  std::vector<Diagnostic> found{};

 private:
  void look_at_action(const auto& element) {
    for (const Deflection::Term& term : element.deflection.terms) {
      if (!is_free(term.body)) continue;
      const std::string velocity = "v." + model_.bodies[static_cast<std::size_t>(term.body)].name;
      const double arm =
          evaluate(term.coefficient, [this](const std::string& name) { return value(name, 0); });
      if (jump(element.value, velocity) * arm < 0) return report(element.value, element.name);
    }
  }

  bool is_free(int body) const {
    return body != kGround && !model_.bodies[static_cast<std::size_t>(body)].motion;
  }

  /// f(0+) - f(0-) as a function of one velocity; 0 where f is continuous.
  double jump(const Expression& force, const std::string& velocity) const {
    const auto reads = [&](const Expression& symbol) {
      return symbol.symbol() == velocity;
    };
    if (std::ranges::none_of(symbols_of(force), reads)) return 0;
    const auto across = [&](double speed) {
      const auto at = [&](double v) {
        return evaluate(
            force, [&](const std::string& name) { return name == velocity ? v : value(name, 0); });
      };
      return at(speed) - at(-speed);
    };
    // Where f is continuous the difference shrinks with the speed, be it as slowly as its root.
    const double near = across(1e-100), nearest = across(1e-300);
    return nearest == near ? nearest : 0;
  }

  /// At the start, with all velocities 0. What is not known there is 1.
  double value(const std::string& name, int depth) const {
    const auto parameter = parameters_.find(name);
    if (parameter != parameters_.end()) return parameter->second;
    if (name == "t") return evaluate_at_start(model_.simulation.start, depth);
    if (name == "v" || name == "d" || name.starts_with("v.")) return 0;
    for (const Signal& signal : model_.signals)
      if (const auto* formula = std::get_if<Expression>(&signal.value);
          formula != nullptr && signal.name == name)
        return evaluate_at_start(*formula, depth);
    for (const Body& body : model_.bodies)
      if (name == "q." + body.name && !body.motion) return evaluate_at_start(body.position, depth);
    return 1;
  }

  double evaluate_at_start(const Expression& formula, int depth) const {
    constexpr int kDeepest = 10;  // signals of signals
    if (depth > kDeepest) return 1;
    return evaluate(formula, [&](const std::string& name) { return value(name, depth + 1); });
  }

  void report(const Expression& force, const std::string& name) {
    found.push_back({force.where(),
                     "the force of '" + name +
                         "' jumps against its own velocity: where that would stay 0 there is no "
                         "motion, and the run ends",
                     "dry friction is [frictions.NAME] with `kinetic`; " + see_docs("elements")});
  }

  const Model& model_;
  const ParameterValues& parameters_;
};

}  // namespace

std::vector<Diagnostic> opposing_jumps(const Model& model, const ParameterValues& parameters) {
  JumpFinder finder(model, parameters);
  for_each_element(model, [&](const auto& element) { finder.look(element); });
  return std::move(finder.found);
}

}  // namespace luztar
