#include "luztar/simulate/passes.h"

#include "luztar/core/number_text.h"
#include "luztar/simulate/trouble.h"

namespace luztar {
namespace {

constexpr int kMostPasses = 100;  // of one guard at an instant, however many there are

}  // namespace

Passes::Passes(const SystemImpl& system, const Time& start)
    : system_(system),
      run_(system.n_guards(), 0),
      here_(system.n_guards(), 0),
      last_pass_(system.n_guards() / 2, {start, start}),
      period_(system.n_guards() / 2, 0.0) {}

void Passes::begin() { std::fill(here_.begin(), here_.end(), 0); }

void Passes::add(int guard) {
  ++run_[guard];
  ++here_[guard];
}

void Passes::pass(int guard, const Time& time) {
  add(guard);
  std::array<Time, 2>& last = last_pass_[guard / 2];
  period_[guard / 2] = time - last[1];
  last = {time, last[0]};
}

bool Passes::is_endless() const {
  return std::any_of(here_.begin(), here_.end(), [](int n) { return n > kMostPasses; });
}

std::string Passes::busiest_names(const std::vector<int>& passes) const {
  return luztar::busiest_names(passes, [this](int guard) { return guard_name(system_, guard); });
}

std::string Passes::period_text() const {
  const auto busiest = std::max_element(run_.begin(), run_.end());
  if (busiest == run_.end() || *busiest < 3) return "";
  const double period = period_[(busiest - run_.begin()) / 2];
  if (!(period > 0.0)) return "";
  return " (period " + rounded_text(period, 4) + " s at the end)";
}

}  // namespace luztar
