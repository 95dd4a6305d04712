#include "luztar/dynamics/structure/rest_shares.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

double inverse_or_zero(double x) { return x > 0.0 ? 1.0 / x : 0.0; }

/// A part of a solution of this size; what has none has one by rounding.
double or_no_part(double x, double size) { return is_negligible(x, size, kNoise) ? 0.0 : x; }

}  // namespace

RestShares::RestShares(const RestingPairs& pairs)
    : root_(square_roots(pairs.inverse_mass)), give_(pairs.compliance) {
  arms_ = root_.as_diagonal() * pairs.arms;
  size_ = col_norms(arms_);
  const Vector scale = size_.each(&inverse_or_zero);
  arms_ = arms_ * scale.as_diagonal();
  inverse_ = pseudo_inverse(arms_, kNoise);
  find_gain(pairs, root_.as_diagonal() * pairs.action * scale.as_diagonal());
}

/// Forces in units in which each pair alone has a mobility of 1: those that balance the load, of
/// these those by which what rests fits together, of these the least of frictions.
void RestShares::find_gain(const RestingPairs& pairs, const Matrix& action) {
  const Matrix kernel = null_space(arms_, kNoise).each([](double x) { return or_no_part(x, 1.0); });
  const Matrix fits = null_space(Matrix(kernel.transpose()) * give_.as_diagonal(), kNoise);
  const Matrix balance = action * fits;
  gain_ = fits * pseudo_inverse(balance, kNoise);
  const Matrix left = null_space(balance, kNoise);
  if (left.cols() > 0) {
    const Matrix free_directions = fits * left;
    Vector weight(give_.size());
    for (Index j = 0; j < weight.size(); ++j)
      weight[j] =
          give_[j] > 0.0 || size_[j] == 0.0
              ? 0.0
              : 1.0 / std::sqrt(size_[j] * size_[j] * std::max(pairs.strength[j], kSmallest));
    const double most = largest(weight);
    if (most > 0.0) weight /= most;
    gain_ -= free_directions * (pseudo_inverse(weight.as_diagonal() * free_directions, kNoise) *
                                (weight.as_diagonal() * gain_));
  }
  gain_ = size_.each(&inverse_or_zero).as_diagonal() * gain_ * root_.as_diagonal();
}

Vector RestShares::slip(const Vector& row, bool in_all) const {
  const Vector wanted = product(root_, row);
  Vector by = inverse_ * wanted;
  if (!is_negligible(norm(arms_ * by - wanted), norm(wanted), kSolved)) return {};
  const Vector rigid = product(by, give_.each([](double x) { return x == 0.0 ? 1.0 : 0.0; }));
  if (in_all && !is_negligible(norm(rigid), norm(by), kSolved)) return {};
  by = by.each([size = norm(by)](double x) { return or_no_part(x, size); });
  return product(product(by, give_), size_);
}

}  // namespace luztar
