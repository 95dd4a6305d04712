#include "luztar/study/linear/transfer.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"
#include "luztar/study/rest/linear_motion.h"

namespace luztar {
namespace {

using Roots = std::vector<std::complex<double>>;

Matrix matrix_of(const LinearSystem::Rows& rows, std::size_t columns) {
  Matrix made(static_cast<Index>(rows.size()), static_cast<Index>(columns));
  for (std::size_t i = 0; i < rows.size(); ++i) made.set_row(static_cast<Index>(i), rows[i]);
  return made;
}

Matrix balanced_matrix(Matrix a, Vector& scale) {
  scale.assign(a.rows(), 1.0);
  if (a.rows() > 0) balanced_values(a, scale);
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) a(i, j) *= scale[j] / scale[i];
  return a;
}

/// Eigenvalues; those of directions that it takes to 0, and of what these leave, are 0.
Roots roots_of(const Matrix& matrix) {
  Roots roots;
  Vector scale;
  Matrix a = balanced_matrix(matrix, scale);
  while (a.rows() > 0) {
    const Matrix still = kernel_of(a);
    if (still.cols() == 0) break;
    roots.resize(roots.size() + static_cast<std::size_t>(still.cols()));
    const Matrix others = null_space(Matrix(orthonormal(still).transpose()), kRank);
    a = others.transpose() * a * others;
  }
  if (a.rows() == 0) return roots;
  Roots values = balanced_values(a, scale).values;
  std::ranges::stable_sort(values, [](auto x, auto y) {
    return std::abs(x) != std::abs(y) ? std::abs(x) < std::abs(y) : x.imag() > y.imag();
  });
  for (auto& value : values)
    if (is_negligible(value.imag(), std::abs(value), kFewUlps)) value = value.real();
  roots.insert(roots.end(), values.begin(), values.end());
  return roots;
}

/// One input, one output, in states of one size.
struct Single {
  Matrix a;
  Vector b, c;
  double d;
};

Single balanced(const LinearSystem& system, std::size_t output, std::size_t input) {
  const std::size_t n = system.states.size();
  Single made{
      {}, Vector(static_cast<Index>(n)), Vector(static_cast<Index>(n)), system.d[output][input]};
  Vector scale;
  made.a = balanced_matrix(matrix_of(system.a, n), scale);
  for (std::size_t i = 0; i < n; ++i) {
    made.b[static_cast<Index>(i)] = system.b[i][input] / scale[static_cast<Index>(i)];
    made.c[static_cast<Index>(i)] = system.c[output][i] * scale[static_cast<Index>(i)];
  }
  return made;
}

/// C A^i B
struct Leading {
  double gain{};  ///< the first that is not 0; 0: there is none
  Matrix before;  ///< (rows × states) C A^i up to it
  Vector row;     ///< C A^(i + 1) behind it
};

Leading leading_term(const Single& system) {
  const Index n = system.a.rows();
  Leading found;
  Vector row = system.c, size = absolute(system.c);
  std::vector<Vector> rows;
  for (Index i = 0; i < n && found.gain == 0.0; ++i) {
    rows.push_back(norm(row) > 0.0 ? row / norm(row) : row);
    const double term = dot(row, system.b);
    if (exceeds(term, dot(size, absolute(system.b)), kNoise)) found.gain = term;
    row = system.a.transpose() * row;
    size = absolute(system.a).transpose() * size;
  }
  found.row = row;
  found.before.reset(static_cast<Index>(rows.size()), n);
  for (std::size_t i = 0; i < rows.size(); ++i)
    found.before.set_row(static_cast<Index>(i), rows[i]);
  return found;
}

/// A - B row/gain: what keeps the output at 0.
Matrix held_output(const Single& system, const Vector& row, double gain) {
  Matrix a = system.a;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) a(i, j) -= system.b[i] * row[j] / gain;
  return a;
}

void cancel(TransferFunction& made) {
  for (std::size_t i = 0; i < made.poles.size();) {
    const auto pole = made.poles[i];
    const auto zero = std::ranges::find_if(made.zeros, [&](const auto& other) {
      return is_negligible(std::abs(other - pole), std::max(std::abs(other), std::abs(pole)),
                           kHalfDigits);
    });
    if (zero == made.zeros.end()) {
      ++i;
      continue;
    }
    made.zeros.erase(zero);
    made.poles.erase(made.poles.begin() + static_cast<std::ptrdiff_t>(i));
    ++made.cancelled;
  }
}

std::vector<double> polynomial_of(const Roots& roots, double first) {
  Roots factors{first};
  for (const auto& root : roots) {
    factors.emplace_back();
    for (std::size_t i = factors.size(); i-- > 1;) factors[i] -= root * factors[i - 1];
  }
  std::vector<double> coefficients;
  for (const auto& factor : factors) coefficients.push_back(factor.real());
  return coefficients;
}

double value_at(const TransferFunction& made, double place) {
  std::complex<double> value = made.gain;
  for (const auto& zero : made.zeros) value *= place - zero;
  for (const auto& pole : made.poles) {
    if (std::abs(place - pole) == 0.0) return made.gain == 0.0 ? 0.0 : kInfinity;
    value /= place - pole;
  }
  return value.real();
}

}  // namespace

std::vector<std::complex<double>> poles(const LinearSystem& system) {
  return roots_of(matrix_of(system.a, system.states.size()));
}

TransferFunction transfer_function(const LinearSystem& system, std::size_t output,
                                   std::size_t input) {
  const Single single = balanced(system, output, input);
  TransferFunction made;
  made.poles = roots_of(single.a);
  if (single.d != 0.0) {
    made.gain = single.d;
    made.zeros = roots_of(held_output(single, single.c, single.d));
  } else if (const Leading leading = leading_term(single); leading.gain != 0.0) {
    made.gain = leading.gain;
    const Matrix zero_output = kernel_of(leading.before);
    if (zero_output.cols() > 0) {
      const Matrix basis = orthonormal(zero_output);
      const Matrix held = held_output(single, leading.row, leading.gain);
      made.zeros = roots_of(basis.transpose() * held * basis);
    }
  } else {
    made.cancelled = static_cast<int>(made.poles.size());
    made.poles.clear();
  }
  cancel(made);
  made.numerator = polynomial_of(made.zeros, made.gain);
  made.denominator = polynomial_of(made.poles, 1.0);
  made.static_gain = value_at(made, system.period > 0.0 ? 1.0 : 0.0);
  return made;
}

}  // namespace luztar
