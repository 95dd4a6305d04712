#include "luztar/sensitivity/derivatives.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/number_text.h"
#include "luztar/sensitivity/tangent.h"

namespace luztar {
namespace {

constexpr int kWide = 8, kNarrow = 2;  // derivatives side by side

}  // namespace

Derivatives::Derivatives(const SystemImpl& system, double tolerance)
    : varied_(*system.origin.varied) {
  for (int first = 0; first < n();) {
    if (n() - first > kNarrow) {
      blocks_.push_back(std::make_unique<Tangent<Dual<kWide>>>(varied_, first, tolerance));
      first += kWide;
    } else {
      blocks_.push_back(std::make_unique<Tangent<Dual<kNarrow>>>(varied_, first, tolerance));
      first += kNarrow;
    }
  }
  event_time_.assign(static_cast<std::size_t>(n()), 0.0);
  const SystemImpl& own = varied_.system;
  const auto stride = static_cast<std::size_t>(n());
  const std::size_t bodies = stride * static_cast<std::size_t>(own.n_bodies());
  const std::size_t elements = stride * static_cast<std::size_t>(own.n_elements());
  const std::size_t internals = stride * static_cast<std::size_t>(own.n_internals());
  values_.assign(3 * (bodies + elements) + internals, 0.0);
  const double* at = values_.data();
  const auto next = [&at](std::size_t size) {
    const std::span<const double> rows(at, size);
    at += size;
    return rows;
  };
  sample_.n = n();
  sample_.q = next(bodies);
  sample_.v = next(bodies);
  sample_.a = next(bodies);
  sample_.d = next(elements);
  sample_.rate = next(elements);
  sample_.f = next(elements);
  sample_.internal = next(internals);
}

Derivatives::~Derivatives() = default;

void Derivatives::begin(const State& state, const Expansion& series, bool goes_on) {
  for (const auto& block : blocks_) block->begin(state, series, goes_on);
}

void Derivatives::reach(double tau) {
  at_event_ = at_event_ && tau == 0.0;
  for (const auto& block : blocks_) block->reach(tau);
}

const DerivativeSample& Derivatives::sample() {
  if (at_event_)
    problems_.push_back("the row at t = " + rounded_text(anchor_, 10) +
                        " s is at an event: its derivatives are those just after it");
  for (const auto& block : blocks_) block->sample(static_cast<std::size_t>(n()), values_.data());
  return sample_;
}

void Derivatives::go_on(const State& state, const Expansion& series) {
  for (const auto& block : blocks_) block->go_on(state, series);
}

void Derivatives::meet(const std::vector<int>& guards) {
  for (const auto& block : blocks_) {
    block->meet(guards);
    block->event_time(event_time_.data());
  }
}

void Derivatives::meet_rest() {
  meet({});
  std::ranges::fill(event_time_, std::nan(""));
}

void Derivatives::jump(const State& state) {
  for (const auto& block : blocks_) block->jump(state);
}

void Derivatives::leave(const State& state, const Expansion& series, const Impacts& impacts) {
  for (const auto& block : blocks_) block->leave(state, series, impacts);
  at_event_ = std::ranges::any_of(event_time_, [](double slope) { return std::abs(slope) > 0.0; });
  anchor_ = state.anchor.value;
}

const std::vector<std::string>& Derivatives::problems() {
  for (const auto& block : blocks_) block->take_problems(problems_);
  return problems_;
}

}  // namespace luztar
