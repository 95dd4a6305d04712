// Statements of C99 and Python, written by one call for both.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luztar/symbolic/notation.h"

namespace luztar {

/// Text of functions that grows statement by statement, and what it has used.
class Source {
 public:
  explicit Source(Language language) : language_(language) {}

  Language language() const { return language_; }
  bool is_c() const { return language_ == Language::C; }

  /// How symbols of expressions are written from here on.
  void name(const std::string& symbol, const std::string& code) { names_[symbol] = code; }
  /// An expression; its functions are remembered for support_code().
  std::string code(const Expression& expression);
  /// The same without what hold() asks for.
  std::string plain_code(const Expression& expression);
  /// From here on code() writes `held` of each expression, which may write statements before.
  void hold(std::function<Expression(const Expression&)> held) { held_ = std::move(held); }
  /// How many functions were begun so far.
  int functions() const { return functions_; }
  const std::vector<Expression>& used() const { return used_; }
  /// A member of the struct (C) or object (Python) behind a pointer: "now->force".
  std::string of(std::string_view object, std::string_view member) const;
  std::string pick(std::string_view c, std::string_view python) const {
    return std::string(is_c() ? c : python);
  }

  void raw(std::string_view text) { text_ += text; }
  void blank() { line(""); }
  void comment(const std::string& words);
  void statement(const std::string& text) { line(text + pick(";", "")); }
  /// The statement of the language; "" is none.
  void either(std::string_view c, std::string_view python) {
    if (const std::string text = pick(c, python); !text.empty()) statement(text);
  }
  void assign(const std::string& target, const std::string& value) {
    statement(target + " = " + value);
  }
  /// A constant of the function; end_function() leaves it out if nothing reads it.
  void number(const std::string& name, const std::string& value);
  /// `if` or a branch after it.
  void begin_if(const std::string& condition);
  void end_if();
  std::string choice(const std::string& condition, const std::string& yes,
                     const std::string& no) const;
  static std::string joined(const std::vector<std::string>& parts);

  /// A function: what is written until end_function() is its body. `parameters` are pairs of the C
  /// declaration and the Python name; those the body does not use are said to be unused in C.
  struct Argument {
    std::string c, name;
  };
  void begin_function(const std::string& result, const std::string& name,
                      std::vector<Argument> arguments, const std::string& words);
  void end_function();

  /// What was written so far; begins anew.
  std::string take() { return std::exchange(text_, {}); }
  const std::string& text() const { return text_; }

 private:
  void line(const std::string& text);
  void leave_out_unused();

  Language language_;
  std::string text_, outer_;
  std::vector<Argument> arguments_;
  struct Constant {
    std::string name;
    std::size_t begin, end;  ///< its line in text_
  };
  std::vector<Constant> constants_;
  int indent_{};
  int open_{};  ///< brackets in a line that was broken
  int functions_{};
  std::function<Expression(const Expression&)> held_;
  std::map<std::string, std::string> names_;
  std::vector<Expression> used_;
};

/// Words in lines of at most `width` characters.
std::vector<std::string> wrapped_words(const std::string& words, std::size_t width);

/// True if `text` has `word` as a whole identifier.
bool has_word(std::string_view text, std::string_view word);

/// A name for each name, none of them a keyword of C or Python or a macro of math.h: those get one
/// more "_".
std::string safe_name(const std::string& name);

/// The text without `#if`, `#else`, `#endif` and what does not belong to `features`: lines between
/// `#if NAME` and `#endif` belong to models with that feature, after `#if !NAME` to the others.
std::string select_parts(std::string_view text, const std::set<std::string>& features);

}  // namespace luztar
