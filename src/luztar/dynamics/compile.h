// From a Model to numbers.
#pragma once

#include "luztar/dynamics/system_impl.h"
#include "luztar/model/model.h"
#include "luztar/network/symbols.h"

namespace luztar {

/// The system with these values of all parameters [SI]. @pre a valid model without f.ELEMENT
SystemImpl system_of(const Model& model, const LawSymbols& symbols, const ParameterValues& values);

}  // namespace luztar
