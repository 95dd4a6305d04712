// Decimal numbers times whole numbers, rounded once.
#pragma once

#include <optional>

namespace luztar {

/// The double nearest to value * factor * 10^power, where `value` stands for its shortest decimal
/// text. Nothing: not finite, or a factor that is no whole number up to 2^53.
/// @pre factor > 0
std::optional<double> decimal_product(double value, double factor, int power);

}  // namespace luztar
