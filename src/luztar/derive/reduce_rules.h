// The rules of reduce(): each looks for the first place where it fits and applies itself there.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "luztar/derive/reduce.h"

namespace luztar::reduction {

/// The model while it is being reduced.
struct Reducer {
  Model model;
  ParameterValues values;  ///< the model's own, for signs and initial values
  std::vector<ReductionStep> steps{};
  std::vector<EliminatedBody> eliminated{};

  std::optional<double> value(const Expression& expression) const;
  int sign(const Expression& expression) const;  ///< 0 if not known
  Body& body(int index) { return model.bodies[static_cast<std::size_t>(index)]; }
  const Body& body(int index) const { return model.bodies[static_cast<std::size_t>(index)]; }
  /// A name that is free: parts joined by "_".
  std::string new_name(const std::vector<std::string>& parts) const;
};

using ReductionRule = bool (*)(Reducer&);

// Friction, springs and dampers that do nothing or are something simpler: reduce_vanishing.cpp
bool drop_without_force(Reducer&);
bool friction_to_damper(Reducer&);
bool spring_out_of_reach(Reducer&);
// Rigid connections: reduce_rigid.cpp
bool damping_to_link(Reducer&);
bool rigid_spring(Reducer&);
bool linked_bodies(Reducer&);
bool body_at_rest(Reducer&);
bool spring_to_stop(Reducer&);
// Elements side by side: reduce_parallel.cpp
bool parallel_elements(Reducer&);
// Elements one after the other, with a massless body between: reduce_series.cpp
bool unloaded_body(Reducer&);
bool springs_in_series(Reducer&);  ///< or dampers

/// Takes one limit: reduce_limits.cpp.
void take_limit(Reducer& reducer, const ParameterLimit& limit);
/// The law of one massless body, if friction or damping acts on it: reduce_first_order.cpp.
std::optional<ReductionStep> first_order_step(const Reducer& reducer, int body);

// --- exact comparison ------------------------------------------------------------------------

bool is_zero(const Expression& expression);  ///< as a function of its symbols
bool are_equal(const Expression& a, const Expression& b);

/// A spring that lets go where its damping would pull: it cannot be added to another one.
inline bool only_pushes(const Spring& spring) {
  return !spring.pull && !spring.force && spring.has_gap && !is_zero(spring.damping);
}

// --- bodies and elements -----------------------------------------------------------------------

bool is_massless(const Body& body);  ///< mass is the number 0
bool is_steady(const Body& body);    ///< mass is the number inf

/// Sums coefficients of a body that occurs twice, drops those that are zero; ground stays, or comes
/// in, only as the other end of a single body.
void tidy(Deflection& deflection);
/// Indices of bodies with a term, ground left out.
std::vector<int> bodies_of(const Deflection& deflection);
/// Coefficient of a body, or the number 0.
Expression coefficient_of(const Deflection& deflection, int body);
/// Adds `factor` times another deflection.
void add(Deflection& to, const Deflection& other, const Expression& factor);

/// What acts on one body: places in the lists of the model.
struct Contacts {
  std::array<std::vector<std::size_t>, kKinds> lists{};
  bool in_expressions{};  ///< q.BODY or v.BODY occurs
  const std::vector<std::size_t>& of(PartKind kind) const {
    return lists[static_cast<std::size_t>(kind)];
  }
  std::size_t count() const;
  /// So many of one kind act on it, and nothing else.
  bool only(PartKind kind, std::size_t number) const {
    return of(kind).size() == number && count() == number;
  }
};
Contacts contacts_of(const Model& model, int body);

/// The coordinate of `gone` becomes ratio * (that of `stays`, or kGround: 0) + offset, in every
/// element and expression, and the body is removed. Elements that then act on nothing are removed
/// too; `names` has their names afterwards.
void replace_coordinate(Reducer& reducer, int gone, int stays, const Expression& ratio,
                        const Expression& offset, std::vector<std::string>& names);
/// Removes a body that nothing names.
void remove_body(Model& model, int index);
template <typename Element>
void erase_at(std::vector<Element>& elements, std::size_t index) {
  elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(index));
}

// --- equations -----------------------------------------------------------------------------------

/// The deflection_sum() of initial positions or velocities; nothing if a motion is among them.
std::optional<Expression> at_start(const Model& model, const Deflection& deflection,
                                   Expression Body::*value);
Expression spring_force(const Model& model, const Spring& spring);
Expression friction_force(const Model& model, const Friction& friction);  ///< with tar or sign
/// f.NAME = its law, "in" for frictions.
Line force_line(const Model& model, const Spring& spring);
Line force_line(const Model& model, const Friction& friction);
/// M*a.BODY = sum of forces, all written out.
Line body_line(const Model& model, int body);
Line positive_line(const Expression& value);                         ///< value > 0; x > 0 for 1/x
Expression coordinate(const char* prefix, const std::string& body);  ///< the symbol prefix.BODY

}  // namespace luztar::reduction
