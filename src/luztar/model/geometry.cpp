#include "luztar/model/geometry.h"

#include <map>
#include <unordered_map>

#include "luztar/model/kinds.h"
#include "luztar/symbolic/differentiate.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

constexpr const char* kPosition = "q.";

using BodyPlaces = std::unordered_map<std::string, int>;

BodyPlaces places_of(const Model& model) {
  BodyPlaces places;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    places.emplace(kPosition + model.bodies[b].name, static_cast<int>(b));
  return places;
}

std::vector<Deflection::Term> gradient(const BodyPlaces& places, const Expression& formula) {
  std::map<int, std::string> names;
  for (const Expression& symbol : symbols_of(formula))
    if (const auto found = places.find(symbol.symbol()); found != places.end())
      names.emplace(found->second, symbol.symbol());
  std::vector<Deflection::Term> terms;
  for (const auto& [body, name] : names)
    terms.push_back({body, differentiate(formula, [&name = name](const std::string& symbol) {
                       return Expression::number(symbol == name ? 1.0 : 0.0);
                     })});
  return terms;
}

}  // namespace

Deflection along(const Model& model, const Expression& formula) {
  return {gradient(places_of(model), formula), formula};
}

void find_gradients(Model& model) {
  BodyPlaces places;
  for_each_element(model, [&](auto& element) {
    Deflection& deflection = element.deflection;
    if (!deflection.formula) return;
    if (places.empty()) places = places_of(model);
    deflection.terms = gradient(places, *deflection.formula);
  });
}

std::string jump_in(const Expression& formula) {
  switch (formula.op()) {
    case Op::Sign:
      return "sign";
    case Op::Step:
      return "step";
    case Op::Pulse:
      return "pulse";
    case Op::Square:
      return "square";
    case Op::Saw:
      return "saw";
    case Op::Floor:
      return "floor";
    case Op::Ceil:
      return "ceil";
    case Op::Round:
      return "round";
    case Op::Tar:
      return "tar";
    case Op::Lookup:
      if (formula.table()->jumps()) return formula.table()->name;
      break;
    default:
      break;
  }
  for (const Expression& operand : formula.operands())
    if (std::string name = jump_in(operand); !name.empty()) return name;
  return "";
}

}  // namespace luztar
