// Random networks with massless bodies that have a motion, and what must hold in every one of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/simulate/simulate.h"

namespace luztar::testing {

/// What a network is, kept beside the model to judge a run without the engine's own numbers.
struct MasslessNetwork {
  using Terms = std::vector<std::pair<int, double>>;
  struct Element {
    Terms terms{};
    double stiffness{}, rest{}, lower{}, upper{}, damping{};  ///< springs, dampers
    bool is_friction{};
    double viscous[2]{}, kinetic[2]{}, breakaway[2]{};  ///< for v < 0, v > 0
    std::function<double(double)> force{};              ///< of time
  };
  Model model;
  std::vector<double> mass;       ///< (bodies) < 0: given motion
  std::vector<Element> elements;  ///< in the order of System::elements()
  bool is_damped{};  ///< a damper holds every massless body: then forces may jump and F_S > F_K
};

/// 1 to 3 bodies with mass, perhaps a given motion, 1 to 3 massless ones on springs with and
/// without gaps, dampers and frictions, with arms. A motion exists: where nothing damps a massless
/// body, forces do not jump, F_S = F_K, and springs without gaps hold it if a force acts on it.
MasslessNetwork massless_network(std::uint64_t seed);

/// Springs, dampers and frictions obey their laws, forces accelerate the bodies with mass and
/// balance on those without, at every sample.
class LawWatch : public Observer {
 public:
  explicit LawWatch(const MasslessNetwork& network) : network_(network) {}
  void sample(const Sample& sample) override;

  double worst{};     ///< force that a law does not explain, relative to the largest at its time
  double slip{};      ///< rate against the force of a friction [m/s]
  std::string where;  ///< of the worst
  int in_contact{}, sliding{}, stuck{};  ///< how often at massless bodies

 private:
  void judge(const Sample& sample, std::size_t element, double scale);
  void note(double misses, double scale, const Sample& sample, const std::string& what);

  const MasslessNetwork& network_;
};

}  // namespace luztar::testing
