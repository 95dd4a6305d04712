// The table of rules and the loop that applies them.
#include "luztar/algebra/rules.h"

#include <algorithm>
#include <map>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/rules_code.h"
#include "luztar/core/assert.h"

namespace luztar {
namespace {

namespace code = rules_code;
using Assumed = const Assumptions&;

constexpr std::string_view kOwn = "own";
constexpr std::string_view kFriction =
    "D. Żardecki, J. Theor. Appl. Mech. 44(2), 2006, 255-277, section 2";
constexpr std::string_view kMassless =
    "D. Żardecki, J. Theor. Appl. Mech. 44(2), 2006, 255-277, p. 273";
constexpr std::string_view kFreeplay =
    "D. Żardecki, J. Theor. Appl. Mech. 44(1), 2006, 185-202, p. 199 (Part 1, theorem 4.3)";
constexpr std::string_view kInclusion =
    "D. Żardecki, J. Theor. Appl. Mech. 44(1), 2006, 185-202, p. 194 (Part 1, theorem 5.3)";
constexpr std::string_view kMethod =
    "D. Żardecki, Metoda modelowania procesów tarcia z wykorzystaniem odwzorowań przedziałami "
    "liniowych luz(...) i tar(...), section 2";

std::vector<Rule> functions_of_functions() {
  return {
      {"scaled dead zone", "luz(k*x, k*a) = k*luz(x, a)", "k >= 0", kMethod,
       [](const Formula& f, Assumed known) {
         return code::scaled(Op::Luz, f, known);
       }},
      {"scaled saturation", "sat(k*x, k*a) = k*sat(x, a)", "k >= 0", kOwn,
       [](const Formula& f, Assumed known) {
         return code::scaled(Op::Sat, f, known);
       }},
      {"scaled dry friction", "tar(k*x, k*a) = k*tar(x, a)", "k >= 0", kFriction,
       [](const Formula& f, Assumed known) {
         return code::scaled(Op::Tar, f, known);
       }},
      {"scaled direction", "sign(k*x) = sign(x)", "k > 0", kOwn, code::scaled_direction},
      {"nested dead zones", "luz(luz(x, a), b) = luz(x, a + b)", "a >= 0, b >= 0", kMethod,
       code::nested_dead_zones},
      {"nested dry frictions", "tar(tar(x, a), b) = tar(x, a + b)", "a >= 0, b >= 0", kMethod,
       code::nested_dry_frictions},
      {"nested saturations", "sat(sat(x, a), b) = sat(x, min(a, b))", "a >= 0, b >= 0", kOwn,
       code::nested_saturations},
      {"dead zone inside a saturation", "luz(sat(x, a), b) = sat(luz(x, b), a - b)",
       "b >= 0, a >= b", kOwn, code::dead_zone_of_wider_saturation},
      {"dead zone around a saturation", "luz(sat(x, a), b) = 0", "a >= 0, b >= a", kOwn,
       code::dead_zone_of_narrower_saturation},
      {"dead zone around dry friction", "luz(tar(x, a), b) = luz(x, b - a)", "a >= 0, b >= a", kOwn,
       code::wider_dead_zone_of_friction},
      {"dead zone inside dry friction", "luz(tar(x, a), b) = tar(x, a - b)", "b >= 0, a >= b", kOwn,
       code::narrower_dead_zone_of_friction},
      {"saturated dry friction", "sat(tar(x, a), b) = b*sign(x)", "b >= 0, a >= b", kOwn,
       code::saturation_of_friction},
      {"direction of dry friction", "sign(tar(x, a)) = sign(x)", "a >= 0", kOwn,
       code::direction_of_friction},
  };
}

std::vector<Rule> sums_of_functions() {
  return {
      {"sum of dry frictions",
       "k1*tar(x, a1) + k2*tar(x, a2) = (k1 + k2)*tar(x, (k1*a1 + k2*a2)/(k1 + k2))",
       "k1 >= 0, k2 >= 0, k1 + k2 > 0, a1 >= 0, a2 >= 0", kFriction, code::sum_of_frictions},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b) = sat(x, a + b)", "a >= 0, b >= 0",
       kOwn, code::saturations_in_a_row},
      {"saturation for dead zone", "x - luz(x, a) = sat(x, a)", "a >= 0", kFriction,
       code::saturation_from_dead_zone},
      {"dead zone for saturation", "x - sat(x, a) = luz(x, a)", "a >= 0", kFriction,
       code::dead_zone_from_saturation},
      // These open a function: they are there for derivations, not to simplify.
      {"kinetic and static friction", "C*tar(V, F/C) = C*V + F*sign(V)", "C > 0", kFriction,
       code::friction_by_direction, nullptr, false},
      {"dead zone by absolute values", "luz(x, a) = x + (abs(x - a) - abs(x + a))/2", "", kFriction,
       code::dead_zone_by_values, nullptr, false},
  };
}

std::vector<Rule> equations() {
  return {
      {"dead zones in series", "luz(y, b) = k*luz(x - y, a) => luz(y, b) = k/(k + 1)*luz(x, a + b)",
       "k >= 0, a >= 0, b >= 0", kFreeplay, nullptr, code::dead_zones_in_series},
      {"dry friction in a balance", "y in k*tar(x, a) <=> x = luz(y/k, a)", "k > 0, a >= 0",
       kInclusion, nullptr, code::inverse_of_friction},
      {"frictions in a balance",
       "y in C*x + F*sign(x) + k1*tar(x, a1) + k2*tar(x, a2) <=> x = luz(y, F + k1*a1 + k2*a2)/(C "
       "+ "
       "k1 + k2)",
       "C >= 0, F >= 0, k1 >= 0, k2 >= 0, C + k1 + k2 > 0, a1 >= 0, a2 >= 0", kOwn, nullptr,
       code::inverse_of_frictions},
      {"three dead zones in series",
       "x in tar(W, a2) + tar(k1*W, a1) + tar(k2*W, a3) <=> W = luz(x, a1 + a2 + a3)/(k1 + k2 + 1)",
       "k1 > 0, k2 > 0, a1 >= 0, a2 >= 0, a3 >= 0", kOwn, nullptr, code::inverse_of_frictions},
      {"massless body between strong and weak friction",
       "tar(y, b) = k*tar(x - y, a) => y = x - luz(x, k*a - b)/(k + 1)", "k > 0, b >= 0, k*a >= b",
       kMassless, nullptr, code::shared_slip_first},
      {"massless body between weak and strong friction",
       "tar(y, b) = k*tar(x - y, a) => y = k/(k + 1)*luz(x, (b - k*a)/k)",
       "k > 0, a >= 0, b >= k*a", kMassless, nullptr, code::shared_slip_second},
      {"dead zone in a balance", "y + k*luz(y, g) = r <=> y = r - k/(k + 1)*luz(r, g)",
       "k >= 0, g >= 0", kOwn, nullptr, code::dead_zone_in_balance},
      {"saturation in a balance", "y + k*sat(y, g) = r <=> y = r - k/(k + 1)*sat(r, (k + 1)*g)",
       "k >= 0, g >= 0", kOwn, nullptr, code::saturation_in_balance},
      {"saturation of itself", "y = sat(c + b*y, g) <=> y = sat(c/(1 - b), g)", "1 - b > 0, g >= 0",
       kOwn, nullptr, code::saturation_of_itself},
  };
}

std::vector<Rule> all_rules() {
  std::vector<Rule> all = functions_of_functions();
  for (const auto& more : {sums_of_functions(), equations()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

class Simplifier {
 public:
  Simplifier(const Assumptions& known, std::vector<const Rule*>* used)
      : known_(known), used_(used) {}

  Formula simplified(const Formula& formula) {
    std::vector<std::pair<AtomPtr, Formula>> values;
    for (const Formula& function : formula.functions()) {
      const AtomPtr atom = *single_atom(function);
      Formula value = simplified(atom);
      if (value != function) values.emplace_back(atom, std::move(value));
    }
    const Formula result = replace_atoms(formula, values);
    if (single_atom(result)) return result;  // its own rules were tried
    const auto better = rewritten(result);
    return better ? simplified(*better) : result;
  }

 private:
  const Assumptions& known_;
  std::vector<const Rule*>* used_;
  std::map<AtomPtr, Formula> done_{};

  Formula simplified(const AtomPtr& atom) {
    const auto done = done_.find(atom);
    if (done != done_.end()) return done->second;
    std::vector<Formula> operands;
    for (const Formula& operand : atom->operands) operands.push_back(simplified(operand));
    Formula value = atom_formula(atom);
    if (operands != atom->operands) {
      value = simplified(Formula::apply(atom->op, operands));
    } else if (const auto better = rewritten(value)) {
      value = simplified(*better);
    }
    done_.emplace(atom, value);
    return value;
  }

  std::optional<Formula> rewritten(const Formula& formula) const {
    for (const Rule& rule : rules()) {
      if (!rule.rewrite || !rule.simplifies) continue;
      auto better = rule.rewrite(formula, known_);
      if (!better) continue;
      if (used_) used_->push_back(&rule);
      return better;
    }
    return std::nullopt;
  }
};

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = all_rules();
  return kRules;
}

const Rule& rule(std::string_view name) {
  const auto found = std::find_if(rules().begin(), rules().end(),
                                  [name](const Rule& rule) { return rule.name == name; });
  LUZTAR_ASSERT(found != rules().end());
  return *found;
}

Formula simplify(const Formula& formula, const Assumptions& assumptions,
                 std::vector<const Rule*>* used) {
  return Simplifier(assumptions, used).simplified(formula);
}

}  // namespace luztar
