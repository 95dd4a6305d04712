// What follows from the pairs that stick and their arms, kept for the next instants: BentPairs.
#include <algorithm>

#include "luztar/dynamics/series/bent_pairs.h"
#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// All that a plan hangs on.
std::vector<double> BentPairs::key_of(const Expansion& series, const std::vector<Mode>& modes,
                                      const std::vector<Bound>& kept_limit,
                                      const std::vector<LoadFactor>& load_factors) const {
  std::vector<double> key;
  key.reserve(modes.size() + 3 * load_factors.size() + compliance_.size() +
              series.all_arms().size());
  for (std::size_t j = 0; j < modes.size(); ++j)
    key.push_back(number(modes[j]) + 8 * number(kept_limit[j]));
  for (const LoadFactor& load : load_factors) {
    key.push_back(load.pair);
    key.push_back(load.by);
    key.push_back(load.factor);
  }
  key.insert(key.end(), compliance_.begin(), compliance_.end());
  for (const Term& term : series.all_arms()) key.push_back(term.coefficient);
  return key;
}

bool BentPairs::recall(const std::vector<double>& key) {
  const auto kept = std::ranges::find(kept_, key, &Kept::key);
  if (kept != kept_.end()) plan_ = kept->plan;
  return kept != kept_.end();
}

void BentPairs::keep(std::vector<double> key) {
  constexpr std::size_t kMost = 6;
  if (kept_.size() < kMost) kept_.emplace_back();
  kept_[next_] = {std::move(key), plan_};
  next_ = (next_ + 1) % kMost;
}

/// Of plan_.bent, which are those of all pairs at rest.
void BentPairs::take_rows_at_rest(const Expansion& series, const Structure& tied,
                                  const PairsNow& now) {
  if (!system_.has_history()) return take_rows(series, tied);
  std::vector<double> key{-1.0};
  for (const PairNow& pair : now) key.push_back(pair.at_rest ? 1.0 : 0.0);
  for (const Structure::Coordinate& coordinate : tied.coordinates) key.push_back(coordinate.body);
  for (const Term& term : series.all_arms()) key.push_back(term.coefficient);
  if (recall(key)) return;
  take_rows(series, tied);
  find_locked(tied, series);
  keep(std::move(key));
}

}  // namespace luztar
