#include "luztar/io/table_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/core/habits.h"
#include "luztar/core/nearness.h"
#include "luztar/core/quantity.h"
#include "luztar/io/table_scope.h"
#include "luztar/symbolic/quantity_text.h"

namespace luztar {
namespace {

Expression unread(const SourceLocation& where) { return Expression::symbol(kUnread, where); }

Expression read_text(const TomlValue& value, const std::string& key, Diagnostics& mistakes,
                     Infinity allowed) {
  if (allowed != Infinity::None && (value.text == "inf" || value.text == "+inf")) {
    return Expression::number(kInfinity, value.content);
  }
  if (allowed == Infinity::Both && value.text == "-inf") {
    return Expression::number(-kInfinity, value.content);
  }
  try {
    if (const auto quantity = parse_quantity(value.text, value.content)) return *quantity;
    return parse_expression(value.text, value.content, TableScope::tables());
  } catch (const ModelError& error) {
    for (Diagnostic diagnostic : error.diagnostics()) {
      diagnostic.what = "in `" + key + "`: " + diagnostic.what;
      mistakes.push_back(std::move(diagnostic));
    }
    return unread(value.content);
  }
}

Expression read_plain(const TomlValue& value, const std::string& key, Diagnostics& mistakes,
                      Infinity allowed) {
  const bool infinite = (allowed != Infinity::None && value.number == kInfinity) ||
                        (allowed == Infinity::Both && value.number == -kInfinity);
  if (std::isfinite(value.number) || infinite) {
    return Expression::number(value.number, value.where);
  }
  mistakes.push_back({value.where, "`" + key + "` is not a finite number", "give it a number"});
  return unread(value.where);
}

bool is_quantity(const TomlValue& value) {
  return std::ranges::any_of(value.entries,
                             [](const TomlEntry& entry) { return entry.key == "unit"; });
}

/// { value = 1, unit = "mm" }
Expression read_quantity(const TomlValue& value, const std::string& key, Diagnostics& mistakes) {
  TableReader table(value, value.where, mistakes);
  const TomlEntry* number = table.find("value");
  const TomlEntry* unit = table.find("unit", TomlKind::Text);
  table.finish("units");
  if (unit == nullptr) return unread(value.where);
  if (number == nullptr || number->value.kind != TomlKind::Number) {
    mistakes.push_back({number == nullptr ? value.where : content_place(number->value),
                        "`" + key + "` has a unit, and its value is no number",
                        "a formula has the unit of what stands in it: write it alone, or give it a "
                        "name and its unit in [parameters]"});
    return unread(value.where);
  }
  Expression plain = read_plain(number->value, key, mistakes, Infinity::None);
  if (plain.op() != Op::Number) return plain;
  try {
    const Unit given = parse_unit(unit->value.text, unit->value.content);
    return Expression::number(given.to_si(plain.number()), value.where, unit->value.text);
  } catch (const ModelError& error) {
    mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    return unread(value.where);
  }
}

std::string advice_for(const std::string& key, TomlValue::Kind kind) {
  if (kind == TomlValue::Kind::Text) return "write it between quotes";
  if (kind == TomlValue::Kind::Truth) return "write " + key + " = true or false";
  if (kind == TomlValue::Kind::Table) return "write " + key + " = { KEY = VALUE, ... }";
  return see_docs("document");
}

}  // namespace

Expression read_expression(const TomlValue& value, const std::string& key, Diagnostics& mistakes,
                           Infinity allowed) {
  switch (value.kind) {
    case TomlValue::Kind::Number:
      return read_plain(value, key, mistakes, allowed);
    case TomlValue::Kind::Text:
      return read_text(value, key, mistakes, allowed);
    default:
      break;
  }
  if (is_quantity(value)) return read_quantity(value, key, mistakes);
  mistakes.push_back({value.where, "`" + key + "` is " + describe(value.kind) + ", not a number",
                      "write a number, or an expression between quotes"});
  return unread(value.where);
}

// The grammar knows comparisons as the first argument of if() only.
Expression read_condition(const TomlValue& value, const std::string& key,
                          const std::string& example, Diagnostics& mistakes,
                          const std::string& sign) {
  const std::string in_key = "in `" + key + "`: ";
  const std::string such = key + " = \"" + example + "\"";
  if (value.kind != TomlValue::Kind::Text) {
    mistakes.push_back({value.where, "`" + key + "` is " + describe(value.kind),
                        "write a comparison between quotes: " + such});
    return unread(value.where);
  }
  SourceLocation where = value.content;
  where.column -= 3;  // "if("
  try {
    return parse_expression("if(" + value.text + sign + ", 1, 0)", where, TableScope::tables());
  } catch (const ModelError& error) {
    for (Diagnostic diagnostic : error.diagnostics()) {
      const int end = value.content.column + static_cast<int>(value.text.size());
      const bool is_none = diagnostic.what.find("first argument of if") != std::string::npos;
      const bool ends = diagnostic.where.column >= end;  // what is wrong there is not the user's
      if (is_none || ends) diagnostic.advice = "write a comparison, such as " + such;
      diagnostic.what = in_key + (is_none ? "this is no comparison"
                                  : ends  ? "it ends too early"
                                          : diagnostic.what);
      diagnostic.where.column = std::clamp(diagnostic.where.column, value.content.column, end);
      mistakes.push_back(std::move(diagnostic));
    }
    return unread(value.where);
  }
}

const SourceLocation& content_place(const TomlValue& value) {
  return value.kind == TomlValue::Kind::Text ? value.content : value.where;
}

TableReader::TableReader(const TomlValue& table, SourceLocation where, Diagnostics& mistakes)
    : table_(table), where_(std::move(where)), mistakes_(mistakes) {}

const TomlEntry* TableReader::find(const std::string& key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
  return look_up(key);
}

const TomlEntry* TableReader::look_up(const std::string& key) const {
  const auto found = std::find_if(table_.entries.begin(), table_.entries.end(),
                                  [&](const TomlEntry& entry) { return entry.key == key; });
  return found == table_.entries.end() ? nullptr : &*found;
}

const TomlEntry* TableReader::find(const std::string& key, TomlValue::Kind kind) {
  const TomlEntry* entry = find(key);
  if (entry == nullptr || entry->value.kind == kind) return entry;
  report(entry->value.where,
         "`" + key + "` is " + describe(entry->value.kind) + ", not " + describe(kind),
         advice_for(key, kind));
  return nullptr;
}

std::optional<Expression> TableReader::number(const std::string& key, Infinity allowed) {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return std::nullopt;
  return read_expression(entry->value, key, mistakes_, allowed);
}

Expression TableReader::required(const std::string& key, const std::string& advice) {
  if (auto value = number(key)) return *value;
  report(where_, "`" + key + "` is missing", "write " + advice);
  return unread(where_);
}

void TableReader::pair(const TomlValue& value, const std::string& key, const std::string& shape,
                       Expression& first, Expression& second, Infinity allowed) {
  if (value.kind != TomlValue::Kind::List || value.items.size() != 2) {
    report(value.where, "`" + key + "` needs a list of two numbers",
           "write " + key + " = " + shape);
    first = second = unread(value.where);
    return;
  }
  first = read_expression(value.items[0], key, mistakes_, allowed);
  second = read_expression(value.items[1], key, mistakes_, allowed);
}

std::optional<std::string> TableReader::text(const std::string& key) {
  const TomlEntry* entry = find(key, TomlValue::Kind::Text);
  if (entry == nullptr) return std::nullopt;
  return entry->value.text;
}

void TableReader::refuse(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (const TomlEntry* entry = look_up(key)) {
      report(entry->where, "`" + key + "` is not supported yet", "remove it");
    }
  }
  later_.insert(later_.end(), keys.begin(), keys.end());
}

void TableReader::exclude(const std::vector<std::string>& keys, const std::string& because) {
  for (const std::string& key : keys) {
    if (const TomlEntry* entry = find(key)) {
      report(entry->where, "`" + key + "` makes no sense beside `" + because + "`",
             "remove one of them");
    }
  }
}

std::string TableReader::advice_on(const std::string& key, std::string_view topic) const {
  constexpr std::size_t kManyMistakes = 100;  // beyond, suggestions cost more than they help
  if (mistakes_.size() >= kManyMistakes) return see_docs(topic);
  std::string habit = habit_advice(key, topic);
  if (!habit.empty()) return habit;
  const std::string close = closest_name(key, asked_);
  if (!close.empty()) return "did you mean '" + close + "'?";
  std::string keys;
  for (std::size_t i = 0; i < asked_.size(); ++i)
    keys += (i == 0 ? "there is " : i + 1 == asked_.size() ? " and " : ", ") + asked_[i];
  return keys + (keys.empty() ? "" : "; ") + see_docs(topic);
}

void TableReader::finish(std::string_view topic) {
  for (const TomlEntry& entry : table_.entries) {
    const auto is_key = [&](const std::string& key) {
      return key == entry.key;
    };
    if (std::any_of(asked_.begin(), asked_.end(), is_key)) continue;
    if (std::any_of(later_.begin(), later_.end(), is_key)) continue;
    report(entry.where, "no key " + quote(entry.key) + " here", advice_on(entry.key, topic));
  }
}

void TableReader::report(const SourceLocation& where, std::string what, std::string advice) {
  mistakes_.push_back({where, std::move(what), std::move(advice)});
}

}  // namespace luztar
