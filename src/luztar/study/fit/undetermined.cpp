#include "luztar/study/fit/undetermined.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

bool mentions(const Expression& expression, const std::set<std::string>& names) {
  return std::ranges::any_of(symbols_of(expression), [&](const Expression& symbol) {
    return names.contains(symbol.symbol());
  });
}

/// A parameter, and those that are made of it.
std::set<std::string> made_of(const Model& model, const std::string& name) {
  std::set<std::string> names{name};
  for (std::size_t before = 0; before < names.size();) {
    before = names.size();
    for (const Parameter& parameter : model.parameters)
      if (mentions(parameter.value, names)) names.insert(parameter.name);
  }
  return names;
}

/// Which elements were at rest, or in contact, at some time, and which were not.
class Modes : public Observer {
 public:
  explicit Modes(const System& system) : system_(system) {
    held.resize(system.elements().size(), false);
    free.resize(held.size(), false);
  }
  void sample(const Sample& sample) override {
    for (std::size_t i = 0; i < held.size(); ++i) look(i, sample.mode[i]);
  }
  void event(const Event& event) override {
    const auto i = static_cast<std::size_t>(event.name);
    if (event.name < 0 || i >= held.size() || !event.has_modes()) return;
    look(i, event.from);
    look(i, event.to);
  }

  std::vector<bool> held, free;  ///< (elements)

 private:
  void look(std::size_t i, ModeNumber mode) {
    const ElementInfo& element = system_.elements()[i];
    if (element.has_modes) (element.is_held(mode) ? held : free)[i] = true;
  }
  const System& system_;
};

std::string reason_of(const ElementInfo& element, bool was_held) {
  const std::string name = "'" + element.name + "' ";
  if (element.sticks)
    return was_held ? name + "never slides in the data: a stronger input would tell"
                    : name + "never rests in the data: an input that lets it rest would tell";
  return was_held ? name + "never leaves its contact in the data: a larger motion would tell"
                  : name + "is never touched in the data: a larger motion would tell";
}

}  // namespace

std::string why_undetermined(const Residuals& residuals, const std::vector<double>& x,
                             const std::string& name) {
  const Model model = residuals.fitted(x);
  const std::set<std::string> names = made_of(model, name);
  std::set<std::string> elements;
  for_each_element(model, [&](const auto& element) {
    for_each_expression(element, [&](const Expression& expression) {
      if (mentions(expression, names)) elements.insert(element.name);
    });
  });
  std::vector<ElementInfo> infos;
  std::vector<bool> held, free;
  for (std::size_t e = 0; e < residuals.experiments().size(); ++e) {
    if (residuals.experiments()[e].time.empty()) continue;
    const System system = residuals.system_at(e, x);
    Modes modes(system);
    simulate(system, initial_state(system), system.settings(), modes);
    infos = system.elements();
    held.resize(infos.size(), false);
    free.resize(infos.size(), false);
    for (std::size_t i = 0; i < infos.size(); ++i) {
      held[i] = held[i] || modes.held[i];
      free[i] = free[i] || modes.free[i];
    }
  }
  std::string reasons;
  for (std::size_t i = 0; i < infos.size(); ++i)
    if (infos[i].has_modes && held[i] != free[i] && elements.contains(infos[i].name))
      reasons += (reasons.empty() ? "" : "; ") + reason_of(infos[i], held[i]);
  return reasons;
}

}  // namespace luztar
