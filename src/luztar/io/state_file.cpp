#include "luztar/io/state_file.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "luztar/core/error.h"
#include "luztar/core/json_writer.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/io/state_reader.h"

namespace luztar {
namespace {

using Json = StateReader::Json;

constexpr std::int64_t kFormat = 2;  ///< raised when a file of before cannot be read any more
constexpr const char* kFormatKey = "luztar_state";

// Both Time and Sum are a value with the rest that a double cannot hold: [value, rest].
template <class Pair>
void write_pair(JsonWriter& json, std::string_view key, const Pair& pair) {
  json.open_array(key);
  json.item(pair.value);
  json.item(pair.rest);
  json.close();
}

void write_list(JsonWriter& json, std::string_view key, const std::vector<double>& values) {
  json.open_array(key);
  for (const double value : values) json.item(value);
  json.close();
}

template <Whole Type>
void write_list(JsonWriter& json, std::string_view key, const std::vector<Type>& values) {
  json.open_array(key);
  for (const Type value : values) json.item(static_cast<std::int64_t>(value));
  json.close();
}

void write_list(JsonWriter& json, std::string_view key, const std::vector<Sum>& sums) {
  json.open_array(key);
  for (const Sum& sum : sums) write_pair(json, {}, sum);
  json.close();
}

SourceLocation location_of_byte(const std::string& text, std::size_t byte,
                                const std::string& path) {
  const std::string_view before = std::string_view(text).substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t last_break = before.rfind('\n');
  const std::size_t column =
      last_break == std::string_view::npos ? before.size() + 1 : before.size() - last_break;
  return {path, static_cast<int>(line), static_cast<int>(column)};
}

Json parse(const std::string& text, const std::string& path) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw ModelError(location_of_byte(text, error.byte, path), "this is not JSON",
                     StateReader::kAdvice);
  } catch (const Json::exception&) {  // a number beyond the doubles
    throw ModelError(SourceLocation{path, 0, 0}, "a number is too large", StateReader::kAdvice);
  }
}

/// A summary names its bodies and elements: a state of another model is told by them.
template <class Infos>
void check_names(const Json& document, const char* place, const char* list, const char* what,
                 const Infos& infos, const std::string& path) {
  const auto owner = document.find(place);
  if (owner == document.end() || !owner->is_object()) return;
  const auto names = owner->find(list);
  if (names == owner->end() || !names->is_object()) return;
  std::set<std::string> known;
  for (const auto& info : infos) {
    known.insert(info.name);
    if (names->contains(info.name)) continue;
    throw ModelError(
        SourceLocation{path, 0, 0},
        std::string("the state is of a model without ") + what + " '" + info.name + "'",
        StateReader::kSameModel);
  }
  for (const auto& [name, value] : names->items()) {
    if (known.contains(name)) continue;
    throw ModelError(SourceLocation{path, 0, 0},
                     std::string("the state is of a model with ") + what + " '" + name +
                         "', which this one lacks",
                     StateReader::kSameModel);
  }
}

const Json& state_in(const System& system, const Json& document, const std::string& path) {
  if (!document.is_object()) StateReader(document, path).fail("this is not a state");
  const auto final_state = document.find("final_state");
  if (final_state == document.end()) return document;
  if (!final_state->is_object() || !final_state->contains("state") ||
      !(*final_state)["state"].is_object()) {
    StateReader(document, path).fail("its 'final_state' holds no state");
  }
  check_names(document, "final_state", "bodies", "body", system.bodies(), path);
  check_names(document, "energy", "elements", "element", system.elements(), path);
  return (*final_state)["state"];
}

std::size_t count(const System& system, PartKind kind) {
  const auto& elements = system.elements();
  return static_cast<std::size_t>(
      std::count_if(elements.begin(), elements.end(),
                    [kind](const ElementInfo& element) { return element.kind == kind; }));
}

constexpr const char* kStepping = "stepping";

void write_stepping(JsonWriter& json, const SteppingState& state) {
  json.open_object(kStepping);
  write_list(json, "deflection", state.deflection);
  write_list(json, "mode", state.mode);
  write_list(json, "acceleration", state.acceleration);
  write_list(json, "acceleration_before", state.acceleration_before);
  json.field("step", state.step);
  json.field("step_before", state.step_before);
  json.field("next_step", state.next_step);
  json.field("speed", state.speed);
  write_pair(json, "numerical", state.numerical);
  json.close();
}

void read_stepping(const StateReader& reader, std::size_t bodies, SteppingState& state) {
  reader.read("deflection", state.deflection);
  reader.read("mode", state.mode, state.deflection.size());
  // A run by events that goes on from steps has their losses only.
  const std::size_t size = reader.is_empty("acceleration") ? 0 : bodies;
  reader.read("acceleration", state.acceleration, size);
  reader.read("acceleration_before", state.acceleration_before, size);
  reader.read("step", state.step);
  reader.read("step_before", state.step_before);
  reader.read("next_step", state.next_step);
  reader.read("speed", state.speed);
  reader.read("numerical", state.numerical);
}

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLargestHash = (std::int64_t{1} << 53U) - 1;
constexpr const char* kReached = "reached";

void write_reached(JsonWriter& json, const Reached& reached) {
  json.open_object(kReached);
  json.field("parts", reached.parts);
  json.field("laws", reached.laws);
  json.field("method", reached.method);
  json.field("energy", reached.energy);
  write_list(json, "switches", reached.switches);
  if (!reached.shares.empty()) write_list(json, "shares", reached.shares);
  if (!reached.position.empty()) {
    write_list(json, "position", reached.position);
    write_list(json, "velocity", reached.velocity);
    write_list(json, "internal", reached.internal);
    write_list(json, "deflection", reached.deflection);
    write_list(json, "supplied", reached.supplied);
    write_list(json, "dissipated", reached.dissipated);
    json.field("moved", reached.moved);
    json.field("numerical", reached.numerical);
  }
  json.close();
}

void read_reached(const StateReader& reader, Reached& reached) {
  reader.read("parts", reached.parts, 0, kLargestHash);
  reader.read("laws", reached.laws, 0, kLargestHash);
  reader.read("method", reached.method, 0, kLargestHash);
  reader.read("energy", reached.energy);
  reader.read("switches", reached.switches, std::nullopt, -kLargest, kLargest);
  if (reader.has("shares")) reader.read("shares", reached.shares);
  if (!reader.has("position")) return;
  reader.read("position", reached.position);
  reader.read("velocity", reached.velocity);
  reader.read("internal", reached.internal);
  reader.read("deflection", reached.deflection);
  reader.read("supplied", reached.supplied);
  reader.read("dissipated", reached.dissipated);
  reader.read("moved", reached.moved);
  reader.read("numerical", reached.numerical);
}

constexpr const char* kPast = "past";

void write_past(JsonWriter& json, const std::vector<Past>& past) {
  json.open_array(kPast);
  for (const Past& one : past) {
    std::vector<double> begin, c;
    std::vector<std::int64_t> part, terms;
    for (const Past::Piece& piece : one.pieces) {
      begin.insert(begin.end(), {piece.begin.value, piece.begin.rest});
      part.push_back(piece.part);
      terms.push_back(std::ssize(piece.c));
      c.insert(c.end(), piece.c.begin(), piece.c.end());
    }
    json.open_object({});
    write_list(json, "begin", begin);
    write_list(json, "part", part);
    write_list(json, "terms", terms);
    write_list(json, "c", c);
    write_pair(json, "end", one.end);
    json.field("joins", one.joins);
    json.close();
  }
  json.close();
}

Past read_past(const StateReader& reader) {
  constexpr std::int64_t kMostTerms = 1000;
  std::vector<double> begin, c;
  std::vector<std::int64_t> part, terms;
  Past past;
  reader.read("part", part, std::nullopt, 0, kLargest);
  reader.read("begin", begin, 2 * part.size());
  reader.read("terms", terms, part.size(), 1, kMostTerms);
  std::size_t all = 0;
  for (const std::int64_t n : terms) all += static_cast<std::size_t>(n);
  reader.read("c", c, all);
  auto next = c.begin();
  for (std::size_t i = 0; i < part.size(); ++i) {
    past.pieces.push_back({{begin[2 * i], begin[2 * i + 1]}, part[i], {next, next + terms[i]}});
    next += terms[i];
  }
  reader.read("end", past.end);
  reader.read("joins", past.joins);
  return past;
}

void read_modes(const StateReader& reader, const System& system, State& state) {
  const auto number = [&system](const auto& is_one) {
    return static_cast<std::size_t>(std::ranges::count_if(system.elements(), is_one));
  };
  const std::size_t pairs = number([](const ElementInfo& e) { return e.is_pair; });
  const std::size_t internals =
      number([](const ElementInfo& e) { return e.internal >= 0; }) + system.states().size() +
      static_cast<std::size_t>(system.impl().n_internals() - system.impl().first_delay());
  reader.read("pair", state.pair, pairs);
  reader.read("side", state.side, pairs);
  reader.read("room", state.edges.room, pairs);
  if (reader.has("tooth")) reader.read("tooth", state.edges.tooth, pairs, -kLargest, kLargest);
  reader.read("pinned", state.kept_limit, pairs, luztar::number(Bound::Lower),
              luztar::number(Bound::Both));
  if (reader.has("carried")) reader.read("carried", state.edges.carried, pairs);
  if (reader.has("slip")) reader.read("slip", state.edges.slip, pairs);
  state.edges.slip.resize(pairs, 0.0);
  reader.read("contact", state.contact, count(system, PartKind::Spring));
  if (reader.has("let_go")) reader.read("let_go", state.let_go, state.contact.size());
  state.let_go.resize(state.contact.size(), Edge::None);
  reader.read("internal", state.internal, internals);
  if (reader.has("pending")) reader.read("pending", state.ahead.pending);
  reader.read("branch", state.branch, std::nullopt, -kLargest, kLargest);
  reader.read("held", state.held, system.elements().size());
  reader.read("is_held", state.is_held, system.elements().size(), 0, 1);
  reader.read("roots", state.roots, std::nullopt, 0, 127);
  if (reader.has("order")) reader.read("order", state.ahead.order, 0, kLargest);
  reader.read("resolved", state.resolved);
  if (reader.has("refusals")) reader.read("refusals", state.ahead.refusals, 0, kLargest);
  if (reader.has("last_step")) reader.read("last_step", state.ahead.last_step);
  if (reader.has("spent")) reader.read("spent", state.ahead.spent);
  const std::size_t bodies = system.bodies().size();
  Unseen& unseen = state.ahead.unseen;
  if (reader.has("unseen_velocity")) reader.read("unseen_velocity", unseen.velocity, bodies);
  if (reader.has("unseen_motion")) reader.read("unseen_motion", unseen.motion, bodies);
}

void read_accounts(const StateReader& reader, const System& system, State& state) {
  const std::size_t elements = system.elements().size();
  reader.read("supplied", state.supplied, system.bodies().size() + elements);
  reader.read("dissipated", state.dissipated, elements);
  reader.read("moved", state.moved);
  reader.read("initial_energy", state.initial_energy);
  reader.read("changes", state.changes);
  reader.read("steps", state.steps, 0, kLargest);
  reader.read("events", state.events, 0, kLargest);
  reader.read("mode_changes", state.mode_changes, 0, kLargest);
  if (reader.has("largest")) reader.read("largest", state.largest, state.internal.size());
  state.largest.resize(state.internal.size(), 0.0);
}

constexpr const char* kSizes = "sizes";

void write_sizes(JsonWriter& json, const Sizes& sizes) {
  json.open_object(kSizes);
  for (const SizeList& one : kSizeLists) write_list(json, one.name, sizes.*one.list);
  json.close();
}

void read_sizes(const StateReader& reader, Sizes& sizes) {
  for (const SizeList& one : kSizeLists) reader.read(one.name, sizes.*one.list);
}

}  // namespace

void write_state(JsonWriter& json, std::string_view key, const State& state) {
  json.open_object(key);
  json.field(kFormatKey, kFormat);
  write_pair(json, "anchor", state.anchor);
  json.field("time", state.time);
  if (state.sampled != state.time) json.field("sampled", state.sampled);
  write_list(json, "position", state.position);
  write_list(json, "velocity", state.velocity);
  write_list(json, "internal", state.internal);
  if (!state.ahead.pending.empty()) write_list(json, "pending", state.ahead.pending);
  write_list(json, "pair", state.pair);
  write_list(json, "side", state.side);
  write_list(json, "room", state.edges.room);
  if (!state.edges.tooth.empty()) write_list(json, "tooth", state.edges.tooth);
  write_list(json, "pinned", state.kept_limit);
  if (!state.edges.carried.empty()) write_list(json, "carried", state.edges.carried);
  if (std::ranges::any_of(state.edges.slip, [](double way) { return way != 0.0; }))
    write_list(json, "slip", state.edges.slip);
  write_list(json, "contact", state.contact);
  if (std::ranges::count(state.let_go, Edge::None) != std::ssize(state.let_go))
    write_list(json, "let_go", state.let_go);
  write_list(json, "branch", state.branch);
  write_list(json, "held", state.held);
  write_list(json, "is_held", state.is_held);
  write_list(json, "roots", state.roots);
  if (state.ahead.order != 0) json.field("order", state.ahead.order);
  json.field("resolved", state.resolved);
  if (state.ahead.refusals != 0) json.field("refusals", state.ahead.refusals);
  if (state.ahead.last_step != 0.0) json.field("last_step", state.ahead.last_step);
  if (state.ahead.spent != 0.0) json.field("spent", state.ahead.spent);
  const Unseen& unseen = state.ahead.unseen;
  if (!unseen.velocity.empty()) write_list(json, "unseen_velocity", unseen.velocity);
  if (!unseen.motion.empty()) write_list(json, "unseen_motion", unseen.motion);
  write_list(json, "supplied", state.supplied);
  write_list(json, "dissipated", state.dissipated);
  write_pair(json, "moved", state.moved);
  json.field("initial_energy", state.initial_energy);
  write_pair(json, "changes", state.changes);
  json.field("steps", state.steps);
  json.field("events", state.events);
  json.field("mode_changes", state.mode_changes);
  if (!state.largest.empty()) write_list(json, "largest", state.largest);
  if (!state.ahead.past.empty()) write_past(json, state.ahead.past);
  if (state.stepping != SteppingState{}) write_stepping(json, state.stepping);
  write_reached(json, state.reached);
  if (!state.sizes.start.empty()) write_sizes(json, state.sizes);
  json.close();
}

std::string state_to_json(const State& state) {
  JsonWriter json;
  write_state(json, {}, state);
  return json.text();
}

State state_from_json(const System& system, const std::string& json, const std::string& path) {
  const Json document = parse(json, path);
  const StateReader reader(state_in(system, document, path), path);
  std::int64_t format{};
  reader.read(kFormatKey, format, 1, kFormat);
  if (format < kFormat)
    reader.fail(
        "the state was written by an earlier version, which did not keep what it was made with",
        "make the first part of the run again");
  State state;
  reader.read("anchor", state.anchor);
  reader.read("time", state.time);
  state.sampled = state.time;
  if (reader.has("sampled")) reader.read("sampled", state.sampled);
  reader.read("position", state.position, system.bodies().size());
  reader.read("velocity", state.velocity, system.bodies().size());
  read_modes(reader, system, state);
  read_accounts(reader, system, state);
  if (reader.has(kPast))
    for (const Json& one : reader.member(kPast)) state.ahead.past.push_back(read_past({one, path}));
  if (reader.has(kStepping))
    read_stepping(StateReader(reader.member(kStepping), path), system.bodies().size(),
                  state.stepping);
  read_reached(StateReader(reader.member(kReached), path), state.reached);
  if (reader.has(kSizes)) read_sizes(StateReader(reader.member(kSizes), path), state.sizes);
  if (const std::string wrong = misfit(system, state); !wrong.empty())
    reader.fail(wrong, StateReader::kSameModel);
  return state;
}

}  // namespace luztar
