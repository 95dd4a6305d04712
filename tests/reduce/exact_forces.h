// The forces of a model in exact fractions, written down a second time.
#pragma once

#include <map>
#include <string>

#include "luztar/algebra/formula.h"
#include "luztar/model/model.h"

namespace reduce_test {

using Numbers = std::map<std::string, luztar::Formula>;  ///< parameters, q.BODY, v.BODY, t

/// Value of an expression at exact numbers.
luztar::Formula exact(const luztar::Expression& expression, const Numbers& at);

/// Sum of the forces on a body where every friction slides. @pre plain springs, linear dampers,
/// Coulomb friction with one law for both directions, no links, no stops
luztar::Formula force_on(const luztar::Model& model, const std::string& body, const Numbers& at);

}  // namespace reduce_test
