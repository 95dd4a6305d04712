// The parts of validate(): each adds the mistakes that it finds to a list.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "luztar/model/fields.h"
#include "luztar/model/model.h"
#include "luztar/model/readers.h"

namespace luztar {

using Diagnostics = std::vector<Diagnostic>;

/// Symbol that stands for a part of a file that could not be read. It was reported already:
/// whatever depends on it is passed over in silence.
inline constexpr const char* kUnread = "?";

/// Every mistake that validate() would report, in order of line and column. `model` may hold
/// kUnread.
Diagnostics check_model(const Model& model, const ParameterValues& overrides = {});

/// check_model() for many values of the same parameters: what does not depend on values is checked
/// once.
class ModelCheck {
 public:
  /// `model` outlives it unchanged. @param overrides  their names alone matter
  ModelCheck(const Model& model, const ParameterValues& overrides);
  ~ModelCheck();
  /// Every mistake. The parameters are in parameters() afterwards.
  Diagnostics check(const ParameterValues& overrides);
  const ParameterValues& parameters() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// " (and so in 3 more)", behind a mistake of one instance of a template.
std::string and_more(std::size_t instances);

/// In order of line and column. A wrong template is wrong in many instances, which is told once.
void merge_instances(Diagnostics& mistakes, const Model& model);

/// Throws a ModelError of them, merged, at most 100, if there are any.
void throw_if_any(Diagnostics mistakes, const Model& model);

/// `where`, or `fallback` if it is not known (models built in code).
const SourceLocation& known_place(const SourceLocation& where, const SourceLocation& fallback);

/// "did you mean 'x'?", or a list of what there is, or `otherwise` if there is nothing.
std::string suggest(const std::string& name, const std::vector<std::string>& known,
                    const std::string& otherwise);

// --- names ---------------------------------------------------------------------------------

/// What a name of the model stands for.
enum class NameKind { Parameter, Table, Signal, Memory, State, Controller, Body, Inertia, Element };

/// Names that must differ: those that formulas say by themselves, those after x, bodies, inertias
/// and elements.
enum class NameSpace { Formula, States, Bodies, Inertias, Elements };
NameSpace space_of(NameKind kind);

/// All names of a model, which must outlive them unchanged; the first use in a space wins.
class Names {
 public:
  explicit Names(const Model& model);
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  bool has(const std::string& name, NameKind kind) const;
  /// Names of the given kinds, in the order of the file.
  std::vector<std::string> of(std::initializer_list<NameKind> kinds) const;
  struct Entry {
    std::string_view name;  ///< in the model, as its place
    NameKind kind;
    const SourceLocation* where;
    PartKind part{};  ///< of bodies and elements
  };
  /// What bears this name; null: nothing does.
  const Entry* find(const std::string& name, NameSpace space) const;
  /// "'load' is a parameter and an element"; "" if nothing bears this name.
  std::string what_is(const std::string& name) const;
  const std::vector<Entry>& entries() const { return entries_; }
  bool any_twice() const;
  /// What controllers hold, "CONTROLLER.NAME".
  const std::vector<std::string>& outputs() const { return outputs_; }

 private:
  std::vector<Entry> entries_;
  /// In entries_, by space.
  std::array<std::unordered_map<std::string_view, std::size_t>, 5> places_{};
  std::vector<std::string> outputs_;
};

/// "a parameter", "an element".
std::string with_article(NameKind kind);

/// A name that is malformed or reserved.
void check_name(const Names::Entry& entry, Diagnostics& mistakes);

/// Malformed, reserved and repeated names.
void check_names(const Names& names, Diagnostics& mistakes);

// --- symbols -------------------------------------------------------------------------------

/// @param own  the controller that an expression at Place::Sampled belongs to
void check_symbols(const Expression& expression, Place place, const Names& names,
                   const SourceLocation& fallback, Diagnostics& mistakes,
                   const Controller* own = nullptr);

/// Names of a controller's memory, what it assigns, its delay.
void check_controllers(const Model& model, const Names& names, const ParameterValues& values,
                       Diagnostics& mistakes);

/// Symbols of every expression but those of parameters.
void check_all_symbols(const Model& model, const Names& names, Diagnostics& mistakes);

/// Cycles of signals, and signals that grow out of bounds when they are inserted in each other.
void check_signals(const Model& model, Diagnostics& mistakes);

// --- values --------------------------------------------------------------------------------

/// Parameters in numbers. Those that depend on a mistake are missing in `values`.
struct EvaluatedParameters {
  ParameterValues values;
  Diagnostics mistakes;
};
EvaluatedParameters evaluate_what_can_be(const Model& model, const Names& names,
                                         const ParameterValues& overrides);

/// In which order parameters are worked out, some of which are given other values.
class ParameterOrder {
 public:
  /// `model` outlives it unchanged. @param overrides  their names alone matter
  ParameterOrder(const Model& model, const Names& names, const ParameterValues& overrides);
  const Diagnostics& mistakes() const { return mistakes_; }  ///< names and cycles
  /// Adds mistakes to the result, and replaces its values. @pre the names of before
  void evaluate(const ParameterValues& overrides, EvaluatedParameters& result) const;

 private:
  const Model& model_;
  Diagnostics mistakes_;
  std::vector<std::size_t> order_;
};

/// Value of a constant expression, or nothing if a mistake stands in its way.
std::optional<double> value_of(const Expression& expression, const ParameterValues& values);

/// Ranges of all numbers of states, controllers, bodies and elements.
/// @param readers  not null: of those alone, among bodies and elements
void check_values(const Model& model, const ParameterValues& values, Diagnostics& mistakes,
                  const Readers* readers = nullptr);

/// Ranges of [simulation], and data files that cover the run.
void check_simulation(const Model& model, const ParameterValues& values, Diagnostics& mistakes);

/// Dimensions, where a key's whole value is one parameter with a unit.
void check_units(const Model& model, Diagnostics& mistakes);

}  // namespace luztar
