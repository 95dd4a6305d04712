// Random damage to a text, the kind that people and disks do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace luztar::fuzz {

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::uint64_t number)
      : random_(seed * 0x9E3779B97F4A7C15U + number) {}

  /// A number from 0 to n - 1. Not std::uniform_int_distribution: cases are the same everywhere.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  /// `text` with one to four changes, now and then twenty. Half of all cases change numbers only:
  /// most of those are still models and reach the simulation.
  std::string mutate(std::string text, const std::string& other) {
    const bool numbers_only = below(2) == 0;
    const std::size_t changes = below(20) == 0 ? 20 : 1 + below(4);
    for (std::size_t i = 0; i < changes; ++i) {
      if (numbers_only) {
        change_number(text);
      } else {
        change(text, other);
      }
    }
    return text;
  }

 private:
  void change(std::string& text, const std::string& other) {
    switch (below(12)) {
      case 0:
        return flip(text);
      case 1:
        return remove(text);
      case 2:
        return duplicate_line(text);
      case 3:
        return remove_line(text);
      case 4:
        return move_line(text);
      case 5:
        return swap_tokens(text);
      case 6:
        return replace_token(text);
      case 7:
        return insert(text, word());
      case 8:
        return insert(text, nest());
      case 9:
        return text.resize(below(text.size() + 1));
      case 10:
        return insert(text, part_of(other));
      default:
        return change_number(text);
    }
  }

  static bool in_number(char c) { return (c >= '0' && c <= '9') || c == '.'; }
  static bool in_word(char c) {
    return in_number(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  std::size_t place(const std::string& text) { return below(text.size() + 1); }

  void insert(std::string& text, const std::string& what) { text.insert(place(text), what); }

  void flip(std::string& text) {
    if (text.empty()) return;
    text[below(text.size())] = static_cast<char>(below(256));
  }

  void remove(std::string& text) {
    const std::size_t begin = place(text);
    text.erase(begin, 1 + below(12));
  }

  // [begin, end) of a random line with its newline.
  std::pair<std::size_t, std::size_t> line(const std::string& text) {
    const std::size_t at = place(text);
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', begin);
    return {begin, end == std::string::npos ? text.size() : end + 1};
  }

  void duplicate_line(std::string& text) {
    const auto [begin, end] = line(text);
    text.insert(begin, text.substr(begin, end - begin));
  }

  void remove_line(std::string& text) {
    const auto [begin, end] = line(text);
    text.erase(begin, end - begin);
  }

  void move_line(std::string& text) {
    const auto [begin, end] = line(text);
    const std::string moved = text.substr(begin, end - begin);
    text.erase(begin, end - begin);
    text.insert(line(text).first, moved);
  }

  std::string part_of(const std::string& other) {
    if (other.empty()) return "";
    return other.substr(below(other.size()), 1 + below(80));
  }

  // [begin, end) of the token at or after a random place.
  std::pair<std::size_t, std::size_t> token(const std::string& text, bool (*belongs)(char)) {
    std::size_t begin = place(text);
    while (begin < text.size() && !belongs(text[begin])) ++begin;
    while (begin > 0 && begin < text.size() && belongs(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text.size() && belongs(text[end])) ++end;
    return {begin, end};
  }

  void swap_tokens(std::string& text) {
    const auto a = token(text, in_word);
    const auto b = token(text, in_word);
    if (a.second > b.first) return;
    const std::string first = text.substr(a.first, a.second - a.first);
    const std::string second = text.substr(b.first, b.second - b.first);
    text.replace(b.first, b.second - b.first, first);
    text.replace(a.first, a.second - a.first, second);
  }

  void replace_token(std::string& text) {
    const auto [begin, end] = token(text, in_word);
    text.replace(begin, end - begin, word());
  }

  void change_number(std::string& text) {
    const auto [begin, end] = token(text, in_number);
    text.replace(begin, end - begin, number());
  }

  std::string number() {
    static const char* const kNumbers[] = {"0",
                                           "0.0",
                                           "-0.0",
                                           "1",
                                           "-1",
                                           "2",
                                           "3",
                                           "0.5",
                                           "0.1",
                                           "1e-3",
                                           "1e-6",
                                           "1e-9",
                                           "1e-12",
                                           "1e-15",
                                           "1e-16",
                                           "1e-100",
                                           "1e-300",
                                           "4.9e-324",
                                           "1e3",
                                           "1e6",
                                           "1e9",
                                           "1e12",
                                           "1e16",
                                           "1e100",
                                           "1e300",
                                           "1.7e308",
                                           "1e400",
                                           "inf",
                                           "-inf",
                                           "nan",
                                           "10",
                                           "100",
                                           "1000",
                                           "-0.5",
                                           "0.3333333333333333",
                                           "1e-320",
                                           "2.0e0",
                                           "1_000",
                                           "0x10",
                                           "9007199254740993",
                                           "-9223372036854775808",
                                           "99999999999999999999"};
    if (below(3) > 0) {
      return std::to_string(static_cast<double>(below(4000)) / 400.0);
    }
    return kNumbers[below(std::size(kNumbers))];
  }

  std::string word() {
    static const char* const kWords[] = {"mass",
                                         "inertia",
                                         "motion",
                                         "position",
                                         "velocity",
                                         "between",
                                         "arms",
                                         "across",
                                         "stiffness",
                                         "freeplay",
                                         "gap",
                                         "rest",
                                         "damping",
                                         "pull",
                                         "deflection",
                                         "false",
                                         "force",
                                         "viscous",
                                         "kinetic",
                                         "static",
                                         "negative",
                                         "on",
                                         "value",
                                         "unit",
                                         "latex",
                                         "file",
                                         "time",
                                         "interpolation",
                                         "scale",
                                         "offset",
                                         "start",
                                         "duration",
                                         "samples",
                                         "interval",
                                         "tolerance",
                                         "method",
                                         "step",
                                         "adaptive",
                                         "max_events",
                                         "period",
                                         "delay",
                                         "first",
                                         "memory",
                                         "update",
                                         "u = u + 1",
                                         "x.c.u",
                                         "[controllers.c]\n",
                                         "floor(",
                                         "mod(q.a, 1)",
                                         "pitch",
                                         "rate",
                                         "x.z",
                                         "[states.z]\n",
                                         "[tables.tab]\n",
                                         "tab(",
                                         "x_unit",
                                         "y_unit",
                                         "z_unit",
                                         "grid",
                                         "z = [[1, 2], [3, 4]]",
                                         "tab(q.a, t)",
                                         "beyond",
                                         "extend",
                                         "constant",
                                         "f.s",
                                         "abs(f.s)",
                                         "sample_events",
                                         "hypot(",
                                         "round(",
                                         "ceil(",
                                         "[freewheels.w]\n",
                                         "ground",
                                         "t",
                                         "d",
                                         "v",
                                         "q",
                                         "pi",
                                         "inf",
                                         "nan",
                                         "sin(",
                                         "cos(",
                                         "tan(",
                                         "log(",
                                         "sqrt(",
                                         "exp(",
                                         "abs(",
                                         "sign(",
                                         "min(",
                                         "max(",
                                         "step(t)",
                                         "pulse(t, 0.2, 0.1)",
                                         "square(t)",
                                         "saw(t)",
                                         "if(t > 1, ",
                                         "luz(",
                                         "tar(",
                                         "sat(",
                                         "^",
                                         "*",
                                         "/",
                                         "-",
                                         "+",
                                         "(",
                                         ")",
                                         ",",
                                         "<=",
                                         "q.a",
                                         "v.block",
                                         "\"",
                                         "'",
                                         "\"\"\"",
                                         "'''",
                                         "=",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         "#",
                                         "\n",
                                         "\r\n",
                                         "\t",
                                         ".",
                                         "\\",
                                         "true",
                                         "1979-05-27",
                                         "[springs.x]\n",
                                         "[[bodies]]\n",
                                         "[simulation]\n",
                                         "[links.l]\n",
                                         "stribeck",
                                         "exponent",
                                         "hysteresis",
                                         "rise",
                                         "fall",
                                         "normal",
                                         "table",
                                         "[[0, 1], [0.2, 3]]",
                                         "law",
                                         "dahl",
                                         "lugre",
                                         "sigma0",
                                         "sigma1",
                                         "restitution",
                                         "[stops.s]\n",
                                         "mass = 0\n",
                                         "N/mm",
                                         "hold",
                                         "linear",
                                         "cubic",
                                         "\xC3\xA9",
                                         "\xEF\xBB\xBF",
                                         "\xFF"};
    return kWords[below(std::size(kWords))];
  }

  std::string nest() {
    static const char* const kOpen[] = {"(", "[", "{", "-", "sin(", "a.", "if(1<", "2^", "{a="};
    std::string text;
    const std::string open = kOpen[below(std::size(kOpen))];
    for (std::size_t n = std::size_t{1} << below(12); n > 0; --n) text += open;
    return text;
  }

  std::mt19937_64 random_;
};

}  // namespace luztar::fuzz
