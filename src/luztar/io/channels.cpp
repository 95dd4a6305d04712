#include "luztar/io/channels.h"

#include <algorithm>

#include "luztar/core/error.h"
#include "luztar/io/angles.h"

namespace luztar {
namespace {

using Kind = Channel::Kind;

[[noreturn]] void fail_unknown(const ChannelOwners& owners, const SourceText& pattern,
                               const std::vector<Channel>& all) {
  constexpr std::size_t kMany = 20'000;  // suggestions look at every name
  std::vector<std::string> known;
  for (std::size_t i = 0; i < all.size() && i < kMany; ++i) {
    known.push_back(name_of(owners, all[i]));
  }
  const std::string close = closest_name(pattern.text, known);
  std::string advice =
      "write q.BODY, v.BODY, a.BODY, d.ELEMENT, f.ELEMENT, mode.ELEMENT, z.ELEMENT or "
      "x.STATE; * stands for any characters, ? for one";
  if (!close.empty()) advice = "did you mean '" + close + "'?";
  std::string meant;  // "load" is part of q.load and of f.load
  for (const std::string& name : known)
    if (name.ends_with("." + pattern.text)) meant += (meant.empty() ? "" : ", ") + name;
  if (!meant.empty()) advice = "write one of " + meant;
  throw ModelError(pattern.where, "no channel fits '" + pattern.text.substr(0, 60) + "'", advice);
}

ChannelSelection named(const System& system, const std::vector<SourceText>& patterns) {
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  const std::vector<Channel> all = all_channels(owners);
  std::vector<char> chosen(all.size(), 0);
  std::string name;
  for (const SourceText& pattern : patterns) {
    bool any = false;
    const std::size_t dot =
        pattern.text.find('.');  // names have one; without it a * or ? is the dot
    for (std::size_t i = 0; i < all.size(); ++i) {
      name = prefix_of(all[i].kind);
      if (dot != std::string::npos && !fits(pattern.text.substr(0, dot), name)) continue;
      name += '.';
      name += owner_of(owners, all[i]);
      if (!fits(pattern.text, name)) continue;
      chosen[i] = 1;
      any = true;
    }
    if (!any) fail_unknown(owners, pattern, all);
  }
  ChannelSelection selection;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (chosen[i] != 0) selection.channels.push_back(all[i]);
  }
  selection.complete = selection.channels.size() == all.size();
  return selection;
}

/// `most` of `count` numbers, evenly spread, both ends included.
std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
  std::vector<std::size_t> chosen;
  const std::size_t n = std::min(count, most);
  for (std::size_t i = 0; i < n; ++i) {
    chosen.push_back(n > 1 ? i * (count - 1) / (n - 1) : 0);
  }
  return chosen;
}

std::string counted(std::size_t shown, std::size_t all, const char* what) {
  return std::to_string(shown) + " of " + std::to_string(all) + " " + what;
}

/// Position and velocity of some bodies, force and mode of some elements.
ChannelSelection choice(const System& system) {
  constexpr std::size_t kShown = 100;
  const auto& elements = system.elements();
  const auto bodies = spread(system.bodies().size(), kShown);
  const auto shown = spread(elements.size(), kShown);
  ChannelSelection selection;
  selection.complete = false;
  for (const std::size_t b : bodies) {
    selection.channels.push_back({Kind::Position, b});
    selection.channels.push_back({Kind::Velocity, b});
  }
  for (const std::size_t e : shown) selection.channels.push_back({Kind::Force, e});
  for (const std::size_t e : shown) {
    if (elements[e].has_modes) selection.channels.push_back({Kind::Mode, e});
  }
  selection.note = "the results show " + counted(bodies.size(), system.bodies().size(), "bodies") +
                   " and " + counted(shown.size(), elements.size(), "elements") +
                   "; name what you need under [output]: channels = [\"q.*\", \"mode.*\"]";
  return selection;
}

}  // namespace

std::string unit_of(const ChannelOwners& owners, const Channel& channel,
                    const CoordinateKinds& coordinates) {
  if (channel.kind == Kind::State) return owners.states[channel.index].unit;
  if (channel.kind == Kind::Mode) return "";
  const bool of_body = channel.kind <= Kind::Acceleration;
  const CoordinateUnits units =
      units_of((of_body ? coordinates.bodies : coordinates.elements)[channel.index]);
  switch (channel.kind) {
    case Kind::Velocity:
      return units.rate;
    case Kind::Acceleration:
      return units.acceleration;
    case Kind::Force:
      return units.force;
    default:
      return units.position;
  }
}

namespace {

ChannelSelection without_units(const Model& model, const System& system) {
  if (model.output.channels) return named(system, *model.output.channels);
  std::size_t columns =
      3 * system.bodies().size() + 2 * system.elements().size() + system.states().size();
  for (const ElementInfo& element : system.elements()) {
    columns += (element.has_modes ? 1U : 0U) + (element.internal >= 0 ? 1U : 0U);
  }
  if (columns > kMostColumns) return choice(system);
  return {.channels = all_channels({system.bodies(), system.elements(), system.states()})};
}

}  // namespace

ChannelSelection select_channels(const Model& model, const System& system) {
  ChannelSelection selection = without_units(model, system);
  const CoordinateKinds coordinates = result_coordinates(model, system);
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  for (const Channel& channel : selection.channels)
    selection.units.push_back(unit_of(owners, channel, coordinates));
  return selection;
}

bool fits(const std::string& pattern, const std::string& text) {
  // A star that fails takes one character more; only the last one has to be tried again.
  std::size_t p = 0, t = 0, star = std::string::npos, tried = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      tried = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++tried;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace luztar
