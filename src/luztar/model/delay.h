// What an expression was a time before.
#pragma once

#include <string>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// delay(argument, time) of an expression that follows the motion. Where with_delays_beside() has
/// put it beside the laws, these read it as x.delay.N, N its place in Model::delays.
struct Delay {
  Expression argument;  ///< of t, q.NAME, v.NAME, x.NAME, parameters, signals
  Expression time;      ///< of parameters, > 0 [s]
  bool has_history{};   ///< the laws know what it is before the start; else it is the start value
  std::string text{};   ///< "delay(q.block, T)"
  SourceLocation where{};
};

}  // namespace luztar
