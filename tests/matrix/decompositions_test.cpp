// What decompositions promise, of random matrices of any rank; known values; the bits of Eigen.
#include "luztar/matrix/decompositions.h"

#include <cmath>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

/// Small integers, so that a rank is exact.
Matrix of_rank(Random& random, Index rows, Index cols, Index rank) {
  Matrix left(rows, rank), right(rank, cols);
  for (Matrix* a : {&left, &right})
    for (Index j = 0; j < a->cols(); ++j)
      for (double& x : a->col(j)) x = random.below(9) - 4;
  return left * right;
}

Matrix square(Random& random, Index n) {
  Matrix a(n, n);
  for (Index j = 0; j < n; ++j)
    for (double& x : a.col(j)) x = random(-1, 1);
  return a;
}

double off(const Matrix& a, const Matrix& b) { return largest(a - b); }

}  // namespace

TEST_CASE("kernels, null spaces and ranks fit together, of any rank") {
  Random random{21};
  for (int k = 0; k < 300; ++k) {
    CAPTURE(k);
    const Index rows = 1 + random.below(6), cols = 1 + random.below(6);
    const Matrix a = of_rank(random, rows, cols, 1 + random.below(4));
    const Index rank = rank_of(a, 1e-11);
    const Matrix kernel = kernel_of(a), null = null_space(a, 1e-11);
    CHECK(rank <= std::min(rows, cols));
    CHECK(kernel.cols() == cols - rank);
    CHECK(null.cols() == cols - rank);
    CHECK(largest(a * kernel) <= 1e-9);
    CHECK(largest(a * null) <= 1e-9);
    CHECK(off(null.transpose() * null, Matrix::identity(null.cols())) <= 1e-12);
    if (kernel.cols() == 0) continue;
    const Matrix q = orthonormal(kernel);
    CHECK(off(q.transpose() * q, Matrix::identity(q.cols())) <= 1e-12);
    CHECK(largest(a * q) <= 1e-9);
    CHECK(off(q * q.transpose(), null * null.transpose()) <= 1e-9);  // the same space
  }
}

TEST_CASE(
    "a pseudo-inverse fulfils the four conditions of Penrose, and gives the shortest solution") {
  Random random{22};
  for (int k = 0; k < 300; ++k) {
    CAPTURE(k);
    const Index rows = 1 + random.below(6), cols = 1 + random.below(6);
    const Matrix a = of_rank(random, rows, cols, 1 + random.below(4));
    const Matrix p = pseudo_inverse(a, 1e-11);
    CHECK(off(a * p * a, a) <= 1e-9);
    CHECK(off(p * a * p, p) <= 1e-9);
    CHECK(off(a * p, (a * p).transpose()) <= 1e-9);
    CHECK(off(p * a, (p * a).transpose()) <= 1e-9);
    Vector b(rows);
    for (double& x : b) x = random(-1, 1);
    CHECK(largest(least_squares_solution(a, b) - p * b) <= 1e-9);
  }
  CHECK(pseudo_inverse(Matrix(2, 0), 1e-11).cols() == 2);
  CHECK(null_space(Matrix(0, 3), 1e-11) == Matrix::identity(3));
}

TEST_CASE("square systems are solved by each way") {
  Random random{23};
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const Index n = 1 + random.below(7);
    const Matrix a = square(random, n) + 3.0 * Matrix::identity(n);
    const Matrix b = square(random, n);
    const Vector x(b.col(0));
    const SquareSolver solver(a);
    CHECK(off(a * solver.solve(b), b) <= 1e-12);
    CHECK(largest(a * solver.solve(x) - x) <= 1e-12);
    CHECK(off(a * solved(a, b), b) <= 1e-12);
    CHECK(off(a * inverse(a), Matrix::identity(n)) <= 1e-12);
    CHECK(is_regular(a));
    const Matrix even = a.transpose() * a;
    CHECK(is_positive_definite(even));
    CHECK(off(even * inverse_of_positive_definite(even), Matrix::identity(n)) <= 1e-10);
    CHECK(largest(even * solved_symmetric(even, x) - x) <= 1e-10);
  }
  CHECK_FALSE(is_regular({{1, 2}, {2, 4}}));
  CHECK_FALSE(is_positive_definite({{1, 2}, {2, 1}}));
}

TEST_CASE("eigenvalues and singular values make up the matrix again") {
  Random random{24};
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const Index n = 1 + random.below(7);
    const Matrix a = square(random, n), even = a + a.transpose();
    const auto [values, vectors] = symmetric_eigenvalues(even);
    CHECK(off(vectors * values.as_diagonal() * vectors.transpose(), even) <= 1e-12);
    CHECK(std::is_sorted(values.begin(), values.end()));
    const auto [left, right, sizes] = singular_values(a);
    CHECK(off(left * sizes.as_diagonal() * right.transpose(), a) <= 1e-12);
    CHECK(largest(singular_sizes(a) - sizes) <= 1e-12);
    const RealBlocks blocks = real_blocks(a);
    REQUIRE(blocks.found);
    CHECK(off(a * blocks.vectors, blocks.vectors * blocks.blocks) <= 1e-10);
    const Eigenvalues all = eigenvalues(a);
    REQUIRE(all.found);
    for (std::size_t i = 0; i < all.values.size(); ++i)
      for (Index row = 0; row < n; ++row) {
        std::complex<double> sum = -all.values[i] * all.vectors[i][static_cast<std::size_t>(row)];
        for (Index j = 0; j < n; ++j)
          sum += a(row, j) * all.vectors[i][static_cast<std::size_t>(j)];
        CHECK(std::abs(sum) <= 1e-11);
      }
  }
}

TEST_CASE("a rotation has the eigenvalues exp(+-i angle)") {
  const double c = std::cos(0.3), s = std::sin(0.3);
  const Eigenvalues found = eigenvalues({{c, -s}, {s, c}});
  REQUIRE(found.values.size() == 2);
  CHECK(std::abs(found.values[0] - std::polar(1.0, 0.3)) <= 1e-15);
  CHECK(std::abs(found.values[1] - std::polar(1.0, -0.3)) <= 1e-15);
}

TEST_CASE("decompositions have the bits of Eigen's") {
  Random random{25};
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    const Index n = 1 + random.below(k % 5 == 0 ? 40 : 8);
    const Matrix a = square(random, n);
    Vector x(n);
    for (double& entry : x) entry = random(-1, 1);
    const Eigen::MatrixXd e = Eigen::Map<const Eigen::MatrixXd>(a.data(), n, n);
    const Eigen::VectorXd ex = Eigen::Map<const Eigen::VectorXd>(x.data(), n);
    const auto equal = [&](const Vector& own, const Eigen::VectorXd& theirs) {
      return Eigen::Map<const Eigen::VectorXd>(own.data(), n) == theirs;
    };
    CHECK(equal(SquareSolver(a).solve(x), e.partialPivLu().solve(ex)));
    CHECK(equal(least_squares_solution(a, x), e.completeOrthogonalDecomposition().solve(ex)));
    CHECK(equal(solved_symmetric(a + a.transpose(), x),
                Eigen::MatrixXd(e + e.transpose()).ldlt().solve(ex)));
    CHECK(equal(symmetric_eigenvalues(a).values,
                Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(e).eigenvalues()));
  }
}
