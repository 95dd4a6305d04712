// A System with the derivatives of its numbers: what derivatives of a run are made from.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/model.h"

namespace luztar {

/// A number with its derivatives by what is varied; none: all zero.
struct Varied {
  double value{};
  std::vector<double> slope{};
};

/// What parameters, and expressions of them, change by.
class ParameterSlopes {
 public:
  /// @param varied  names of parameters, "q.BODY", "v.BODY" or "x.STATE" at the start
  /// @param values  of all parameters
  ParameterSlopes(const Model& model, const ParameterValues& values,
                  std::vector<std::string> varied);

  const std::vector<std::string>& names() const { return names_; }
  /// Of each parameter that changes, by name.
  const std::map<std::string, std::vector<double>>& parameters() const { return slopes_; }
  /// Reads a parameter that changes.
  bool concerns(const Expression& expression) const;
  /// Its value and derivatives. A jump of it counts as constant.
  Varied of(const Expression& expression) const;
  /// The same of a start value, "q.seat", which may itself be varied.
  Varied of_start(const Expression& expression, const std::string& name) const;

 private:
  const std::vector<double>& slope_of(const Model& model, const std::string& name);

  const ParameterValues& values_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<double>> slopes_;
  std::map<std::string, bool> is_found_;
};

/// The system once more, with the parameters that change in slots of the program instead of folded
/// into its constants, and with the derivatives of all other numbers. Its elements and bodies are
/// those of the System; its program has the same switches, and some whose arguments are made of
/// parameters alone.
struct VariedSystem {
  struct BodyNumbers {
    Varied mass{}, position{}, velocity{};
  };
  struct SmoothNumbers {
    Varied stiffness{}, lower{}, upper{}, rest{}, damping{};
  };
  struct PairNumbers {
    std::array<Varied, 2> viscous{}, kinetic{}, breakaway{};
    Varied lower{}, upper{}, restitution{}, pitch{};
  };
  /// An assignment of a controller as a program of its own.
  struct Update {
    struct Input {
      LawSymbol symbol;
      int slot;
    };
    Program program;
    std::vector<std::pair<int, Varied>> parameters;  ///< slots
    std::vector<Input> inputs;
    int to{};     ///< place in the memory of the controller
    int value{};  ///< slot
  };

  /// A start value that is varied itself.
  struct Start {
    enum class Of { Nothing, Position, Velocity, Internal };
    Of of{};
    int index{};                  ///< body or internal
    std::vector<Term> coupled{};  ///< coordinates that it is in too, of bodies that inertias couple
  };

  SystemImpl system;
  std::vector<std::string> names;
  std::vector<Start> starts;                       ///< (names)
  std::vector<std::pair<int, Varied>> parameters;  ///< slots of the program
  std::vector<BodyNumbers> bodies;
  std::vector<SmoothNumbers> smooth;  ///< springs, then dampers and frictions with bristles
  std::vector<PairNumbers> pairs;
  std::vector<Varied> arms;                  ///< of system.arms.all()
  std::vector<Varied> shares{};              ///< of Arms::coupled(), one after the other
  std::vector<Varied> internals;             ///< at the start
  std::vector<std::vector<Update>> updates;  ///< (controllers)
  std::vector<int> switches;                 ///< of its program: that of the System; -1: fixed
  std::vector<std::int64_t> fixed;           ///< (its switches) the piece of those
  int n() const { return static_cast<int>(names.size()); }
};

/// @pre `plain` is system_of() the same. Throws ModelError: a number that cannot be varied.
VariedSystem varied_system_of(const Model& model, const LawSymbols& symbols,
                              const ParameterValues& values, const SystemImpl& plain,
                              const std::vector<std::string>& names);

}  // namespace luztar
