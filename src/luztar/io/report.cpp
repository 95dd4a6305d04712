#include "luztar/io/report.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "luztar/core/assert.h"
#include "luztar/core/html_text.h"
#include "luztar/derive/derivation.h"
#include "luztar/derive/document.h"
#include "luztar/io/angles.h"
#include "luztar/io/report/collector.h"
#include "luztar/io/report/embedded.h"
#include "luztar/io/report/fill_page.h"
#include "luztar/io/report/page_data.h"
#include "luztar/io/report/part_of_run.h"

namespace luztar {
namespace {

/// A derivation that people read; `luztar derive` prints any.
constexpr std::ptrdiff_t kMostPairs = 30;
constexpr std::size_t kMostBodies = 60;

std::ptrdiff_t number_of_pairs(const System& system) {
  return std::ranges::count_if(system.elements(), &ElementInfo::is_pair);
}

bool is_readable(const Model& model, const System& system) {
  return number_of_pairs(system) <= kMostPairs && model.bodies.size() <= kMostBodies;
}

/// In place of equations: why there are none, and what prints them.
Document without_equations(const Model& model, const System& system, bool is_part) {
  const std::string size = std::to_string(model.bodies.size()) + " bodies and " +
                           std::to_string(number_of_pairs(system)) + " pairs";
  const std::string most =
      std::to_string(kMostBodies) + " bodies and " + std::to_string(kMostPairs) + " pairs";
  Section section{""};
  section.say(is_part ? "This page shows a part of the model, which has " + size +
                            ". This prints the equations of the whole:"
                      : "The model has " + size + ". Equations stand here for at most " + most +
                            ": longer ones are hard to read. This prints those of any model:");
  section.say(ticked("luztar derive " + (model.file.empty() ? "MODEL" : model.file)));
  return {"", {}, {std::move(section)}};
}

std::string equations_of(const Model& model, const System& system, bool is_part) {
  const bool shown = !is_part && is_readable(model, system);
  return html_fragment(shown ? derivation(model) : without_equations(model, system, is_part));
}

ReportSubject subject_of(const Model& model, const System& system,
                         const SimulationSettings& settings) {
  ReportSubject subject{.title = model.title, .file = model.file, .hash = model.hash};
  subject.bodies = system.bodies();
  subject.elements = system.elements();
  subject.states = system.states();
  subject.event_names = system.event_names();
  subject.settings = settings;
  subject.parameters = report::parameter_values(model, system);
  subject.changed_settings = report::changed_settings(model, settings);
  subject.units = display_units(model.output);
  subject.coordinates = result_coordinates(model, system);
  return subject;
}

}  // namespace

struct ReportBuilder::Impl {
  ReportSubject subject;
  report::Collector run;
  std::optional<report::PartOfRun> part;
  std::string data;  ///< of a run that was made elsewhere; "": of what is told
  explicit Impl(ReportSubject about) : subject(std::move(about)), run(subject) {
    subject.coordinates.bodies.resize(subject.bodies.size(), Coordinate::Length);
    subject.coordinates.elements.resize(subject.elements.size(), Coordinate::Length);
  }
};

ReportBuilder::ReportBuilder(const Model& model, const System& system,
                             const SimulationSettings& settings, const std::vector<Channel>* only,
                             bool equations)
    : ReportBuilder(subject_of(model, system, settings)) {
  if (only != nullptr) {
    report::PartOfRun part(impl_->subject, *only);
    impl_ = std::make_unique<Impl>(part.subject(impl_->subject));
    impl_->part = std::move(part);
  }
  if (equations) add_equations(model, system);
}

ReportBuilder::ReportBuilder(ReportSubject subject)
    : impl_(std::make_unique<Impl>(std::move(subject))) {}

ReportBuilder::~ReportBuilder() = default;

void ReportBuilder::add_equations(const Model& model, const System& system) {
  ReportSubject& subject = impl_->subject;
  subject.equations = equations_of(model, system, subject.is_part);
}

void ReportBuilder::begin_at(double start) { impl_->run.begin_at(start); }

void ReportBuilder::sample(const Sample& sample) {
  impl_->run.sample(impl_->part ? impl_->part->sample(sample) : sample);
}

void ReportBuilder::event(const Event& event) {
  if (!impl_->part) return impl_->run.event(event);
  if (const auto shown = impl_->part->event(event)) impl_->run.event(*shown);
}

void ReportBuilder::around_event(const Sample& before, const Sample& after) {
  if (!impl_->part) return impl_->run.around_event(before, after);
  impl_->run.around_event(impl_->part->sample(before, 0), impl_->part->sample(after, 1));
}

void ReportBuilder::take_data(std::string json) { impl_->data = std::move(json); }

std::string ReportBuilder::data(const RunInfo& info) const {
  if (!impl_->data.empty()) return impl_->data;
  return report::page_data(impl_->subject, impl_->run, info);
}

std::string ReportBuilder::render(const RunInfo& info) const {
  const ReportSubject& subject = impl_->subject;
  const std::string json = data(info);
  return report::fill_page({.title = subject.title.empty() ? subject.file : subject.title,
                            .whole = "Whole run",
                            .files = "trajectory.csv, events.csv and summary.json",
                            .data = json,
                            .equations = subject.equations,
                            .js = {timed_js, report_js}});
}

}  // namespace luztar
