#include "luztar/io/npy_files.h"

#include <bit>
#include <cstring>
#include <utility>

#include "luztar/core/json_writer.h"

namespace luztar {
namespace {

constexpr std::uint64_t kHeader = 128;  ///< [bytes]

std::uint64_t width_of(const std::string& type) { return type == "|i1" ? 1 : sizeof(double); }

std::uint64_t bytes_of(const std::string& type, std::size_t columns, std::int64_t rows) {
  if (rows == 0) return 0;
  const std::uint64_t width = width_of(type) * (columns > 0 ? columns : 1);
  return kHeader + static_cast<std::uint64_t>(rows) * width;
}

}  // namespace

/// Version 1.0 of the format:
/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::string npy_header(const std::string& type, std::int64_t rows, std::size_t columns) {
  std::string text("\x93NUMPY\x01\x00", 8);
  constexpr auto kRest = static_cast<char>(kHeader - 10);
  text += kRest;
  text += '\0';
  text += "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
          "," + (columns > 0 ? " " + std::to_string(columns) + "," : "") + "), }";
  text.resize(kHeader - 1, ' ');
  return text + '\n';
}

NpyFile::NpyFile(std::filesystem::path path, std::string type, std::size_t columns,
                 const KeptRows& kept)
    : type_(std::move(type)),
      columns_(columns),
      rows_(kept.rows),
      file_(std::move(path),
            {bytes_of(type_, columns, kept.rows), static_cast<std::uint32_t>(kept.checksum)},
            kHeader) {
  if (kept.rows == 0) file_.write(npy_header(type_, rows_, columns_));
}

void NpyFile::add(double value) {
  char* to = file_.reserve(sizeof value);
  std::memcpy(to, &value, sizeof value);
  file_.advance(to + sizeof value);
}

void NpyFile::add(ModeNumber value) {
  char* to = file_.reserve(1);
  *to = static_cast<char>(value);
  file_.advance(to + 1);
}

void NpyFile::flush() {
  file_.flush();
  file_.overwrite(0, npy_header(type_, rows_, columns_));
}

NpyFiles::NpyFiles(const std::filesystem::path& folder, const System& system,
                   const std::vector<Channel>& channels, const std::vector<KeptRows>& kept)
    : time_(std::make_unique<NpyFile>(folder / "t.npy", kNpyDoubles, 0,
                                      kept.empty() ? KeptRows{} : kept.front())),
      names_(std::make_unique<AtomicFile>(folder / "channels.json")) {
  JsonWriter json;
  json.open_object();
  for (std::size_t k = 0; k < kChannelKinds; ++k) {
    Group group{static_cast<Channel::Kind>(k), {}, nullptr};
    for (const Channel& channel : channels) {
      if (channel.kind == group.kind) group.channels.push_back(channel);
    }
    if (group.channels.empty()) continue;
    const std::string prefix = prefix_of(group.kind);
    json.open_array(prefix, JsonWriter::Layout::Lines);
    for (const Channel& channel : group.channels) {
      json.item(owner_of({system.bodies(), system.elements(), system.states()}, channel));
    }
    json.close();
    group.file = std::make_unique<NpyFile>(
        folder / (prefix + ".npy"), group.kind == Channel::Kind::Mode ? "|i1" : kNpyDoubles,
        group.channels.size(),
        1 + groups_.size() < kept.size() ? kept[1 + groups_.size()] : KeptRows{});
    groups_.push_back(std::move(group));
  }
  json.close();
  names_->write(json.text());
}

void NpyFiles::row(const Sample& sample) {
  time_->add(sample.time);
  time_->end_row();
  for (Group& group : groups_) {
    for (const Channel& channel : group.channels) {
      if (group.kind == Channel::Kind::Mode) {
        group.file->add(sample.mode[channel.index]);
      } else {
        group.file->add(value_of(sample, channel));
      }
    }
    group.file->end_row();
  }
}

void NpyFiles::flush() {
  time_->flush();
  for (Group& group : groups_) group.file->flush();
  names_->flush();
}

std::vector<KeptRows> NpyFiles::kept() const {
  std::vector<KeptRows> kept{time_->kept()};
  for (const Group& group : groups_) kept.push_back(group.file->kept());
  return kept;
}

std::vector<AtomicFile*> NpyFiles::files() {
  std::vector<AtomicFile*> files{&time_->file()};
  for (Group& group : groups_) files.push_back(&group.file->file());
  files.push_back(names_.get());
  return files;
}

std::vector<std::string> NpyFiles::names() const {
  std::vector<std::string> names{"t.npy"};
  for (const Group& group : groups_) names.push_back(std::string(prefix_of(group.kind)) + ".npy");
  names.emplace_back("channels.json");
  return names;
}

std::vector<std::string> NpyFiles::all_names() {
  std::vector<std::string> names{"t.npy"};
  for (std::size_t k = 0; k < kChannelKinds; ++k) {
    names.push_back(std::string(prefix_of(static_cast<Channel::Kind>(k))) + ".npy");
  }
  names.emplace_back("channels.json");
  return names;
}

}  // namespace luztar
