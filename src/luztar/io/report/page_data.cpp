#include "luztar/io/report/page_data.h"

#include <array>
#include <cmath>

#include "luztar/io/report/curve_data.h"
#include "luztar/io/report/json_stream.h"
#include "luztar/model/kinds.h"
#include "luztar/version.h"

namespace luztar::report {
namespace {

const char* kind_word(EnergyItem::Kind kind) {
  constexpr std::array<const char*, 5> kWords = {"kinetic", "stored", "dissipated", "supplied",
                                                 "motion"};
  return kWords[static_cast<std::size_t>(kind)];
}

const char* kind_word(const BodyInfo& body) {
  if (body.prescribed) return "prescribed";
  return std::isinf(body.mass) ? "steady" : "free";
}

void write_heading(Json& json, const ReportSubject& subject, const Collector& run,
                   const RunInfo& info) {
  const SimulationSettings& settings = subject.settings;
  json.key("tool").text("luztar " LUZTAR_VERSION);
  json.key("title").text(subject.title).key("file").text(subject.file);
  json.key("hash").text(subject.hash);
  json.key("finished").flag(info.status == Status::Finished);
  json.key("status").text(to_text(info.status)).key("diagnosis").text(info.diagnosis);
  json.key("warnings").open('[');
  for (const std::string& warning : info.warnings) json.text(warning);
  json.close(']');
  json.key("start").number(settings.start).key("duration").number(settings.duration);
  json.key("end").number(info.final_state.time).key("tolerance").number(settings.tolerance);
  json.key("steps").raw(std::to_string(info.final_state.steps));
  json.key("instants").raw(std::to_string(info.final_state.events));
  json.key("modeChanges").raw(std::to_string(info.final_state.mode_changes));
  json.key("kkt").number(info.kkt_residual);
  json.key("proofs").open('[');
  for (std::size_t i = 0; i < Proofs::kKinds; ++i) {
    const Proof& proof = info.proofs.of[i];
    json.open('{').key("name").text(to_text(static_cast<Proofs::Kind>(i)));
    json.key("relative").number(proof.relative()).key("limit").number(proof.limit);
    json.key("holds").flag(proof.holds()).key("what").text(proof.what).close('}');
  }
  json.close(']');
  json.key("samples").count(run.samples()).key("points").count(run.points());
}

constexpr std::size_t kMostParameters = 1000;  // of more, the changed ones only

void write_parameters(Json& json, const ReportSubject& subject) {
  json.key("parameters").open('[');
  const bool all = subject.parameters.size() <= kMostParameters;
  for (const ParameterValue& parameter : subject.parameters) {
    if (!all && !parameter.in_file) continue;
    json.open('{').key("name").text(parameter.name).key("unit").text(parameter.unit);
    json.key("about").text(parameter.about).key("value").number(parameter.value);
    if (parameter.in_file) json.key("inFile").number(*parameter.in_file);
    json.close('}');
  }
  json.close(']').key("parameterCount").count(subject.parameters.size());
  json.key("changedSettings").open('[');
  for (const ChangedSetting& setting : subject.changed_settings) {
    json.open('{').key("name").text(setting.name).key("unit").text(setting.unit);
    json.key("value").text(setting.value).key("inFile").text(setting.in_file).close('}');
  }
  json.close(']');
}

/// { "m": { "unit": "mm", "factor": 1000 } }: what is shown in another unit than SI.
void write_units(Json& json, const ReportSubject& subject) {
  if (subject.units.empty()) return;
  json.key("units").open('{');
  for (const DisplayUnit& shown : subject.units)
    json.key(shown.si)
        .open('{')
        .key("unit")
        .text(shown.unit)
        .key("factor")
        .number(shown.factor)
        .close('}');
  json.close('}');
}

void write_bodies(Json& json, const ReportSubject& subject) {
  json.key("bodies").open('[');
  for (std::size_t i = 0; i < subject.bodies.size(); ++i) {
    const BodyInfo& body = subject.bodies[i];
    json.open('{').key("name").text(body.name).key("kind").text(kind_word(body));
    json.key("mass").number(body.mass).key("angle");
    json.flag(is_angle(subject.coordinates.bodies[i]));
    if (!body.inertias.empty()) json.key("inertias").text(body.inertias);
    json.close('}');
  }
  json.close(']');
}

constexpr std::size_t kMostChangesInDigits = 1000;  // changes of mode

/// Changes of mode as times and a text with the digit mode + 1 of each.
void write_many(Json& json, const std::vector<ModeBands::Change>& changes) {
  std::vector<double> times;
  std::string modes;
  for (const ModeBands::Change& change : changes) {
    times.push_back(change.t);
    modes += static_cast<char>('1' + change.mode);
  }
  json.open('{').key("t").times(times).key("modes").text(modes).close('}');
}

void write_bands(Json& json, const ModeBands& bands) {
  json.key("merged").flag(bands.merged()).key("bands");
  if (bands.changes().size() > kMostChangesInDigits) return write_many(json, bands.changes());
  json.open('[');
  for (const ModeBands::Change& change : bands.changes()) {
    json.number(change.t).raw(std::to_string(change.mode));
  }
  json.close(']');
}

// [count, total, mean, shortest, longest, initial, final]
void write_stretches(Json& json, const StretchTimes& of) {
  json.open('[').count(of.count);
  for (const double seconds : {of.total, of.mean(), of.shortest, of.longest, of.initial, of.final})
    json.number(seconds);
  json.close(']');
}

void write_held_times(Json& json, const HeldTimes& times) {
  json.key("held");
  write_stretches(json, times.held);
  json.key("free");
  write_stretches(json, times.free);
  json.key("use").number(times.greatest_use);
}

void write_elements(Json& json, const ReportSubject& subject, const Collector& run, double end) {
  json.key("elements").open('[');
  for (std::size_t i = 0; i < subject.elements.size(); ++i) {
    const ElementInfo& element = subject.elements[i];
    json.open('{').key("name").text(element.name).key("kind").text(word_of(element.kind));
    json.key("modes").flag(element.has_modes).key("angle");
    json.flag(is_angle(subject.coordinates.elements[i]));
    json.key("terms").open('[');
    for (std::size_t k = 0; k < element.bodies.size(); ++k) {
      json.open('[').number(element.bodies[k]).number(element.coefficients[k]).close(']');
    }
    json.close(']');
    json.key("lower").number(element.lower).key("upper").number(element.upper);
    json.key("rest").number(element.rest);
    if (element.pitch > 0.0) json.key("pitch").number(element.pitch);
    if (element.only_pushes) json.key("pushes").flag(true);
    if (element.sticks) json.key("sticks").flag(true);
    if (element.has_modes) {
      write_bands(json, run.bands()[i]);
      if (run.mode_times().has(i)) write_held_times(json, run.mode_times().of(i, end));
    }
    json.close('}');
  }
  json.close(']');
}

void write_states(Json& json, const ReportSubject& subject) {
  if (subject.states.empty()) return;
  json.key("states").open('[');
  for (const StateInfo& state : subject.states)
    json.open('{').key("name").text(state.name).key("unit").text(state.unit).close('}');
  json.close(']');
}

void write_energy(Json& json, const ReportSubject& subject, const Collector& run,
                  const RunInfo& info) {
  if (run.energy().size() == 0) return;
  const auto with_end = [](std::vector<double> values, double end) {
    values.push_back(end);
    return values;
  };
  json.key("energy").open('{').key("n").count(run.energy().size() + 1);
  json.key("stride").count(run.energy().stride());
  json.key("t").column(with_end(run.energy().column(0), info.final_state.time));
  json.key("items").open('[');
  for (std::size_t i = 0; i < run.items().size(); ++i) {
    const EnergyItem& item = run.items()[i];
    const auto owner = static_cast<std::size_t>(item.owner);
    const bool of_body =
        item.kind == EnergyItem::Kind::Kinetic || item.kind == EnergyItem::Kind::Motion;
    json.open('{').key("kind").text(kind_word(item.kind)).key("of");
    json.text(item.owner < 0 ? "all"
              : of_body      ? subject.bodies[owner].name
                             : subject.elements[owner].name);
    json.key("y").column(with_end(run.energy().column(1 + i), value_of(item, info.energy)));
    json.close('}');
  }
  json.close(']').close('}');
}

void write_ledger(Json& json, const EnergyLedger& energy) {
  json.key("ledger").open('{').key("kinetic").numbers(energy.kinetic);
  json.key("motion").numbers(energy.motion_work).key("stored").numbers(energy.stored);
  json.key("dissipated").numbers(energy.dissipated).key("supplied").numbers(energy.supplied);
  json.key("initial").number(energy.initial).key("moved").number(energy.moved);
  json.key("numerical").number(energy.numerical);
  json.key("changes").number(energy.changes);
  json.key("residual").number(energy.residual).close('}');
}

void write_events(Json& json, const ReportSubject& subject, const EventEnds& events) {
  json.key("eventNames").open('[');
  for (const std::string& name : subject.event_names) json.text(name);
  json.close(']').key("events").open('{').key("total").count(events.total());
  json.key("first").count(events.first().size()).key("list").open('[');
  for (const auto& part : {events.first(), events.last()}) {
    for (const Event& event : part) {
      json.number(event.time.value).raw(std::to_string(event.name));
      json.raw(std::to_string(event.from)).raw(std::to_string(event.to));
      json.raw(std::to_string(static_cast<int>(event.cause)));
    }
  }
  json.close(']');
  // [index in the list, impulse, ...] of the impacts
  std::size_t i = 0;
  json.key("impulses").open('[');
  for (const auto& part : {events.first(), events.last()}) {
    for (const Event& event : part) {
      if (event.cause == Event::Cause::Impact) json.count(i).number(event.impulse);
      ++i;
    }
  }
  json.close(']').close('}');
}

}  // namespace

std::string page_data(const ReportSubject& subject, const Collector& run, const RunInfo& info) {
  std::string out;
  Json json(out);
  json.open('{');
  write_heading(json, subject, run, info);
  write_parameters(json, subject);
  write_units(json, subject);
  write_bodies(json, subject);
  write_elements(json, subject, run, info.final_state.time);
  write_states(json, subject);
  write_rows(json, subject, run);
  write_thinned(json, run);
  write_energy(json, subject, run, info);
  write_ledger(json, info.energy);
  write_events(json, subject, run.events());
  json.close('}');
  return out;
}

}  // namespace luztar::report
