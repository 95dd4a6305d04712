// Derivatives to one side, where a run has none to both.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "luztar/dynamics/compile/beside.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// Two changes that fall into one instant come one after the other with any other values, in an
/// order that the sign of the difference decides: x(p) has a kink. Its derivative to one side is
/// the limit of x'(p + h) for h -> 0 on that side, where each run beside has its changes apart and
/// exact derivatives: from those one and two steps away, 2 x'(p + h) - x'(p + 2 h), to O(h^2). That
/// x(p + h) - x(p) is their integral, which is held against the values of all rows, shows that the
/// limit is there.
///
/// Passes a run on with these, beside its derivatives to both sides.
class OneSided : public Observer {
 public:
  /// Makes the runs beside. @param start  of the run  @param to  gets its results
  OneSided(const System& system, const State& start, const SimulationSettings& settings,
           Observer& to);
  /// What has none, in words.
  std::vector<std::string> problems() const;

  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void event_time(std::span<const double> slopes) override;
  void around_event(const Sample& before, const Sample& after) override {
    to_.around_event(before, after);
  }
  bool wants_samples_around_events() const override { return to_.wants_samples_around_events(); }
  bool wants_pieces() const override { return to_.wants_pieces(); }
  void piece(const MotionPiece& piece) override { to_.piece(piece); }
  bool wants_samples_of_controllers() const override { return to_.wants_samples_of_controllers(); }
  void stiff(const std::string& element) override { to_.stiff(element); }
  bool progress(double time) override { return to_.progress(time); }
  bool part(double time) override { return to_.part(time); }

  /// A run beside.
  struct Beside {
    struct Row {
      double time;
      std::vector<double> values, slopes;  ///< (numbers of a sample)
    };
    struct Change {
      Event event;
      double slope;
    };
    std::vector<Row> rows;
    std::vector<Change> changes;
    std::string ended{};  ///< why, if that is before its end
  };

 private:
  struct Side {
    const SystemBeside* system;
    Beside near, far;
    std::size_t row{};            ///< the next one
    std::vector<std::size_t> at;  ///< (event names) the next of near.changes
    std::string problem{};        ///< the first that was found
    std::size_t others{};         ///< rows and events that have one too
  };
  void run_beside(Side& side, const State& start, const SimulationSettings& settings);
  void look(Side& side, const Sample& sample, const std::vector<double>& values);
  double slope_of(Side& side, const Event& event);
  static void report(Side& side, const std::string& what, double time);
  std::string name_of(std::size_t number) const;

  const System& system_;
  Observer& to_;
  std::vector<Side> sides_;
  std::vector<std::size_t> both_;  ///< columns of derivatives to both sides
  std::size_t n_;                  ///< of all derivatives
  std::vector<double> slopes_;     ///< (numbers of a sample × n)
  std::vector<double> event_time_;
};

}  // namespace luztar
