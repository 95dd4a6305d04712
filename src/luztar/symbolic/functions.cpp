#include "luztar/symbolic/functions.h"

#include <algorithm>
#include <array>

namespace luztar {
namespace {

constexpr std::array kFunctions = {
    FunctionName{"sin", Op::Sin, 1},       FunctionName{"cos", Op::Cos, 1},
    FunctionName{"tan", Op::Tan, 1},       FunctionName{"asin", Op::Asin, 1},
    FunctionName{"acos", Op::Acos, 1},     FunctionName{"atan", Op::Atan, 1},
    FunctionName{"atan2", Op::Atan2, 2},   FunctionName{"sinh", Op::Sinh, 1},
    FunctionName{"cosh", Op::Cosh, 1},     FunctionName{"tanh", Op::Tanh, 1},
    FunctionName{"asinh", Op::Asinh, 1},   FunctionName{"acosh", Op::Acosh, 1},
    FunctionName{"atanh", Op::Atanh, 1},   FunctionName{"exp", Op::Exp, 1},
    FunctionName{"log", Op::Log, 1},       FunctionName{"log10", Op::Log10, 1},
    FunctionName{"sqrt", Op::Sqrt, 1},     FunctionName{"hypot", Op::Hypot, 2},
    FunctionName{"abs", Op::Abs, 1},       FunctionName{"sign", Op::Sign, 1},
    FunctionName{"min", Op::Min, 2},       FunctionName{"max", Op::Max, 2},
    FunctionName{"step", Op::Step, 1},     FunctionName{"pulse", Op::Pulse, 3},
    FunctionName{"square", Op::Square, 1}, FunctionName{"saw", Op::Saw, 1},
    FunctionName{"floor", Op::Floor, 1},   FunctionName{"ceil", Op::Ceil, 1},
    FunctionName{"round", Op::Round, 1},   FunctionName{"mod", Op::Mod, 2},
    FunctionName{"if", Op::If, 3},         FunctionName{"luz", Op::Luz, 2},
    FunctionName{"tar", Op::Tar, 2},       FunctionName{"sat", Op::Sat, 2},
    FunctionName{"delay", Op::Delay, 2},
};

constexpr std::array kOperators = {
    FunctionName{"+", Op::Add, 2},          FunctionName{"-", Op::Subtract, 2},
    FunctionName{"*", Op::Multiply, 2},     FunctionName{"/", Op::Divide, 2},
    FunctionName{"^", Op::Power, 2},        FunctionName{"<", Op::Less, 2},
    FunctionName{"<=", Op::LessEqual, 2},   FunctionName{">", Op::Greater, 2},
    FunctionName{">=", Op::GreaterEqual, 2}};

}  // namespace

std::span<const FunctionName> function_names() { return kFunctions; }

const FunctionName* find_function(std::string_view name) {
  const auto* found = std::ranges::find(kFunctions, name, &FunctionName::name);
  return found == kFunctions.end() ? nullptr : found;
}

std::string_view function_name(Op op) {
  const auto* found = std::ranges::find(kFunctions, op, &FunctionName::op);
  return found == kFunctions.end() ? std::string_view{} : found->name;
}

std::string_view operator_text(Op op) {
  const auto* found = std::ranges::find(kOperators, op, &FunctionName::op);
  return found == kOperators.end() ? std::string_view{} : found->name;
}

}  // namespace luztar
