#include "luztar/simulate/positions_of_bodies.h"

#include <algorithm>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/coupled_bodies.h"

namespace luztar {

PositionsOfBodies::PositionsOfBodies(const System& system, Observer& to)
    : system_(system.impl()), to_(to) {}

Sample PositionsOfBodies::translated(const Sample& sample, Lists& lists) const {
  Sample with = sample;
  const auto translate = [this](std::span<const double>& from, std::vector<double>& list) {
    list.assign(from.begin(), from.end());
    to_positions(system_, list);
    from = list;
  };
  translate(with.q, lists.q);
  translate(with.v, lists.v);
  translate(with.a, lists.a);
  const auto n = static_cast<std::size_t>(sample.derivatives.n);
  if (n == 0) return with;
  const auto translate_by = [&](std::span<const double>& from, std::vector<double>& list,
                                const std::vector<double>& values) {
    list.assign(from.begin(), from.end());
    translate_slopes(list, values, n);
    from = list;
  };
  translate_by(with.derivatives.q, lists.dq, lists.q);
  translate_by(with.derivatives.v, lists.dv, lists.v);
  translate_by(with.derivatives.a, lists.da, lists.a);
  return with;
}

/// Of q = z - sum of share * q of others. @param values  q
void PositionsOfBodies::translate_slopes(std::vector<double>& slopes,
                                         const std::vector<double>& values, std::size_t n) const {
  const auto& shares = system_.origin.varied->shares;
  std::size_t next = shares.size();
  for (auto coupled = system_.arms.coupled().rbegin(); coupled != system_.arms.coupled().rend();
       ++coupled) {
    next -= coupled->others.size();
    double* const to = slopes.data() + static_cast<std::size_t>(coupled->body) * n;
    for (std::size_t k = 0; k < coupled->others.size(); ++k) {
      const Term& term = coupled->others[k];
      const auto other = static_cast<std::size_t>(term.body);
      const std::vector<double>& slope = shares[next + k].slope;
      for (std::size_t i = 0; i < n; ++i) {
        to[i] -= term.coefficient * slopes[other * n + i];
        if (!slope.empty()) to[i] -= slope[i] * values[other];
      }
    }
  }
}

void PositionsOfBodies::piece(const MotionPiece& piece) {
  const auto bodies = static_cast<std::size_t>(system_.n_bodies());
  const auto width = static_cast<std::size_t>(piece.degree()) + 1;
  const MotionPiece::Rows& rows = piece.rows();
  const std::size_t stride = rows.stride;
  rows_.assign(3 * bodies * stride, 0.0);
  const double* from[] = {rows.q, rows.v, rows.a};
  std::vector<double> values(bodies);
  for (std::size_t list = 0; list < 3; ++list) {
    double* const to = rows_.data() + list * bodies * stride;
    for (std::size_t k = 0; k < width; ++k) {
      for (std::size_t b = 0; b < bodies; ++b) values[b] = from[list][b * stride + k];
      to_positions(system_, values);
      for (std::size_t b = 0; b < bodies; ++b) to[b * stride + k] = values[b];
    }
  }
  MotionPiece::Rows with = rows;
  with.q = rows_.data();
  with.v = with.q + bodies * stride;
  with.a = with.v + bodies * stride;
  to_.piece(MotionPiece(piece.begin(), piece.length(), piece.degree(), with));
}

}  // namespace luztar
