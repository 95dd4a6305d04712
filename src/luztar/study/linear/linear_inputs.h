// Inputs of a linear system: parameters and signals that move about their values.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// A model whose inputs can be varied: by their values, and by their first and second rates at one
/// time, which count where given motions follow them.
///
///     signal -> signal + u + u' (t - time) + u''(t - time)²/2
///
/// The same of parameters in given motions and in signals; elsewhere their values alone count.
struct VariedInputs {
  Model model;  ///< u = u' = u'' = 0
  /// (inputs) parameters of the model: value, rate, second rate
  std::vector<std::array<std::string, 3>> parameters;
};

/// Throws ModelError: no such parameter or signal, or twice the same.
VariedInputs with_varied_inputs(const Model& model, const std::vector<std::string>& inputs,
                                double time);

/// Of a parameter or a signal. @param values  of all parameters
double input_value(const Model& model, const ParameterValues& values, const std::string& name,
                   double time);
/// What a signal changes by with a parameter.
double signal_slope(const Model& model, const ParameterValues& values, const std::string& signal,
                    const std::string& parameter, double time);

}  // namespace luztar
