#include "luztar/simulate/steps/point_values.h"

#include <algorithm>
#include <cmath>

namespace luztar {
namespace {

/// The value, or the velocity of a motion, may jump.
bool jumps(const Program& program, const Switch& sw) {
  if (!sw.time_only) return false;
  if (sw.visible || sw.jumps) return true;
  return sw.kind == Switch::Kind::Table && (program.table(sw).kinks || program.table(sw).jumps);
}

}  // namespace

PointValues::PointValues(const SystemImpl& system, const std::vector<std::int64_t>& branch)
    : system_(system),
      series_(system.program, system.has_motions() ? 2 : 0),
      branch_(branch),
      kept_(branch),
      trial_(branch),
      is_jump_(branch.size(), 0) {
  for (int i = 0; i < system.n_switches(); ++i) {
    const Switch& sw = system.program.switches()[i];
    const bool jump = jumps(system.program, sw);
    is_jump_[i] = jump ? 1 : 0;
    if (jump) jumps_.push_back(i);
    (sw.time_only ? of_time_ : of_state_).push_back(i);
  }
}

std::int64_t PointValues::piece(int index, std::int64_t now, double t) const {
  const Switch& sw = system_.program.switches()[index];
  const double low = slot(sw.low);
  const double high = slot(sw.high);
  if (sw.kind == Switch::Kind::Relay) return now == 0 ? (low > 0.0 ? 1 : 0) : high < 0.0 ? 0 : 1;
  return branch_from_values(system_.program, sw, low, high, t, now);
}

/// Switches may stand inside others: a few rounds settle them.
void PointValues::settle_time(double t, std::vector<std::int64_t>& branch, bool jumps) {
  for (std::size_t round = 0; round <= of_time_.size(); ++round) {
    series_.expand_time(system_.program, t, branch.data());
    bool changed = false;
    for (const int i : of_time_) {
      if (is_jump_[i] != 0 && !jumps) continue;
      const std::int64_t now = piece(i, branch[i], t);
      changed = changed || now != branch[i];
      branch[i] = now;
    }
    if (!changed) return;
  }
}

/// Of a table with an argument that is a number, if there is one: where that of another is none, it
/// may follow from the first.
std::string PointValues::outside_message() const {
  std::string message;
  for (int i = 0; i < system_.n_switches(); ++i) {
    const Switch& sw = system_.program.switches()[i];
    if (sw.kind != Switch::Kind::Lookup || !system_.program.table(sw).bounded) continue;
    const PiecewiseCubic& table = system_.program.table(sw);
    const std::int64_t last = static_cast<std::int64_t>(table.piece.size()) - 1;
    const bool is_number = !std::isnan(series_.slot(sw.low)[0]);
    if ((branch_[i] != 0 && branch_[i] != last) || (!is_number && !message.empty())) continue;
    message = reach_words(table) + ", and its argument " + (branch_[i] == 0 ? "falls" : "rises") +
              " beyond; " + reach_advice(table);
    if (is_number) break;
  }
  return message;
}

void PointValues::set_time(double t) {
  time_ = t;
  settle_time(t, branch_, false);
}

void PointValues::set_state(std::span<const double> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    series_.slot(system_.inputs[i].slot)[0] = inputs[i];
  for (std::size_t round = 0; round <= of_state_.size(); ++round) {
    series_.expand_state(system_.program, 0, branch_.data());
    bool changed = false;
    for (const int i : of_state_) {
      const std::int64_t now = piece(i, branch_[i], time_);
      changed = changed || now != branch_[i];
      branch_[i] = now;
    }
    if (!changed) return;
  }
}

bool PointValues::jumps_by(double t) {
  if (jumps_.empty()) return false;
  trial_ = branch_;
  settle_time(t, trial_, true);
  return std::any_of(jumps_.begin(), jumps_.end(),
                     [this](int i) { return trial_[i] != branch_[i]; });
}

double PointValues::last_before_jump(double before, double after) {
  for (;;) {
    const double middle = 0.5 * (before + after);
    if (middle <= before || middle >= after) return before;
    (jumps_by(middle) ? after : before) = middle;
  }
}

void PointValues::go_on(double t, std::vector<int>& jumped) {
  jumped.clear();
  trial_ = branch_;
  settle_time(t, branch_, true);
  for (const int i : jumps_) {
    const Switch& sw = system_.program.switches()[i];
    if (trial_[i] == branch_[i] || !sw.jumps) continue;
    if (std::find(jumped.begin(), jumped.end(), sw.owner) == jumped.end())
      jumped.push_back(sw.owner);
  }
  time_ = t;
  kept_ = branch_;
}

}  // namespace luztar
