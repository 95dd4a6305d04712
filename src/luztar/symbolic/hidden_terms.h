// Which series of a Program may hide terms beyond their order.
#pragma once

#include <vector>

#include "luztar/symbolic/program.h"

namespace luztar {

/// (slots) 1: the last coefficients of a finite series may say nothing about the terms beyond, as
/// for t^30 at 0. 0: they do, which is so for what is linear in the inputs, for low powers of t,
/// and for sines and exponentials of linear and quadratic functions of t, their sums and products.
std::vector<char> slots_with_hidden_terms(const Program& program);

/// (slots) The bases of powers that are not whole in what a slot is made of: where one is zero, the
/// series of the slot says nothing. Empty, without slots, where a program has no such power.
std::vector<std::vector<int>> bases_of_powers(const Program& program);

}  // namespace luztar
