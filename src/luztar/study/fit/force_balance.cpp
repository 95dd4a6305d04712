#include "luztar/study/fit/force_balance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"
#include "luztar/sensitivity/mode_motion.h"
#include "luztar/study/fit/zero_phase.h"

namespace luztar {
namespace {

using Number = Dual<8>;

constexpr double kCutoff = 0.05;  // of the sampling frequency, the same for all data
constexpr int kEvery = 5;         // rows that are kept: twice the frequency that passes
constexpr int kSlowest = 100;     // slower than the fastest by this a friction may be at rest

/// A column at even times, by straight lines over uneven ones and over gaps.
std::vector<double> evenly(const std::vector<double>& time, const std::vector<double>& values,
                           double step, std::size_t n) {
  std::vector<double> t, x;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (std::isfinite(values[i])) {
      t.push_back(time[i]);
      x.push_back(values[i]);
    }
  std::vector<double> even(n, t.empty() ? 0.0 : x.front());
  std::size_t k = 0;
  for (std::size_t i = 0; i < n && t.size() > 1; ++i) {
    const double at = time.front() + static_cast<double>(i) * step;
    while (k + 2 < t.size() && t[k + 1] < at) ++k;
    const double fraction = std::clamp((at - t[k]) / (t[k + 1] - t[k]), 0.0, 1.0);
    even[i] = x[k] + fraction * (x[k + 1] - x[k]);
  }
  return even;
}

/// The motion of an experiment at even times.
struct Measured {
  double begin{}, step{};
  std::size_t n{};
  std::map<int, std::vector<double>> q, v, a;  ///< by body
  std::map<int, std::vector<double>> z;        ///< by internal

  /// "" if there is all that is needed, else what is not.
  std::string read(const System& system, const Experiment& experiment) {
    const SystemImpl& impl = system.impl();
    if (impl.has_massless) return "a body has no mass";
    if (!impl.arms.coupled().empty()) return "an inertia couples bodies";
    if (impl.n_delays() > 0) return "a law has a delay";
    if (impl.first_state() > 0) return "a law has a state that cannot be measured";
    begin = experiment.time.front();
    n = experiment.time.size();
    if (n < 20) return "there are too few rows";
    step = (experiment.time.back() - begin) / static_cast<double>(n - 1);
    const auto column = [&](const std::string& name) -> const std::vector<double>* {
      const auto found = std::ranges::find(experiment.channels, name, &MeasuredChannel::name);
      return found == experiment.channels.end() ? nullptr : &found->values;
    };
    for (int b = 0; b < impl.n_bodies(); ++b) {
      if (!impl.is_free(b)) continue;
      const std::string name = "q." + impl.bodies[b].name;
      const std::vector<double>* values = column(name);
      if (values == nullptr) return "'" + name + "' is not measured";
      q[b] = zero_phase(evenly(experiment.time, *values, step, n), kCutoff);
      v[b] = central_rate(q[b], step);
      a[b] = central_rate(v[b], step);
    }
    for (std::size_t i = 0; i < impl.states.size(); ++i) {
      const std::vector<double>* values = column("x." + impl.states[i].name);
      if (values != nullptr)
        z[impl.first_state() + static_cast<int>(i)] = evenly(experiment.time, *values, step, n);
      else if (is_read(impl, impl.first_state() + static_cast<int>(i)))
        return "'x." + impl.states[i].name + "' is not measured";
    }
    return "";
  }

 private:
  /// By a law between samples of controllers.
  static bool is_read(const SystemImpl& impl, int internal) {
    for (const Sampling::Output& output : impl.sampling.outputs)
      if (output.internal == internal) {
        const auto reads = [&](const Program::Instruction& i) {
          return i.a == output.slot || i.b == output.slot;
        };
        return std::ranges::any_of(impl.program.time_code(), reads) ||
               std::ranges::any_of(impl.program.state_code(), reads) ||
               std::ranges::find(impl.force_slots, output.slot) != impl.force_slots.end();
      }
    return true;
  }
};

/// Mass times acceleration less forces of each free body, with derivatives by the free values.
class Balance {
 public:
  Balance(const System& system, const Measured& measured)
      : system_(system), impl_(system.impl()), measured_(measured) {}

  /// Columns: the balance, then its derivatives; a row for each body and time, smoothed.
  Matrix rows(int n_free) {
    std::vector<Matrix> of_bodies;
    for (int first = 0; first < n_free; first += Number::kWidth) {
      const Numbers<Number> numbers(*impl_.origin.varied, first);
      ModeMotion<Number> motion(numbers, 1);
      if (of_bodies.empty()) of_bodies.assign(measured_.q.size(), Matrix(measured_.n, n_free + 1));
      for (std::size_t i = 0; i < measured_.n; ++i) take(motion, numbers, i, first, of_bodies);
    }
    return smoothed(of_bodies);
  }

 private:
  void take(ModeMotion<Number>& motion, const Numbers<Number>& numbers, std::size_t i, int first,
            std::vector<Matrix>& of_bodies) {
    std::vector<double> position(impl_.bodies.list().size(), 0.0), velocity = position;
    std::vector<double> internal(static_cast<std::size_t>(impl_.n_internals()), 0.0);
    for (const auto& [b, q] : measured_.q) {
      position[b] = q[i];
      velocity[b] = measured_.v.at(b)[i];
    }
    for (const auto& [index, z] : measured_.z) internal[index] = z[i];
    const double time = measured_.begin + static_cast<double>(i) * measured_.step;
    const State state = initial_state(system_, time, position, velocity, internal);
    motion.set(state);
    for (int b = 0; b < impl_.n_bodies(); ++b) {
      if (impl_.motion_slot(b) >= 0) continue;
      motion.q(b)[0] = state.position[b];
      motion.v(b)[0] = state.velocity[b];
    }
    for (int k = 0; k < impl_.n_internals(); ++k) motion.z(k)[0] = state.internal[k];
    motion.start();
    if (first == 0) note_rates(motion, i);
    std::size_t row = 0;
    for (const auto& [b, a] : measured_.a) {
      const Number left = (Number(a[i]) - motion.a(b)[0]) / numbers.inverse_mass[b];
      Matrix& to = of_bodies[row++];
      to(i, 0) = left.value;
      for (int f = 0; f < Number::kWidth && first + f + 1 < to.cols(); ++f)
        to(i, first + f + 1) = left.slope[f];
    }
  }

  void note_rates(const ModeMotion<Number>& motion, std::size_t i) {
    if (rates_.size() == 0) rates_.reset(measured_.n, impl_.n_pairs());
    for (int j = 0; j < impl_.n_pairs(); ++j)
      rates_(i, j) =
          impl_.pairs[j].is_dry() ? std::abs(motion.rate(impl_.first_pair() + j)[0].value) : 0.0;
  }

  /// A friction that may be at rest has no law there.
  bool may_rest(Index i) const {
    for (Index j = 0; j < rates_.cols(); ++j)
      if (rates_(i, j) * kSlowest < largest(rates_.col(j))) return true;
    return false;
  }

  Matrix smoothed(const std::vector<Matrix>& of_bodies) const {
    const Index rows = of_bodies.front().rows(), columns = of_bodies.front().cols();
    const Index kept = (rows + kEvery - 1) / kEvery;
    Matrix all(kept * of_bodies.size(), columns);
    for (std::size_t b = 0; b < of_bodies.size(); ++b)
      for (Index c = 0; c < columns; ++c) {
        const auto column = of_bodies[b].col(c);
        const std::vector<double> smooth = zero_phase({column.begin(), column.end()}, kCutoff);
        for (Index i = 0; i < kept; ++i)
          all(kept * static_cast<Index>(b) + i, c) = smooth[static_cast<std::size_t>(i * kEvery)];
      }
    for (Index i = 0; i < kept; ++i)
      for (Index b = 0; b * kept < all.rows() && may_rest(i * kEvery); ++b)
        all.set_row(kept * b + i, Vector(columns));
    return all;
  }

  const System& system_;
  const SystemImpl& impl_;
  const Measured& measured_;
  Matrix rates_;  ///< (times × pairs) how fast frictions slide
};

}  // namespace

ForceBalance balance_forces(Residuals& residuals, const std::vector<double>& start) {
  constexpr int kRounds = 3;  // one where the values are factors, as masses and levels are
  ForceBalance balance{.found = false, .words = "", .x = start};
  const Index n = start.size();
  const std::size_t experiments = residuals.experiments().size();
  std::vector<Measured> measured(experiments);
  for (int round = 0; round < kRounds; ++round) {
    Matrix squares(n, n);
    Vector gradient(n);
    for (std::size_t e = 0; e < experiments; ++e) {
      if (residuals.experiments()[e].time.empty()) continue;  // for validation
      try {
        const System system = residuals.system_at(e, balance.x);
        if (round == 0) balance.words = measured[e].read(system, residuals.experiments()[e]);
        if (!balance.words.empty()) return balance;
        const int n_free = system.impl().origin.varied->n();
        const Matrix rows = Balance(system, measured[e]).rows(n_free);
        Matrix jacobian(rows.rows(), n);
        for (int f = 0; f < n_free; ++f)
          for (Index i = 0; i < rows.rows(); ++i)
            jacobian(i, residuals.unknown_of(f, e)) += rows(i, f + 1);
        squares += jacobian.transpose() * jacobian;
        gradient += jacobian.transpose() * Vector(rows.col(0));
      } catch (const ModelError& error) {
        balance.words = to_text(error.diagnostics().front());
        return balance;
      }
    }
    for (Index i = 0; i < n; ++i)
      if (!(squares(i, i) > 0.0)) squares(i, i) = 1.0;
    const Vector scale = inverses(square_roots(squares.diagonal()));
    const Vector move =
        product(scale, least_squares_solution(scale.as_diagonal() * squares * scale.as_diagonal(),
                                              product(scale, gradient)));
    if (!move.is_finite()) {
      balance.words = "the balance is not a finite number";
      return balance;
    }
    const std::vector<double> lower = residuals.lower(), upper = residuals.upper();
    for (std::size_t i = 0; i < start.size(); ++i)
      balance.x[i] = std::clamp(balance.x[i] - move(i), lower[i], upper[i]);
  }
  balance.found = true;
  return balance;
}

}  // namespace luztar
