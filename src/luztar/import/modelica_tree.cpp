#include "luztar/import/modelica_tree.h"

#include <charconv>
#include <utility>

namespace luztar::modelica {
namespace {

using Kind = Expression::Kind;

const Node* child(const Node& of, std::string_view type) {
  for (const Node& node : of.children)
    if (node.type == type) return &node;
  return nullptr;
}

std::string content_of(const Node& node, std::string_view type) {
  const Node* found = child(node, type);
  return found != nullptr ? found->content : "";
}

/// Without quotes and escapes.
std::string plain_text(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\' && i + 2 < quoted.size()) ++i;
    text += quoted[i];
  }
  return text;
}

std::string about_of(const Node& node) {
  const Node* about = child(node, "about");
  std::string text;
  if (about != nullptr)
    for (const Node& part : about->children) text += plain_text(part.content);
  return text;
}

Expression expression_of(const Node& node);

Expression made(Kind kind, const Node& node, std::string word) {
  return {.kind = kind,
          .place = node.place,
          .number = 0.0,
          .word = std::move(word),
          .parts = {},
          .names = {}};
}

bool is_sign(const Node& node) { return node.type.ends_with("_sign"); }

/// Operands and signs between them, from the left; a sign at the beginning has one operand.
Expression folded(const Node& node) {
  std::size_t i = 0;
  Expression result;
  if (is_sign(node.children[0])) {
    result = made(Kind::Operator, node.children[0], node.children[0].content);
    result.parts.push_back(expression_of(node.children.at(1)));
    i = 2;
  } else {
    result = expression_of(node.children[0]);
    i = 1;
  }
  for (; i + 1 < node.children.size(); i += 2) {
    Expression next = made(Kind::Operator, node.children[i], node.children[i].content);
    next.parts.push_back(std::move(result));
    next.parts.push_back(expression_of(node.children[i + 1]));
    result = std::move(next);
  }
  return result;
}

Expression number_of(const Node& node) {
  Expression number = made(Kind::Number, node, node.content);
  if (number.word[0] == '.') number.word.insert(0, "0");
  const char* end = node.content.data() + node.content.size();
  std::from_chars(node.content.data(), end, number.number);
  return number;
}

/// `a[2].b` as "a[2].b".
std::string name_of_reference(const Node& node) {
  std::string name;
  for (const char c : node.content)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) name += c;
  return name.starts_with('.') ? name.substr(1) : name;
}

Expression call_of(const Node& node) {
  const Node* arguments = child(node, "arguments");
  const Node& callee = node.children.front();
  if (arguments == nullptr) return made(Kind::Name, callee, name_of_reference(callee));
  Expression call = made(Kind::Call, callee, name_of_reference(callee));
  for (const Node& argument : arguments->children) {
    if (argument.type != "argument") return made(Kind::Other, argument, "for inside of a call");
    call.names.push_back(content_of(argument, "argument_name"));
    call.parts.push_back(expression_of(argument.children.back()));
  }
  return call;
}

Expression several(Kind kind, const Node& node, std::string word) {
  Expression list = made(kind, node, std::move(word));
  for (const Node& part : node.children) list.parts.push_back(expression_of(part));
  return list;
}

Expression expression_of(const Node& node) {
  const std::string& type = node.type;
  if (type == "number") return number_of(node);
  if (type == "text") return made(Kind::Text, node, plain_text(node.content));
  if (type == "call") return call_of(node);
  if (type == "reference") return made(Kind::Name, node, name_of_reference(node));
  if (type == "choice") return several(Kind::If, node, "if");
  if (type == "matrix") return several(Kind::Matrix, node, "[]");
  if (type == "row") return several(Kind::List, node, "row");
  if (type == "braces" && child(node, "comprehension") == nullptr)
    return several(Kind::List, node, "{}");
  if (type == "parenthesis" && node.children.size() == 1) return expression_of(node.children[0]);
  if (!node.children.empty() &&
      (type == "sum" || type == "product" || type == "power" || type == "relation" ||
       type == "negation" || type == "conjunction" || type == "disjunction"))
    return folded(node);
  return made(Kind::Other, node, type == "range" ? "a range" : "this expression");
}

Modification modification_of(const Node& node);

void take_modification(const Node& node, Modification& to) {
  for (const Node& part : node.children) {
    if (part.type == "modification_list") {
      for (const Node& inner : part.children) to.inner.push_back(modification_of(inner));
    } else {
      to.value = expression_of(part);
    }
  }
}

Modification modification_of(const Node& node) {
  Modification to{.place = node.place,
                  .name = content_of(node, "name_text"),
                  .inner = {},
                  .value = {},
                  .redeclares = node.type == "redeclared"};
  if (const Node* inner = child(node, "modification")) take_modification(*inner, to);
  return to;
}

std::vector<Modification> list_of(const Node& node) {
  std::vector<Modification> list;
  if (const Node* found = child(node, "modification_list"))
    for (const Node& inner : found->children) list.push_back(modification_of(inner));
  return list;
}

void take_component(const Node& node, const std::string& type, const std::string& prefix,
                    bool is_array, Class& to) {
  Component component{.place = node.place,
                      .type = type,
                      .prefix = prefix,
                      .name = content_of(node, "ident"),
                      .about = about_of(node),
                      .is_array = is_array || child(node, "subscripts") != nullptr,
                      .condition = {},
                      .changes = {}};
  component.changes.place = node.place;
  if (const Node* changes = child(node, "modification"))
    take_modification(*changes, component.changes);
  if (const Node* condition = child(node, "condition"))
    component.condition = expression_of(condition->children.at(0));
  to.components.push_back(std::move(component));
}

void take_components(const Node& node, Class& to) {
  std::string prefix;
  for (const Node& part : node.children)
    if (part.type == "prefix" && part.content != "discrete" && part.content != "flow")
      prefix = part.content;
  const bool is_array = child(node, "subscripts") != nullptr;
  for (const Node& part : node.children)
    if (part.type == "component")
      take_component(part, content_of(node, "name_text"), prefix, is_array, to);
}

void take_imports(const Node& node, Class& to) {
  const std::string name = content_of(node, "name_text");
  if (const Node* names = child(node, "import_list")) {
    for (const Node& one : names->children)
      to.imports.push_back({.alias = one.content, .name = name + "." + one.content});
  } else if (const Node* alias = child(node, "alias")) {
    to.imports.push_back({.alias = alias->content, .name = name});
  } else if (child(node, "import_all") != nullptr) {
    to.imports.push_back({.alias = "", .name = name});
  } else {
    const std::size_t dot = name.rfind('.');
    to.imports.push_back(
        {.alias = dot == std::string::npos ? name : name.substr(dot + 1), .name = name});
  }
}

Equation equation_of(const Node& node) {
  Equation equation{
      .kind = Equation::Kind::Other, .place = node.place, .sides = {}, .what = node.type};
  if (node.type == "connection" || (node.type == "equality" && node.children.size() == 2)) {
    equation.kind = node.type == "connection" ? Equation::Kind::Connect : Equation::Kind::Equal;
    for (const Node& side : node.children) equation.sides.push_back(expression_of(side));
  } else if (node.type.starts_with("equation_")) {
    equation.what = node.type.substr(9);
  } else {
    equation.what = "a call";
    if (!node.children.empty()) equation.sides.push_back(expression_of(node.children.front()));
  }
  return equation;
}

void take_equations(const Node& node, std::vector<Equation>& to) {
  for (const Node& equation : node.children)
    if (equation.type != "annotation" && equation.type != "about")
      to.push_back(equation_of(equation));
}

Class class_of(const Node& node);

void take_element(const Node& node, Class& to) {
  if (node.type == "component_clause") return take_components(node, to);
  if (node.type == "class_definition") return to.classes.push_back(class_of(node));
  if (node.type == "import_clause") return take_imports(node, to);
  if (node.type == "extends_clause")
    return to.bases.push_back(
        {.place = node.place, .type = content_of(node, "name_text"), .changes = list_of(node)});
  if (node.type == "equation_section") return take_equations(node, to.equations);
  if (node.type == "initial_section") return take_equations(node, to.initial_equations);
  if (node.type == "algorithm_section" || node.type == "external_part")
    return to.equations.push_back(
        {.kind = Equation::Kind::Other, .place = node.place, .sides = {}, .what = "algorithm"});
  if (node.type == "class_annotation")
    for (const Node& inner : node.children)
      for (Modification& one : list_of(inner)) to.annotation.push_back(std::move(one));
}

void take_short(const Node& node, Class& to) {
  const std::string type = content_of(node, "name_text");
  if (!type.empty())
    to.bases.push_back({.place = node.place, .type = type, .changes = list_of(node)});
}

Class class_of(const Node& node) {
  Class to{.place = node.place,
           .kind = content_of(node, "kind"),
           .partial = child(node, "partial_mark") != nullptr,
           .name = {},
           .about = {},
           .bases = {},
           .imports = {},
           .components = {},
           .classes = {},
           .equations = {},
           .initial_equations = {},
           .annotation = {}};
  const Node& body = node.children.back();
  to.name = content_of(body, "new_name");
  to.about = about_of(body);
  if (body.type == "short_class") take_short(body, to);
  if (body.type == "long_class")
    for (const Node& element : body.children) take_element(element, to);
  return to;
}

}  // namespace

File parse(const std::string& text, const std::string& name) {
  const Node root = parse_tree(text, name);
  File file;
  for (const Node& node : root.children) {
    if (node.type == "within_clause") file.within = content_of(node, "name_text");
    if (node.type == "class_definition") file.classes.push_back(class_of(node));
  }
  return file;
}

}  // namespace luztar::modelica
