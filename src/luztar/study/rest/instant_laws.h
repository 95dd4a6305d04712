// The laws of a model in numbers at one instant: the force of each element and its slopes, of
// positions and velocities. For equilibria and small motions.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model.h"
#include "luztar/network/network.h"
#include "luztar/symbolic/direct_function.h"

namespace luztar {

/// Where all bodies are, and how fast.
struct Placement {
  std::vector<double> q, v;  ///< (bodies) [m, rad], [m/s, rad/s]
};

/// A force and what it changes by. (body, slope) of what it reads beside its own deflection.
struct ForceSlope {
  double force{};          ///< [N, N m]
  double by_deflection{};  ///< [N/m]
  double by_rate{};        ///< [N s/m]
  std::vector<std::pair<int, double>> by_position{}, by_velocity{};
};

/// How a friction acts.
struct FrictionAction {
  enum class Kind { None, Held, Pushed, Sliding };
  Kind kind{Kind::None};
  double fraction{};   ///< Pushed: of its static limit, -1..1
  double rate{};       ///< Sliding: relative speed; its sign is the direction [m/s]
  bool forward{true};  ///< Sliding at rate 0
};

class InstantLaws {
 public:
  /// @pre `system` was compiled from `model`, and both outlive this
  /// @param time  of the forces [s]
  InstantLaws(const Model& model, const System& system, double time);

  const Network& network() const { return network_; }
  int n_bodies() const { return static_cast<int>(network_.roles.size()); }
  int n_elements() const { return static_cast<int>(network_.elements.size()); }
  /// (body, coefficient) of d at these positions, without the ground.
  std::vector<std::pair<int, double>> arms(int element, const std::vector<double>& q) const;
  /// Slope of the coefficient of one body by the place of another.
  struct Bend {
    int body, other;
    double slope;
  };
  /// Of a deflection that is an expression; others have none.
  std::vector<Bend> bends(int element, const std::vector<double>& q) const;
  /// -1 of what reacts, 1 of forces: a body feels sign * coefficient * force.
  int sign(int element) const;
  double deflection(int element, const std::vector<double>& q) const;
  double rate(int element, const Placement& at) const;

  /// Of springs, dampers, written forces, and frictions as `action` says.
  ForceSlope force(int element, const Placement& at, const FrictionAction& action = {}) const;
  /// Of a friction: greatest forces that it holds against, backward and forward, as positive
  /// numbers [N]. With a normal force that is negative: none.
  std::pair<double, double> holding(int element, const Placement& at) const;
  /// Of a friction with bristles: its law near z = 0 is a spring and a damper.
  ForceSlope bristles(int element) const;
  double bristle_stiffness(int element) const;
  /// Of a spring with a gap, where it touches.
  ForceSlope contact_slope(int element) const;

  double lower(int element) const { return lower_[element]; }  ///< edges of stops
  double upper(int element) const { return upper_[element]; }
  /// Which edge of a spring with a gap is touched: -1, 0, 1; 0 too where it has no gap.
  int touched_edge(int element, const std::vector<double>& q) const;
  bool has_gap(int element) const { return spring_[element] && spring_[element]->gap; }
  /// Some force depends on the time.
  bool changes_with_time() const { return changes_; }
  /// The element reads where this body is, by its deflection or in its expression.
  bool reads_position(int element, int body) const;

 private:
  struct Formula {
    std::shared_ptr<const DirectFunction> value;
    std::vector<std::pair<int, std::shared_ptr<const DirectFunction>>> slopes;  ///< (argument, ..)
  };
  /// A deflection that is an expression, and its gradient in the order of arms.
  struct GeometryFormulas {
    Formula deflection;
    std::vector<Formula> gradient;
  };
  std::vector<double> arguments_of(const std::vector<double>& q,
                                   const std::vector<double>& v) const;
  struct SpringNumbers {
    double stiffness{}, damping{}, rest{}, lower{}, upper{};
    bool gap{};
  };
  struct FrictionNumbers {
    Friction laws;                                              ///< in numbers
    std::array<std::shared_ptr<const DirectFunction>, 2> fall;  ///< dL/du of u: backward, forward
  };
  Formula formula_of(const Expression& expression);
  void add_element(const Model& model, const NetworkElement& element,
                   const ParameterValues& values);
  ForceSlope written(const Formula& formula, const Placement& at, double d, double rate) const;
  ForceSlope sliding(int element, const Placement& at, const FrictionAction& action) const;
  ForceSlope normal(int element, const Placement& at) const;
  double level_slope(int element, bool forward, double u) const;

  std::shared_ptr<const Model> written_;  ///< with each f.ELEMENT as its law; null: none is read
  const Model& model_;                    ///< that, or the one that was given
  ParameterValues values_;
  std::map<std::string, double> constants_;  ///< t, parameters, signals
  std::map<std::string, int> places_;        ///< q.NAME, v.NAME, d, v in the arguments of formulas
  Network network_;
  std::vector<std::vector<std::pair<int, double>>> arms_;
  std::vector<std::optional<GeometryFormulas>> geometry_;
  std::vector<std::optional<Formula>> formula_;
  std::vector<std::optional<SpringNumbers>> spring_;
  std::vector<std::optional<FrictionNumbers>> friction_;
  std::vector<double> lower_, upper_;
  bool changes_{};
};

}  // namespace luztar
