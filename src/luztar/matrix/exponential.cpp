#include "luztar/matrix/exponential.h"

#include <Eigen/Core>
#include <unsupported/Eigen/MatrixFunctions>

#include "luztar/matrix/as_eigen.h"

namespace luztar {

Matrix exponential(const Matrix& a) {
  if (a.size() == 0) return a;
  return matrix_of(as_eigen(a).exp());
}

}  // namespace luztar
