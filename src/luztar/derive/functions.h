// The equations of a model as functions in C99 and Python.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "luztar/model/model.h"
#include "luztar/symbolic/notation.h"

namespace luztar {

/// "c" or "python"; nothing for another word.
std::optional<Language> language_of(std::string_view word);

/// One self-contained source file (C99 with math.h only, a Python module with math only):
///
///     accelerations(t, q, v, p, a)       of all bodies, with friction at rest by Gauss's principle
///     friction_forces(t, q, v, p, T)     of all frictions, links and stops
///
/// names of bodies, pairs and parameters, the parameters with their values in the model and, where
/// the model has it, what else a state consists of: bristle deflections and their rates, branches
/// of hysteresis, states of the model, the edges that stops rest on, velocities of massless bodies,
/// measured signals. A comment at the top says how to use it.
///
/// A pair is at rest where its rate is zero up to rounding. What sticks and slips there is found
/// exactly: by the recursion on trees where the pairs form one, else by pivoting (docs/theory.md,
/// section 2). The values are those that a run of luztar started at this state begins with.
///
/// Whether a mass is 0 or inf is decided by the values in the model; p may change all else.
/// Throws ModelError for what cannot be said in this form, with the reason: massless bodies that
/// only springs hold, or with laws whose velocity is no closed function of the state.
/// @pre compile(model) passes: what depends on the numbers of a whole model is not checked again
std::string generate_functions(const Model& model, Language language);

}  // namespace luztar
