#pragma once

namespace luztar {

/// Sum of many numbers, rounded once (Knuth's two-sum).
struct LongSum {
  double value{}, rest{};
  void add(double term) {
    const double sum = value + term;
    const double of_term = sum - value;
    rest += (value - (sum - of_term)) + (term - of_term);
    value = sum;
  }
  double total() const { return value + rest; }
};

}  // namespace luztar
