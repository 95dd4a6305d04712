// [repeat.NAME]: templates of bodies and elements, with their indices and random parameters.
#include <algorithm>
#include <array>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/io/model/model_parts.h"

namespace luztar {
namespace {

constexpr const char* kWhere = "where";

class RepeatReader {
 public:
  RepeatReader(Repeat& repeat, TableReader& table)
      : repeat_(repeat), table_(table), mistakes_(table.mistakes()) {}

  void read() {
    read_indices();
    read_locals();
    for (const char* key : {"states", "controllers", "inertias"})
      if (const TomlEntry* entry = table_.find(key))
        table_.report(entry->where, "[repeat] has no templates of " + std::string(key) + " yet",
                      "write each of them outside of [repeat]");
    const auto after = [&](PartKind kind, TableReader& item) {
      repeat_.conditions[static_cast<std::size_t>(kind)].push_back(conditions(item));
    };
    // What a template calls a body is kept; it is looked up in every instance.
    const auto find = [this](const Repeat::Reference& reference) -> std::optional<int> {
      if (reference.name == "ground" && reference.indices.empty()) return kGround;
      repeat_.references.push_back(reference);  // each with its own place in the file
      return Repeat::kFirstReference - static_cast<int>(repeat_.references.size()) + 1;
    };
    read_bodies(table_, repeat_.items, after);
    read_elements(table_, repeat_.items,
                  {find, [] { return std::vector<std::string>{"ground"}; },
                   [](const std::string&) {
                     return std::string();
                   }},
                  after);
  }

 private:
  // --- count and index: one of each, or a list of both -------------------------------------------

  void read_indices() {
    const TomlEntry* count = table_.find("count");
    const TomlEntry* index = table_.find("index");
    if (count == nullptr) {
      return table_.report(table_.where(), "`count` is missing", "write count = ...");
    }
    const std::span<const TomlValue> counts = items_of(count->value);
    constexpr std::array<const char*, 3> kNames{"i", "j", "k"};
    if (counts.empty() || counts.size() > kNames.size()) {
      return table_.report(count->value.where, "`count` has no or more than three numbers",
                           "write count = 100, or count = [rows, columns]");
    }
    std::vector<std::string> names(kNames.begin(),
                                   kNames.begin() + static_cast<std::ptrdiff_t>(counts.size()));
    if (index != nullptr) read_names(*index, names);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      repeat_.indices.push_back({names[k], read_expression(counts[k], "count", mistakes_), 0});
    }
  }

  void read_names(const TomlEntry& index, std::vector<std::string>& names) {
    const TomlValue& value = index.value;
    const std::size_t wanted = names.size();
    if (value.kind == TomlKind::Text && wanted == 1) {
      names[0] = value.text;
      return;
    }
    bool good = value.kind == TomlKind::List && value.items.size() == wanted;
    for (std::size_t k = 0; good && k < wanted; ++k) {
      good = value.items[k].kind == TomlKind::Text;
      if (good) names[k] = value.items[k].text;
    }
    if (good) return;
    table_.report(value.where, "`index` is not a name for each number of `count`",
                  wanted == 1 ? "write index = \"i\"" : "write a list of names");
  }

  // --- parameters --------------------------------------------------------------------------------

  void read_locals() {
    const TomlEntry* entry = table_.find("parameters", TomlKind::Table);
    if (entry == nullptr) return;
    for (const TomlEntry& child : entry->value.entries) {
      Repeat::Local local{child.key, {}, {}, child.where};
      if (child.value.kind == TomlKind::Table) {
        local.random = random(child);
        if (!local.random) local.value = Expression::symbol(kUnread, child.where);
      } else {
        local.value = read_expression(child.value, child.key, mistakes_);
      }
      repeat_.parameters.push_back(std::move(local));
    }
  }

  std::optional<Repeat::Random> random(const TomlEntry& entry) {
    TableReader table(entry.value, entry.where, mistakes_);
    std::optional<Repeat::Random> result;
    for (std::size_t kind = 0; kind < kRandomForms.size(); ++kind) {
      const std::string key(kRandomForms[kind].name);
      const TomlEntry* numbers = table.find(key);
      if (numbers == nullptr) continue;
      if (result) {
        table.report(numbers->where, "two distributions for " + quote(entry.key),
                     "keep one of them");
        continue;
      }
      result = Repeat::Random{static_cast<RandomKind>(kind), {}, {}, {}};
      const TomlValue& pair = numbers->value;
      if (pair.kind != TomlKind::List || pair.items.size() != 2) {
        table.report(pair.where, "`" + key + "` needs a list of two numbers",
                     "write " + key + " = [" + std::string(kRandomForms[kind].first) + ", " +
                         std::string(kRandomForms[kind].second) + "]");
        result->first = result->second = Expression::symbol(kUnread, pair.where);
      } else {
        result->first = read_expression(pair.items[0], key, mistakes_);
        result->second = read_expression(pair.items[1], key, mistakes_);
      }
    }
    if (!result) {
      table.report(
          entry.where, quote(entry.key) + " has no distribution",
          "write { uniform = [least, most], seed = 1 }; " + docs_page("repeat") + " has others");
    }
    const auto seed = table.number("seed");
    if (seed && result) {
      result->seed = *seed;
    } else if (!seed) {
      table.report(entry.where, "`seed` is missing",
                   "write seed = 1; another whole number gives other random numbers");
    }
    table.finish("repeat");
    return result;
  }

  // --- conditions --------------------------------------------------------------------------------

  Repeat::Conditions conditions(TableReader& item) {
    Repeat::Conditions conditions;
    const TomlEntry* entry = item.find(kWhere);
    if (entry == nullptr) return conditions;
    for (const TomlValue& part : items_of(entry->value))
      conditions.push_back(read_condition(part, kWhere, "i < count", item.mistakes()));
    return conditions;
  }

  Repeat& repeat_;
  TableReader& table_;
  Diagnostics& mistakes_;
};

}  // namespace

void read_repeats(TableReader& document, Model& model) {
  read_section(document, "repeat", [&](const TomlEntry& entry, TableReader& table) {
    Repeat repeat;
    repeat.name = entry.key;
    repeat.where = entry.where;
    RepeatReader(repeat, table).read();
    const bool complete = !repeat.indices.empty();
    if (complete) model.repeats.push_back(std::move(repeat));
  });
}

}  // namespace luztar
