#include "luztar/exchange/modelica/modelica_document.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "luztar/exchange/modelica/modelica_names.h"

namespace luztar {
namespace {

/// What stands at the beginning of types, and the name that is imported for it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kImports{
    {{"Modelica.Mechanics.Translational", "Translational"},
     {"Modelica.Mechanics.Rotational", "Rotational"},
     {"Modelica.Units.SI", "SI"}}};

std::string shortened(const std::string& type) {
  for (const auto& [whole, name] : kImports)
    if (type.starts_with(whole)) return std::string(name) + type.substr(whole.size());
  return type;
}

/// Lines with two blanks before them.
std::string indented(const std::string& text) {
  std::string lines = "  ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    lines += text[i];
    if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') lines += "  ";
  }
  return lines + "\n";
}

}  // namespace

void ModelicaDocument::head(const std::string& words) {
  if (!declarations_.empty() && declarations_.back().starts_with("//")) declarations_.pop_back();
  declarations_.push_back("// " + words);
}

void ModelicaDocument::component(const std::string& type, const std::string& name,
                                 const ModelicaArguments& arguments, const std::string& about) {
  std::string text = shortened(type) + " " + name;
  for (const ModelicaArgument& one : arguments) {
    text += &one == &arguments.front() ? "(" : ", ";
    text += one.value.empty() ? one.name : one.name + " = " + one.value;
  }
  if (!arguments.empty()) text += ")";
  if (!about.empty()) text += " " + modelica_string(about);
  declarations_.push_back(text + ";");
}

void ModelicaDocument::connect(const std::string& a, const std::string& b) {
  connections_.push_back("connect(" + a + ", " + b + ");");
}

void ModelicaDocument::equation(const std::string& left, const std::string& right) {
  equations_.push_back(left + " = " + right + ";");
}

std::string ModelicaDocument::text(const Frame& frame) const {
  std::string text = "// " + frame.comment + "\nmodel " + frame.name;
  if (!frame.about.empty()) text += " " + modelica_string(frame.about);
  text += "\n";
  for (const auto& [whole, name] : kImports) {
    const std::string begin = std::string(name) + ".";
    const bool is_used = std::ranges::any_of(declarations_, [&](const std::string& line) {
      return line.starts_with(begin) || line.find(" " + begin) != std::string::npos;
    });
    if (is_used) text += indented("import " + std::string(whole) + ";");
  }
  for (const std::string& line : declarations_)
    if (&line != &declarations_.back() || !line.starts_with("//")) text += indented(line);
  text += "equation\n";
  for (const std::string& line : connections_) text += indented(line);
  for (const std::string& line : equations_) text += indented(line);
  if (!algorithms_.empty()) text += "algorithm\n";
  for (const std::string& line : algorithms_) text += indented(line);
  return text + indented("annotation(" + frame.annotation + ");") + "end " + frame.name + ";\n";
}

}  // namespace luztar
