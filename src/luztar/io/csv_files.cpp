#include "luztar/io/csv_files.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "luztar/core/assert.h"
#include "luztar/core/number_text.h"
#include "luztar/io/results.h"

namespace luztar {
namespace {

// A row is written cell by cell, so that the widest network needs no more than the file's buffer.
/// Empty for what there is not.
void cell(AtomicFile& file, double value) {
  if (std::isnan(value)) return file.write(",");
  char* to = file.reserve(kNumberWidth + 1);
  *to++ = ',';
  file.advance(write_number(to, value));
}

void mode_cell(AtomicFile& file, int mode) {
  char* to = file.reserve(4);
  *to++ = ',';
  file.advance(std::to_chars(to, to + 3, mode).ptr);
}

void first_cell(AtomicFile& file, double value) {
  file.advance(write_number(file.reserve(kNumberWidth), value));
}

}  // namespace

TrajectoryFile::TrajectoryFile(std::filesystem::path path, const ChannelOwners& owners,
                               std::vector<Channel> channels, const KeptBytes& kept)
    : file_(std::move(path), kept), channels_(std::move(channels)) {
  if (kept.size > 0) return;
  file_.write("t");
  for (const Channel& channel : channels_) {
    file_.write(",");
    file_.write(name_of(owners, channel));
  }
  file_.write("\n");
}

void TrajectoryFile::row(const Sample& sample) {
  first_cell(file_, sample.time);
  for (const Channel& channel : channels_) {
    if (channel.kind == Channel::Kind::Mode) {
      mode_cell(file_, sample.mode[channel.index]);
    } else {
      cell(file_, value_of(sample, channel));
    }
  }
  file_.write("\n");
}

DerivativesFile::DerivativesFile(std::filesystem::path path, const ChannelOwners& owners,
                                 const std::vector<Channel>& channels,
                                 const std::vector<std::string>& names)
    : file_(std::move(path), KeptBytes{}) {
  file_.write("t");
  for (const Channel& channel : channels) {
    if (channel.kind == Channel::Kind::Mode) continue;
    channels_.push_back(channel);
    for (const std::string& name : names) {
      file_.write(",");
      file_.write(name_of(owners, channel));
      file_.write("/");
      file_.write(name);
    }
  }
  file_.write("\n");
}

void DerivativesFile::row(const Sample& sample) {
  first_cell(file_, sample.time);
  for (const Channel& channel : channels_)
    for (const double value : derivatives_of(sample.derivatives, channel)) cell(file_, value);
  file_.write("\n");
}

EventsFile::EventsFile(std::filesystem::path path, std::vector<ElementInfo> elements,
                       std::vector<std::string> names, std::vector<Coordinate> deflections,
                       const KeptBytes& kept, const EventSides& sides,
                       const std::vector<std::string>& derivatives)
    : file_(std::move(path), kept),
      elements_(std::move(elements)),
      names_(std::move(names)),
      deflections_(std::move(deflections)),
      sides_(sides.channels),
      slopes_(derivatives.size(), 0.0) {
  deflections_.resize(elements_.size(), Coordinate::Length);
  if (kept.size > 0) return;
  file_.write("t,element,from,to,cause");
  for (const std::string& name : derivatives) {
    file_.write(",t/");
    file_.write(name);
  }
  for (const std::string_view side : {",before.", ",after."})
    for (const std::string& name : sides.names) {
      file_.write(side);
      file_.write(name);
    }
  file_.write("\n");
}

void EventsFile::row(const Event& event) {
  if (has_sides()) {
    if (!waiting_.empty() && waiting_.back().event.time != event.time) end_rows(nullptr, nullptr);
    waiting_.push_back({event, slopes_});
  } else {
    write(event, slopes_);
    file_.write("\n");
  }
}

void EventsFile::write(const Event& event, const std::vector<double>& slopes) {
  LUZTAR_ASSERT(event.name >= 0 && event.name < static_cast<int>(names_.size()));
  // A spring whose force law jumps changes no mode, although springs can have modes.
  const bool jump = event.cause == Event::Cause::Jump || event.cause == Event::Cause::Sample;
  first_cell(file_, event.time.value);
  for (const std::string_view word :
       {std::string_view(names_[event.name]),
        std::string_view(jump ? "input" : mode_word(elements_, event.name, event.from)),
        std::string_view(jump ? "input" : mode_word(elements_, event.name, event.to)),
        std::string_view(cause_word(event.cause))}) {
    file_.write(",");
    file_.write(word);
  }
  if (event.cause == Event::Cause::Impact) {
    file_.write(" ");
    first_cell(file_, event.impulse);
    const char* const unit = units_of(deflections_[event.name]).impulse;
    if (*unit != '\0') file_.write(std::string(" ") + unit);
  }
  for (const double slope : slopes) cell(file_, slope);
}

void EventsFile::around(const Sample& before, const Sample& after) { end_rows(&before, &after); }

void EventsFile::end_rows(const Sample* before, const Sample* after) {
  for (const auto& [event, slopes] : waiting_) {
    write(event, slopes);
    for (const Sample* side : {before, after})
      for (const Channel& channel : sides_) {
        if (side != nullptr) {
          cell(file_, value_of(*side, channel));
        } else {
          file_.write(",");
        }
      }
    file_.write("\n");
  }
  waiting_.clear();
}

AtomicFile& EventsFile::file() {
  end_rows(nullptr, nullptr);
  return file_;
}

const char* mode_word(const std::vector<ElementInfo>& elements, int event_name, int mode) {
  const auto index = static_cast<std::size_t>(event_name);
  const bool is_element = event_name >= 0 && index < elements.size();
  if (!is_element || !elements[index].has_modes)
    return is_element && elements[index].is_pair ? "stuck" : "input";
  if (elements[index].pitch > 0.0) return mode < 0 ? "engaged" : "free";
  if (elements[index].kind == PartKind::Freewheel) return mode > 0 ? "free" : "engaged";
  if (elements[index].kind == PartKind::Friction) {
    return mode > 0 ? "forward" : mode < 0 ? "backward" : "stuck";
  }
  if (mode == 0 && elements[index].only_pushes) return "open";
  return mode > 0 ? "upper" : mode < 0 ? "lower" : "gap";
}

const char* mode_word(const System& system, int event_name, int mode) {
  return mode_word(system.elements(), event_name, mode);
}

const char* cause_word(Event::Cause cause) {
  constexpr std::array<const char*, 10> kWords = {"break", "stop", "rest",   "follow", "touch",
                                                  "leave", "jump", "impact", "sample", "tooth"};
  return kWords[static_cast<std::size_t>(cause)];
}

}  // namespace luztar
