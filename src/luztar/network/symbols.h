// What the symbols of written laws stand for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "luztar/model/model.h"

namespace luztar {

struct LawSymbol {
  enum class Kind : std::uint8_t {
    Time,
    Position,
    Velocity,
    State,
    Deflection,
    Rate,
    Signal,
    Parameter
  };
  Kind kind{};
  int index{-1};  ///< Position, Velocity: the body; State, Signal: in the model's list
  friend bool operator==(const LawSymbol&, const LawSymbol&) = default;
};

/// The names of a model that laws use; it must stay as it is while this is in use.
class LawSymbols {
 public:
  explicit LawSymbols(const Model& model);
  /// @pre the model has a body, a state, a signal or a parameter of this name
  LawSymbol of(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, int> bodies_, states_, signals_;
};

}  // namespace luztar
