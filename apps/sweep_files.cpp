#include "apps/sweep_files.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <vector>

namespace {

luztar::SweepResult result_of(const luztar::PointTable& table, const luztar::SweepPlan& plan) {
  luztar::SweepResult result{.given = plan.given(), .found = plan.columns()};
  for (std::int64_t point = 0; point < plan.points(); ++point) {
    for (const double value : plan.given_at(point)) result.numbers.push_back(value);
    const auto found = table.found(point);
    result.numbers.insert(result.numbers.end(), found.begin(), found.end());
    result.words.push_back(table.words(point));
  }
  return result;
}

/// As a shell reads it back.
std::string shell_word(const std::string& text) {
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("_-+./=,:^", c);
  });
  if (is_plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// The command that runs a point, but for its values.
std::string command_of(const SweepArguments& arguments) {
  std::string command = "luztar simulate " + shell_word(arguments.model);
  for (const std::string& change : arguments.changes) command += " --set " + shell_word(change);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) command += std::string(" ") + option + " " + shell_word(value);
  };
  add("--duration", arguments.duration);
  add("--tolerance", arguments.tolerance);
  add("--max-events", arguments.max_events);
  return command;
}

void write_npz(const luztar::SweepResult& result, const std::string& folder) {
  luztar::NpzFile file;
  std::size_t column = 0;
  const std::size_t width = result.given.size() + result.found.size();
  for (const auto* names : {&result.given, &result.found}) {
    for (const std::string& name : *names) {
      std::vector<double> values;
      for (std::size_t i = column; i < result.numbers.size(); i += width)
        values.push_back(result.numbers[i]);
      file.add(name, values);
      ++column;
    }
  }
  file.write(std::filesystem::path(folder) / "table.npz");
}

/// (columns) Empty if the model cannot be compiled where the sweep begins.
std::vector<std::string> units_of_measures(const luztar::Model& model,
                                           const luztar::SweepPlan& plan) {
  luztar::ParameterValues values;
  const std::vector<double> first = plan.given_at(0);
  const std::vector<std::string> names = plan.parameters();
  for (std::size_t i = 0; i < names.size(); ++i) values[names[i]] = first[i];
  try {
    const luztar::System system = compile(model, values, luztar::StartOfFile::Unused);
    return measure_units(model, system, result_coordinates(model, system), plan.measures);
  } catch (const luztar::ModelError&) {
    return {};
  }
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  luztar::AtomicFile file(path);
  file.write(text);
  file.close();
  file.publish();
}

}  // namespace

std::string write_sweep_files(const luztar::PointTable& table, const luztar::SweepPlan& plan,
                              const luztar::Model& model, const SweepArguments& arguments,
                              const std::string& folder) {
  constexpr std::int64_t kMostOfPage = 3'000'000;  // numbers, about 33 MB
  std::string names = folder + ": table.csv";
  const auto width = static_cast<std::int64_t>(plan.given().size() + plan.columns().size());
  const bool has_page = !arguments.no_report && plan.points() * width <= kMostOfPage;
  for (const char* former : {"table.npz", "sweep.html"})  // of another table
    std::filesystem::remove(std::filesystem::path(folder) / former);
  if (!arguments.npz && !has_page) return names;
  const luztar::SweepResult result = result_of(table, plan);
  if (arguments.npz) {
    write_npz(result, folder);
    names += " table.npz";
  }
  if (!has_page) return names;
  const luztar::SweepPage page{.title = model.title,
                               .command = command_of(arguments),
                               .carried = plan.carry ? plan.carry->along : "",
                               .given_units = si_units_of(model, result.given),
                               .found_units = units_of_measures(model, plan),
                               .logarithmic = logarithmic_axes(plan)};
  write_text(std::filesystem::path(folder) / "sweep.html", sweep_page(page, result));
  return names + " sweep.html";
}
