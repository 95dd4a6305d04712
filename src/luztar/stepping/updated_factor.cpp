#include "luztar/stepping/updated_factor.h"

namespace luztar {
namespace {

constexpr int kUpdates = 2000;  // of a factor before it is made afresh

}  // namespace

UpdatedFactor::UpdatedFactor(int size, std::span<const SparseFactor::Coupling> couplings)
    : factor_(size, couplings),
      diagonal_(size, 0.0),
      wanted_(couplings.size(), 0.0),
      factored_(wanted_) {
  differ_.reserve(couplings.size());
}

bool UpdatedFactor::refresh() {
  differ_.clear();
  double cost = 0.0;
  for (int s = 0; s < static_cast<int>(wanted_.size()); ++s) {
    if (wanted_[s] == factored_[s] && is_valid_) continue;
    differ_.push_back(s);
    cost += factor_.update_cost(s);
  }
  if (differ_.empty() && is_valid_) return true;
  updates_ += static_cast<int>(differ_.size());
  if (is_valid_ && cost < 0.5 * factor_.factor_cost() && updates_ < kUpdates) {
    for (const int s : differ_) {
      is_valid_ = is_valid_ && factor_.update(s, wanted_[s] - factored_[s]);
      factored_[s] = wanted_[s];
    }
    if (is_valid_) return true;
  }
  factored_ = wanted_;
  is_valid_ = factor_.factor(diagonal_, wanted_);
  updates_ = 0;
  return is_valid_;
}

}  // namespace luztar
