// A second way to the motion of an elastic network (everything_network.h): what the model file says
// is evaluated term by term, in small steps of extrapolated midpoint rules that shrink at every
// kink and jump. Nothing of the engine but its expressions, their gradients and tables.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "luztar/luztar.h"

namespace acceptance {

class ElasticMotion {
 public:
  explicit ElasticMotion(const luztar::Model& model);

  /// Up to the time `end` [s]. False if it needs too many steps.
  bool go_to(double end);
  const std::vector<double>& position() const { return q_; }
  const std::vector<double>& velocity() const { return v_; }
  const std::vector<double>& states() const { return x_; }

 private:
  using Vector = std::vector<double>;
  struct Output {
    std::vector<double> own{}, held{};  ///< what the next update reads; what others read
    double next{}, acts{};              ///< the next sample; when its values act, or infinity
  };

  double value(const luztar::Expression& expression) const;
  void set(double t, const Vector& y);
  double force(const luztar::Spring& spring);
  void pull(const luztar::Deflection& line, double force, Vector& rate, std::size_t first) const;
  Vector rate(double t, const Vector& y);
  bool smooth_step(double t, double h, Vector& y, double& error);
  bool advance(double end);
  void sample(std::size_t controller);
  void act(std::size_t controller);

  const luztar::Model& model_;
  std::unordered_map<std::string, double> symbols_;
  Vector q_, v_, x_, masses_;
  std::vector<Output> outputs_;
  double t_{}, h_{1e-3};
  long steps_{};
};

}  // namespace acceptance
