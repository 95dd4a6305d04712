// From a Model to numbers.
#pragma once

#include <map>
#include <string>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/model.h"
#include "luztar/network/symbols.h"

namespace luztar {

/// The system with these values of all parameters [SI]. @pre a valid model without f.ELEMENT
SystemImpl system_of(const Model& model, const LawSymbols& symbols, const ParameterValues& values);
/// The same with the parameters that change in slots of the program. @param slots  out, by name
SystemImpl system_of(const Model& model, const LawSymbols& symbols, const ParameterValues& values,
                     const ParameterSlopes& slopes, std::map<std::string, int>& slots);

}  // namespace luztar
