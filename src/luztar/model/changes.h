// What one run has different from its model file: values of parameters and settings.
#pragma once

#include <string>
#include <string_view>

#include "luztar/model/model.h"

namespace luztar {

/// A value as a person gives it beside a model file: an expression of parameters in SI, "2*FK", or
/// a number with a unit, "3 mm/s". `unit` is that of what it is for, in any multiple; "": any unit
/// will do. Throws ModelError: no value, no expression, not a unit, a unit of something else.
Expression parse_value(std::string_view text, const std::string& unit, const SourceLocation& where);

/// Throws ModelError if there is no such parameter.
void check_parameter(const Model& model, const std::string& name, const SourceLocation& where);

/// Gives a parameter another value [SI]. `source` is what the user gave it by: "--set FS".
/// Throws ModelError if there is no such parameter.
void set_parameter(Model& model, const std::string& name, const Expression& value,
                   const std::string& source);
/// The same with a value for parse_value(), in the unit of the parameter if it has one.
void set_parameter(Model& model, const std::string& name, std::string_view text,
                   const std::string& source);

/// Gives a key of [simulation] another value, as text: duration, samples, interval, tolerance,
/// max_events, method, step, adaptive. Samples and interval replace each other, and method =
/// "events" drops what belongs to the other one. Throws ModelError for another key and for what
/// parse_value() does not read; compile() checks the range.
void set_setting(Model& model, const std::string& key, std::string_view text,
                 const std::string& source);
/// The same with a value [SI]. @pre a key that has a number
void set_setting(Model& model, const std::string& key, const Expression& value,
                 const std::string& source);
/// Output points one by one, in place of `samples` or `interval`.
void set_times(Model& model, SimulationTable::Times times);
/// The start value of this name, "q.BODY", "v.BODY", "x.STATE" or "x.CONTROLLER.NAME"; null: there
/// is none.
Expression* start_value(Model& model, const std::string& name);

/// What a derivative is by, as it is written in SimulationTable::derivatives: "FS", "q.seat", or to
/// one side of it, "FS+", "FS-".
struct VariedName {
  std::string name;  ///< without its side
  int side{};        ///< 1, -1; 0: both
};
VariedName varied_name(const std::string& text);

/// What derivatives of the run are by, in the place of what the file says; compile() checks names.
/// @param source  what the user gave them by: "--derivatives"
void set_derivatives(Model& model, const std::vector<std::string>& names,
                     const std::string& source);

}  // namespace luztar
