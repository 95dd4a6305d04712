// Random linear networks whose decays lie up to nine decades apart, beside their eigenvectors in
// 80-bit arithmetic: y' = A y + b sin(w t), y = Im(p exp(i w t)) + V exp(D t) V^-1 (y0 - Im p).
#include <cmath>
#include <complex>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <doctest/doctest.h>

#include "environment.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;

namespace {

using Real = long double;
using Complex = std::complex<Real>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexMatrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexVector = Eigen::Matrix<Complex, Eigen::Dynamic, 1>;

/// Masses, springs and dampers between them and the ground, a state that follows a velocity and
/// acts on a mass; y are positions, velocities, the state.
struct Network {
  /// @param massless  inside the dampers
  explicit Network(unsigned seed, bool massless = false)
      : random(seed), n(1 + static_cast<int>(seed % 4)), light(massless) {
    A = Matrix::Zero(2 * n + 1, 2 * n + 1);
    b = ComplexVector::Zero(2 * n + 1);
    start.assign(static_cast<std::size_t>(2 * n + 1), 0.0);
    for (int i = 0; i < n; ++i) add_mass(i);
    for (int i = 0; i < n; ++i) add_elements(i);
    follow();
    push();
    text += "[simulation]\nduration = 3\n";
  }

  double size(double low, double high) {  // any decade
    return std::pow(10.0, std::uniform_real_distribution(low, high)(random));
  }
  static std::string digits(double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", x);
    return buffer;
  }
  static std::string name(int i) { return i < 0 ? "\"ground\"" : "\"m" + std::to_string(i) + "\""; }

  void add_mass(int i) {
    mass.push_back(random() % 2 != 0 ? size(-0.5, 0.5) : size(-6, -2));
    const double v = random() % 3 == 0 ? 0.4 : 0.0;
    start[static_cast<std::size_t>(n + i)] = v;
    text += "[bodies.m" + std::to_string(i) + "]\nmass = " + digits(mass.back()) +
            "\nvelocity = " + digits(v) + "\n";
    A(i, n + i) = 1;
  }
  /// A force -factor y[column] along the difference of i and j.
  void tie(int i, int j, int shift, double factor) {
    const int ends[] = {i, j};
    for (int at = 0; at < 2; ++at)
      for (int of = 0; of < 2; ++of)
        if (ends[at] >= 0 && ends[of] >= 0)
          A(n + ends[at], shift + ends[of]) -= (at == of ? 1 : -1) * Real(factor) / mass[ends[at]];
  }
  void add_elements(int i) {
    // Every mass is damped to what came before it, or a light one would swing fast.
    const int j = static_cast<int>(random() % static_cast<unsigned>(i + 1)) - 1;
    const std::string between = "between = [" + name(i) + ", " + name(j) + "]\n",
                      number = std::to_string(i);
    const double c = size(0, 3), k = size(-1, 1);
    text += "[springs.k" + number + "]\n" + between + "stiffness = " + digits(k) + "\n";
    if (light) {  // the same in two parts, with a body without mass between them
      const double first = c * size(0.1, 0.5), second = 1 / (1 / c - 1 / first);
      text += "[bodies.l" + number + "]\nmass = 0\n[dampers.c" + number + "]\nbetween = [" +
              name(i) + ", \"l" + number + "\"]\ndamping = " + digits(first) + "\n[dampers.d" +
              number + "]\nbetween = [\"l" + number + "\", " + name(j) +
              "]\ndamping = " + digits(second) + "\n";
    } else {
      text += "[dampers.c" + number + "]\n" + between + "damping = " + digits(c) + "\n";
    }
    tie(i, j, n, c);
    tie(i, j, 0, k);
  }
  void follow() {
    const double rate = size(0, 6), gain = size(-1, 0);
    text += "[states.x]\nrate = \"" + digits(rate) + "*(v.m0 - x.x)\"\n[forces.X]\non = \"m" +
            std::to_string(n - 1) + "\"\nvalue = \"-" + digits(gain) + "*x.x\"\n";
    A(2 * n, n) += rate;
    A(2 * n, 2 * n) -= rate;
    A(2 * n - 1, 2 * n) -= Real(gain) / mass.back();
  }
  void push() {
    frequency = size(0, 1);
    text += "[forces.F]\non = \"m0\"\nvalue = \"2*sin(" + digits(frequency) + "*t)\"\n";
    b[n] = Real(2) / mass[0];
  }

  /// y at the times of a run.
  ComplexMatrix solution(const std::vector<double>& time) const {
    const Complex iw(0, frequency);
    const auto size = A.rows();
    const Eigen::EigenSolver<Matrix> solver(A);
    const ComplexMatrix V = solver.eigenvectors();
    const ComplexVector p =
        (iw * ComplexMatrix::Identity(size, size) - A.cast<Complex>()).fullPivLu().solve(b);
    ComplexVector y0(size);
    for (Eigen::Index i = 0; i < size; ++i)
      y0[i] = Real(start[static_cast<std::size_t>(i)]) - p[i].imag();
    const ComplexVector free = V.fullPivLu().solve(y0);
    ComplexMatrix y(size, static_cast<Eigen::Index>(time.size()));
    for (Eigen::Index k = 0; k < y.cols(); ++k) {
      const Real t = time[static_cast<std::size_t>(k)];
      ComplexVector modes = free;
      for (Eigen::Index i = 0; i < size; ++i) modes[i] *= std::exp(solver.eigenvalues()[i] * t);
      y.col(k) = V * modes;
      for (Eigen::Index i = 0; i < size; ++i) y(i, k) += (p[i] * std::exp(iw * t)).imag();
    }
    return y;
  }

  std::mt19937 random;
  int n;
  bool light;
  std::vector<double> mass, start;
  double frequency{};
  Matrix A;
  ComplexVector b;
  std::string text;
};

/// Beside its eigenvectors. @return the most steps
std::int64_t compare(bool massless) {
  const int count = test::count_of(60);
  std::int64_t most_steps = 0;
  for (int seed = 0; seed < count; ++seed) {
    const Network network(static_cast<unsigned>(seed), massless);
    CAPTURE(seed);
    CAPTURE(network.text);
    const Trajectory r = testing::sound_run(network.text, {.duration = 3.0, .samples = 31});
    const ComplexMatrix y = network.solution(r.time);
    const Real largest = y.cwiseAbs().maxCoeff();
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      const auto check = [&](double found, Eigen::Index i) {
        REQUIRE(std::abs(found - y(i, column).real()) <= 1e-10 * largest);
      };
      for (int i = 0; i < network.n; ++i) {
        const auto body = static_cast<std::size_t>(i);
        check(r.q[body][k], i);
        check(r.v[body][k], network.n + i);
      }
      check(r.internal[0][k], 2 * network.n);
    }
    most_steps = std::max(most_steps, r.info.final_state.steps);
  }
  return most_steps;
}

}  // namespace

TEST_CASE("random linear networks with decays nine decades apart: eigenvectors, in few steps") {
  CHECK(compare(false) < 60000);
}

TEST_CASE("the same with bodies without mass inside their dampers") {
  CHECK(compare(true) < 60000);
}

// Of a flow through an orifice whose inflow is next to nothing: a decay in 1e-10 s.
TEST_CASE("a state that has settled limits no step beside bodies without mass") {
  const Trajectory r = testing::sound_run(
      "bodies.a = { mass = 1, position = 1e-10 }\nbodies.l = { mass = 0 }\n"
      "dampers.c = { between = [\"a\", \"l\"], damping = 3 }\n"
      "dampers.e = { between = [\"l\", \"ground\"], damping = 3 }\n"
      "springs.k = { between = [\"a\", \"ground\"], stiffness = 10 }\n"
      "states.x = { rate = \"0.4*tanh(q.a + 1e-9) - sign(x.x)*sqrt(abs(x.x))\", start = 0.2 }\n"
      "simulation = { duration = 2 }\n",
      {.duration = 2, .samples = 21});
  CHECK(r.info.final_state.steps < 1000);
  const double end = std::pow(0.4 * (r.q[0].back() + 1e-9), 2);
  CHECK(r.internal[0].back() == doctest::Approx(end).epsilon(1e-6));
}
