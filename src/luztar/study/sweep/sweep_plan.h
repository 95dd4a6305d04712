// Which values the parameters of a model take in a sweep, and what is measured.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/study/sweep/measure.h"

namespace luztar {

/// A parameter and the values that it takes [SI].
struct Variation {
  std::string name;
  std::vector<double> values;
  /// What they were evaluated from, with the values of parameters that the model has.
  std::vector<Expression> made_of{};
  bool logarithmic{};  ///< asked for evenly in the logarithm
};

/// Parameters that take values together, as drawn ones do.
struct PointList {
  std::vector<std::string> names{};
  std::vector<double> values{};  ///< (rows, names) [SI]
  std::int64_t rows{1};
  std::vector<Expression> made_of{};  ///< as of a Variation
  std::vector<bool> logarithmic{};    ///< (names) drawn by their logarithm; empty: none
};

/// Runs that begin where the one before ended: its positions, velocities, deflections of bristles,
/// states and memory; the clock begins anew.
struct Carry {
  std::string along;  ///< a variation, in the order of its values
  bool back{};        ///< then back again, from the last value to the first
};

/// Each row of the list with all combinations of the variations, the last one running fastest.
/// Points that hand over their state are a line; without carry a line is one point.
struct SweepPlan {
  std::vector<Variation> variations;
  PointList list{};
  std::optional<Carry> carry{};  ///< @pre of a variation, where there is one
  std::vector<Measure> measures{};
  /// What comes before is not measured, from the start of the run: of parameters [s].
  Expression transient = Expression::number(0.0);

  std::int64_t points() const;
  std::int64_t lines() const { return points() / length(); }
  std::int64_t length() const;  ///< points of a line
  std::int64_t line_of(std::int64_t point) const;
  std::int64_t step_of(std::int64_t point) const;  ///< of its line, from 0
  /// @param step  from 0 to length() - 1
  std::int64_t point_of(std::int64_t line, std::int64_t step) const;
  std::vector<std::string> parameters() const;  ///< of the variations, then of the list
  /// Writes the value of each of parameters() at a point, from 0.
  void at(std::int64_t point, std::vector<double>& values) const;
  std::vector<std::string> columns() const;  ///< of the measures
  /// Columns of what is given: parameters(), and "way" where the state is carried back too, 1 or
  /// -1 on the way back.
  std::vector<std::string> given() const;
  std::vector<double> given_at(std::int64_t point) const;

 private:
  std::int64_t stride() const;  ///< between two points of a line
};

/// Reads "v=0.02:1:50" (from, to, how many, evenly), "v=0.02:1:50:log" (evenly in the logarithm) or
/// "v=1,2,5"; numbers are expressions of the model's parameters, a unit behind them is that of all:
/// "v=20:1000:50 mm/s". Throws ModelError.
Variation parse_variation(const Model& model, std::string_view text, const SourceLocation& where);

/// Gives keys of a table other texts, as options of a command do. What the table said
/// of values that are not varied any more is gone: their draws, their carry. @pre keys of [sweep]
void replace(SweepTable& table, const std::map<std::string, std::vector<SourceText>>& texts);

/// What a table asks for, with drawn values. Throws ModelError.
SweepPlan make_plan(const Model& model, const SweepTable& table);

/// Throws ModelError for what no run could do: a name twice, nothing to measure, a parameter that
/// [repeat] counts by, channels of a network that runs in islands, a method without pieces, a
/// parameter that was set beside the file and is varied, so that what it was set to counts for
/// nothing.
/// @param where  of what has no place of its own
void check_plan(const Model& model, const SweepPlan& plan, const SourceLocation& where = {});

/// Throws ModelError for what is wrong with [sweep] of the file itself, whatever options leave
/// open.
void check_sweep(const Model& model, const System& system);

}  // namespace luztar
