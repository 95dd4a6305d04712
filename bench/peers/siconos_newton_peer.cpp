// Siconos' numerics without its kernel: the implicit step (Moreau-Jean, theta = 1/2, springs
// inside) by its Newton method with line search, newton_LSA, and its sparse linear solver. Unknown
// are the velocities v1 and the impulses T; the friction law is the natural map T = clip(T + r w, h
// F), as in its non-smooth Newton methods for contacts (whose own relay and complementarity Newton
// methods take dense matrices only). Each step starts from the solution of the last one.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <MCP_cst.h>
#include <Newton_methods.h>
#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <SolverOptions.h>

#include "step_peer.h"

namespace bench {
namespace {

class SiconosNewton {
 public:
  SiconosNewton(const Network& net, double h, const std::string&)
      : net_(net), h_(h), n_(net.mass.size()), v_(n_), q_(n_), right_(n_) {
    for (std::size_t e = 0; e < net.edges.size(); ++e)
      if (net.edges[e].dry > 0.0) pairs_.push_back(e);
    z_.assign(n_ + pairs_.size(), 0.0), f_ = z_;
    const int size = static_cast<int>(z_.size());
    matrix_ = NM_create(NM_SPARSE, size, size);
    init_lsa_functions(&functions_, &residual, &merit);
    functions_.compute_H = &derivative;
    functions_.compute_error = &error;
    options_ = solver_options_create(SICONOS_MCP_NEWTON_FB_FBLSA);
    options_->dparam[SICONOS_DPARAM_TOL] = 1e-12;
    options_->iparam[SICONOS_IPARAM_MAX_ITER] = 200;
    fill(z_.data(), matrix_);
  }

  static constexpr bool kGivenBodies = false;
  static std::string version() { return "4.4.0"; }

  void step(double t) {
    for (std::size_t i = 0; i < n_; ++i) right_[i] = net_.mass[i] * v_[i];
    for (const std::size_t i : net_.driven) right_[i] += h_ * net_.load(i, t + 0.5 * h_);
    for (const Edge& edge : net_.edges) {
      const double d = rate(edge, q_.data()), w = rate(edge, v_.data());
      const double spring = edge.gap > 0.0  // freeplay: explicit, at the middle
                                ? luz(d + 0.5 * h_ * w, edge.gap)
                                : d + 0.25 * h_ * w;
      push(edge, h_ * (edge.stiffness * spring + 0.5 * edge.viscous * w), right_.data());
    }
    int failed = 0;
    set_lsa_params_data(options_, matrix_);
    newton_LSA(static_cast<unsigned>(z_.size()), z_.data(), f_.data(), &failed, this, options_,
               &functions_);
    if (failed != 0) throw std::runtime_error("Newton's method did not converge");
    for (std::size_t i = 0; i < n_; ++i) q_[i] += 0.5 * h_ * (v_[i] + z_[i]), v_[i] = z_[i];
  }
  double position(int body) const { return q_[static_cast<std::size_t>(body)]; }

 private:
  static double rate(const Edge& edge, const double* v) {
    return v[edge.a] - (edge.b < 0 ? 0.0 : edge.ratio * v[edge.b]);
  }
  static void push(const Edge& edge, double f, double* on) {
    on[edge.a] -= f;
    if (edge.b >= 0) on[edge.b] += edge.ratio * f;
  }
  /// Impulse of an edge for each m/s of its rate at the end of the step.
  double slope(const Edge& edge) const {
    const double stiffness = edge.gap > 0.0 ? 0.0 : edge.stiffness;
    return 0.5 * h_ * edge.viscous + 0.25 * h_ * h_ * stiffness;
  }
  /// Impulse that the pair would have if it stuck to its last one: clipped, it slides.
  double trial(std::size_t j, const double* z) const {
    const Edge& edge = net_.edges[pairs_[j]];
    return z[n_ + j] + net_.mass[static_cast<std::size_t>(edge.a)] * rate(edge, z);
  }
  static void residual(void* user, double* z, double* f) {
    const auto& self = *static_cast<SiconosNewton*>(user);
    const Network& net = self.net_;
    const std::size_t n = self.n_;
    for (std::size_t i = 0; i < n; ++i) f[i] = self.right_[i] - net.mass[i] * z[i];
    for (const Edge& edge : net.edges) push(edge, self.slope(edge) * rate(edge, z), f);
    for (std::size_t j = 0; j < self.pairs_.size(); ++j) {
      const Edge& edge = net.edges[self.pairs_[j]];
      const double limit = self.h_ * edge.dry;
      push(edge, z[n + j], f);
      f[n + j] = z[n + j] - std::clamp(self.trial(j, z), -limit, limit);
    }
    for (std::size_t i = 0; i < n; ++i) f[i] = -f[i];
  }
  static void merit(void* user, double*, double* f, double* out) {
    std::copy(f, f + static_cast<SiconosNewton*>(user)->z_.size(), out);
  }
  static void error(void* user, double*, double* f, double*, double, double* out) {
    *out = 0.0;
    for (std::size_t i = 0; i < static_cast<SiconosNewton*>(user)->z_.size(); ++i)
      *out = std::max(*out, std::abs(f[i]));
  }
  static void derivative(void* user, double* z, double*, double*, double*, NumericsMatrix* matrix) {
    static_cast<SiconosNewton*>(user)->fill(z, matrix);
  }
  void fill(const double* z, NumericsMatrix* matrix) const {
    NM_clearSparseStorage(matrix);
    NM_triplet_alloc(matrix, static_cast<int>(n_ + 8 * net_.edges.size()));
    matrix->matrix2->origin = NSM_TRIPLET;
    const auto add = [matrix](std::size_t row, std::size_t column, double value) {
      NM_zentry(matrix, static_cast<int>(row), static_cast<int>(column), value, 0.0);
    };
    const auto ends = [](const Edge& edge) {
      std::array<std::pair<std::size_t, double>, 2> both{};
      both[0] = {static_cast<std::size_t>(edge.a), 1.0};
      both[1] = {static_cast<std::size_t>(std::max(edge.b, 0)), edge.b < 0 ? 0.0 : -edge.ratio};
      return both;
    };
    for (std::size_t i = 0; i < n_; ++i) add(i, i, net_.mass[i]);
    for (const Edge& edge : net_.edges)
      for (const auto& [i, first] : ends(edge))
        for (const auto& [k, second] : ends(edge))
          if (first != 0.0 && second != 0.0) add(i, k, slope(edge) * first * second);
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      const Edge& edge = net_.edges[pairs_[j]];
      const bool sticks = std::abs(trial(j, z)) <= h_ * edge.dry;
      if (!sticks) add(n_ + j, n_ + j, 1.0);
      for (const auto& [i, part] : ends(edge)) {
        if (part == 0.0) continue;
        add(i, n_ + j, part);
        if (sticks) add(n_ + j, i, -part * net_.mass[static_cast<std::size_t>(edge.a)]);
      }
    }
  }

  const Network& net_;
  double h_;
  std::size_t n_;
  std::vector<double> v_, q_, right_, z_, f_;
  std::vector<std::size_t> pairs_;  ///< edges with dry friction
  functions_LSA functions_{};
  NumericsMatrix* matrix_{};
  SolverOptions* options_{};
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::SiconosNewton>(argc, argv); }
