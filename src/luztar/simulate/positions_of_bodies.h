// Results in positions of bodies, where inertias couple them.
#pragma once

#include <span>
#include <vector>

#include "luztar/simulate/simulate.h"

namespace luztar {

/// Passes a run on that has the coordinates of the engine (CoupledBody in system_impl.h).
class PositionsOfBodies : public Observer {
 public:
  /// @pre inertias couple bodies of the system
  PositionsOfBodies(const System& system, Observer& to);

  void sample(const Sample& sample) override { to_.sample(translated(sample, here_)); }
  void event(const Event& event) override { to_.event(event); }
  void event_time(std::span<const double> slopes) override { to_.event_time(slopes); }
  void around_event(const Sample& before, const Sample& after) override {
    to_.around_event(translated(before, before_), translated(after, here_));
  }
  bool wants_samples_around_events() const override { return to_.wants_samples_around_events(); }
  bool wants_pieces() const override { return to_.wants_pieces(); }
  void piece(const MotionPiece& piece) override;
  bool wants_samples_of_controllers() const override { return to_.wants_samples_of_controllers(); }
  void stiff(const std::string& element) override { to_.stiff(element); }
  bool progress(double time) override { return to_.progress(time); }
  bool part(double time) override { return to_.part(time); }

 private:
  /// The numbers of bodies in a sample.
  struct Lists {
    std::vector<double> q, v, a;     ///< (bodies)
    std::vector<double> dq, dv, da;  ///< (bodies × derivatives)
  };
  Sample translated(const Sample& sample, Lists& lists) const;
  void translate_slopes(std::vector<double>& slopes, const std::vector<double>& values,
                        std::size_t n) const;

  const SystemImpl& system_;
  Observer& to_;
  Lists here_{}, before_{};
  std::vector<double> rows_{};  ///< polynomials of a piece: q, v, a
};

}  // namespace luztar
