#include "luztar/io/atomic_file.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "luztar/core/assert.h"
#include "luztar/core/error.h"
#include "luztar/io/crc32.h"

namespace luztar {
namespace {

[[noreturn]] void fail(const std::error_code& error, const std::string& doing,
                       const std::filesystem::path& path) {
  throw std::system_error(error, doing + " '" + path.string() + "'");
}

[[noreturn]] void fail(std::errc error, const std::string& doing,
                       const std::filesystem::path& path) {
  fail(std::make_error_code(error), doing, path);
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::is_directory(path, none);
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::error_code none; std::filesystem::is_regular_file(folder, none))
    fail(std::errc::not_a_directory, "name a folder for the results, not the file", folder);
  if (error) fail(error, "cannot create the folder", folder);
  error = folder_.lock_folder(folder);
  if (error == std::errc::device_or_resource_busy)
    fail(error, "another run is writing into the folder", folder);
  if (error) fail(error, "cannot open the folder", folder);
}

std::filesystem::path part_of(const std::filesystem::path& path) {
  return std::filesystem::path(path) += ".part";
}

void remove_old(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(std::filesystem::symlink_status(path, error)))
    fail(std::errc::is_a_directory, "cannot remove", path);
  std::filesystem::remove(path, error);
  if (error) fail(error, "cannot remove", path);
}

AtomicFile::AtomicFile(std::filesystem::path path, const KeptBytes& kept, std::uint64_t header)
    : path_(std::move(path)),
      part_(part_of(path_)),
      header_(header),
      keeps_(kept.size > 0),
      handed_over_(kept.size) {
  // A run ends with a rename onto `path`: find out now, not after hours, that it is a folder.
  if (is_folder(path_)) fail(std::errc::is_a_directory, "cannot write", path_);
  open(kept.size == 0);
  if (kept.size != 0) go_on(kept);
}

/// A run that was stopped, or killed while it named its files, has named this one.
void AtomicFile::open(bool is_new) {
  std::error_code none;
  const bool has_name = !is_new && !std::filesystem::exists(part_, none);
  if (const auto error = file_.open(has_name ? path_ : part_, is_new))
    fail(error, "cannot write", is_new ? path_ : part_);
}

/// Nothing is renamed or cut off before the rest is known to be what the checkpoint says.
void AtomicFile::go_on(const KeptBytes& kept) {
  std::uint64_t there = 0;
  if (const auto error = file_.size(there)) fail(error, "cannot go on with", part_);
  if (there < kept.size) fail(std::errc::no_message_available, "cannot go on with", part_);
  checksum_ = checksum_on_disk();
  if (checksum_ != kept.checksum) {
    throw ModelError(SourceLocation{part_.string(), 0, 0},
                     "this is not what the run had written: the file was changed or damaged",
                     kBeginAnew);
  }
  std::error_code error;
  if (std::error_code none; !std::filesystem::exists(part_, none))
    std::filesystem::rename(path_, part_, error);
  if (error) fail(error, "cannot go on with", path_);
  error = file_.cut(kept.size);
  if (error) fail(error, "cannot go on with", part_);
}

std::uint32_t AtomicFile::checksum_on_disk() const {
  std::vector<char> block(kBlock);
  std::uint32_t checksum = 0;
  for (std::uint64_t at = header_; at < handed_over_;) {
    const std::size_t size = std::min<std::uint64_t>(kBlock, handed_over_ - at);
    if (const auto error = file_.read(at, {block.data(), size}))
      fail(error, "cannot go on with", part_);
    checksum = crc32({block.data(), size}, checksum);
    at += size;
  }
  return checksum;
}

void AtomicFile::keep_unfinished() {
  if (keeps_) return;
  checksum_ = checksum_on_disk();
  keeps_ = true;
}

AtomicFile::~AtomicFile() {
  file_.close();
  std::error_code none;
  if (!published_ && !keeps_) std::filesystem::remove(part_, none);
}

char* AtomicFile::reserve(std::size_t size) {
  LUZTAR_ASSERT(file_.is_open() && size <= kBlock);
  if (used_ + size > kBlock) flush();
  // Grown as needed: a short run does not pay for touching a megabyte in every file.
  if (used_ + size > buffer_.size()) {
    buffer_.resize(std::min(kBlock, std::max(2 * buffer_.size(), used_ + size)));
  }
  return buffer_.data() + used_;
}

void AtomicFile::write(std::string_view text) {
  if (text.size() > kBlock) {
    flush();
    write_all(text);
    return;
  }
  char* to = reserve(text.size());
  std::memcpy(to, text.data(), text.size());
  advance(to + text.size());
}

void AtomicFile::flush() {
  write_all({buffer_.data(), used_});
  used_ = 0;
}

void AtomicFile::sync() {
  flush();
  // Without this a machine that loses power after the rename may keep the name and lose the text.
  if (const auto error = file_.sync()) fail(error, "cannot write", path_);
}

void AtomicFile::overwrite(std::uint64_t at, std::string_view text) {
  LUZTAR_ASSERT(at + text.size() <= std::min(header_, handed_over_));
  if (const auto error = file_.overwrite(at, text)) fail(error, "cannot write", path_);
}

void AtomicFile::write_all(std::string_view text) {
  LUZTAR_ASSERT(file_.is_open());
  const std::uint64_t in_header = header_ - std::min(header_, handed_over_);
  if (const auto error = file_.append(text)) fail(error, "cannot write", path_);
  handed_over_ += text.size();
  if (keeps_ && in_header < text.size()) checksum_ = crc32(text.substr(in_header), checksum_);
}

void AtomicFile::close() {
  sync();
  if (const auto error = file_.close()) fail(error, "cannot write", path_);
}

void AtomicFile::publish() {
  LUZTAR_ASSERT(!file_.is_open());
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error) fail(error, "cannot name", path_);
  published_ = true;
}

}  // namespace luztar
