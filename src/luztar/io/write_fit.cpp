#include "luztar/io/write_fit.h"

#include <algorithm>
#include <cctype>

namespace luztar {
namespace {

std::string match_text(const FitMatch& match) {
  if (!match.unit && !match.noise) return toml_string(match.column.text);
  TomlInline keys;
  keys.add("column", toml_string(match.column.text));
  if (match.unit) keys.add("unit", toml_string(match.unit->text));
  if (match.noise) keys.add("noise", toml_string(match.noise->text));
  return keys.text();
}

void add(const FitExperiment& experiment, const std::string& data_folder, TomlKeys& keys) {
  keys.add("data", toml_file(experiment.file.text, data_folder));
  keys.add("time", toml_string(experiment.time.text));
  TomlInline matches;
  for (const FitMatch& match : experiment.match)
    matches.add(toml_string(match.channel.text), match_text(match));
  keys.add("match", matches.text());
  if (!experiment.set.empty()) keys.add("set", toml_texts(experiment.set));
  if (!experiment.own.empty()) keys.add("own", toml_texts(experiment.own));
  if (!experiment.validation) return;
  const std::string& text = experiment.validation->text;
  keys.add("validation", text == "true" ? text : toml_string(text));
}

}  // namespace

void write_fit(const FitTable& fit, const std::string& data_folder,
               const std::function<void(const std::string& name, const TomlLines& keys)>& table) {
  if (!fit.is_there()) return;
  TomlLines keys;
  if (!fit.free.empty()) keys.add("free", toml_texts(fit.free));
  if (fit.loss) keys.add("loss", toml_string(fit.loss->text));
  const auto alone = std::ranges::find(fit.experiments, "", &FitExperiment::name);
  if (alone != fit.experiments.end()) add(*alone, data_folder, keys);
  table("", keys);
  for (const FitExperiment& experiment : fit.experiments) {
    if (experiment.name.empty()) continue;
    TomlLines own;
    add(experiment, data_folder, own);
    const bool is_bare = std::ranges::all_of(experiment.name, [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '-';
    });
    table(is_bare ? experiment.name : toml_string(experiment.name), own);
  }
}

}  // namespace luztar
