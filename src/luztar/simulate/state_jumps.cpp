#include "luztar/simulate/state_jumps.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/error.h"
#include "luztar/dynamics/system/geometry.h"

namespace luztar {

StateJumps::StateJumps(Motion& motion)
    : system_(motion.system()), motion_(motion), state_(motion.state()) {
  for (const InternalLaw& law : system_.internals) held_.resize(held_.size() + law.jumps.size());
}

/// Just behind the instant; or at it, where a jump has put it onto its level.
bool StateJumps::holds(const JumpLaw& law) {
  if (state_.branch[law.condition] == 1) return true;
  const Switch& sw = system_.program.switches()[law.condition];
  return has_acted_ && sw.kind == Switch::Kind::AtLeast &&
         motion_.series().series().slot(sw.low)[0] == 0.0 && value(law.margin) != 0.0;
}

bool StateJumps::find() {
  due_.clear();
  owners_.clear();
  if (held_.empty()) return false;
  std::size_t k = 0;
  for (int i = system_.first_state(); i < system_.first_output(); ++i)
    for (const JumpLaw& law : system_.internals[i].jumps) {
      const bool before = held_[k] != 0 || motion_.left().branch[law.condition] == 1;
      const bool now = holds(law);
      held_[k++] = now ? 1 : 0;
      if (before || !now) continue;
      // Of two of one state the later one counts.
      if (!due_.empty() && due_.back().internal == i) due_.pop_back();
      due_.push_back({i, &law});
    }
  return !due_.empty();
}

bool StateJumps::evaluate() {
  for (Due& due : due_) due.value = value(due.law->to);
  std::erase_if(
      due_, [this](const Due& due) { return due.value == motion_.left().internal[due.internal]; });
  for (const Due& due : due_)
    owners_.push_back(system_.program.switches()[due.law->condition].owner);
  return !due_.empty();
}

bool StateJumps::are_finite() const {
  return std::ranges::all_of(due_, [](const Due& due) { return std::isfinite(due.value); });
}

void StateJumps::act() {
  has_acted_ = true;
  for (const Due& due : due_) state_.internal[due.internal] = due.value;
  keep_deflections();
}

/// Of deflections whose arms have jumped.
void StateJumps::keep_deflections() {
  if (system_.arms.n_shifts() == 0) return;
  const Positions<std::vector<double>> before{state_.position, motion_.left().internal,
                                              state_.branch.data()};
  for (const Geometry& geometry : system_.arms.geometries())
    if (geometry.shift >= 0)
      state_.internal[geometry.shift] += value_of(geometry.deflection, before) -
                                         value_of(geometry.deflection, positions_of(state_));
}

std::string StateJumps::names() const {
  std::string text;
  for (const Due& due : due_) {
    const auto state = static_cast<std::size_t>(due.internal - system_.first_state());
    text += (text.empty() ? "" : ", ") + quote(system_.states[state].name);
  }
  return text;
}

double StateJumps::value(const DirectFormula& formula) {
  const LeftLimit& left = motion_.left();
  return left.value(formula, state_.anchor.value, left.internal, nullptr, arguments_);
}

}  // namespace luztar
