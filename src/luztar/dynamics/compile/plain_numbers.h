// The numbers of bodies and elements that stand in a System as they are: not in its program, nor in
// an expression. Written when a model is compiled, and again for other values of its parameters.
#pragma once

#include <vector>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/model.h"
#include "luztar/network/network.h"

namespace luztar {

/// What an element is called and how it behaves, without numbers. `internal` follows from its
/// place.
ElementInfo info_of(const NetworkElement& element);
/// Writes the numbers of an element, and what follows from them. Only arms that turn allocate.
void set_numbers(ElementInfo& info, const NetworkElement& element, const ParameterValues& values);

/// Mass and start. @pre its role is in system.body_laws
void set_numbers(SystemImpl& system, int body, const Body& source, const ParameterValues& values);

/// The same of an element, its arms, and what its law has in plain numbers.
/// @pre the element is in system.elements, in system.arms, and in springs, dampers or pairs if its
///      law is one of these
void set_numbers(SystemImpl& system, int element, const NetworkElement& source,
                 const ParameterValues& values);

/// The same with derivatives. @param law  in numbers
void set_numbers(VariedSystem::SmoothNumbers& numbers, const SpringLaw& law,
                 const NetworkElement& source, const ParameterSlopes& slopes);
void set_numbers(VariedSystem::PairNumbers& numbers, const PairLaw& law,
                 const NetworkElement& source, const ParameterValues& values,
                 const ParameterSlopes& slopes);

/// Writes a System anew for other values of parameters that nothing but plain numbers read.
class PlainNumbers {
 public:
  /// `model` outlives it unchanged. @param changing  their names alone matter
  /// @param values  of all parameters, some that are right
  PlainNumbers(const Model& model, const ParameterValues& changing, const ParameterValues& values);

  /// No program reads them, and no body changes its role. @param values  of all parameters, right
  /// ones
  bool suffice(const SystemImpl& system, const ParameterValues& values) const;
  /// Nothing is allocated. @pre suffice(system, values)
  void set(SystemImpl& system, const ParameterValues& values) const;

 private:
  const Model& model_;
  Network network_;
  std::vector<int> bodies_, elements_;  ///< that read them
  bool run_{};                          ///< [simulation] reads them
  bool alone_{true};                    ///< nothing else reads them
};

}  // namespace luztar
