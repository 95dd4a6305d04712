// The proof of one limit, or of several at once: runs with smaller and smaller numbers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "luztar/study/verify/limit_motion.h"
#include "luztar/study/verify/verify_conditions.h"
#include "luztar/study/verify/verify_reduction.h"
#include "luztar/study/verify/watched_run.h"

namespace luztar {

/// A model that limits leave, and its run.
struct ReducedRun {
  Reduction reduction;
  WatchedRun run;
};

/// Steps for a model of so many bodies.
std::int64_t steps_for(const Model& model, std::int64_t work);

/// Elements whose force the limit says is 0.
std::set<std::string> vanishing_forces(const Reduction& reduction);

class StageVerifier {
 public:
  /// @param before  limits that are taken already
  StageVerifier(const Model& full, const std::vector<ParameterLimit>& before,
                const std::vector<ParameterLimit>& now, const ReducedRun& after,
                const VerificationSettings& settings, std::int64_t samples);

  /// Smaller and smaller s, until the errors say something.
  VerificationStage verify();
  /// One run of the full model itself, where no limit is taken.
  VerificationStage compare();

  const LimitMotion& limit() const { return limit_; }
  const StageRuns& runs() const { return runs_; }
  bool is_costly() const { return is_costly_; }  ///< all steps were taken by a few runs

 private:
  Model small_model(double s) const;
  WatchedRun run(const Model& model, std::int64_t work) const;
  void add_row(double s, const WatchedRun& run);
  void keep(double s, const Model& model, WatchedRun run);
  void add_forces(const WatchedRun& run, VerificationRow& row);
  double mean_force(const WatchedRun& run, std::size_t element) const;

  const Model& full_;
  const std::vector<ParameterLimit> before_;
  const ReducedRun& after_;
  const VerificationSettings& settings_;
  std::int64_t samples_;
  std::set<std::string> forces_;
  LimitMotion limit_;
  StageRuns runs_{};
  VerificationStage stage_{};
  double scale_of_forces_{};
  bool is_costly_{};
};

}  // namespace luztar
