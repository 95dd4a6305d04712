// Vectors and matrices beside loops, and to the bit beside Eigen's own types.
#include "luztar/matrix/matrix.h"

#include <cmath>
#include <vector>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

Matrix drawn(Random& random, Index rows, Index cols) {
  Matrix made(rows, cols);
  for (Index j = 0; j < cols; ++j)
    for (double& x : made.col(j)) x = random(-1, 1);
  return made;
}

Eigen::MatrixXd eigen(const Matrix& a) {
  Eigen::MatrixXd made(a.rows(), a.cols());
  for (Index j = 0; j < a.cols(); ++j)
    for (Index i = 0; i < a.rows(); ++i) made(i, j) = a(i, j);
  return made;
}
Eigen::VectorXd eigen(const Vector& a) {
  Eigen::VectorXd made(a.size());
  for (Index i = 0; i < a.size(); ++i) made(i) = a[i];
  return made;
}

bool same(const Matrix& a, const Eigen::MatrixXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && eigen(a) == b;
}
bool same(const Vector& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() && eigen(a) == b;
}

}  // namespace

TEST_CASE("products are sums of products, of matrices of any size and turned ones too") {
  Random random{11};
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const Index n = random.below(9), m = random.below(9), p = random.below(9);
    const Matrix a = drawn(random, n, m), b = drawn(random, m, p);
    const Matrix c = a * b;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < p; ++j) {
        double sum = 0.0;
        for (Index l = 0; l < m; ++l) sum += a(i, l) * b(l, j);
        CHECK(std::abs(c(i, j) - sum) <= 1e-14);
      }
    const Matrix a_turned = a.transpose(), b_turned = b.transpose();
    CHECK(largest(a_turned.transpose() * b - c) <= 1e-14);
    CHECK(largest(a * b_turned.transpose() - c) <= 1e-14);
    for (Index j = 0; j < p; ++j) {
      const Vector x(b.col(j));
      CHECK(largest(a * x - Vector(c.col(j))) <= 1e-14);
      CHECK(largest(a_turned.transpose() * x - Vector(c.col(j))) <= 1e-14);
    }
  }
}

TEST_CASE("products and sums have the bits of Eigen's, of small matrices and of large ones") {
  Random random{12};
  for (int k = 0; k < 60; ++k) {
    CAPTURE(k);
    const int most = k % 3 == 0 ? 90 : 12;
    const Index n = 1 + random.below(most), m = 1 + random.below(most), p = 1 + random.below(most);
    const Matrix a = drawn(random, n, m), b = drawn(random, m, p), c = drawn(random, n, m);
    const Vector x(b.col(0)), y(a.col(0));
    const Eigen::MatrixXd ea = eigen(a), eb = eigen(b), ec = eigen(c);
    CHECK(same(a * b, ea * eb));
    CHECK(same(a.transpose() * c, ea.transpose() * ec));
    CHECK(same(a * c.transpose(), ea * ec.transpose()));
    CHECK(same(a * x, ea * eigen(x)));
    CHECK(same(a.transpose() * y, ea.transpose() * eigen(y)));
    CHECK(dot(y, c.col(0)) == eigen(y).dot(ec.col(0)));
    CHECK(norm(y) == eigen(y).norm());
    CHECK(mean(y) == eigen(y).mean());
    CHECK(largest(y) == eigen(y).cwiseAbs().maxCoeff());
    CHECK(sum_of_sizes(y) == eigen(y).cwiseAbs().sum());
    CHECK(same(col_norms(a), ea.colwise().norm().transpose()));
    CHECK(same(row_dots(a, c), ea.cwiseProduct(ec).rowwise().sum()));
  }
}

TEST_CASE("parts that are taken out and put back are where they were") {
  Random random{13};
  const Matrix a = drawn(random, 5, 7);
  const std::vector<int> rows{3, 0, 4}, cols{6, 2};
  const Matrix part = a.at(rows, cols);
  CHECK(part(1, 0) == a(0, 6));
  CHECK(part == a.rows_at(rows).cols_at(cols));
  Matrix b(5, 7);
  b.set(rows, cols, part);
  CHECK(b(4, 2) == a(4, 2));
  CHECK(sum_of_sizes(b.list()) == doctest::Approx(sum_of_sizes(part.list())));
  CHECK(a.part(1, 2, 3, 4)(2, 3) == a(3, 5));
  CHECK(a.right_cols(2)(0, 1) == a(0, 6));
  CHECK(a.row(2)[3] == a(2, 3));
  Vector v{1, 2, 3, 4};
  v.set(std::vector<int>{3, 1}, v.at(std::vector<int>{0, 2}));
  CHECK(v == Vector{1, 3, 3, 1});
  CHECK(clamped({-5, 0, 5}, {-1, -1, -1}, {1, 1, 1}) == Vector{-1, 0, 1});
  CHECK(without_mean({1, 2, 6}) == Vector{-2, -1, 3});
}

TEST_CASE("a vector as a diagonal scales rows on the left, columns on the right") {
  const Matrix a{{1, 2}, {3, 4}};
  const Vector d{10, 100};
  CHECK(d.as_diagonal() * a == Matrix{{10, 20}, {300, 400}});
  CHECK(a * d.as_diagonal() == Matrix{{10, 200}, {30, 400}});
}

TEST_CASE("nothing has a largest entry of 0, and a number that is none is found") {
  CHECK(largest(Vector{}) == 0.0);
  CHECK(Vector{0, 0}.is_zero());
  CHECK_FALSE(Vector{0, std::nan("")}.is_finite());
  CHECK_FALSE(Matrix{{HUGE_VAL}}.is_finite());
}
