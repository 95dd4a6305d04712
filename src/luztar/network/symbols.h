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
    Parameter,
    Memory,
    Load,  ///< size of the force of a link or a stop, in a normal force
    Turns  ///< half turns of an angle, in a deflection
  };
  Kind kind{};
  /// Position, Velocity: the body; Signal: in the model's list; State: in it, behind it what
  /// controllers hold, in the order of output_names(), behind that Model::delays and Model::shifts;
  /// Memory: in that of the controller at hand. Load: in the list of links, and behind them of
  /// stops; of a DirectFormula the element. Turns: the switch.
  int index{-1};
  int side{};  ///< Load: the sign of the forces that count; 0: both
  friend bool operator==(const LawSymbol&, const LawSymbol&) = default;
};

/// The names of a model that laws use; it must stay as it is while this is in use.
class LawSymbols {
 public:
  explicit LawSymbols(const Model& model);
  /// @pre the model has a body, a state, a signal or a parameter of this name
  LawSymbol of(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, int> bodies_, signals_;
  std::unordered_map<std::string, int> states_, loading_;
};

}  // namespace luztar
