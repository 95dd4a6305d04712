#include "luztar/import/modelica_library.h"

#include <algorithm>
#include <array>
#include <utility>

namespace luztar::modelica {
namespace {

constexpr std::string_view kTurningParts = "Modelica.Mechanics.Rotational.Components";
constexpr std::string_view kTurningSources = "Modelica.Mechanics.Rotational.Sources";
constexpr std::string_view kTurningSensors = "Modelica.Mechanics.Rotational.Sensors";
constexpr std::string_view kMovingParts = "Modelica.Mechanics.Translational.Components";
constexpr std::string_view kMovingSources = "Modelica.Mechanics.Translational.Sources";
constexpr std::string_view kMovingSensors = "Modelica.Mechanics.Translational.Sensors";
constexpr std::string_view kSignalSources = "Modelica.Blocks.Sources";
constexpr std::string_view kSignalMath = "Modelica.Blocks.Math";
constexpr std::string_view kTwo = "flange_a flange_b";
constexpr std::string_view kTwoAndSupport = "flange_a flange_b support";
constexpr std::string_view kOneAndSupport = "flange support";

constexpr std::array kClasses{
    LibraryClass{"Inertia", kTurningParts, kTwo, "", ""},
    LibraryClass{"Disc", kTurningParts, kTwo, "", ""},
    LibraryClass{"Fixed", kTurningParts, "flange", "", ""},
    LibraryClass{"Spring", kTurningParts, kTwo, "", ""},
    LibraryClass{"Damper", kTurningParts, kTwo, "", ""},
    LibraryClass{"SpringDamper", kTurningParts, kTwo, "", ""},
    LibraryClass{"ElastoBacklash", kTurningParts, kTwo, "", ""},
    LibraryClass{"ElastoBacklash2", kTurningParts, kTwo, "", ""},
    LibraryClass{"BearingFriction", kTurningParts, kTwoAndSupport, "", ""},
    LibraryClass{"Brake", kTurningParts, kTwoAndSupport, "f_normalized", ""},
    LibraryClass{"Clutch", kTurningParts, kTwo, "f_normalized", ""},
    LibraryClass{"OneWayClutch", kTurningParts, kTwo, "f_normalized", ""},
    LibraryClass{"IdealGear", kTurningParts, kTwoAndSupport, "", ""},
    LibraryClass{"LossyGear", kTurningParts, kTwoAndSupport, "", ""},
    LibraryClass{"IdealPlanetary", kTurningParts, "sun carrier ring", "", ""},
    LibraryClass{"IdealGearR2T", kTurningParts, "flangeR flangeT supportR supportT", "", ""},
    LibraryClass{"IdealRollingWheel", kTurningParts, "flangeR flangeT supportR supportT", "", ""},
    LibraryClass{"Position", kTurningSources, kOneAndSupport, "phi_ref", ""},
    LibraryClass{"Speed", kTurningSources, kOneAndSupport, "w_ref", ""},
    LibraryClass{"Accelerate", kTurningSources, kOneAndSupport, "a_ref", ""},
    LibraryClass{"ConstantSpeed", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"Torque", kTurningSources, kOneAndSupport, "tau", ""},
    LibraryClass{"Torque2", kTurningSources, kTwo, "tau", ""},
    LibraryClass{"ConstantTorque", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"TorqueStep", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"LinearSpeedDependentTorque", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"QuadraticSpeedDependentTorque", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"InverseSpeedDependentTorque", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"SignTorque", kTurningSources, kOneAndSupport, "", ""},
    LibraryClass{"AngleSensor", kTurningSensors, "flange", "", "phi"},
    LibraryClass{"SpeedSensor", kTurningSensors, "flange", "", "w"},
    LibraryClass{"AccSensor", kTurningSensors, "flange", "", "a"},
    LibraryClass{"RelAngleSensor", kTurningSensors, kTwo, "", "phi_rel"},
    LibraryClass{"RelSpeedSensor", kTurningSensors, kTwo, "", "w_rel"},
    LibraryClass{"RelAccSensor", kTurningSensors, kTwo, "", "a_rel"},
    LibraryClass{"TorqueSensor", kTurningSensors, kTwo, "", "tau"},
    LibraryClass{"PowerSensor", kTurningSensors, kTwo, "", "power"},
    LibraryClass{"MultiSensor", kTurningSensors, kTwo, "", "w tau power"},
    LibraryClass{"Mass", kMovingParts, kTwo, "", ""},
    LibraryClass{"Rod", kMovingParts, kTwo, "", ""},
    LibraryClass{"Fixed", kMovingParts, "flange", "", ""},
    LibraryClass{"Spring", kMovingParts, kTwo, "", ""},
    LibraryClass{"Damper", kMovingParts, kTwo, "", ""},
    LibraryClass{"SpringDamper", kMovingParts, kTwo, "", ""},
    LibraryClass{"ElastoGap", kMovingParts, kTwo, "", ""},
    LibraryClass{"SupportFriction", kMovingParts, kTwoAndSupport, "", ""},
    LibraryClass{"Brake", kMovingParts, kTwoAndSupport, "f_normalized", ""},
    LibraryClass{"MassWithStopAndFriction", kMovingParts, kTwo, "", ""},
    LibraryClass{"IdealGearR2T", kMovingParts, "flangeR flangeT supportR supportT", "", ""},
    LibraryClass{"IdealRollingWheel", kMovingParts, "flangeR flangeT supportR supportT", "", ""},
    LibraryClass{"Position", kMovingSources, kOneAndSupport, "s_ref", ""},
    LibraryClass{"Speed", kMovingSources, kOneAndSupport, "v_ref", ""},
    LibraryClass{"Accelerate", kMovingSources, kOneAndSupport, "a_ref", ""},
    LibraryClass{"ConstantSpeed", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"Force", kMovingSources, kOneAndSupport, "f", ""},
    LibraryClass{"Force2", kMovingSources, kTwo, "f", ""},
    LibraryClass{"ConstantForce", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"ForceStep", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"LinearSpeedDependentForce", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"QuadraticSpeedDependentForce", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"InverseSpeedDependentForce", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"SignForce", kMovingSources, kOneAndSupport, "", ""},
    LibraryClass{"PositionSensor", kMovingSensors, "flange", "", "s"},
    LibraryClass{"SpeedSensor", kMovingSensors, "flange", "", "v"},
    LibraryClass{"AccSensor", kMovingSensors, "flange", "", "a"},
    LibraryClass{"RelPositionSensor", kMovingSensors, kTwo, "", "s_rel"},
    LibraryClass{"RelSpeedSensor", kMovingSensors, kTwo, "", "v_rel"},
    LibraryClass{"RelAccSensor", kMovingSensors, kTwo, "", "a_rel"},
    LibraryClass{"ForceSensor", kMovingSensors, kTwo, "", "f"},
    LibraryClass{"PowerSensor", kMovingSensors, kTwo, "", "power"},
    LibraryClass{"MultiSensor", kMovingSensors, kTwo, "", "v f power"},
    LibraryClass{"Constant", kSignalSources, "", "", "y"},
    LibraryClass{"Step", kSignalSources, "", "", "y"},
    LibraryClass{"Ramp", kSignalSources, "", "", "y"},
    LibraryClass{"Sine", kSignalSources, "", "", "y"},
    LibraryClass{"Cosine", kSignalSources, "", "", "y"},
    LibraryClass{"ExpSine", kSignalSources, "", "", "y"},
    LibraryClass{"Pulse", kSignalSources, "", "", "y"},
    LibraryClass{"SawTooth", kSignalSources, "", "", "y"},
    LibraryClass{"Trapezoid", kSignalSources, "", "", "y"},
    LibraryClass{"Clock", kSignalSources, "", "", "y"},
    LibraryClass{"ContinuousClock", kSignalSources, "", "", "y"},
    LibraryClass{"RealExpression", kSignalSources, "", "", "y"},
    LibraryClass{"Gain", kSignalMath, "", "u", "y"},
    LibraryClass{"Add", kSignalMath, "", "u1 u2", "y"},
    LibraryClass{"Add3", kSignalMath, "", "u1 u2 u3", "y"},
    LibraryClass{"Product", kSignalMath, "", "u1 u2", "y"},
    LibraryClass{"Feedback", kSignalMath, "", "u1 u2", "y"},
    LibraryClass{"Division", kSignalMath, "", "u1 u2", "y"},
    LibraryClass{"Min", kSignalMath, "", "u1 u2", "y"},
    LibraryClass{"Max", kSignalMath, "", "u1 u2", "y"},
    LibraryClass{"Abs", kSignalMath, "", "u", "y"},
    LibraryClass{"Sign", kSignalMath, "", "u", "y"},
    LibraryClass{"Sqrt", kSignalMath, "", "u", "y"},
    LibraryClass{"Sin", kSignalMath, "", "u", "y"},
    LibraryClass{"Cos", kSignalMath, "", "u", "y"},
    LibraryClass{"Exp", kSignalMath, "", "u", "y"},
    LibraryClass{"Limiter", "Modelica.Blocks.Nonlinear", "", "u", "y"},
    LibraryClass{"DeadZone", "Modelica.Blocks.Nonlinear", "", "u", "y"},
    LibraryClass{"FixedDelay", "Modelica.Blocks.Nonlinear", "", "u", "y"},
    LibraryClass{"Integrator", "Modelica.Blocks.Continuous", "", "u", "y"},
    LibraryClass{"FirstOrder", "Modelica.Blocks.Continuous", "", "u", "y"},
    LibraryClass{"PI", "Modelica.Blocks.Continuous", "", "u", "y"},
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kUnits{{
    {"Acceleration", "m/s2"},
    {"Angle", "rad"},
    {"AngularAcceleration", "rad/s2"},
    {"AngularFrequency", "rad/s"},
    {"AngularVelocity", "rad/s"},
    {"Diameter", "m"},
    {"Distance", "m"},
    {"Duration", "s"},
    {"Force", "N"},
    {"Frequency", "Hz"},
    {"Inertia", "kg m2"},
    {"Length", "m"},
    {"Mass", "kg"},
    {"MomentOfInertia", "kg m2"},
    {"Position", "m"},
    {"Radius", "m"},
    {"RotationalDampingConstant", "N m s/rad"},
    {"RotationalSpringConstant", "N m/rad"},
    {"Time", "s"},
    {"Torque", "N m"},
    {"TranslationalDampingConstant", "N s/m"},
    {"TranslationalSpringConstant", "N/m"},
    {"Velocity", "m/s"},
    {"Weight", "N"},
}};

std::string_view last_word(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

bool is_unit_package(std::string_view name) {
  return name.starts_with("Modelica.Units.SI.") || name.starts_with("Modelica.SIunits.") ||
         name.starts_with("SI.");
}

}  // namespace

const LibraryClass* library_class(std::string_view name) {
  const std::string_view kind = last_word(name);
  if (kind.size() + 1 > name.size()) return nullptr;
  const std::string_view package = name.substr(0, name.size() - kind.size() - 1);
  const auto found = std::find_if(kClasses.begin(), kClasses.end(), [&](const LibraryClass& one) {
    return one.kind == kind && one.package == package;
  });
  return found == kClasses.end() ? nullptr : &*found;
}

std::string library_type(std::string_view kind, bool turns) {
  const auto found = std::find_if(kClasses.begin(), kClasses.end(), [&](const LibraryClass& one) {
    return one.kind == kind && one.moves() && one.turns() == turns;
  });
  if (found == kClasses.end()) return "";
  return std::string(found->package) + "." + std::string(found->kind);
}

bool is_flange_type(std::string_view name) {
  const std::string_view kind = last_word(name);
  return name.starts_with("Modelica.Mechanics.") &&
         (kind == "Flange" || kind == "Flange_a" || kind == "Flange_b" || kind == "Support");
}

bool is_signal_type(std::string_view name) {
  return name == "Modelica.Blocks.Interfaces.RealInput" ||
         name == "Modelica.Blocks.Interfaces.RealOutput";
}

bool is_number_type(std::string_view name) {
  return name == "Real" || name == "Integer" || name == "Boolean" || is_unit_package(name);
}

std::string_view unit_of_type(std::string_view name) {
  if (!is_unit_package(name)) return "";
  for (const auto& [type, unit] : kUnits)
    if (type == last_word(name)) return unit;
  return "";
}

std::vector<std::string> words_of(std::string_view words) {
  std::vector<std::string> list;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    list.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return list;
}

bool has_word(std::string_view words, std::string_view word) {
  const std::vector<std::string> list = words_of(words);
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace luztar::modelica
