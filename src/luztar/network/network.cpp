#include "luztar/network/network.h"

#include <algorithm>
#include <cmath>

#include "luztar/model/kinds.h"
#include "luztar/model/law.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

/// What of an element depends on its kind.
struct LawOf {
  Law law;
  const Expression* written{};
  const Expression* viscous{};
  const Expression* lower{};
  const Expression* upper{};
  const Spring* spring{};
  const Friction* levels{};
  const Friction* laws{};
  const Expression* pitch{};
  const Expression* restitution{};
};

LawOf law_of(const Spring& spring) {
  if (spring.force) return {Law::Written, &*spring.force};
  return {.law = Law::Spring, .viscous = &spring.damping, .spring = &spring};
}
LawOf law_of(const Friction& friction) {
  return {.law = is_coulomb(friction) ? Law::Coulomb : Law::Internal,
          .written = friction.normal ? &*friction.normal : nullptr,
          .viscous = &friction.forward.viscous,
          .levels = has_constant_levels(friction) ? &friction : nullptr,
          .laws = &friction};
}
LawOf law_of(const Freewheel& freewheel) {
  if (!freewheel.pitch) return {Law::Freewheel};
  return {.law = Law::Ratchet, .pitch = &*freewheel.pitch};
}
LawOf law_of(const Link&) { return {Law::Link}; }
LawOf law_of(const Stop& stop) {
  return {.law = Law::Stop,
          .lower = &stop.lower,
          .upper = &stop.upper,
          .restitution = &stop.restitution};
}
LawOf law_of(const Force& force) { return {Law::Written, &force.value}; }

}  // namespace

BodyRole role_of(const Body& body, const ParameterValues& values) {
  if (body.motion) return BodyRole::Prescribed;
  const double mass = evaluate(*body.mass, values);
  return mass == 0.0        ? BodyRole::Massless
         : std::isinf(mass) ? BodyRole::Steady
                            : BodyRole::Inertial;
}

bool Network::has_massless() const {
  return std::find(roles.begin(), roles.end(), BodyRole::Massless) != roles.end();
}

int Network::place_of_loading(int index) const {
  const int links = static_cast<int>(std::ranges::count(elements, Law::Link, &NetworkElement::law));
  const bool is_link = index < links;
  const auto found = std::ranges::find_if(elements, [&](const NetworkElement& element) {
    return element.law == (is_link ? Law::Link : Law::Stop) &&
           element.index == static_cast<std::size_t>(is_link ? index : index - links);
  });
  return static_cast<int>(found - elements.begin());
}

bool Network::touches_massless(const Deflection& deflection) const {
  return std::any_of(deflection.terms.begin(), deflection.terms.end(),
                     [this](const auto& term) { return is_massless(term.body); });
}

bool Network::acts(const Deflection& deflection) const {
  return std::any_of(deflection.terms.begin(), deflection.terms.end(),
                     [this](const auto& term) { return !is_given(term.body); });
}

Network network_of(const Model& model, const ParameterValues& values) {
  Network network;
  network.roles.reserve(model.bodies.size());
  for (const Body& body : model.bodies) network.roles.push_back(role_of(body, values));
  network.elements.reserve(number_of_elements(model));
  for_each_element_list(model, [&](PartKind kind, const auto& list) {
    for (const bool pairs : {false, true})  // frictions with a state stand before pairs
      for (std::size_t i = 0; i < list.size(); ++i) {
        const auto& item = list[i];
        const LawOf law = law_of(item);
        if ((law.law >= Law::Coulomb) == pairs)
          network.elements.push_back({kind, i, law.law, item.name, item.deflection, item.where,
                                      law.written, law.viscous, law.lower, law.upper, law.spring,
                                      law.levels, law.laws, law.pitch, law.restitution});
      }
  });
  return network;
}

}  // namespace luztar
