#include "apps/modes_command.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/json_text.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

using luztar::SmallMotion;
using luztar::SmallMotions;

/// NAME or NAME=SPEED, an expression of the model's parameters.
std::pair<std::string, std::optional<double>> slip_of(const luztar::Model& model,
                                                      const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) return {text, std::nullopt};
  const std::string place = "--slip " + text.substr(0, equals);
  const luztar::Expression speed = luztar::parse_expression(text.substr(equals + 1), {place, 1, 1});
  const luztar::ParameterValues values = luztar::evaluate_parameters(model);
  for (const luztar::Expression& symbol : luztar::symbols_of(speed))
    if (!values.contains(symbol.symbol()))
      throw luztar::ModelError(symbol.where(), "no parameter '" + symbol.symbol() + "'",
                               "write --slip NAME=SPEED, in m/s or rad/s");
  return {text.substr(0, equals), luztar::evaluate(speed, values)};
}

std::string pattern_text(const SmallMotions& motions) {
  std::string text;
  for (const luztar::ElementPattern& item : motions.pattern) {
    text += fmt::format("  {:<16}  {}", item.name, item.state);
    if (item.state == "slides")
      text += fmt::format(" at {:.4g}, damping {:.6g}{}", item.rate, item.damping + 0.0,
                          item.damping < 0 ? ": it drives" : "");
    text += "\n";
  }
  return text.empty() ? text : text + "\n";
}

std::string values_text(const SmallMotions& motions) {
  std::string text = fmt::format("  {:>4}  {:>14}  {:>14}  {:>12}  {:>10}\n", "mode", "Re [1/s]",
                                 "Im [1/s]", "f [Hz]", "damping");
  int number = 0;
  for (const SmallMotion& motion : motions.motions) {
    const bool swings = motion.value.imag() != 0.0;
    text += fmt::format(
        "  {:>4}  {:>14.7g}  {:>14.7g}  {:>12}  {:>10}  {}\n", ++number, motion.value.real() + 0.0,
        motion.value.imag() + 0.0, swings ? fmt::format("{:.6g}", motion.frequency) : "",
        swings ? fmt::format("{:.4g}", motion.damping + 0.0) : "", to_text(motion.stability));
  }
  return text;
}

/// 0.618, -0.5, or with a phase in degrees: 0.62 at 90.
std::string component(std::complex<double> value) {
  if (std::abs(value) < 1e-9) return "0";
  if (std::abs(value.imag()) <= 1e-6 * std::abs(value)) return fmt::format("{:.4f}", value.real());
  return fmt::format("{:.4f}/{:.0f}°", std::abs(value),
                     std::arg(value) * 180 / std::numbers::pi + 0.0);
}

/// Right-aligned by characters, not bytes.
std::string padded(const std::string& text, std::size_t width) {
  const auto n = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
  return std::string(width > n ? width - n : 0, ' ') + text;
}

std::string shapes_text(const SmallMotions& motions) {
  constexpr std::size_t kColumns = 4;
  std::string text;
  for (std::size_t first = 0; first < motions.motions.size(); first += kColumns) {
    const std::size_t end = std::min(first + kColumns, motions.motions.size());
    text += fmt::format("\n  {:<16}", "shape");
    for (std::size_t m = first; m < end; ++m)
      text += fmt::format("{:>15}", fmt::format("mode {}", m + 1));
    text += "\n";
    for (std::size_t b = 0; b < motions.bodies.size(); ++b) {
      text += fmt::format("  {:<16}", motions.bodies[b]);
      for (std::size_t m = first; m < end; ++m)
        text += padded(component(motions.motions[m].shape[b]), 15);
      text += "\n";
    }
  }
  return text;
}

std::string matrix_text(const char* name, const luztar::SquareMatrix& matrix) {
  std::string text = fmt::format("\n  {}\n", name);
  for (const auto& row : matrix) {
    text += "   ";
    for (const double value : row) text += fmt::format(" {:>14.7g}", value);
    text += "\n";
  }
  return text;
}

std::string matrices_text(const SmallMotions& motions) {
  constexpr std::size_t kMost = 5;
  std::string names;
  for (const std::string& name : motions.coordinates) names += (names.empty() ? "" : ", ") + name;
  if (motions.coordinates.empty()) return "\n  nothing can move in this pattern\n";
  if (motions.coordinates.size() > kMost)
    return fmt::format("\n  {} coordinates; --out FILE writes the matrices\n",
                       motions.coordinates.size());
  return fmt::format("\n  M y'' + D y' + K y = 0, y = ({})\n", names) +
         matrix_text("M", motions.mass) + matrix_text("D", motions.damping) +
         matrix_text(motions.symmetric ? "K" : "K, not symmetric: friction follows a normal force",
                     motions.stiffness);
}

std::string summary_text(const SmallMotions& motions) {
  if (motions.motions.empty()) return "";
  const auto worst = std::max_element(
      motions.motions.begin(), motions.motions.end(),
      [](const auto& a, const auto& b) { return a.value.real() < b.value.real(); });
  if (motions.stability != luztar::Stability::Unstable)
    return fmt::format("\n  {} in this pattern\n", to_text(motions.stability));
  const char* how =
      worst->value.imag() != 0.0 ? "a growing vibration (flutter)" : "a growing motion";
  return fmt::format("\n  unstable: mode {} is {}\n", worst - motions.motions.begin() + 1, how);
}

void add_pattern(luztar::JsonWriter& json, const SmallMotions& motions) {
  json.open_array("pattern", luztar::JsonWriter::Layout::Lines);
  for (const luztar::ElementPattern& item : motions.pattern) {
    open_line(json);
    json.field("name", item.name);
    json.field("state", item.state);
    json.field("rate", json_number(item.rate));
    json.field("damping", json_number(item.damping));
    json.close();
  }
  json.close();
}

void add_mode(luztar::JsonWriter& json, const SmallMotion& motion) {
  std::vector<double> re, im;
  for (const auto& value : motion.shape) {
    re.push_back(value.real());
    im.push_back(value.imag());
  }
  open_line(json);
  json.field("re", json_number(motion.value.real()));
  json.field("im", json_number(motion.value.imag()));
  json.field("frequency", json_number(motion.frequency));
  json.field("damping", json_number(motion.damping));
  json.field("stability", to_text(motion.stability));
  json.list("shape_re", json_numbers(re));
  json.list("shape_im", json_numbers(im));
  json.close();
}

std::string as_json(const luztar::Model& model, const SmallMotions& motions) {
  luztar::JsonWriter json;
  json.open_object();
  json.field("title", shown_title(model));
  json.field("about", motions.at_start ? "start" : "equilibrium");
  json.field("stability", to_text(motions.stability));
  json.list("bodies", motions.bodies);
  json.list("coordinates", motions.coordinates);
  add_rows(json, "basis", motions.basis);
  add_rows(json, "M", motions.mass);
  add_rows(json, "D", motions.damping);
  add_rows(json, "K", motions.stiffness);
  add_pattern(json, motions);
  json.open_array("modes", luztar::JsonWriter::Layout::Lines);
  for (const SmallMotion& motion : motions.motions) add_mode(json, motion);
  json.close();
  json.close();
  return json.text();
}

/// A line for each mode, with the parts of its shape.
std::string as_csv(const SmallMotions& motions) {
  std::string text = "mode,re,im,frequency,damping,stability";
  for (const std::string& body : motions.bodies) text += fmt::format(",re.{},im.{}", body, body);
  text += "\n";
  int number = 0;
  for (const SmallMotion& motion : motions.motions) {
    text += fmt::format("{},{},{},{},{},{}", ++number, csv_number(motion.value.real()),
                        csv_number(motion.value.imag()), csv_number(motion.frequency),
                        csv_number(motion.damping), to_text(motion.stability));
    for (const auto& value : motion.shape)
      text += fmt::format(",{},{}", csv_number(value.real()), csv_number(value.imag()));
    text += "\n";
  }
  return text;
}

luztar::ModesSettings settings_of(const luztar::Model& model, const ModesArguments& arguments) {
  luztar::ModesSettings settings;
  settings.at_start = arguments.at == "start";
  settings.stuck = arguments.stuck;
  settings.contact = arguments.contact;
  settings.free = arguments.free;
  for (const std::string& text : arguments.slip) settings.slip.insert(slip_of(model, text));
  return settings;
}

}  // namespace

int run_modes(const ModesArguments& arguments) {
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  const SmallMotions motions = luztar::small_motions(model, settings_of(model, arguments));
  const std::string text = arguments.file.empty()   ? ""
                           : is_csv(arguments.file) ? as_csv(motions)
                                                    : as_json(model, motions);
  if (arguments.file == "-") {
    print(text);
    return kFine;
  }
  if (!text.empty() && !write_new_file(arguments.file, text, arguments.force)) return kTrouble;
  print(fmt::format("{}: small motions about the {}\n\n{}{}{}{}{}", shown_title(model),
                    motions.at_start ? "start" : "equilibrium", pattern_text(motions),
                    values_text(motions), summary_text(motions), shapes_text(motions),
                    matrices_text(motions)));
  return kFine;
}
