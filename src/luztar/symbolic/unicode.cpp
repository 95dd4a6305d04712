// Expressions as text for a terminal: names as in the model file, with Greek letters and primes.
#include <cctype>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/notation_row.h"
#include "luztar/symbolic/symbol_look.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;

// Runs of letters that are the name of a Greek letter become it: mu_psi, MT0psi.
std::string with_greek(const std::string& name) {
  std::string text;
  std::size_t i = 0;
  while (i < name.size()) {
    std::size_t end = i;
    while (end < name.size() && std::isalpha(static_cast<unsigned char>(name[end])) != 0) ++end;
    if (end == i) {
      text += name[i++];
      continue;
    }
    const std::string run = name.substr(i, end - i);
    const auto greek = greek_name(run);
    text += greek.empty() ? run : std::string(greek_letter(greek));
    i = end;
  }
  return text;
}

std::string symbol_text(const std::string& symbol) {
  const auto [prefix, name] = split_symbol(symbol);
  if (prefix.empty() || name.empty()) return with_greek(symbol);
  if (const int dots = time_derivatives(prefix); dots >= 0) {
    return with_greek(name) + std::string(static_cast<std::size_t>(dots), '\'');
  }
  return (prefix == "rate" ? "v" : prefix == "f" ? "T" : prefix) + "_" + with_greek(name);
}

std::string number_for_readers(double value) {
  if (value == std::numbers::pi) return "π";
  if (std::isinf(value)) return "∞";
  std::string text = number_text(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e + 1) + std::to_string(std::stoi(text.substr(e + 1)));  // 1e-9, not 1e-09
}

std::string superscript(const Row& exponent) {
  static const char* const kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const bool negative = exponent.size() == 2 && exponent[0].kind == Kind::Sign;
  const RowItem& last = exponent.back();
  if ((exponent.size() != 1 && !negative) || last.kind != Kind::Number) return {};
  std::string text = negative ? "⁻" : "";
  for (const char digit : number_text(last.number)) {
    if (digit < '0' || digit > '9') return {};
    text += kDigits[digit - '0'];
  }
  return text;
}

std::string power_text(const RowItem& power, const Notation& notation) {
  const std::string base = to_unicode(power.parts[0], notation);
  if (const std::string small = superscript(power.parts[1]); !small.empty()) return base + small;
  const Row& exponent = power.parts[1];
  const std::string text = to_unicode(exponent, notation);
  const bool simple = exponent.size() == 1 && exponent[0].kind != Kind::Power;
  return base + "^" + (simple ? text : "(" + text + ")");
}

std::string item_text(const RowItem& item, const Notation& notation) {
  if (const Marks* marks = marks_of(item.kind)) return std::string(marks->unicode);
  switch (item.kind) {
    case Kind::Symbol:
      return symbol_text(item.text);
    case Kind::Number:
      return number_for_readers(item.number);
    case Kind::Function:
    case Kind::Words:
      return item.text;
    case Kind::Relation:
      return " " + relation_sign(item.text, false) + " ";
    case Kind::Open:
      return "(";
    case Kind::Close:
      return ")";
    case Kind::Power:
      return power_text(item, notation);
    case Kind::Magnitude:
      return "|" + to_unicode(item.parts[0], notation) + "|";
    default:  // pictures, of which a row in one line has none
      return {};
  }
}

}  // namespace

std::string to_unicode(const Row& row, const Notation& notation) {
  std::string text;
  for (const RowItem& item : row) text += item_text(item, notation);
  return text;
}

std::string to_unicode(const Expression& expression, const Notation& notation) {
  return to_unicode(row_of(expression, false), notation);
}

int columns(std::string_view utf8) {
  int n = 0;
  for (const char c : utf8) n += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return n;
}

}  // namespace luztar
