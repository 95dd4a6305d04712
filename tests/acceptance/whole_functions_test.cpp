// floor, ceil, round, mod, hypot and the inverse hyperbolic functions in forces, against closed
// forms and a simulation of a quantised spring written by hand.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

luztar::Model model_of(const std::string& value, const std::string& more = "mass = 1\n",
                       const std::string& simulation = "duration = 3\nsamples = 61\n") {
  return luztar::parse_model("[bodies.a]\n" + more + "[forces.f]\non = \"a\"\nvalue = \"" + value +
                                 "\"\n[simulation]\n" + simulation,
                             "whole.toml");
}

Recorded run_of(const luztar::Model& model) {
  const luztar::System system = luztar::compile(model);
  Recorded run = record(system, system.settings());
  check_trust(run);
  CHECK(run.info.diagnosis == "");
  return run;
}

/// The sum of a function of whole cells of t and of the rest of the last one.
template <typename Whole, typename Rest>
double summed(double t, double width, Whole whole, Rest rest) {
  const double n = std::floor(t / width);
  double sum = rest(n, t - n * width);
  for (double i = 0; i < n; ++i) sum += whole(i);
  return sum;
}

/// A mass of 1 kg on a spring that feels its position in steps: the force is constant between the
/// edges (n + 1/2) s, so the motion is a row of parabolas.
class QuantisedSpring {
 public:
  QuantisedSpring(double stiffness, double step, double q, double v)
      : stiffness_(stiffness), step_(step), n_(std::round(q / step)), q_(q), v_(v) {}

  void run_until(double end) {
    while (true) {
      const double a = -stiffness_ * step_ * n_;
      const double up = time_to((n_ + 0.5) * step_ - q_, a, v_);
      const double down = time_to(q_ - (n_ - 0.5) * step_, -a, -v_);
      const bool is_last = end - t_ <= std::min(up, down);
      const double way = is_last ? end - t_ : std::min(up, down);
      q_ += way * (v_ + 0.5 * a * way);
      v_ += a * way;
      t_ += way;
      if (is_last) return;
      const double direction = up <= down ? 1.0 : -1.0;
      q_ = (n_ + 0.5 * direction) * step_;
      n_ += direction;
      edges.push_back(t_);
    }
  }
  double q() const { return q_; }
  double v() const { return v_; }
  std::vector<double> edges{};  ///< times [s]

 private:
  /// Of the first passage of `distance` > 0; an edge just passed has the distance 0 behind it.
  static double time_to(double distance, double a, double v) {
    const double square = v * v + 2.0 * a * distance;
    if (square < 0.0) return HUGE_VAL;
    const double root = std::sqrt(square);
    // distance = v t + a t^2/2
    const double late = v > 0.0 ? 2.0 * distance / (v + root) : a != 0.0 ? (root - v) / a : -1.0;
    return late > 1e-12 ? late : HUGE_VAL;
  }

  double stiffness_, step_, n_, q_, v_, t_{};
};

}  // namespace

TEST_CASE("whole numbers of time: velocities are the sums of closed forms") {
  struct Row {
    const char* force;
    double (*velocity)(double);
  };
  const Row rows[] = {
      {"floor(2*t)",
       [](double t) {
         return summed(
             t, 0.5, [](double i) { return 0.5 * i; }, [](double n, double r) { return n * r; });
       }},
      {"ceil(2*t)",
       [](double t) {
         return summed(
             t, 0.5, [](double i) { return 0.5 * (i + 1); },
             [](double n, double r) { return (n + 1) * r; });
       }},
      {"round(2*t - 0.5)",
       [](double t) {
         return summed(
             t, 0.5, [](double i) { return 0.5 * i; }, [](double n, double r) { return n * r; });
       }},
      {"mod(t, 0.7)",
       [](double t) {
         return summed(
             t, 0.7, [](double) { return 0.245; }, [](double, double r) { return 0.5 * r * r; });
       }},
      {"mod(-t, 0.7)",
       [](double t) {
         return summed(
             t, 0.7, [](double) { return 0.245; },
             [](double, double r) { return 0.7 * r - 0.5 * r * r; });
       }},
      {"mod(t, -0.7)",
       [](double t) {
         return summed(
             t, 0.7, [](double) { return -0.245; },
             [](double, double r) { return 0.5 * r * r - 0.7 * r; });
       }},
      {"asinh(t)",
       [](double t) {
         return t * std::asinh(t) - std::sqrt(1 + t * t) + 1;
       }},
      {"atanh(t/4)",
       [](double t) {
         return t * std::atanh(t / 4) + 2 * std::log(1 - t * t / 16);
       }},
      {"acosh(2 + t)",
       [](double t) {
         const auto at = [](double x) {
           return x * std::acosh(x) - std::sqrt(x * x - 1);
         };
         return at(2 + t) - at(2);
       }},
      {"log10(1 + t)",
       [](double t) {
         return ((1 + t) * std::log(1 + t) - t) / std::log(10.0);
       }},
      {"hypot(t - 1, 0)",
       [](double t) {
         return t < 1 ? t - 0.5 * t * t : 0.5 + 0.5 * (t - 1) * (t - 1);
       }},
      {"hypot(sin(t), cos(t))",
       [](double t) {
         return t;
       }},
  };
  for (const Row& row : rows) {
    CAPTURE(row.force);
    for (const Snapshot& s : run_of(model_of(row.force)).samples)
      CHECK(std::abs(s.v[0] - row.velocity(s.time)) < 1e-12 * (1 + std::abs(s.v[0])));
  }
}

TEST_CASE("a spring that feels its position in steps: every edge at its time") {
  for (const double v : {1.0, -0.37, 0.0}) {
    CAPTURE(v);
    QuantisedSpring right(40.0, 0.05, 0.31, v);
    right.run_until(3.0);
    const Recorded run =
        run_of(model_of("-40*0.05*round(q.a/0.05)",
                        "mass = 1\nposition = 0.31\nvelocity = " + std::to_string(v) + "\n"));
    REQUIRE(run.after.size() == right.edges.size());
    CHECK(right.edges.size() > 40);
    for (std::size_t i = 0; i < right.edges.size(); ++i)
      CHECK(std::abs(run.after[i].time - right.edges[i]) < 1e-11);
    CHECK(std::abs(run.info.q[0] - right.q()) < 1e-11);
    CHECK(std::abs(run.info.v[0] - right.v()) < 1e-11);
  }
}

TEST_CASE("what stays at an edge has the value of the definition there") {
  struct Row {
    const char* value;
    const char* position;
    double force;
  };
  for (const Row& row : {Row{"floor(q.a)", "2", 2},
                         {"ceil(q.a)", "2", 2},
                         {"floor(-q.a)", "2", -2},
                         {"round(q.a)", "0.5", 1},
                         {"round(q.a)", "-0.5", -1},
                         {"round(q.a)", "-2.5", -3},
                         {"round(-q.a)", "2.5", -3},
                         {"mod(q.a, 2)", "-4", 0},
                         {"mod(q.a, 3)", "-4", 2}}) {
    CAPTURE(row.value);
    CAPTURE(row.position);
    const std::string body = "mass = inf\nposition = " + std::string(row.position) + "\n";
    for (const Snapshot& s : run_of(model_of(row.value, body)).samples) CHECK(s.f[0] == row.force);
  }
}

TEST_CASE("kinks and jumps around whole numbers take the right side at every sample") {
  for (const std::string nest :
       {"abs(floor(3*sin(2*t)))", "floor(saw(2*pi*t))", "floor(2*saw(2*pi*t))", "ceil(saw(5*t))",
        "max(mod(3*t, 1.3), 0.7*t)", "min(abs(round(4*cos(3*t))), 2)", "sign(floor(3*sin(5*t)))",
        "mod(floor(5*t), 3)", "mod(abs(mod(4*t, 1.1) - 0.4), 0.3)", "luz(round(3*sin(3*t)), 1)",
        "if(mod(t, 0.4) < 0.13, floor(7*t), ceil(-3*t))",
        "floor(1.07*mod(t, 0.4 + abs(saw(2*pi*t))))",
        "sign(0.37*mod(3*sqrt((1.3-t)^2+0.3), 0.4+abs(sin(2.4*t))))",
        "sign(1.32*mod(-0.618*t^2, 0.4+abs(sin(2.48*t))))", "ceil(2.43*abs(hypot(1.83-t, 1.02)))",
        "round(2.5*abs(sin(3*t)))*floor(t + 0.5)", "step(mod(t, 0.31) - 0.2)"}) {
    CAPTURE(nest);
    const luztar::Expression e = luztar::parse_expression(nest, {});
    const auto at = [&e](double t) {
      return luztar::evaluate(e, [t](const std::string&) { return t; });
    };
    for (const Snapshot& s :
         run_of(model_of(nest, "mass = 1\n", "duration = 3\nsamples = 1001\n")).samples) {
      const double f = s.f[0];
      const auto is = [f](double x) {
        return std::abs(f - x) < 1e-9;
      };
      const bool right = is(at(s.time)) || is(at(s.time - 1e-12)) || is(at(s.time + 1e-12));
      CHECK_MESSAGE(right, s.time << ": " << f << ", not " << at(s.time));
    }
  }
}

TEST_CASE("what leaves zero from rest is on its side of an edge there at once") {
  const luztar::Model model = luztar::parse_model(
      "[bodies.a]\nmass = 1\n[forces.f]\non = \"a\"\nvalue = \"ceil(q.b) + 10*step(-q.b)\"\n"
      "[bodies.b]\nmass = 1\n[forces.g]\non = \"b\"\nvalue = \"step(t - 0.5)\"\n"
      "[states.s]\nrate = \"ceil(x.r)\"\n[states.r]\nrate = \"floor(2*t)\"\n"
      "[simulation]\nduration = 1\nsamples = 9\n",
      "leaves.toml");
  for (const Snapshot& s : run_of(model).samples) {
    const double after = s.time - 0.5;
    CHECK(s.f[0] == (after < 0 ? 10 : 1));
    CHECK(std::abs(s.v[0] - (after < 0 ? 10 * s.time : 5 + after)) < 1e-14);
  }
}

TEST_CASE("a quantised force that drives the velocity back over its edge ends with words") {
  for (const std::string force :
       {"1 - 2*floor(v.a/0.5)", "0.75 - 2*ceil(v.a/0.5)", "0.75 - 2*round(v.a/0.5)"}) {
    CAPTURE(force);
    const luztar::System system = luztar::compile(model_of(force, "mass = 1\nvelocity = 1.3\n"));
    const Recorded run = record(system, system.settings());
    CHECK(run.info.status == luztar::Status::Accumulation);
    CHECK(run.info.diagnosis.find("a force that jumps with the sign of its own effect") !=
          std::string::npos);
  }
}

TEST_CASE("a servo with an encoder rests where the friction holds its drive") {
  const Recorded run = run_of(luztar::load_model(LUZTAR_SOURCE_DIR "/examples/encoder_servo.toml"));
  const double q = run.info.q[0];
  CHECK(run.info.v[0] == 0.0);
  CHECK(std::abs(8000.0 * (0.01 - 2e-4 * std::round(q / 2e-4))) <= 4.0);
  const auto next = std::find_if(run.events.begin(), run.events.end(), [](const auto& event) {
    return event.cause == luztar::Event::Cause::Jump;
  });
  // To the first edge 76 N push against 300 N s/m: 20 v' = 76 - 300 v
  REQUIRE(next != run.events.end());
  const double t = next->time.value;
  CHECK(std::abs(76.0 / 300.0 * (t - (1.0 - std::exp(-15.0 * t)) / 15.0) - 1e-4) < 1e-14);
}

TEST_CASE("beyond 9e15 cells there are no whole numbers to tell apart: words, and no number") {
  for (const std::string force : {"floor(1e16 + t)", "mod(1e300*(1 + t), 2)", "round(-1e17 - t)"}) {
    CAPTURE(force);
    const luztar::System system = luztar::compile(model_of(force));
    const Recorded run = record(system, system.settings());
    CHECK(run.info.status == luztar::Status::NotFinite);
  }
}
