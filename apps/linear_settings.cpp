#include "apps/linear_settings.h"

luztar::LinearSettings linear_settings(const luztar::Model& model,
                                       const std::vector<std::string>& inputs,
                                       const std::vector<std::string>& outputs,
                                       const std::string& at) {
  using About = luztar::LinearSettings::About;
  luztar::LinearSettings settings{.inputs = inputs, .outputs = outputs};
  if (at == "equilibrium") return settings;
  settings.about = at == "start" ? About::Start : About::Time;
  if (settings.about == About::Time)
    settings.time = luztar::evaluate(luztar::parse_value(at, "s", {"--at", 1, 1}),
                                     luztar::evaluate_parameters(model));
  return settings;
}
