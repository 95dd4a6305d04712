// SUNDIALS CVODE on the regularised problem, F sgn w replaced by F tanh(w/1e-3): BDF, Newton with a
// banded Jacobian by difference quotients (the documentation's choice for stiff chains).
//
// Settings: relative tolerance; the absolute one is a hundredth of it.
#include <algorithm>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>

#include "step_peer.h"

namespace bench {
namespace {

constexpr double kCreep = 1e-3;  ///< [m/s]

class CvodeTanh {
 public:
  CvodeTanh(const Network& net, double h, const std::string& setting) : net_(net), h_(h) {
    const auto size = static_cast<sunindextype>(2 * net.mass.size());
    const sunindextype band = std::min<sunindextype>(3, size - 1);  // q and v of neighbours
    SUNContext_Create(nullptr, &context_);
    y_ = N_VNew_Serial(size, context_);
    N_VConst(0.0, y_);
    memory_ = CVodeCreate(CV_BDF, context_);
    const double tolerance = std::stod(setting);
    CVodeInit(memory_, &slope, 0.0, y_);
    CVodeSStolerances(memory_, tolerance, 1e-2 * tolerance);
    CVodeSetUserData(memory_, this);
    CVodeSetMaxNumSteps(memory_, 10000000);
    matrix_ = SUNBandMatrix(size, band, band, context_);
    solver_ = SUNLinSol_Band(y_, matrix_, context_);
    CVodeSetLinearSolver(memory_, solver_, matrix_);
  }
  CvodeTanh(const CvodeTanh&) = delete;
  CvodeTanh& operator=(const CvodeTanh&) = delete;
  ~CvodeTanh() {
    CVodeFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }

  static constexpr bool kGivenBodies = false;
  static std::string version() { return SUNDIALS_VERSION; }

  /// Its own steps, longer or shorter, up to t + h.
  void step(double t) {
    double reached{};
    if (CVode(memory_, t + h_, y_, &reached, CV_NORMAL) < 0)
      throw std::runtime_error("CVODE gave up");
  }
  double position(int body) const { return NV_DATA_S(y_)[2 * body]; }

 private:
  static int slope(realtype t, N_Vector y, N_Vector dy, void* user) {
    const Network& net = static_cast<CvodeTanh*>(user)->net_;
    const double* x = NV_DATA_S(y);
    double* dx = NV_DATA_S(dy);
    for (std::size_t i = 0; i < net.mass.size(); ++i) dx[2 * i] = x[2 * i + 1], dx[2 * i + 1] = 0.0;
    for (const std::size_t i : net.driven) dx[2 * i + 1] = net.load(i, t);
    for (const Edge& edge : net.edges) {
      const bool ground = edge.b < 0;
      const double d = x[2 * edge.a] - (ground ? 0.0 : edge.ratio * x[2 * edge.b]);
      const double w = x[2 * edge.a + 1] - (ground ? 0.0 : edge.ratio * x[2 * edge.b + 1]);
      const double f =
          edge.stiffness * luz(d, edge.gap) + edge.viscous * w + edge.dry * std::tanh(w / kCreep);
      dx[2 * edge.a + 1] -= f;
      if (!ground) dx[2 * edge.b + 1] += edge.ratio * f;
    }
    for (std::size_t i = 0; i < net.mass.size(); ++i) dx[2 * i + 1] /= net.mass[i];
    return 0;
  }

  const Network& net_;
  double h_;
  SUNContext context_{};
  N_Vector y_{};
  void* memory_{};
  SUNMatrix matrix_{};
  SUNLinearSolver solver_{};
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::CvodeTanh>(argc, argv); }
