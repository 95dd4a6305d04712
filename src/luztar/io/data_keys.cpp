#include "luztar/io/data_keys.h"

#include <cmath>

#include "luztar/core/quantity.h"

namespace luztar {
namespace {

/// @param unit  of all numbers of a list; "": they have none of their own
void check_unit(const Expression& number, const std::string& key, std::string_view unit,
                Diagnostics& mistakes) {
  if (number.op() != Op::Number || number.unit().empty()) return;
  if (unit.empty()) {
    mistakes.push_back({number.where(), "`" + key + "` has one unit for all of its numbers",
                        "write " + key + "_unit = \"" + number.unit() + "\" and plain numbers"});
  } else if (parse_unit(number.unit(), {}).dimension != parse_unit(unit, {}).dimension) {
    mistakes.push_back({number.where(),
                        "`" + key + "` is in " + std::string(unit) + ", not in " + number.unit(),
                        "write seconds, or a unit of time"});
  }
}

}  // namespace

ColumnChoice read_column(TableReader& table, const std::string& key, int otherwise) {
  const TomlEntry* entry = table.find(key);
  if (entry == nullptr) return {"", otherwise, table.where()};
  const TomlValue& value = entry->value;
  ColumnChoice choice{"", otherwise, content_place(value)};
  constexpr double kHighestColumn = 100'000;
  if (value.kind == TomlKind::Text && !value.text.empty()) {
    choice.name = value.text;
  } else if (value.kind == TomlKind::Number && value.number >= 1 &&
             value.number <= kHighestColumn && value.number == std::floor(value.number)) {
    choice.number = static_cast<int>(value.number);
  } else {
    table.report(choice.where, "`" + key + "` is not a column",
                 "give a name of the first line, or a number from 1");
  }
  return choice;
}

std::vector<double> plain_numbers(const TomlValue& list, const std::string& key,
                                  std::string_view unit, const std::string& what,
                                  const std::string& advice, Diagnostics& mistakes) {
  std::vector<double> numbers;
  for (const TomlValue& item : list.items) {
    const Expression number = read_expression(item, key, mistakes);
    check_unit(number, key, unit, mistakes);
    numbers.push_back(0.0);
    const auto symbols = symbols_of(number);
    if (!symbols.empty()) {
      if (symbols.front().symbol() != kUnread)
        mistakes.push_back({symbols.front().where(), what + " is of plain numbers", advice});
      continue;
    }
    numbers.back() = evaluate(number, ParameterValues{});
    if (!std::isfinite(numbers.back()))
      mistakes.push_back(
          {number.where(), "`" + key + "` is not a finite number", "give it a number"});
  }
  return numbers;
}

Interpolation read_interpolation(TableReader& table) {
  const TomlEntry* entry = table.find("interpolation", TomlKind::Text);
  if (entry == nullptr || entry->value.text == "cubic") return Interpolation::Cubic;
  if (entry->value.text == "linear") return Interpolation::Linear;
  if (entry->value.text == "hold") return Interpolation::Hold;
  table.report(entry->value.content, "no interpolation " + quote(entry->value.text),
               suggest(entry->value.text, {"cubic", "linear", "hold"}, ""));
  return Interpolation::Cubic;
}

}  // namespace luztar
