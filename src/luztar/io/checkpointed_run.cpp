// A run in pieces.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/io/checkpoint.h"

namespace luztar {
namespace {

constexpr int kPieces = 200;

using Clock = std::chrono::steady_clock;

/// Hands everything on, and ends a piece.
class Piece : public Observer {
 public:
  Piece(Observer& to, double end, Clock::time_point due) : to_(to), end_(end), due_(due) {}
  void sample(const Sample& sample) override { to_.sample(sample); }
  void event(const Event& event) override { to_.event(event); }
  void event_time(std::span<const double> slopes) override { to_.event_time(slopes); }
  void around_event(const Sample& before, const Sample& after) override {
    to_.around_event(before, after);
  }
  bool wants_samples_around_events() const override { return to_.wants_samples_around_events(); }
  bool wants_samples_of_controllers() const override { return to_.wants_samples_of_controllers(); }
  void stiff(const std::string& element) override { to_.stiff(element); }
  bool progress(double time) override { return to_.progress(time); }
  bool part(double time) override {
    ended_ = time >= end_ || (due_ != Clock::time_point::max() && Clock::now() >= due_);
    return ended_;
  }
  bool ended() const { return ended_; }

 private:
  Observer& to_;
  double end_;             ///< of model time
  Clock::time_point due_;  ///< or by the clock
  bool ended_{false};
};

/// The end of the piece that starts at `time`.
double end_of_piece(const SimulationSettings& settings, double time) {
  const double length = settings.duration / kPieces;
  const double passed = std::floor((time - settings.start) / length);
  for (double k = std::max(passed, 0.0); k < kPieces; ++k) {
    const double end = settings.start + k * length;
    if (end > time) return end;
  }
  return std::numeric_limits<double>::infinity();
}

/// What follows the time in "t = 1.5 s: words". Each piece finds some things anew.
std::string_view words_of(std::string_view warning) {
  const std::size_t colon = warning.starts_with("t = ") ? warning.find(" s: ") : warning.npos;
  return colon == warning.npos ? warning : warning.substr(colon + 4);
}

void add_new(const std::vector<std::string>& more, std::vector<std::string>& warnings) {
  constexpr std::size_t kMost = 12;
  for (const std::string& warning : more) {
    const bool known = std::any_of(warnings.begin(), warnings.end(), [&](const std::string& other) {
      return words_of(other) == words_of(warning);
    });
    if (!known && warnings.size() < kMost) warnings.push_back(warning);
  }
}

}  // namespace

RunInfo simulate_with_checkpoints(const Model& model, const System& system, Checkpoint start,
                                  const SimulationSettings& settings,
                                  const std::filesystem::path& folder, double seconds,
                                  ResultWriter& writer, const Executor& executor) {
  writer.keep_unfinished();
  Checkpoint& at = start;
  const auto save = [&] {
    at.sizes = writer.sizes();
    write_checkpoint(folder, model, system, settings, at);
  };
  save();
  const auto pause = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::clamp(seconds, 0.001, 1e9)));
  auto saved = Clock::now();
  // Steps have the same bits wherever they are parted, series of large networks do not.
  const bool anywhere = settings.method == Method::Stepping;
  while (true) {
    Piece piece(
        writer,
        anywhere ? std::numeric_limits<double>::infinity() : end_of_piece(settings, at.state.time),
        anywhere ? saved + pause : Clock::time_point::max());
    RunInfo info = simulate(system, at.state, settings, piece, executor);
    add_new(info.warnings, at.warnings);
    at.kkt_residual = std::max(at.kkt_residual, info.kkt_residual);
    at.proofs.add(info.proofs);
    at.proofs.of[Proofs::Energy] = info.proofs.of[Proofs::Energy];  // of all pieces
    if (info.status != Status::Stopped || !piece.ended()) {
      info.warnings = at.warnings;
      info.kkt_residual = at.kkt_residual;
      info.proofs = at.proofs;
      return info;
    }
    at.state = std::move(info.final_state);
    if (Clock::now() < saved + pause && seconds > 0.0) continue;
    save();
    saved = Clock::now();
  }
}

}  // namespace luztar
