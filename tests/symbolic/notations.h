// Entries of a model's `latex` keys, for the tests of each notation.
#pragma once

#include "luztar/symbolic/notation.h"

namespace luztar::testing {

inline const Notation kNotation{{{"wheel", "\\psi"},
                                 {"rotor", "\\psi_1"},
                                 {"upper", "12"},
                                 {"F.wheel", "F_1"},
                                 {"Dt", "\\Delta t"},
                                 {"gap", "(\\psi-\\delta)_0"},
                                 {"broken", "M_{"},
                                 {"unsafe", "a$b"},
                                 {"dQ", "\\partial Q"},
                                 {"dT", "\\partial T"},
                                 {"own", "\\mathcal{W}"}}};

}  // namespace luztar::testing
