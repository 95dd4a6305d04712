// Looks at every sample, event and impact of a run and says by how much the laws of mechanics and
// of docs/model.md are missed. The laws are those of the second engine: nothing of luztar's
// own evaluation is used.
#pragma once

#include <string>
#include <vector>

#include "acceptance/second_network.h"
#include "luztar/luztar.h"

namespace acceptance {

/// Largest violations of a run, relative to its largest force, speed, coordinate or energy.
struct Violations {
  double kinematics{};       ///< d, rate of the coordinates; given motions
  double law{};              ///< forces of everything that does not stick
  double coulomb{};          ///< a stuck pair beyond its limits, and what the engine says they are
  double direction{};        ///< a mode against its rate, a gap against its deflection
  double newton{};           ///< M a against the sum of forces
  double balance{};          ///< sum of forces on massless bodies
  double contact{};          ///< stops: edge, sign of the force
  double impact_rate{};      ///< rate after + e rate before, where an impulse acts
  double impact_sign{};      ///< impulses that pull, rates that go on into an edge
  double impact_momentum{};  ///< M dv against impulses of stops (friction has none) and links
  double impact_energy{};    ///< kinetic energy that an impact adds
  double largest() const;
};

/// How often things were there to be checked.
struct Seen {
  long samples{}, stuck{}, sliding{}, contacts{}, impacts{}, instants{}, rebounds{}, several{};
  long relays{};    ///< samples on the branch for falling speed
  long turned{};    ///< frictions that an impact tore loose, turned or stopped
  long repeated{};  ///< impacts that are answered at once by others: laws of one round do not hold
  Seen& operator+=(const Seen& other);
};

class Witness : public luztar::Observer {
 public:
  explicit Witness(const luztar::Model& model);

  bool wants_samples_around_events() const override { return true; }
  void sample(const luztar::Sample& sample) override;
  void event(const luztar::Event& event) override;
  void around_event(const luztar::Sample& before, const luztar::Sample& after) override;

  /// The run goes on from the end of another one: hysteresis is on the branch that it was on.
  void remember(const Witness& former) {
    state_.mode = former.state_.mode;
    state_.law = former.state_.law;
  }

  const Violations& worst() const { return worst_; }
  const Seen& seen() const { return seen_; }
  /// What must hold to the last bit, or a force that misses its law by 1e-9 of the largest one, the
  /// first time that it happened; "" if it never did.
  const std::string& complaint() const { return complaint_; }

 private:
  using Real = second::Real;
  using Vector = second::Vector;

  void look(const luztar::Sample& sample);
  void grow(const luztar::Sample& sample);
  void check_given(const luztar::Sample& sample);
  void check_element(const luztar::Sample& sample, std::size_t e);
  void check_friction(const luztar::Sample& sample, std::size_t e);
  void check_stop(const luztar::Sample& sample, std::size_t e);
  void check_held(const luztar::Sample& sample, std::size_t e);
  void check_bodies(const luztar::Sample& sample);
  /// By how much a force misses its law, the best of all pieces in force within 1e-9 s.
  double misfit(const luztar::Sample& sample, std::size_t e, Real force);
  void choose_pieces(const luztar::Sample& sample, std::size_t e, Real at);
  void set_state(const luztar::Sample& sample);
  void check_impact(const Vector& before, const Vector& after);
  void check_momentum(const Vector& before, const Vector& after);
  void note_force(Real distance, double& worst, std::size_t e, double time);
  void complain(const std::string& what, std::size_t e, double time);

  second::Network network_;
  second::State state_;
  std::vector<second::Jet> inputs_;
  std::vector<double> held_;  ///< (elements) deflection since the pair sticks
  std::vector<char> is_held_;
  std::vector<double> impulse_;  ///< (elements) of this instant
  std::vector<char> hit_, rests_;
  bool any_hit_{}, first_{true};
  double force_{1e-3}, speed_{1e-3}, length_{1e-3};  ///< largest so far
  Violations worst_;
  Seen seen_;
  std::string complaint_;
};

/// Runs a model as it says, to its end, and checks that no law is missed by more than `most`.
Seen check_laws(const luztar::Model& model, double most);

}  // namespace acceptance
