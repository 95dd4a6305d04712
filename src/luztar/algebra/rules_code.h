// The code of the rules. Of this layer only; rules.cpp says which is which.
#pragma once

#include <optional>
#include <string>

#include "luztar/algebra/rules.h"

namespace luztar::rules_code {

// rules_nested.cpp: one function of a function
std::optional<Formula> scaled(Op op, const Formula& formula, const Assumptions& known);
std::optional<Formula> scaled_direction(const Formula& formula, const Assumptions& known);
std::optional<Formula> nested_dead_zones(const Formula& formula, const Assumptions& known);
std::optional<Formula> nested_dry_frictions(const Formula& formula, const Assumptions& known);
std::optional<Formula> nested_saturations(const Formula& formula, const Assumptions& known);
std::optional<Formula> dead_zone_of_wider_saturation(const Formula& formula,
                                                     const Assumptions& known);
std::optional<Formula> dead_zone_of_narrower_saturation(const Formula& formula,
                                                        const Assumptions& known);
std::optional<Formula> wider_dead_zone_of_friction(const Formula& formula,
                                                   const Assumptions& known);
std::optional<Formula> narrower_dead_zone_of_friction(const Formula& formula,
                                                      const Assumptions& known);
std::optional<Formula> saturation_of_friction(const Formula& formula, const Assumptions& known);
std::optional<Formula> direction_of_friction(const Formula& formula, const Assumptions& known);
std::optional<Formula> dead_zone_by_values(const Formula& formula, const Assumptions& known);

// rules_sums.cpp: sums of functions
std::optional<Formula> sum_of_frictions(const Formula& formula, const Assumptions& known);
std::optional<Formula> saturation_from_dead_zone(const Formula& formula, const Assumptions& known);
std::optional<Formula> dead_zone_from_saturation(const Formula& formula, const Assumptions& known);
std::optional<Formula> saturations_in_a_row(const Formula& formula, const Assumptions& known);
std::optional<Formula> friction_by_direction(const Formula& formula, const Assumptions& known);

// rules_solve.cpp: equations
std::optional<Equation> dead_zones_in_series(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known);
std::optional<Equation> inverse_of_friction(const Equation& equation, const std::string& unknown,
                                            const Assumptions& known);
std::optional<Equation> inverse_of_frictions(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known);
std::optional<Equation> shared_slip_first(const Equation& equation, const std::string& unknown,
                                          const Assumptions& known);
std::optional<Equation> shared_slip_second(const Equation& equation, const std::string& unknown,
                                           const Assumptions& known);
std::optional<Equation> dead_zone_in_balance(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known);
std::optional<Equation> saturation_in_balance(const Equation& equation, const std::string& unknown,
                                              const Assumptions& known);
std::optional<Equation> saturation_of_itself(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known);

}  // namespace luztar::rules_code
