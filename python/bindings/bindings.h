// The parts of the module luztar._core.
#pragma once

#include <nanobind/nanobind.h>

namespace luztar {
class Recording;
}

namespace luztar::python {

/// Types of what is given to Python, for checkers there.
template <class... Items>
using ListOfTuples = nanobind::typed<nanobind::list, nanobind::typed<nanobind::tuple, Items...>>;
using WordsAndAnything = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;
/// Values of parameters or settings: numbers in SI, or text.
using Changes = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

using Pairs = ListOfTuples<nanobind::str, nanobind::str>;
using Triples = ListOfTuples<nanobind::str, nanobind::str, nanobind::str>;
Pairs channel_names(const Recording& run);  ///< ("q", "block") of each column
/// For each name that events can have, the words of its modes -1, 0, 1.
Triples mode_words(const Recording& run);

void bind_model(nanobind::module_& m);       ///< Model: reading, checking, simulate
void bind_run(nanobind::module_& m);         ///< Recording, State
void bind_former_run(nanobind::module_& m);  ///< FormerRun: a Recording of files
void bind_derive(nanobind::module_& m);      ///< derive, reduce
void bind_study(nanobind::module_& m);       ///< equilibrium, modes
void bind_linear(nanobind::module_& m);      ///< linearize
void bind_fit(nanobind::module_& m);         ///< fit, residuals
void bind_law_choice(nanobind::module_& m);  ///< which law of friction data ask for
void bind_stepper(nanobind::module_& m);     ///< Stepper, StepperState
void bind_export(nanobind::module_& m);      ///< FMUs
void bind_sweep(nanobind::module_& m);       ///< sweep
void bind_compare(nanobind::module_& m);     ///< RunRecord, compare

}  // namespace luztar::python
