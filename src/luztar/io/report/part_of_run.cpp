#include "luztar/io/report/part_of_run.h"

namespace luztar::report {
namespace {

template <class Values, class Part>
void gather(const Values& whole, const std::vector<std::size_t>& shown, Part& part) {
  part.resize(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) part[i] = whole[shown[i]];
}

/// The indices with a mark, and in its place the mark becomes where they are.
std::vector<std::size_t> numbered(std::vector<int>& marks, std::size_t count) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < count; ++i) {
    if (marks[i] < 0) continue;
    marks[i] = static_cast<int>(shown.size());
    shown.push_back(i);
  }
  return shown;
}

}  // namespace

PartOfRun::PartOfRun(const ReportSubject& whole, const std::vector<Channel>& channels)
    : body_(whole.bodies.size(), -1), name_(whole.event_names.size(), -1) {
  using Kind = Channel::Kind;
  for (const Channel& channel : channels) {
    if (channel.kind == Kind::State) continue;  // all are shown
    const bool of_body = channel.kind == Kind::Position || channel.kind == Kind::Velocity ||
                         channel.kind == Kind::Acceleration;
    (of_body ? body_ : name_)[channel.index] = 0;
  }
  for (std::size_t e = 0; e < whole.elements.size(); ++e) {
    if (name_[e] < 0) continue;
    for (const int b : whole.elements[e].bodies) {
      if (b >= 0) body_[static_cast<std::size_t>(b)] = 0;
    }
  }
  bodies_ = numbered(body_, whole.bodies.size());
  elements_ = numbered(name_, whole.elements.size());
  int next = static_cast<int>(elements_.size());
  for (std::size_t n = whole.elements.size(); n < name_.size(); ++n) name_[n] = next++;  // inputs
}

ReportSubject PartOfRun::subject(const ReportSubject& whole) const {
  ReportSubject part = whole;
  part.is_part = true;
  part.equations.clear();
  gather(whole.bodies, bodies_, part.bodies);
  gather(whole.coordinates.bodies, bodies_, part.coordinates.bodies);
  gather(whole.elements, elements_, part.elements);
  gather(whole.coordinates.elements, elements_, part.coordinates.elements);
  part.event_names.clear();
  for (std::size_t n = 0; n < name_.size(); ++n) {
    if (name_[n] >= 0) part.event_names.push_back(whole.event_names[n]);
  }
  for (ElementInfo& element : part.elements) {
    for (int& b : element.bodies) {
      if (b >= 0) b = body_[static_cast<std::size_t>(b)];
    }
  }
  return part;
}

Sample PartOfRun::sample(const Sample& whole, int slot) {
  Values& part = values_[static_cast<std::size_t>(slot)];
  gather(whole.q, bodies_, part.q);
  gather(whole.v, bodies_, part.v);
  gather(whole.a, bodies_, part.a);
  gather(whole.d, elements_, part.d);
  gather(whole.rate, elements_, part.rate);
  gather(whole.f, elements_, part.f);
  gather(whole.mode, elements_, part.mode);
  gather(whole.lower, elements_, part.lower);
  gather(whole.upper, elements_, part.upper);
  return {whole.time, part.q,    part.v,     part.a,     part.d,       part.rate,
          part.f,     part.mode, part.lower, part.upper, whole.energy, whole.internal};
}

std::optional<Event> PartOfRun::event(const Event& whole) const {
  const int name = name_[static_cast<std::size_t>(whole.name)];
  if (name < 0) return std::nullopt;
  Event part = whole;
  part.name = name;
  return part;
}

}  // namespace luztar::report
