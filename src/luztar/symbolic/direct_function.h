// An expression as straight-line code on doubles: its value, by the words of
// docs/model-expressions.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "luztar/symbolic/expression.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// Evaluates as evaluate() does, pieces by value, without a tree, names or allocation. It shares
/// nothing with ProgramSeries: what one of them says proves the other.
class DirectFunction {
 public:
  struct Variable {
    int index;  ///< in the values given to operator()
  };
  /// What a symbol stands for: a number, a variable, another expression, data over a variable.
  struct Data {
    const PiecewiseCubic* table;
    int variable;
  };
  using Meaning = std::variant<double, Variable, const Expression*, Data>;
  using Resolve = std::function<Meaning(const std::string&)>;

  /// Of an `atan2`: the variable that is its number of half turns; none: it is in (-pi, pi].
  using TurnsOf = std::function<std::optional<Variable>(const Expression&)>;

  DirectFunction(const Expression& expression, const Resolve& resolve, TurnsOf turns_of = {});

  double operator()(std::span<const double> variables) const;

  /// The same where each operation rounds by some ulps up or down, and each variable, wherever it
  /// stands, by its error, in one of a few patterns. What it differs by from the value is what
  /// rounding on the way can make of it, where several jumps meet too.
  /// @param error  (variables)  @param pattern  from 0 to kPatterns - 1: by 4 ulps; from there to
  ///   2 kPatterns - 1: by 32, which is how well the engine knows where an argument meets an edge
  double rounded(std::span<const double> variables, std::span<const double> error,
                 int pattern) const;
  static constexpr int kPatterns = 16;

  /// Whether a root or a power that is not whole is in it.
  bool has_root() const { return has_root_; }

 private:
  struct Instruction {
    enum class Kind : std::uint8_t {
      Number,
      Variable,
      Table,
      Lookup,
      Grid,
      Apply,
      JumpUnless,
      Jump
    };
    Kind kind{};
    Op op{};
    int index{};  ///< of a variable or a table; how many operands; how far to jump
    double number{};
  };
  void add(const Expression& expression, const Resolve& resolve, int depth);
  void add_symbol(const Expression& expression, const Resolve& resolve, int depth);
  void add_lookup(const Expression& expression, const Resolve& resolve, int depth);
  void add_if(const Expression& expression, const Resolve& resolve, int depth);
  bool fold(std::size_t begin, std::size_t operands);
  template <typename Rounding>
  double run(std::span<const double> variables, double* stack, const Rounding& rounding) const;
  template <typename Rounding>
  double evaluate(std::span<const double> variables, const Rounding& rounding) const;

  std::vector<Instruction> code_;
  std::vector<std::shared_ptr<const PiecewiseCubic>> tables_;
  std::vector<std::shared_ptr<const GridFunction>> grids_;
  TurnsOf turns_of_;  ///< while it is made
  int depth_{};       ///< of the stack
  bool has_root_{};
};

}  // namespace luztar
