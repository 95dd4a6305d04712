// The simulator of one model as C99 without allocation, for embedded targets.
#pragma once

#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

struct ExportC {
  /// What the names in C begin with, and the files are called.
  std::string name{"model"};
  /// Parameters and signals whose values come from outside: model/inputs.h.
  std::vector<std::string> inputs{};
  /// NAME_show(): forces, accelerations and modes at the time reached; NAME_init_at(): any start.
  bool shows{};
};

struct ExportedC {
  std::string header;  ///< NAME.h: the struct of a run, its functions
  std::string source;  ///< NAME.c: C99, math.h only
};

/// A program that makes the run of a model: from call to call, to any time, with its events.
///
///     NAME_init(run)                    at the start, with the parameters of the model
///     NAME_step(run, h)                 goes on by h seconds, whatever h; a status
///     run->t, q, v, event[], status     what is known then
///
/// Between events it integrates by Dormand and Prince of order 8 with error control. Events are
/// roots of polynomials through what ends a mode. There is no allocation, no written global, no
/// stdio.
///
/// Throws ModelError for what cannot be said in this form, with its place; std::invalid_argument
/// for a name that C does not take.
/// @pre compile(model) passes
ExportedC export_c(const Model& model, const ExportC& options = {});

}  // namespace luztar
