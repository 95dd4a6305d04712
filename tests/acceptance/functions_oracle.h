// Says by how much accelerations, velocities of massless bodies and forces of pairs at one instant
// miss the laws of docs/model.md and docs/theory.md. The laws are those of the second
// engine, in long double; neither the generated functions nor the engine take part.
#pragma once

#include <string>
#include <vector>

#include "acceptance/second_network.h"
#include "luztar/luztar.h"

namespace acceptance {

class FunctionsOracle {
 public:
  explicit FunctionsOracle(const luztar::Model& model);

  /// Rows as GeneratedProgram reads and writes them. The largest violation, relative to the largest
  /// force, speed or acceleration of the instant; `complaint` says which it is.
  double misses(const double* in, const double* out);
  const std::string& complaint() const { return complaint_; }

 private:
  using Real = second::Real;
  using Vector = second::Vector;
  using Element = second::Element;

  /// The range of forces that a pair may have, and which of its limits go with which motion.
  struct Rest {
    std::size_t element;
    Real lower, upper;            ///< at rest
    Real slip_lower, slip_upper;  ///< as it begins to move
    Real force;
  };

  void read(const double* in, const double* out);
  Real force_of(std::size_t e);
  void look_at_friction(std::size_t e, Real force);
  void look_at_stop(std::size_t e, Real force);
  Real sliding_miss(std::size_t e, int mode, Real force);
  void balance();
  void look_at_rest(const Rest& rest);
  void look_at_massless();
  bool touches(const Element& element, second::Body::Kind kind) const;
  Real rate_tolerance(const Element& element) const;
  bool touches_massless(const Element& element) const;
  double rate_in_double(const Element& element) const;
  void note(Real miss, Real scale, const std::string& what);

  second::Network network_;
  second::State state_;
  std::vector<second::Jet> inputs_;
  std::vector<int> output_;  ///< (elements) place among the forces of the row, -1
  std::vector<Real> force_;  ///< (elements)
  Vector a_;
  std::vector<Rest> rests_;
  Real largest_{}, speed_{};  ///< force, velocity
  double worst_{};
  std::string complaint_;
};

}  // namespace acceptance
