#include "luztar/io/compare/run_recorder.h"

#include <utility>
#include <vector>

#include "luztar/io/channels.h"
#include "luztar/io/compare/read_run.h"
#include "luztar/io/results.h"

namespace luztar {

struct RunRecorder::Impl {
  const Model& model;
  const System& system;
  SimulationSettings settings;
  ChannelSelection selection;
  std::vector<std::string> event_names;
  double start;
  RunRecord run;
};

RunRecorder::RunRecorder(const Model& model, const System& system,
                         const SimulationSettings& settings, const std::string& name)
    : impl_(new Impl{model,
                     system,
                     settings,
                     select_channels(model, system),
                     system.event_names(),
                     settings.start,
                     {}}) {
  impl_->run.name = name;
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  for (const Channel& channel : impl_->selection.channels)
    impl_->run.channels.push_back({name_of(owners, channel), "", {}});
}

RunRecorder::~RunRecorder() = default;

void RunRecorder::begin_at(double start) { impl_->start = start; }

void RunRecorder::sample(const Sample& sample) {
  RunRecord& run = impl_->run;
  run.time.push_back(sample.time);
  for (std::size_t c = 0; c < run.channels.size(); ++c)
    run.channels[c].values.push_back(value_of(sample, impl_->selection.channels[c]));
}

void RunRecorder::event(const Event& event) {
  impl_->run.events.push_back(
      {event.time.value, impl_->event_names[static_cast<std::size_t>(event.name)],
       mode_word(impl_->system, event.name, event.from),
       mode_word(impl_->system, event.name, event.to), cause_word(event.cause)});
}

RunRecord RunRecorder::finish(const RunInfo& info) {
  Impl& my = *impl_;
  add_summary(summary_json(my.model, my.system, my.settings, info, my.selection), my.run.name,
              my.run);
  my.run.start = my.start;
  return std::move(my.run);
}

}  // namespace luztar
