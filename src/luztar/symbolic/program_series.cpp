// Taylor coefficients of a Program: one recurrence per instruction (recurrences.h).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "luztar/symbolic/program.h"
#include "luztar/symbolic/recurrences.h"

namespace luztar {
namespace {

using namespace recurrences;

/// From here on branches do not count cells.
constexpr double kMostCells = 9e15;

/// From half a turn to the next one: between this angle, where it is fewer, and the cut at pi. Back
/// from the next one is further, so that no angle goes to and fro between them.
constexpr double kNextTurn = 0.75 * std::numbers::pi;

/// @param u  what floor and round are of; else nothing
template <typename N>
double branch_constant(int variant, std::int64_t branch, const N* u) {
  if (variant == 1) return branch == 0 ? 1.0 : 0.0;       // pulse
  if (variant == 2) return branch % 2 == 0 ? 1.0 : -1.0;  // square
  const bool counts = u == nullptr || std::abs(value_of(u[0])) < kMostCells;
  return counts ? static_cast<double>(branch) : std::numeric_limits<double>::quiet_NaN();
}

/// From the start of the cell: u / pi - 1 of saw, whose cells are 2 pi wide, or u itself.
template <typename N>
N cell_coefficient(const Program::Instruction& i, const N* u, std::int64_t cell, int k) {
  const bool saw = i.variant == 0;
  const double start = (saw ? 2.0 * std::numbers::pi : i.constant) * static_cast<double>(cell);
  if (saw) return (k == 0 ? u[0] - start : u[k]) / std::numbers::pi - (k == 0 ? 1.0 : 0.0);
  if (k > 0) return u[k];
  const bool counts = std::abs(value_of(u[0]) / i.constant) < kMostCells;
  return counts ? u[0] - start : N(std::numeric_limits<double>::quiet_NaN());
}

double table_coefficient(const PiecewiseCubic& table, std::int64_t piece, double t, double t_rest,
                         int k) {
  const auto& c = table.piece[static_cast<std::size_t>(piece)];
  const double s = t - table.knot[static_cast<std::size_t>(piece)] + t_rest;
  switch (k) {
    case 0:
      return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    case 1:
      return c[1] + s * (2.0 * c[2] + s * 3.0 * c[3]);
    case 2:
      return c[2] + 3.0 * s * c[3];
    default:
      return c[3];
  }
}

const PiecewiseCubic& table_of(const Program& program, const Program::Instruction& i) {
  return program.table(program.switches()[i.sw]);
}

/// @param slot  -1: none
int degree_of(const Program& program, int slot) { return slot >= 0 ? program.degree(slot) : 0; }

/// By its variant 0: a straight line; 1: u from the beginning of the piece; 2 + n: c[n]
template <typename N>
N lookup_coefficient(const Program& program, const Program::Instruction& i, std::int64_t piece,
                     const N* u, int k) {
  const PiecewiseCubic& table = table_of(program, i);
  const int variant = i.variant;
  const auto& c = table.piece[static_cast<std::size_t>(piece)];
  if (variant > 1) return c[static_cast<std::size_t>(variant) - 2];
  if (variant == 1) return k == 0 ? u[0] - table.knot[static_cast<std::size_t>(piece)] : u[k];
  return k == 0 ? c[0] + c[1] * (u[0] - table.knot[static_cast<std::size_t>(piece)]) : c[1] * u[k];
}

}  // namespace

template <typename N>
BasicProgramSeries<N>::BasicProgramSeries(const Program& program, int order)
    : stride_(order + 1), order_(order) {
  data_.assign(static_cast<std::size_t>(program.slots()) * stride_, N(0.0));
  for (const auto& [index, value] : program.constants()) slot(index)[0] = value;
  rest_.assign(program.slots(), 0.0);
}

template <typename N>
void BasicProgramSeries<N>::expand_time(const Program& program, double t,
                                        const std::int64_t* branch, double t_rest) {
  time_ = t;
  rest_[0] = t_rest;
  slot(0)[0] = t;
  if (order() >= 1) slot(0)[1] = 1.0;
  for (const auto& instruction : program.time_code()) run(program, instruction, 0, order(), branch);
}

template <typename N>
void BasicProgramSeries<N>::expand_state(const Program& program, int k,
                                         const std::int64_t* branch) {
  for (const auto& instruction : program.state_code()) run(program, instruction, k, k, branch);
}

template <typename N>
void BasicProgramSeries<N>::evaluate(const Program& program, double t, const std::int64_t* branch,
                                     double shift, double spread) {
  time_ = t;
  slot(0)[0] = t;
  double place = 0.0;  // evenly spread in [0, 1)
  for (const auto* code : {&program.time_code(), &program.state_code()})
    for (const auto& instruction : *code) {
      run(program, instruction, 0, 0, branch);
      if (shift == 0.0) continue;
      place += spread;
      place -= std::floor(place);
      const double weight =
          place < 0.5 ? 1.0 + 2.0 * place : -2.0 * place;  // in [1, 2), either way
      const double factor = 1.0 + shift * weight;
      slot(instruction.out)[0] *= factor;
      if (instruction.aux >= 0) slot(instruction.aux)[0] *= factor;
    }
}

/// Order 0 of what reads a time argument is corrected before higher orders are made of it.
template <typename N>
void BasicProgramSeries<N>::run(const Program& program, const Program::Instruction& i, int first,
                                int last, const std::int64_t* branch) {
  if (first == 0 && i.reads_time) {
    const std::int64_t piece = i.sw >= 0 ? branch[i.sw] : 0;
    calculate(program, i, 0, 0, branch);
    keep_rest(i, piece);
    correct(program, i, piece);
    first = 1;
  }
  calculate(program, i, first, last, branch);
}

template <typename N>
void BasicProgramSeries<N>::calculate(const Program& program, const Program::Instruction& i,
                                      int first, int last, const std::int64_t* branch) {
  last = std::min(last, i.degree);
  N* out = slot(i.out);
  const N* a = i.a >= 0 ? slot(i.a) : nullptr;
  const N* b = i.b >= 0 ? slot(i.b) : nullptr;
  const int a_degree = degree_of(program, i.a), b_degree = degree_of(program, i.b);
  const std::int64_t piece = i.sw >= 0 ? branch[i.sw] : 0;
  const auto fill = [first, last, out](const auto& coefficient) {
    for (int k = first; k <= last; ++k) out[k] = coefficient(k);
  };
  switch (i.code) {
    case Code::Add:
      return fill([&](int k) { return a[k] + b[k]; });
    case Code::Subtract:
      return fill([&](int k) { return a[k] - b[k]; });
    case Code::AddConstant:
      return fill([&](int k) { return k == 0 ? a[0] + i.constant : a[k]; });
    case Code::Scale:
      return fill([&](int k) { return i.constant * a[k]; });
    case Code::Multiply:
      return fill([&](int k) { return product_coefficient(a, a_degree, b, b_degree, k); });
    case Code::Divide:
      return fill([&](int k) { return quotient_coefficient(a, b, b_degree, out, k); });
    case Code::Power:
      return fill([&](int k) { return power_coefficient(i, k); });
    case Code::Exp:
      return fill([&](int k) { return exp_coefficient(a, a_degree, out, k); });
    case Code::SinCos:
    case Code::SinhCosh:
      return sin_cos(i.code, a, a_degree, out, slot(i.aux), first, last);
    case Code::Tan:
    case Code::Tanh:
      return tan_square(i.code, a, a_degree, out, slot(i.aux), first, last);
    case Code::Integral:
      return fill([&](int k) { return integral_coefficient(i, a, b, out, k); });
    case Code::Atan2:
      return atan2_square(a, b, piece, out, slot(i.aux), first, last);
    case Code::ScaleByBranch:
      return fill([&](int k) { return static_cast<double>(piece) * a[k]; });
    case Code::Branch:
      return fill([&](int) { return branch_constant(i.variant, piece, a); });
    case Code::Select:
      return fill([&](int k) { return piece != 0 ? a[k] : b[k]; });
    case Code::DeadZone:
      return fill([&](int k) { return piece < 0 ? a[k] : piece > 0 ? b[k] : N(0.0); });
    case Code::Limit:
      return fill([&](int k) { return piece < 0 ? -b[k] : piece > 0 ? b[k] : a[k]; });
    case Code::Cell:
      return fill([&](int k) { return cell_coefficient(i, a, piece, k); });
    case Code::Table:
      return fill(
          [&](int k) { return table_coefficient(table_of(program, i), piece, time_, rest(0), k); });
    case Code::Lookup:
      return fill([&](int k) { return lookup_coefficient(program, i, piece, a, k); });
    case Code::Grid:
      return fill([&](int) { return program.grid_coefficient(i, branch); });
  }
}

// Member by member: others are in program_powers.cpp and program_time.cpp.
template BasicProgramSeries<double>::BasicProgramSeries(const Program&, int);
template void BasicProgramSeries<double>::expand_time(const Program&, double, const std::int64_t*,
                                                      double);
template void BasicProgramSeries<double>::expand_state(const Program&, int, const std::int64_t*);
template void BasicProgramSeries<double>::evaluate(const Program&, double, const std::int64_t*,
                                                   double, double);
template BasicProgramSeries<Dual<2>>::BasicProgramSeries(const Program&, int);
template void BasicProgramSeries<Dual<2>>::expand_time(const Program&, double, const std::int64_t*,
                                                       double);
template void BasicProgramSeries<Dual<2>>::expand_state(const Program&, int, const std::int64_t*);
template void BasicProgramSeries<Dual<2>>::evaluate(const Program&, double, const std::int64_t*,
                                                    double, double);
template BasicProgramSeries<Dual<8>>::BasicProgramSeries(const Program&, int);
template void BasicProgramSeries<Dual<8>>::expand_time(const Program&, double, const std::int64_t*,
                                                       double);
template void BasicProgramSeries<Dual<8>>::expand_state(const Program&, int, const std::int64_t*);
template void BasicProgramSeries<Dual<8>>::evaluate(const Program&, double, const std::int64_t*,
                                                    double, double);

std::int64_t branch_from_values(const Program& program, const Switch& sw, double low, double high,
                                double t, std::int64_t now) {
  using Kind = Switch::Kind;
  switch (sw.kind) {
    case Kind::Sign:
      return low > 0.0 ? 1 : low < 0.0 ? -1 : 0;
    case Kind::AtLeast:
      return low >= 0.0 ? 1 : 0;
    case Kind::Above:
      return low > 0.0 ? 1 : 0;
    case Kind::Interval:
      return low < 0.0 ? -1 : high > 0.0 ? 1 : 0;
    case Kind::Pulse:
      return low < 0.0 ? -1 : high >= 0.0 ? 1 : 0;
    case Kind::Cell: {
      const double cell = std::floor(low / sw.width);
      if (!(std::abs(cell) < kMostCells)) return 0;
      const bool behind = sw.away && low <= 0.0 && low == cell * sw.width;
      return static_cast<std::int64_t>(cell) - (behind ? 1 : 0);
    }
    case Kind::Relay:  // between its edges it has not risen yet
      return low > 0.0 ? 1 : 0;
    case Kind::Turn: {
      const double beyond = low - std::numbers::pi * static_cast<double>(now);
      return now + (beyond > kNextTurn ? 1 : beyond < -kNextTurn ? -1 : 0);
    }
    case Kind::Table:
    case Kind::Lookup:
      break;
  }
  const double x = sw.kind == Kind::Lookup ? low : t;
  return static_cast<std::int64_t>(piece_at(program.table(sw), x));
}

int guards_of(const Program& program, const Switch& sw, std::int64_t branch,
              SwitchGuard guards[2]) {
  using Kind = Switch::Kind;
  int count = 0;
  const auto guard = [&](int slot, double sign, double offset, std::int64_t next,
                         double rest = 0.0) {
    guards[count++] = {slot, sign, offset, rest, next};
  };
  const auto cell = [&](double sign, std::int64_t edge, std::int64_t next) {
    const double n = -sign * static_cast<double>(edge);
    guard(sw.low, sign, sw.width * n, next, noticed_rest(std::fma(sw.width, n, -(sw.width * n))));
  };
  switch (sw.kind) {
    case Kind::Sign:
      // Zero as far as its series tells: t^29 leaves it later.
      if (branch >= 0) guard(sw.low, branch == 0 ? -1.0 : 1.0, 0.0, branch == 0 ? 1 : -1);
      if (branch <= 0) guard(sw.low, branch == 0 ? 1.0 : -1.0, 0.0, branch == 0 ? -1 : 1);
      break;
    case Kind::AtLeast:
    case Kind::Above:
      guard(sw.low, branch != 0 ? 1.0 : -1.0, 0.0, 1 - branch);
      break;
    case Kind::Interval:
    case Kind::Pulse:
      if (branch <= 0) guard(sw.low, branch == 0 ? 1.0 : -1.0, 0.0, branch == 0 ? -1 : 0);
      if (branch >= 0) guard(sw.high, branch == 0 ? -1.0 : 1.0, 0.0, branch == 0 ? 1 : 0);
      break;
    case Kind::Cell:
      cell(1.0, branch, branch - 1);
      cell(-1.0, branch + 1, branch + 1);
      break;
    case Kind::Turn: {
      const double angle = std::numbers::pi * static_cast<double>(branch);
      guard(sw.low, 1.0, kNextTurn - angle, branch - 1);
      guard(sw.low, -1.0, kNextTurn + angle, branch + 1);
      break;
    }
    case Kind::Relay:
      if (branch == 0) guard(sw.low, -1.0, 0.0, 1);
      if (branch != 0) guard(sw.high, 1.0, 0.0, 0);
      break;
    case Kind::Table:
    case Kind::Lookup: {
      const auto& knot = program.table(sw).knot;
      const auto last = static_cast<std::int64_t>(knot.size()) - 2;
      if (sw.kind == Kind::Lookup && branch > 0)
        guard(sw.low, 1.0, -knot[static_cast<std::size_t>(branch)], branch - 1);
      if (branch < last)
        guard(sw.low, -1.0, knot[static_cast<std::size_t>(branch) + 1], branch + 1);
      break;
    }
  }
  return count;
}

}  // namespace luztar
