#include "luztar/matrix/matrix.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/matrix/as_eigen.h"

namespace luztar {
namespace {

/// a becomes combine(a, b), entry by entry.
template <class Numbers, class Combine>
void combine_with(Numbers& a, const Numbers& b, Combine combine) {
  LUZTAR_ASSERT(a.size() == b.size());
  const double* other = b.data();
  double* own = a.data();
  for (Index i = 0; i < a.size(); ++i) own[i] = combine(own[i], other[i]);
}

template <class Numbers, class Change>
Numbers changed(Numbers a, Change change) {
  double* own = a.data();
  for (Index i = 0; i < a.size(); ++i) own[i] = change(own[i]);
  return a;
}

double negative(double x) { return -x; }
double size_of_entry(double x) { return std::abs(x); }

std::size_t place_of(Index i) { return static_cast<std::size_t>(i); }

bool are_finite(const std::vector<double>& list) {
  return std::ranges::all_of(list, [](double x) { return std::isfinite(x); });
}

}  // namespace

// --- Vector ---

Vector Vector::part(Index begin, Index size) const {
  LUZTAR_ASSERT(begin >= 0 && size >= 0 && begin + size <= this->size());
  return Vector(std::span<const double>(data() + begin, place_of(size)));
}

Vector Vector::at(Places places) const {
  Vector made(static_cast<Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) made.values_[i] = (*this)[places[i]];
  return made;
}

void Vector::set(Places places, const Vector& values) {
  LUZTAR_ASSERT(places.size() == values.values_.size());
  for (std::size_t i = 0; i < places.size(); ++i) (*this)[places[i]] = values.values_[i];
}

bool Vector::is_zero() const {
  return std::ranges::all_of(values_, [](double x) { return x == 0.0; });
}
bool Vector::is_finite() const { return are_finite(values_); }

Vector& Vector::operator+=(const Vector& other) {
  combine_with(*this, other, [](double x, double y) { return x + y; });
  return *this;
}
Vector& Vector::operator-=(const Vector& other) {
  combine_with(*this, other, [](double x, double y) { return x - y; });
  return *this;
}
Vector& Vector::operator*=(double factor) {
  for (double& x : values_) x *= factor;
  return *this;
}
Vector& Vector::operator/=(double divisor) {
  for (double& x : values_) x /= divisor;
  return *this;
}

Vector operator+(Vector a, const Vector& b) { return std::move(a += b); }
Vector operator-(Vector a, const Vector& b) { return std::move(a -= b); }
Vector operator-(Vector a) { return changed(std::move(a), negative); }
Vector operator*(double factor, Vector a) { return std::move(a *= factor); }
Vector operator/(Vector a, double divisor) { return std::move(a /= divisor); }

Vector product(Vector a, const Vector& b) {
  combine_with(a, b, [](double x, double y) { return x * y; });
  return a;
}
Vector quotient(Vector a, const Vector& b) {
  combine_with(a, b, [](double x, double y) { return x / y; });
  return a;
}
Vector absolute(Vector a) { return changed(std::move(a), size_of_entry); }
Vector square_roots(Vector a) {
  return changed(std::move(a), [](double x) { return std::sqrt(x); });
}
Vector inverses(Vector a) {
  return changed(std::move(a), [](double x) { return 1.0 / x; });
}

Vector clamped(Vector a, const Vector& lower, const Vector& upper) {
  combine_with(a, lower, [](double x, double y) { return std::max(x, y); });
  combine_with(a, upper, [](double x, double y) { return std::min(x, y); });
  return a;
}

// --- Matrix ---

Matrix::Matrix(std::initializer_list<std::initializer_list<double>> rows)
    : Matrix(static_cast<Index>(rows.size()),
             rows.size() > 0 ? static_cast<Index>(rows.begin()->size()) : 0) {
  Index i = 0;
  for (const auto& row : rows) set_row(i++, row);
}

Matrix::Matrix(Transposed transposed) : Matrix(transposed.of.cols(), transposed.of.rows()) {
  for (Index j = 0; j < cols_; ++j)
    for (Index i = 0; i < rows_; ++i) (*this)(i, j) = transposed.of(j, i);
}

Matrix Matrix::identity(Index n) {
  Matrix made(n, n);
  for (Index i = 0; i < n; ++i) made(i, i) = 1.0;
  return made;
}

Vector Matrix::row(Index i) const {
  Vector made(cols_);
  for (Index j = 0; j < cols_; ++j) made[j] = (*this)(i, j);
  return made;
}

Vector Matrix::diagonal() const {
  Vector made(std::min(rows_, cols_));
  for (Index i = 0; i < made.size(); ++i) made[i] = (*this)(i, i);
  return made;
}

void Matrix::set_col(Index j, std::span<const double> values) {
  LUZTAR_ASSERT(static_cast<Index>(values.size()) == rows_);
  std::ranges::copy(values, col(j).begin());
}
void Matrix::set_row(Index i, std::span<const double> values) {
  LUZTAR_ASSERT(static_cast<Index>(values.size()) == cols_);
  for (Index j = 0; j < cols_; ++j) (*this)(i, j) = values[place_of(j)];
}

void Matrix::reset(Index rows, Index cols) {
  rows_ = rows;
  cols_ = cols;
  values_.assign(place_of(rows * cols), 0.0);
}

Matrix Matrix::part(Index row, Index col, Index rows, Index cols) const {
  Matrix made(rows, cols);
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) made(i, j) = (*this)(row + i, col + j);
  return made;
}
void Matrix::set_part(Index row, Index col, const Matrix& values) {
  for (Index j = 0; j < values.cols(); ++j)
    for (Index i = 0; i < values.rows(); ++i) (*this)(row + i, col + j) = values(i, j);
}

Matrix Matrix::at(Places rows, Places cols) const {
  Matrix made(static_cast<Index>(rows.size()), static_cast<Index>(cols.size()));
  for (Index j = 0; j < made.cols_; ++j)
    for (Index i = 0; i < made.rows_; ++i)
      made(i, j) = (*this)(rows[place_of(i)], cols[place_of(j)]);
  return made;
}
Matrix Matrix::cols_at(Places cols) const {
  Matrix made(rows_, static_cast<Index>(cols.size()));
  for (Index j = 0; j < made.cols_; ++j) made.set_col(j, col(cols[place_of(j)]));
  return made;
}
Matrix Matrix::rows_at(Places rows) const {
  Matrix made(static_cast<Index>(rows.size()), cols_);
  for (Index j = 0; j < cols_; ++j)
    for (Index i = 0; i < made.rows_; ++i) made(i, j) = (*this)(rows[place_of(i)], j);
  return made;
}
void Matrix::set(Places rows, Places cols, const Matrix& values) {
  LUZTAR_ASSERT(rows.size() * cols.size() == values.values_.size());
  for (Index j = 0; j < values.cols_; ++j)
    for (Index i = 0; i < values.rows_; ++i)
      (*this)(rows[place_of(i)], cols[place_of(j)]) = values(i, j);
}

bool Matrix::is_finite() const { return are_finite(values_); }

Matrix& Matrix::operator+=(const Matrix& other) {
  LUZTAR_ASSERT(rows_ == other.rows_ && cols_ == other.cols_);
  combine_with(*this, other, [](double x, double y) { return x + y; });
  return *this;
}
Matrix& Matrix::operator-=(const Matrix& other) {
  LUZTAR_ASSERT(rows_ == other.rows_ && cols_ == other.cols_);
  combine_with(*this, other, [](double x, double y) { return x - y; });
  return *this;
}
Matrix& Matrix::operator*=(double factor) {
  for (double& x : values_) x *= factor;
  return *this;
}
Matrix& Matrix::operator/=(double divisor) {
  for (double& x : values_) x /= divisor;
  return *this;
}

Matrix operator+(Matrix a, const Matrix& b) { return std::move(a += b); }
Matrix operator-(Matrix a, const Matrix& b) { return std::move(a -= b); }
Matrix operator-(Matrix a) { return changed(std::move(a), negative); }
Matrix operator*(double factor, Matrix a) { return std::move(a *= factor); }
Matrix operator/(Matrix a, double divisor) { return std::move(a /= divisor); }
Matrix absolute(Matrix a) { return changed(std::move(a), size_of_entry); }

Matrix operator*(Diagonal a, Matrix b) {
  LUZTAR_ASSERT(a.of.size() == b.rows());
  for (Index j = 0; j < b.cols(); ++j)
    for (Index i = 0; i < b.rows(); ++i) b(i, j) *= a.of[i];
  return b;
}
Matrix operator*(Matrix a, Diagonal b) {
  LUZTAR_ASSERT(a.cols() == b.of.size());
  for (Index j = 0; j < a.cols(); ++j)
    for (double& x : a.col(j)) x *= b.of[j];
  return a;
}

// --- sums, in Eigen's order ---

double dot(std::span<const double> a, std::span<const double> b) {
  LUZTAR_ASSERT(a.size() == b.size());
  return as_eigen(a).dot(as_eigen(b));
}
double norm(std::span<const double> a) { return as_eigen(a).norm(); }
double mean(std::span<const double> a) { return as_eigen(a).mean(); }
Vector without_mean(Vector a) {
  const double middle = mean(a);
  return changed(std::move(a), [middle](double x) { return x - middle; });
}
double largest(std::span<const double> a) { return as_eigen(a).lpNorm<Eigen::Infinity>(); }
double largest(const Matrix& a) { return largest(a.list()); }
double sum_of_sizes(std::span<const double> a) { return as_eigen(a).cwiseAbs().sum(); }

Vector col_norms(const Matrix& a) { return vector_of(as_eigen(a).colwise().norm().transpose()); }
Vector row_dots(const Matrix& a, const Matrix& b) {
  return vector_of(as_eigen(a).cwiseProduct(as_eigen(b)).rowwise().sum());
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  LUZTAR_ASSERT(a.cols() == b.rows());
  return matrix_of(as_eigen(a) * as_eigen(b));
}
Matrix operator*(Transposed a, const Matrix& b) {
  LUZTAR_ASSERT(a.of.rows() == b.rows());
  return matrix_of(as_eigen(a.of).transpose() * as_eigen(b));
}
Matrix operator*(const Matrix& a, Transposed b) {
  LUZTAR_ASSERT(a.cols() == b.of.cols());
  return matrix_of(as_eigen(a) * as_eigen(b.of).transpose());
}
Vector operator*(const Matrix& a, const Vector& b) {
  LUZTAR_ASSERT(a.cols() == b.size());
  return vector_of(as_eigen(a) * as_eigen(b));
}
Vector operator*(Transposed a, const Vector& b) {
  LUZTAR_ASSERT(a.of.rows() == b.size());
  return vector_of(as_eigen(a.of).transpose() * as_eigen(b));
}

}  // namespace luztar
