// Names in events that one name stands for.
#pragma once

#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// Puts the table in front of what has the name of an element, or of something before it:
/// "signals.load".
/// @param names  of elements, signals, bodies with a motion, states and controllers, in this order
void set_names_apart(std::vector<std::string>& names, const Model& model);

}  // namespace luztar
