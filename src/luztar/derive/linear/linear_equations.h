// The equations of motion to the first order about a place, in symbols.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "luztar/derive/linear/held_coordinates.h"
#include "luztar/derive/linear/linear_regime.h"
#include "luztar/derive/linear/regime_forces.h"
#include "luztar/derive/linear/variations.h"

namespace luztar {

/// Rows are by columns: positions of bodies, their velocities, states z and x, then what
/// Variations has of inputs.
class LinearEquations {
 public:
  /// @param model  without f.ELEMENT in its laws; must stay
  LinearEquations(const Model& model, const LinearRegime& regime);

  struct State {
    std::string name;
    int column;
    FormulaRow rate;
  };
  std::vector<State> states() const;
  /// Of "q.BODY", "v.BODY", "a.BODY", "d.ELEMENT", "f.ELEMENT", "z.FRICTION", "x.STATE", a signal.
  /// Throws ModelError for what has no formula.
  FormulaRow output(const std::string& name) const;
  /// Bodies that are no states and not given, with their positions.
  std::vector<std::pair<std::string, FormulaRow>> followers() const;
  /// Of the value, the rate or the second rate of an input.
  int input_column(std::size_t input, std::size_t rate) const;

 private:
  int n_bodies() const { return static_cast<int>(model_.bodies.size()); }
  int velocity_column(int body) const { return n_bodies() + body; }
  int internal_column(int internal) const { return 2 * n_bodies() + internal; }
  std::string body_symbol(const char* prefix, int body) const;
  bool is_massless(int body) const { return network_.is_massless(body); }
  FormulaRow resolved(FormulaRow row) const;

  void set_masses();
  void choose_coordinates();
  void set_given_bodies();
  void set_internals();
  void set_forces();
  void set_balances();
  void follow_massless();
  void let_follow(const std::vector<int>& bodies);
  void let_drift(const std::vector<int>& bodies);
  FormulaRow rate_of_follower(const FormulaRow& position) const;
  void set_accelerations();
  FormulaRow held_force(std::size_t element) const;
  const Formula& mass(int a, int b) const;

  const Model& model_;
  const LinearRegime& regime_;
  Network network_;
  std::vector<RegimeElement> elements_;
  std::vector<std::pair<std::string, Expression>> internals_;  ///< "z.pad", its rate
  Variations variations_;
  FormulaMatrix masses_;
  HeldCoordinates held_;
  std::vector<FormulaRow> basis_;                         ///< (bodies) by leaders
  std::vector<FormulaRow> given_;                         ///< (bodies) accelerations by inputs
  std::vector<FormulaRow> forces_;                        ///< (bodies) of all but what holds
  std::vector<FormulaRow> balances_;                      ///< (leaders)
  std::vector<FormulaRow> accelerations_;                 ///< (bodies) of those with mass
  std::vector<int> drifting_;                             ///< massless leaders with a state
  std::vector<std::pair<int, FormulaRow>> replacements_;  ///< columns of massless leaders
  std::vector<int> without_rate_;                         ///< columns that have no row
};

}  // namespace luztar
