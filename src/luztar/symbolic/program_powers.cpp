// Powers in a Program: whole ones are products; others have no series where their base is zero.
#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/symbolic/program.h"

namespace luztar {

int ProgramBuilder::integer_power(int a, int exponent) {
  LUZTAR_ASSERT(exponent >= 1);
  if (exponent == 1) return a;
  const int half = integer_power(a, exponent / 2);
  const int square = multiply(half, half);
  return exponent % 2 == 0 ? square : multiply(square, a);
}

int ProgramBuilder::power(int a, double exponent, const SourceLocation& where,
                          const Context& context) {
  if (exponent == 0.0) return constant(1.0, where);
  const bool whole = exponent == std::floor(exponent) && std::abs(exponent) <= 128.0;
  if (whole && exponent > 0.0) return integer_power(a, static_cast<int>(exponent));
  if (whole) {
    const int positive = integer_power(a, static_cast<int>(-exponent));
    return emit({.code = Code::Divide, .a = constant(1.0, where), .b = positive},
                Program::kAnyDegree);
  }
  const Program::PowerBase base = context.in_motion  ? Program::OfMotion
                                  : has_sign(a, 1.0) ? Program::NotBelow
                                                     : Program::AnyBase;
  return emit({.code = Code::Power, .a = a, .constant = exponent, .variant = base},
              Program::kAnyDegree);
}

/// Whether `sign` times the value is never below zero but for rounding, as it is written.
bool ProgramBuilder::has_sign(int slot, double sign) const {
  if (is_constant(slot)) return sign * *value_[slot] >= 0.0;
  if (never_below_[slot] != 0 && sign > 0.0) return true;
  if (std::ranges::find(signs_, std::pair{slot, sign}) != signs_.end()) return true;
  const Program::Instruction& i = maker_[slot];
  const auto same = [&](double by) {
    return has_sign(i.a, by) && has_sign(i.b, by);
  };
  switch (i.code) {
    case Code::Add:
      return i.a >= 0 && same(sign);
    case Code::AddConstant:
      return sign * i.constant >= 0.0 && has_sign(i.a, sign);
    case Code::Scale:
      return has_sign(i.a, i.constant < 0.0 ? -sign : sign);
    case Code::Multiply:
    case Code::Divide:
      if (i.code == Code::Multiply && i.a == i.b) return sign > 0.0;
      return (has_sign(i.a, sign) && has_sign(i.b, 1.0)) ||
             (has_sign(i.a, -sign) && has_sign(i.b, -1.0));
    case Code::Power:
    case Code::Exp:
    case Code::ScaleByBranch:
      return sign > 0.0;
    case Code::Select:
      return is_chosen_with_sign(i, sign);
    default:
      return false;
  }
}

/// max(0, x) and min(0, x), and what has the sign on both of its pieces.
bool ProgramBuilder::is_chosen_with_sign(const Program::Instruction& i, double sign) const {
  if (has_sign(i.a, sign) && has_sign(i.b, sign)) return true;
  const Switch& sw = program_.switches_[static_cast<std::size_t>(i.sw)];
  using Kind = Switch::Kind;
  if (sw.kind != Kind::AtLeast && sw.kind != Kind::Above) return false;
  // `a` is chosen where sw.low is not below zero, `b` where it is not above.
  const auto is_negative = [&](int x, int y) {
    return maker_[x].code == Code::Scale && maker_[x].a == y && maker_[x].constant == -1.0;
  };
  const auto follows = [&](int x, double low) {
    const bool opposite = is_negative(sw.low, x) || is_negative(x, sw.low);
    return has_sign(x, sign) || (x == sw.low && low == sign) || (opposite && low == -sign);
  };
  return follows(i.a, 1.0) && follows(i.b, -1.0);
}

template <typename N>
void BasicProgramSeries<N>::know_base(int slot, double time) {
  if (rounding_.empty()) rounding_.assign(rest_.size(), 0.0);
  rounding_[static_cast<std::size_t>(slot)] = time;
}

template <typename N>
bool BasicProgramSeries<N>::is_zero_base(int base) const {
  constexpr double kReach = 1e-20;  // [s]
  const N* u = slot(base);
  if (order() == 0) return false;
  return value_of(u[0]) <= std::max(0.0, std::max(kReach, time_of_rounding(base)) * value_of(u[1]));
}

/// It has no series where its base is zero: there it is taken for zero, for as short a step as what
/// is left out does not matter (LawCheck). The base may be below zero by rounding.
template <typename N>
N BasicProgramSeries<N>::power_coefficient(const Program::Instruction& i, int k) const {
  const N* u = slot(i.a);
  const N* p = slot(i.out);
  const double exponent = i.constant;
  const double start = value_of(u[0]);
  const bool hardly = k > 0 && exponent > 0.0 && i.variant != Program::OfMotion;
  if (start == 0.0 || (start < 0.0 && i.variant == Program::NotBelow) ||
      (start > 0.0 && hardly && is_zero_base(i.a))) {
    const bool none = exponent < 0.0 || i.variant == Program::OfMotion;
    const bool all_zero = std::all_of(u, u + k + 1, [](const N& x) { return value_of(x) == 0.0; });
    if (none && !all_zero) return std::numeric_limits<double>::quiet_NaN();
    return k == 0 ? std::pow(0.0, exponent) : 0.0;
  }
  if (k == 0) {
    const double power = exponent == 0.5 ? std::sqrt(start) : std::pow(start, exponent);
    return with_rate(u[0], power, exponent * power / start);
  }
  N sum = 0.0;
  for (int j = 1; j <= k; ++j) sum += (exponent * j - (k - j)) * u[j] * p[k - j];
  return sum / (k * u[0]);
}

template void BasicProgramSeries<double>::know_base(int, double);
template bool BasicProgramSeries<double>::is_zero_base(int) const;
template double BasicProgramSeries<double>::power_coefficient(const Program::Instruction&,
                                                              int) const;
template void BasicProgramSeries<Dual<2>>::know_base(int, double);
template bool BasicProgramSeries<Dual<2>>::is_zero_base(int) const;
template Dual<2> BasicProgramSeries<Dual<2>>::power_coefficient(const Program::Instruction&,
                                                                int) const;
template void BasicProgramSeries<Dual<8>>::know_base(int, double);
template bool BasicProgramSeries<Dual<8>>::is_zero_base(int) const;
template Dual<8> BasicProgramSeries<Dual<8>>::power_coefficient(const Program::Instruction&,
                                                                int) const;

}  // namespace luztar
