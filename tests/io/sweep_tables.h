// Tables of sweeps of several shapes, by formulas.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "luztar/io/sweep_page.h"

namespace luztar {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// A table that grows by rows.
struct TableOfRows : SweepResult {
  TableOfRows(std::vector<std::string> varied, std::vector<std::string> measured) {
    given = std::move(varied);
    found = std::move(measured);
  }
  void add(const std::vector<double>& row, const std::string& why = {}) {
    numbers.insert(numbers.end(), row.begin(), row.end());
    if (!why.empty()) {
      for (std::size_t i = given.size(); i < row.size(); ++i) {
        numbers[numbers.size() - row.size() + i] = kNothing;
      }
    }
    words.push_back(why);
  }
};

inline const std::string kWords =
    "at t = 3.2 s: </script><script>alert('no')</script> the friction \"contact\" & its limit";

/// One parameter, evenly in the logarithm; every tenth point failed.
inline TableOfRows table_of_line() {
  TableOfRows table({"v0"}, {"max(q.block)", "stick_share(contact)"});
  for (int i = 0; i < 80; ++i) {
    const double v = 0.01 * std::pow(100.0, i / 79.0);
    const double share = v < 0.4 ? 1.0 - v / 0.4 : 0.0;
    table.add({v, 0.4 + 0.1 * std::sin(8.0 * v) + 0.2 * v * v, share}, i % 10 == 7 ? kWords : "");
  }
  return table;
}

/// Two parameters; a corner failed, another one has nothing to measure.
inline TableOfRows table_of_grid(int nx, int ny) {
  TableOfRows table({"v0", "FS"}, {"max(q.block)", "amplitude(q.block, f)", "period(contact)"});
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) {
      const double v = 0.02 * std::pow(50.0, i / (nx - 1.0)), force = 8.0 + 8.0 * j / (ny - 1.0);
      const double x = std::sin(3.0 * std::log(v) + force) * std::exp(-v) + 0.1 * force;
      const double period = v > 0.6 && force < 10.0 ? kNothing : force / v;
      table.add({v, force, x, 1e-6 * x * x, period}, v < 0.05 && force > 14.0 ? kWords : "");
    }
  }
  return table;
}

/// Three parameters of which the second one has a strange name.
inline TableOfRows table_of_cube() {
  TableOfRows table({"v0", "mu $(date) 'x'", "k"}, {"max(q.block)"});
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 15; ++j) {
      for (int k = 0; k < 5; ++k) {
        table.add({0.1 * i, 0.05 + 0.03 * j, 100.0 * std::pow(10.0, k),
                   std::sin(0.5 * i * (0.5 + 0.1 * k)) + std::cos(0.4 * j)});
      }
    }
  }
  return table;
}

/// Random points.
inline TableOfRows table_of_random(int points) {
  TableOfRows table({"m", "FS", "v0"}, {"max(q.block)", "dissipated(contact)"});
  std::mt19937_64 random(5);
  const auto uniform = [&random] {
    return static_cast<double>(random() >> 11) * 0x1p-53;
  };
  for (int i = 0; i < points; ++i) {
    const double m = 0.9 + 0.2 * uniform(), force = 8.0 + 4.0 * (uniform() + uniform()),
                 v = 0.01 * std::pow(1000.0, uniform());
    table.add({m, force, v, force / 100.0 + 0.02 * m * std::log(v), force * v},
              i % 50 == 3 ? kWords : "");
  }
  return table;
}

/// The logistic map up and down, 32 values a point; the branch depends on the way.
inline TableOfRows table_of_ways() {
  std::vector<std::string> strobes;
  for (int k = 1; k <= 32; ++k) {
    strobes.push_back("strobe(q.block, 1/f, 32)[" + std::to_string(k) + "]");
  }
  strobes.push_back("max(q.block)");
  TableOfRows table({"r", "way"}, strobes);
  for (const int way : {1, -1}) {
    for (int i = 0; i < 300; ++i) {
      const double r = 2.8 + 1.2 * (way > 0 ? i : 299 - i) / 299.0;
      std::vector<double> row = {r, 1.0 * way};
      double x = 0.4, most = 0.0;
      for (int k = 0; k < 232; ++k) {
        x = r * x * (1.0 - x);
        const double shown = way < 0 && r > 3.2 && r < 3.5 ? 0.6 * x : x;
        if (k >= 200) row.push_back(shown);
        most = k >= 200 ? std::fmax(most, shown) : 0.0;
      }
      row.push_back(most);
      table.add(row, i == 100 ? "stopped" : "");
    }
  }
  return table;
}

/// Two parameters and both ways; some points are missing, one value is infinite.
inline TableOfRows table_of_maps() {
  TableOfRows table({"k", "f", "way"}, {"max(q.block)", "at_events(q.block, slide, 2)[1]",
                                        "at_events(q.block, slide, 2)[2]"});
  for (const double k : {1.0, 2.0, 5.0}) {
    for (const int way : {1, -1}) {
      for (int i = 0; i < 30; ++i) {
        const double f = 0.1 * (way > 0 ? i : 29 - i);
        if (k == 5.0 && f > 2.5) continue;
        const double x = std::sin(k * f) + 0.3 * way;
        table.add({k, f, 1.0 * way, i == 4 ? HUGE_VAL : x, x, -x});
      }
    }
  }
  return table;
}

}  // namespace luztar
