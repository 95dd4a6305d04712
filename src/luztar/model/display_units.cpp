#include "luztar/model/display_units.h"

#include <algorithm>
#include <array>

#include "luztar/core/quantity.h"

namespace luztar {
namespace {

/// What has another unit on request: positions, velocities, accelerations, forces.
constexpr std::array<std::string_view, 8> kShownUnits = {"m",    "rad",    "m/s", "rad/s",
                                                         "m/s2", "rad/s2", "N",   "N m"};

bool is_angular(std::string_view si) { return si.find("rad") != std::string_view::npos; }

/// The unit of kShownUnits that it replaces; "": none. An energy is no torque, a frequency no rate.
std::string_view replaced_by(const std::string& unit, const SourceLocation& where) {
  const Dimension dimension = parse_unit(unit, where).dimension;
  const std::string words = si_unit(unit, where);
  for (const std::string_view si : kShownUnits)
    if (parse_unit(si, {}).dimension == dimension && is_angular(si) == is_angular(words) &&
        words != "J")
      return si;
  return "";
}

}  // namespace

std::vector<DisplayUnit> display_units(const OutputTable& output) {
  std::vector<DisplayUnit> units;
  for (const auto& [unit, where] : output.units)
    units.push_back(
        {std::string(replaced_by(unit, where)), unit, 1.0 / parse_unit(unit, where).factor()});
  return units;
}

DisplayUnit display_unit(const OutputTable& output, std::string_view si) {
  for (DisplayUnit& unit : display_units(output))
    if (unit.si == si) return unit;
  return {std::string(si), std::string(si)};
}

std::vector<Diagnostic> check_display_units(const OutputTable& output) {
  std::vector<Diagnostic> mistakes;
  std::vector<std::string_view> seen;
  for (const auto& [unit, where] : output.units) {
    try {
      const std::string_view si = replaced_by(unit, where);
      if (si.empty())
        mistakes.push_back({where, "nothing is shown in " + quote(unit),
                            "name units of lengths, angles, their rates, forces and torques: units "
                            "= [\"mm\", \"deg\", \"rpm\", \"kN\"]"});
      else if (std::ranges::find(seen, si) != seen.end())
        mistakes.push_back(
            {where, "two units for what is in " + std::string(si), "keep one of them"});
      seen.push_back(si);
    } catch (const ModelError& error) {
      mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return mistakes;
}

}  // namespace luztar
