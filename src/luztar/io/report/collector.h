// What a report keeps of a run while it is made: bounded, whatever the run's length.
#pragma once

#include <cstddef>
#include <vector>

#include "luztar/io/mode_times.h"
#include "luztar/io/report.h"
#include "luztar/io/report/run_bands.h"
#include "luztar/io/report/thin.h"

namespace luztar::report {

/// Where each quantity lies in a row: t; q, v, a of bodies; d, rate, f of elements; the lower and
/// upper limit of frictions; states. Only the first ones of the model have curves.
struct RowLayout {
  std::size_t bodies{}, elements{}, states{};
  std::vector<std::size_t> limits{};  ///< (elements) column of the lower limit, 0: none
  std::size_t columns{};
  std::size_t columns_in_page{};  ///< deflections that are sums of positions are not written

  explicit RowLayout(const ReportSubject& subject);
  std::size_t body(std::size_t i) const { return 1 + 3 * i; }
  std::size_t element(std::size_t i) const { return 1 + 3 * (bodies + i); }
  std::size_t state(std::size_t i) const { return columns - states + i; }
};

/// Whether no arm turns, so that its deflection and rate are sums over bodies.
bool is_sum_of_bodies(const ElementInfo& element);

/// One curve of the energy diagram: an account of one body or element, or of all of them.
struct EnergyItem {
  enum class Kind { Kinetic, Stored, Dissipated, Supplied, Motion };
  Kind kind;
  int owner;  ///< body (Kinetic, Motion) or element; -1: the sum over all
};

std::vector<EnergyItem> energy_items(const ReportSubject& subject);
double value_of(const EnergyItem& item, const EnergyLedger& energy);

/// The first and the last events of a run.
class EventEnds {
 public:
  static constexpr std::size_t kKept = 2500;  ///< at each end
  void add(const Event& event);
  std::size_t total() const { return total_; }
  const std::vector<Event>& first() const { return first_; }
  std::vector<Event> last() const;  ///< those after first()

 private:
  std::size_t total_{0};
  std::vector<Event> first_, last_;
};

class Collector {
 public:
  explicit Collector(const ReportSubject& subject);
  void begin_at(double start);
  void sample(const Sample& sample);
  void event(const Event& event);
  void around_event(const Sample& before, const Sample& after);

  const RowLayout& layout() const { return layout_; }
  const std::vector<EnergyItem>& items() const { return items_; }
  const RecentRows& rows() const { return rows_; }
  std::size_t first_row() const;                                    ///< of rows() that is shown
  const std::vector<ThinCurve>& curves() const { return curves_; }  ///< empty: rows() is all
  const EvenRows& energy() const { return energy_; }
  const EventEnds& events() const { return events_; }
  const std::vector<ModeBands>& bands() const { return bands_.bands(); }  ///< (elements)
  const ModeTimes& mode_times() const { return mode_times_; }
  std::size_t samples() const { return samples_; }  ///< of the output grid
  std::size_t points() const { return points_; }    ///< with those around events

 private:
  void add_row(const Sample& sample);
  void start_curves();
  void add_to_curves(std::span<const double> row);

  double start_, duration_;
  bool wanted_;           ///< the run has output points
  std::size_t n_states_;  ///< the last ones of Sample::internal
  RowLayout layout_;
  std::vector<EnergyItem> items_;
  std::vector<double> row_, energy_row_;
  RecentRows rows_;
  std::vector<ThinCurve> curves_;
  EvenRows energy_;
  EventEnds events_;
  RunBands bands_;
  ModeTimes mode_times_;
  std::size_t samples_{0}, points_{0};
};

}  // namespace luztar::report
