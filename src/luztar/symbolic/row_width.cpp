// Widths of printed formulas: Computer Modern at 10 points, measured roughly, on the wide side.
#include <algorithm>
#include <cstddef>
#include <numbers>

#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/notation_row.h"
#include "luztar/symbolic/symbol_look.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;

constexpr double kScript = 0.72;  // size of indices and exponents
constexpr double kLetter = 5.7;
constexpr double kWord = 5;

double look_width(const SymbolLook& look) {
  double width = 0;
  for (const SymbolAtom& atom : look) {
    const bool greek = atom.kind == SymbolAtom::Kind::Greek;
    const bool capital = !greek && atom.text.find_first_of("MWDNFKGHOQ") != std::string::npos;
    width += greek ? 6.2
                   : (atom.kind == SymbolAtom::Kind::Letter ? kLetter : kWord) *
                             static_cast<double>(atom.text.size()) +
                         (capital ? 3 : 0);
    width += kScript * std::max(look_width(atom.index), look_width(atom.superscript));
    if (!atom.index.empty() || !atom.superscript.empty()) width += 0.5;
  }
  return width;
}

double number_width(double value) {
  if (value == std::numbers::pi) return kLetter;
  const std::string text = number_text(value);
  const bool exponent = text.find('e') != std::string::npos;
  return kWord * static_cast<double>(text.size()) + (exponent ? 15 : 0);
}

double cases_width(const RowItem& item, const Notation& notation) {
  double value = 0;
  double condition = 45;  // "otherwise"
  for (std::size_t i = 0; i < item.parts.size(); ++i) {
    const double width = width_in_points(item.parts[i], notation);
    const bool is_condition = i % 2 == 1;
    if (is_condition) condition = std::max(condition, width + 12);
    if (!is_condition) value = std::max(value, width);
  }
  return 9 + value + 10 + condition;
}

// An exponent stands above the index.
double power_width(const RowItem& item, const Notation& notation) {
  const Row& base = item.parts[0];
  const double width = width_in_points(base, notation);
  const double exponent = kScript * width_in_points(item.parts[1], notation) + 0.5;
  if (base.size() != 1 || base[0].kind != Kind::Symbol) return width + exponent;
  const SymbolLook look = look_of(base[0].text, notation);
  if (look.size() > 1) return width + exponent + 8;  // in parentheses
  return width + std::max(0.0, exponent - kScript * look_width(look[0].index));
}

double item_width(const RowItem& item, const Notation& notation) {
  const auto part = [&](std::size_t i) {
    return width_in_points(item.parts[i], notation);
  };
  switch (item.kind) {
    case Kind::Symbol:
      return look_width(look_of(item.text, notation));
    case Kind::Number:
      return number_width(item.number);
    case Kind::Function:
      return kWord * static_cast<double>(item.text.size()) + 1.7;
    case Kind::Words:
      return kWord * static_cast<double>(item.text.size());
    case Kind::Relation:
      return 12.5;
    case Kind::Open:
    case Kind::Close:
      return item.broken == 2 ? 6 : 4.8;
    case Kind::Fraction:
      return std::max(part(0), part(1)) + 2.4;
    case Kind::Power:
      return power_width(item, notation);
    case Kind::Root:
      return part(0) + 9;
    case Kind::Magnitude:
      return part(0) + 6;
    case Kind::Cases:
      return cases_width(item, notation);
    default:
      return marks_of(item.kind)->width;
  }
}

}  // namespace

double width_in_points(const Row& row, const Notation& notation) {
  double width = 0;
  for (const RowItem& item : row) width += item_width(item, notation);
  return width;
}

}  // namespace luztar
