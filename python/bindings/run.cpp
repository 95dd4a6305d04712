// Recording and State for Python.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "interrupt.h"
#include "luztar/luztar.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

using ProofRows = ListOfTuples<nb::str, double, double, double, double, bool, nb::str>;
using View = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;

/// A read-only view that keeps the columns alive.
View view(nb::handle columns, const double* column) {
  const std::size_t rows = nb::cast<const Columns&>(columns).rows();
  return View(column, {rows}, columns);
}

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;
using EventColumns =
    nb::typed<nb::tuple, Array<double>, Array<std::int32_t>, Array<std::int8_t>, Array<std::int8_t>,
              Array<std::int8_t>, Array<double>, Array<double>>;

/// An array of its own with what `value` takes from each event.
template <class Number, class Value>
nb::object event_column(const std::vector<Event>& events, Value value) {
  auto* numbers = new Number[events.size() + 1];
  const nb::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
  for (std::size_t i = 0; i < events.size(); ++i)
    numbers[i] = static_cast<Number>(value(events[i]));
  return nb::cast(Array<Number>(numbers, {events.size()}, owner));
}

EventColumns event_columns(const Recording& run) {
  const auto& events = run.events();
  return EventColumns(nb::make_tuple(
      event_column<double>(events, [](const Event& e) { return e.time.value; }),
      event_column<std::int32_t>(events, [](const Event& e) { return e.name; }),
      event_column<std::int8_t>(events, [](const Event& e) { return e.from; }),
      event_column<std::int8_t>(events, [](const Event& e) { return e.to; }),
      event_column<std::int8_t>(events, [](const Event& e) { return static_cast<int>(e.cause); }),
      event_column<double>(events, [](const Event& e) { return e.impulse; }),
      event_column<double>(events, [](const Event& e) { return e.deflection; })));
}

std::vector<std::string> cause_words() {
  std::vector<std::string> words;
  for (int cause = 0; cause <= static_cast<int>(Event::Cause::Tooth); ++cause)
    words.emplace_back(cause_word(static_cast<Event::Cause>(cause)));
  return words;
}

/// (number, total, mean, shortest, longest, initial, final)
using Stretches = nb::typed<nb::tuple, int, double, double, double, double, double, double>;

Stretches stretches_of(const StretchTimes& of) {
  return nb::make_tuple(of.count, of.total, of.mean(), of.shortest, of.longest, of.initial,
                        of.final);
}

/// (name, sticks, held, free, greatest use of the limit) of each element with modes.
ListOfTuples<nb::str, bool, Stretches, Stretches, double> held_times(const Recording& run) {
  ListOfTuples<nb::str, bool, Stretches, Stretches, double> rows;
  const auto& infos = run.system().elements();
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (!run.mode_times().has(i)) continue;
    const HeldTimes times = run.mode_times().of(i, run.info().final_state.time);
    rows.append(nb::make_tuple(infos[i].name, infos[i].sticks, stretches_of(times.held),
                               stretches_of(times.free), times.greatest_use));
  }
  return rows;
}

/// (name, has modes, its first mode) of each element.
ListOfTuples<nb::str, bool, int> elements_of(const Recording& run) {
  ListOfTuples<nb::str, bool, int> elements;
  const auto& infos = run.system().elements();
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const int mode = i < run.first_modes().size() ? run.first_modes()[i] : 0;
    elements.append(nb::make_tuple(infos[i].name, infos[i].has_modes, mode));
  }
  return elements;
}

/// "q.block", "v.block", "x.state" of what a run may begin with.
std::vector<std::string> start_values(const Recording& run) {
  std::vector<std::string> names;
  for (const BodyInfo& body : run.system().bodies())
    if (!body.prescribed) names.push_back("q." + body.name);
  for (const BodyInfo& body : run.system().bodies())
    if (!body.prescribed && body.mass > 0.0) names.push_back("v." + body.name);
  for (const StateInfo& state : run.system().states()) names.push_back("x." + state.name);
  return names;
}

ProofRows proofs_of(const Recording& run) {
  ProofRows proofs;
  for (std::size_t i = 0; i < Proofs::kKinds; ++i) {
    const Proof& proof = run.info().proofs.of[i];
    proofs.append(nb::make_tuple(to_text(static_cast<Proofs::Kind>(i)), proof.residual, proof.scale,
                                 proof.relative(), proof.limit, proof.holds(), proof.what));
  }
  return proofs;
}

/// name -> value at the end, of the list that `list` picks from the ledger.
WordsAndAnything by_name(const std::vector<std::string>& names, const std::vector<double>& values) {
  WordsAndAnything result;
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
    result[names[i].c_str()] = values[i];
  return result;
}

WordsAndAnything ledger_at_end(const Recording& run) {
  std::vector<std::string> bodies, elements;
  for (const BodyInfo& body : run.system().bodies()) bodies.push_back(body.name);
  for (const ElementInfo& element : run.system().elements()) elements.push_back(element.name);
  const EnergyLedger& energy = run.info().energy;
  WordsAndAnything result;
  result["kinetic"] = by_name(bodies, energy.kinetic);
  result["motion_work"] = by_name(bodies, energy.motion_work);
  result["stored"] = by_name(elements, energy.stored);
  result["dissipated"] = by_name(elements, energy.dissipated);
  result["supplied"] = by_name(elements, energy.supplied);
  for (const auto& [name, value] : {std::pair{"initial", energy.initial},
                                    {"moved", energy.moved},
                                    {"residual", energy.residual},
                                    {"numerical", energy.numerical},
                                    {"changes", energy.changes}})
    result[name] = value;
  return result;
}

Columns rows_at(const Recording& run, const std::vector<double>& times) {
  const nb::gil_scoped_release free;
  const Interrupt interrupt;
  Columns rows = run.at(times);
  const nb::gil_scoped_acquire held;
  interrupt.throw_if_asked();
  return rows;
}

std::pair<Columns, Columns> around(const Recording& run, const std::vector<std::size_t>& events) {
  const nb::gil_scoped_release free;
  const Interrupt interrupt;
  std::pair<Columns, Columns> sides = run.around(events);
  const nb::gil_scoped_acquire held;
  interrupt.throw_if_asked();
  return sides;
}

}  // namespace

Pairs channel_names(const Recording& run) {
  const System& system = run.system();
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  Pairs names;
  for (const Channel& channel : run.columns().channels())
    names.append(nb::make_tuple(prefix_of(channel.kind), owner_of(owners, channel)));
  return names;
}

Triples mode_words(const Recording& run) {
  Triples words;
  const int names = static_cast<int>(run.system().event_names().size());
  for (int name = 0; name < names; ++name) {
    words.append(nb::make_tuple(mode_word(run.system(), name, -1), mode_word(run.system(), name, 0),
                                mode_word(run.system(), name, 1)));
  }
  return words;
}

void bind_run(nb::module_& m) {
  nb::class_<State>(m, "State")
      .def_ro("time", &State::time)
      .def_ro("steps", &State::steps)
      .def_ro("events", &State::events)
      .def_ro("mode_changes", &State::mode_changes)
      .def("json", &state_to_json);

  nb::class_<Columns>(m, "Columns")
      .def("time",
           [](nb::handle self) { return view(self, nb::cast<const Columns&>(self).time()); })
      .def("column",
           [](nb::handle self, std::size_t channel) {
             const auto& rows = nb::cast<const Columns&>(self);
             if (channel >= rows.channels().size()) throw nb::index_error();
             return view(self, rows.column(channel));
           })
      .def("ledger", [](nb::handle self, std::size_t index) {
        if (index >= kLedgerColumns) throw nb::index_error();
        return view(self, nb::cast<const Columns&>(self).ledger(index));
      });

  nb::class_<Recording>(m, "Recording")
      .def_prop_ro("columns", &Recording::columns, nb::rv_policy::reference_internal)
      .def("at", &rows_at, nb::arg("times"))
      .def("around", &around, nb::arg("events"))
      .def("varied", &Recording::varied)
      .def("start_values", &start_values)
      .def("derivatives", &Recording::derivatives, nb::arg("index"),
           nb::rv_policy::reference_internal)
      .def("event_slopes",
           [](nb::handle self) {
             const auto& slopes = nb::cast<const Recording&>(self).event_slopes();
             return View(slopes.data(), {slopes.size()}, self);
           })
      .def("ledger_at_end", &ledger_at_end)
      .def("channels", &channel_names)
      .def("elements", &elements_of)
      .def("held_times", &held_times)
      .def("event_names", [](const Recording& run) { return run.system().event_names(); })
      .def("event_columns", &event_columns)
      .def("first_modes",
           [](const Recording& run) {
             return std::vector<int>(run.first_modes().begin(), run.first_modes().end());
           })
      .def("times", [](const Recording& run) { return run.settings().times; })
      .def("has_start", &Recording::has_start)
      .def("report_data", &Recording::report_data)
      .def("mode_words", &mode_words)
      .def("proofs", &proofs_of)
      .def("parameters", [](const Recording& run) { return run.system().parameters(); })
      .def("state", [](const Recording& run) { return run.info().final_state; })
      .def_prop_ro("start", &Recording::start)
      .def_prop_ro("status", [](const Recording& run) { return to_text(run.info().status); })
      .def_prop_ro("finished",
                   [](const Recording& run) { return run.info().status == Status::Finished; })
      .def_prop_ro("diagnosis", [](const Recording& run) { return run.info().diagnosis; })
      .def_prop_ro("warnings", [](const Recording& run) { return run.info().warnings; })
      .def_prop_ro("kkt_residual", [](const Recording& run) { return run.info().kkt_residual; });

  m.def("ledger_names",
        [] { return std::vector<std::string>(kLedgerNames, kLedgerNames + kLedgerColumns); });
  m.def("cause_words", &cause_words);
}

}  // namespace luztar::python
