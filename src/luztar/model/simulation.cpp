// [simulation] in numbers, and data files that cover the run.
#include <algorithm>
#include <cmath>

#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/model/value_check.h"

namespace luztar {
namespace {

constexpr double kMostSamples = 1e9;
constexpr double kMostEvents = 1e12;
constexpr double kMostSteps = 1e12;

class RunCheck {
 public:
  RunCheck(const Model& model, const ParameterValues& values, Diagnostics& mistakes)
      : model_(model), values_(values), mistakes_(mistakes) {}

  void check() {
    const SimulationTable& table = model_.simulation;
    const auto start = finite(table.start, "start");
    const auto duration = finite(table.duration, "duration");
    if (duration && *duration < 0) report(table.duration, "duration is negative", "give seconds");
    if (table.span) finite(*table.span, "duration");
    if (start && duration && *duration >= 0) check_span(*start, *duration);
    if (table.samples && table.interval) {
      report(*table.interval, "samples and interval are both given", "keep one of them");
    }
    if (table.times) check_times(*table.times, start, duration);
    if (table.samples) check_whole(*table.samples, "samples", 0, kMostSamples);
    if (table.interval) check_interval(*table.interval, duration);
    if (table.tolerance) check_tolerance(*table.tolerance);
    if (const auto& seconds = model_.output.checkpoint) {
      const auto value = finite(*seconds, "checkpoint");
      if (value && *value < 0) report(*seconds, "checkpoint is negative", "give seconds");
    }
    if (table.max_events) check_whole(*table.max_events, "max_events", 1, kMostEvents);
    check_method(duration);
    if (table.at_rest) check_rest();
    if (!table.derivatives.empty()) check_derivatives();
  }

 private:
  void report(const Expression& expression, std::string what, std::string advice) {
    mistakes_.push_back({known_place(expression.where(), model_.simulation.where), std::move(what),
                         std::move(advice)});
  }

  std::optional<double> finite(const Expression& expression, const std::string& key) {
    const auto value = value_of(expression, values_);
    if (!value || std::isfinite(*value)) return value;
    report(expression, key + " is not a finite number", "give it a finite number");
    return std::nullopt;
  }

  void check_whole(const Expression& expression, const std::string& key, double least,
                   double most) {
    const auto value = finite(expression, key);
    if (!value || (*value >= least && *value <= most && *value == std::floor(*value))) return;
    report(expression, key + " = " + text_of(*value) + " is out of range",
           "give a whole number from " + text_of(least) + " to " + text_of(most) +
               (key == "samples" && *value > 0 && *value < 1
                    ? "; points so many seconds apart are interval = " + text_of(*value)
                    : ""));
  }

  void check_interval(const Expression& expression, std::optional<double> duration) {
    const auto value = finite(expression, "interval");
    if (!value) return;
    if (!(*value > 0)) {
      report(expression, "interval is not positive", "give the seconds between output points");
    } else if (duration && *duration / *value > kMostSamples) {
      report(expression, "interval gives more than 1e9 output points", "make it longer");
    }
  }

  void check_times(const SimulationTable::Times& times, std::optional<double> start,
                   std::optional<double> duration) {
    const auto wrong = [&](std::string what, std::string advice) {
      mistakes_.push_back(
          {known_place(times.where, model_.simulation.where), std::move(what), std::move(advice)});
    };
    const SimulationTable& table = model_.simulation;
    if (table.samples || table.interval)
      wrong(
          std::string("times and ") + (table.samples ? "samples" : "interval") + " are both given",
          "keep one of them");
    const std::vector<double>& values = times.values;
    if (values.empty()) return wrong("times has no number", "give the output points in seconds");
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i]))
        return wrong("a time is not a finite number", "give the output points in seconds");
      if (i > 0 && !(values[i] > values[i - 1]))
        return wrong("times does not increase: " + text_of(values[i]) + " s after " +
                         text_of(values[i - 1]) + " s",
                     "sort the times and remove repeated ones");
    }
    if (!start || !duration || *duration < 0.0) return;
    const double end = *start + *duration;
    if (values.back() < *start || values.front() > end)
      wrong("no output time, " + text_of(values.front()) + " s to " + text_of(values.back()) +
                " s, lies in the run, " + text_of(*start) + " s to " + text_of(end) + " s",
            "give times in seconds from the same zero");
  }

  /// By parameters and start values: what is none of them.
  void check_derivatives() {
    const SimulationTable& table = model_.simulation;
    const SourceLocation first = known_place(table.derivatives.front().where, table.where);
    if (table.method == Method::Stepping)
      mistakes_.push_back(
          {first, "method = \"stepping\" has no derivatives", "use method = \"events\""});
    if (table.at_rest)
      mistakes_.push_back({first, "a start at the equilibrium has no derivatives",
                           "give positions, and start in seconds"});
    if (model_.output.checkpoint)
      mistakes_.push_back({first, "a run with checkpoints has no derivatives: they begin with it",
                           "leave out checkpoint or derivatives"});
    std::vector<std::string> known;
    for (const Parameter& parameter : model_.parameters) known.push_back(parameter.name);
    for (const Body& body : model_.bodies) {
      if (body.motion) continue;
      known.push_back("q." + body.name);
      known.push_back("v." + body.name);
    }
    for (const StateVariable& state : model_.states) known.push_back("x." + state.name);
    for (const Controller& controller : model_.controllers)
      for (const Controller::Memory& item : controller.memory)
        known.push_back("x." + controller.name + "." + item.name);
    for (std::size_t i = 0; i < table.derivatives.size(); ++i) {
      const auto& [name, where] = table.derivatives[i];
      const auto same = [&name = name](const SourceText& other) {
        return other.text == name;
      };
      const std::string bare = varied_name(name).name;
      if (std::ranges::find(known, bare) == known.end())
        mistakes_.push_back({known_place(where, table.where),
                             quote(bare) + " is no parameter and no start value",
                             suggest(bare, known, "name a parameter, \"q.BODY\" or \"v.BODY\"")});
      else if (std::find_if(table.derivatives.begin(),
                            table.derivatives.begin() + static_cast<std::ptrdiff_t>(i),
                            same) != table.derivatives.begin() + static_cast<std::ptrdiff_t>(i))
        mistakes_.push_back({known_place(where, table.where),
                             "derivatives by " + quote(name) + " are asked for twice",
                             "leave one of them out"});
    }
  }

  void check_method(std::optional<double> duration) {
    const SimulationTable& table = model_.simulation;
    if (table.method == Method::Events) {
      if (table.step)
        report(
            *table.step, "`step` belongs to method = \"stepping\"",
            "remove `step`, and add interval = ... if it was meant for the output; or add method = "
            "\"stepping\"");
      if (table.adaptive)
        report({}, "`adaptive` belongs to method = \"stepping\"",
               "add method = \"stepping\", or remove `adaptive`");
    } else if (!table.step) {
      report({}, "method = \"stepping\" has no `step`", "write step = ... in seconds");
    } else if (const auto value = finite(*table.step, "step"); value && !(*value > 0.0)) {
      report(*table.step, "step is not positive", "give seconds");
    } else if (value && duration && *duration / *value > kMostSteps) {
      report(*table.step, "step gives more than 1e12 steps", "make it longer");
    }
  }

  /// A run that starts at rest has no use for velocities, and its word must have one meaning.
  void check_rest() {
    const SourceLocation& word = model_.simulation.rest;
    if (values_.contains("equilibrium"))
      mistakes_.push_back({word, "'equilibrium' is a parameter here, and the start is a word",
                           "give the parameter another name"});
    for (const Body& body : model_.bodies) {
      const auto velocity = value_of(body.velocity, values_);
      const auto mass = body.mass ? value_of(*body.mass, values_) : std::nullopt;
      if (!velocity || *velocity == 0.0 || !mass || std::isinf(*mass)) continue;
      report(body.velocity,
             "the velocity of '" + body.name + "' counts for nothing: the run starts at rest",
             "remove it, or start = \"equilibrium\"");
    }
  }

  void check_tolerance(const Expression& expression) {
    const auto value = finite(expression, "tolerance");
    if (!value || (*value >= 1e-15 && *value <= 1e-2)) return;
    report(expression, "tolerance = " + text_of(*value) + " is out of range",
           "give a number from 1e-15 to 1e-2");
  }

  void check_span(double start, double duration) {
    const double end = start + duration;
    if (!std::isfinite(end) || (duration > 0 && end == start)) {
      return report(model_.simulation.duration, "start + duration is out of range",
                    "choose a smaller start");
    }
    for (const Signal& signal : model_.signals) {
      const auto* table = std::get_if<Table>(&signal.value);
      if (table != nullptr) check_cover(signal, *table, start, end);
    }
  }

  void check_cover(const Signal& signal, const Table& table, double start, double end) {
    if (table.time.empty()) return;  // reported when it was read
    if (table.time.front() <= start && end <= table.time.back()) return;
    mistakes_.push_back({signal.where,
                         "the data of '" + signal.name + "' reach from " +
                             text_of(table.time.front()) + " s to " + text_of(table.time.back()) +
                             " s, the simulation from " + text_of(start) + " s to " + text_of(end) +
                             " s",
                         "change start and duration, or use longer data"});
  }

  const Model& model_;
  const ParameterValues& values_;
  Diagnostics& mistakes_;
};

}  // namespace

void check_simulation(const Model& model, const ParameterValues& values, Diagnostics& mistakes) {
  RunCheck(model, values, mistakes).check();
}

}  // namespace luztar
