#include "luztar/simulate/channel.h"

#include <algorithm>

namespace luztar {
namespace {

using Kind = Channel::Kind;

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
  std::vector<Channel> sides;
  for (const Channel& channel : channels)
    if (channel.kind == Kind::Position || channel.kind == Kind::Velocity ||
        channel.kind == Kind::Force)
      sides.push_back(channel);
  return sides;
}

}  // namespace luztar
