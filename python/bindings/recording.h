// The results of one run as columns for Python.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace luztar::python {

/// Sums over bodies and elements at each output point, in the order of kLedgerNames [J].
constexpr std::size_t kLedgerColumns = 7;
extern const char* const kLedgerNames[kLedgerColumns];

/// Keeps samples and events in memory, each channel in a column of its own, and hands both on to
/// the writer of result files if there is one.
class Recording : public Observer {
 public:
  /// @param files  nullptr: nothing is written
  Recording(const Model& model, System system, const SimulationSettings& settings,
            std::unique_ptr<ResultWriter> files);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void around_event(const Sample& before, const Sample& after) override;
  bool wants_samples_around_events() const override;
  bool wants_samples_of_controllers() const override;
  bool progress(double time) override;

  /// Runs from `start`; writes the rest of the files. Ends early where Python was asked to.
  void run(State start, const Executor& executor);

  const System& system() const { return system_; }
  const RunInfo& info() const { return info_; }
  const std::vector<Channel>& channels() const { return channels_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<ModeNumber>& first_modes() const { return first_modes_; }  ///< (elements)
  double start() const { return start_; }                                      ///< [s]
  std::size_t rows() const { return rows_; }
  const double* time() const { return data_.get(); }  ///< (rows)
  const double* column(std::size_t channel) const {   ///< (rows)
    return data_.get() + (1 + channel) * capacity_;
  }
  const double* ledger(std::size_t index) const { return column(channels_.size() + index); }

 private:
  System system_;
  SimulationSettings settings_;
  std::unique_ptr<ResultWriter> files_;
  bool samples_are_events_;
  std::vector<Channel> channels_;
  struct Place {
    std::size_t index;   ///< in the list of a Sample
    std::size_t column;  ///< of channels_
  };
  /// By kind of channel; modes are numbers of another type.
  std::array<std::vector<Place>, kChannelKinds> places_;
  std::size_t capacity_{}, rows_{};
  std::unique_ptr<double[]> data_;  ///< (1 + channels + ledger) columns of `capacity_`
  std::vector<Event> events_;
  std::vector<ModeNumber> first_modes_;
  double start_{};
  RunInfo info_;
};

}  // namespace luztar::python
