#include "luztar/derive/functions_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "luztar/derive/functions.h"

namespace luztar {
namespace {

constexpr std::size_t kWidth = 96;

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// 1 for an opening bracket, -1 for a closing one.
int step_of_depth(char c) {
  const auto among = [c](std::string_view brackets) {
    return brackets.find(c) != std::string_view::npos;
  };
  return among("([{") ? 1 : among(")]}") ? -1 : 0;
}

}  // namespace

std::optional<Language> language_of(std::string_view word) {
  if (word == "c") return Language::C;
  if (word == "python") return Language::Python;
  return {};
}

std::vector<std::string> wrapped_words(const std::string& words, std::size_t width) {
  std::vector<std::string> lines;
  std::string line, word;
  for (const char c : words + " ") {
    if (c != ' ') {
      word += c;
      continue;
    }
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    word.clear();
  }
  lines.push_back(line);
  return lines;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end])))
      return true;
  }
  return false;
}

namespace {

/// As a variable, not as a member: `m`, not `p->m`.
bool reads_variable(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const std::string_view before = text.substr(0, at);
    if (before.ends_with('.') || before.ends_with("->")) continue;
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end])))
      return true;
  }
  return false;
}

/// Keywords of C to C23 and of Python, and what compilers and math.h define without -std=c99.
bool is_reserved(const std::string& name) {
  static constexpr std::array<std::string_view, 106> kReserved = {
      "auto",         "break",      "case",
      "char",         "const",      "continue",
      "default",      "do",         "double",
      "else",         "enum",       "extern",
      "float",        "for",        "goto",
      "if",           "inline",     "int",
      "long",         "register",   "restrict",
      "return",       "short",      "signed",
      "sizeof",       "static",     "struct",
      "switch",       "typedef",    "union",
      "unsigned",     "void",       "volatile",
      "while",        "asm",        "typeof",
      "bool",         "true",       "false",
      "nullptr",      "constexpr",  "alignas",
      "alignof",      "complex",    "static_assert",
      "thread_local", "errno",      "typeof_unqual",
      "False",        "None",       "True",
      "and",          "as",         "assert",
      "async",        "await",      "class",
      "def",          "del",        "elif",
      "except",       "finally",    "from",
      "global",       "import",     "in",
      "is",           "lambda",     "nonlocal",
      "not",          "or",         "pass",
      "raise",        "try",        "with",
      "yield",        "linux",      "unix",
      "i386",         "NAN",        "INFINITY",
      "SNAN",         "HUGE",       "MAXFLOAT",
      "DOMAIN",       "SING",       "OVERFLOW",
      "UNDERFLOW",    "PLOSS",      "TLOSS",
      "X_TLOSS",      "signgam",    "math_errhandling",
      "M_E",          "M_LOG2E",    "M_LOG10E",
      "M_LN2",        "M_LN10",     "M_PI",
      "M_PI_2",       "M_PI_4",     "M_1_PI",
      "M_2_PI",       "M_2_SQRTPI", "M_SQRT2",
      "M_SQRT1_2"};
  static constexpr std::array kFamilies = {"FP_", "MATH_", "HUGE_", "SNAN"};
  static constexpr std::array kSuffixes = {"l", "f16", "f32", "f32x", "f64", "f64x", "f128"};
  if (std::ranges::find(kReserved, name) != kReserved.end()) return true;
  if (name.starts_with("M_"))  // M_PIl
    for (const std::string suffix : kSuffixes)
      if (name.ends_with(suffix) && is_reserved(name.substr(0, name.size() - suffix.size())))
        return true;
  return std::ranges::any_of(kFamilies,
                             [&name](const char* family) { return name.starts_with(family); });
}

}  // namespace

std::string safe_name(const std::string& name) {
  const std::string stem = name.substr(0, name.find_last_not_of('_') + 1);
  return is_reserved(stem) ? name + "_" : name;
}

std::string select_parts(std::string_view text, const std::set<std::string>& features) {
  std::string result;
  std::vector<bool> on{true};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (line.starts_with("#if ")) {
      const bool unless = line[4] == '!';
      const std::string feature(line.begin() + (unless ? 5 : 4), line.end() - 1);
      on.push_back(on.back() && features.contains(feature) != unless);
    } else if (line.starts_with("#else")) {
      on.back() = !on.back() && on[on.size() - 2];
    } else if (line.starts_with("#endif")) {
      on.pop_back();
    } else if (on.back()) {
      result += line;
    }
  }
  return result;
}

std::string Source::code(const Expression& expression) {
  return plain_code(held_ ? held_(expression) : expression);
}

std::string Source::plain_code(const Expression& expression) {
  used_.push_back(expression);
  return to_code(expression, language_, names_);
}

std::string Source::of(std::string_view object, std::string_view member) const {
  return std::string(object) + pick("->", ".") + std::string(member);
}

/// Long lines are broken at spaces; in Python inside brackets only.
void Source::line(const std::string& text) {
  const std::string indent(static_cast<std::size_t>(indent_) * (is_c() ? 2 : 4), ' ');
  std::string rest = text.empty() ? text : indent + text;
  const std::string further = indent + "    ";
  while (rest.size() > kWidth + 4) {
    std::size_t best = 0;
    int depth = 0;
    for (std::size_t i = 0; i < rest.size() && (i <= kWidth + 4 || best == 0); ++i) {
      depth += step_of_depth(rest[i]);
      if (rest[i] == ' ' && i > further.size() && (is_c() || depth + open_ > 0)) best = i;
    }
    if (best == 0) break;
    for (std::size_t i = 0; i < best; ++i) open_ += step_of_depth(rest[i]);
    text_ += rest.substr(0, best) + "\n";
    rest = further + rest.substr(best + 1);
  }
  open_ = 0;
  text_ += rest + "\n";
}

void Source::number(const std::string& name, const std::string& value) {
  const std::size_t begin = text_.size();
  statement(pick("const double ", "") + name + " = " + value);
  constants_.push_back({name, begin, text_.size()});
}

/// The last ones first: what only they read is then not read either.
void Source::leave_out_unused() {
  for (; !constants_.empty(); constants_.pop_back()) {
    const auto& [name, begin, end] = constants_.back();
    if (!reads_variable(std::string_view(text_).substr(end), name)) text_.erase(begin, end - begin);
  }
}

void Source::comment(const std::string& words) {
  const auto lines = wrapped_words(words, kWidth - 2 * static_cast<std::size_t>(indent_));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool last = i + 1 == lines.size();
    line(is_c() ? (i == 0 ? "/* " : "   ") + lines[i] + (last ? " */" : "") : "# " + lines[i]);
  }
}

void Source::begin_if(const std::string& condition) {
  line(is_c() ? "if (" + condition + ") {" : "if " + condition + ":");
  ++indent_;
}

void Source::end_if() {
  --indent_;
  if (is_c()) line("}");
}

std::string Source::choice(const std::string& condition, const std::string& yes,
                           const std::string& no) const {
  if (is_c()) return condition + " ? " + yes + " : " + no;
  return yes + " if " + condition + " else " + no;
}

std::string Source::joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

void Source::begin_function(const std::string& result, const std::string& name,
                            std::vector<Argument> arguments, const std::string& words) {
  std::vector<std::string> list;
  for (const Argument& argument : arguments) list.push_back(is_c() ? argument.c : argument.name);
  const std::string signature = name + "(" + joined(list) + ")";
  blank();
  if (is_c()) {
    comment(words);
    line(result + " " + signature);
    line("{");
  } else {
    blank();
    line("def " + signature + ":");
  }
  ++indent_;
  if (!is_c()) {
    const auto lines = wrapped_words(words, kWidth - 10);
    for (std::size_t i = 0; i < lines.size(); ++i)
      line((i == 0 ? "\"\"\"" : "") + lines[i] + (i + 1 == lines.size() ? "\"\"\"" : ""));
  }
  ++functions_;
  arguments_ = std::move(arguments);
  outer_ = std::move(text_);
  text_.clear();
}

void Source::end_function() {
  leave_out_unused();
  std::string body = std::move(text_);
  text_ = std::move(outer_);
  if (is_c())
    for (const Argument& argument : arguments_)
      if (!reads_variable(body, argument.name)) statement("(void)" + argument.name);
  text_ += body;
  --indent_;
  if (is_c()) line("}");
}

}  // namespace luztar
