#include "luztar/study/linear/linear_coordinates.h"

#include <algorithm>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"
#include "luztar/study/rest/linear_motion.h"

namespace luztar {
namespace {

/// Bodies with mass, then massless ones, each in the order of the file.
std::vector<int> moving_bodies(const SystemImpl& system) {
  std::vector<int> bodies;
  for (const bool massless : {false, true})
    for (int b = 0; b < system.n_bodies(); ++b)
      if (!system.is_given(b) && system.is_massless(b) == massless) bodies.push_back(b);
  return bodies;
}

void choose_bodies(const SystemImpl& system, InstantMotion& motion, LinearCoordinates& made) {
  const std::vector<int> bodies = moving_bodies(system);
  const Coordinates free = free_coordinates(motion.held_rows().cols_at(bodies));
  std::vector<int> dependent;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool chosen = std::ranges::find(free.chosen, static_cast<int>(i)) != free.chosen.end();
    (chosen ? made.positions : dependent).push_back(bodies[i]);
  }
  for (const int b : made.positions)
    if (!system.is_massless(b)) made.velocities.push_back(b);
  if (!dependent.empty()) motion.set_dependent(std::move(dependent));
}

Directions unit_directions(const VariedSystem& varied, const LinearCoordinates& made) {
  const Index bodies = varied.system.n_bodies(), n = made.parameters + made.states();
  Directions directions{Matrix(bodies, n), Matrix(bodies, n), Matrix(made.internals, n), {}};
  Index column = made.parameters;
  for (const int b : made.positions) directions.q(b, column++) = 1.0;
  for (const int b : made.velocities) directions.v(b, column++) = 1.0;
  for (int i = 0; i < made.internals; ++i) directions.z(i, column++) = 1.0;
  return directions;
}

/// Rows of a matrix, the first ones that do not depend on those before.
std::vector<int> independent_rows(const Matrix& matrix) {
  std::vector<int> kept;
  std::vector<Vector> units;
  for (int i = 0; i < matrix.rows(); ++i) {
    Vector rest = matrix.row(i);
    for (const Vector& unit : units) rest -= dot(unit, rest) * unit;
    if (!exceeds(norm(rest), largest(matrix), kRank)) continue;
    units.push_back(rest / norm(rest));
    kept.push_back(i);
  }
  return kept;
}

void mix_columns(InstantSlopes& slopes, const Matrix& mix) {
  for (Matrix* matrix : {&slopes.q, &slopes.v, &slopes.a, &slopes.d, &slopes.rate, &slopes.f,
                         &slopes.z, &slopes.z_rate})
    *matrix = *matrix * mix;
}

/// Massless bodies go where their forces balance: those that dampers let rest anywhere are states,
/// the others follow.
void leave_out_followers(LinearCoordinates& made) {
  const std::size_t massless = made.positions.size() - made.velocities.size();
  if (massless == 0) return;
  const auto first = static_cast<Index>(made.parameters + made.velocities.size());
  const std::vector<int> bodies(
      made.positions.begin() + static_cast<std::ptrdiff_t>(made.velocities.size()),
      made.positions.end());
  const Matrix rest = made.slopes.q.rows_at(bodies);
  const Matrix own = rest.part(0, first, rest.rows(), static_cast<Index>(massless));
  std::vector<int> places = independent_rows(own);
  std::vector<int> kept;
  for (const int place : places) kept.push_back(bodies[static_cast<std::size_t>(place)]);
  // Directions that move one of the kept ones by 1, and others that move none of them.
  const Index n = rest.cols(), left = n - static_cast<Index>(massless - kept.size());
  Matrix mix(n, left);
  const Matrix back = kept.empty() ? Matrix(static_cast<Index>(massless), 0)
                                   : pseudo_inverse(own.rows_at(places), kRank);
  const Matrix moved = kept.empty() ? Matrix(0, n) : rest.rows_at(places);
  Index column = 0;
  for (Index j = 0; j < n; ++j) {
    if (j == first)
      for (Index k = 0; k < back.cols(); ++k, ++column)
        mix.set_part(first, column, back.part(0, k, back.rows(), 1));
    if (j >= first && j < first + static_cast<Index>(massless)) continue;
    mix(j, column) = 1.0;
    if (!kept.empty()) mix.set_part(first, column, -(back * moved.part(0, j, moved.rows(), 1)));
    ++column;
  }
  mix_columns(made.slopes, mix);
  made.positions.resize(made.velocities.size());
  made.positions.insert(made.positions.end(), kept.begin(), kept.end());
}

}  // namespace

LinearCoordinates linear_coordinates(const VariedSystem& varied, InstantMotion& motion) {
  LinearCoordinates made;
  made.parameters = varied.n();
  made.internals = varied.system.n_internals();
  choose_bodies(varied.system, motion, made);
  made.slopes = motion.along(unit_directions(varied, made));
  leave_out_followers(made);
  return made;
}

}  // namespace luztar
