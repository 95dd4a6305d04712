// Vectors and matrices of doubles. What is decomposed of them is in decompositions.h; the sources
// of this folder are the only ones that include Eigen, which takes long to compile.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "luztar/core/assert.h"

namespace luztar {

using Index = std::ptrdiff_t;
/// Entries, rows or columns that are taken out, in this order.
using Places = std::span<const int>;

struct Diagonal;
struct Transposed;

class Vector {
 public:
  Vector() = default;
  explicit Vector(Index size, double value = 0.0)
      : values_(static_cast<std::size_t>(size), value) {}
  explicit Vector(std::span<const double> values) : values_(values.begin(), values.end()) {}
  Vector(std::initializer_list<double> values) : values_(values) {}

  Index size() const { return static_cast<Index>(values_.size()); }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  auto begin() { return values_.begin(); }
  auto begin() const { return values_.begin(); }
  auto end() { return values_.end(); }
  auto end() const { return values_.end(); }
  const std::vector<double>& list() const { return values_; }

  double& operator[](Index i) {
    LUZTAR_ASSERT(i >= 0 && i < size());
    return values_[static_cast<std::size_t>(i)];
  }
  double operator[](Index i) const {
    LUZTAR_ASSERT(i >= 0 && i < size());
    return values_[static_cast<std::size_t>(i)];
  }
  double& operator()(Index i) { return (*this)[i]; }
  double operator()(Index i) const { return (*this)[i]; }

  void push_back(double value) { values_.push_back(value); }
  /// All are `value` afterwards.
  void assign(Index size, double value) { values_.assign(static_cast<std::size_t>(size), value); }
  /// What is new is 0.
  void resize(Index size) { values_.resize(static_cast<std::size_t>(size)); }

  Vector part(Index begin, Index size) const;
  Vector at(Places places) const;
  void set(Places places, const Vector& values);
  /// The function of each entry.
  template <class Function>
  Vector each(Function function) const {
    Vector made = *this;
    for (double& x : made.values_) x = function(x);
    return made;
  }
  bool is_zero() const;
  bool is_finite() const;
  /// As a matrix, in a product with one. The vector is held, not copied.
  Diagonal as_diagonal() const;

  Vector& operator+=(const Vector& other);
  Vector& operator-=(const Vector& other);
  Vector& operator*=(double factor);
  Vector& operator/=(double divisor);
  bool operator==(const Vector&) const = default;

 private:
  std::vector<double> values_;
};

/// By columns.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index cols)
      : rows_(rows), cols_(cols), values_(static_cast<std::size_t>(rows * cols)) {}
  /// @param values  column by column
  Matrix(Index rows, Index cols, std::span<const double> values)
      : rows_(rows), cols_(cols), values_(values.begin(), values.end()) {
    LUZTAR_ASSERT(size() == rows * cols);
  }
  Matrix(std::initializer_list<std::initializer_list<double>> rows);
  Matrix(Transposed transposed);  // NOLINT(google-explicit-constructor): so that sums take it
  static Matrix identity(Index n);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index size() const { return static_cast<Index>(values_.size()); }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  const std::vector<double>& list() const { return values_; }

  double& operator()(Index i, Index j) { return values_[place(i, j)]; }
  double operator()(Index i, Index j) const { return values_[place(i, j)]; }

  std::span<double> col(Index j) { return {data() + j * rows_, static_cast<std::size_t>(rows_)}; }
  std::span<const double> col(Index j) const {
    return {data() + j * rows_, static_cast<std::size_t>(rows_)};
  }
  Vector row(Index i) const;
  Vector diagonal() const;
  void set_col(Index j, std::span<const double> values);
  void set_row(Index i, std::span<const double> values);

  /// All are 0 afterwards.
  void reset(Index rows, Index cols);
  Matrix part(Index row, Index col, Index rows, Index cols) const;
  Matrix left_cols(Index n) const { return part(0, 0, rows_, n); }
  Matrix right_cols(Index n) const { return part(0, cols_ - n, rows_, n); }
  void set_part(Index row, Index col, const Matrix& values);
  Matrix at(Places rows, Places cols) const;
  Matrix cols_at(Places cols) const;
  Matrix rows_at(Places rows) const;
  void set(Places rows, Places cols, const Matrix& values);
  template <class Function>
  Matrix each(Function function) const {
    Matrix made = *this;
    for (double& x : made.values_) x = function(x);
    return made;
  }
  bool is_finite() const;
  /// In a product or a sum. The matrix is held, not copied.
  Transposed transpose() const;

  Matrix& operator+=(const Matrix& other);
  Matrix& operator-=(const Matrix& other);
  Matrix& operator*=(double factor);
  Matrix& operator/=(double divisor);
  bool operator==(const Matrix&) const = default;

 private:
  std::size_t place(Index i, Index j) const {
    LUZTAR_ASSERT(i >= 0 && i < rows_ && j >= 0 && j < cols_);
    return static_cast<std::size_t>(j * rows_ + i);
  }

  Index rows_{}, cols_{};
  std::vector<double> values_;
};

struct Diagonal {
  const Vector& of;
};
struct Transposed {
  const Matrix& of;
};
inline Diagonal Vector::as_diagonal() const { return {*this}; }
inline Transposed Matrix::transpose() const { return {*this}; }

Vector operator+(Vector a, const Vector& b);
Vector operator-(Vector a, const Vector& b);
Vector operator-(Vector a);
Vector operator*(double factor, Vector a);
Vector operator/(Vector a, double divisor);
/// Entry by entry.
Vector product(Vector a, const Vector& b);
Vector quotient(Vector a, const Vector& b);
Vector absolute(Vector a);
Vector square_roots(Vector a);
Vector inverses(Vector a);
Vector clamped(Vector a, const Vector& lower, const Vector& upper);

double dot(std::span<const double> a, std::span<const double> b);
double norm(std::span<const double> a);
double mean(std::span<const double> a);
Vector without_mean(Vector a);
/// Of the absolute values; 0: there are none.
double largest(std::span<const double> a);
double largest(const Matrix& a);
/// Of the absolute values.
double sum_of_sizes(std::span<const double> a);
/// Of each column; of each row the products of two matrices, entry by entry, summed up.
Vector col_norms(const Matrix& a);
Vector row_dots(const Matrix& a, const Matrix& b);

Matrix operator+(Matrix a, const Matrix& b);
Matrix operator-(Matrix a, const Matrix& b);
Matrix operator-(Matrix a);
Matrix operator*(double factor, Matrix a);
Matrix operator/(Matrix a, double divisor);
Matrix absolute(Matrix a);

Matrix operator*(Diagonal a, Matrix b);
Matrix operator*(Matrix a, Diagonal b);
Matrix operator*(const Matrix& a, const Matrix& b);
Matrix operator*(Transposed a, const Matrix& b);
Matrix operator*(const Matrix& a, Transposed b);
Vector operator*(const Matrix& a, const Vector& b);
Vector operator*(Transposed a, const Vector& b);

}  // namespace luztar
