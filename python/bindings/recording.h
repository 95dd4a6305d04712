// The results of one run as columns for Python.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace luztar::python {

/// Sums over bodies and elements at each output point, in the order of kLedgerNames [J].
constexpr std::size_t kLedgerColumns = 7;
extern const char* const kLedgerNames[kLedgerColumns];

/// Keeps samples and events in memory, each channel in a column of its own, and what a report shows
/// of them, so that result files can be written afterwards.
class Recording : public Observer {
 public:
  Recording(const Model& model, System system);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void around_event(const Sample& before, const Sample& after) override;
  bool wants_samples_around_events() const override;
  bool wants_samples_of_controllers() const override;
  bool progress(double time) override;

  /// Writes what comes to these files too while it comes.
  void write_to(const Model& model, const std::string& folder, bool report);
  /// Runs from `start`; writes the rest of the files. Ends early where Python was asked to.
  void run(State start, const Executor& executor);
  /// Writes the result files of what was run. @param model  of the run
  void save(const Model& model, const std::string& folder);
  /// The report as HTML text. @param model  of the run
  std::string report(const Model& model);
  /// (channels) Units in SI, "" for modes and unknown ones. @param model  of the run
  std::vector<std::string> units(const Model& model) const;

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
  /// Tells what was recorded once more; of samples only what channels have.
  void replay(Observer& to) const;

  System system_;
  SimulationSettings settings_;
  bool samples_of_controllers_;
  std::unique_ptr<ReportBuilder> report_;
  std::unique_ptr<ResultWriter> files_;
  std::vector<Channel> channels_;
  struct Place {
    std::size_t index;   ///< in the list of a Sample
    std::size_t column;  ///< of channels_
  };
  /// By kind of channel; modes are numbers of another type.
  std::array<std::vector<Place>, kChannelKinds> places_;
  std::size_t capacity_{}, rows_{};
  std::unique_ptr<double[]> data_;  ///< (1 + channels + ledger) columns of `capacity_`
  std::mutex saving_;
  std::vector<Event> events_;
  std::vector<ModeNumber> first_modes_;
  double start_{};
  RunInfo info_;
};

}  // namespace luztar::python
