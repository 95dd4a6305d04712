#include "acceptance/sharpness.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/proof/prover.h"

namespace acceptance {
namespace {

using namespace luztar;

constexpr int kSmallest = -56, kLargest = 4;  // exponents of what is planted, to base 2
constexpr int kRows = 64;

/// Numbers of one side of an instant.
struct Shot {
  double time{};
  std::vector<double> q, v, a, d, rate, f, z, lower, upper;
  std::vector<ModeNumber> mode;

  Shot() = default;
  explicit Shot(const Sample& from) : time(from.time) {
    const auto keep = [](std::span<const double> values) {
      return std::vector<double>(values.begin(), values.end());
    };
    q = keep(from.q), v = keep(from.v), a = keep(from.a);
    d = keep(from.d), rate = keep(from.rate), f = keep(from.f), z = keep(from.internal);
    lower = keep(from.lower), upper = keep(from.upper);
    mode.assign(from.mode.begin(), from.mode.end());
  }

  luztar::Instant instant(const SystemImpl& system, int event_side = 0) const {
    luztar::Instant now;
    now.event_side = event_side;
    now.time = time;
    now.q = {q.data()}, now.v = {v.data()}, now.a = {a.data()};
    now.d = {d.data()}, now.rate = {rate.data()}, now.f = {f.data()}, now.z = {z.data()};
    now.contact = mode.data();
    now.pair = mode.data() + system.first_pair();
    now.side = mode.data() + system.first_pair();
    return now;
  }
};

struct Recorder : Observer {
  void sample(const Sample& s) override { rows.emplace_back(s); }
  void around_event(const Sample& one, const Sample& other) override {
    before.emplace_back(one);
    after.emplace_back(other);
  }
  bool wants_samples_around_events() const override { return true; }

  std::vector<Shot> rows, before, after;
};

class Planter {
 public:
  Planter(const System& system, int places)
      : system_(system.impl()), settings_(system.settings()), places_(places) {
    settings_.give_rows(kRows);
    const RunInfo info = simulate(system, initial_state(system), settings_, run_);
    if (info.status != Status::Finished || run_.rows.empty()) return;
    Prover prover = make_prover({});
    for (const Shot& shot : run_.rows) prover.look(shot.instant(system_));
    sizes_ = prover.sizes();
    is_good_ = true;
  }

  Sharpness find() {
    Sharpness found{};
    if (!is_good_) return found;
    const auto at = [&](Lie lie) -> double& {
      return found[static_cast<std::size_t>(lie)];
    };
    for (int i = 0; i < places_; ++i) {
      const auto row = static_cast<std::size_t>(draw(static_cast<int>(run_.rows.size())));
      const int body = draw(system_.n_bodies());
      if (const int e = draw_element(run_.rows[row], false); e >= 0)
        widen(at(Lie::Force), force(run_.rows[row], e));
      if (const int e = draw_element(run_.rows[row], true); e >= 0) {
        widen(at(Lie::Limit), limit(run_.rows[row], e));
        widen(at(Lie::Rest), rest(run_.rows[row], e));
      }
      if (system_.is_free(body) && system_.bodies[body].mass > 0.0) {
        widen(at(Lie::Acceleration), acceleration(run_.rows[row], body));
        widen(at(Lie::Velocity), jump(run_.rows[row], body, &Shot::v));
      }
      widen(at(Lie::Position), jump(run_.rows[row], body, &Shot::q));
    }
    for (std::size_t i = 0; i < run_.before.size() && i < 4 * static_cast<std::size_t>(places_);
         ++i)
      widen(at(Lie::Side), sides(run_.before[i], run_.after[i]));
    return found;
  }

 private:
  using Wrong = std::function<Shot(double)>;  ///< a shot with a wrong number of that size

  Prover make_prover(Sizes sizes) const {
    return {system_, settings_.tolerance, std::abs(settings_.start) + settings_.duration,
            std::move(sizes)};
  }
  int draw(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  static void widen(double& most, double found) { most = std::max(most, found); }

  /// A friction at rest, or an element whose law gives its force at this instant; -1: not found.
  int draw_element(const Shot& shot, bool rests) {
    for (int tries = 0; tries < 8 && system_.n_elements() > 0; ++tries) {
      const int e = draw(system_.n_elements());
      const int pair = e - system_.first_pair();
      const bool is_pair = pair >= 0 && e < system_.first_force();
      if (system_.geometry_of(e) != nullptr) continue;
      if (is_pair && !system_.pairs[pair].is_dry()) continue;
      if (rests == (is_pair && shot.mode[e] == 0)) return e;
    }
    return -1;
  }

  bool refuses(const std::function<void(Prover&)>& look) const {
    Prover prover = make_prover(sizes_);
    prover.look(run_.rows.front().instant(system_));  // deflections of links
    look(prover);
    return !prover.proofs().hold();
  }

  /// The least power of two from which on all that are larger are refused.
  static double least(const std::function<bool(double)>& is_refused) {
    if (is_refused(0.0)) return 0.0;  // what is right is refused: a row that this cannot look at
    double found = std::ldexp(1.0, kLargest + 1);
    for (int k = kLargest; k >= kSmallest && is_refused(std::ldexp(1.0, k)); --k)
      found = std::ldexp(1.0, k);
    return found;
  }

  double size_of(std::vector<double> Shot::*list, int index) const {
    double own = 0.0, any = 0.0;
    for (const Shot& shot : run_.rows)
      for (std::size_t i = 0; i < (shot.*list).size(); ++i) {
        any = std::max(any, std::abs((shot.*list)[i]));
        if (i == static_cast<std::size_t>(index)) own = std::max(own, std::abs((shot.*list)[i]));
      }
    return own > 0.0 ? own : any > 0.0 ? any : 1.0;
  }

  /// The force of an element becomes `f`; bodies with mass follow.
  Shot with_force(Shot shot, int e, double f) const {
    const double more = e < system_.first_force() ? shot.f[e] - f : f - shot.f[e];
    for (const Term& term : system_.terms_of(e))
      if (system_.is_free(term.body))
        shot.a[term.body] += term.coefficient * more * system_.inverse_mass(term.body);
    shot.f[e] = f;
    return shot;
  }

  double force(const Shot& shot, int e) const {
    const double size = size_of(&Shot::f, e);
    return least([&](double part) {
      return refuses([&](Prover& prover) {
               prover.look(with_force(shot, e, shot.f[e] + part * size).instant(system_));
             }) &&
             (part == 0.0 || refuses([&](Prover& prover) {
                prover.look(with_force(shot, e, shot.f[e] - part * size).instant(system_));
              }));
    });
  }

  double limit(const Shot& shot, int e) const {
    const double most = shot.f[e] > 0.0 ? shot.upper[e] : shot.lower[e];
    if (most == 0.0) return 0.0;
    return least([&](double part) {
      return refuses([&](Prover& prover) {
        prover.look(with_force(shot, e, most * (1.0 + part)).instant(system_));
      });
    });
  }

  double rest(const Shot& shot, int e) const {
    for (const Term& term : system_.terms_of(e)) {
      if (!system_.is_free(term.body)) continue;
      const double size = size_of(&Shot::v, term.body);
      return least([&](double part) {
        Shot wrong = shot;
        wrong.v[term.body] += part * size;
        for (int other = 0; other < system_.n_elements(); ++other)
          for (const Term& its : system_.terms_of(other))
            if (its.body == term.body) wrong.rate[other] += its.coefficient * part * size;
        return refuses([&](Prover& prover) { prover.look(wrong.instant(system_)); });
      });
    }
    return 0.0;
  }

  double acceleration(const Shot& shot, int body) const {
    const double size = size_of(&Shot::a, body);
    return least([&](double part) {
      Shot wrong = shot;
      wrong.a[body] += part * size;
      return refuses([&](Prover& prover) { prover.look(wrong.instant(system_)); });
    });
  }

  double jump(const Shot& shot, int body, std::vector<double> Shot::*list) const {
    const double size = size_of(list, body);
    return least([&](double part) {
      Shot wrong = shot;
      (wrong.*list)[static_cast<std::size_t>(body)] += part * size;
      return refuses([&](Prover& prover) {
        prover.pass(shot.instant(system_), wrong.instant(system_), {}, false);
      });
    });
  }

  /// Each side of an event with forces of the other one.
  double sides(const Shot& before, const Shot& after) const {
    double most = 0.0;
    for (int e = 0; e < system_.n_elements(); ++e) {
      const int pair = e - system_.first_pair();
      const bool is_pair = pair >= 0 && e < system_.first_force();
      const double step = after.f[e] - before.f[e];
      if (is_pair || system_.geometry_of(e) != nullptr) continue;
      if (std::abs(step) < 1e-3 * size_of(&Shot::f, e)) continue;
      widen(most, least([&](double part) {
              return refuses([&](Prover& prover) {
                prover.look_before(
                    with_force(before, e, before.f[e] + part * step).instant(system_, -1));
              });
            }));
      widen(most, least([&](double part) {
              return refuses([&](Prover& prover) {
                prover.look(with_force(after, e, after.f[e] - part * step).instant(system_, 1));
                prover.look(run_.rows.back().instant(system_));
              });
            }));
    }
    return most;
  }

  const SystemImpl& system_;
  SimulationSettings settings_;
  int places_;
  bool is_good_{};
  Recorder run_;
  Sizes sizes_;
  std::mt19937_64 random_{20261129};
};

}  // namespace

Sharpness sharpness_of(const System& system, int places) { return Planter(system, places).find(); }

}  // namespace acceptance
