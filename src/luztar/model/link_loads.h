// Normal forces that grow with the force of a link: losses of rigid gears, belts and bearings.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "luztar/model/model.h"

namespace luztar {

/// In a normal force `abs(f.LINK)`, `max(f.LINK, 0)` and `max(-f.LINK, 0)`, to which those of
/// k*f.LINK are led back, are symbols of their own: one of these and the name of the link.
struct LoadPrefix {
  std::string_view text;
  int side;  ///< 0: of forces of both signs, else of this one
};
inline constexpr LoadPrefix kLoadPrefixes[] = {{"|f|.", 0}, {"+f.", 1}, {"-f.", -1}};

/// The losses of links with an efficiency, as frictions after those that are there: NAME_loss_plus
/// for positive forces of the link, NAME_loss_minus for negative ones. For once, when all links are
/// there; a link without an input is left out.
void add_losses(Model& model);

/// False where the first body, which has the losses, is the ground, or the arms are not constant.
bool has_input(const Deflection& deflection);

/// The links whose forces are read by normal forces.
std::set<std::string> loaded_links(const Model& model);

/// The first f.LINK of a normal force that is not read like that, or not as a term with a factor
/// that reads no such force.
std::optional<Expression> wrong_load(const Model& model, const Expression& normal);

/// Throws ModelError at the first friction that reads the force of a link.
/// @param who  cannot do with it, as "reductions cannot take along"
void refuse_loads(const Model& model, const std::string& who);

/// The model with such symbols, and with the links that are read along expressions: what they hold
/// are equations beside the others. Nothing if there is none. @pre the model is valid
std::optional<Model> with_loaded_links_beside(const Model& model);

}  // namespace luztar
