#include "luztar/matrix/exponential.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

/// Largest sum of sizes of a column for which the approximant is right to the last digit.
constexpr double kRightUpTo = 5.371920351148152;

double largest_column(const Matrix& a) {
  double most = 0.0;
  for (Index j = 0; j < a.cols(); ++j) most = std::max(most, sum_of_sizes(a.col(j)));
  return most;
}

}  // namespace

Matrix exponential(const Matrix& a) {
  constexpr std::array<double, 14> b = {64764752532480000,
                                        32382376266240000,
                                        7771770303897600,
                                        1187353796428800,
                                        129060195264000,
                                        10559470521600,
                                        670442572800,
                                        33522128640,
                                        1323241920,
                                        40840800,
                                        960960,
                                        16380,
                                        182,
                                        1};
  const Index n = a.rows();
  if (n == 0) return a;
  int halvings = 0;
  for (double size = largest_column(a); size > kRightUpTo; size /= 2) ++halvings;
  const Matrix x = std::exp2(-halvings) * a, unit = Matrix::identity(n);
  const Matrix x2 = x * x, x4 = x2 * x2, x6 = x4 * x2;
  const Matrix odd = x * (x6 * (b[13] * x6 + b[11] * x4 + b[9] * x2) + b[7] * x6 + b[5] * x4 +
                          b[3] * x2 + b[1] * unit);
  const Matrix even =
      x6 * (b[12] * x6 + b[10] * x4 + b[8] * x2) + b[6] * x6 + b[4] * x4 + b[2] * x2 + b[0] * unit;
  Matrix result = solved(even - odd, even + odd);
  for (int i = 0; i < halvings; ++i) result = result * result;
  return result;
}

}  // namespace luztar
