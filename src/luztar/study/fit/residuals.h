// A model beside measured data: residuals and their exact derivatives.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model.h"

namespace luztar {

/// What was measured of a channel of results, "q.seat", "f.guide", "x.loop.force".
struct MeasuredChannel {
  std::string name;
  std::vector<double> values;  ///< (times) in SI; NaN: not measured
  double noise{};              ///< standard deviation; 0: not known
};

/// Measured data of one run.
struct Experiment {
  std::string name;          ///< "" of the only one
  std::vector<double> time;  ///< strictly increasing, from the start of the model on [s]
  std::vector<MeasuredChannel> channels;
  ParameterValues values{};        ///< that this run has
  std::vector<std::string> own{};  ///< of the free values those it has alone
  /// Rows from this time on are not fitted: they are for validation [s].
  double fitted_until{std::numeric_limits<double>::infinity()};
};

/// A parameter or a start value, "q.seat", that is to be found.
struct FreeValue {
  std::string name;
  double lower{-std::numeric_limits<double>::infinity()};
  double upper{std::numeric_limits<double>::infinity()};
  std::optional<double> start{};  ///< nothing: the value of the model
  SourceLocation where{"free", 0, 0};
};

/// (model - measured)/noise of all that was measured and is to be fitted, by experiments, channels
/// and times; where a noise is not known it is 1 until set_noise().
class Residuals {
 public:
  /// Throws ModelError: names that do not exist, times outside of the model, nothing to fit to.
  Residuals(const Model& model, std::vector<Experiment> experiments, std::vector<FreeValue> free);
  /// Of the rows that are not fitted, with the same unknowns; nothing: all are.
  std::optional<Residuals> of_validation() const;
  /// Of the first one in `parts` of the times of each experiment, with the same unknowns and noise;
  /// nothing: some have too few.
  std::optional<Residuals> of_first(std::size_t parts) const;

  struct Unknown {
    std::string name;
    int experiment{-1};  ///< whose own it is; -1: of all
    int free{};          ///< index in the free values
  };
  /// In the order of the free values; those with several own values one after the other.
  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  std::vector<double> start() const;
  std::vector<double> lower() const;
  std::vector<double> upper() const;

  /// Unknowns that are the kinetic and the static level of a friction: the first is at most the
  /// second.
  std::vector<std::pair<int, int>> levels() const;

  /// A channel of an experiment, its rows in the residuals and the times of those.
  struct Block {
    int experiment, channel;
    std::size_t begin, rows;
    std::vector<std::size_t> place;  ///< (rows) in the times of the experiment
  };
  const std::vector<Block>& blocks() const { return blocks_; }
  const MeasuredChannel& channel(const Block& block) const {
    return experiments_[static_cast<std::size_t>(block.experiment)]
        .channels[static_cast<std::size_t>(block.channel)];
  }
  /// As far as they are fitted: one of validation alone has no times.
  const std::vector<Experiment>& experiments() const { return experiments_; }
  const std::vector<Experiment>& whole_experiments() const { return whole_; }
  std::size_t rows() const { return rows_; }
  double end_of_file() const;  ///< of the simulation as the model has it [s]
  double noise(std::size_t block) const { return noise_[block]; }
  void set_noise(std::size_t block, double noise) { noise_[block] = noise; }

  /// False: a run did not come to its end, and words() says why.
  /// @param x  (unknowns)  @param residual  (rows) out
  /// @param jacobian  (rows × unknowns, row by row) out; null: not wanted
  bool evaluate(const std::vector<double>& x, std::vector<double>& residual,
                std::vector<double>* jacobian);
  const std::string& words() const { return words_; }
  /// How often the experiments were simulated, to their end or not.
  struct Runs {
    int plain{}, with_derivatives{};
  };
  const Runs& runs() const { return runs_; }
  /// Warnings of the last runs with derivatives.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// The system of an experiment with these values, with derivatives by the free ones. Throws
  /// ModelError.
  System system_at(std::size_t experiment, const std::vector<double>& x) const;
  /// The unknown that a free value is in an experiment.
  int unknown_of(int free, std::size_t experiment) const;
  /// The model with these values, of an experiment.
  Model fitted(const std::vector<double>& x, std::size_t experiment = 0) const;

 private:
  bool run(std::size_t experiment, const std::vector<double>& x, std::vector<double>& residual,
           std::vector<double>* jacobian);
  void set(Model& model, ParameterValues& values, std::size_t experiment,
           const std::vector<double>& x) const;

  const Model& model_;
  std::vector<Experiment> whole_, experiments_;
  std::vector<FreeValue> free_;
  std::vector<Unknown> unknowns_;
  std::vector<Block> blocks_;
  std::vector<double> noise_;  ///< (blocks)
  std::size_t rows_{};
  std::vector<Model> models_;  ///< (experiments) with its times, and derivatives by all free values
  Runs runs_;
  int simulated_{};  ///< experiments
  std::string words_;
  std::vector<std::string> warnings_;
};

}  // namespace luztar
