#include "acceptance/delay_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "random.h"

namespace acceptance {
namespace {

constexpr int kDelayOrder = 16;      // of the Taylor series of a step
constexpr double kDelayStep = 0.04;  // the longest one [s]
constexpr int kDelayLooks = 4;       // within a step
constexpr double kDelayRounding = 1e-15;

using Series = std::array<double, kDelayOrder + 1>;

std::string delay_number(double x) {
  std::ostringstream text;
  text << std::setprecision(17) << x;
  return text.str();
}

double value_at(const Series& c, double tau) {
  double sum = 0.0;
  for (int k = kDelayOrder; k >= 0; --k) sum = sum * tau + c[k];
  return sum;
}

/// About another place.
Series about(const Series& c, double by) {
  Series moved = c;
  for (int i = 0; i < kDelayOrder; ++i)
    for (int k = kDelayOrder - 1; k >= i; --k) moved[k] += by * moved[k + 1];
  return moved;
}

/// The method of steps: no step goes over an end of an earlier one that is read in it.
class DelayIntegrator {
 public:
  explicit DelayIntegrator(const DelayCase& drawn)
      : drawn_(drawn), q_(drawn.q), v_(drawn.v), x_(drawn.x) {
    on_ = q_ > drawn.high ? 1 : 0;
    control();
    decide();
  }

  DelayedMotion run(const std::vector<double>& times) {
    for (const double time : times) {
      while (t_ < time) step(time);
      motion_.q.push_back(q_);
      motion_.v.push_back(v_);
      motion_.x.push_back(x_);
    }
    return motion_;
  }

 private:
  struct Step {
    double begin, end;
    Series q, v, u, x, h;
  };

  /// The step that holds a time; at an end the later one.
  const Step* step_at(double time) const {
    const auto found = std::upper_bound(steps_.begin(), steps_.end(), time + kNear,
                                        [](double t, const Step& step) { return t < step.begin; });
    return found == steps_.begin() ? nullptr : &found[-1];
  }

  Series constant(double value) const {
    Series c{};
    c[0] = value;
    return c;
  }

  Series history(double time) const {
    Series c = constant(drawn_.q);
    if (!drawn_.has_history) return c;
    double power = drawn_.before;
    for (int k = 0; k <= kDelayOrder; ++k) {
      c[k] += power * std::sin(3.0 * time + 0.5 * M_PI * k);
      power *= 3.0 / (k + 1);
    }
    return c;
  }

  /// What acts late: of q, v, u, x, h, y.
  Series late(int which) const {
    const double time = t_ - drawn_.lag[which == 4 ? 3 : which == 5 ? 1 : which];
    const Step* step = step_at(time);
    if (step == nullptr)
      return which == 0   ? history(time)
             : which == 1 ? constant(drawn_.v)
             : which == 2 ? constant(start_on_)
             : which == 3 ? constant(drawn_.x)
             : which == 4 ? constant(0.0)
                          : constant(drawn_.y);
    if (which == 5) return second(about(step->q, time - step->begin));
    const Series& c = which == 0   ? step->q
                      : which == 1 ? step->v
                      : which == 2 ? step->u
                      : which == 3 ? step->x
                                   : step->h;
    return about(c, time - step->begin);
  }

  /// y of q.
  Series second(const Series& q) const {
    Series y{};
    for (int k = 0; k <= kDelayOrder; ++k) y[k] = -drawn_.share * q[k];
    y[0] += drawn_.y + drawn_.share * drawn_.q;
    return y;
  }

  double sample_time(int n) const { return drawn_.first + n * drawn_.period; }
  double action_time(int n) const { return drawn_.first + drawn_.act + n * drawn_.period; }

  /// What is due now.
  void control() {
    if (!(drawn_.period > 0.0)) return;
    const auto sample = [this] {
      if (t_ < sample_time(samples_) - kNear) return;
      ++samples_;
      computed_ = -drawn_.proportional * q_ - drawn_.derivative * v_;
    };
    if (drawn_.act == 0.0) sample();
    if (t_ >= action_time(actions_) - kNear) {
      ++actions_;
      held_ = computed_;
    }
    if (drawn_.act > 0.0) sample();
  }

  /// Without friction and what follows the present place [N].
  Series drive() const {
    Series force{};
    double power = drawn_.amplitude;
    for (int k = 0; k <= kDelayOrder; ++k) {
      force[k] = power * std::cos(drawn_.omega * t_ + 0.5 * M_PI * k);
      power *= drawn_.omega / (k + 1);
    }
    force[0] += held_;
    for (int i = 0; i < 6; ++i) {
      const Series part = late(i);
      for (int k = 0; k <= kDelayOrder; ++k) force[k] += drawn_.gain[i] * part[k];
    }
    return force;
  }

  double pull(const Series& drive) const {
    return drive[0] - drawn_.stiffness * q_ - drawn_.damping * v_;
  }

  void decide() {
    const double force = pull(drive());
    if (v_ != 0.0)
      direction_ = v_ > 0.0 ? 1 : -1;
    else
      direction_ = std::abs(force) <= drawn_.breakaway ? 0 : force > 0.0 ? 1 : -1;
  }

  Step expanded(const Series& drive) const {
    Step step{t_, t_, {}, {}, constant(on_), {}, constant(held_)};
    step.q[0] = q_;
    step.v[0] = v_;
    for (int k = 0; k < kDelayOrder && direction_ != 0; ++k) {
      double force = drive[k] - drawn_.stiffness * step.q[k] - drawn_.damping * step.v[k];
      if (k == 0) force -= direction_ * drawn_.kinetic;
      step.v[k + 1] = force / drawn_.mass / (k + 1);
      step.q[k + 1] = step.v[k] / (k + 1);
    }
    const Series back = late(3);
    step.x[0] = x_;
    for (int k = 0; k < kDelayOrder; ++k)
      step.x[k + 1] = (step.q[k] - drawn_.rate * step.x[k] - drawn_.back * back[k]) / (k + 1);
    return step;
  }

  /// The first place where `value` falls below zero, or infinity.
  template <class Value>
  static double first_fall(const Value& value, double reach) {
    double left = 0.0;
    for (int i = 1; i <= kDelayLooks; ++i) {
      const double right = reach * i / kDelayLooks;
      if (value(right) < 0.0) {
        double low = left, high = right;
        while (true) {
          const double middle = 0.5 * (low + high);
          if (!(middle > low && middle < high)) return high;
          (value(middle) < 0.0 ? high : low) = middle;
        }
      }
      left = right;
    }
    return HUGE_VAL;
  }

  /// To the next place where something late begins anew.
  double reach(double end) const {
    double most = std::min(kDelayStep, end - t_);
    if (drawn_.period > 0.0)
      most = std::min({most, sample_time(samples_) - t_, action_time(actions_) - t_});
    for (const double lag : drawn_.lag) {
      if (t_ - lag < -kNear) most = std::min(most, lag - t_);
      const Step* step = step_at(t_ - lag);
      if (step != nullptr) most = std::min(most, step->end - (t_ - lag));
    }
    return most;
  }

  void step(double end) {
    const Series force = drive();
    if (direction_ == 0 && std::abs(pull(force)) > drawn_.breakaway + kDelayRounding) {
      direction_ = pull(force) > 0.0 ? 1 : -1;  // what is late has jumped
      ++motion_.modes;
    }
    Step step = expanded(force);
    double tau = reach(end);
    const double whole = tau;
    const auto inside = [&](double x) {
      if (direction_ != 0) return direction_ * value_at(step.v, x) + kDelayRounding;
      return drawn_.breakaway - std::abs(value_at(force, x) - drawn_.stiffness * q_) +
             kDelayRounding;
    };
    const auto stays = [&](double x) {
      const double q = value_at(step.q, x);
      return (on_ > 0.5 ? q - drawn_.low : drawn_.high - q) + kDelayRounding;
    };
    const double mode = first_fall(inside, whole), relay = first_fall(stays, whole);
    tau = std::min({tau, mode, relay});
    step.end = tau == end - t_ ? end : t_ + tau;
    q_ = value_at(step.q, tau);
    v_ = direction_ == 0 || mode <= tau ? 0.0 : value_at(step.v, tau);
    x_ = value_at(step.x, tau);
    t_ = step.end;
    steps_.push_back(step);
    control();
    if (relay <= tau) {
      on_ = 1.0 - on_;
      motion_.switches.push_back(t_);
    }
    if (mode <= tau) pass_mode();
  }

  void pass_mode() {
    ++motion_.modes;
    const double force = pull(drive());
    if (direction_ == 0)
      direction_ = force > 0.0 ? 1 : -1;
    else
      decide();
  }

  static constexpr double kNear = 1e-13;  // of times [s]

  const DelayCase& drawn_;
  double t_{}, q_, v_, x_, on_{};
  double start_on_{};
  double computed_{}, held_{};  ///< by the controller
  int samples_{}, actions_{};   ///< so far
  int direction_{};
  std::vector<Step> steps_;
  DelayedMotion motion_;
};

}  // namespace

DelayCase DelayCase::draw(int seed) {
  luztar::testing::Random in{static_cast<std::uint64_t>(seed)};
  DelayCase d{};
  d.mass = in(0.5, 2);
  d.stiffness = in(2, 20);
  d.damping = in(0, 1);
  d.kinetic = in(0, 1) < 0.3 ? 0.0 : in(0.1, 1);
  d.breakaway = d.kinetic * (in(0, 1) < 0.5 ? 1.0 : in(1, 1.5));
  d.amplitude = in(0, 3);
  d.omega = in(0.5, 6);
  d.rate = in(0, 2);
  d.back = in(-1, 1);
  d.gain[0] = in(-1, 1) * d.stiffness * 0.4;
  d.gain[1] = in(-1, 1);
  d.gain[2] = in(-2, 2);
  d.gain[3] = in(-1, 1);
  for (double& lag : d.lag) lag = in(0.4, 1.5);
  d.high = in(0.05, 0.3);
  d.low = d.high - in(0.05, 0.3);
  d.q = in(-1, 0.0);
  d.v = in(0, 1) < 0.5 ? 0.0 : in(-1, 1);
  d.x = in(-1, 1);
  d.has_history = in(0, 1) < 0.5;
  d.before = in(-1, 1);
  d.duration = 6;
  d.y = in(-1, 1);
  d.share = in(0, 1) < 0.5 ? 0.0 : in(0.1, 0.6);
  d.gain[4] = in(-1, 1);
  d.gain[5] = d.share == 0.0 ? 0.0 : in(-1, 1);
  d.period = in(0, 1) < 0.5 ? 0.0 : d.lag[in.below(4)] * (in(0, 1) < 0.5 ? 1.0 : 0.5);
  d.first = in(0, 1) < 0.3 ? 0.0 : in(0, 1) < 0.5 ? d.period : in(0, 1) * d.period;
  d.act = in(0, 1) < 0.5 ? 0.0 : in(0, 1) * d.period;
  d.proportional = in(-1, 1);
  d.derivative = in(-1, 1);
  return d;
}

namespace {

/// The controller and the second body, with a mass of 1 kg, of which the first one feels share^2.
std::string others_of(const DelayCase& d) {
  const auto n = delay_number;
  const std::string controller =
      d.period > 0.0 ? "[controllers.c]\nperiod = " + n(d.period) + "\nfirst = " + n(d.first) +
                           "\ndelay = " + n(d.act) + "\nmemory = { h = 0 }\nupdate = [\"h = (" +
                           n(-d.proportional) + ")*q.b + (" + n(-d.derivative) +
                           ")*v.b\"]\n[forces.held]\non = \"b\"\nvalue = \"x.c.h + (" +
                           n(d.gain[4]) + ")*delay(x.c.h, " + n(d.lag[3]) + ")\"\n"
                     : "";
  if (d.share == 0.0) return controller;
  return controller + "[bodies.y]\nmass = 1\nposition = " + n(d.y) +
         "\nvelocity = " + n(-d.share * d.v) +
         "\n[inertias.m]\nbetween = [\"b\", \"y\"]\nvalue = " + n(d.share) +
         "\n[forces.y]\non = \"b\"\nvalue = \"(" + n(d.gain[5]) + ")*delay(q.y, " + n(d.lag[1]) +
         ")\"\n";
}

}  // namespace

std::string delay_model(const DelayCase& d) {
  const auto n = delay_number;
  const std::string history =
      d.has_history ? ", " + n(d.q) + " + (" + n(d.before) + ")*sin(3*t)" : "";
  return "[bodies.b]\nmass = " + n(d.mass + d.share * d.share) + "\nposition = " + n(d.q) +
         "\nvelocity = " + n(d.v) +
         "\n[springs.k]\nbetween = [\"b\", \"ground\"]\nstiffness = " + n(d.stiffness) +
         "\n[dampers.c]\nbetween = [\"b\", \"ground\"]\ndamping = " + n(d.damping) +
         "\n[frictions.mu]\nbetween = [\"b\", \"ground\"]\nkinetic = " + n(d.kinetic) +
         "\nstatic = " + n(d.breakaway) + "\n[states.u]\njumps = [{ when = \"q.b > " + n(d.high) +
         "\", to = 1 }, { when = \"q.b < " + n(d.low) +
         "\", to = 0 }]\n[states.x]\nstart = " + n(d.x) + "\nrate = \"q.b - " + n(d.rate) +
         "*x.x - (" + n(d.back) + ")*delay(x.x, " + n(d.lag[3]) +
         ")\"\n[forces.f]\non = \"b\"\nvalue = \"" + n(d.amplitude) + "*cos(" + n(d.omega) +
         "*t) + (" + n(d.gain[0]) + ")*delay(q.b, " + n(d.lag[0]) + history + ") + (" +
         n(d.gain[1]) + ")*delay(v.b, " + n(d.lag[1]) + ") + (" + n(d.gain[2]) + ")*delay(x.u, " +
         n(d.lag[2]) + ") + (" + n(d.gain[3]) + ")*delay(x.x, " + n(d.lag[3]) +
         ")\"\n[simulation]\nduration = " + n(d.duration) + "\n" + others_of(d);
}

DelayedMotion integrate(const DelayCase& drawn, const std::vector<double>& times) {
  return DelayIntegrator(drawn).run(times);
}

}  // namespace acceptance
