// Recursive descent over the grammar
//
//     sum     = product { ("+" | "-") product }
//     product = unary { ("*" | "/") unary }
//     unary   = ("-" | "+") unary | power
//     power   = atom [ "^" unary ]                       so -2^2 = -4 and 2^3^2 = 2^9
//     atom    = number | name | name "(" arguments ")" | "(" sum ")" | name "." name [ indices ]
//     indices = "[" sum { "," sum } "]"
//     if      = "if(" sum ("<" | "<=" | ">" | ">=") sum "," sum "," sum ")"
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <numbers>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/core/habits.h"
#include "luztar/core/quantity.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/letters.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

constexpr int kMaxNesting = 200;
constexpr int kMaxDepth = 1000;  // a + b + c ... is a tree that leans left, as deep as it is long

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

class Parser {
 public:
  Parser(std::string_view text, const SourceLocation& where, const std::vector<TablePtr>& tables)
      : text_(text), where_(where), tables_(tables) {}

  Expression parse() {
    skip_space();
    if (at_end()) fail("the expression is empty", "write a number or an expression");
    Expression result = sum();
    if (!at_end()) unexpected();
    return result;
  }

 private:
  struct Nesting {  // counts how deep the grammar's functions have called each other
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > kMaxNesting) {
        parser_.fail("the expression is nested more than 200 levels deep",
                     "give its parts names in [parameters] or [signals]");
      }
    }
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Parser& parser_;
  };

  bool at_end() const { return position_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[position_]; }

  // Columns are those of an editor. A character of several bytes is never passed: it is an error.
  void advance() {
    const char c = text_[position_++];
    if (c == '\n') {
      ++where_.line;
      where_.column = 1;
    } else {
      ++where_.column;
    }
  }

  void skip_space() {
    while (!at_end() && is_space(peek())) advance();
  }

  bool accept(std::string_view token) {
    if (text_.substr(position_, token.size()) != token) return false;
    for (std::size_t i = 0; i < token.size(); ++i) advance();
    skip_space();
    return true;
  }

  [[noreturn]] void fail_at(const SourceLocation& where, std::string what,
                            std::string advice) const {
    throw ModelError(where, std::move(what), std::move(advice));
  }
  [[noreturn]] void fail(std::string what, std::string advice) const {
    fail_at(where_, std::move(what), std::move(advice));
  }

  std::string word_ahead() const {
    std::size_t end = position_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    return std::string(text_.substr(position_, end - position_));
  }

  /// "if", "else", "and", "&", "?" between two values.
  std::string habit_of_operator() const {
    const std::string word = is_letter(peek()) ? word_ahead() : std::string(1, peek());
    return std::string(habit_of(word, "operators"));
  }

  std::string character() const {  // the whole character at the position, quoted
    std::size_t end = position_ + 1;
    while (end < text_.size() && is_continuation(text_[end])) ++end;
    return "'" + std::string(text_.substr(position_, end - position_)) + "'";
  }

  [[noreturn]] void unexpected() const {
    if (at_end()) fail("the expression ends too early", "write a number, a name or '(' here");
    const char c = peek();
    if (c == '<' || c == '>') {
      fail("a comparison is not a number", "use it as the first argument of if(condition, a, b)");
    }
    if (c == '=' || c == '!') {
      fail("unexpected " + character(), "use <, <=, > or >= inside if(condition, a, b)");
    }
    if (c == ')') fail("unexpected ')'", "remove it or open a parenthesis before it");
    if (c == ',') fail("unexpected ','", "commas separate arguments; decimals have a point");
    if (is_letter(c)) refuse_unit();
    if (const std::string habit = habit_of_operator(); !habit.empty())
      fail("unexpected " + (is_letter(c) ? "'" + word_ahead() + "'" : character()), habit);
    if (c == '[')
      fail("unexpected '['", "values have names: q.BODY is a position, v.BODY a velocity");
    if (is_letter(c) || is_digit(c) || c == '(' || c == '.') {
      fail("expected an operator before " + character(), "write '*' for a product");
    }
    if (c == '*' && text_.substr(position_, 2) == "**")
      fail("unexpected '*'", "write a power as ^");
    fail("unexpected " + character(), "operators are + - * / ^, and parentheses ( )");
  }

  /// "2 mm + x": a unit belongs to a number that is the whole value.
  void refuse_unit() const {
    const std::size_t last = text_.find_last_not_of(" \t\n\r", position_ == 0 ? 0 : position_ - 1);
    if (last >= position_ || !is_digit(text_[last])) return;
    std::size_t end = position_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string unit(text_.substr(position_, end - position_));
    if (!is_unit(unit)) return;
    fail("the unit '" + unit + "' within an expression",
         "give this number a name in [parameters], { value = ..., unit = \"" + unit +
             "\" }, or write it in SI; a product is written with '*'");
  }

  Expression sum() { return row("+-", Op::Add, Op::Subtract, &Parser::product); }
  Expression product() { return row("*/", Op::Multiply, Op::Divide, &Parser::unary); }

  /// Parts with one of two signs between them, from the left.
  Expression row(std::string_view signs, Op first, Op second, Expression (Parser::*part)()) {
    const SourceLocation start = where_;
    Expression left = (this->*part)();
    for (;;) {
      const char c = peek();
      const bool power = text_.substr(position_, 2) == "**";  // no sign of ours
      if (signs.find(c) == std::string_view::npos || power) return left;
      if (left.depth() >= kMaxDepth) {
        fail("more than 1000 operations in a row", "give parts of them names, or use parentheses");
      }
      advance();
      skip_space();
      left = Expression::apply(c == signs[0] ? first : second, {left, (this->*part)()}, start);
    }
  }

  Expression unary() {
    const Nesting nesting(*this);
    const SourceLocation start = where_;
    if (accept("+")) return unary();
    if (peek() != '-') return power();
    advance();
    const bool digits = is_digit(peek()) || peek() == '.';
    skip_space();
    Expression operand = unary();
    // "-3" is one number, "-(3)" a negation.
    if (digits && operand.op() == Op::Number) return Expression::number(-operand.number(), start);
    return Expression::apply(Op::Negate, {std::move(operand)}, start);
  }

  Expression power() {
    const SourceLocation start = where_;
    Expression base = atom();
    if (!accept("^")) return base;
    return Expression::apply(Op::Power, {std::move(base), unary()}, start);
  }

  Expression atom() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name_or_call();
    if (c != '(') {
      if (!at_end() && std::string_view("*/^").find(c) != std::string_view::npos) {
        fail("unexpected " + character(), "a number, a name or '(' is missing before it");
      }
      unexpected();
    }
    const SourceLocation open = where_;
    accept("(");
    Expression inner = sum();
    close(open);
    return inner;
  }

  void close(const SourceLocation& open) {
    if (accept(")")) return;
    if (at_end()) fail_at(open, "this parenthesis is not closed", "write ')' where it ends");
    unexpected();
  }

  Expression number() {
    const SourceLocation start = where_;
    double value = 0.0;
    const char* first = text_.data() + position_;
    const auto [end, problem] = std::from_chars(first, text_.data() + text_.size(), value);
    if (problem == std::errc::result_out_of_range) {
      fail("this number is too large or too small for double precision",
           "use one between 2.3e-308 and 1.7e308");
    }
    if (problem != std::errc{}) fail("unexpected '.'", "a number has digits: 0.5");
    for (const char* p = first; p < end; ++p) advance();
    skip_space();
    return Expression::number(value, start);
  }

  std::string name() {
    const std::size_t first = position_;
    while (!at_end() && (is_letter(peek()) || is_digit(peek()) || peek() == '_')) advance();
    return std::string(text_.substr(first, position_ - first));
  }

  Expression name_or_call() {
    const SourceLocation start = where_;
    std::string word = name();
    if (peek() == '.') {  // q.seat, v.seat
      advance();
      if (!is_letter(peek())) fail("a name is missing after '.'", "write q.BODY or v.BODY");
      word += "." + name();
      if (peek() == '.' && word.starts_with("x.")) {  // x.controller.value
        advance();
        if (!is_letter(peek())) fail("a name is missing after '.'", "write x.CONTROLLER.NAME");
        word += "." + name();
      }
      if (peek() == '[') word += indices();
    }
    skip_space();
    if (peek() == '(') return call(word, start);
    if (word == "pi") return Expression::number(std::numbers::pi, start);
    if (find_function(word) != nullptr) {
      fail_at(start, "'" + word + "' is a function", "write its arguments: " + word + "(...)");
    }
    return Expression::symbol(std::move(word), start);
  }

  // q.block[i+1] in a template: the symbol keeps the text, which is read again once i has a value.
  std::string indices() {
    const std::size_t first = position_;
    const SourceLocation open = where_;
    accept("[");
    do {
      static_cast<void>(sum());
    } while (accept(","));
    if (peek() != ']') {
      if (at_end()) fail_at(open, "this bracket is not closed", "write ']' where it ends");
      unexpected();
    }
    advance();
    return std::string(text_.substr(first, position_ - first));
  }

  Expression call(const std::string& word, const SourceLocation& start) {
    const FunctionName* function = find_function(word);
    const auto table = std::ranges::find(tables_, word, &TableFunction::name);
    if (function == nullptr && table == tables_.end()) unknown_function(word, start);
    const SourceLocation open = where_;
    accept("(");
    if (function == nullptr) return lookup(*table, open, start);
    std::vector<Expression> arguments;
    arguments.push_back(function->op == Op::If ? condition() : sum());
    while (accept(",")) {
      if (arguments.size() >= kMaxNesting) fail("too many arguments", "at most 200");
      arguments.push_back(sum());
    }
    close(open);
    return apply(*function, std::move(arguments), start);
  }

  Expression lookup(const TablePtr& table, const SourceLocation& open,
                    const SourceLocation& start) {
    std::vector<Expression> inputs{sum()};
    while (inputs.size() <= 2 && accept(",")) inputs.push_back(sum());
    const auto n = static_cast<std::size_t>(table->inputs());
    if (inputs.size() != n)
      fail_at(start,
              "the table '" + table->name + "' takes " +
                  (n == 1 ? "1 argument" : "2 arguments, not " + std::to_string(inputs.size())),
              n == 1 ? "it has one input, x; a table with `z` has two"
                     : "it has two inputs: write " + table->name + "(x, y)");
    close(open);
    return Expression::lookup(table, std::move(inputs), start);
  }

  [[noreturn]] void unknown_function(const std::string& word, const SourceLocation& start) const {
    std::vector<std::string> known;
    for (const FunctionName& function : function_names()) known.emplace_back(function.name);
    for (const TablePtr& table : tables_) known.push_back(table->name);
    const std::string habit = habit_advice(word, "functions");
    const std::string close = closest_name(word, known);
    const bool of_time = text_.substr(position_, 3) == "(t)";
    const std::string advice =
        !habit.empty()   ? habit
        : !close.empty() ? "did you mean '" + close + "'?"
        : of_time ? "a signal is written without (t); functions are in " + docs_page("expressions")
                  : "write '*' for a product; functions are in " + docs_page("expressions");
    fail_at(start, "no function '" + word.substr(0, 60) + "'", advice);
  }

  Expression condition() {
    constexpr std::array<std::pair<std::string_view, Op>, 4> kComparisons = {
        {{"<=", Op::LessEqual}, {">=", Op::GreaterEqual}, {"<", Op::Less}, {">", Op::Greater}}};
    const SourceLocation start = where_;
    Expression left = sum();
    for (const auto& [token, op] : kComparisons) {
      if (accept(token)) return Expression::apply(op, {std::move(left), sum()}, start);
    }
    if (at_end() || peek() == ',' || peek() == ')') {
      fail("the first argument of if has no comparison", "write if(x > 0, a, b)");
    }
    unexpected();
  }

  Expression apply(const FunctionName& function, std::vector<Expression> arguments,
                   const SourceLocation& start) const {
    const auto wanted = static_cast<std::size_t>(function.n_arguments);
    const bool folds = function.op == Op::Min || function.op == Op::Max;
    const bool may_have_more = function.op == Op::Delay && arguments.size() == wanted + 1;
    if (arguments.size() < wanted || (arguments.size() > wanted && !folds && !may_have_more)) {
      fail_at(start,
              std::string(function.name) + " takes " + std::to_string(wanted) +
                  (folds                      ? " or more"
                   : function.op == Op::Delay ? " or 3"
                                              : "") +
                  (wanted == 1 ? " argument" : " arguments") + ", not " +
                  std::to_string(arguments.size()),
              "separate arguments by commas");
    }
    if (!folds) return Expression::apply(function.op, std::move(arguments), start);
    Expression result = arguments[0];
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      result = Expression::apply(function.op, {result, arguments[i]}, start);
    }
    return result;
  }

  std::string_view text_;
  SourceLocation where_;
  const std::vector<TablePtr>& tables_;
  std::size_t position_{};
  int nesting_{};
};

}  // namespace

Expression parse_expression(std::string_view text, const SourceLocation& where,
                            const std::vector<TablePtr>& tables) {
  return Parser(text, where, tables).parse();
}

}  // namespace luztar
