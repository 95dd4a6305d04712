#include "apps/equilibrium_command.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/json_text.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

using luztar::Equilibrium;
using luztar::RestBody;
using luztar::RestElement;

std::string rounded(double value) { return fmt::format("{:.7g}", value + 0.0); }

template <class Item>
std::size_t name_width(const std::vector<Item>& items, std::size_t least) {
  for (const Item& item : items) least = std::max(least, item.name.size());
  return std::min<std::size_t>(least, 24);
}

std::string note_of(const RestBody& body) {
  if (body.velocity != 0.0) return fmt::format("  goes on at {:.4g}", body.velocity);
  if (body.given) return "  given";
  return body.floats ? "  floats" : "";
}

std::string bodies_text(const Equilibrium& rest) {
  const std::size_t width = name_width(rest.bodies, 8);
  std::string text = fmt::format("  {:<{}}  {:>14}", "body", width, "position");
  if (rest.has_ranges) text += fmt::format("  {:>14}  {:>14}", "rests from", "to");
  text += "\n";
  for (const RestBody& body : rest.bodies) {
    text += fmt::format("  {:<{}}  {:>14}", body.name, width, rounded(body.position));
    if (rest.has_ranges)
      text += fmt::format("  {:>14}  {:>14}", rounded(body.lower), rounded(body.upper));
    text += note_of(body) + "\n";
  }
  return text;
}

std::string states_text(const Equilibrium& rest) {
  if (rest.states.empty()) return "";
  std::string text = fmt::format("\n  {:<8}  {:>14}\n", "state", "value");
  for (const auto& [name, value] : rest.states)
    text += fmt::format("  {:<8}  {:>14}\n", "x." + name, rounded(value));
  return text;
}

std::string elements_text(const Equilibrium& rest) {
  if (rest.elements.empty()) return "";
  const std::size_t width = name_width(rest.elements, 8);
  std::string text =
      fmt::format("\n  {:<{}}  {:>14}  {:>14}\n", "element", width, "deflection", "force");
  for (const RestElement& element : rest.elements) {
    text += fmt::format("  {:<{}}  {:>14}  {:>14}  {}", element.name, width,
                        rounded(element.deflection), rounded(element.force), element.state);
    if (element.state == "holds" && (element.least != 0 || element.most != 0))
      text += fmt::format(" {:.4g} to {:.4g}", element.least, element.most);
    while (text.back() == ' ') text.pop_back();
    text += "\n";
  }
  return text;
}

std::string kind_text(const Equilibrium& rest) {
  switch (rest.kind) {
    case luztar::RestKind::Stable:
      return "stable";
    case luztar::RestKind::Unstable:
      return "unstable: the stiffness is negative in some direction";
    case luztar::RestKind::Indifferent:
      return "indifferent: what floats has no stiffness that holds it";
    default:
      return rest.states.empty()
                 ? "forces without a potential: `luztar modes` tells whether it is stable"
                 : "states and forces without a potential: `luztar linearize` has the poles";
  }
}

std::string notes_text(const Equilibrium& rest) {
  std::string text = "\n  stiffness: ";
  text += rest.by_friction ? "without friction there is no balance; crept here until it holds\n"
                           : kind_text(rest) + "\n";
  if (rest.has_ranges) {
    text += "  range: of each coordinate over all forces of friction within static limits";
    text +=
        rest.exact_ranges ? "\n" : ";\n         laws bend or contacts change: at least this far\n";
    text += fmt::format("  start: {}\n", rest.start_rests ? "rests where the file has it"
                                                          : "does not rest where the file has it");
  }
  if (rest.changes)
    text += fmt::format("  forces depend on time: these are those at t = {:.6g} s\n", rest.time);
  if (rest.accelerates)
    text += "  a given body accelerates at that instant: its force of inertia is left out\n";
  if (rest.proved >= 0)
    text += fmt::format("  engine: put there it has mass * acceleration / force = {:.1e}\n",
                        rest.proved);
  return text;
}

std::string as_json(const luztar::Model& model, const Equilibrium& rest) {
  luztar::JsonWriter json;
  json.open_object();
  json.field("title", shown_title(model));
  json.field("found", rest.found);
  if (!rest.found) {
    json.field("reason", rest.reason);
    json.close();
    return json.text();
  }
  json.field("time", json_number(rest.time));
  json.field("kind", to_text(rest.kind));
  json.field("by_friction", rest.by_friction);
  json.field("start_rests", rest.start_rests);
  json.field("exact_ranges", rest.exact_ranges);
  json.field("residual", json_number(rest.proved));
  json.open_array("bodies", luztar::JsonWriter::Layout::Lines);
  for (const RestBody& body : rest.bodies) {
    open_line(json);
    json.field("name", body.name);
    json.field("position", json_number(body.position));
    json.field("lower", json_number(body.lower));
    json.field("upper", json_number(body.upper));
    json.field("floats", body.floats);
    json.close();
  }
  json.close();
  if (!rest.states.empty()) json.open_array("states", luztar::JsonWriter::Layout::Lines);
  for (const auto& [name, value] : rest.states) {
    open_line(json);
    json.field("name", name);
    json.field("value", json_number(value));
    json.close();
  }
  if (!rest.states.empty()) json.close();
  json.open_array("elements", luztar::JsonWriter::Layout::Lines);
  for (const RestElement& element : rest.elements) {
    open_line(json);
    json.field("name", element.name);
    json.field("deflection", json_number(element.deflection));
    json.field("force", json_number(element.force));
    json.field("state", element.state);
    json.close();
  }
  json.close();
  json.close();
  return json.text();
}

/// A line for each body.
std::string as_csv(const Equilibrium& rest) {
  std::string text = rest.has_ranges ? "body,position,lower,upper\n" : "body,position\n";
  for (const RestBody& body : rest.bodies) {
    text += fmt::format("{},{}", body.name, csv_number(body.position));
    if (rest.has_ranges)
      text += fmt::format(",{},{}", csv_number(body.lower), csv_number(body.upper));
    text += "\n";
  }
  return text;
}

}  // namespace

int run_equilibrium(const EquilibriumArguments& arguments) {
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  const Equilibrium rest = luztar::equilibrium(model);
  const bool csv = is_csv(arguments.file);
  const std::string text = arguments.file.empty() || (csv && !rest.found) ? ""
                           : csv                                          ? as_csv(rest)
                                                                          : as_json(model, rest);
  if (arguments.file == "-") {
    print(text);
  } else {
    if (!text.empty() && !write_new_file(arguments.file, text, arguments.force)) return kTrouble;
    if (rest.found)
      print(fmt::format("{}\n\n{}{}{}{}", shown_title(model), bodies_text(rest), states_text(rest),
                        elements_text(rest), notes_text(rest)));
  }
  if (!rest.found) fmt::print(stderr, "{}: no equilibrium: {}\n", arguments.model, rest.reason);
  return rest.found ? kFine : kEndedEarly;
}
