// The page report.html: collects what it shows during a run, in bounded memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "luztar/core/settings.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/io/channels.h"
#include "luztar/io/report/changed_values.h"
#include "luztar/model/display_units.h"
#include "luztar/model/model.h"
#include "luztar/model/model_dimensions.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// What a report is about, without the numbers of the run.
struct ReportSubject {
  std::string title{}, file{}, hash{};
  std::vector<BodyInfo> bodies{};
  CoordinateKinds coordinates{};  ///< what is not there is in m
  std::vector<ElementInfo> elements{};
  std::vector<StateInfo> states{};
  std::vector<std::string> event_names{};  ///< as System::event_names()
  SimulationSettings settings{};
  std::vector<report::ParameterValue> parameters{};
  std::vector<report::ChangedSetting> changed_settings{};
  std::vector<DisplayUnit> units{};  ///< in which it is shown, where not in SI
  bool is_part{};                    ///< of a larger network, whose energies are shown
  std::string equations{};  ///< HTML of the model's derivation, or why it is not here; "": not made
};

/// Collects samples and events while a run is made and renders one self-contained page.
///
/// Memory and page are bounded for any number of samples and events: a run that does not fit is
/// kept as curves of minima and maxima over short spans of time, with its last stretch in full for
/// loops and phase portraits. The page says so.
class ReportBuilder {
 public:
  /// @param only  shows the bodies and elements of these channels; null: all
  /// @param equations  derived now, which takes longer than a short run; else add_equations()
  ReportBuilder(const Model& model, const System& system, const SimulationSettings& settings,
                const std::vector<Channel>* only = nullptr, bool equations = true);
  explicit ReportBuilder(ReportSubject subject);
  ~ReportBuilder();

  /// Where the run begins, if that is not settings.start [s]. Before it does.
  void begin_at(double start);
  void sample(const Sample& sample);
  void event(const Event& event);
  void around_event(const Sample& before, const Sample& after);

  /// Of a run that was made elsewhere, instead of what is told. @param json  data() there
  void take_data(std::string json);

  /// Derives them for the page, or says why it has none: of large models, and of a part of one.
  void add_equations(const Model& model, const System& system);

  /// The page as HTML text.
  std::string render(const RunInfo& info) const;
  /// The page's data as JSON, safe inside a `<script>` element.
  std::string data(const RunInfo& info) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
