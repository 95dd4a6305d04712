// Curves in bounded memory: whatever the number of samples, what can be seen is kept.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "luztar/core/mode.h"

namespace luztar::report {

/// The last `capacity` rows of a table with `columns` numbers a row; column 0 is the time.
class RecentRows {
 public:
  RecentRows(std::size_t columns, std::size_t capacity);  ///< @pre both > 0
  void add(std::span<const double> row);
  std::size_t size() const { return size_; }
  bool full() const { return size_ == capacity_; }
  std::span<const double> row(std::size_t i) const;  ///< oldest first
  /// From row `first` on.
  std::vector<double> column(std::size_t c, std::size_t first = 0) const;

 private:
  std::size_t columns_, capacity_;
  std::size_t size_{0}, next_{0};
  std::vector<double> values_;  ///< grows up to capacity * columns
};

struct Point {
  double t, y;
  friend bool operator==(const Point&, const Point&) = default;
};

/// First, least, greatest and last value of each of `buckets` equal spans of time: draws the same
/// picture as the whole curve as long as a span is not wider than a pixel (Jugel et al., M4, VLDB
/// 2014).
class ThinCurve {
 public:
  ThinCurve(double start, double duration, std::size_t buckets);  ///< @pre buckets > 0
  void add(double t, double y);                                   ///< in time order
  std::vector<Point> points() const;
  double span() const { return per_second_ > 0.0 ? 1.0 / per_second_ : 0.0; }  ///< [s]

 private:
  struct Bucket {
    bool used{false};
    bool falls{false};  ///< greatest before least, also when both have the same time
    Point first{}, least{}, greatest{}, last{};
  };
  double start_, per_second_;
  std::vector<Bucket> buckets_;
};

/// Every k-th row, evenly; k doubles whenever `capacity` rows are reached.
class EvenRows {
 public:
  EvenRows(std::size_t columns, std::size_t capacity);  ///< @pre capacity > 1
  void add(std::span<const double> row);
  std::size_t size() const { return values_.size() / columns_; }
  std::size_t stride() const { return stride_; }
  std::vector<double> column(std::size_t c) const;

 private:
  void drop_every_other();
  std::size_t columns_, capacity_;
  std::size_t stride_{1}, seen_{0};
  std::vector<double> values_;
};

/// The modes of one element over time.
class ModeBands {
 public:
  static constexpr ModeNumber kMixed = 2;  ///< several modes, each too short to be seen
  struct Change {
    double t;
    ModeNumber mode;  ///< from t on
    friend bool operator==(const Change&, const Change&) = default;
  };

  /// Exact up to `most` changes; beyond, bands shorter than `visible` [s] become mixed ones.
  ModeBands(std::size_t most, double visible);
  void add(double t, ModeNumber mode);  ///< in time order
  const std::vector<Change>& changes() const { return changes_; }
  bool merged() const { return merging_; }

 private:
  void add_merging(double t, ModeNumber mode);
  std::size_t most_;
  double visible_;
  bool merging_{false};
  std::vector<Change> changes_;
};

}  // namespace luztar::report
