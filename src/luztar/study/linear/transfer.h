// Poles, zeros and transfer functions of linear systems.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "luztar/study/linear/linearize.h"

namespace luztar {

/// Eigenvalues of A by size, rising, conjugate ones beside each other; values that the rank of A
/// says to be 0 are 0 exactly. [1/s], with controllers of one period.
std::vector<std::complex<double>> poles(const LinearSystem& system);

/// gain prod(s - zero)/prod(s - pole) = numerator/denominator, coefficients of falling powers.
struct TransferFunction {
  std::vector<double> numerator, denominator;  ///< the first of the denominator is 1
  std::vector<std::complex<double>> zeros, poles;
  double gain{};
  double static_gain{};  ///< at s = 0, with controllers at z = 1; inf: there is a pole
  int cancelled{};       ///< poles that are zeros too: the input or the output does not see them
};

TransferFunction transfer_function(const LinearSystem& system, std::size_t output,
                                   std::size_t input);

}  // namespace luztar
