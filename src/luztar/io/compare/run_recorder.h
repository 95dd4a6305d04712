// A run in memory as a RunRecord: the same as of its result files.
#pragma once

#include <memory>
#include <string>

#include "luztar/model/model.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/compare/run_record.h"

namespace luztar {

/// Records the columns that [output] names and the events.
class RunRecorder : public Observer {
 public:
  /// Model and system must live as long as this. Throws ModelError as ResultWriter.
  RunRecorder(const Model& model, const System& system, const SimulationSettings& settings,
              const std::string& name);
  ~RunRecorder() override;
  void begin_at(double start);  ///< where it is not that of the settings [s]
  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  RunRecord finish(const RunInfo& info);  ///< once

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
