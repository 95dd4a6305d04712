#include "luztar/matrix/sparse.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include "luztar/matrix/as_eigen.h"

namespace luztar {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

Sparse sparse_of(int size, std::span<const SparseEntry> entries) {
  Sparse made(size, size);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

}  // namespace

struct SparseSymmetric::Impl {
  Eigen::SimplicialLDLT<Sparse> factor;
};

SparseSymmetric::SparseSymmetric() : impl_(new Impl) {}
SparseSymmetric::~SparseSymmetric() = default;
SparseSymmetric::SparseSymmetric(SparseSymmetric&&) noexcept = default;
SparseSymmetric& SparseSymmetric::operator=(SparseSymmetric&&) noexcept = default;

void SparseSymmetric::compute(int size, std::span<const SparseEntry> entries) {
  impl_->factor.compute(sparse_of(size, entries));
}
void SparseSymmetric::analyze(int size, std::span<const SparseEntry> entries) {
  impl_->factor.analyzePattern(sparse_of(size, entries));
}
void SparseSymmetric::factorize(int size, std::span<const SparseEntry> entries) {
  impl_->factor.factorize(sparse_of(size, entries));
}
Vector SparseSymmetric::solve(const Vector& b) const {
  return vector_of(impl_->factor.solve(as_eigen(b)));
}

std::vector<int> minimum_degree(int size, std::span<const SparseEntry> entries) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  if (size > 0) Eigen::AMDOrdering<int>()(sparse_of(size, entries), order);
  return {order.indices().data(), order.indices().data() + order.size()};
}

}  // namespace luztar
