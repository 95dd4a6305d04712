// Bodies and elements of a model that is being reduced.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/algebra/formula.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/fields.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {

using terse::difference;
using terse::is_number;
using terse::product;
using terse::sum;

std::optional<double> Reducer::value(const Expression& expression) const {
  bool is_complete = true;
  const double number = evaluate(expression, [&](const std::string& name) {
    const auto found = values.find(name);
    is_complete = is_complete && found != values.end();
    return found != values.end() ? found->second : 0.0;
  });
  return is_complete && !std::isnan(number) ? std::optional(number) : std::nullopt;
}

int Reducer::sign(const Expression& expression) const {
  const double number = value(expression).value_or(0);
  return number > 0 ? 1 : number < 0 ? -1 : 0;
}

std::string Reducer::new_name(const std::vector<std::string>& parts) const {
  constexpr std::size_t kLongest = 200;
  std::string name;
  for (const std::string& part : parts) name += (name.empty() ? "" : "_") + part;
  if (name.size() > kLongest) name = parts.front();
  std::vector<std::string> used;
  const auto collect = [&](const auto& elements) {
    for (const auto& element : elements) used.push_back(element.name);
  };
  collect(model.parameters);
  collect(model.signals);
  collect(model.tables);
  collect(model.states);
  collect(model.controllers);
  for_each_list(model, [&](PartKind, const auto& items) { collect(items); });
  std::string candidate = name;
  for (int i = 2; std::find(used.begin(), used.end(), candidate) != used.end(); ++i) {
    candidate = name.substr(0, kLongest - 5) + "_" + std::to_string(i);
  }
  return candidate;
}

bool is_massless(const Body& body) { return body.mass && is_number(*body.mass, 0); }
bool is_steady(const Body& body) { return body.mass && terse::is_infinite(*body.mass); }

// --- equality of expressions, as functions of their symbols ------------------------------------
// A value that a limit made infinite is not zero and equals nothing but itself.

namespace {

bool is_finite(const Expression& expression) {
  if (expression.op() == Op::Number) return std::isfinite(expression.number());
  const auto& operands = expression.operands();
  return std::all_of(operands.begin(), operands.end(), is_finite);
}

}  // namespace

bool is_zero(const Expression& expression) {
  if (expression.op() == Op::Number) return expression.number() == 0;
  if (expression.op() == Op::Symbol || !is_finite(expression)) return false;
  return to_formula(expression).is_zero();
}

bool are_equal(const Expression& a, const Expression& b) {
  if (a.identity() == b.identity() || to_text(a) == to_text(b)) return true;
  if (a.op() == Op::Number && b.op() == Op::Number) return a.number() == b.number();
  if (!is_finite(a) || !is_finite(b)) return false;  // no formula holds infinity
  return to_formula(a) == to_formula(b);
}

// --- deflections -------------------------------------------------------------------------------

void tidy(Deflection& deflection) {
  std::vector<Deflection::Term> terms;
  for (Deflection::Term& term : deflection.terms) {
    const auto found = std::find_if(terms.begin(), terms.end(),
                                    [&](const auto& one) { return one.body == term.body; });
    if (found == terms.end()) {
      terms.push_back(std::move(term));
    } else {
      found->coefficient = sum(found->coefficient, term.coefficient);
    }
  }
  std::erase_if(terms, [](const Deflection::Term& term) {
    return term.body != kGround && is_zero(term.coefficient);
  });
  const auto moving = std::count_if(terms.begin(), terms.end(),
                                    [](const auto& term) { return term.body != kGround; });
  if (moving == 0) terms.clear();
  if (moving > 1) {
    std::erase_if(terms, [](const Deflection::Term& term) { return term.body == kGround; });
  } else if (terms.size() == 1) {
    terms.push_back({kGround, terse::number(-1)});
  }
  // Ground does not move: its coefficient needs not be written.
  for (Deflection::Term& term : terms) {
    if (term.body == kGround) term.coefficient = terse::number(&term == &terms.front() ? 1 : -1);
  }
  deflection.terms = std::move(terms);
}

std::vector<int> bodies_of(const Deflection& deflection) {
  std::vector<int> bodies;
  for (const Deflection::Term& term : deflection.terms) {
    if (term.body != kGround) bodies.push_back(term.body);
  }
  return bodies;
}

Expression coefficient_of(const Deflection& deflection, int body) {
  for (const Deflection::Term& term : deflection.terms) {
    if (term.body == body) return term.coefficient;
  }
  return {};
}

void add(Deflection& to, const Deflection& other, const Expression& factor) {
  for (const Deflection::Term& term : other.terms) {
    to.terms.push_back({term.body, product(factor, term.coefficient)});
  }
  tidy(to);
}

// --- what acts on a body -----------------------------------------------------------------------

namespace {

/// Calls visit(expression) for all that may be of q.BODY and v.BODY.
void for_each_feedback(auto& model, const auto& visit) {
  const auto look = [&](auto& item) {
    for_each_field(item, [&](const Field& field, auto& value) {
      if (field.place >= Place::Feedback) visit(value);
    });
  };
  for (auto& state : model.states) look(state);
  for (auto& controller : model.controllers) look(controller);
  for_each_element(model, look);
}

}  // namespace

std::size_t Contacts::count() const {
  std::size_t number = 0;
  for (const auto& list : lists) number += list.size();
  return number;
}

Contacts contacts_of(const Model& model, int body) {
  Contacts contacts;
  for_each_element_list(model, [&](PartKind kind, const auto& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto& terms = elements[i].deflection.terms;
      if (std::any_of(terms.begin(), terms.end(),
                      [&](const auto& term) { return term.body == body; })) {
        contacts.lists[static_cast<std::size_t>(kind)].push_back(i);
      }
    }
  });
  const std::string& name = model.bodies[static_cast<std::size_t>(body)].name;
  for_each_feedback(model, [&](const Expression& expression) {
    for (const Expression& symbol : symbols_of(expression)) {
      const std::string& of = symbol.symbol();
      if (of == "q." + name || of == "v." + name) contacts.in_expressions = true;
    }
  });
  return contacts;
}

// --- eliminating a coordinate -------------------------------------------------------------------

namespace {

/// The law for a deflection that was `shift` larger.
Expression shifted(const Expression& law, const Expression& shift) {
  return substitute(law, {{"d", sum(Expression::symbol("d"), shift)}});
}

/// d of the element was `shift` larger with the coordinates that it had.
template <typename Element>
void shift_law(Element& element, const Expression& shift) {
  if constexpr (requires { element.rest; }) {
    if (element.force)
      element.force = shifted(*element.force, shift);
    else
      element.rest = difference(element.rest, shift);
  } else if constexpr (requires { element.lower; }) {
    for (Expression* edge : {&element.lower, &element.upper}) {
      const bool open = edge->op() == Op::Number && !std::isfinite(edge->number());
      if (!open) *edge = difference(*edge, shift);
    }
  }
}

/// replace_coordinate() for the elements of one kind.
template <typename Element>
void replace_in(std::vector<Element>& elements, int gone, int stays, const Expression& ratio,
                const Expression& offset, std::vector<std::string>& names) {
  for (Element& element : elements) {
    const Expression coefficient = coefficient_of(element.deflection, gone);
    if (is_number(coefficient, 0)) continue;
    for (Deflection::Term& term : element.deflection.terms) {
      if (term.body != gone) continue;
      term.body = stays;
      if (stays != kGround) term.coefficient = product(term.coefficient, ratio);
    }
    shift_law(element, product(coefficient, offset));
    tidy(element.deflection);
    if (bodies_of(element.deflection).empty() &&
        std::ranges::find(names, element.name) == names.end())
      names.push_back(element.name);
  }
  std::erase_if(elements,
                [](const Element& element) { return bodies_of(element.deflection).empty(); });
}

}  // namespace

void remove_body(Model& model, int index) {
  erase_at(model.bodies, static_cast<std::size_t>(index));
  for_each_element(model, [&](auto& element) {
    for (Deflection::Term& term : element.deflection.terms) {
      if (term.body > index) --term.body;
    }
  });
}

void replace_coordinate(Reducer& reducer, int gone, int stays, const Expression& ratio,
                        const Expression& offset, std::vector<std::string>& names) {
  Model& model = reducer.model;
  const std::string& name = reducer.body(gone).name;
  Expression position = offset, velocity;
  if (stays != kGround) {
    const std::string& other = reducer.body(stays).name;
    position = sum(product(ratio, coordinate("q", other)), offset);
    velocity = product(ratio, coordinate("v", other));
  }
  reducer.eliminated.push_back({name, position});
  for_each_feedback(model, [&](Expression& expression) {
    expression = substitute(expression, {{"q." + name, position}, {"v." + name, velocity}});
  });
  for_each_element_list(model, [&](PartKind, auto& elements) {
    replace_in(elements, gone, stays, ratio, offset, names);
  });
  remove_body(model, gone);
}

}  // namespace luztar::reduction
