// The parts of generated functions that depend on the model. See functions.h.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "luztar/derive/functions_plan.h"
#include "luztar/derive/functions_source.h"
#include "luztar/derive/held_pieces.h"
#include "luztar/model/coupled_inertias.h"
#include "luztar/model/law.h"

namespace luztar {

class FunctionsWriter {
 public:
  FunctionsWriter(const Model& model, Language language, Keeps keeps = Keeps::Nothing);
  /// @param file  with the inertias that `uncoupled` is without
  FunctionsWriter(const Model& file, const Uncoupled& uncoupled, Language language);
  std::string write();

 protected:
  using Argument = Source::Argument;
  using Law = NetworkElement::Law;
  // Frictions with a state of their own, in generated code.
  static constexpr const char* kStatePrefix = "BRISTLE_";
  static constexpr const char* kStates = "BRISTLES";
  static constexpr const char* kStateWords = "bristle deflections";
  static constexpr const char* kStateForce = "bristle_force";
  static constexpr const char* kStateRate = "bristle_rate";
  static constexpr const char* kStateRates = "bristle_rates";
  static std::string body(const std::string& name) { return "BODY_" + name; }
  std::string body(int index) const {
    return body(model_.bodies[static_cast<std::size_t>(index)].name);
  }
  std::string joint(std::size_t index) const;
  std::string at(const std::string& array, const std::string& index) const {
    return src_.of("now", array) + "[" + index + "]";
  }
  bool has_memory() const {
    return held() || !plan_.internals.empty() || !model_.states.empty() || !branches_.empty() ||
           has_stops_;
  }
  /// Pieces and modes are those that `m` keeps, not those of the state.
  bool held() const { return held_.has_value(); }
  /// Of what is written from here on: HeldPieces::belongs_to().
  void belongs_to(const std::string& owner, bool kinks = false) {
    if (held()) held_->belongs_to(owner, kinks);
  }
  std::string mode(const std::string& joint) const {
    return src_.of("m", "mode") + "[" + joint + "]";
  }
  bool has_joints() const { return !plan_.joints.empty(); }
  bool completes() const { return has_motions_ || plan_.massless; }
  static constexpr const char* kMemory = "const struct memory *m";
  /// The arguments, then parameters, memory (by this declaration, "" for none) and signals.
  std::vector<Argument> with_context(std::vector<Argument> list,
                                     const std::string& memory = kMemory) const;
  std::vector<Argument> state(bool changes_memory = false) const;
  std::string call(const std::string& function, const std::vector<Argument>& arguments,
                   const std::string& more = {}) const;

  // functions_head.cpp: what stands before the functions.
  std::string head(const std::string& functions);
  std::string about() const;
  void names();
  void parameters();
  void memory();
  void measured_signals();
  void instant();
  void tables();
  void list(const std::string& type, const std::string& name, const std::string& size,
            const std::vector<std::string>& values);
  void enumerate(const std::string& prefix, const std::vector<std::string>& names,
                 const std::string& count, std::size_t first = 0);
  std::set<std::string> features() const;
  std::string runtime(const std::set<std::string>& on) const;

  // functions_writer.cpp: the functions.
  void given_motions();
  void massless_velocities();
  void evaluate();
  void complete();
  void to_coordinates(const std::string& list);
  void to_positions(const std::string& list);
  void accelerations();
  void friction_forces();
  void velocities();
  void remember();
  void internal_rates();
  void state_rates();
  void run_evaluate();
  Expression derivative(const Expression& motion, int order) const;

  // functions_laws.cpp: elements.
  /// The formula with names replaced by expressions; others become local: "#name", which no name of
  /// the model can be.
  static Expression formula(const std::string& text, std::map<std::string, Expression> values);
  Expression inlined(const Expression& expression) const;
  void signals(const std::vector<Expression>& expressions);
  std::vector<Expression> expressions_of_laws(bool of_massless) const;
  std::string times(const Expression& coefficient, const std::string& value, bool negative = false);
  std::vector<std::string> parts(const Deflection& deflection, const std::string& coordinate);
  std::string sum(const Deflection& deflection, const std::string& coordinate);
  void deflection(const std::string& name, const Deflection& deflection, bool rate);
  void push(const Deflection& deflection, const std::string& force, bool pulls, bool massless_only);
  void force(const NetworkElement& element, bool massless_only);
  void written(const NetworkElement& element);
  void show_force(const std::string& element);
  void spring(const Spring& spring, bool massless_only);
  void held_gap(const Spring& spring, std::map<std::string, Expression> values, bool damped);
  std::string rate(const Deflection& deflection);

  // functions_joints.cpp: frictions, links, stops.
  void arms(std::size_t index);
  void law(std::size_t index, bool of_velocity);
  void friction(std::size_t index);
  void friction_of_velocity(std::size_t index);
  void law_of_one_way(std::size_t index, bool of_velocity);
  void law_of_rigid(std::size_t index, bool of_velocity);
  void law_with_edges(std::size_t index);
  void internal(std::size_t index);
  std::string factor_of_levels(const NetworkElement& friction);
  void sliding(const Friction& friction, std::size_t index, const std::string& n);
  std::string level(const Friction::Law& law, const std::string& branch, std::string& viscous);
  std::string level_of(const LevelCurve& curve);
  std::string branch_of(const Friction& friction, bool forward) const;

  const Model& model_;
  std::vector<CoupledCoordinate> coupled_;
  /// Of coupled bodies: that of the file, by which the arms are
  std::map<const Deflection*, const Deflection*> measured_;
  FunctionsPlan plan_;
  Source src_;
  bool has_motions_{}, has_stops_{};
  std::vector<std::string> branches_;  ///< of levels that have two
  std::map<std::string, const Signal*> signals_;
  bool uses_tables_{};  ///< of friction levels
  std::optional<HeldPieces> held_;
  bool shows_{};  ///< the force of each element is kept in `shown` of an instant
  struct HeldGap {
    std::string name;
    int upper{-1}, upper_pushes{-1}, lower{-1}, lower_pushes{-1};  ///< places of pieces, -1: none
  };
  std::vector<HeldGap> gaps_;
};

}  // namespace luztar
