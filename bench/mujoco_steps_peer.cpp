#include "bench/mujoco_steps.h"

#ifdef LUZTAR_HAS_MUJOCO
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>

#include <mujoco/mujoco.h>
#include <unistd.h>

namespace bench {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string mjcf(const MujocoSteps& one, double h) {
  std::string bodies, tendons;
  for (std::size_t i = 0; i < one.mass.size(); ++i)
    bodies += "<body><joint name=\"j" + std::to_string(i) +
              "\" type=\"slide\" axis=\"1 0 0\" stiffness=\"" + number(one.stiffness[i]) +
              "\" damping=\"" + number(one.viscous[i]) + "\" frictionloss=\"" + number(one.dry[i]) +
              "\" solreffriction=\"" + number(2 * h) +
              " 1\" solimpfriction=\"0.9999 0.9999 0.001 0.5 2\"/><inertial pos=\"0 0 0\" mass=\"" +
              number(one.mass[i]) + "\" diaginertia=\"1 1 1\"/></body>";
  for (std::size_t i = 0; i < one.links.size(); ++i)
    tendons += "<fixed stiffness=\"" + number(one.links[i].stiffness) + "\" springlength=\"" +
               number(-one.links[i].gap) + " " + number(one.links[i].gap) + "\"><joint joint=\"j" +
               std::to_string(i) + "\" coef=\"1\"/><joint joint=\"j" + std::to_string(i + 1) +
               "\" coef=\"" + number(-one.links[i].arm) + "\"/></fixed>";
  return "<mujoco><option gravity=\"0 0 0\" solver=\"Newton\" timestep=\"" + number(h) +
         "\"><flag contact=\"disable\"/></option><worldbody>" + bodies + "</worldbody><tendon>" +
         tendons + "</tendon></mujoco>\n";
}

std::unique_ptr<mjModel, decltype(&mj_deleteModel)> loaded(const std::string& text) {
  char path[] = "/tmp/luztar_mujoco_XXXXXX", words[1000] = "";
  const int file = mkstemp(path);
  if (file < 0) throw std::runtime_error("no temporary file");
  std::ofstream(path) << text;
  mjModel* model = mj_loadXML(path, nullptr, words, sizeof words);
  close(file);
  unlink(path);
  if (model == nullptr) throw std::runtime_error(words);
  return {model, &mj_deleteModel};
}

}  // namespace

bool MujocoSteps::installed() { return true; }

std::string MujocoSteps::name(int n) {
  return "MuJoCo " + std::string(mj_versionString()) + ", hard, " + std::to_string(n) +
         (n == 1 ? " step per ms" : " steps per ms");
}

std::vector<double> MujocoSteps::run(double h, int n, int steps, const Load& load) const {
  mju_user_warning = [](const char*) {
  };  // what became unstable is told by its error
  const auto model = loaded(mjcf(*this, h / n));
  const std::unique_ptr<mjData, decltype(&mj_deleteData)> data(mj_makeData(model.get()),
                                                               &mj_deleteData);
  std::vector<double> found;
  found.reserve(static_cast<std::size_t>(steps) * mass.size());
  for (int k = 0; k < steps; ++k) {
    for (int i = 0; i < n; ++i) {
      load(h * (k + (i + 0.5) / n), data->qfrc_applied);
      mj_step(model.get(), data.get());
    }
    for (std::size_t i = 0; i < mass.size(); ++i) found.push_back(data->qpos[i]);
  }
  return found;
}

}  // namespace bench
#else
namespace bench {

bool MujocoSteps::installed() { return false; }
std::string MujocoSteps::name(int) { return "MuJoCo"; }
std::vector<double> MujocoSteps::run(double, int, int, const Load&) const { return {}; }

}  // namespace bench
#endif
