#include "acceptance/jump_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "random.h"

namespace acceptance {
namespace {

constexpr int kTaylorOrder = 18;      // of the Taylor series of a step
constexpr double kOracleStep = 0.02;  // [s]
constexpr int kLooksInStep = 8;       // within a step
constexpr double kRounded = 1e-15;    // speeds and forces are known to this
constexpr int kMostRounds = 50;       // of jumps at one instant
constexpr int kMostSteps = 20000;

std::string jump_number(double x) {
  std::ostringstream text;
  text << std::setprecision(17) << x;
  return text.str();
}

/// Where a run is, and the series of q from there.
class JumpIntegrator {
 public:
  explicit JumpIntegrator(const JumpCase& drawn)
      : drawn_(drawn), q_(drawn.q), v_(drawn.v), u_(drawn.u), holds_(drawn.jumps.size()) {
    decide();
    expand_here();
    for (std::size_t i = 0; i < holds_.size(); ++i) holds_[i] = margin(i, 0.0) > 0.0;
  }

  JumpedMotion run(const std::vector<double>& times) {
    for (const double time : times) {
      while (t_ < time && !motion_.endless) step(time);
      motion_.q.push_back(q_);
      motion_.v.push_back(v_);
      motion_.u.push_back(u_);
      motion_.w.push_back(w_);
    }
    return motion_;
  }

 private:
  /// Without the friction [N].
  double pull() const {
    return drawn_.amplitude * std::cos(drawn_.omega * t_) + drawn_.force * u_ -
           drawn_.stiffness * q_ - drawn_.damping * v_;
  }

  /// At v = 0: sticks, or slides along the pull.
  void decide() {
    if (v_ != 0.0) {
      direction_ = v_ > 0.0 ? 1 : -1;
    } else if (direction_ == 0 || std::abs(pull()) <= drawn_.breakaway) {
      direction_ = std::abs(pull()) <= drawn_.breakaway ? 0 : pull() > 0.0 ? 1 : -1;
    } else {
      direction_ = pull() > 0.0 ? 1 : -1;
    }
  }

  void expand() {
    series_.fill(0.0);
    series_[0] = q_;
    series_[1] = v_;
    if (direction_ == 0) return;
    double power = 1.0;  // omega^k / k!
    for (int k = 0; k + 2 <= kTaylorOrder; ++k) {
      const double turn = drawn_.omega * t_ + 0.5 * M_PI * k;
      double force = drawn_.amplitude * power * std::cos(turn) - drawn_.stiffness * series_[k] -
                     drawn_.damping * (k + 1) * series_[k + 1];
      if (k == 0) force += drawn_.force * u_ - direction_ * drawn_.kinetic;
      series_[k + 2] = force / drawn_.mass / ((k + 1) * (k + 2));
      power *= drawn_.omega / (k + 1);
    }
  }

  double q_at(double tau) const {
    double sum = 0.0;
    for (int k = kTaylorOrder; k >= 0; --k) sum = sum * tau + series_[k];
    return sum;
  }
  double v_at(double tau) const {
    double sum = 0.0;
    for (int k = kTaylorOrder; k >= 1; --k) sum = sum * tau + k * series_[k];
    return sum;
  }

  double margin(std::size_t jump, double tau) const {
    const JumpCase::Jump& j = drawn_.jumps[jump];
    const double x = j.of == 'q'   ? q_at(tau)
                     : j.of == 'v' ? v_at(tau)
                     : j.of == 't' ? t_ + tau
                     : j.of == 'w' ? w_ + tau
                                   : u_;
    return j.sign * (x - j.level);
  }

  /// Positive until friction changes its mode.
  double inside(double tau) const {
    if (direction_ != 0) return direction_ * v_at(tau) + kRounded;
    const double pull = drawn_.amplitude * std::cos(drawn_.omega * (t_ + tau)) + drawn_.force * u_ -
                        drawn_.stiffness * q_;
    return drawn_.breakaway - std::abs(pull) + kRounded;
  }

  /// The first place where `value` gets to the other sign, or `reach`.
  template <class Value>
  double first_pass(const Value& value, bool falls, double reach) const {
    double left = 0.0;
    for (int i = 1; i <= kLooksInStep; ++i) {
      const double right = reach * i / kLooksInStep;
      if (falls ? value(right) < 0.0 : value(right) > 0.0) {
        double low = left, high = right;
        for (int n = 0; n < 200 && low < high; ++n) {
          const double middle = 0.5 * (low + high);
          if (middle == low || middle == high) break;
          (falls ? value(middle) < 0.0 : value(middle) > 0.0) ? high = middle : low = middle;
        }
        return high;
      }
      left = right;
    }
    return HUGE_VAL;
  }

  void step(double end) {
    expand();
    rounds_ = 0;
    if (++steps_ > kMostSteps) motion_.endless = true;
    double tau = std::min(kOracleStep, end - t_);
    const double whole = tau;
    bool changes = false, timer = false;
    int jump = -1;
    const double mode = first_pass([&](double x) { return inside(x); }, true, whole);
    if (mode <= tau) {
      tau = mode;
      changes = true;
    }
    for (std::size_t i = 0; i < drawn_.jumps.size(); ++i) {
      const double pass = first_pass([&](double x) { return margin(i, x); }, holds_[i], whole);
      if (pass < tau || (pass <= tau && !changes && jump < 0)) {
        tau = pass;
        jump = static_cast<int>(i);
        changes = false;
      }
    }
    if (drawn_.period - w_ < tau) {
      tau = drawn_.period - w_;
      jump = -1;
      changes = false;
      timer = true;
    }
    const double q = q_at(tau), v = v_at(tau);
    t_ = tau == end - t_ ? end : t_ + tau;
    w_ += tau;
    q_ = q;
    v_ = direction_ == 0 || changes ? 0.0 : v;
    expand_here();
    if (changes) change_mode();
    if (timer) w_ = drawn_.again;
    if (jump >= 0 || timer || changes) look_again();
  }

  /// Order 0 and 1 only, for margins at the instant itself.
  void expand_here() {
    series_.fill(0.0);
    series_[0] = q_;
    series_[1] = v_;
  }

  void change_mode() {
    if (direction_ != 0) {
      direction_ = 2;  // it has stopped
      decide();
    } else {
      direction_ = pull() > 0.0 ? 1 : -1;
    }
  }

  /// All at once, then those whose conditions have become true by it.
  void act(const std::vector<std::size_t>& due) {
    const double before = u_;
    for (const std::size_t i : due) {
      const double* to = drawn_.jumps[i].to;
      u_ = to[0] + to[1] * before + to[2] * q_ + to[3] * v_;
    }
    const bool changes = std::abs(u_ - before) > 1e-12;
    motion_.jumps.push_back({t_, changes});
    if (!changes) return;
    // What has broken at this instant slides on as far as its kinetic level lets it.
    if (v_ == 0.0 && !(direction_ * pull() > drawn_.kinetic && direction_ != 0)) {
      direction_ = direction_ == 0 ? 0 : 2;
      decide();
    }
    motion_.endless = ++rounds_ > kMostRounds;
    if (!motion_.endless) look_again();
  }

  double acceleration() const {
    return direction_ == 0 ? 0.0 : (pull() - direction_ * drawn_.kinetic) / drawn_.mass;
  }

  /// Just behind the instant.
  bool holds_behind(std::size_t jump) const {
    const double value = margin(jump, 0.0);
    if (std::abs(value) > 1e-12) return value > 0.0;
    const JumpCase::Jump& j = drawn_.jumps[jump];
    const double slope = j.of == 'q' && v_ != 0.0     ? v_
                         : j.of == 'q' || j.of == 'v' ? acceleration()
                         : j.of == 'u'                ? 0.0
                                                      : 1.0;
    return j.sign * slope > 0.0;
  }

  /// Jumps of a mode or a state may turn what is at its level.
  void look_again() {
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < holds_.size(); ++i) {
      const bool now = holds_behind(i);
      if (now && !holds_[i]) due.push_back(i);
      holds_[i] = now;
    }
    if (!due.empty()) act(due);
  }

  const JumpCase& drawn_;
  double t_{}, q_, v_, u_, w_{};
  int direction_{};
  int rounds_{}, steps_{};
  std::vector<char> holds_;
  std::array<double, kTaylorOrder + 1> series_{};
  JumpedMotion motion_;
};

}  // namespace

JumpCase JumpCase::draw(int seed) {
  luztar::testing::Random random{static_cast<std::uint64_t>(seed)};
  JumpCase c{};
  c.mass = random(0.5, 2.0);
  c.stiffness = random(0.0, 20.0);
  c.damping = random(0.0, 0.5);
  c.kinetic = random(0.1, 1.0);
  c.breakaway = c.kinetic * (random.below(2) == 0 ? 1.0 : random(1.0, 1.5));
  c.amplitude = random(0.0, 3.0);
  c.omega = random(0.3, 4.0);
  c.force = random(0.5, 4.0);
  c.q = random(-0.3, 0.3);
  c.v = random.below(3) == 0 ? 0.0 : random(-1.0, 1.0);
  c.u = random(-1.0, 1.0);
  c.period = random(0.3, 3.0);
  c.again = random.below(2) == 0 ? 0.0 : random(-0.5, 0.2);
  c.duration = 10.0;
  const int n = 2 + random.below(3);
  for (int i = 0; i < n; ++i) {
    Jump jump{};
    jump.of = "qvtwu"[random.below(5)];
    jump.sign = random.below(2) == 0 ? 1.0 : -1.0;
    const double size = jump.of == 't' ? 10.0 : jump.of == 'w' ? c.period : 0.4;
    jump.level = jump.of == 't' || jump.of == 'w' ? random(0.0, size) : random(-size, size);
    jump.to[0] = random(-1.0, 1.0);
    if (random.below(2) == 0) jump.to[1] = random(-0.9, 0.9);
    if (random.below(3) == 0) jump.to[2] = random(-1.0, 1.0);
    if (random.below(3) == 0) jump.to[3] = random(-0.5, 0.5);
    c.jumps.push_back(jump);
  }
  return c;
}

std::string jump_model(const JumpCase& c) {
  std::string jumps;
  for (const JumpCase::Jump& jump : c.jumps) {
    const std::string x = jump.of == 'q'   ? "q.b"
                          : jump.of == 'v' ? "v.b"
                          : jump.of == 't' ? "t"
                          : jump.of == 'w' ? "x.w"
                                           : "x.u";
    const std::string when = x + (jump.sign > 0.0 ? " > " : " < ") + jump_number(jump.level);
    std::string to = jump_number(jump.to[0]);
    const char* names[] = {"", "x.u", "q.b", "v.b"};
    for (const int k : {1, 2, 3})
      if (jump.to[k] != 0.0) to += " + " + jump_number(jump.to[k]) + "*" + names[k];
    jumps += "  { when = \"" + when + "\", to = \"" + to + "\" },\n";
  }
  const auto key = [](const char* name, double x) {
    return std::string(name) + " = " + jump_number(x) + "\n";
  };
  return "[bodies.b]\n" + key("mass", c.mass) + key("position", c.q) + key("velocity", c.v) +
         "[springs.s]\nbetween = [\"b\", \"ground\"]\n" + key("stiffness", c.stiffness) +
         "[dampers.c]\nbetween = [\"b\", \"ground\"]\n" + key("damping", c.damping) +
         "[frictions.f]\nbetween = [\"b\", \"ground\"]\n" + key("kinetic", c.kinetic) +
         key("static", c.breakaway) + "[forces.drive]\non = \"b\"\nvalue = \"" +
         jump_number(c.amplitude) + "*cos(" + jump_number(c.omega) + "*t) + " +
         jump_number(c.force) + "*x.u\"\n[states.u]\n" + key("start", c.u) + "jumps = [\n" + jumps +
         "]\n[states.w]\nrate = 1\njumps = [{ when = \"x.w > " + jump_number(c.period) +
         "\", to = " + jump_number(c.again) + " }]\n[simulation]\n" + key("duration", c.duration);
}

JumpedMotion integrate(const JumpCase& drawn, const std::vector<double>& times) {
  return JumpIntegrator(drawn).run(times);
}

}  // namespace acceptance
