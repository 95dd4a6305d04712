// What a run reads later than it is: sampled controllers and delays, in numbers.
#pragma once

#include <string>
#include <vector>

#include "luztar/dynamics/system/delays.h"
#include "luztar/dynamics/system/direct_laws.h"
#include "luztar/dynamics/system/grid.h"
#include "luztar/model/model.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// When a controller samples and what it computes. Its clocks are switches of the program whose
/// piece n begins at first + n period, or at first + delay + n period.
struct ControllerLaw {
  struct Assignment {
    int to;               ///< its place in the memory of the controller
    DirectFormula value;  ///< Memory: of this controller; State: of internals
  };
  double period{}, delay{}, first{};  ///< [s]
  int clock{-1};                      ///< switch that samples
  int act_clock{-1};                  ///< switch that makes the values act; `clock` without a delay
  int owner{-1};                      ///< of both, among the names of events
  int output{-1};                     ///< first of its values among the internals
  int pending{-1};                    ///< first of them in State::sampling; -1: no delay
  int size{};                         ///< of its memory
  std::vector<Assignment> update;

  Grid samples() const { return {{first, 0.0}, period}; }
  Grid actions() const { return {two_sum(first, delay), period}; }
};

struct Sampling {
  /// A slot of the program with what a controller holds.
  struct Output {
    int slot;
    int internal;
  };
  std::vector<ControllerLaw> controllers;
  std::vector<DelayLaw> delays;
  std::vector<Output> outputs;
  int n_clocks{};   ///< of controllers; they are the first switches of the program
  int n_outputs{};  ///< they are the last internals
  int n_pending{};  ///< length of State::sampling
  bool empty() const { return controllers.empty(); }
  /// Of a clock: piece n of its switch begins at instant n.
  Grid grid_of(int clock) const;
};

/// Their clocks and slots, without updates. @param owner  name of the first one's events
/// @param output  among the internals: the first value that they hold
Sampling sampling_of(const std::vector<Controller>& controllers, const ParameterValues& values,
                     int owner, int output, ProgramBuilder& builder);

/// State::sampling before the first sample: what is held. @param internal  of the State
std::vector<double> first_pending(const Sampling& sampling, const std::vector<double>& internal);

}  // namespace luztar
