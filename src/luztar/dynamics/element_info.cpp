#include "luztar/dynamics/element_info.h"

#include <algorithm>

namespace luztar {
namespace {

/// An arm that is an expression of positions.
bool turns(const Expression& arm) {
  return std::ranges::any_of(
      symbols_of(arm), [](const Expression& symbol) { return symbol.symbol().starts_with("q."); });
}

}  // namespace

ElementInfo info_of(const NetworkElement& element, const ParameterValues& values) {
  using Law = NetworkElement::Law;
  ElementInfo info;
  info.name = element.name;
  info.kind = element.kind;
  info.is_pair = element.is_pair();
  info.has_modes = element.law == Law::Coulomb || element.law == Law::Freewheel;
  info.sticks = info.has_modes;
  for (const auto& term : element.deflection.terms) {
    info.bodies.push_back(term.body);
    info.coefficients.push_back(turns(term.coefficient) ? 0.0 : evaluate(term.coefficient, values));
  }
  if (element.law == Law::Spring) {
    info.has_modes = element.spring->has_gap;
    info.lower = evaluate(element.spring->lower, values);
    info.upper = evaluate(element.spring->upper, values);
    info.rest = evaluate(element.spring->rest, values);
  } else if (element.law == Law::Stop) {
    info.lower = evaluate(*element.lower, values);
    info.upper = evaluate(*element.upper, values);
    info.has_modes = info.lower < info.upper;
  }
  return info;
}

}  // namespace luztar
