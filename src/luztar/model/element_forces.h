// Forces of elements as expressions: what follows from positions, velocities, states and time, and
// what `f.ELEMENT` stands for in the expressions of others.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "luztar/model/model.h"

namespace luztar {

/// The deflection, or its rate as a sum of coefficient * v.BODY; prefix "q" or "v" [m, rad or m/s,
/// rad/s]
Expression deflection_sum(const Model& model, const Deflection& deflection, const char* prefix);

/// The force of a spring or damper at the deflection d with the rate v [N, N m]
Expression law_of(const Spring& spring, const Expression& d, const Expression& v);
/// Its gap has an edge on one side only; the other one is infinite.
bool has_one_edge(const Spring& spring);
/// Of one with pull = false. @param stretch  d - rest
Expression pushing_force(const Spring& spring, const Expression& stretch, const Expression& rate);

/// What is read as "f.ELEMENT", each with its force in the symbols of bodies, states and time.
/// Springs and dampers, then actions, whose `value` may read the former.
struct ForcesRead {
  std::map<std::string, Expression> elastic;
  std::map<std::string, Expression> actions;  ///< as they are written
  bool empty() const { return elastic.empty() && actions.empty(); }
};
/// Of any model. Names that are no such element are left out.
ForcesRead forces_read(const Model& model);

/// The symbol of an action in equations: its name, or f.NAME where formulas say the name of
/// something else.
std::string action_symbol(const Model& model, const std::string& name);

/// The model with every f.ELEMENT written out; nothing if there is none.
/// @pre the model is valid
std::optional<Model> with_forces_written_out(const Model& model);

}  // namespace luztar
