// Arguments made of t by arithmetic, as 314 t, have more digits than a double late in a run: what
// rounding takes from such arguments is kept beside them and given back where a function or an edge
// reads them.
#include <cmath>
#include <numbers>

#include "luztar/symbolic/program.h"

namespace luztar {
namespace {

/// What rounding took from x + y.
double lost_in_sum(double x, double y) {
  const double sum = x + y;
  const double part = sum - x;
  return (x - (sum - part)) + (y - part);
}

void turn(double& sin, double& cos, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const double before = sin;
  sin = before * c + cos * s;
  cos = cos * c - before * s;
}

}  // namespace

/// Of a value that arithmetic made; where terms cancel, what is left takes it in.
template <typename N>
void BasicProgramSeries<N>::keep_rest(const Program::Instruction& i, std::int64_t piece) {
  using Code = Program::Code;
  const double a = i.a >= 0 ? value_of(slot(i.a)[0]) : 0.0;
  const double b = i.b >= 0 ? value_of(slot(i.b)[0]) : 0.0;
  const double rest_a = i.a >= 0 ? rest_[i.a] : 0.0;
  const double rest_b = i.b >= 0 ? rest_[i.b] : 0.0;
  double& out = value_of(slot(i.out)[0]);
  double& rest = rest_[i.out];
  switch (i.code) {
    case Code::Add:
      rest = lost_in_sum(a, b) + (rest_a + rest_b);
      break;
    case Code::Subtract:
      rest = lost_in_sum(a, -b) + (rest_a - rest_b);
      break;
    case Code::AddConstant:
      rest = lost_in_sum(a, i.constant) + rest_a;
      break;
    case Code::Scale:
      rest = std::fma(i.constant, a, -out) + i.constant * rest_a;
      break;
    case Code::Multiply:
      rest = std::fma(a, b, -out) + (a * rest_b + b * rest_a);
      break;
    case Code::Divide:
      rest = (std::fma(-out, b, a) + (rest_a - out * rest_b)) / b;
      break;
    case Code::ScaleByBranch:
      rest = static_cast<double>(piece) * rest_a;
      break;
    case Code::Select:
      rest = piece != 0 ? rest_a : rest_b;
      break;
    case Code::DeadZone:
      rest = piece < 0 ? rest_a : piece > 0 ? rest_b : 0.0;
      break;
    case Code::Limit:
      rest = piece < 0 ? -rest_b : piece > 0 ? rest_b : rest_a;
      break;
    default:
      return;
  }
  if (noticed_rest(rest) == 0.0) return;
  const double sum = out + rest;
  rest = lost_in_sum(out, rest);
  out = sum;
}

/// A function of a time argument, to first order in the rest of its rounding; exactly for sin and
/// cos.
template <typename N>
void BasicProgramSeries<N>::correct(const Program& program, const Program::Instruction& i,
                                    std::int64_t piece) {
  using Code = Program::Code;
  const double more = rest(i.a);
  double& out = value_of(slot(i.out)[0]);
  if (i.code == Code::Cell) {  // the start of the period has a rest too
    const double width = program.switches()[i.sw].width;
    const double start = width * static_cast<double>(piece);
    const double lost = std::fma(width, static_cast<double>(piece), -start);
    if (noticed_rest(lost) != 0.0 || more != 0.0) {
      out = value_of(slot(i.a)[0]) - start + (more - lost);
      if (i.variant == 0) out = out / std::numbers::pi - 1.0;
    }
  }
  if (more == 0.0) return;
  const double u = value_of(slot(i.a)[0]);
  switch (i.code) {
    case Code::Lookup:
      if (i.variant == 0)
        out += more *
               program.table(program.switches()[i.sw]).piece[static_cast<std::size_t>(piece)][1];
      if (i.variant == 1) out += more;
      break;
    case Code::SinCos:
      turn(out, value_of(slot(i.aux)[0]), more);
      break;
    case Code::Exp:
      out += out * more;
      break;
    case Code::Power:
      if (u > 0.0) out += i.constant * out * more / u;
      break;
    case Code::Integral:
      out += (i.variant == 2 ? -more : more) / value_of(slot(i.b)[0]);
      break;
    default:
      break;  // tan, tanh, sinh, cosh and atan2 are not for time arguments
  }
}

template void BasicProgramSeries<double>::keep_rest(const Program::Instruction&, std::int64_t);
template void BasicProgramSeries<double>::correct(const Program&, const Program::Instruction&,
                                                  std::int64_t);
template void BasicProgramSeries<Dual<2>>::keep_rest(const Program::Instruction&, std::int64_t);
template void BasicProgramSeries<Dual<2>>::correct(const Program&, const Program::Instruction&,
                                                   std::int64_t);
template void BasicProgramSeries<Dual<8>>::keep_rest(const Program::Instruction&, std::int64_t);
template void BasicProgramSeries<Dual<8>>::correct(const Program&, const Program::Instruction&,
                                                   std::int64_t);

}  // namespace luztar
