#include "luztar/symbolic/hidden_terms.h"

#include <algorithm>
#include <array>
#include <utility>

#include "luztar/symbolic/dependence.h"

namespace luztar {
namespace {

/// A series of time must begin early, so that its first coefficients tell its size, and have no
/// gaps longer than the last ones that bound the step: sin(t^2) has t^2, t^6, t^10, ...
constexpr int kLatestStart = 5;
constexpr int kMostOfArgument = 2;  // degree

class Finder {
 public:
  explicit Finder(const Program& program)
      : program_(program), hidden_(program.slots(), 0), start_(program.slots(), 0) {
    start_[0] = 1;  // t
    for (const auto* code : {&program.time_code(), &program.state_code()})
      for (const Program::Instruction& i : *code) follow(i);
  }
  std::vector<char> take() { return std::move(hidden_); }

 private:
  using Code = Program::Code;

  void follow(const Program::Instruction& i) {
    const int a = i.a >= 0 ? start_[i.a] : 0;
    const int b = i.b >= 0 ? start_[i.b] : 0;
    int start = i.code == Code::Multiply ? a + b : std::max(a, b);
    if (i.code == Code::Table) start = program_.degree(i.out);
    if (i.code == Code::Branch || i.code == Code::Grid) start = 0;
    if (is_wave(i.code)) start = program_.degree(i.a);
    const bool hides = hides_terms(i, start);
    for (const int slot : {i.out, i.aux}) {
      if (slot < 0) continue;
      hidden_[slot] = hides ? 1 : 0;
      start_[slot] = start;
    }
  }

  bool hides_terms(const Program::Instruction& i, int start) const {
    if (i.code == Code::Branch || i.code == Code::Table || i.code == Code::Grid) return false;
    const bool operands = (i.a >= 0 && hidden_[i.a] != 0) || (i.b >= 0 && hidden_[i.b] != 0);
    if (operands) return true;
    if (is_wave(i.code)) return !program_.time_only(i.a) || start > kMostOfArgument;
    if (i.code == Code::Multiply) return !program_.time_only(i.out) || start > kLatestStart;
    if (i.code == Code::Divide) return program_.degree(i.b) > 0;
    return !is_linear(i.code);
  }

  static bool is_wave(Code code) {
    return code == Code::SinCos || code == Code::SinhCosh || code == Code::Exp;
  }

  static bool is_linear(Code code) {
    constexpr std::array kLinear = {Code::Add,    Code::Subtract, Code::AddConstant,   Code::Scale,
                                    Code::Select, Code::DeadZone, Code::ScaleByBranch, Code::Cell,
                                    Code::Lookup, Code::Limit};
    return std::find(kLinear.begin(), kLinear.end(), code) != kLinear.end();
  }

  const Program& program_;
  std::vector<char> hidden_;
  std::vector<int> start_;  ///< (slots) latest order of the first term, whatever the anchor
};

}  // namespace

std::vector<char> slots_with_hidden_terms(const Program& program) { return Finder(program).take(); }

std::vector<std::vector<int>> bases_of_powers(const Program& program) {
  if (!has_powers(program)) return {};
  SlotMarks bases(static_cast<std::size_t>(program.slots()));
  for (const Program::Instruction& i : program.state_code())
    if (i.code == Program::Code::Power) bases[static_cast<std::size_t>(i.out)] = {i.a};
  return marks_behind(program, std::move(bases));
}

}  // namespace luztar
