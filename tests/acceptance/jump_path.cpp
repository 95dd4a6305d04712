#include "acceptance/jump_path.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace acceptance {
namespace {

constexpr double kTiny = 1e-10;

/// Gauss with pivoting; false: singular.
bool solve_rows(std::vector<std::vector<double>>& rows) {
  const std::size_t n = rows.size();
  for (std::size_t c = 0; c < n; ++c) {
    const auto pivot = std::max_element(
        rows.begin() + static_cast<std::ptrdiff_t>(c), rows.end(),
        [c](const auto& a, const auto& b) { return std::abs(a[c]) < std::abs(b[c]); });
    std::swap(rows[c], *pivot);
    if (std::abs(rows[c][c]) < 1e-9) return false;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const double factor = rows[r][c] / rows[c][c];
      for (std::size_t k = c; k <= n; ++k) rows[r][k] -= factor * rows[c][k];
    }
  }
  return true;
}

double along(const std::vector<double>& arms, const std::vector<double>& x) {
  return std::inner_product(arms.begin(), arms.end(), x.begin(), 0.0);
}

}  // namespace

double JumpPath::deflection(const Spring& spring) const {
  return along(spring.arms, position) - spring.rest;
}

/// Of the gap: which edge it is beyond, at an edge that which it goes to; 0: within.
int JumpPath::side_of(const Spring& spring, const std::vector<double>& rate) const {
  if (spring.half_gap == 0.0) return 1;
  const double d = deflection(spring);
  for (const int side : {1, -1}) {
    const double beyond = side * d - spring.half_gap;
    if (beyond > kTiny || (beyond > -kTiny && side * along(spring.arms, rate) > 0.0)) return side;
  }
  return 0;
}

bool JumpPath::solve(const std::vector<int>& mode, const std::vector<int>& side,
                     const std::vector<double>& load_rate, const std::vector<double>& limit_rate,
                     Piece& piece) const {
  const std::size_t n = position.size(), m = frictions.size();
  std::vector<std::vector<double>> rows(n + m, std::vector<double>(n + m + 1, 0.0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t s = 0; s < springs.size(); ++s)
      for (std::size_t k = 0; k < n && side[s] != 0; ++k)
        rows[i][k] += springs[s].stiffness * springs[s].arms[i] * springs[s].arms[k];
    for (std::size_t j = 0; j < m; ++j) rows[i][n + j] = frictions[j].arms[i];
    rows[i][n + m] = load_rate[i];
  }
  for (std::size_t j = 0; j < m; ++j) {
    if (mode[j] == 0)
      std::copy(frictions[j].arms.begin(), frictions[j].arms.end(), rows[n + j].begin());
    else
      rows[n + j][n + j] = 1.0, rows[n + j][n + m] = mode[j] * limit_rate[j];
  }
  if (!solve_rows(rows)) return false;
  piece.rate.resize(n);
  piece.force_rate.resize(m);
  for (std::size_t r = 0; r < n + m; ++r)
    (r < n ? piece.rate[r] : piece.force_rate[r - n]) = rows[r][n + m] / rows[r][r];
  return true;
}

bool JumpPath::fits(const std::vector<int>& mode, const std::vector<int>& side,
                    const std::vector<double>& limit_rate, const Piece& piece) const {
  for (std::size_t s = 0; s < springs.size(); ++s)
    if (side_of(springs[s], piece.rate) != side[s]) return false;
  for (std::size_t j = 0; j < frictions.size(); ++j) {
    const Friction& own = frictions[j];
    if (mode[j] != 0 && mode[j] * along(own.arms, piece.rate) <= kTiny) return false;
    for (const int at : {1, -1}) {
      const bool is_there = at * own.force > own.limit - kTiny;
      if (mode[j] == at && !is_there) return false;
      if (mode[j] == 0 && is_there && at * piece.force_rate[j] > limit_rate[j] + kTiny)
        return false;
    }
  }
  return true;
}

bool JumpPath::find_piece(const std::vector<double>& load_rate,
                          const std::vector<double>& limit_rate, Piece& piece) const {
  const std::size_t m = frictions.size();
  std::vector<int> least(m, -1), most(m, 1);
  for (const Spring& spring : springs) {  // what is at an edge may go either way
    const bool gap = spring.half_gap > 0.0;
    const double d = deflection(spring);
    least.push_back(!gap || d > spring.half_gap + kTiny ? 1 : d > kTiny - spring.half_gap ? 0 : -1);
    most.push_back(!gap || d > spring.half_gap - kTiny ? 1 : d > -spring.half_gap - kTiny ? 0 : -1);
  }
  std::vector<int> choice = least;
  for (std::size_t k = 0; k < choice.size();) {
    const auto split = choice.begin() + static_cast<std::ptrdiff_t>(m);
    const std::vector<int> mode(choice.begin(), split), side(split, choice.end());
    if (solve(mode, side, load_rate, limit_rate, piece) && fits(mode, side, limit_rate, piece))
      return true;
    for (k = 0; k < choice.size() && choice[k] == most[k]; ++k) choice[k] = least[k];
    if (k < choice.size()) ++choice[k];
  }
  return false;
}

double JumpPath::length_of(const Piece& piece, const std::vector<double>& limit_rate) const {
  double length = 1.0;
  const auto meet = [&](double room, double speed) {
    if (speed > kTiny && room / speed < length && room > kTiny) length = room / speed;
  };
  for (std::size_t j = 0; j < frictions.size(); ++j)
    for (const int at : {1, -1})
      meet(frictions[j].limit - at * frictions[j].force, at * piece.force_rate[j] - limit_rate[j]);
  for (const Spring& spring : springs)
    for (const int edge : {1, -1})
      for (const int way : {1, -1})
        if (spring.half_gap > 0.0)
          meet(way * (edge * spring.half_gap - deflection(spring)),
               way * along(spring.arms, piece.rate));
  return length;
}

bool JumpPath::go_to(const std::vector<double>& loads, const std::vector<double>& limits) {
  constexpr int kMostPieces = 200;
  double left = 1.0;
  for (Friction& own : frictions) own.has_slid = false;
  for (int n = 0; n < kMostPieces && left > 0.0; ++n) {
    std::vector<double> load_rate(load.size()), limit_rate(frictions.size());
    for (std::size_t b = 0; b < load.size(); ++b) load_rate[b] = (loads[b] - load[b]) / left;
    for (std::size_t j = 0; j < frictions.size(); ++j)
      limit_rate[j] = (limits[j] - frictions[j].limit) / left;
    Piece piece;
    if (!find_piece(load_rate, limit_rate, piece)) return false;
    const double length = std::min(left, length_of(piece, limit_rate));
    for (std::size_t b = 0; b < load.size(); ++b) {
      work += length * piece.rate[b] * (load[b] + 0.5 * length * load_rate[b]);
      position[b] += length * piece.rate[b];
      load[b] += length * load_rate[b];
    }
    for (std::size_t j = 0; j < frictions.size(); ++j) {
      Friction& own = frictions[j];
      const double way = length * along(own.arms, piece.rate);
      own.dissipated += way * (own.force + 0.5 * length * piece.force_rate[j]);
      own.has_slid = own.has_slid || std::abs(way) > kTiny;
      own.force += length * piece.force_rate[j];
      own.limit += length * limit_rate[j];
    }
    left -= length;
    if (left < 1e-14) left = 0.0;
  }
  return left == 0.0;
}

}  // namespace acceptance
