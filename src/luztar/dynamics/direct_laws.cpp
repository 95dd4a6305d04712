#include "luztar/dynamics/direct_laws.h"

#include <algorithm>
#include <cmath>

namespace luztar {
namespace {

double curve(const LevelNumbers& law, double u) {
  if (!law.stribeck) return law.kinetic;
  const double fall = std::exp(-std::pow(u / law.stribeck->velocity, law.stribeck->exponent));
  return law.kinetic + (law.breakaway - law.kinetic) * fall;
}

/// Straight lines between the rows, the last level beyond.
double table_level(const std::vector<std::pair<double, double>>& rows, double u) {
  const auto after = std::upper_bound(rows.begin(), rows.end(), u,
                                      [](double x, const auto& row) { return x < row.first; });
  if (after == rows.begin()) return rows.front().second;
  const auto& [speed, level] = after[-1];
  if (after == rows.end()) return level;
  return level + (after->second - level) * ((u - speed) / (after->first - speed));
}

}  // namespace

double sliding_force(const LevelNumbers& law, double u, double normal, bool falling) {
  if (falling) return law.hysteresis->kinetic * normal + law.hysteresis->viscous * u;
  const double level = law.table.size() > 1 ? table_level(law.table, u) : curve(law, u);
  return level * normal + law.viscous * u;
}

double DirectLaw::Bristles::rate(double v, double z) const {
  if (kind == Friction::Bristles::Kind::LuGre)
    return v - sigma0 * std::abs(v) * z / curve(level, std::abs(v));
  const double direction = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
  const double x = 1.0 - sigma0 * z / level.kinetic * direction;
  return v * std::copysign(std::pow(std::abs(x), exponent), x);
}

double DirectLaw::Bristles::force(double v, double z) const {
  const double of_rate =
      kind == Friction::Bristles::Kind::LuGre && sigma1 != 0.0 ? sigma1 * rate(v, z) : 0.0;
  return sigma0 * z + of_rate + level.viscous * v;
}

}  // namespace luztar
