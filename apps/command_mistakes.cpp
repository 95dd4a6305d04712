#include "apps/command_mistakes.h"

#include <algorithm>
#include <filesystem>

#include "luztar/luztar.h"

namespace {

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_model_file(const std::string& word) {
  std::error_code none;
  return word.ends_with(".toml") || std::filesystem::is_regular_file(word, none);
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// "--dt" of "--dt=0.1".
std::string option_name(const std::string& argument) {
  return argument.substr(0, argument.find('='));
}

bool is_unit(const std::string& word) {
  try {
    luztar::parse_unit(word, {});
    return true;
  } catch (const luztar::ModelError&) {
    return false;
  }
}

std::string unexpected_option(const std::string& option, const std::vector<std::string>& options) {
  const std::string start = "no option '" + option + "' here; ";
  const std::string habit(luztar::habit_of(option, "options"));
  if (is_one_of(options, habit) || habit.find(' ') != std::string::npos)
    return start + luztar::habit_advice(option, "options");
  const std::string close = luztar::closest_name(option, options);
  return start +
         (close.empty() ? "options are " + listed(options) : "did you mean '" + close + "'?");
}

}  // namespace

std::string no_command_words(const std::vector<std::string>& words,
                             const std::vector<std::string>& commands) {
  if (words.empty()) return "";
  const std::string& first = words.front();
  if (is_one_of(commands, first) || is_one_of({"-h", "--help", "--version"}, first)) return "";
  if (first.starts_with('-')) {
    const auto command =
        std::find_first_of(words.begin(), words.end(), commands.begin(), commands.end());
    if (command == words.end()) return "";
    return "'" + first + "' stands before the command; options follow it: luztar " + *command +
           " MODEL " + option_name(first) + " ...";
  }
  const std::string start = "no command '" + first + "'; ";
  if (is_model_file(first)) return start + "write luztar simulate " + first;
  const std::string habit = luztar::habit_advice(first, "commands");
  if (!habit.empty()) return start + habit;
  const std::string close = luztar::closest_name(first, commands);
  return start +
         (close.empty() ? "commands are " + listed(commands) : "did you mean '" + close + "'?");
}

std::string unexpected_words(const std::string& argument, const std::vector<std::string>& words,
                             const std::vector<std::string>& options) {
  const auto place = std::find(words.begin(), words.end(), argument);
  const bool follows = place != words.end() && place != words.begin();
  const std::string before = follows ? *(place - 1) : "";
  const std::string start = "'" + argument + "' is not expected; ";
  if (argument.starts_with("--") || (argument.starts_with('-') && argument.size() == 2))
    return unexpected_option(option_name(argument), options);
  if (argument.starts_with('=') || before.ends_with('='))
    return start + "write NAME=VALUE without blanks, or between quotes";
  const bool behind_number = !before.empty() && before.back() >= '0' && before.back() <= '9';
  if (behind_number && is_unit(argument))
    return start + "a value with a blank stands between quotes: \"" + before + " " + argument +
           "\"";
  if (is_one_of(options, "--out"))
    return start + "a folder or file for the results is --out " + argument;
  return start + "see --help";
}
