// Which bodies an element acts on, and along what.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/dynamics/system/coupled_body.h"
#include "luztar/dynamics/system/direct_laws.h"

namespace luztar {

/// A deflection that is an expression of positions: it and its rate are slots of the program, and
/// the element acts along the gradient. Its terms in Arms have coefficients of 0.
struct Geometry {
  int element{-1};  ///< before the forces
  int deflection_slot{-1}, rate_slot{-1};
  std::vector<int> gradient_slots{};  ///< of its terms, in their order
  DirectFormula deflection{};         ///< as it is written
  std::vector<DirectFormula> gradient{};
  int shift{-1};  ///< internal: what is added to keep it where its arms jump; -1: they do not
};

/// A friction whose normal force grows with the force of a link or a stop.
struct NormalLoad {
  int pair, by;  ///< pairs
  int side;      ///< of the sign of that force; 0: of both
  int slot;      ///< of its size, an input

  /// Has this force, in the direction of a link or at the edge of a stop: State::side.
  bool acts(Edge direction) const { return side == 0 || side == number(direction); }
};

/// The bodies of each element with their coefficients, without ground.
class Arms {
 public:
  /// Those of the next element.
  void add(const std::vector<Term>& row) {
    terms_.insert(terms_.end(), row.begin(), row.end());
    begin_.push_back(static_cast<int>(terms_.size()));
  }
  std::span<const Term> of(int element) const {
    return {terms_.data() + begin_[element], terms_.data() + begin_[element + 1]};
  }
  std::span<Term> of(int element) {
    return {terms_.data() + begin_[element], terms_.data() + begin_[element + 1]};
  }
  /// Of the element whose terms were added last.
  void add(Geometry geometry) {
    if (geometry.shift >= 0) ++n_shifts_;
    geometries_.push_back(std::move(geometry));
  }
  const std::vector<Geometry>& geometries() const { return geometries_; }
  /// Of deflections whose arms jump.
  int n_shifts() const { return n_shifts_; }
  /// What presses the friction acts along its arms too.
  void add(const NormalLoad& load) { normal_loads_.push_back(load); }
  const std::vector<NormalLoad>& normal_loads() const { return normal_loads_; }
  /// All arms are in the coordinates of these.
  void add(CoupledBody body) { coupled_.push_back(std::move(body)); }
  const std::vector<CoupledBody>& coupled() const { return coupled_; }
  const std::vector<Term>& all() const { return terms_; }
  const std::vector<int>& begins() const { return begin_; }

 private:
  std::vector<int> begin_{0};  ///< (elements + 1) into terms_
  std::vector<Term> terms_;
  std::vector<Geometry> geometries_;  ///< in the order of elements
  std::vector<NormalLoad> normal_loads_;
  std::vector<CoupledBody> coupled_;
  int n_shifts_{};
};

}  // namespace luztar
