// Reference solutions of tests/reference and how a run is compared with them.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "acceptance/recording.h"

namespace acceptance {

/// One instant of a reference; lists that a file does not give stay empty.
struct ReferencePoint {
  double time{};
  std::vector<double> z, v, a;  ///< (bodies)
  std::vector<double> T;        ///< (pairs) friction force without its viscous part
  std::vector<int> modes;       ///< (pairs)
};

struct ReferenceCase {
  std::vector<ReferencePoint> events;  ///< the first is the start
  std::vector<ReferencePoint> samples;
};

/// tests/reference/NAME.json.
nlohmann::json load_reference(const std::string& name);
ReferenceCase load_case(const std::string& name);

/// A decimal string, a fraction "p/q" or a number.
double number(const nlohmann::json& value);
std::vector<double> numbers(const nlohmann::json& list);

/// Names in the model of the reference's bodies and pairs, in its order.
struct CaseNames {
  std::vector<std::string> bodies;
  std::vector<std::string> pairs;
  std::vector<double> viscous;  ///< (pairs) [N s/m]
};

/// The system of tests/acceptance/models/NAME.toml.
luztar::System load_system(const std::string& name);

/// Runs the system over the reference's samples (and between them) and checks: trust, sequence of
/// modes, event times to 1e-10 s, states at events and samples and forces to 1e-9 of their scale.
void check_case(const luztar::System& system, const ReferenceCase& reference,
                const CaseNames& names);

/// Event times to 1e-10 s and the same modes after each.
void check_sequence(const std::vector<Instant>& found, const std::vector<Instant>& expected);

/// Largest difference over the largest expected value (or 1 if all are zero).
class WorstError {
 public:
  void add(double found, double expected);
  double relative() const { return scale_ > 0 ? worst_ / scale_ : worst_; }

 private:
  double worst_{}, scale_{};
};

}  // namespace acceptance
