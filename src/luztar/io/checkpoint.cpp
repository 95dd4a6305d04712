#include "luztar/io/checkpoint.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "luztar/dynamics/compile/change.h"
#include "luztar/io/atomic_file.h"
#include "luztar/io/read_file.h"
#include "luztar/version.h"

namespace luztar {
namespace {

constexpr std::string_view kMagic = "luztar checkpoint 9 " LUZTAR_VERSION "\n";

std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a, by eight bytes
  while (bytes.size() >= 8) {
    std::uint64_t word{};
    std::memcpy(&word, bytes.data(), 8);
    hash = (hash ^ word) * 1099511628211U;
    hash ^= hash >> 29U;
    bytes.remove_prefix(8);
  }
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

/// Appends numbers and lists to a text.
class Packer {
 public:
  template <class Number>
  requires std::is_trivially_copyable_v<Number>
  void operator()(const Number& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class Item>
  void operator()(const std::vector<Item>& list) {
    (*this)(static_cast<std::uint64_t>(list.size()));
    if constexpr (std::is_trivially_copyable_v<Item>) {
      bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Item));
    } else {
      for (const Item& item : list) (*this)(item);
    }
  }
  void operator()(const std::string& text) {
    (*this)(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  void operator()(const Past::Piece& piece) {
    (*this)(piece.begin);
    (*this)(piece.part);
    (*this)(piece.c);
  }
  void operator()(const Past& past) {
    (*this)(past.pieces);
    (*this)(past.end);
    (*this)(past.joins);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_{};
};

/// Takes them out again; false for a text that ends too early.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  requires std::is_trivially_copyable_v<Number>
  void operator()(Number& value) { take(&value, sizeof value); }
  template <class Item>
  void operator()(std::vector<Item>& list) {
    const std::size_t size = length(std::is_trivially_copyable_v<Item> ? sizeof(Item) : 1);
    list.resize(size);
    if constexpr (std::is_trivially_copyable_v<Item>) {
      take(list.data(), size * sizeof(Item));
    } else {
      for (Item& item : list) (*this)(item);
    }
  }
  void operator()(std::string& text) {
    text.resize(length(1));
    take(text.data(), text.size());
  }
  void operator()(Past::Piece& piece) {
    (*this)(piece.begin);
    (*this)(piece.part);
    (*this)(piece.c);
  }
  void operator()(Past& past) {
    (*this)(past.pieces);
    (*this)(past.end);
    (*this)(past.joins);
  }
  bool good() const { return good_ && rest_.empty(); }

 private:
  std::size_t length(std::size_t width) {
    std::uint64_t size{};
    take(&size, sizeof size);
    if (good_ && size <= rest_.size() / width) return static_cast<std::size_t>(size);
    good_ = false;
    return 0;
  }
  void take(void* to, std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_ || size == 0) return;
    std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
  bool good_{true};
};

template <class Pack, class... Members>
void pack_all(Pack& pack, Members&... members) {
  (pack(members), ...);
}

template <class Pack, class AReached>
void pack_reached(Pack& pack, AReached& to) {
  auto& [parts, laws, method, energy, position, velocity, internal, deflection, supplied,
         dissipated, moved, numerical, switches, shares] = to;
  pack_all(pack, parts, laws, method, energy, position, velocity, internal, deflection, supplied,
           dissipated, moved, numerical, switches, shares);
}

template <class Part, class AState>
auto& part_of(AState& state) {
  return static_cast<std::conditional_t<std::is_const_v<AState>, const Part, Part>&>(state);
}

/// Every member of a State, in one order for writing and reading. The lists of names are complete:
/// they do not compile when a member is added.
template <class Pack, class AState>
void pack_state(Pack& pack, AState& state) {
  static_assert(sizeof(State) == sizeof(MotionState) + sizeof(Accounts) + sizeof(Sizes));
  auto& [anchor, time, sampled, position, velocity, internal, pair, side, edges, kept_limit,
         contact, let_go, branch, held, is_held, roots, resolved, ahead, stepping, reached] =
      part_of<MotionState>(state);
  auto& [supplied, dissipated, moved, initial_energy, changes, steps, events, mode_changes,
         largest] = part_of<Accounts>(state);
  auto& [room, tooth, carried, slip] = edges;
  pack_all(pack, anchor, time, sampled, position, velocity, internal, pair, side, room, tooth,
           carried, slip, kept_limit, contact, let_go, branch, held, is_held, roots, resolved,
           supplied, dissipated, moved, initial_energy, changes, steps, events, mode_changes,
           largest);
  // taken: only before a run
  auto& [pending, order, refusals, last_step, spent, taken, unseen, past] = ahead;
  pack_all(pack, pending, order, refusals, last_step, spent, unseen.velocity, unseen.motion, past);
  auto& [deflection, mode, acceleration, acceleration_before, step, step_before, next_step, speed,
         numerical] = stepping;
  pack_all(pack, deflection, mode, acceleration, acceleration_before, step, step_before, next_step,
           speed, numerical);
  pack_reached(pack, reached);
  for (const SizeList& one : kSizeLists) pack(state.sizes.*one.list);
}

template <class Pack, class ACheckpoint>
void pack_checkpoint(Pack& pack, ACheckpoint& checkpoint) {
  auto& [trajectory, events, arrays] = checkpoint.sizes;
  pack_all(pack, trajectory.size, trajectory.checksum, events.size, events.checksum, arrays);
  pack(checkpoint.kkt_residual);
  pack(checkpoint.warnings);
  for (auto& [residual, scale, limit, what] : checkpoint.proofs.of)
    pack_all(pack, residual, scale, limit, what);
  pack_state(pack, checkpoint.state);
}

/// What must be the same when a run goes on.
std::string circumstances(const Model& model, const System& system,
                          const SimulationSettings& settings) {
  Packer pack;
  pack(model.hash);
  for (const auto& [name, value] : system.parameters()) {
    pack(name);
    pack(value);
  }
  // A run that goes on has left its place of rest: that key is in the hash of the model alone.
  const auto& [start, duration, span, samples, interval, times, tolerance, max_events, method, step,
               adaptive, at_rest] = settings;
  pack_all(pack, start, duration, span, samples, interval, tolerance, max_events, method, step,
           adaptive);
  for (const double time : times) pack(time);
  return pack.bytes();
}

[[noreturn]] void fail(const std::filesystem::path& path, std::string what, std::string advice) {
  throw ModelError(SourceLocation{path.string(), 0, 0}, std::move(what), std::move(advice));
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& folder) {
  return folder / kCheckpointName;
}

void refuse_checkpoint(const std::filesystem::path& folder) {
  const std::filesystem::path path = checkpoint_path(folder);
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return;
  const FolderLock lock(folder);  // or it is still on its way
  fail(path, "this is where a run was that has not come to its end",
       "--resume goes on with it, --force begins anew without it, and another folder leaves it "
       "as it is");
}

void write_checkpoint(const std::filesystem::path& folder, const Model& model, const System& system,
                      const SimulationSettings& settings, const Checkpoint& checkpoint) {
  Packer content;
  content(circumstances(model, system, settings));
  pack_checkpoint(content, checkpoint);
  Packer sum;
  sum(checksum_of(content.bytes()));
  AtomicFile file(checkpoint_path(folder));
  file.write(kMagic);
  file.write(sum.bytes());
  file.write(content.bytes());
  file.close();
  file.publish();
}

Checkpoint read_checkpoint(const std::filesystem::path& folder, const Model& model,
                           const System& system, const SimulationSettings& settings) {
  const std::filesystem::path path = checkpoint_path(folder);
  if (std::error_code none; !std::filesystem::exists(path, none)) {
    fail(path, "there is no checkpoint to go on from",
         "a run leaves one after --checkpoint, until it ends");
  }
  const std::string bytes = read_file(path.string(), {path.string(), 0, 0});
  std::string_view rest = bytes;
  if (!rest.starts_with(kMagic)) {
    fail(path, "this is no checkpoint of luztar " LUZTAR_VERSION, kBeginAnew);
  }
  rest.remove_prefix(kMagic.size());
  std::uint64_t hash{};
  if (rest.size() >= sizeof hash) {
    std::memcpy(&hash, rest.data(), sizeof hash);
    rest.remove_prefix(sizeof hash);
  }
  Unpacker unpack(rest);
  std::string made_with;
  Checkpoint checkpoint;
  unpack(made_with);
  pack_checkpoint(unpack, checkpoint);
  if (hash != checksum_of(rest) || !unpack.good())
    fail(path, "the checkpoint is damaged", kBeginAnew);
  if (made_with != circumstances(model, system, settings)) {
    fail(path, "the checkpoint was made with another model, other parameters or settings",
         "go on with the same file and options");
  }
  if (has_other_laws(system.impl(), settings, checkpoint.state)) {
    fail(path, "a file of data that the model reads has changed since the checkpoint", kBeginAnew);
  }
  if (const std::string wrong = misfit(system, checkpoint.state); !wrong.empty()) {
    fail(path, wrong, kBeginAnew);
  }
  return checkpoint;
}

}  // namespace luztar
