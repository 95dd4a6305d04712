#include "luztar/model/law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory_resource>

#include "luztar/model/fields.h"
#include "luztar/model/held_values.h"

namespace luztar {
namespace {

using Kind = Friction::Bristles::Kind;

bool is_one(const Expression& e) { return e.op() == Op::Number && e.number() == 1.0; }

/// The level where sliding begins, of a law without Stribeck's curve the only one.
const Expression& plain_level(const Friction::Law& law) {
  return law.table.empty() ? law.kinetic : law.table.front().second;
}

/// Calls visit(expression) for every number of a law.
void for_each_number(auto& law, const auto& visit) {
  const auto take = [&](const Field&, auto& value) {
    visit(value);
  };
  HeldValues values(take);
  describe(law, Friction(), values);
}

}  // namespace

// --- which law it is -----------------------------------------------------------------------------

const char* law_name(const Friction& friction) {
  return kLawNames[friction.bristles ? 1 + static_cast<std::size_t>(friction.bristles->kind) : 0];
}

void set_law(Friction& friction, std::size_t name, const SourceLocation& where) {
  friction.bristles.reset();
  if (name == 0) return;
  friction.bristles =
      Friction::Bristles{static_cast<Kind>(name - 1), {}, {}, Expression::number(1, where)};
}

// --- Coulomb's law -------------------------------------------------------------------------------

LevelCurve level_curve(const Friction::Law& law) {
  if (law.table.size() > 1) return {.rows = law.table};
  if (!law.stribeck) return {.formula = {"L", {{"L", plain_level(law)}}}};
  return {.formula = {"FK + (FS - FK)*exp(-(u/vs)^n)",
                      {{"FK", law.kinetic},
                       {"FS", law.breakaway},
                       {"vs", law.stribeck->velocity},
                       {"n", law.stribeck->exponent}}}};
}

std::optional<SecondBranch> second_branch(const Friction::Law& law) {
  if (!law.hysteresis) return std::nullopt;
  const Friction::Hysteresis& branch = *law.hysteresis;
  return SecondBranch{branch.rise, branch.fall, branch.kinetic, branch.viscous};
}

bool is_constant(const Friction::Law& law) {
  return !law.stribeck && !law.hysteresis && law.table.size() < 2;
}

const Expression& first_level(const Friction::Law& law) {
  return law.stribeck ? law.breakaway : plain_level(law);
}

bool is_dry(const Friction::Law& law, bool (*is_zero)(const Expression&)) {
  const auto is_level = [&](const auto& row) {
    return !is_zero(row.second);
  };
  return law.hysteresis || !is_zero(law.kinetic) || !is_zero(law.breakaway) ||
         std::any_of(law.table.begin(), law.table.end(), is_level);
}

bool same_law(const Friction::Law& a, const Friction::Law& b, SameExpression same) {
  if (a.stribeck.has_value() != b.stribeck.has_value() ||
      a.hysteresis.has_value() != b.hysteresis.has_value())
    return false;
  std::array<std::byte, 512> room{};  // enough for all but long tables
  std::pmr::monotonic_buffer_resource memory(room.data(), room.size());
  const auto expressions_of = [&memory](const Friction::Law& law) {
    std::pmr::vector<const Expression*> list(&memory);
    for_each_number(law, [&](const Expression& value) { list.push_back(&value); });
    return list;
  };
  const auto first = expressions_of(a), second = expressions_of(b);
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [&](const Expression* x, const Expression* y) { return same(*x, *y); });
}

void drop_flat_parts(Friction::Law& law, SameExpression same) {
  if (law.stribeck && same(law.breakaway, law.kinetic)) law.stribeck.reset();
}

// --- laws with a state ---------------------------------------------------------------------------

namespace {

constexpr const char* kDahlForce = "s*z + C*v";
constexpr const char* kLuGreForce = "s*z + s1*w + C*v";

StatefulLaw values_of_state(const Friction& friction) {
  const Friction::Bristles& bristles = *friction.bristles;
  const Friction::Law& law = friction.forward;
  StatefulLaw made{.stiffness = bristles.sigma0,
                   .values = {{"s", bristles.sigma0}, {"C", law.viscous}},
                   .formulas = {},
                   .printed_rate = {}};
  if (bristles.kind == Kind::Dahl) {
    made.values.insert({{"FK", law.kinetic}, {"n", bristles.exponent}});
  } else {
    const LevelCurve curve = level_curve(law);
    made.values.insert(curve.formula.values.begin(), curve.formula.values.end());
    made.values.emplace("s1", bristles.sigma1);
    made.formulas = {{"u", "abs(v)"}, {"L", curve.formula.text}};
  }
  return made;
}

/// v x^n with a sign, x = 1 - s z/F_K sgn v: both directions are written out, so that only v has an
/// edge at 0 and none of them jumps.
std::string dahl_rate(double exponent) {
  if (exponent == 1.0) return "v - s/FK*u*z";
  const bool odd = std::fmod(exponent, 2.0) == 1.0;
  const auto power = [&](const std::string& x) {
    return odd ? x + "^n" : "abs" + x + "*" + x + "^(n - 1)";
  };
  return "(v + u)/2*" + power("(1 - s/FK*z)") + " + (v - u)/2*" + power("(1 + s/FK*z)");
}

}  // namespace

StatefulLaw stateful_law(const Friction& friction) {
  StatefulLaw law = values_of_state(friction);
  auto& list = law.formulas;
  if (friction.bristles->kind == Kind::Dahl) {
    const bool linear = is_one(friction.bristles->exponent);
    law.printed_rate = linear ? "v*x" : "v*x^n";
    list.emplace_back("x", "1 - s*z/FK*sign(v)");
    list.emplace_back("w", linear ? "v*x" : "v*abs(x)^n*sign(x)");
    list.emplace_back("f", kDahlForce);
  } else {
    law.printed_rate = "x";
    list.emplace_back("x", "v - s*u*z/L");
    list.emplace_back("w", "x");
    list.emplace_back("f", kLuGreForce);
  }
  return law;
}

StatefulLaw stateful_law_without_jumps(const Friction& friction) {
  StatefulLaw law = values_of_state(friction);
  auto& list = law.formulas;
  if (friction.bristles->kind == Kind::Dahl) {
    const double exponent = friction.bristles->exponent.number();
    list = {{"u", "abs(v)"}, {"f", kDahlForce}, {"w", dahl_rate(exponent)}};
    if (exponent == 1.0) list.emplace_back("settled", "(v - r)*(FK/s)/u");  // others are not stiff
  } else {
    list.emplace_back("w", "v - s*u*z/L");
    list.emplace_back("f", kLuGreForce);
    list.emplace_back("settled", "(v - r)*(L/s)/u");
  }
  return law;
}

// --- in numbers ----------------------------------------------------------------------------------

Friction in_parts(const Friction& friction,
                  const std::function<Expression(const Expression&)>& part) {
  Friction numbers;
  numbers.forward = friction.forward;
  numbers.backward = friction.backward;
  numbers.bristles = friction.bristles;
  for_each_field(numbers, [&](const Field&, Expression& value) { value = part(value); });
  return numbers;
}

Friction in_numbers(const Friction& friction,
                    const std::function<double(const Expression&)>& number) {
  return in_parts(friction, [&](const Expression& e) { return Expression::number(number(e)); });
}

void multiply_by_normal(Friction::Law& law, const Expression& normal) {
  const auto is_number = [](const Expression& e) {
    return e.op() == Op::Number;
  };
  const auto times_normal = [&](Expression& level) {
    level = is_number(level) && is_number(normal)
                ? Expression::number(level.number() * normal.number())
                : Expression::apply(Op::Multiply, {level, normal});
  };
  times_normal(law.kinetic);
  times_normal(law.breakaway);
  if (law.hysteresis) times_normal(law.hysteresis->kinetic);
  for (auto& [speed, level] : law.table) times_normal(level);
}

namespace {

double curve(const Friction::Law& law, double u) {
  if (!law.stribeck) return plain_level(law).number();
  const double kinetic = law.kinetic.number();
  const double fall =
      std::exp(-std::pow(u / law.stribeck->velocity.number(), law.stribeck->exponent.number()));
  return kinetic + (law.breakaway.number() - kinetic) * fall;
}

/// Straight lines between the rows, the last level beyond.
double table_level(const Friction::Law& law, double u) {
  const auto& rows = law.table;
  const auto after = std::upper_bound(rows.begin(), rows.end(), u, [](double x, const auto& row) {
    return x < row.first.number();
  });
  if (after == rows.begin()) return rows.front().second.number();
  const double speed = after[-1].first.number(), level = after[-1].second.number();
  if (after == rows.end()) return level;
  const double share = (u - speed) / (after->first.number() - speed);
  return level + (after->second.number() - level) * share;
}

}  // namespace

double sliding_force(const Friction::Law& law, double u, double normal, bool second) {
  if (second)
    return law.hysteresis->kinetic.number() * normal + law.hysteresis->viscous.number() * u;
  const double level = law.table.size() > 1 ? table_level(law, u) : curve(law, u);
  return level * normal + law.viscous.number() * u;
}

double rate_of_state(const Friction& friction, double v, double z) {
  const Friction::Bristles& bristles = *friction.bristles;
  const Friction::Law& law = friction.forward;
  const double sigma0 = bristles.sigma0.number();
  if (bristles.kind == Kind::LuGre) return v - sigma0 * std::abs(v) * z / curve(law, std::abs(v));
  const double direction = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
  const double x = 1.0 - sigma0 * z / law.kinetic.number() * direction;
  return v * std::copysign(std::pow(std::abs(x), bristles.exponent.number()), x);
}

double force_of_state(const Friction& friction, double v, double z) {
  const Friction::Bristles& bristles = *friction.bristles;
  const double sigma1 = bristles.sigma1.number();
  const double of_rate =
      bristles.kind == Kind::LuGre && sigma1 != 0.0 ? sigma1 * rate_of_state(friction, v, z) : 0.0;
  return bristles.sigma0.number() * z + of_rate + friction.forward.viscous.number() * v;
}

}  // namespace luztar
