// Blocks of the Modelica Standard Library as formulas.
#include <cmath>
#include <map>

#include "luztar/import/modelica_signals.h"

namespace luztar::modelica {

/// Sources of signals, with offset and startTime as Modelica.Blocks.Sources has them.
FormulaText Signals::from_time(const Instance& block) {
  const std::string kind(library_class(block.library)->kind);
  if (kind == "Constant") return values_.formula(block, "k", "");
  const FormulaText offset = values_.formula(block, "offset", "0");
  const FormulaText start = values_.formula(block, "startTime", "0");
  const FormulaText time = FormulaText("t") - start;
  const FormulaText since = start.is_zero() ? FormulaText("t") : call("max", {"0", time});
  if (kind == "Clock" || kind == "ContinuousClock") return offset + since;
  const FormulaText height =
      values_.formula(block, kind == "Step" || kind == "Ramp" ? "height" : "amplitude", "1");
  const FormulaText begun = start.is_zero() ? FormulaText(1.0) : call("step", {time});
  if (kind == "Step") return offset + height * call("step", {time});
  if (kind == "Ramp") {
    const FormulaText duration = values_.formula(block, "duration", "");
    if (values_.number(block, "duration", "") == 0.0) return offset + height * call("step", {time});
    return offset + height * call("min", {"1", since / duration});
  }
  if (kind == "Sine" || kind == "Cosine" || kind == "ExpSine") {
    const FormulaText angle =
        FormulaText("2") * FormulaText("pi") * values_.formula(block, "f", "") * time +
        values_.formula(block, "phase", "0");
    FormulaText wave = height * call(kind == "Cosine" ? "cos" : "sin", {angle});
    if (kind == "ExpSine")
      wave = wave * call("exp", {-values_.formula(block, "damping", "") * time});
    return offset + wave * begun;
  }
  return offset + height * periodic(block, kind) * begun;
}

/// Pulse, saw tooth and trapezoid of height 1.
FormulaText Signals::periodic(const Instance& block, const std::string& kind) {
  if (values_.is_given(block, "nperiod") && values_.number(block, "nperiod", "-1") >= 0.0)
    values_.fail(block.place, quote(block.path) + " has a number of periods, which is not imported",
                 "take nperiod away, or use a table of the model file");
  const FormulaText period = values_.formula(block, "period", "");
  const FormulaText start = values_.formula(block, "startTime", "0");
  const FormulaText phase = call("mod", {FormulaText("t") - start, period});
  if (kind == "SawTooth") return phase / period;
  if (kind == "Pulse") {
    const FormulaText width = period * values_.formula(block, "width", "50") / "100";
    return choose(phase, "<", width, "1", "0");
  }
  const FormulaText rising = values_.formula(block, "rising", "0"),
                    falling = values_.formula(block, "falling", "0");
  const FormulaText width = values_.formula(block, "width", "0.5");
  const bool rises = values_.number(block, "rising", "0") > 0.0,
             falls = values_.number(block, "falling", "0") > 0.0;
  const FormulaText down = falls ? choose(phase, "<", rising + width + falling,
                                          (rising + width + falling - phase) / falling, "0")
                                 : FormulaText(0.0);
  const FormulaText top = choose(phase, "<", rising + width, "1", down);
  return rises ? choose(phase, "<", rising, phase / rising, top) : top;
}

Signals::Signal Signals::computed(const Instance& block) {
  const LibraryClass& library = *library_class(block.library);
  const std::string kind(library.kind);
  if (kind == "RealExpression") return input(block, "y");
  Signal result;
  if (library.inputs.empty()) {
    result.formula = from_time(block);
    return result;
  }
  std::vector<FormulaText> u;
  for (const std::string& name : words_of(library.inputs)) {
    const Signal signal = input(block, name);
    u.push_back(signal.formula);
    result.of_time = result.of_time && signal.of_time;
  }
  const auto gain = [&](const char* name) {
    return values_.formula(block, name, "1");
  };
  if (kind == "Gain") result.formula = values_.formula(block, "k", "") * u[0];
  if (kind == "Add") result.formula = gain("k1") * u[0] + gain("k2") * u[1];
  if (kind == "Add3") result.formula = gain("k1") * u[0] + gain("k2") * u[1] + gain("k3") * u[2];
  if (kind == "Feedback") result.formula = u[0] - u[1];
  if (kind == "Product") result.formula = u[0] * u[1];
  if (kind == "Division") result.formula = u[0] / u[1];
  static const std::map<std::string, std::string> kFunctions{
      {"Min", "min"},   {"Max", "max"}, {"Abs", "abs"}, {"Sign", "sign"},
      {"Sqrt", "sqrt"}, {"Sin", "sin"}, {"Cos", "cos"}, {"Exp", "exp"}};
  if (const auto function = kFunctions.find(kind); function != kFunctions.end())
    result.formula = call(function->second, u);
  if (kind == "Limiter" || kind == "DeadZone") {
    const FormulaText upper = values_.formula(block, "uMax", "");
    const FormulaText lower =
        values_.is_given(block, "uMin") ? values_.formula(block, "uMin", "") : -upper;
    const FormulaText limited = call("min", {upper, call("max", {lower, u[0]})});
    result.formula = kind == "Limiter" ? limited : u[0] - limited;
  }
  if (kind == "FixedDelay")
    result.formula = call("delay", {u[0], values_.formula(block, "delayTime", "")});
  return result;
}

/// The integral of what a source block gives, from 0 at the start.
Signals::Motion Signals::integral(const Instance& of, const std::string& name) {
  const Instance* block = source(of, name);
  const std::string kind = block == nullptr ? "" : std::string(library_class(block->library)->kind);
  const auto value = [&](const char* key, const char* otherwise) {
    return values_.formula(*block, key, otherwise);
  };
  if (kind == "Constant")
    return {.formula = value("k", "") * FormulaText("t"), .speed = values_.number(*block, "k", "")};
  if (kind != "Step" && kind != "Ramp" && kind != "Sine")
    values_.fail(
        of.place,
        "the speed of " + quote(of.path) +
            " is no Constant, Step, Ramp or Sine, so its position is not known as a formula",
        "give the position with a Position block and exact = true");
  const FormulaText start = value("startTime", "0");
  const double begins = values_.number(*block, "startTime", "0");
  const FormulaText since =
      begins == 0.0 ? FormulaText("t") : call("max", {"0", FormulaText("t") - start});
  const FormulaText drift = value("offset", "0") * FormulaText("t");
  const double offset = values_.number(*block, "offset", "0");
  if (kind == "Step")
    return {.formula = drift + value("height", "1") * since,
            .speed = offset + (begins <= 0.0 ? values_.number(*block, "height", "1") : 0.0)};
  if (kind == "Ramp") {
    const FormulaText duration = value("duration", "");
    const FormulaText late = call("max", {"0", FormulaText("t") - start - duration});
    return {.formula = drift + value("height", "1") / (FormulaText("2") * duration) *
                                   (power(since, "2") - power(late, "2")),
            .speed = offset};
  }
  const FormulaText rate = FormulaText("2") * FormulaText("pi") * value("f", "");
  const FormulaText phase = value("phase", "0");
  const double first = begins <= 0.0 ? values_.number(*block, "amplitude", "1") *
                                           std::sin(values_.number(*block, "phase", "0"))
                                     : 0.0;
  return {.formula = drift + value("amplitude", "1") / rate *
                                 (call("cos", {phase}) - call("cos", {rate * since + phase})),
          .speed = offset + first};
}

Signals::Motion Signals::second_integral(const Instance& of, const std::string& name) {
  const Instance* block = source(of, name);
  if (block == nullptr || library_class(block->library)->kind != "Constant")
    values_.fail(of.place,
                 "the acceleration of " + quote(of.path) +
                     " is no Constant, so its position is not known as a formula",
                 "give the position with a Position block and exact = true");
  return {.formula = values_.formula(*block, "k", "") / "2" * power("t", "2"), .speed = 0.0};
}

}  // namespace luztar::modelica
