#include "web_run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace luztar::web {
namespace {

constexpr std::size_t kMostWarnings = 20;  // of the model, as in a summary of the program
constexpr const char* kResults = "/results";

}  // namespace

WebRun::WebRun(Model model, System system, bool thinned)
    : model_(std::move(model)),
      recording_(model_, std::move(system), &time_is_up),
      thinned_(thinned) {}

void WebRun::run(double seconds) {
  give_time(seconds);
  recording_.run(start_state(model_, recording_.system()), {});
  if (time_is_up()) limit_ = seconds;
}

std::vector<std::string> WebRun::warnings() const {
  std::vector<std::string> texts = recording_.info().warnings;
  const std::vector<Diagnostic> found = warnings_of(model_, recording_.system());
  for (std::size_t i = 0; i < std::min(found.size(), kMostWarnings); ++i)
    texts.push_back(to_text(found[i]));
  return texts;
}

val WebRun::facts() const {
  const RunInfo& info = recording_.info();
  const bool out_of_time = info.status == Status::Stopped && limit_ > 0.0;
  val facts = val::object();
  facts.set("status", std::string(out_of_time ? "time limit" : to_text(info.status)));
  facts.set("finished", info.status == Status::Finished);
  facts.set("diagnosis", out_of_time ? "the run met its limit of time at t = " +
                                           to_text(Expression::number(info.final_state.time)) +
                                           " s; give it more `seconds`, or a shorter duration"
                                     : info.diagnosis);
  facts.set("warnings", texts_of(warnings()));
  const std::vector<std::string> units = recording_.units(model_);
  val names = val::array(), units_by_name = val::object(), proofs = val::object();
  const auto& channels = recording_.columns().channels();
  const System& system = recording_.system();
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::string name = name_of(owners, channels[i]);
    names.call<void>("push", name);
    units_by_name.set(name, units[i]);
  }
  for (std::size_t i = 0; i < info.proofs.of.size(); ++i) {
    const Proof& proof = info.proofs.of[i];
    val told = val::object();
    told.set("holds", proof.holds());
    told.set("residual", proof.relative());
    told.set("limit", proof.limit);
    told.set("what", proof.what);
    proofs.set(std::string(to_text(static_cast<Proofs::Kind>(i))), told);
  }
  facts.set("names", names);
  facts.set("units", units_by_name);
  facts.set("proof", proofs);
  facts.set("thinned", thinned_);
  return facts;
}

val WebRun::column(int place) const {
  const Columns& columns = recording_.columns();
  return array_of(columns.column(static_cast<std::size_t>(place)), columns.rows());
}

val WebRun::events() const {
  const System& system = recording_.system();
  val list = val::array();
  for (const Event& event : recording_.events()) {
    val told = val::object();
    told.set("t", event.time.value);
    told.set("name", system.event_names()[static_cast<std::size_t>(event.name)]);
    told.set("before", std::string(mode_word(system, event.name, event.from)));
    told.set("after", std::string(mode_word(system, event.name, event.to)));
    told.set("cause", std::string(cause_word(event.cause)));
    told.set("impulse", event.impulse);
    list.call<void>("push", told);
  }
  return list;
}

val WebRun::report() {
  return answer([&] { return text_of(recording_.report(model_)); });
}

val WebRun::files() {
  return answer([&] {
    namespace fs = std::filesystem;
    fs::remove_all(kResults);
    recording_.save(model_, kResults);
    val texts = val::object();
    for (const auto& entry : fs::directory_iterator(kResults))
      texts.set(entry.path().filename().string(), read_file(entry.path().string(), {}));
    fs::remove_all(kResults);
    return texts;
  });
}

}  // namespace luztar::web
