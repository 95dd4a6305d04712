// Signals of Modelica: blocks, sensors and equations, as formulas of the model file.
#pragma once

#include <map>
#include <set>
#include <string>

#include "luztar/import/modelica_network.h"

namespace luztar::modelica {

class Signals {
 public:
  Signals(const Flat& flat, Values& values, Network& network, ImportedModel& model)
      : flat_(flat), values_(values), network_(network), model_(model) {
    for (const Instance* one : flat.components) components_[one->path] = one;
  }

  void join(const std::string& a, const std::string& b);
  /// `left = right` of an equation whose left side is a name.
  void equate(const std::string& path, const Placed& equation);
  const Instance* component(const std::string& path) const;

  struct Signal {
    FormulaText formula{};
    bool of_time{true};  ///< of nothing but time and parameters
  };
  /// What an input of a component gets. Throws ModelError where nothing is joined to it.
  Signal input(const Instance& of, const std::string& name);
  bool has_input(const Instance& of, const std::string& name);
  /// A motion of given speed, and its speed at the start: the integral of an input.
  struct Motion {
    FormulaText formula{};
    double speed{};
  };
  Motion integral(const Instance& of, const std::string& name);
  Motion second_integral(const Instance& of, const std::string& name);
  /// The block of the library that feeds an input; null: none, or several in a row.
  const Instance* source(const Instance& of, const std::string& name);

 private:
  std::string root_of(const std::string& signal) const;
  Signal value_of(const std::string& path, const Place& place);
  Signal output(const Instance& block, const std::string& name, const Place& place);
  Signal sensed(const Instance& sensor, const std::string& name, const Place& place);
  Signal computed(const Instance& block);
  Signal written(const Instance& block);
  Signal state(const Instance& block);
  FormulaText from_time(const Instance& block);
  FormulaText periodic(const Instance& block, const std::string& kind);
  Values::Signals lookup(bool& of_time);
  std::optional<Signal> variable(const std::string& path, const Place& place);
  Signal of_equation(const std::string& path, const Place& place);

  const Flat& flat_;
  Values& values_;
  Network& network_;
  ImportedModel& model_;
  std::map<std::string, const Instance*> components_{};
  std::map<std::string, std::string> parents_{};
  std::map<std::string, Placed> equations_{};
  std::map<std::string, Signal> known_{};  ///< by "block.y"
  std::set<std::string> asked_{};          ///< loops
  std::vector<std::string> states_{};
};

}  // namespace luztar::modelica
