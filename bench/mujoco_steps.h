// A mechanism in MuJoCo: slide joints, fixed tendons between neighbours. Without MuJoCo (the build
// says LUZTAR_HAS_MUJOCO) it only says so.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Joints on the ground with springs and friction, each linked to the next one by a spring.
struct MujocoSteps {
  struct Link {
    double stiffness{}, gap{}, arm{};  ///< of q_i - arm q_(i+1); no force within +-gap
  };
  using Load = std::function<void(double t, double* forces)>;

  std::vector<double> mass{}, stiffness{}, viscous{}, dry{};
  std::vector<Link> links{};

  static bool installed();
  /// Of a row that takes n steps for each of ours.
  static std::string name(int n);
  /// Positions of all joints after each of `steps` times h [s], each in n steps of MuJoCo, friction
  /// as hard as these steps allow. @pre installed()
  std::vector<double> run(double h, int n, int steps, const Load& load) const;
};

}  // namespace bench
