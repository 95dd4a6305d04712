// A text of Modelica as it is written: classes, components, equations, with their places.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/core/error.h"

namespace luztar::modelica {

/// Line and column from 1.
struct Place {
  int line{};
  int column{};
};

struct Expression {
  enum class Kind { Number, Text, Name, Call, Operator, If, List, Matrix, Other };
  Kind kind{};
  Place place{};
  double number{};
  /// The number as it is written, the text, the dotted name, the function or the operator.
  std::string word{};
  std::vector<Expression> parts{};   ///< operands, arguments, or condition, value ... else
  std::vector<std::string> names{};  ///< of arguments, "" for those without
};

/// `name(inner) = value` behind a component or in an `extends`.
struct Modification {
  Place place{};
  std::string name{};
  std::vector<Modification> inner{};
  std::optional<Expression> value{};
  bool redeclares{};
};

struct Component {
  Place place{};
  std::string type{};
  std::string prefix{};  ///< "parameter", "constant", "input", "output" or ""
  std::string name{};
  std::string about{};
  bool is_array{};
  std::optional<Expression> condition{};
  Modification changes{};
};

struct Equation {
  enum class Kind { Connect, Equal, Other };
  Kind kind{};
  Place place{};
  std::vector<Expression> sides{};  ///< two of Connect and Equal
  std::string what{};               ///< of others: "if", "when", "algorithm" ...
};

struct Extends {
  Place place{};
  std::string type{};
  std::vector<Modification> changes{};
};

struct Import {
  std::string alias{};  ///< "" for all names of `name`
  std::string name{};
};

struct Class {
  Place place{};
  std::string kind{};  ///< "model", "package", ...
  bool partial{};
  std::string name{};
  std::string about{};
  std::vector<Extends> bases{};
  std::vector<Import> imports{};
  std::vector<Component> components{};
  std::vector<Class> classes{};
  std::vector<Equation> equations{};
  std::vector<Equation> initial_equations{};
  std::vector<Modification> annotation{};
};

struct File {
  std::string within{};
  std::vector<Class> classes{};
};

/// Reads a text. Throws ModelError with the place that is no Modelica.
/// @param name  of the file, for messages
File parse(const std::string& text, const std::string& name);

}  // namespace luztar::modelica
