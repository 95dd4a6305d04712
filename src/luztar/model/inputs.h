// Inputs: parameters and signals whose values come from outside while a model runs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// A parameter or a signal of a model that is given from outside.
struct ModelInput {
  std::string name;
  int degree{};  ///< 0: held between two changes; n: a polynomial of this degree in time
};

/// The same model where laws read inputs as states, which nothing in the model changes.
struct ModelWithInputs {
  struct Place {
    std::size_t state;   ///< in Model::states; derivatives of orders 1, 2, ... follow
    double start;        ///< the value that the file gives it [SI]
    std::string unit{};  ///< in SI, as the file has it; "" if none
  };
  Model model;
  std::vector<Place> inputs;
};

/// Parameters and signals that are made of inputs follow them; start values and [simulation] keep
/// the values that the inputs have at the start.
/// Throws std::invalid_argument for a name that is no parameter and no signal, or stands twice;
/// ModelError where a value reads an input that stays what it is during a run: a mass, a stiffness,
/// a level of friction, a given motion.
ModelWithInputs with_inputs(const Model& model, const std::vector<ModelInput>& inputs,
                            const ParameterValues& overrides = {});

}  // namespace luztar
