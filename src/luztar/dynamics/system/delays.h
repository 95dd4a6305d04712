// Delayed expressions in numbers.
#pragma once

#include <optional>

#include "luztar/dynamics/system/direct_laws.h"
#include "luztar/dynamics/system/past.h"
#include "luztar/model/model.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// What an expression was a time before. It is an internal without a rate of its own: its power
/// series is that of State::past. Its clock is a switch of the program that counts the parts of
/// that past.
struct DelayLaw {
  double time{};            ///< > 0 [s]
  int slot{-1};             ///< of the expression, in the program
  int clock{-1};            ///< switch
  int owner{-1};            ///< of its clock, among the names of events
  bool has_history{};       ///< before the start nothing reads it
  DirectFormula formula{};  ///< the expression as it is written

  /// The time that it reads.
  Time ago(const Time& now) const { return now + -time; }
};

class SystemImpl;
struct State;

/// Its time and its clock. Throws ModelError: the time is not above 0.
DelayLaw begun_delay(const Delay& delay, const ParameterValues& values, int owner,
                     ProgramBuilder& builder);

/// When a clock of a delay goes on, as far as that is known.
std::optional<Time> next_part(const SystemImpl& system, const State& state, int clock);

}  // namespace luztar
