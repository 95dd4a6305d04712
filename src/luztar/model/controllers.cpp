// What a controller has to keep besides that its numbers are in their ranges.
#include <algorithm>
#include <map>

#include "luztar/model/check.h"
#include "luztar/model/value_check.h"

namespace luztar {
namespace {

constexpr double kMostOfController = 1e12;  // of a run

class ControllerCheck {
 public:
  ControllerCheck(const Controller& controller, const Names& names, ValueCheck& check,
                  Diagnostics& mistakes)
      : controller_(controller), names_(names), check_(check), mistakes_(mistakes) {}

  void run(const Model& model) {
    check_.of(controller_.where);
    check_times(model);
    check_memory();
    for (const Controller::Assignment& assignment : controller_.update) check_target(assignment);
  }

 private:
  std::string quoted() const { return "'" + controller_.name + "'"; }

  void report(const SourceLocation& where, std::string what, std::string advice) {
    mistakes_.push_back(
        {known_place(where, controller_.where), std::move(what), std::move(advice)});
  }

  void check_times(const Model& model) {
    const auto period = check_.value(controller_.period);
    if (!period || !(*period > 0.0)) return;
    const auto delay = check_.value(controller_.delay);
    if (delay && *delay >= *period)
      check_.report(controller_.delay,
                    "the delay of " + quoted() + " is " + text_of(*delay) + " s, its period " +
                        text_of(*period) + " s",
                    "make it shorter than the period; memory holds values of samples before");
    const auto duration = check_.value(model.simulation.duration);
    if (duration && *duration / *period > kMostOfController)
      check_.report(controller_.period, quoted() + " takes more than 1e12 samples",
                    "make its period longer");
  }

  void check_memory() {
    if (controller_.memory.empty())
      return report(controller_.where, quoted() + " has no memory",
                    "write memory = { NAME = 0 } with what it computes");
    std::map<std::string, bool> seen;
    for (const Controller::Memory& item : controller_.memory) {
      const std::size_t before = mistakes_.size();
      check_name({item.name, NameKind::Memory, &known_place(item.where, controller_.where)},
                 mistakes_);
      if (mistakes_.size() > before)
        mistakes_.back().advice = "give the value in memory another one";
      if (!seen.emplace(item.name, true).second)
        report(item.where, "the memory of " + quoted() + " has '" + item.name + "' twice",
               "give one of them another name");
      const Names::Entry* taken = names_.find(item.name, NameSpace::Formula);
      if (taken != nullptr && taken->kind != NameKind::Table)
        report(item.where, "the name '" + item.name + "' is that of " + with_article(taken->kind),
               "give the value in memory another name");
    }
  }

  void check_target(const Controller::Assignment& assignment) {
    const auto& memory = controller_.memory;
    if (assignment.to == kUnread || memory.empty()) return;
    if (place_in_memory(controller_, assignment.to)) return;
    std::vector<std::string> known;
    for (const Controller::Memory& item : memory) known.push_back(item.name);
    report(assignment.where,
           "no '" + assignment.to.substr(0, 60) + "' in the memory of " + quoted(),
           suggest(assignment.to, known, "add it to its memory"));
  }

  const Controller& controller_;
  const Names& names_;
  ValueCheck& check_;
  Diagnostics& mistakes_;
};

}  // namespace

std::optional<int> place_in_memory(const Controller& controller, const std::string& name) {
  const auto& memory = controller.memory;
  const auto found = std::find_if(memory.begin(), memory.end(),
                                  [&](const auto& item) { return item.name == name; });
  if (found == memory.end()) return std::nullopt;
  return static_cast<int>(found - memory.begin());
}

std::vector<std::string> output_names(const std::vector<Controller>& controllers) {
  std::vector<std::string> names;
  for (const Controller& controller : controllers)
    for (const Controller::Memory& item : controller.memory)
      names.push_back(controller.name + "." + item.name);
  return names;
}

void check_controllers(const Model& model, const Names& names, const ParameterValues& values,
                       Diagnostics& mistakes) {
  ValueCheck check(values, mistakes);
  for (const Controller& controller : model.controllers)
    ControllerCheck(controller, names, check, mistakes).run(model);
}

}  // namespace luztar
