// Dimensions of expressions, as far as the units that a model is written with say them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "luztar/core/quantity.h"
#include "luztar/model/model.h"

namespace luztar {

/// What is known of the dimension of a value. A plain number is SI, so it may have any: 9.81 is an
/// acceleration in m*9.81. Only what follows from written units is held against anything.
struct DimensionOf {
  enum class Certainty {
    None,    ///< nothing is known
    Number,  ///< a plain number
    Ratio,   ///< a pure number that no unit says: of pi, a sine; it leaves a product as it is
    Bare,    ///< of t, q, v and f alone, beside which a plain 1 need not be written: sin(t)
    Sure,    ///< from written units
  };
  Certainty certainty{Certainty::None};
  Dimension dimension{};

  bool is_sure() const { return certainty == Certainty::Sure; }
};

inline DimensionOf sure(const Dimension& dimension) {
  return {DimensionOf::Certainty::Sure, dimension};
}

/// What symbols and tables stand for where an expression is.
class DimensionSource {
 public:
  virtual ~DimensionSource() = default;
  virtual DimensionOf of_symbol(const std::string& name) const = 0;
  /// nullptr: there is none
  virtual const FunctionTable* table(const std::string& name) const = 0;
  /// As parse_unit(), but a unit that was read before is not read again.
  virtual Dimension of_unit(std::string_view unit) const = 0;
};

/// Goes through expressions and tells where dimensions contradict each other.
class ExpressionDimensions {
 public:
  /// Both outlive it. @param mistakes  nullptr: none are told
  ExpressionDimensions(const DimensionSource& source, std::vector<Diagnostic>* mistakes)
      : source_(source), mistakes_(mistakes) {}

  /// @param fallback  the place of a mistake in a model without places
  DimensionOf of(const Expression& expression, const SourceLocation& fallback);

 private:
  DimensionOf visit(const Expression& expression);
  DimensionOf agreed(const Expression& expression, std::size_t from);
  DimensionOf chosen(const Expression& expression);
  DimensionOf raised(const Expression& expression);
  DimensionOf looked_up(const Expression& expression);
  DimensionOf delayed(const Expression& expression);
  DimensionOf pure(const Expression& expression);
  void check_argument(const Expression& argument, const DimensionOf& given,
                      const FunctionTable& table, char input);
  void report(const Expression& at, std::string what, std::string advice);

  const DimensionSource& source_;
  std::vector<Diagnostic>* mistakes_;
  const SourceLocation* fallback_{};
};

/// "N m", "kg/s3"; "1" for a pure number.
std::string words_of(const Dimension& dimension);
/// "'k' is in N/mm", "'5 deg' is an angle", "'m*g' is in N".
std::string words_of(const Expression& expression, const Dimension& dimension, const Model& model);

}  // namespace luztar
