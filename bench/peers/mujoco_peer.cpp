// MuJoCo: a slide joint for each mass, fixed tendons with stiffness, damping and frictionloss for
// pairs of masses, Newton's solver with sparse Jacobian, as its documentation advises for large
// models. Its friction is a soft constraint. One source for 2.2 (Debian) and later ones (PyPI).
//
// Settings: default (its default softness), hard (constraints as stiff as the step allows).
#include <fstream>

#include <mujoco/mujoco.h>
#include <unistd.h>

#include "step_peer.h"

namespace bench {
namespace {

/// The model as MJCF, for this step.
std::string mjcf(const Network& net, double h, bool hard) {
  const auto number = [](double x) {
    char text[40];
    std::snprintf(text, sizeof text, "\"%.17g\"", x);
    return std::string(text);
  };
  const std::string friction =
      hard ? " solreffriction=" + number(2 * h).insert(number(2 * h).size() - 1, " 1") +
                 " solimpfriction=\"0.9999 0.9999 0.001 0.5 2\""
           : "";
  std::string bodies, tendons;
  std::vector<std::string> attributes(net.mass.size());
  for (const Edge& edge : net.edges) {
    std::string gap = edge.gap > 0.0 ? number(-edge.gap) : number(0.0);
    if (edge.gap > 0.0) gap.insert(gap.size() - 1, " " + std::to_string(edge.gap));
    const std::string dry = edge.dry > 0.0 ? " frictionloss=" + number(edge.dry) + friction : "";
    const std::string linear =
        " stiffness=" + number(edge.stiffness) + " damping=" + number(edge.viscous);
    const auto a = static_cast<std::size_t>(edge.a);
    if (edge.b < 0) {
      attributes[a] = dry + linear;
      continue;
    }
    tendons += "<fixed" + dry + linear + " springlength=" + gap + "><joint joint=\"j" +
               std::to_string(edge.a) + "\" coef=\"1\"/><joint joint=\"j" + std::to_string(edge.b) +
               "\" coef=" + number(-edge.ratio) + "/></fixed>\n";
  }
  for (std::size_t i = 0; i < net.mass.size(); ++i)
    bodies += "<body><joint name=\"j" + std::to_string(i) + "\" type=\"slide\" axis=\"1 0 0\"" +
              attributes[i] + "/><inertial pos=\"0 0 0\" mass=" + number(net.mass[i]) +
              " diaginertia=\"1 1 1\"/></body>\n";
  return "<mujoco><option gravity=\"0 0 0\" solver=\"Newton\" jacobian=\"sparse\" timestep=" +
         number(h) + "><flag contact=\"disable\"/></option><size nconmax=\"10\" njmax=\"" +
         std::to_string(net.edges.size() + 10) + "\"/>\n<worldbody>" + bodies +
         "</worldbody>\n<tendon>" + tendons + "</tendon></mujoco>\n";
}

class Mujoco {
 public:
  Mujoco(const Network& net, double h, const std::string& setting) : net_(net), h_(h) {
    char path[] = "/tmp/luztar_mujoco_XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) throw std::runtime_error("no temporary file");
    std::ofstream(path) << mjcf(net, h, setting == "hard");
    char words[1000] = "";
    model_ = mj_loadXML(path, nullptr, words, sizeof words);
    close(file);
    unlink(path);
    if (model_ == nullptr) throw std::runtime_error(words);
    data_ = mj_makeData(model_);
  }
  Mujoco(const Mujoco&) = delete;
  Mujoco& operator=(const Mujoco&) = delete;
  ~Mujoco() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  static constexpr bool kGivenBodies = false;
  static std::string version() { return mj_versionString(); }

  void step(double t) {
    for (const std::size_t i : net_.driven) data_->qfrc_applied[i] = net_.load(i, t + 0.5 * h_);
    mj_step(model_, data_);
  }
  double position(int body) const { return data_->qpos[body]; }

 private:
  const Network& net_;
  double h_;
  mjModel* model_{};
  mjData* data_{};
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::Mujoco>(argc, argv); }
