// The laws of friction: which keys each has, and what one direction takes over from the other.
#include <algorithm>
#include <string_view>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/io/key_reader.h"
#include "luztar/model/law.h"

namespace luztar {
namespace {

std::string in_quotes(std::string_view law) { return "\"" + std::string(law) + "\""; }

// A row that is not one has been reported; it stands there unread.
LevelRows read_levels(const TomlValue& value, TableReader& table) {
  const auto report = [&](const SourceLocation& where) {
    table.report(where, "`table` needs a list of pairs of numbers",
                 "write table = [[0, level], [speed, level], ...]");
    const Expression unread = Expression::symbol(kUnread, where);
    return std::pair(unread, unread);
  };
  if (value.kind != TomlKind::List || value.items.empty()) return {report(value.where)};
  LevelRows levels;
  for (const TomlValue& row : value.items) {
    if (row.kind != TomlKind::List || row.items.size() != 2) return {report(row.where)};
    levels.emplace_back(read_expression(row.items[0], "table", table.mistakes()),
                        read_expression(row.items[1], "table", table.mistakes()));
  }
  return levels;
}

}  // namespace

void KeyReader::law(const Field& field, Friction& friction) {
  const TomlEntry* name = table_.find(field.key, TomlKind::Text);
  const std::string word = name != nullptr ? name->value.text : kLawNames[0];
  const auto place = std::find(kLawNames.begin(), kLawNames.end(), word) - kLawNames.begin();
  const bool known = place < std::ssize(kLawNames);
  law_ = known && (name != nullptr || !table_.has(field.key)) ? 1U << place : 0;
  if (law_ != 0) set_law(friction, static_cast<std::size_t>(place), table_.where());
  if (known) return;
  table_.report(name->value.content, "no law " + quote(word),
                suggest(word, {kLawNames.begin(), kLawNames.end()}, see_docs("elements")));
}

void KeyReader::refuse_of_other_laws(const Field& field) {
  const TomlEntry* entry = table_.find(field.key);
  if (entry == nullptr || law_ == 0) return;
  std::string own, others;
  for (std::size_t i = 0; i < kLawNames.size(); ++i) {
    if ((law_ >> i & 1U) != 0) own = in_quotes(kLawNames[i]);
    if ((field.laws >> i & 1U) != 0)
      others += (others.empty() ? "" : " or ") + in_quotes(kLawNames[i]);
  }
  table_.report(entry->where, "`" + entry->key + "` does not belong to law = " + own,
                "remove it, or write law = " + others);
}

bool KeyReader::rival_stays(const Field& field) {
  if (field.rival == nullptr || above_ == nullptr) return false;
  if (!above_->has(field.rival) || table_.has("kinetic")) return false;
  if (const TomlEntry* entry = table_.find(field.key)) {
    table_.report(entry->where, "`" + entry->key + "` needs `kinetic` here",
                  "the `table` of positive rates is in force: write kinetic = ... too");
  }
  return true;
}

void KeyReader::kinetic(const Field& field, Expression& level, LevelRows& rows) {
  if (excluded(field) || rival_stays(field)) return;
  rows.clear();
  number(field, level);
}

void KeyReader::rows(const Field& speed, const Field&, LevelRows& rows, Friction::Law& law) {
  const TomlEntry* entry = table_.find(speed.key);
  if (excluded(speed) || entry == nullptr) return;
  rows = read_levels(entry->value, table_);
  const Expression& first = rows.front().second;
  if (law.breakaway.identity() == law.kinetic.identity()) law.breakaway = first;  // not written
  law.kinetic = first;
}

void KeyReader::backward(const Field& field, Friction& friction) {
  friction.backward = friction.forward;
  const TomlEntry* entry = excluded(field) ? nullptr : table_.find(field.key, TomlKind::Table);
  if (entry == nullptr) return;
  TableReader own(entry->value, entry->where, table_.mistakes());
  for (const char* key : {"viscous", "static"}) own.has(key);  // first, where a mistake names all
  KeyReader keys(own, &table_);
  describe(friction.backward, friction, keys);
  own.finish("frictions");
}

}  // namespace luztar
