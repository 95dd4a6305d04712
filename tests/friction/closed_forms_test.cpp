// The exact forms of two pairs at rest in luz and sat, what becomes of them in the papers' limits,
// and where the formulas in print agree with them (papers 000 and 001 as corrected: the clip of one
// pair must know what the other one can hold). All oracles are written out here.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "../random.h"
#include "luztar/friction/least_constraint.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kTrials = 3000;
constexpr double kRounding = 1e-10;

double sat(double x, double a) { return std::clamp(x, -a, a); }
double luz(double x, double a) { return x - sat(x, a); }

/// Bodies at rest in a row, pair j between j and j + 1; after the last body comes the ground.
struct Row {
  std::vector<double> M, F;  ///< (n)
  std::vector<double> S;     ///< (n - 1, or n with a pair to the ground) strengths
};

double over(double mass) { return std::isinf(mass) ? 0.0 : 1.0 / mass; }

/// Friction forces of the row by the solver.
std::vector<double> forces(const Row& row) {
  const int m = static_cast<int>(row.S.size());
  LeastConstraintProblem problem;
  problem.resize(m);
  const auto inverse = [&](int body) {
    return body < static_cast<int>(row.M.size()) ? over(row.M[static_cast<std::size_t>(body)])
                                                 : 0.0;
  };
  const auto force = [&](int body) {
    return body < static_cast<int>(row.F.size()) ? row.F[static_cast<std::size_t>(body)] : 0.0;
  };
  for (int j = 0; j < m; ++j) {
    const auto at = [&](int k) -> double& {
      return problem.delassus[static_cast<std::size_t>(j * m + k)];
    };
    at(j) = inverse(j) + inverse(j + 1);
    if (j > 0) at(j - 1) = -inverse(j);
    if (j + 1 < m) at(j + 1) = -inverse(j + 1);
    const auto pair = static_cast<std::size_t>(j);
    problem.drive[pair] = force(j) * inverse(j) - force(j + 1) * inverse(j + 1);
    problem.lower[pair] = -row.S[pair];
    problem.upper[pair] = row.S[pair];
  }
  LeastConstraintSolution solution;
  solve_least_constraint(problem, solution);
  CHECK(solution.status == SolveStatus::Solved);
  return solution.force;
}

/// Small integers: ties and zeros are frequent.
Row random_row(std::size_t bodies, std::size_t pairs, Random& random) {
  Row row;
  for (std::size_t b = 0; b < bodies; ++b) {
    row.M.push_back(1 + random.below(6));
    row.F.push_back(random.below(21) - 10);
  }
  for (std::size_t j = 0; j < pairs; ++j) row.S.push_back(random.below(9));
  return row;
}

template <typename Check>
void many(std::size_t bodies, std::size_t pairs, const Check& check) {
  Random random{31};
  for (int trial = 0; trial < kTrials; ++trial) {
    CAPTURE(trial);
    check(random_row(bodies, pairs, random));
  }
}

bool same(double a, double b) { return std::abs(a - b) <= kRounding; }

/// Two blocks on the ground, pairs 12 and 20.
double exact_12(const Row& r) {
  return sat(r.F[0] - r.M[0] / (r.M[0] + r.M[1]) * luz(r.F[0] + r.F[1], r.S[1]), r.S[0]);
}
double exact_20(const Row& r) { return sat(r.F[0] + r.F[1] - luz(r.F[0], r.S[0]), r.S[1]); }

/// Unsaturated forces of three blocks, paper 001 (3.36)-(3.49), variant 4.
double x12(const Row& r) {
  return ((r.M[1] + r.M[2]) * r.F[0] - r.M[0] * (r.F[1] + r.F[2])) / (r.M[0] + r.M[1] + r.M[2]);
}
double x23(const Row& r) {
  return (r.M[2] * (r.F[0] + r.F[1]) - (r.M[0] + r.M[1]) * r.F[2]) / (r.M[0] + r.M[1] + r.M[2]);
}

/// Where clipping each component by itself is right, c1 and c2 being the couplings. Edges of this
/// set belong to it; data of small integers lie on them or more than 1e-3 away. (A pair without
/// strength adds more cases, where its clip is zero whatever it clips.)
bool agreed(double x, double y, double A, double B, double c1, double c2) {
  A += 1e-6, B += 1e-6;
  constexpr double kEdge = 1e-5;
  if (std::abs(x) <= A && std::abs(y) <= B) return true;
  A -= 2e-6, B -= 2e-6;
  const auto both_ahead = [&](double u, double v) {
    return u >= A && v >= B && u - A >= c1 * (v - B) - kEdge && v - B >= c2 * (u - A) - kEdge;
  };
  const auto apart = [&](double u, double v) {
    return u >= A && v <= -B;
  };
  return both_ahead(x, y) || both_ahead(-x, -y) || apart(x, y) || apart(-x, -y);
}

}  // namespace

TEST_CASE("one pair at rest holds what the clip of the unconstrained force says") {
  many(2, 1, [](const Row& r) {
    CHECK(same(forces(r)[0], sat((r.M[1] * r.F[0] - r.M[0] * r.F[1]) / (r.M[0] + r.M[1]), r.S[0])));
  });
  many(1, 1, [](const Row& r) { CHECK(same(forces(r)[0], r.F[0] - luz(r.F[0], r.S[0]))); });
}

TEST_CASE("two blocks at rest on the ground: the exact forms, in print only on their set") {
  int disagreeing = 0;
  many(2, 2, [&](const Row& r) {
    const auto T = forces(r);
    CHECK(same(T[0], exact_12(r)));
    CHECK(same(T[1], exact_20(r)));
    CHECK(same(T[1], sat(r.F[1] + sat(r.F[0], r.S[0]), r.S[1])));
    const double sum = r.F[0] + r.F[1];
    const bool printed = same(T[0], sat(r.F[0], r.S[0])) && same(T[1], sat(sum, r.S[1]));
    if (r.S[0] > 0.0 && r.S[1] > 0.0)
      CHECK(printed == agreed(r.F[0], sum, r.S[0], r.S[1], r.M[0] / (r.M[0] + r.M[1]), 1.0));
    disagreeing += printed ? 0 : 1;
  });
  CHECK(disagreeing > kTrials / 3);
}

TEST_CASE("three blocks at rest on each other: the exact forms, in print only on their set") {
  int disagreeing = 0;
  many(3, 2, [&](const Row& r) {
    const auto T = forces(r);
    const double c1 = r.M[0] / (r.M[0] + r.M[1]), c2 = r.M[2] / (r.M[1] + r.M[2]);
    CHECK(same(T[0], sat(x12(r) - c1 * luz(x23(r), r.S[1]), r.S[0])));
    CHECK(same(T[1], sat(x23(r) - c2 * luz(x12(r), r.S[0]), r.S[1])));
    const double held = sat(x23(r), r.S[1]);
    CHECK(same(T[0], sat((r.M[1] * r.F[0] - r.M[0] * r.F[1] + r.M[0] * held) / (r.M[0] + r.M[1]),
                         r.S[0])));
    const bool printed = same(T[0], sat(x12(r), r.S[0])) && same(T[1], held);
    if (r.S[0] > 0.0 && r.S[1] > 0.0)
      CHECK(printed == agreed(x12(r), x23(r), r.S[0], r.S[1], c1, c2));
    disagreeing += printed ? 0 : 1;
  });
  CHECK(disagreeing > kTrials / 3);
}

TEST_CASE("any two pairs at rest: each clips what the other one's clip leaves") {
  Random random{32};
  for (int trial = 0; trial < kTrials; ++trial) {
    CAPTURE(trial);
    const double W11 = random(0.2, 3.0), W22 = random(0.2, 3.0);
    const double W12 = random(-0.99, 0.99) * std::sqrt(W11 * W22);  // either sign: gears as well
    const double w1 = random(-5.0, 5.0), w2 = random(-5.0, 5.0);
    const double S1 = random(0.0, 4.0), S2 = random(0.0, 4.0);
    LeastConstraintProblem problem;
    problem.resize(2);
    problem.delassus = {W11, W12, W12, W22};
    problem.drive = {w1, w2};
    problem.lower = {-S1, -S2};
    problem.upper = {S1, S2};
    LeastConstraintSolution solution;
    solve_least_constraint(problem, solution);
    const double determinant = W11 * W22 - W12 * W12;
    const double x1 = (W22 * w1 - W12 * w2) / determinant;
    const double x2 = (W11 * w2 - W12 * w1) / determinant;
    CHECK(same(solution.force[0], sat((w1 - W12 * sat(x2, S2)) / W11, S1)));
    CHECK(same(solution.force[1], sat((w2 - W12 * sat(x1, S1)) / W22, S2)));
  }
}

TEST_CASE("the canonical forces of a cycle are the limit of pairs that yield, first order") {
  // papers-checked 4: each pair yields in proportion to its force over its strength, eps to 0.
  struct Cycle {
    std::vector<double> delassus, drive, strength, canonical;
  };
  const std::vector<Cycle> cycles{
      {{1, 1, 1, 1}, {8, 8}, {1, 10}, {8.0 / 11, 80.0 / 11}},  // a block between two walls
      {{2, 1, -1, 1, 1, 0, -1, 0, 1}, {4, 3, -1}, {2, 4, 4}, {1, 2, 0}}};  // pairs 12, 10, 20
  for (const Cycle& cycle : cycles) {
    const std::size_t m = cycle.drive.size();
    double before = 0.0;
    for (const double eps : {0.01, 0.005, 0.0025, 0.00125}) {
      LeastConstraintProblem problem;
      problem.resize(static_cast<int>(m));
      problem.delassus = cycle.delassus;
      problem.drive = cycle.drive;
      for (std::size_t j = 0; j < m; ++j) {
        problem.delassus[j * m + j] += eps / cycle.strength[j];
        problem.lower[j] = -cycle.strength[j];
        problem.upper[j] = cycle.strength[j];
      }
      LeastConstraintSolution solution;
      solve_least_constraint(problem, solution);
      double error = 0.0;
      for (std::size_t j = 0; j < m; ++j)
        error = std::max(error, std::abs(solution.force[j] - cycle.canonical[j]));
      if (before > 0.0) CHECK(before / error == doctest::Approx(2.0).epsilon(0.01));
      before = error;
    }
    CHECK(before < 0.001);
  }
}

TEST_CASE("a pair without strength leaves the law of the other pair alone") {
  many(2, 2, [](Row r) {
    const double pull = (r.M[1] * r.F[0] - r.M[0] * r.F[1]) / (r.M[0] + r.M[1]);
    const double upper = r.S[0];
    r.S[0] = 0.0;
    CHECK(same(forces(r)[1], sat(r.F[1], r.S[1])));
    r.S = {upper, 0.0};
    CHECK(same(forces(r)[0], sat(pull, upper)));
  });
  many(3, 2, [](Row r) {
    r.S[1] = 0.0;
    const double pull = (r.M[1] * r.F[0] - r.M[0] * r.F[1]) / (r.M[0] + r.M[1]);
    CHECK(same(forces(r)[0], sat(pull, r.S[0])));
  });
}

TEST_CASE("a block that cannot be accelerated is a ground to its neighbours") {
  many(2, 2, [](Row r) {  // M1 to inf: F1 does not matter, both frictions act on block 2
    r.M[0] = kInfinity;
    const auto T = forces(r);
    CHECK(same(r.F[1] + T[0] - T[1], luz(r.F[1], r.S[0] + r.S[1])));
  });
  many(2, 2, [](Row r) {  // M2 to inf: one block
    r.M[1] = kInfinity;
    CHECK(same(forces(r)[0], sat(r.F[0], r.S[0])));
  });
  many(3, 2, [](Row r) {  // M3 to inf: two blocks on the ground
    r.M[2] = kInfinity;
    const auto T = forces(r);
    CHECK(same(T[0], exact_12(r)));
    CHECK(same(T[1], exact_20(r)));
  });
}

TEST_CASE("heavy and light blocks tend to these limits at first order") {
  const auto check = [](const Row& start, std::size_t body, double factor, const auto& error) {
    Row r = start;
    double before = 0.0;
    for (int i = 0; i < 4; ++i) {
      r.M[body] = (i == 0 ? std::pow(factor, 10) : r.M[body] * factor);
      const double now = error(r);
      // Half the parameter, half the error; the remainder is of second order.
      if (i > 0) CHECK(std::abs(now - before / 2) <= 0.02 * before + kRounding);
      before = now;
    }
  };
  many(2, 2, [&](const Row& r) {
    check(r, 0, 2.0, [](const Row& s) {
      const auto T = forces(s);
      return std::abs(s.F[1] + T[0] - T[1] - luz(s.F[1], s.S[0] + s.S[1]));
    });
    Row light = r;
    light.F[1] = 0.0;
    check(light, 1, 0.5, [](const Row& s) {
      return std::abs(forces(s)[0] - sat(s.F[0], std::min(s.S[0], s.S[1])));
    });
  });
  many(3, 2, [&](const Row& r) {
    check(r, 2, 2.0, [](const Row& s) { return std::abs(forces(s)[0] - exact_12(s)); });
  });
}

TEST_CASE("a chain of any length: nested clipping, each force from the right neighbour's") {
  for (std::size_t pairs = 1; pairs <= 7; ++pairs) {
    many(pairs + 1, pairs, [&](const Row& r) {
      const auto found = forces(r);
      std::vector<double> T(pairs + 1, 0.0);
      for (std::size_t j = pairs; j-- > 0;) {
        // T_k = A_k + G_k T_{k-1} + B_k T_{k+1}: the linear chain i..j, solved from its right end
        // for its first unknown.
        double clipped = 0.0;
        for (std::size_t i = 0; i <= j; ++i) {
          double constant = T[j + 1], slope = 0.0;  // T_{k+1} = constant + slope T_k
          for (std::size_t k = j + 1; k-- > i;) {
            const double w = 1 / r.M[k] + 1 / r.M[k + 1];
            const double A = (r.F[k] / r.M[k] - r.F[k + 1] / r.M[k + 1]) / w;
            const double G = 1 / r.M[k] / w, B = 1 / r.M[k + 1] / w;
            const double pivot = 1 - B * slope;
            constant = (A + B * constant) / pivot;
            slope = (k > 0 ? G : 0.0) / pivot;
          }
          clipped = sat(constant + slope * clipped, r.S[i]);
        }
        T[j] = clipped;
        CHECK(std::abs(T[j] - found[j]) < 1e-10);
      }
    });
  }
}
