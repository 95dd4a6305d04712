#include "luztar/io/mistakes/section_names.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "luztar/core/habits.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

/// Sections with tables [SECTION.NAME].
std::vector<std::string> named_sections() {
  std::vector<std::string> names = {"bodies", "inertias",    "tables", "signals",
                                    "states", "controllers", "repeat"};
  const Parts none{};
  for_each_element_list(none,
                        [&](PartKind kind, const auto&) { names.push_back(section_of(kind)); });
  return names;
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The section that a table's name means; "" if it is one, or nothing like one.
std::string meant_by(const std::string& name, const std::vector<std::string>& named) {
  std::vector<std::string> known = named;
  for (const char* other : {"parameters", "simulation", "output", "sweep", "fit"})
    known.emplace_back(other);
  if (is_among(known, name) || name == "title") return "";
  const std::string habit(habit_of(name, "document"));
  if (!habit.empty()) return is_among(known, habit) ? habit : "";
  return closest_name(name, known);
}

/// [[bodies]] with `name` as tables by name.
void split_list(TomlEntry& section, Diagnostics& mistakes) {
  TomlValue tables;
  tables.where = section.value.where;
  std::string example = "NAME";
  for (TomlValue& item : section.value.items) {
    const auto is_name = [](const TomlEntry& entry) {
      return (entry.key == "name" || entry.key == "id") && entry.value.kind == TomlKind::Text;
    };
    const auto name = std::find_if(item.entries.begin(), item.entries.end(), is_name);
    if (name == item.entries.end()) continue;
    const std::string text = name->value.text;
    if (tables.entries.empty()) example = text;
    const SourceLocation where = name->where;
    item.entries.erase(name);
    tables.entries.push_back({text, where, std::move(item)});
  }
  mistakes.push_back({section.where, "`" + section.key + "` is a list",
                      "write tables [" + section.key + "." + example + "]"});
  section.value = std::move(tables);
}

void join_sections(TomlValue& root, std::vector<TomlEntry> renamed) {
  for (TomlEntry& entry : renamed) {
    const auto there = std::find_if(root.entries.begin(), root.entries.end(),
                                    [&](const TomlEntry& other) { return other.key == entry.key; });
    if (there == root.entries.end()) {
      root.entries.push_back(std::move(entry));
    } else if (there->value.kind == TomlKind::Table) {
      for (TomlEntry& child : entry.value.entries) there->value.entries.push_back(std::move(child));
    }
  }
}

}  // namespace

void correct_sections(TomlValue& root, Diagnostics& mistakes) {
  const std::vector<std::string> named = named_sections();
  std::vector<TomlEntry> kept, renamed;
  for (TomlEntry& entry : root.entries) {
    const TomlKind kind = entry.value.kind;
    const bool may_be = kind == TomlKind::Table || kind == TomlKind::List;
    const std::string meant = may_be ? meant_by(entry.key, named) : std::string();
    if (!meant.empty()) {
      const std::string form = is_among(named, meant) ? meant + ".NAME" : meant;
      mistakes.push_back(
          {entry.where, "no table [" + entry.key + "]", "did you mean [" + form + "]?"});
      entry.key = meant;
    }
    if (kind == TomlKind::List && is_among(named, entry.key)) split_list(entry, mistakes);
    (meant.empty() ? kept : renamed).push_back(std::move(entry));
  }
  root.entries = std::move(kept);
  join_sections(root, std::move(renamed));
}

}  // namespace luztar
