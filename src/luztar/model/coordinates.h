// Which bodies translate and which turn, and which deflections are lengths: what the units of a
// model say of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "luztar/model/held_values.h"
#include "luztar/model/model_dimensions.h"

namespace luztar {

/// What an arm makes of a position.
enum class Arm : unsigned char {
  Unknown,
  Ratio,      ///< the same: 1, or a number with the unit 1
  Length,     ///< of an angle a length
  PerLength,  ///< of a length an angle
  None,       ///< its dimension is that of no arm
};

/// CoordinateKinds of a model, each with its reason. Bodies decide by most of what is said of them,
/// its mass before others; elements follow their bodies, and bodies of which nothing is said the
/// elements at them.
class CoordinateSearch {
 public:
  explicit CoordinateSearch(const Model& model);

  const CoordinateKinds& coordinates() const { return found_; }
  ModelDimensions& dimensions() { return dimensions_; }
  const ModelDimensions& dimensions() const { return dimensions_; }
  Arm arm(const Expression& coefficient) const;
  /// "'a' translates: its mass is in kg". @pre known
  std::string reason_of_body(int body) const;
  /// What makes d of an element a length or an angle. @pre known
  std::string reason_of_element(std::size_t element) const;

 private:
  /// A value whose unit says what a coordinate is.
  struct Evidence {
    const char* key{};
    const Expression* value{};
    const std::string* owner{};  ///< an element; nullptr: the body itself
  };
  struct Votes {
    std::array<int, 2> number{};  ///< for a length, for an angle
    std::array<Evidence, 2> first{};
    Coordinate earliest{};

    void add(Coordinate coordinate, const Evidence& evidence);
    Coordinate most() const;
  };
  struct Joint {
    const std::string* name;
    const Deflection* deflection;
    std::vector<Arm> arms;
    Votes votes{};
  };

  void collect();
  void collect(const Body& body, Votes& votes);
  template <class Element>
  void collect(const Element& element, Joint& joint);
  Coordinate said_by(const Field& field, const Expression& value) const;
  Coordinate said_by_level(const Expression& pressing, const Expression& level) const;
  void decide();
  static void add_votes(const Joint& joint, std::size_t k, Votes& votes);
  void spread();
  void settle(std::size_t j, std::vector<std::size_t>& open);
  std::string words_of(const Evidence& evidence) const;

  const Model& model_;
  CoordinateKinds found_;
  ModelDimensions dimensions_;
  std::vector<Votes> bodies_;
  std::vector<Joint> joints_;                        ///< of elements, in their order
  std::vector<std::vector<std::size_t>> joints_of_;  ///< of each body
  std::vector<Evidence> reasons_;                    ///< of bodies
};

/// Whether anything in it has a unit; without, nothing can be said.
bool has_units(const Model& model);
CoordinateKinds coordinates_of(const Model& model);

/// visit(field, value) for what an item holds, without plain numbers; a node that serves in
/// several keys comes once.
template <class Item>
void for_each_value(const Item& item, const auto& visit) {
  std::vector<const void*> seen;
  for_each_field(item, [&](const Field& field, const Expression& value) {
    if (value.op() == Op::Number && value.unit().empty()) return;
    for (const void* node : seen)
      if (node == value.identity()) return;
    seen.push_back(value.identity());
    visit(field, value);
  });
}

}  // namespace luztar
