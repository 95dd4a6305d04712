// A model on its way to Modelica: what all parts of the writer share.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "luztar/exchange/modelica/modelica_document.h"
#include "luztar/exchange/modelica/modelica_names.h"
#include "luztar/model/check.h"
#include "luztar/model/model_dimensions.h"
#include "luztar/network/network.h"

namespace luztar {

/// Names of Modelica that stand for symbols of one expression alone, as "d".
using ModelicaSymbols = std::map<std::string, std::string>;

class ModelicaJob {
 public:
  /// `whole` outlives it unchanged. @pre it is valid, and no formula reads f.ELEMENT
  ModelicaJob(const Model& whole, const std::string& own_name);

  const Model& model() const { return model_; }
  const Network& network() const { return network_; }
  ModelicaDocument& document() { return document_; }
  ModelicaNames& names() { return names_; }

  /// An expression in Modelica. What it cannot say is refused.
  std::string formula(const Expression& expression, const ModelicaSymbols& own = {});
  /// Its value at the start of the run: of parameters and positions. NaN if it has none.
  double number(const Expression& expression) const;
  /// What has no counterpart; everything is told at once, at the end.
  void refuse(const SourceLocation& where, const std::string& what, const std::string& advice);
  const Diagnostics& refusals() const { return refusals_; }

  bool turns(int body) const;
  /// What d of an element is an angle. @param element  place in Network::elements
  bool turns_along(std::size_t element) const;
  /// "seat.flange_a". @param turning  of the ground
  std::string flange(int body, bool turning, bool second = false);
  std::string position(int body) const;
  std::string velocity(int body) const;
  const std::string& name_of(const NetworkElement& element) const;
  const std::string& name_of(int body) const;

 private:
  void add_names();
  std::string symbol(const std::string& name, const ModelicaSymbols& own) const;

  const Model& model_;
  ParameterValues values_;
  Network network_;
  CoordinateKinds kinds_;
  ModelicaNames names_{};
  ModelicaDocument document_{};
  Diagnostics refusals_{};
  std::map<std::string, int> bodies_{};
  std::map<std::string, std::size_t> element_places_{};  ///< in the order of CoordinateKinds
  std::array<std::string, 2> ground_{};                  ///< that translates, that turns
};

/// A deflection by bodies that move: where it pulls forward, and where backward.
struct ModelicaEnds {
  struct End {
    int body{kGround};
    Expression arm{};  ///< > 0 as it is written, of the ground 1
  };
  End plus{}, minus{};
};
/// Of a deflection of one body or two. @pre no formula, ground beside
ModelicaEnds modelica_ends(const Deflection& deflection);
/// Terms of bodies, without the ground.
std::vector<Deflection::Term> moving_terms(const Deflection& deflection);

/// "Modelica.Mechanics.Rotational.Components.Spring". @pre the library has it
std::string modelica_type(const std::string& kind, bool turning);

}  // namespace luztar
