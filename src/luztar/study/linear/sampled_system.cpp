#include "luztar/study/linear/sampled_system.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/grid.h"
#include "luztar/matrix/exponential.h"

namespace luztar {
namespace {

/// Clocks that go on together, after the beginning of a period [s].
struct Instant {
  double after;
  std::vector<int> clocks;
};

/// The least multiple of all periods.
double common_period(const std::vector<ControllerLaw>& controllers) {
  constexpr int kMostPeriods = 10'000;
  double longest = 0.0;
  for (const ControllerLaw& law : controllers) longest = std::max(longest, law.period);
  for (int n = 1; n <= kMostPeriods; ++n) {
    const bool is_common = std::ranges::all_of(controllers, [&](const ControllerLaw& law) {
      const double count = n * longest / law.period;
      return is_negligible(count - std::round(count), count, kFewUlps);
    });
    if (is_common) return n * longest;
  }
  std::string periods;
  for (const ControllerLaw& law : controllers)
    periods += (periods.empty() ? "" : ", ") + cell_text(law.period) + " s";
  throw ModelError({}, "controllers have no common period (" + periods + ")",
                   "give them periods that are multiples of one");
}

/// From `begin` on, the next instant of a grid [s].
double next_after(const Grid& grid, double begin) {
  const GridInstant now = GridInstant::at({begin, 0.0});
  const std::int64_t last = grid.last_at(now);
  if (last >= 0 && is_same(grid.at(last), now)) return 0.0;
  return std::max(0.0, grid.at(std::max<std::int64_t>(last + 1, 0)).time - Time{begin, 0.0});
}

void add_instants(double after, double every, int clock, double period,
                  std::vector<Instant>& instants) {
  const double count = std::round(period / every);
  for (int n = 0; n < static_cast<int>(count); ++n) {
    double at = std::fmod(after + n * every, period);
    if (is_negligible(at - period, period, kRounding)) at = 0.0;
    const auto same = std::ranges::find_if(instants, [&](const Instant& other) {
      return is_negligible(other.after - at, period, kRounding);
    });
    if (same != instants.end())
      same->clocks.push_back(clock);
    else
      instants.push_back({at, {clock}});
  }
}

std::vector<Instant> instants_of(const Sampling& sampling, double time, double period) {
  double begin = kInfinity;
  for (const ControllerLaw& law : sampling.controllers)
    begin = std::min(begin, time + next_after(law.samples(), time));
  std::vector<Instant> instants;
  for (const ControllerLaw& law : sampling.controllers) {
    const double first = next_after(law.samples(), begin);
    add_instants(first, law.period, law.clock, period, instants);
    if (law.act_clock != law.clock)
      add_instants(first + law.delay, law.period, law.act_clock, period, instants);
  }
  std::ranges::sort(instants, {}, &Instant::after);
  return instants;
}

/// States, what will be held, inputs: by the same at the beginning of the period.
class Period {
 public:
  Period(const VariedSystem& varied, const InstantMotion& motion,
         const LinearCoordinates& coordinates, const StateSpace& continuous, const Matrix& shift,
         const std::vector<int>& values)
      : varied_(varied),
        motion_(motion),
        coordinates_(coordinates),
        continuous_(continuous),
        shift_(shift),
        values_(values),
        states_(coordinates.states()),
        pending_(varied.system.sampling.n_pending),
        inputs_(static_cast<Index>(values.size())),
        now_(Matrix::identity(states_ + pending_ + inputs_)) {}

  void wait(double duration) {
    Matrix rates(states_ + inputs_, states_ + inputs_);
    rates.set_part(0, 0, duration * continuous_.a);
    rates.set_part(0, states_, duration * continuous_.b);
    const Matrix moved = exponential(rates);
    const Matrix x = now_.part(0, 0, states_, now_.cols());
    const Matrix u = now_.part(states_ + pending_, 0, inputs_, now_.cols());
    now_.set_part(
        0, 0,
        moved.part(0, 0, states_, states_) * x + moved.part(0, states_, states_, inputs_) * u);
  }

  /// Held values after the samples; states are less `shift` times the inputs.
  void sample(const std::vector<int>& clocks) {
    const Matrix u = now_.part(states_ + pending_, 0, inputs_, now_.cols());
    const Matrix x = now_.part(0, 0, states_, now_.cols()) + shift_ * u;
    Matrix columns(coordinates_.parameters + states_, now_.cols());
    for (Index i = 0; i < inputs_; ++i)
      columns.set_row(values_[static_cast<std::size_t>(i)], u.row(i));
    columns.set_part(coordinates_.parameters, 0, x);
    // What is varied comes first among the directions: by itself it acts on updates too.
    const Index varied = coordinates_.parameters, n = now_.cols();
    Directions before{Matrix(varied_.system.n_bodies(), varied + n),
                      Matrix(varied_.system.n_bodies(), varied + n),
                      Matrix(varied_.system.n_internals(), varied + n),
                      Matrix(pending_, varied + n)};
    before.q.set_part(0, varied, coordinates_.slopes.q * columns);
    before.v.set_part(0, varied, coordinates_.slopes.v * columns);
    const Index z = states_ - coordinates_.internals;
    before.z.set_part(0, varied, x.part(z, 0, coordinates_.internals, n));
    before.pending.set_part(0, varied, now_.part(states_, 0, pending_, n));
    const Directions after = motion_.sampled(clocks, before);
    const Matrix direct = columns.part(0, 0, varied, n);
    const auto whole = [&](const Matrix& rows) {
      return rows.part(0, varied, rows.rows(), n) + rows.left_cols(varied) * direct;
    };
    const Matrix own = shift_ * u;
    now_.set_part(z, 0, whole(after.z) - own.part(z, 0, coordinates_.internals, n));
    now_.set_part(states_, 0, whole(after.pending));
  }

  SampledSystem take(double period) const {
    const Index n = states_ + pending_;
    return {now_.part(0, 0, n, n), now_.part(0, n, n, inputs_), period};
  }

 private:
  const VariedSystem& varied_;
  const InstantMotion& motion_;
  const LinearCoordinates& coordinates_;
  const StateSpace& continuous_;
  const Matrix& shift_;
  const std::vector<int>& values_;
  Index states_, pending_, inputs_;
  Matrix now_;
};

}  // namespace

SampledSystem sampled_system(const VariedSystem& varied, const InstantMotion& motion,
                             const LinearCoordinates& coordinates, const StateSpace& continuous,
                             const Matrix& shift, const std::vector<int>& values, double time) {
  const Sampling& sampling = varied.system.sampling;
  const double period = common_period(sampling.controllers);
  Period all(varied, motion, coordinates, continuous, shift, values);
  double at = 0.0;
  for (const Instant& instant : instants_of(sampling, time, period)) {
    all.wait(instant.after - at);
    all.sample(instant.clocks);
    at = instant.after;
  }
  all.wait(period - at);
  return all.take(period);
}

}  // namespace luztar
