#include "acceptance/oracle_expressions_cases.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "acceptance/oracle_expressions_random.h"

namespace acceptance::nest {
namespace {

using luztar::testing::Random;

constexpr Real kTime = 1e-13L;   ///< of the time of an event [s]
constexpr Real kState = 1e-12L;  ///< of q, v, d in a sample, relative
constexpr Real kAgree = 1e-9L;   ///< of a value, relative to the largest of the run
constexpr Real kSlopes = 1e-6L;  ///< of v and a of a motion, found by differences

/// Samples of motions are not at whole multiples of anything: one-sided slopes at kinks differ.
std::string tail(Place place) {
  return std::string("[simulation]\nduration = 3\nsamples = ") +
         (place == Place::Motion ? "50\n" : "49\n");
}

/// A body `a` that moves on its own: given, or a mass on a spring.
std::string other_body(int other) {
  const char* const motions[] = {"0.7*sin(2.3*t)", "1.5*t - 1", "abs(t - 1) - 0.5",
                                 "0.6*cos(4*t) + 0.2*t"};
  if (other < 4) return std::string("[bodies.a]\nmotion = \"") + motions[other] + "\"\n";
  return "[bodies.a]\nmass = 1\nposition = 0.8\nvelocity = 0.6\n"
         "[springs.of_a]\nbetween = [\"a\", \"ground\"]\nstiffness = 9\n";
}

const std::string kOwnBody =
    "[bodies.b]\nmass = 1.25\nposition = 0.3\nvelocity = -0.4\n"
    "[springs.of_b]\nbetween = [\"b\", \"ground\"]\nstiffness = 6\ndamping = 0.1\n";

Vocabulary words_for(Place place) {
  switch (place) {
    case Place::ForceOfTime:
      return {};
    case Place::Motion:
      return {.jumps = false};
    case Place::ForceOfOther:
    case Place::Normal:
      return {.inputs = {"t", "q.a", "v.a"}};
    case Place::ForceOfOwn:
      return {.inputs = {"t", "q.b", "v.b"}, .jumps = false};
    case Place::SpringGiven:
      return {.inputs = {"t", "d", "v"}};
    case Place::Spring:
      return {.inputs = {"t", "d", "d", "v"}, .jumps = false};
    case Place::Damper:
      return {.inputs = {"t", "v", "v"}, .jumps = false};
  }
  return {};
}

Place place_of(std::uint64_t seed) { return static_cast<Place>(seed % kPlaces); }

bool feels_itself(Place place) {
  return place == Place::ForceOfOwn || place == Place::Spring || place == Place::Damper;
}

std::string force_on(const char* body, const std::string& text) {
  return std::string("[forces.x]\non = \"") + body + "\"\nvalue = \"" + text + "\"\n";
}

std::string model_of(Place place, const Expression& nest, int other) {
  const std::string text = nest.text();
  switch (place) {
    case Place::ForceOfTime:
      return "[bodies.b]\nmass = 2\n" + force_on("b", text);
    case Place::Motion:
      return "[bodies.b]\nmotion = \"" + text + "\"\n";
    case Place::ForceOfOther:
      return other_body(other) + "[bodies.b]\nmass = 2\n" + force_on("b", text);
    case Place::ForceOfOwn:
      return kOwnBody + force_on("b", text);
    case Place::SpringGiven:
      return other_body(other) + "[bodies.c]\nmass = inf\nposition = 0.1\nvelocity = 0.2\n" +
             "[springs.x]\nbetween = [\"c\", \"ground\"]\nforce = \"" + text + "\"\n";
    case Place::Spring:
      return kOwnBody + "[springs.x]\nbetween = [\"b\", \"ground\"]\nforce = \"" + text + "\"\n";
    case Place::Damper:
      return other_body(other) + kOwnBody + "[dampers.x]\nbetween = [\"b\", \"a\"]\nforce = \"" +
             text + "\"\n";
    case Place::Normal:
      return other_body(other) + kOwnBody +
             "[frictions.x]\nbetween = [\"b\", \"a\"]\nkinetic = 0.3\nstatic = 0.4\n"
             "viscous = 0.2\nnormal = \"" +
             text + "\"\n";
  }
  return "";
}

std::size_t index_of(const luztar::System& system, const std::string& element) {
  return static_cast<std::size_t>(element_index(system, element));
}

class Judge {
 public:
  Judge(const Case& a_case, const luztar::System& system, const Recorded& run, Real step)
      : case_(a_case), system_(system), run_(run), step_(step) {}

  Verdict verdict() {
    for (const Snapshot& sample : run_.samples) look(sample, true);
    for (const Snapshot& sample : run_.samples) look(sample, false);
    return result_;
  }

 private:
  /// `measure`: find the largest value only.
  void look(const Snapshot& sample, bool measure) {
    measure_ = measure;
    time_ = sample.time;
    if (case_.place == Place::Motion) return look_at_motion(sample);
    const std::size_t x = index_of(system_, "x");
    const Number value = case_.nest.value(inputs(sample, x));
    if (case_.place != Place::Normal) return compare("f", sample.f[x], value);
    const Real rate = sample.rate[x], mode = sample.mode[x];
    if (mode == 0) {
      compare("upper limit", sample.upper[x], {0.4L * value.x, value.e});
      compare("lower limit", sample.lower[x], {-0.4L * value.x, value.e});
    } else {
      compare("f", sample.f[x], {0.2L * rate + 0.3L * mode * value.x, value.e});
    }
  }

  Inputs inputs(const Snapshot& sample, std::size_t x) const {
    const auto near = [](double value) {
      return Number{value, kState * (1 + std::abs(static_cast<Real>(value)))};
    };
    Inputs all{.t = at(sample.time), .d = near(sample.d[x]), .v = near(sample.rate[x])};
    for (std::size_t i = 0; i < sample.q.size(); ++i) {
      const std::string& body = system_.bodies()[i].name;
      if (body == "a") all.q_a = near(sample.q[i]), all.v_a = near(sample.v[i]);
      if (body == "b") all.q_b = near(sample.q[i]), all.v_b = near(sample.v[i]);
    }
    return all;
  }

  static Number at(Real t) { return {t, kTime + 4e-16L * std::abs(t)}; }

  /// With stepping positions are sums of velocities, right to the square of the step.
  void look_at_motion(const Snapshot& sample) {
    const auto q = [&](Real t) {
      return case_.nest.value({.t = at(t)});
    };
    const Slopes fine = slopes(q, sample.time, 1e-4L), coarse = slopes(q, sample.time, 2e-4L);
    const Real size = 1 + std::abs(fine.a), apart = std::abs(fine.v - coarse.v);
    const bool kink = std::abs(fine.a - coarse.a) + apart > 1e-7L * size;  // or too fast
    if (!kink) bend_ = std::max(bend_, std::abs(fine.a));
    Number right = q(sample.time);
    right.e += step_ * step_ * (1 + bend_);
    compare("q", sample.q[0], right);
    if (kink) {
      result_.left_out += measure_ ? 0 : 1;
      return;
    }
    const Real missed = step_ * step_ * std::abs(fine.jerk);
    compare("v", sample.v[0], {fine.v, kSlopes * (1 + std::abs(fine.v)) + missed});
    if (step_ == 0) compare("a", sample.a[0], {fine.a, kSlopes * size});
  }

  struct Slopes {
    Real v, a, jerk;
  };
  template <class Q>
  static Slopes slopes(const Q& q, Real t, Real h) {
    const Real far = q(t - 2 * h).x, back = q(t - h).x, here = q(t).x, ahead = q(t + h).x,
               front = q(t + 2 * h).x;
    return {(8 * (ahead - back) - (front - far)) / (12 * h),
            (16 * (ahead + back) - (front + far) - 30 * here) / (12 * h * h),
            (front - far - 2 * (ahead - back)) / (2 * h * h * h)};
  }

  void compare(const char* what, double got, const Number& right) {
    if (measure_) {
      largest_ = std::max(largest_, std::abs(right.x));
      return;
    }
    ++result_.compared;
    const Real apart = std::abs(got - right.x);
    if (apart <= kAgree * largest_ + 10 * right.e || !result_.wrong.empty()) return;
    char text[200];
    std::snprintf(text, sizeof text, "%s at t = %.17g: %.17g instead of %.17Lg (+- %.2Lg)", what,
                  static_cast<double>(time_), got, right.x, right.e);
    result_.wrong = text;
  }

  const Case& case_;
  const luztar::System& system_;
  const Recorded& run_;
  Verdict result_{};
  Real step_;
  Real largest_{1e-3L}, bend_{}, time_{};
  bool measure_{};
};

}  // namespace

const char* name_of(Place place) {
  constexpr std::array<const char*, kPlaces> names = {"force of t",
                                                      "force of another body's q and v",
                                                      "force of its own q and v",
                                                      "spring between given bodies",
                                                      "spring",
                                                      "damper",
                                                      "normal force",
                                                      "motion"};
  return names[static_cast<std::size_t>(place)];
}

Case random_case(std::uint64_t seed) {
  Random random{seed * 0x9e3779b9u + 5};
  const Place place = place_of(seed);
  Expression nest = random_nest(random, words_for(place), 1 + random.below(5));
  if (feels_itself(place)) nest = Expression::apply("sat", {nest, Expression::number(15)});
  if (place == Place::Normal) {
    nest = Expression::apply("+", {Expression::number(0.2), Expression::apply("abs", {nest})});
  }
  return with_nest(seed, nest);
}

Case with_nest(std::uint64_t seed, const Expression& nest) {
  const Place place = place_of(seed);
  const bool feels = place == Place::Damper || place == Place::Normal;  // it must be a given one
  const int other = static_cast<int>(seed / kPlaces % (feels ? 4 : 6));
  return {place, nest, nest.signals() + model_of(place, nest, other) + tail(place), other};
}

Verdict judge(const Case& a_case, const luztar::System& system, const Recorded& run, Real step) {
  return Judge(a_case, system, run, step).verdict();
}

}  // namespace acceptance::nest
