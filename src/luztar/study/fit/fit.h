// Fits a model to measured data, and says what the data determine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "luztar/study/fit/loss.h"
#include "luztar/study/fit/residuals.h"

namespace luztar {

/// Errors to each side, within which 95 of 100 normally distributed values lie.
inline constexpr double kErrorsOf95 = 1.959963984540054;

struct FitSettings {
  Loss loss{Loss::Linear};
  /// Begins at the values of the balance of forces (force_balance.h), where that is possible and
  /// fits better, and at the others too unless what is left is white noise.
  bool balances{true};
  std::vector<double> start{};  ///< (unknowns); empty: of the residuals
  int max_iterations{50};
  double enough{1e-9};  ///< it ends where a step promises less, of the cost or of each value
  std::function<bool(int iteration, double cost)> goes_on{};  ///< false: stop; may be empty
};

/// An unknown after a fit.
struct FittedValue {
  std::string name;  ///< "FS", or with a value of its own "q.seat [run2]"
  double value{}, start{};
  double balance{};         ///< from the balance of forces; NaN: there is none
  double error{};           ///< standard error; infinite: the data do not determine
  double lower{}, upper{};  ///< of 95 of 100 such fits the interval holds the true value
  bool at_bound{};
  std::string words{};  ///< what there is to say; "" for nothing
};

/// A channel of an experiment after a fit.
struct FittedChannel {
  std::string experiment, name;
  std::int64_t rows{};
  double noise{};  ///< given, or estimated from the residuals; NaN: it was not fitted
  bool noise_is_given{};
  double rms{};          ///< of the residuals, in the unit of the channel
  double relative{};     ///< |model - measured| / |measured|
  double correlation{};  ///< of one residual with the next; white noise: 0
  std::string words{};
};

struct Fit {
  bool found{};
  std::string words{};  ///< why not
  std::vector<FittedValue> values;
  std::vector<FittedChannel> channels;
  std::vector<FittedChannel> validation;  ///< the same of rows that were not fitted
  /// (values × values); of those that the data do not determine 0
  std::vector<std::vector<double>> correlation, covariance;
  std::vector<double> x;         ///< (values)
  std::vector<double> residual;  ///< in units of the noise, by blocks of Residuals
  double cost{};
  int iterations{}, runs{}, runs_with_derivatives{};
  std::string
      no_balance{};  ///< why values could not begin at the balance of forces; "" if they could
  std::vector<std::string> warnings{};
};

/// The least sum of losses. Where a noise is not known it is estimated from the residuals of each
/// channel, and the channels are weighed by it.
Fit fit(Residuals& residuals, const FitSettings& settings = {});

/// The noise of a channel: as in this experiment, or in another one; 0: it was not fitted.
double noise_of(const Fit& fit, const std::string& experiment, const std::string& channel);

/// How many rows say as much as one, where residuals follow each other by this correlation.
double repeats(double correlation, std::int64_t rows);

}  // namespace luztar
