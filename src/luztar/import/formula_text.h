// Expressions of a model file as text, put together with as few brackets and zeros as need be.
#pragma once

#include <string>
#include <vector>

namespace luztar {

/// A formula in the language of model files.
struct FormulaText {
  enum class Binds { Tightly, Power, Product, Sum };

  std::string text{"0"};
  Binds binds{Binds::Tightly};

  FormulaText() = default;
  FormulaText(std::string atom);  // NOLINT: names and calls are formulas
  FormulaText(const char* atom) : FormulaText(std::string(atom)) {}  // NOLINT
  FormulaText(double number);                                        // NOLINT

  bool is_zero() const { return text == "0"; }
  bool is_one() const { return text == "1"; }
};

FormulaText operator+(const FormulaText& a, const FormulaText& b);
FormulaText operator-(const FormulaText& a, const FormulaText& b);
FormulaText operator-(const FormulaText& a);
FormulaText operator*(const FormulaText& a, const FormulaText& b);
FormulaText operator/(const FormulaText& a, const FormulaText& b);
FormulaText power(const FormulaText& a, const FormulaText& b);
/// "min(a, b)".
FormulaText call(const std::string& function, const std::vector<FormulaText>& arguments);
/// "if(a < b, yes, no)".
FormulaText choose(const FormulaText& a, const std::string& relation, const FormulaText& b,
                   const FormulaText& yes, const FormulaText& no);

}  // namespace luztar
