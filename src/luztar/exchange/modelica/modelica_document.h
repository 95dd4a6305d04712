// The text of a model of Modelica, gathered part by part.
#pragma once

#include <string>
#include <vector>

namespace luztar {

/// A modification `name = value`; without a value the name alone, `phi(start = 1)`.
struct ModelicaArgument {
  std::string name;
  std::string value{};
};
using ModelicaArguments = std::vector<ModelicaArgument>;

class ModelicaDocument {
 public:
  /// A line of comment above the components that follow.
  void head(const std::string& words);
  /// `type name(arguments) "about";`
  void component(const std::string& type, const std::string& name,
                 const ModelicaArguments& arguments, const std::string& about = "");
  /// A declaration or a function as it is, in lines.
  void declare(const std::string& text) { declarations_.push_back(text); }
  void connect(const std::string& a, const std::string& b);
  void equation(const std::string& left, const std::string& right);
  /// Behind the equations, as it is, in lines.
  void algorithm(const std::string& text) { algorithms_.push_back(text); }

  struct Frame {
    std::string name;        ///< an identifier
    std::string about;       ///< "" for nothing
    std::string comment;     ///< of the first line
    std::string annotation;  ///< without brackets
  };
  std::string text(const Frame& frame) const;

 private:
  std::vector<std::string> declarations_{}, connections_{}, equations_{}, algorithms_{};
};

}  // namespace luztar
