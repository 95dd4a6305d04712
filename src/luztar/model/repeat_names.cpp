// Which bodies and which names the templates of [repeat] mean.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "luztar/model/kinds.h"
#include "luztar/model/repeat.h"

namespace luztar {
namespace {

constexpr double kLargestCount = 1e9;

std::optional<std::int64_t> whole(const Expression& expression, const ParameterValues& values) {
  const auto value = value_of(expression, values);
  if (!value || !std::isfinite(*value) || std::abs(*value) > kLargestCount) return std::nullopt;
  const double nearest = std::round(*value);
  if (std::abs(*value - nearest) > 1e-6) return std::nullopt;
  return static_cast<std::int64_t>(nearest);
}

std::string written(const std::string& name, const std::vector<std::int64_t>& indices) {
  std::string text = name + "[";
  for (std::size_t k = 0; k < indices.size(); ++k) {
    text += (k > 0 ? ", " : "") + std::to_string(indices[k]);
  }
  return text + "]";
}

std::size_t templates_in(const Repeat& repeat) {
  std::size_t count = 0;
  for (const auto& conditions : repeat.conditions) count += conditions.size();
  return count;
}

}  // namespace

std::string text_of_indices(const Repeat& repeat, const std::vector<std::int64_t>& indices) {
  std::string text;
  for (std::size_t k = 0; k < indices.size(); ++k)
    text += (k > 0 ? ", " : " (") + repeat.indices[k].name + " = " + std::to_string(indices[k]);
  return text + ")";
}

std::size_t instances(const Repeat& repeat) {
  std::size_t count = 1;
  for (const Repeat::Index& index : repeat.indices) count *= static_cast<std::size_t>(index.size);
  return count;
}

RepeatExpansion::RepeatExpansion(Model& model, const ParameterValues& values, std::size_t most,
                                 Diagnostics& mistakes)
    : model_(model), values_(values), mistakes_(mistakes), written_(model.bodies.size()) {
  count_instances(most);
  targets_.emplace("ground", Target{});
  for (std::size_t b = 0; b < written_; ++b) {
    targets_.emplace(model.bodies[b].name, Target{-1, -1, static_cast<int>(b)});
  }
  for (std::size_t r = 0; r < model.repeats.size(); ++r) {
    const auto& templates = model.repeats[r].items.bodies;
    places_.emplace_back(templates.size());
    for (std::size_t i = 0; i < templates.size(); ++i) {
      targets_.emplace(templates[i].name, Target{static_cast<int>(r), static_cast<int>(i), 0});
    }
    for_each_element(model.repeats[r].items, [&](const auto& element) {
      elements_.emplace(element.name, static_cast<int>(r));
    });
  }
}

void RepeatExpansion::count_instances(std::size_t most) {
  const Names names(model_);
  double total = 0.0;
  for (Repeat& repeat : model_.repeats) {
    // Each instance costs time, even of a table without bodies and elements.
    double here = static_cast<double>(std::max<std::size_t>(templates_in(repeat), 1));
    for (Repeat::Index& index : repeat.indices) {
      check_symbols(index.count, Place::Constant, names, repeat.where, mistakes_);
      const auto value = value_of(index.count, values_);
      if (!value) continue;
      const auto count = whole(index.count, values_);
      if (count && *count >= 0) {
        index.size = *count;
      } else {
        mistakes_.push_back({known_place(index.count.where(), repeat.where),
                             "count = " + to_text(Expression::number(*value)),
                             "give a whole number from 0 to 1e9"});
      }
      here *= static_cast<double>(index.size);
    }
    total += here;
    if (total <= static_cast<double>(most)) continue;
    mistakes_.push_back(
        {repeat.where, "[repeat] makes more than " + std::to_string(most) + " bodies and elements",
         "give smaller counts"});
    for (Repeat::Index& index : repeat.indices) index.size = 0;
    total -= here;
  }
}

std::optional<RepeatExpansion::Target> RepeatExpansion::target(const std::string& name) {
  const auto found = targets_.find(name);
  if (found != targets_.end()) return found->second;
  if (name.find('_') == std::string::npos) return std::nullopt;
  if (instances_.empty()) {
    for (std::size_t b = written_; b < model_.bodies.size(); ++b) {
      instances_.emplace(model_.bodies[b].name, static_cast<int>(b));
    }
  }
  const auto instance = instances_.find(name);
  if (instance == instances_.end()) return std::nullopt;
  return Target{-1, -1, instance->second};
}

std::optional<int> RepeatExpansion::body_at(const Target& target,
                                            const std::vector<Expression>& indices,
                                            const SourceLocation& where, const std::string& user) {
  const auto fail = [&](std::string what, std::string advice) {
    mistakes_.push_back({where, user + std::move(what), std::move(advice)});
    return std::nullopt;
  };
  if (target.repeat < 0) {
    if (indices.empty()) return target.body;
    return fail("this body is not repeated", "name it without an index");
  }
  const Repeat& repeat = model_.repeats[target.repeat];
  const std::string& name = repeat.items.bodies[target.item].name;
  if (indices.size() != repeat.indices.size()) {
    const std::string first = repeat.indices.size() == 1 ? "[1]" : "[1, 1]";
    return fail(quote(name) + " stands for many bodies" +
                    (indices.empty() ? "" : ", with another number of indices"),
                "write " + name + first + " for the first of them");
  }
  std::vector<std::int64_t> at;
  std::size_t position = 0;
  bool inside = true;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    for (const Expression& symbol : symbols_of(indices[k])) {
      if (symbol.symbol() == kUnread) return std::nullopt;
    }
    const auto value = whole(indices[k], values_);
    if (!value) {
      return fail("this index of " + quote(name) + " is not a whole number",
                  "an index is made of i, parameters and numbers");
    }
    const std::int64_t size = repeat.indices[k].size;
    inside = inside && *value >= 1 && *value <= size;
    at.push_back(*value);
    position = position * static_cast<std::size_t>(size) + static_cast<std::size_t>(*value - 1);
  }
  const auto& places = places_[target.repeat][target.item];
  if (inside && position < places.size() && places[position] >= 0) return places[position];
  std::vector<std::int64_t> last;
  for (const Repeat::Index& index : repeat.indices) last.push_back(index.size);
  return fail("there is no " + written(name, at) +
                  (inside ? "" : ", the last one is " + written(name, last)),
              user.empty()
                  ? "name one that there is"
                  : "leave this element out there, for example with where = \"i < count\"");
}

std::optional<int> RepeatExpansion::find(const Repeat::Reference& reference) {
  const auto found = target(reference.name);
  if (!found) return std::nullopt;
  return body_at(*found, reference.indices, reference.where, "").value_or(kGround);
}

int RepeatExpansion::repeat_of_element(const std::string& name) const {
  const auto found = elements_.find(name);
  return found == elements_.end() ? -1 : found->second;
}

std::vector<std::string> RepeatExpansion::known_names() const {
  std::vector<std::string> names{"ground"};
  for (std::size_t b = 0; b < written_; ++b) names.push_back(model_.bodies[b].name);
  for (const Repeat& repeat : model_.repeats) {
    for (const Body& body : repeat.items.bodies) names.push_back(body.name);
  }
  return names;
}

Expression RepeatExpansion::resolved(const Expression& expression) {
  if (expression.op() == Op::Symbol) {
    const auto indexed = indexed_symbol(expression);
    if (!indexed) return expression;
    return coordinate(*indexed, expression.where(), "",
                      [](const Expression& index) { return index; });
  }
  std::vector<Expression> operands;
  bool changed = false;
  for (const Expression& operand : expression.operands()) {
    operands.push_back(resolved(operand));
    changed = changed || operands.back().identity() != operand.identity();
  }
  if (!changed) return expression;
  return expression.with(std::move(operands));
}

Expression RepeatExpansion::coordinate(const IndexedSymbol& symbol, const SourceLocation& where,
                                       const std::string& user,
                                       const std::function<Expression(const Expression&)>& here) {
  if (symbol.prefix == "f.") return force(symbol, where, user, here);
  const auto found = target(symbol.reference.name);
  if (!found) {
    mistakes_.push_back({where, "no body " + quote(symbol.reference.name),
                         suggest(symbol.reference.name, known_names(), "add it under [bodies]")});
    return Expression::symbol(kUnread, where);
  }
  std::vector<Expression> indices;
  for (const Expression& index : symbol.reference.indices) indices.push_back(here(index));
  const auto body = body_at(*found, indices, where, user);
  if (!body || *body == kGround) return Expression::symbol(kUnread, where);
  return Expression::symbol(symbol.prefix + model_.bodies[*body].name, where);
}

Expression RepeatExpansion::force(const IndexedSymbol& symbol, const SourceLocation& where,
                                  const std::string& user,
                                  const std::function<Expression(const Expression&)>& here) {
  const std::string& name = symbol.reference.name;
  const int repeat = repeat_of_element(name);
  const auto fail = [&](const std::string& what, const std::string& advice) {
    mistakes_.push_back({where, user + what, advice});
    return Expression::symbol(kUnread, where);
  };
  if (repeat < 0)
    return fail("no template of an element " + quote(name), "name one of a table [repeat]");
  if (symbol.reference.indices.size() != model_.repeats[repeat].indices.size())
    return fail(quote(name) + " has another number of indices", "give each index of its table");
  std::string text = symbol.prefix + name;
  for (const Expression& index : symbol.reference.indices) {
    const auto value = whole(here(index), values_);
    if (!value)
      return fail("this index of " + quote(name) + " is not a whole number",
                  "an index is made of i, parameters and numbers");
    text += '_' + std::to_string(*value);
  }
  return Expression::symbol(text, where);
}

std::vector<Expression> parse_indices(const std::string& text, const SourceLocation& where) {
  std::vector<Expression> indices;
  const std::size_t open = text.find('['), close = text.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return indices;
  // Commas inside of parentheses belong to functions.
  int depth = 0;
  std::size_t first = open + 1;
  for (std::size_t at = first; at <= close; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (at < close && (text[at] != ',' || depth > 0)) continue;
    SourceLocation place = where;
    if (place.column > 0) place.column += static_cast<int>(first - open);
    indices.push_back(parse_expression(text.substr(first, at - first), place));
    first = at + 1;
  }
  return indices;
}

std::optional<IndexedSymbol> indexed_symbol(const Expression& symbol) {
  const std::string& text = symbol.symbol();
  const std::size_t open = text.find('[');
  if (open == std::string::npos || open < 2) return std::nullopt;
  IndexedSymbol parts;
  parts.prefix = text.substr(0, 2);
  parts.reference.name = text.substr(2, open - 2);
  parts.reference.where = symbol.where();
  SourceLocation place = symbol.where();
  if (place.column > 0) place.column += static_cast<int>(open);
  parts.reference.indices = parse_indices(text, place);
  return parts;
}

void check_repeat_names(const Model& model, const Names& names, Diagnostics& mistakes) {
  std::map<std::pair<NameSpace, std::string>, SourceLocation> templates;
  for (const Repeat& repeat : model.repeats) {
    std::map<std::string, SourceLocation> own;
    const auto check = [&](const std::string& name, NameKind kind, const SourceLocation& where) {
      check_name({name, kind, &where}, mistakes);
      const bool is_template = space_of(kind) != NameSpace::Formula;
      const auto taken = [&](int line) {
        mistakes.push_back(
            {where,
             "the name " + quote(name) + " is taken" +
                 (line > 0 ? " in line " + std::to_string(line) : ""),
             is_template ? "templates need names that no other body or element of their kind has"
                         : "indices and parameters of a table need names of their own"});
      };
      if (names.find(name, space_of(kind)) != nullptr) return taken(0);
      if (is_template) {
        const auto [other, is_new] = templates.emplace(std::pair(space_of(kind), name), where);
        if (!is_new) taken(other->second.line);
      } else if (const auto [other, is_new] = own.emplace(name, where); !is_new) {
        taken(other->second.line);
      }
    };
    for (const Repeat::Index& index : repeat.indices) {
      check(index.name, NameKind::Parameter, repeat.where);
    }
    if (repeat.indices.size() == 1) own.emplace("count", repeat.where);
    for (const auto& local : repeat.parameters) {
      check(local.name, NameKind::Parameter, local.where);
    }
    for (const auto& x : repeat.items.bodies) check(x.name, NameKind::Body, x.where);
    for_each_element(repeat.items,
                     [&](const auto& x) { check(x.name, NameKind::Element, x.where); });
  }
}

}  // namespace luztar
