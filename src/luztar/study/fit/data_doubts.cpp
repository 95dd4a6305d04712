#include "luztar/study/fit/data_doubts.h"

#include <cmath>

#include "luztar/core/number_text.h"
#include "luztar/matrix/matrix.h"

namespace luztar {
namespace {

/// (rows)
Vector measured_of(const MeasuredChannel& channel, const Residuals::Block& block) {
  Vector measured(block.rows);
  for (Index i = 0; i < measured.size(); ++i)
    measured(i) = channel.values[block.place[static_cast<std::size_t>(i)]];
  return measured;
}

/// (rows) model - measured, in the unit of the channel.
Vector left_of(const Residuals& residuals, std::size_t b, std::span<const double> residual) {
  const Residuals::Block& block = residuals.blocks()[b];
  return residuals.noise(b) * Vector(residual.subspan(block.begin, block.rows));
}

/// Data that go on a hundred times as long as the file says that the model does.
std::string time_doubts(const Residuals& residuals, const Experiment& experiment) {
  constexpr double kLonger = 100.0;
  const double length = experiment.time.back(), model = residuals.end_of_file();
  if (!(length > kLonger * model) || !(model > 0.0)) return "";
  return "the data" + (experiment.name.empty() ? "" : " of '" + experiment.name + "'") +
         " go on for " + rounded_text(length) + " s, the model of the file for " +
         rounded_text(model) + " s: is their time in ms?";
}

}  // namespace

std::vector<std::string> suspicions(Residuals& residuals) {
  constexpr double kOpposite = -0.7, kAlike = 0.9;  // correlation
  constexpr double kFar = 8.0;                      // ratio of sizes
  std::vector<std::string> messages;
  for (const Experiment& experiment : residuals.whole_experiments())
    if (const std::string text = time_doubts(residuals, experiment); !text.empty())
      messages.push_back(text);
  std::vector<double> residual;
  if (!messages.empty() || !residuals.evaluate(residuals.start(), residual, nullptr))
    return messages;
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    if (block.rows < 8) continue;
    const MeasuredChannel& channel = residuals.channel(block);
    const Vector measured = measured_of(channel, block);
    const Vector model = measured + left_of(residuals, b, residual);
    const Vector one = without_mean(measured), other = without_mean(model);
    if (one.is_zero() || other.is_zero()) continue;
    const double alike = dot(one, other) / (norm(one) * norm(other));
    const double ratio = norm(one) / norm(other);
    const std::string name = "'" + channel.name + "'";
    if (alike < kOpposite)
      messages.push_back(name + " goes against the model: is its sign turned round?");
    if (std::abs(alike) > kAlike && (ratio > kFar || ratio < 1.0 / kFar))
      messages.push_back(name + " is " + rounded_text(ratio, 3) +
                         " times as large as in the model: is its unit another one?");
  }
  return messages;
}

std::string lag_words(const Residuals& residuals, std::size_t b, std::span<const double> residual) {
  constexpr double kMost = 0.5;  // of the squares that are left
  const Residuals::Block& block = residuals.blocks()[b];
  const Index n = block.rows;
  if (n < 20) return "";
  const Vector left = left_of(residuals, b, residual);
  const Vector model = measured_of(residuals.channel(block), block) + left;
  const std::vector<double>& time =
      residuals.experiments()[static_cast<std::size_t>(block.experiment)].time;
  const auto at = [&](Index i) {
    return time[block.place[static_cast<std::size_t>(i)]];
  };
  Vector rate(n);
  for (Index i = 1; i + 1 < n; ++i)
    rate(i) = (model(i + 1) - model(i - 1)) / (at(i + 1) - at(i - 1));
  const double product = dot(left, rate), squares = dot(rate, rate);
  if (!(product * product > kMost * dot(left, left) * squares)) return "";
  const double lag = product / squares;  // measured(t) = model(t - lag)
  return "it looks " + rounded_text(1e3 * std::abs(lag), 2) + " ms " +
         (lag > 0.0 ? "late" : "early") +
         " beside the model: another clock, a filter, or a viscous part that is missing?";
}

}  // namespace luztar
