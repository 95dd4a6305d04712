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

const char* prefix_of(Channel::Kind kind) {
  constexpr const char* kPrefixes[kChannelKinds] = {"q", "v", "a", "d", "f", "mode", "z", "x"};
  return kPrefixes[static_cast<std::size_t>(kind)];
}

std::vector<Channel> all_channels(const ChannelOwners& owners) {
  std::vector<Channel> all;
  const auto& elements = owners.elements;
  for (std::size_t b = 0; b < owners.bodies.size(); ++b) {
    for (const Kind kind : {Kind::Position, Kind::Velocity, Kind::Acceleration}) {
      all.push_back({kind, b});
    }
  }
  for (std::size_t e = 0; e < elements.size(); ++e) {
    all.push_back({Kind::Deflection, e});
    all.push_back({Kind::Force, e});
  }
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (elements[e].has_modes) all.push_back({Kind::Mode, e});
  }
  for (std::size_t e = 0; e < elements.size(); ++e) {  // internals come in the order of elements
    if (elements[e].internal < 0) continue;
    all.push_back({Kind::Internal, e, static_cast<std::size_t>(elements[e].internal)});
  }
  const std::size_t first = static_cast<std::size_t>(std::ranges::count_if(
      elements, [](const ElementInfo& element) { return element.internal >= 0; }));
  for (std::size_t s = 0; s < owners.states.size(); ++s) all.push_back({Kind::State, s, first + s});
  return all;
}

const std::string& owner_of(const ChannelOwners& owners, const Channel& channel) {
  switch (channel.kind) {
    case Kind::Position:
    case Kind::Velocity:
    case Kind::Acceleration:
      return owners.bodies[channel.index].name;
    case Kind::State:
      return owners.states[channel.index].name;
    default:
      return owners.elements[channel.index].name;
  }
}

std::string name_of(const ChannelOwners& owners, const Channel& channel) {
  return std::string(prefix_of(channel.kind)) + "." + owner_of(owners, channel);
}

std::string unit_of(const ChannelOwners& owners, const Channel& channel,
                    const std::vector<bool>& rotates) {
  using Kind = Channel::Kind;
  if (channel.kind == Kind::Mode) return "";
  if (channel.kind == Kind::State) return owners.states[channel.index].unit;
  const bool is_body = channel.kind == Kind::Position || channel.kind == Kind::Velocity ||
                       channel.kind == Kind::Acceleration;
  const bool turns =
      is_body ? rotates[channel.index] : is_angle(owners.elements[channel.index], rotates);
  if (channel.kind == Kind::Force) return turns ? "N m" : "N";
  const std::string way = turns ? "rad" : "m";
  return channel.kind == Kind::Velocity       ? way + "/s"
         : channel.kind == Kind::Acceleration ? way + "/s²"
                                              : way;
}

double value_of(const Sample& sample, const Channel& channel) {
  switch (channel.kind) {
    case Kind::Position:
      return sample.q[channel.index];
    case Kind::Velocity:
      return sample.v[channel.index];
    case Kind::Acceleration:
      return sample.a[channel.index];
    case Kind::Deflection:
      return sample.d[channel.index];
    case Kind::Force:
      return sample.f[channel.index];
    case Kind::Mode:
      return sample.mode[channel.index];
    case Kind::Internal:
    case Kind::State:
      return sample.internal[channel.internal];
  }
  return 0.0;
}

std::span<const double> derivatives_of(const DerivativeSample& sample, const Channel& channel) {
  using Kind = Channel::Kind;
  const auto n = static_cast<std::size_t>(sample.n);
  switch (channel.kind) {
    case Kind::Position:
      return sample.q.subspan(channel.index * n, n);
    case Kind::Velocity:
      return sample.v.subspan(channel.index * n, n);
    case Kind::Acceleration:
      return sample.a.subspan(channel.index * n, n);
    case Kind::Deflection:
      return sample.d.subspan(channel.index * n, n);
    case Kind::Force:
      return sample.f.subspan(channel.index * n, n);
    case Kind::Internal:
    case Kind::State:
      return sample.internal.subspan(channel.internal * n, n);
    case Kind::Mode:
      break;
  }
  return {};
}

std::vector<Channel> channels_of_sides(const std::vector<Channel>& channels) {
  using Kind = Channel::Kind;
  std::vector<Channel> sides;
  for (const Channel& channel : channels)
    if (channel.kind == Kind::Position || channel.kind == Kind::Velocity ||
        channel.kind == Kind::Force)
      sides.push_back(channel);
  return sides;
}

ChannelSelection select_channels(const Model& model, const System& system) {
  if (model.output.channels) return named(system, *model.output.channels);
  std::size_t columns =
      3 * system.bodies().size() + 2 * system.elements().size() + system.states().size();
  for (const ElementInfo& element : system.elements()) {
    columns += (element.has_modes ? 1U : 0U) + (element.internal >= 0 ? 1U : 0U);
  }
  if (columns > kMostColumns) return choice(system);
  return {all_channels({system.bodies(), system.elements(), system.states()}), true, {}};
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
