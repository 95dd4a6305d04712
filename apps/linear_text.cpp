#include "apps/linear_text.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "apps/json_text.h"

namespace {

using luztar::LinearSystem;
using luztar::LinearVariable;
using Complex = std::complex<double>;

constexpr std::size_t kPageWidth = 80;
constexpr std::size_t kMostStates = 12;  // larger matrices are for programs

std::string name_with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

std::string variables_text(const char* what, const std::vector<LinearVariable>& variables,
                           const std::vector<std::string>& units) {
  std::string text;
  for (std::size_t i = 0; i < variables.size(); ++i)
    text += fmt::format("  {:<7} {:<40} {:>14.7g}\n", what,
                        name_with_unit(variables[i].name, units[i]), variables[i].value + 0.0);
  return text;
}

/// Words in lines of a page.
std::string paragraph(const std::string& words) {
  std::string text = " ";
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (text.size() - line + 1 + end - begin > kPageWidth) {
      line = text.size() + 1;
      text += "\n   ";
    }
    text += " " + words.substr(begin, end - begin);
    begin = end + 1;
  }
  return text + "\n";
}

std::string modes_text(const LinearSystem& system) {
  std::string text;
  for (const luztar::LinearElement& item : system.modes) {
    text += fmt::format("  {:<24} {}", item.name, item.state);
    if (item.state == "slides") text += fmt::format(" at {:.4g}", item.rate);
    text += "\n";
  }
  for (const auto& [body, others] : system.followers) text += paragraph(body + " = " + others);
  return text.empty() ? text : "\n" + text;
}

/// A block of columns that fit a line, with the names of rows and columns.
std::string block_text(const LinearSystem::Rows& rows, const std::vector<LinearVariable>& down,
                       const std::vector<LinearVariable>& across, std::size_t first,
                       std::size_t end, std::size_t margin) {
  const auto width = [&](std::size_t j) {
    return std::max<std::size_t>(13, across[j].name.size());
  };
  std::string text = fmt::format("  {:<{}}", "", margin);
  for (std::size_t j = first; j < end; ++j)
    text += fmt::format(" {:>{}}", across[j].name, width(j));
  text += "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("  {:<{}}", down[i].name, margin);
    for (std::size_t j = first; j < end; ++j)
      text += fmt::format(" {:>{}.7g}", rows[i][j] + 0.0, width(j));
    text += "\n";
  }
  return text;
}

std::string matrix_block(const char* name, const LinearSystem::Rows& rows,
                         const std::vector<LinearVariable>& down,
                         const std::vector<LinearVariable>& across) {
  if (rows.empty() || across.empty()) return "";
  std::size_t margin = 0;
  for (const LinearVariable& item : down) margin = std::max(margin, item.name.size());
  std::string text = fmt::format("\n  {}\n", name);
  for (std::size_t first = 0; first < across.size();) {
    std::size_t end = first, width = 2 + margin;
    while (end < across.size() &&
           (end == first ||
            width + 1 + std::max<std::size_t>(13, across[end].name.size()) <= kPageWidth)) {
      width += 1 + std::max<std::size_t>(13, across[end].name.size());
      ++end;
    }
    text += block_text(rows, down, across, first, end, margin);
    first = end;
  }
  return text;
}

std::string matrices_text(const LinearSystem& system) {
  if (system.states.size() > kMostStates)
    return fmt::format("\n  {} states; --out FILE writes the matrices\n", system.states.size());
  const char* form = system.period > 0.0 ? "x[k+1] = A x[k] + B u[k], y[k] = C x[k] + D u[k]"
                                         : "x' = A x + B u, y = C x + D u";
  return fmt::format("\n  {}\n", form) + matrix_block("A", system.a, system.states, system.states) +
         matrix_block("B", system.b, system.states, system.inputs) +
         matrix_block("C", system.c, system.outputs, system.states) +
         matrix_block("D", system.d, system.outputs, system.inputs);
}

/// Of a sampled one that of the continuous motion with the same samples.
Complex rate_of(Complex pole, double period) {
  return period > 0.0 && pole != 0.0 ? std::log(pole) / period : pole;
}

std::string poles_text(const LinearSystem& system) {
  const std::vector<Complex> poles = luztar::poles(system);
  if (poles.empty()) return "\n  no states\n";
  const char* unit = system.period > 0.0 ? "" : " [1/s]";
  std::string text =
      fmt::format("\n  {:>4}  {:>14}  {:>14}  {:>12}  {:>10}\n", "pole", fmt::format("Re{}", unit),
                  fmt::format("Im{}", unit), "f [Hz]", "damping");
  int number = 0;
  for (const Complex& pole : poles) {
    ++number;
    if (pole.imag() < 0.0) continue;
    const Complex rate = rate_of(pole, system.period);
    const bool swings = pole.imag() != 0.0;
    text += fmt::format("  {:>4}  {:>14.7g}  {:>14.7g}", number, pole.real() + 0.0, pole.imag());
    if (swings)
      text += fmt::format("  {:>12.6g}  {:>10.4g}", std::abs(rate) / (2 * std::numbers::pi),
                          -rate.real() / std::abs(rate) + 0.0);
    text += "\n";
  }
  return text;
}

/// 2 s^2 + 0.5 s + 8, in lines of a page.
std::string polynomial_text(const std::vector<double>& coefficients, char variable) {
  std::string text;
  double largest = 0.0;
  for (const double c : coefficients) largest = std::max(largest, std::abs(c));
  std::size_t line = 0;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const double c = coefficients[i];
    const std::size_t power = coefficients.size() - 1 - i;
    if (c == 0.0 && !(text.empty() && power == 0)) continue;
    std::string term = text.empty() ? (c < 0 ? "-" : "") : c < 0 ? " - " : " + ";
    const bool one = std::abs(c) == 1.0 && power > 0;
    if (!one) term += fmt::format("{:.6g}", std::abs(c)) + (power > 0 ? " " : "");
    if (power > 0) term += variable;
    if (power > 1) term += fmt::format("^{}", power);
    if (text.size() - line + term.size() > kPageWidth - 20) {
      text += "\n                 ";
      line = text.size() - 17;
    }
    text += term;
  }
  return text;
}

std::string roots_text(const std::vector<Complex>& roots) {
  std::string text;
  for (const Complex& root : roots) {
    if (root.imag() < 0.0) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{:.6g}", root.real() + 0.0);
    if (root.imag() != 0.0) text += fmt::format(" +- {:.6g}i", root.imag());
  }
  return text.empty() ? "none" : text;
}

std::string transfer_text(const LinearSystem& system) {
  if (system.inputs.size() != 1 || system.outputs.size() != 1) return "";
  const luztar::TransferFunction made = luztar::transfer_function(system, 0, 0);
  const char variable = system.period > 0.0 ? 'z' : 's';
  std::string text =
      fmt::format("\n  transfer function of {} to {}\n", system.inputs[0].name,
                  system.outputs[0].name) +
      fmt::format("    numerator    {}\n", polynomial_text(made.numerator, variable)) +
      fmt::format("    denominator  {}\n", polynomial_text(made.denominator, variable)) +
      fmt::format("    zeros        {}\n", roots_text(made.zeros)) +
      fmt::format("    poles        {}\n", roots_text(made.poles)) +
      fmt::format("    static gain  {:.7g}\n", made.static_gain + 0.0);
  if (made.cancelled > 0)
    text += fmt::format("    {} of the poles {} no part in it\n", made.cancelled,
                        made.cancelled == 1 ? "takes" : "take");
  return text;
}

std::string notes_text(const LinearSystem& system) {
  std::string text;
  for (const std::string& note : system.notes) text += "\n" + paragraph("note: " + note);
  return text;
}

std::string place_text(const LinearSystem& system) {
  return fmt::format(
      "{}, t = {:.7g} s{}", system.at_rest ? "the equilibrium" : "a run", system.time,
      system.period > 0.0 ? fmt::format("; sampled, period {:.7g} s", system.period) : "");
}

void add_variables(luztar::JsonWriter& json, const char* key,
                   const std::vector<LinearVariable>& variables,
                   const std::vector<std::string>& units) {
  json.open_array(key, luztar::JsonWriter::Layout::Lines);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    open_line(json);
    json.field("name", variables[i].name);
    json.field("unit", units[i]);
    json.field("value", json_number(variables[i].value));
    json.close();
  }
  json.close();
}

void add_roots(luztar::JsonWriter& json, const char* key, const std::vector<Complex>& roots) {
  json.open_array(key, luztar::JsonWriter::Layout::Lines);
  for (const Complex& root : roots) json.list({}, json_numbers({root.real(), root.imag()}));
  json.close();
}

void add_transfer(luztar::JsonWriter& json, const LinearSystem& system) {
  if (system.inputs.size() != 1 || system.outputs.size() != 1) return;
  const luztar::TransferFunction made = luztar::transfer_function(system, 0, 0);
  json.list("numerator", json_numbers(made.numerator));
  json.list("denominator", json_numbers(made.denominator));
  add_roots(json, "zeros", made.zeros);
  json.field("static_gain", json_number(made.static_gain));
}

}  // namespace

std::string linear_text(const luztar::Model& model, const LinearSystem& system) {
  const luztar::LinearUnits units = luztar::linear_units(model, system);
  return fmt::format("{}\n  linearised about {}\n\n", shown_title(model), place_text(system)) +
         variables_text("state", system.states, units.states) +
         variables_text("input", system.inputs, units.inputs) +
         variables_text("output", system.outputs, units.outputs) + modes_text(system) +
         matrices_text(system) + poles_text(system) + transfer_text(system) + notes_text(system);
}

std::string linear_json(const luztar::Model& model, const LinearSystem& system) {
  const luztar::LinearUnits units = luztar::linear_units(model, system);
  luztar::JsonWriter json;
  json.open_object();
  json.field("title", shown_title(model));
  json.field("about", system.at_rest ? "equilibrium" : "run");
  json.field("time", json_number(system.time));
  json.field("period", json_number(system.period));
  add_variables(json, "states", system.states, units.states);
  add_variables(json, "inputs", system.inputs, units.inputs);
  add_variables(json, "outputs", system.outputs, units.outputs);
  add_rows(json, "A", system.a);
  add_rows(json, "B", system.b);
  add_rows(json, "C", system.c);
  add_rows(json, "D", system.d);
  json.open_array("modes", luztar::JsonWriter::Layout::Lines);
  for (const luztar::LinearElement& item : system.modes) {
    open_line(json);
    json.field("name", item.name);
    json.field("state", item.state);
    json.field("rate", json_number(item.rate));
    json.close();
  }
  json.close();
  json.open_object("followers");
  for (const auto& [body, others] : system.followers) json.field(body, others);
  json.close();
  add_roots(json, "poles", luztar::poles(system));
  add_transfer(json, system);
  json.list("notes", system.notes);
  json.close();
  return json.text();
}
