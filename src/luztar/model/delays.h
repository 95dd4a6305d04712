// Expressions with delay(x, T), and the same without.
#pragma once

#include <optional>
#include <string>

#include "luztar/model/check.h"
#include "luztar/model/model.h"

namespace luztar {

/// The first delay(...) of an expression; nullptr: there is none.
const Expression* find_delay(const Expression& expression);
/// The same of the laws of a model, whatever they read.
const Expression* find_delay(const Model& model);

/// The same model where no law says delay: one of what follows from the time alone is that at an
/// earlier time, with signals written out; any other is x.delay.N, and stands in Model::delays.
/// Without delays: nothing. @pre a valid model
std::optional<Model> with_delays_beside(const Model& model);

/// The same model where everything has been as it is for ever: delay(x, T) is x.
std::optional<Model> without_delays(const Model& model);

/// Throws ModelError at the first delay.
/// @param who  cannot do with it, as "reductions cannot take along"
void refuse_delays(const Model& model, const std::string& who, const std::string& advice);

/// Where a delay may stand, and what may stand in one.
void check_delays(const Model& model, Diagnostics& mistakes);

}  // namespace luztar
