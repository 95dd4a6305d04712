#include "luztar/core/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "luztar/core/decimal.h"
#include "luztar/core/docs_page.h"

namespace luztar {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr Dimension kNone{};
constexpr Dimension kMass{1, 0, 0};
constexpr Dimension kLength{0, 1, 0};
constexpr Dimension kTime{0, 0, 1};
constexpr Dimension kRate{0, 0, -1};
constexpr Dimension kForce{1, 1, -2};
constexpr Dimension kPressure{1, -1, -2};
constexpr Dimension kEnergy{1, 2, -2};
constexpr Dimension kPower{1, 2, -3};
constexpr Dimension kCurrent{0, 0, 0, 1};
constexpr Dimension kVoltage{1, 2, -3, -1};
constexpr Dimension kResistance{1, 2, -3, -2};
constexpr Dimension kInductance{1, 2, -2, -2};
constexpr Dimension kTemperature{0, 0, 0, 0, 1};

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool takes_prefix;
  std::string_view si{};  ///< another name than its own
};

// in, ft, lb and lbf are exact by their international definitions.
constexpr std::array kUnits = {
    NamedUnit{"1", {1, 1, 0, kNone}, false},
    NamedUnit{"%", {1, 1, -2, kNone}, false, "1"},
    NamedUnit{"m", {1, 1, 0, kLength}, true},
    NamedUnit{"in", {254, 1, -4, kLength}, false, "m"},
    NamedUnit{"ft", {3048, 1, -4, kLength}, false, "m"},
    NamedUnit{"g", {1, 1, -3, kMass}, true, "kg"},
    NamedUnit{"t", {1, 1, 3, kMass}, false, "kg"},
    NamedUnit{"lb", {45359237, 1, -8, kMass}, false, "kg"},
    NamedUnit{"s", {1, 1, 0, kTime}, true},
    NamedUnit{"min", {60, 1, 0, kTime}, false, "s"},
    NamedUnit{"h", {3600, 1, 0, kTime}, false, "s"},
    NamedUnit{"Hz", {1, 1, 0, kRate}, true},
    NamedUnit{"rad", {1, 1, 0, kNone}, true},
    NamedUnit{"deg", {kPi, 180, 0, kNone}, false, "rad"},
    NamedUnit{"rev", {2 * kPi, 1, 0, kNone}, false, "rad"},
    NamedUnit{"rpm", {kPi, 30, 0, kRate}, false, "(rad/s)"},
    NamedUnit{"N", {1, 1, 0, kForce}, true},
    NamedUnit{"lbf", {45359237.0 * 980665.0, 1, -13, kForce}, false, "N"},
    NamedUnit{"Pa", {1, 1, 0, kPressure}, true},
    NamedUnit{"bar", {1, 1, 5, kPressure}, true, "Pa"},
    NamedUnit{"J", {1, 1, 0, kEnergy}, true},
    NamedUnit{"W", {1, 1, 0, kPower}, true},
    NamedUnit{"A", {1, 1, 0, kCurrent}, true},
    NamedUnit{"V", {1, 1, 0, kVoltage}, true},
    NamedUnit{"Ohm", {1, 1, 0, kResistance}, true},
    NamedUnit{"H", {1, 1, 0, kInductance}, true},
    NamedUnit{"K", {1, 1, 0, kTemperature}, true},
};

constexpr std::array<std::pair<std::string_view, int>, 11> kPrefixes = {{{"T", 12},
                                                                         {"G", 9},
                                                                         {"M", 6},
                                                                         {"k", 3},
                                                                         {"d", -1},
                                                                         {"c", -2},
                                                                         {"m", -3},
                                                                         {"u", -6},
                                                                         {"\u00b5", -6},
                                                                         {"\u03bc", -6},
                                                                         {"n", -9}}};

const NamedUnit* find_exact(std::string_view name) {
  const auto* found = std::find_if(kUnits.begin(), kUnits.end(),
                                   [name](const NamedUnit& unit) { return unit.name == name; });
  return found == kUnits.end() ? nullptr : found;
}

// Whole names go first: "min" is a minute and not a milli-inch.
const NamedUnit* find_unit(std::string_view name, Unit& unit) {
  if (const NamedUnit* exact = find_exact(name)) {
    unit = exact->unit;
    return exact;
  }
  for (const auto& [prefix, power] : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    const NamedUnit* base = find_exact(name.substr(prefix.size()));
    if (base == nullptr || !base->takes_prefix) continue;
    unit = base->unit;
    unit.power_of_ten += power;
    return base;
  }
  return nullptr;
}

/// The units of a word without blanks that is no name of the table: N, cm of "Ncm", kg, m of "kgm".
/// A force goes before a length or a time, a mass before a length, W, A and V before a time. "Nms"
/// is N m s. Empty: it is none.
std::vector<std::string_view> run_together(std::string_view word) {
  const auto is = [](std::string_view part, std::string_view base) {
    Unit unit;
    const NamedUnit* const found = find_unit(part, unit);
    return found != nullptr && found->name == base;
  };
  for (std::size_t i = 1; i < word.size(); ++i) {
    const std::string_view head = word.substr(0, i), rest = word.substr(i);
    if ((is(head, "W") || is(head, "A") || is(head, "V")) && (rest == "s" || rest == "h"))
      return {head, rest};
    if (!is(head, "N") && !is(head, "g")) continue;
    if (is(rest, "m")) return {head, rest};
    if (!is(head, "N") || rest.back() != 's') continue;
    const std::string_view length = rest.substr(0, rest.size() - 1);
    if (length.empty()) return {head, rest};
    if (is(length, "m")) return {head, length, rest.substr(length.size())};
  }
  return {};
}

void multiply(Unit& product, const Unit& unit, int exponent) {
  const double numerator = std::pow(unit.numerator, std::abs(exponent));
  const double denominator = std::pow(unit.denominator, std::abs(exponent));
  product.numerator *= exponent > 0 ? numerator : denominator;
  product.denominator *= exponent > 0 ? denominator : numerator;
  product.power_of_ten += exponent * unit.power_of_ten;
  product.dimension = luztar::product(product.dimension, unit.dimension, exponent);
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// product = factor { ("*" | "·" | " " | "/") factor }; factor = unit [["^"] integer] | "(" .. ")"
class UnitParser {
 public:
  UnitParser(std::string_view text, const SourceLocation& where) : text_(text), where_(where) {}

  Unit parse() {
    skip_space();
    if (at_end()) fail("the unit is empty", "write \"1\" for a pure number");
    const Unit unit = product(0);
    if (!at_end()) fail("unexpected '" + std::string(1, peek()) + "' in a unit", kAdvice);
    check_size(unit);
    return unit;
  }

  /// @pre parsed
  std::string si() const {
    const std::string whole = si_ + std::string(text_.substr(said_));
    const bool is_in_parentheses = whole.front() == '(' && whole.find(')') + 1 == whole.size();
    return is_in_parentheses ? whole.substr(1, whole.size() - 2) : whole;
  }

 private:
  static constexpr const char* kAdvice = "write it like \"N s/m\", \"kg m^2\" or \"N/(m s)\"";

  bool at_end() const { return position_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  void skip_space() {
    while (peek() == ' ') ++position_;
  }
  bool accept(std::string_view token) {
    if (text_.substr(position_, token.size()) != token) return false;
    position_ += token.size();
    return true;
  }

  [[noreturn]] void fail_at(std::size_t position, std::string what, std::string advice) const {
    SourceLocation where = where_;
    for (std::size_t i = 0; i < position && i < text_.size(); ++i) {
      if ((static_cast<unsigned char>(text_[i]) & 0xC0U) != 0x80U) ++where.column;
    }
    throw ModelError(where, std::move(what), std::move(advice));
  }
  [[noreturn]] void fail(std::string what, std::string advice) const {
    fail_at(position_, std::move(what), std::move(advice));
  }

  // A factor of 1e300 is a slip of the pen, and its inverse would not be a number.
  void check_size(const Unit& unit) const {
    const double logarithm =
        std::log10(unit.numerator) - std::log10(unit.denominator) + unit.power_of_ten;
    if (!(std::abs(logarithm) < 100) || std::abs(unit.power_of_ten) > 200) {
      fail_at(0, "this unit is too far from SI", "check its powers");
    }
  }

  Unit product(int depth) {
    Unit result = factor(depth);
    bool divided = false;
    for (;;) {
      const std::size_t gap = position_;
      skip_space();
      if (at_end() || peek() == ')') return result;
      if (accept("/")) {
        skip_space();
        multiply(result, factor(depth), -1);
        divided = true;
        continue;
      }
      const bool sign = accept("*") || accept("\u00b7");
      if (!sign && position_ == gap)
        fail("unexpected '" + std::string(1, peek()) + "' in a unit", kAdvice);
      if (!sign && divided) fail("is this still under the '/'?", "write parentheses, \"N/(m s)\"");
      skip_space();
      multiply(result, factor(depth), 1);
    }
  }

  Unit factor(int depth) {
    if (depth > 8) fail("too many parentheses in a unit", kAdvice);
    Unit result;
    if (accept("(")) {
      skip_space();
      const Unit base = product(depth + 1);
      if (!accept(")")) fail("a ')' is missing in a unit", kAdvice);
      multiply(result, base, exponent());
    } else {
      word(result);
    }
    return result;
  }

  /// A unit, or several without blanks, of which the exponent belongs to the last.
  void word(Unit& result) {
    const std::size_t first = position_;
    if (peek() == '1' || peek() == '%') {
      ++position_;
    } else {
      while (!at_end() && is_letter(peek()) && !at_superscript()) ++position_;
    }
    const std::string name(text_.substr(first, position_ - first));
    if (name.empty()) fail("a unit is missing", kAdvice);
    Unit unit;
    std::vector<std::string_view> parts{name};
    if (find_unit(name, unit) == nullptr) parts = run_together(name);
    if (parts.empty()) unknown(name, first);
    si_ += text_.substr(said_, first - said_);
    const std::size_t before = si_.find_last_not_of(' ');
    const bool divides = parts.size() > 1 && before != std::string::npos && si_[before] == '/';
    if (divides) si_ += '(';
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const NamedUnit* const found = find_unit(parts[i], unit);
      si_ += i > 0 ? " " : "";
      si_ += found->si.empty() ? found->name : found->si;
      if (i + 1 < parts.size()) multiply(result, unit, 1);
    }
    said_ = position_;
    multiply(result, unit, exponent());
    if (!divides) return;
    si_.append(text_.substr(said_, position_ - said_)).append(")");
    said_ = position_;
  }

  [[noreturn]] void unknown(const std::string& name, std::size_t first) const {
    std::vector<std::string> known;
    for (const NamedUnit& unit : kUnits) known.emplace_back(unit.name);
    for (const char* often : {"kg", "kN", "mm", "cm", "km", "ms", "kHz", "kPa", "MPa", "GPa"}) {
      known.emplace_back(often);
    }
    const std::string close = closest_name(name, known);
    fail_at(first, "no unit '" + name.substr(0, 40) + "'",
            close.empty() ? see_docs("units") : "did you mean '" + close + "'?");
  }

  bool at_superscript() const {
    const std::string_view rest = text_.substr(position_);
    return rest.starts_with("\u00b2") || rest.starts_with("\u00b3") || rest.starts_with("\u00b7");
  }

  int exponent() {
    if (accept("\u00b2")) return 2;
    if (accept("\u00b3")) return 3;
    const bool caret = accept("^");
    const std::size_t first = position_;
    const bool negative = accept("-");
    int value = 0;
    const std::size_t digits = position_;
    while (is_digit(peek()) && value < 1000) value = 10 * value + (text_[position_++] - '0');
    if (digits == position_) {
      if (caret || negative) fail("an exponent is missing in a unit", "write a whole number");
      return 1;
    }
    if (value == 0 || value > 12) fail_at(first, "exponent out of range in a unit", "use 1 to 12");
    return negative ? -value : value;
  }

  std::string_view text_;
  SourceLocation where_;
  std::size_t position_{};
  std::string si_;      ///< what is read so far, in SI
  std::size_t said_{};  ///< where that ends in the text
};

void append_power(std::string& text, const char* name, int exponent) {
  if (exponent == 0) return;
  if (!text.empty()) text += ' ';
  text += name;
  if (exponent != 1) text += std::to_string(exponent);
}

}  // namespace

Dimension product(const Dimension& a, const Dimension& b, int exponent) {
  return {a.mass + exponent * b.mass, a.length + exponent * b.length, a.time + exponent * b.time,
          a.current + exponent * b.current, a.temperature + exponent * b.temperature};
}

std::optional<Dimension> root(const Dimension& d) {
  for (const int exponent : {d.mass, d.length, d.time, d.current, d.temperature})
    if (exponent % 2 != 0) return std::nullopt;
  return Dimension{d.mass / 2, d.length / 2, d.time / 2, d.current / 2, d.temperature / 2};
}

std::string to_text(const Dimension& dimension) {
  std::string above;
  std::string below;
  const std::array<std::pair<const char*, int>, 5> parts = {{{"kg", dimension.mass},
                                                             {"m", dimension.length},
                                                             {"s", dimension.time},
                                                             {"A", dimension.current},
                                                             {"K", dimension.temperature}}};
  for (const auto& [name, exponent] : parts) {
    append_power(exponent > 0 ? above : below, name, std::abs(exponent));
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return above + (below.find(' ') == std::string::npos ? "/" + below : "/(" + below + ")");
}

double Unit::to_si(double value) const {
  if (value == 0) return value;
  if (denominator == 1)
    if (const auto nearest = decimal_product(value, numerator, power_of_ten)) return *nearest;
  const double ten = std::pow(10.0, std::abs(power_of_ten));
  return power_of_ten > 0 ? value * (numerator * ten) / denominator
                          : value * numerator / (denominator * ten);
}

Unit parse_unit(std::string_view text, const SourceLocation& where) {
  return UnitParser(text, where).parse();
}

bool is_unit(std::string_view word) {
  Unit unit;
  return find_unit(word, unit) != nullptr || !run_together(word).empty();
}

std::string si_unit(std::string_view text, const SourceLocation& where) {
  UnitParser parser(text, where);
  parser.parse();
  return parser.si();
}

}  // namespace luztar
