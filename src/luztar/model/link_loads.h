// Normal forces that grow with the force of a link or a stop: losses of rigid gears, belts and
// bearings, friction on rigid floors, walls and guides.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/model/kinds.h"
#include "luztar/model/model.h"

namespace luztar {

/// In a normal force `abs(f.NAME)`, `max(f.NAME, 0)` and `max(-f.NAME, 0)` of a link or a stop, to
/// which those of k*f.NAME are led back, are symbols of their own: one of these and the name. A
/// stop only pushes: f.NAME alone is how much.
struct LoadPrefix {
  std::string_view text;
  int side;  ///< 0: of forces of both signs, else of this one: of a stop 1 is the upper edge
};
inline constexpr LoadPrefix kLoadPrefixes[] = {{"|f|.", 0}, {"+f.", 1}, {"-f.", -1}};

/// The losses of links with an efficiency, as frictions after those that are there: NAME_loss_plus
/// for positive forces of the link, NAME_loss_minus for negative ones. For once, when all links are
/// there; a link without an input is left out.
void add_losses(Model& model);

/// False where the first body, which has the losses, is the ground, or the arms are not constant.
bool has_input(const Deflection& deflection);

/// Links, and behind them stops: what normal forces may read of what has no law of its own.
std::vector<std::string> names_that_load(const Model& model);
bool may_load(PartKind kind);
/// Some normal force reads the force of a stop.
bool stops_press(const Model& model);

/// The links and stops whose forces are read by normal forces.
std::set<std::string> loading_elements(const Model& model);

/// The first f.NAME of a normal force that is not read like that, or not as a term with a factor
/// that reads no such force.
std::optional<Expression> wrong_load(const Model& model, const Expression& normal);

/// f.STOP alone as abs(f.STOP), which it stands for in a normal force.
Expression with_sizes(const Model& model, const Expression& normal);

/// Throws ModelError at the first friction that reads the force of a link or a stop.
/// @param who  cannot do with it, as "reductions cannot take along"
void refuse_loads(const Model& model, const std::string& who);

/// The model with such symbols, and with the links and stops that are read along expressions: what
/// they hold are equations beside the others. Nothing if there is none. @pre the model is valid
std::optional<Model> with_loading_elements_beside(const Model& model);

}  // namespace luztar
