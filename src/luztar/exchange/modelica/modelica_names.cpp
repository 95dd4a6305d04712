#include "luztar/exchange/modelica/modelica_names.h"

namespace luztar {
namespace {

/// Keywords, and what formulas and types of an exported model say themselves.
const std::set<std::string_view>& words() {
  static const std::set<std::string_view> kWords{
      // keywords
      "algorithm", "and", "annotation", "block", "break", "class", "connect", "connector",
      "constant", "constrainedby", "der", "discrete", "each", "else", "elseif", "elsewhen",
      "encapsulated", "end", "enumeration", "equation", "expandable", "extends", "external",
      "false", "final", "flow", "for", "function", "if", "import", "impure", "in", "initial",
      "inner", "input", "loop", "model", "not", "operator", "or", "outer", "output", "package",
      "parameter", "partial", "protected", "public", "pure", "record", "redeclare", "replaceable",
      "return", "stream", "then", "true", "type", "when", "while", "within",
      // variables, types and functions that are there from the start
      "time", "Real", "Integer", "Boolean", "String", "Clock", "StateSelect", "AssertionLevel",
      "ExternalObject", "Connections", "Modelica", "Rotational", "Translational", "Blocks", "SI",
      "abs", "acos", "actualStream", "array", "asin", "assert", "atan", "atan2", "cardinality",
      "cat", "ceil", "change", "cos", "cosh", "cross", "delay", "diagonal", "div", "edge", "exp",
      "fill", "floor", "getInstanceName", "homotopy", "identity", "inStream", "integer", "linspace",
      "log", "log10", "matrix", "max", "min", "mod", "ndims", "noEvent", "ones", "outerProduct",
      "pre", "previous", "product", "reinit", "rem", "rooted", "sample", "scalar", "semiLinear",
      "sign", "sin", "sinh", "size", "skew", "smooth", "spatialDistribution", "sqrt", "sum",
      "symmetric", "tan", "tanh", "terminal", "terminate", "transpose", "vector", "zeros"};
  return kWords;
}

bool is_plain(const std::string& name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (name.empty() || !is_letter(name.front()) || words().contains(name)) return false;
  for (const char c : name)
    if (!is_letter(c) && !(c >= '0' && c <= '9')) return false;
  return true;
}

std::string key_of(const std::string& space, const std::string& name) { return space + ":" + name; }

}  // namespace

std::string modelica_identifier(const std::string& name) {
  if (is_plain(name)) return name;
  std::string text;
  for (const char c : name)
    text += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return "'" + text + "'";
}

std::string modelica_string(std::string_view text) {
  std::string written = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') written += '\\';
    written += c;
  }
  return written + "\"";
}

std::string ModelicaNames::free(const std::string& wanted, const std::string& suffix) {
  std::string name = wanted;
  if (taken_.contains(name) && !suffix.empty()) name = wanted + "_" + suffix;
  const std::string first = name;
  for (int i = 2; taken_.contains(name); ++i) name = first + "_" + std::to_string(i);
  taken_.insert(name);
  return name;
}

const std::string& ModelicaNames::add(const std::string& space, const std::string& name,
                                      const std::string& suffix) {
  return names_[key_of(space, name)] = modelica_identifier(free(name, suffix));
}

std::string ModelicaNames::more(const std::string& wanted) {
  return modelica_identifier(free(wanted, ""));
}

const std::string& ModelicaNames::of(const std::string& space, const std::string& name) const {
  return names_.at(key_of(space, name));
}

bool ModelicaNames::has(const std::string& space, const std::string& name) const {
  return names_.contains(key_of(space, name));
}

}  // namespace luztar
