// Dimensions of everything that expressions of a model can name.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "luztar/model/dimensions.h"

namespace luztar {

/// What a position or a deflection is.
enum class Coordinate : unsigned char { Unknown, Length, Angle };

/// A length, or an angle, which has no dimension. @pre known
inline Dimension dimension_of(Coordinate coordinate) {
  return coordinate == Coordinate::Length ? Dimension{0, 1, 0} : Dimension{};
}

/// SI units of a position or a deflection and of what goes with it; "" where it is unknown.
struct CoordinateUnits {
  const char *position, *rate, *acceleration, *force, *impulse;
};
CoordinateUnits units_of(Coordinate coordinate);
/// Nothing of an unknown one.
std::optional<bool> is_angle(Coordinate coordinate);

/// Of bodies and elements, as far as they are known. Elements in the order of for_each_element().
struct CoordinateKinds {
  std::vector<Coordinate> bodies, elements;
};

class ModelDimensions : public DimensionSource {
 public:
  /// Both outlive it; `coordinates` may change.
  ModelDimensions(const Model& model, const CoordinateKinds& coordinates);
  ModelDimensions(const ModelDimensions&) = delete;
  ModelDimensions& operator=(const ModelDimensions&) = delete;

  /// Where the next expressions are: `d` of their element, or in a controller.
  void enter(Coordinate d, const Controller* own = nullptr) { d_ = d, own_ = own; }

  DimensionOf of_symbol(const std::string& name) const override;
  const FunctionTable* table(const std::string& name) const override;
  Dimension of_unit(std::string_view unit) const override;
  /// Without a word of what is wrong.
  DimensionOf of(const Expression& expression) const;
  /// Of its value: what its unit says, else its start.
  DimensionOf of_state(const StateVariable& state) const;

 private:
  struct Named {
    const Expression* value;
    const std::string* unit;  ///< nullptr: it has none
    bool is_open{true};       ///< not worked out yet
    DimensionOf dimension{};
  };
  DimensionOf of_value(Named& named) const;
  DimensionOf of_coordinate(const std::string& name) const;
  DimensionOf of_memory(std::string_view name) const;
  void number_parts() const;

  const Model& model_;
  const CoordinateKinds& coordinates_;
  Coordinate d_{};
  const Controller* own_{};
  mutable std::unordered_map<std::string_view, Named> values_;  ///< parameters and signals
  mutable std::unordered_map<std::string_view, std::size_t> bodies_, elements_;  ///< when needed
  mutable std::map<std::string, Dimension, std::less<>> units_;
};

}  // namespace luztar
