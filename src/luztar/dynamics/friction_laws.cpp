#include "luztar/dynamics/friction_laws.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <variant>

#include "luztar/model/law.h"

namespace luztar {
namespace {

using Meaning = ProgramBuilder::Meaning;
using Slot = ProgramBuilder::Slot;

/// Compiles a formula of named numbers and slots.
int formula(ProgramBuilder& builder, const std::string& text,
            const std::map<std::string, Meaning>& names, int owner) {
  return builder.compile(
      parse_expression(text, {}), [&](const std::string& name) { return names.at(name); }, owner,
      false);
}

int compile_constant(ProgramBuilder& builder, double level, int owner) {
  return formula(builder, "L", {{"L", level}}, owner);
}

/// Stribeck's curve, or the plain level where the law has none.
int compile_curve(ProgramBuilder& builder, const LevelNumbers& law, int speed, int owner) {
  if (!law.stribeck) return compile_constant(builder, law.kinetic, owner);
  return formula(builder, kStribeckLevel,
                 {{"FK", law.kinetic},
                  {"FS", law.breakaway},
                  {"vs", law.stribeck->velocity},
                  {"n", law.stribeck->exponent},
                  {"u", Slot{speed}}},
                 owner);
}

/// Straight lines between the rows, the last level beyond.
PiecewiseCubic lines(const std::vector<std::pair<double, double>>& rows) {
  PiecewiseCubic result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [speed, level] = rows[i];
    const bool last = i + 1 == rows.size();
    const double slope = last ? 0.0 : (rows[i + 1].second - level) / (rows[i + 1].first - speed);
    result.knot.push_back(speed);
    result.piece.push_back({level, slope, 0.0, 0.0});
  }
  result.knot.push_back(std::numeric_limits<double>::infinity());
  return result;
}

/// The level on the branch for rising speeds.
int compile_rising(ProgramBuilder& builder, const LevelNumbers& law, int speed, int owner) {
  if (law.table.size() > 1) return builder.lookup(speed, lines(law.table), owner);
  return compile_curve(builder, law, speed, owner);
}

}  // namespace

void LevelNumbers::press(double normal) {
  kinetic *= normal;
  breakaway *= normal;
  if (hysteresis) hysteresis->kinetic *= normal;
  for (auto& [speed, level] : table) level *= normal;
}

namespace {

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

BristleSlots compile_bristles(ProgramBuilder& builder, const Friction::Bristles& bristles,
                              const LevelNumbers& law,
                              const std::function<double(const Expression&)>& number, int velocity,
                              int deflection, int rate_input, int owner) {
  std::map<std::string, Meaning> names = {{"v", Slot{velocity}},
                                          {"z", Slot{deflection}},
                                          {"s", number(bristles.sigma0)},
                                          {"FK", law.kinetic},
                                          {"C", law.viscous}};
  const int speed = formula(builder, "abs(v)", names, owner);
  names["u"] = Slot{speed};
  if (bristles.kind == Friction::Bristles::Kind::Dahl) {
    const double exponent = number(bristles.exponent);
    names["n"] = exponent;
    names["r"] = Slot{rate_input};
    return {formula(builder, kDahlForce, names, owner),
            formula(builder, dahl_rate(exponent), names, owner),
            exponent == 1.0 ? formula(builder, "(v - r)*(FK/s)/u", names, owner) : -1};
  }
  names["L"] = Slot{compile_curve(builder, law, speed, owner)};
  const int rate = formula(builder, kLuGreRate, names, owner);
  names["w"] = Slot{rate};
  names["s1"] = number(bristles.sigma1);
  names["r"] = Slot{rate_input};
  return {formula(builder, kLuGreForce, names, owner), rate,
          formula(builder, "(v - r)*(L/s)/u", names, owner)};
}

LevelNumbers level_numbers(const Friction::Law& law,
                           const std::function<double(const Expression&)>& number) {
  LevelNumbers numbers{.viscous = number(law.viscous),
                       .kinetic = number(law.kinetic),
                       .breakaway = number(law.breakaway)};
  if (law.stribeck)
    numbers.stribeck = {number(law.stribeck->velocity), number(law.stribeck->exponent)};
  if (law.hysteresis)
    numbers.hysteresis = {number(law.hysteresis->rise), number(law.hysteresis->fall),
                          number(law.hysteresis->kinetic), number(law.hysteresis->viscous)};
  for (const auto& [speed, level] : law.table)
    numbers.table.emplace_back(number(speed), number(level));
  if (!numbers.table.empty()) numbers.kinetic = numbers.table.front().second;
  return numbers;
}

int compile_level(ProgramBuilder& builder, const LevelNumbers& law, int speed, int normal,
                  int owner) {
  const auto pressed = [&](int level) {
    if (normal < 0) return level;
    return formula(builder, "N*L", {{"N", Slot{normal}}, {"L", Slot{level}}}, owner);
  };
  const int rising = pressed(compile_rising(builder, law, speed, owner));
  if (!law.hysteresis) return rising;
  const auto branch = [&](int level, double viscous) {
    return formula(builder, "L + C*u", {{"L", Slot{level}}, {"C", viscous}, {"u", Slot{speed}}},
                   owner);
  };
  const LevelNumbers::Hysteresis& h = *law.hysteresis;
  const int falling = pressed(compile_constant(builder, h.kinetic, owner));
  return builder.relay(speed, h.rise, h.fall, branch(rising, law.viscous),
                       branch(falling, h.viscous), owner);
}

}  // namespace luztar
