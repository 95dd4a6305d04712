// Measures of one run, taken while it goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "luztar/simulate/simulate.h"
#include "luztar/study/sweep/measure.h"
#include "luztar/symbolic/direct_function.h"

namespace luztar {

/// Takes measures from the pieces and events of a run: extremes, means and harmonics are those of
/// the motion itself, not of samples. One object serves any number of runs of a model; nothing is
/// allocated for one.
class MeasuredRun : public Observer {
 public:
  /// @pre check_measures() finds nothing, with the model of `system`
  MeasuredRun(const System& system, const std::vector<Measure>& measures);

  /// Runs `system`, which may have other values of parameters, from `start` and measures from
  /// `from` on [s].
  RunInfo run(const System& system, const State& start, double from);
  /// (columns of the measures) what was found, as long as the run finished; NaN where there is
  /// nothing to measure.
  std::span<const double> values() const { return values_; }

  /// Asked after every step: a run ends as stopped where the answer is no.
  void ask(std::function<bool()> goes_on) { goes_on_ = std::move(goes_on); }

  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  bool progress(double) override { return !goes_on_ || goes_on_(); }
  bool wants_pieces() const override { return measures_channels_; }
  void piece(const MotionPiece& piece) override;

 private:
  /// Where a variable of an expression comes from.
  struct Source {
    enum class Of : std::uint8_t { T, Q, V, A, D, Rate, F, X, Parameter };
    Of of{};
    int index{};
  };
  struct Clock {
    Expression of;               ///< of parameters
    double value{};              ///< frequency of harmonics [Hz], period of a strobe [s]
    double window{};             ///< harmonics: from here on [s]
    double tick{}, last_tick{};  ///< strobe: the next and the last one, from the start [periods]
  };
  struct Accumulated {
    MeasureKind kind{};
    std::vector<Source> sources{};    ///< of x
    std::vector<double> variables{};  ///< their values
    std::vector<DirectFunction> x{};  ///< one or none
    bool is_channel{};                ///< x is one channel
    std::optional<Clock> clock{};
    int element{-1};  ///< -1: all
    std::int64_t number{};
    // What was found so far:
    double low{}, high{}, sum{}, other{};
    std::int64_t count{};
    double first{}, latest{};
    bool pending{};              ///< AtEvent, AtEvents: the next piece begins there
    std::vector<double> list{};  ///< of several columns; of events a ring
  };

  /// The value of a measure.
  struct Result {
    std::size_t first{}, columns{};    ///< of found_
    std::vector<DirectFunction> of{};  ///< none: these; or one, of them and of parameters
    std::vector<double> variables{};   ///< of it
    std::vector<int> parameters{};     ///< by index, behind what was found
  };

  void bind(const System& system, const Measure& measure);
  void combine(const System& system, const Measure& measure, Result& result) const;
  void take_results();
  void bind(const System& system, const Measure& measure, Accumulated& so_far);
  void begin(const System& system);
  static double value_at(Accumulated& so_far, const MotionPiece& piece, double tau);
  static double rounding_at(Accumulated& so_far, const MotionPiece& piece, double tau);
  static const double* row_of(const Source& source, const MotionPiece& piece);
  bool is_held(std::size_t element, ModeNumber mode) const;
  void take(Accumulated& so_far, const MotionPiece& piece, double begin);
  void take_extremes(Accumulated& so_far, const MotionPiece& piece, double begin);
  void take_extremes_between(Accumulated& so_far, const MotionPiece& piece, double begin,
                             double end, int halvings);
  /// Calls part(begin, end) for parts of a step, none longer than `longest`.
  template <class Part>
  static void in_parts(double begin, double end, double longest, const Part& part);
  void take_strobe(Accumulated& so_far, const MotionPiece& piece);
  void set_clock(Accumulated& so_far, const System& system) const;  ///< @pre it has one
  void take_harmonic(Accumulated& so_far, const MotionPiece& piece, double begin);
  void count(Accumulated& so_far, const Event& event);
  void end(const RunInfo& info, const EnergyLedger& at_begin);
  double value_of(const Accumulated& so_far, const RunInfo& info,
                  const EnergyLedger& at_begin) const;

  System system_;  ///< of names and kinds
  std::function<bool()> goes_on_;
  std::vector<Accumulated> accumulated_;
  std::vector<double> found_;  ///< columns of taken_
  std::vector<Result> results_;
  std::vector<double> values_;      ///< columns of results_
  std::vector<ModeNumber> mode_;    ///< (elements) now
  std::vector<double> since_;       ///< (elements) when it began, within the window [s]
  std::vector<double> held_;        ///< (elements) time stuck, or in contact [s]
  double start_{}, from_{}, to_{};  ///< of the run; of what is measured [s]
  bool measures_{};                 ///< not before `from_`
  bool measures_channels_{};
};

}  // namespace luztar
