#include "luztar/exchange/fmu/fmu_xml.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "luztar/core/html_text.h"
#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"

namespace luztar {
namespace {

std::string exponent(int value) { return value == 0 ? "" : std::to_string(value); }

/// How often a unit has rad, which has no dimension: as if it were a kelvin.
int radians_in(const std::string& unit, const Dimension& dimension) {
  std::string other = unit;
  for (std::size_t at = other.find("rad"); at != std::string::npos; at = other.find("rad", at + 1))
    other.replace(at, 3, "K");
  return parse_unit(other, {}).dimension.temperature - dimension.temperature;
}

}  // namespace

void XmlText::line(const char* tag, Attributes attributes, const char* end) {
  text_ += std::string(2 * open_.size(), ' ') + "<" + tag;
  for (const auto& [name, value] : attributes)
    if (!value.empty()) text_ += std::string(" ") + name + "=\"" + escape_html(value) + "\"";
  text_ += std::string(end) + "\n";
}

void XmlText::open(const char* tag, Attributes attributes) {
  line(tag, attributes, ">");
  open_.push_back(tag);
}

void XmlText::element(const char* tag, Attributes attributes) { line(tag, attributes, "/>"); }

void XmlText::close() {
  const std::string tag = open_.back();
  open_.pop_back();
  text_ += std::string(2 * open_.size(), ' ') + "</" + tag + ">\n";
}

FmuWords words_of(const FmuVariable& variable) {
  const char* const changes = variable.is_tunable ? "tunable" : "fixed";
  switch (variable.role) {
    case FmuRole::Time:
      return {"independent", "continuous", ""};
    case FmuRole::Input:
      return {"input", "continuous", ""};
    case FmuRole::Parameter:
      return {"parameter", changes, "exact"};
    case FmuRole::Derived:
      return {"calculatedParameter", changes, "calculated"};
    case FmuRole::Constant:
      return {"local", "constant", "exact"};
    default:
      return {variable.is_output ? "output" : "local",
              variable.role == FmuRole::Mode ? "discrete" : "continuous", "calculated"};
  }
}

std::string start_text(const FmuVariable& variable) {
  return variable.start ? cell_text(*variable.start) : "";
}

std::vector<int> initial_unknowns(const FmuVariables& variables) {
  std::set<int> places;
  for (std::size_t i = 0; i < variables.list.size(); ++i)
    if (variables.list[i].is_output || variables.list[i].role == FmuRole::Derived)
      places.insert(static_cast<int>(i));
  for (const auto& [state, slope] : variables.states) places.insert({state, slope});
  return {places.begin(), places.end()};
}

bool has_output_derivatives(const FmuVariables& variables) {
  return std::ranges::none_of(variables.list, [](const FmuVariable& variable) {
    return variable.is_output &&
           (variable.role == FmuRole::Energy || variable.name.starts_with("margin."));
  });
}

void write_units(XmlText& xml, const FmuVariables& variables) {
  std::set<std::string> units;
  for (const FmuVariable& variable : variables.list)
    if (!variable.unit.empty()) units.insert(variable.unit);
  if (units.empty()) return;
  xml.open("UnitDefinitions");
  for (const std::string& unit : units) {
    const Dimension dimension = parse_unit(unit, {}).dimension;
    xml.open("Unit", {{"name", unit}});
    xml.element("BaseUnit", {{"kg", exponent(dimension.mass)},
                             {"m", exponent(dimension.length)},
                             {"s", exponent(dimension.time)},
                             {"A", exponent(dimension.current)},
                             {"K", exponent(dimension.temperature)},
                             {"rad", exponent(radians_in(unit, dimension))}});
    xml.close();
  }
  xml.close();
}

void write_categories(XmlText& xml) {
  xml.open("LogCategories");
  for (const auto& [name, about] :
       {std::pair{"logEvents", "events: what breaks, rests, touches"},
        std::pair{"logStatusWarning", "warnings"},
        std::pair{"logStatusDiscard", "steps that are not finished, and runs that end"},
        std::pair{"logStatusError", "wrong calls and wrong values"},
        std::pair{"logStatusFatal", "mistakes of luztar"}})
    xml.element("Category", {{"name", name}, {"description", about}});
  xml.close();
}

void write_experiment(XmlText& xml, const SimulationSettings& settings) {
  const auto rows = static_cast<double>(std::max<std::int64_t>(settings.samples, 2) - 1);
  const double spacing = settings.interval > 0.0 ? settings.interval : settings.duration / rows;
  xml.element("DefaultExperiment", {{"startTime", cell_text(settings.start)},
                                    {"stopTime", cell_text(settings.start + settings.duration)},
                                    {"tolerance", "1e-8"},
                                    {"stepSize", spacing > 0.0 ? cell_text(spacing) : ""}});
}

}  // namespace luztar
