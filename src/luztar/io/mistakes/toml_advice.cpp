#include "luztar/io/mistakes/toml_advice.h"

#include <algorithm>
#include <array>
#include <utility>

namespace luztar {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kDecimalDigits = "0123456789";
constexpr std::string_view kNumberSigns = "+-.eE0123456789_";

bool is_latin_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Up to a "#" outside of quotes.
std::string_view without_comment(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && c == '#') return text.substr(0, i);
    if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = 0;
  }
  return text;
}

std::string between_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// The number that a text begins with, or "".
std::string_view leading_number(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && kNumberSigns.find(text[end]) != std::string_view::npos) {
    const bool exponent = text[end] == 'e' || text[end] == 'E';
    const bool digit_follows =
        end + 1 < text.size() && kDecimalDigits.find(text[end + 1]) != text.npos;
    const bool sign_follows =
        end + 1 < text.size() && (text[end + 1] == '-' || text[end + 1] == '+');
    if (exponent && !digit_follows && !sign_follows) break;
    ++end;
  }
  const std::string_view number = text.substr(0, end);
  return number.find_first_of(kDecimalDigits) == std::string_view::npos ? std::string_view{}
                                                                        : number;
}

bool has_typographic_quote(std::string_view text) {
  constexpr std::array<std::string_view, 7> kQuotes = {"\u201c", "\u201d", "\u201e", "\u2018",
                                                       "\u2019", "\u00ab", "\u00bb"};
  return std::any_of(kQuotes.begin(), kQuotes.end(),
                     [&](auto quote) { return text.find(quote) != std::string_view::npos; });
}

/// Names without quotes in a list: [block, ground].
std::string quoted_items(std::string_view list) {
  std::string result;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view item = without_blanks(list.substr(begin, end - begin));
    const bool bare = !item.empty() && is_latin_letter(item.front());
    if (!item.empty())
      result += (result.empty() ? "" : ", ") + (bare ? between_quotes(item) : std::string(item));
    begin = end + 1;
  }
  return "[" + result + "]";
}

TomlAdvice of_number(std::string_view key, std::string_view value) {
  const std::string_view number = leading_number(value);
  const std::string_view rest = without_blanks(value.substr(number.size()));
  const std::string start = std::string(key) + " = ";
  if (rest.empty()) {
    std::string digits(number);
    const std::size_t point = digits.find('.');
    if (point != std::string::npos) {
      if (point + 1 == digits.size() ||
          kDecimalDigits.find(digits[point + 1]) == std::string_view::npos)
        digits.insert(point + 1, "0");
      if (point == 0 || kDecimalDigits.find(digits[point - 1]) == std::string_view::npos)
        digits.insert(point, "0");
    } else {
      const std::size_t first = digits.find_first_of("123456789");
      if (digits.front() == '0' && first != std::string::npos) digits.erase(0, first);
    }
    if (digits == number) return {};
    return {"TOML has no such number", "write " + start + digits};
  }
  const bool decimals = rest.size() > 1 && rest.front() == ',' &&
                        rest.find_first_not_of(kDecimalDigits, 1) == std::string_view::npos;
  if (decimals)
    return {"a comma in a number", "decimals have a point: " + start + std::string(number) + "." +
                                       std::string(rest.substr(1))};
  if (is_latin_letter(rest.front()) || rest.front() == '%' || (rest.front() & 0x80) != 0)
    return {"text without quotes",
            "a number with a unit, or an expression, stands between quotes: " + start +
                between_quotes(value)};
  if (std::string_view("+-*/^(<>").find(rest.front()) != std::string_view::npos)
    return {"an expression without quotes", "write " + start + between_quotes(value)};
  return {};
}

TomlAdvice of_value(std::string_view key, std::string_view value) {
  const std::string start = std::string(key) + " = ";
  if (value.empty())
    return {"`" + std::string(key) + "` has no value", "give it one, or remove the line"};
  if (has_typographic_quote(value)) return {"a typographic quote", "TOML has the straight one: \""};
  if (value == "True" || value == "TRUE") return {"no value 'True'", "write " + start + "true"};
  if (value == "False" || value == "FALSE") return {"no value 'False'", "write " + start + "false"};
  if (value.front() == '[' && value.back() == ']')
    return {"text without quotes",
            "write " + start + quoted_items(value.substr(1, value.size() - 2))};
  if (value.size() > 1 && value.front() == '(' && value.back() == ')' &&
      value.find(',') != std::string_view::npos)
    return {"a list in parentheses",
            "write " + start + quoted_items(value.substr(1, value.size() - 2))};
  if (!leading_number(value).empty()) return of_number(key, value);
  if (is_latin_letter(value.front()) || value.front() == '(' || value.front() == '-')
    return {"text without quotes",
            "names and expressions stand between quotes: " + start + between_quotes(value)};
  return {};
}

TomlAdvice of_line_without_value(std::string_view line) {
  for (const std::string_view sign : {"//", ";", "%", "--", "/*", "!"})
    if (line.starts_with(sign))
      return {"a comment begins with #", "write # in place of " + std::string(sign)};
  const bool is_row = line.find_first_of(",;\t") != std::string_view::npos;
  if (line.front() == '<' || line.front() == '{' || is_row)
    return {"this is no model file", "a model file is TOML: tables [bodies.NAME] with KEY = VALUE"};
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos && is_latin_letter(line.front()) && line.front() != '[')
    return {"a key without =", "write " + std::string(without_blanks(line.substr(0, colon))) +
                                   " = " + std::string(without_blanks(line.substr(colon + 1)))};
  return {};
}

TomlAdvice of_header(std::string_view line) {
  const std::size_t close = line.find(']');
  if (close == std::string_view::npos)
    return {"this header is not closed", "write " + std::string(line) + "]"};
  const std::string_view name = without_blanks(line.substr(1, close - 1));
  if (name.find_first_of(kBlanks) != std::string_view::npos)
    return {"a blank in a name", "names have letters, digits and _"};
  return {};
}

}  // namespace

TomlAdvice toml_advice(std::string_view line, std::size_t column) {
  const std::string_view text = without_blanks(without_comment(line));
  if (text.empty()) return {};
  if (text.front() == '[') return of_header(text);
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return of_line_without_value(text);
  if (column < equals) return of_line_without_value(text);
  const std::size_t from = line.find_first_not_of(kBlanks);
  return of_value(without_blanks(line.substr(from, equals - from)),
                  without_blanks(without_comment(line.substr(equals + 1))));
}

std::string foreign_encoding(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return "UTF-16";
  if (text.starts_with("PK")) return "a zip archive";
  return "";
}

}  // namespace luztar
