// Values of a model of Modelica: as numbers, and as formulas of the model file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "luztar/import/formula_text.h"
#include "luztar/import/imported_model.h"
#include "luztar/import/modelica_instance.h"

namespace luztar::modelica {

/// Looks values up and writes the parameters that formulas use into the model.
class Values {
 public:
  Values(const Flat& flat, ImportedModel& model) : flat_(flat), model_(model) {}

  /// What variables of components are in the model file, "inertia.w": nothing, or a formula.
  using Signals =
      std::function<std::optional<FormulaText>(const std::string& path, const Place& place)>;

  /// The value of a component of the library.
  /// @param otherwise  its default in the library; "" where there is none: then it must be given
  FormulaText formula(const Instance& of, const std::string& name, const std::string& otherwise);
  double number(const Instance& of, const std::string& name, const std::string& otherwise);
  bool truth(const Instance& of, const std::string& name, bool otherwise);
  /// The last word of an enumeration, "Linear".
  std::string choice(const Instance& of, const std::string& name, const std::string& otherwise);
  bool is_given(const Instance& of, const std::string& name) const;
  /// Rows of a table; a list is one column.
  std::vector<std::vector<FormulaText>> table(
      const Instance& of, const std::string& name,
      const std::vector<std::vector<FormulaText>>& otherwise);

  FormulaText formula(const Bound& bound, const Signals& signals = {});
  double number(const Bound& bound);
  bool truth(const Bound& bound);

  /// A start value: `start` and `fixed` of a variable of a component.
  struct Start {
    std::optional<Bound> value{};
    bool fixed{};
    Place place{};
  };
  Start start(const Instance& of, const std::string& variable);

  SourceLocation at(const Place& place) const { return {flat_.name, place.line, place.column}; }
  [[noreturn]] void fail(const Place& place, const std::string& what,
                         const std::string& advice) const;
  /// A name of parameters and signals.
  std::string new_name(const std::string& wanted) { return free_symbol(wanted, names_); }

 private:
  struct Found {
    std::optional<Bound> bound{};
    const Variable* variable{};
    std::string path{};
  };
  std::optional<Bound> given(const Instance& of, const std::string& name) const;
  Found find(const std::string& name, const Instance& scope) const;
  FormulaText named(const Expression& name, const Instance& scope, const Signals& signals);
  FormulaText called(const Expression& call, const Instance& scope, const Signals& signals);
  FormulaText operated(const Expression& expression, const Instance& scope, const Signals& signals);
  FormulaText chosen(const Expression& expression, const Instance& scope, const Signals& signals);
  FormulaText parameter(const Found& found);
  double called_number(const Expression& call, const Instance& scope);
  double operated_number(const Expression& expression, const Instance& scope);
  double named_number(const Expression& name, const Instance& scope);
  std::vector<std::vector<FormulaText>> stribeck_table(const Expression& call,
                                                       const Instance& scope);
  void enter(const Place& place);

  const Flat& flat_;
  ImportedModel& model_;
  std::vector<std::string> names_{};
  std::map<std::string, std::string> parameters_{};  ///< by paths: names in the model file
  int depth_{};
};

}  // namespace luztar::modelica
