#include "luztar/io/report/thin.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "luztar/core/assert.h"

namespace luztar::report {

RecentRows::RecentRows(std::size_t columns, std::size_t capacity)
    : columns_(columns), capacity_(capacity) {
  LUZTAR_ASSERT(columns > 0 && capacity > 0);
}

void RecentRows::add(std::span<const double> row) {
  LUZTAR_ASSERT(row.size() == columns_);
  if (!full()) {
    values_.insert(values_.end(), row.begin(), row.end());
    ++size_;
    return;
  }
  std::copy(row.begin(), row.end(),
            values_.begin() + static_cast<std::ptrdiff_t>(next_ * columns_));
  next_ = (next_ + 1) % capacity_;
}

std::span<const double> RecentRows::row(std::size_t i) const {
  LUZTAR_ASSERT(i < size_);
  return std::span(values_).subspan((next_ + i) % size_ * columns_, columns_);
}

std::vector<double> RecentRows::column(std::size_t c, std::size_t first) const {
  std::vector<double> values(size_ - first);
  for (std::size_t i = first; i < size_; ++i) values[i - first] = row(i)[c];
  return values;
}

ThinCurve::ThinCurve(double start, double duration, std::size_t buckets)
    : start_(start),
      per_second_(duration > 0.0 ? static_cast<double>(buckets) / duration : 0.0),
      buckets_(buckets) {
  LUZTAR_ASSERT(buckets > 0);
}

void ThinCurve::add(double t, double y) {
  const double place = (t - start_) * per_second_;
  const auto last = static_cast<double>(buckets_.size() - 1);
  // Written so that a place that is not a number goes to the first bucket.
  const std::size_t i = place > 0.0 ? static_cast<std::size_t>(std::min(place, last)) : 0;
  Bucket& bucket = buckets_[i];
  const Point point{t, y};
  if (!bucket.used) bucket = {true, false, point, point, point, point};
  if (y < bucket.least.y) bucket.least = point, bucket.falls = true;
  if (y > bucket.greatest.y) bucket.greatest = point, bucket.falls = false;
  bucket.last = point;
}

std::vector<Point> ThinCurve::points() const {
  std::vector<Point> points;
  for (const Bucket& bucket : buckets_) {
    if (!bucket.used) continue;
    const std::size_t begin = points.size();
    const bool falls = bucket.falls;
    for (const Point& point : {bucket.first, falls ? bucket.greatest : bucket.least,
                               falls ? bucket.least : bucket.greatest, bucket.last}) {
      if (points.size() == begin || points.back() != point) points.push_back(point);
    }
  }
  return points;
}

EvenRows::EvenRows(std::size_t columns, std::size_t capacity)
    : columns_(columns), capacity_(capacity) {
  LUZTAR_ASSERT(columns > 0 && capacity > 1);
}

void EvenRows::add(std::span<const double> row) {
  LUZTAR_ASSERT(row.size() == columns_);
  if (seen_++ % stride_ != 0) return;
  values_.insert(values_.end(), row.begin(), row.end());
  if (size() == capacity_) drop_every_other();
}

void EvenRows::drop_every_other() {
  const std::size_t kept = (size() + 1) / 2;
  for (std::size_t i = 1; i < kept; ++i) {
    const auto from = values_.begin() + static_cast<std::ptrdiff_t>(2 * i * columns_);
    std::copy(from, from + static_cast<std::ptrdiff_t>(columns_),
              values_.begin() + static_cast<std::ptrdiff_t>(i * columns_));
  }
  values_.resize(kept * columns_);
  stride_ *= 2;
}

std::vector<double> EvenRows::column(std::size_t c) const {
  std::vector<double> values(size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = values_[i * columns_ + c];
  return values;
}

// Never 0: any number of changes at one instant must fit.
ModeBands::ModeBands(std::size_t most, double visible)
    : most_(most), visible_(std::max(visible, std::numeric_limits<double>::min())) {}

void ModeBands::add(double t, ModeNumber mode) {
  if (merging_) {
    add_merging(t, mode);
    return;
  }
  changes_.push_back({t, mode});
  if (changes_.size() <= most_) return;
  merging_ = true;
  const std::vector<Change> exact = std::move(changes_);
  changes_.clear();
  for (const Change& change : exact) add_merging(change.t, change.mode);
}

void ModeBands::add_merging(double t, ModeNumber mode) {
  if (changes_.empty() || t - changes_.back().t >= visible_) {
    changes_.push_back({t, mode});
    return;
  }
  // The band that ends now is too short to be seen: it widens a mixed one or becomes one.
  if (changes_.size() > 1 && changes_[changes_.size() - 2].mode == kMixed) {
    changes_.back() = {t, mode};
  } else {
    changes_.back().mode = kMixed;
    changes_.push_back({t, mode});
  }
}

}  // namespace luztar::report
