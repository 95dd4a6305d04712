// Laws of several pieces by the piece in force.
#pragma once

#include <map>
#include <string>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// `if`, min, max, abs, sign, step, luz, sat and tar by what they are at these values of symbols;
/// the number pi as the symbol, 0 for a
/// power of 0. At a limit the piece that evaluate() takes.
Expression piece_in_force(const Expression& expression,
                          const std::map<std::string, double>& values);

}  // namespace luztar
