#include "luztar/io/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "luztar/core/assert.h"
#include "luztar/core/error.h"
#include "luztar/io/crc32.h"

namespace luztar {
namespace {

[[noreturn]] void fail(int error, const std::string& doing, const std::filesystem::path& path) {
  throw std::system_error(error, std::generic_category(), doing + " '" + path.string() + "'");
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::error_code none; std::filesystem::is_regular_file(folder, none))
    fail(ENOTDIR, "name a folder for the results, not the file", folder);
  if (error) fail(error.value(), "cannot create the folder", folder);
  descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno, "cannot open the folder", folder);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  fail(EBUSY, "another run is writing into the folder", folder);
}

FolderLock::~FolderLock() { ::close(descriptor_); }

std::filesystem::path part_of(const std::filesystem::path& path) {
  return std::filesystem::path(path) += ".part";
}

void remove_old(const std::filesystem::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail(errno, "cannot remove", path);
}

AtomicFile::AtomicFile(std::filesystem::path path, const KeptBytes& kept, std::uint64_t header)
    : path_(std::move(path)),
      part_(part_of(path_)),
      header_(header),
      keeps_(kept.size > 0),
      handed_over_(kept.size) {
  // A run ends with a rename onto `path`: find out now, not after hours, that it is a folder.
  if (std::error_code none; std::filesystem::is_directory(path_, none)) {
    fail(EISDIR, "cannot write", path_);
  }
  open(kept.size == 0);
  if (kept.size == 0) return;
  try {
    go_on(kept);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

/// A run that was stopped, or killed while it named its files, has named this one.
void AtomicFile::open(bool is_new) {
  std::error_code none;
  const bool has_name = !is_new && !std::filesystem::exists(part_, none);
  const int create = is_new ? O_CREAT | O_TRUNC : 0;
  descriptor_ = ::open((has_name ? path_ : part_).c_str(), O_RDWR | create | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno, "cannot write", is_new ? path_ : part_);
}

/// Nothing is renamed or cut off before the rest is known to be what the checkpoint says.
void AtomicFile::go_on(const KeptBytes& kept) {
  const auto end = static_cast<off_t>(kept.size);
  if (::lseek(descriptor_, 0, SEEK_END) < end) fail(ENODATA, "cannot go on with", part_);
  checksum_ = checksum_on_disk();
  if (checksum_ != kept.checksum) {
    throw ModelError(SourceLocation{part_.string(), 0, 0},
                     "this is not what the run had written: the file was changed or damaged",
                     kBeginAnew);
  }
  std::error_code none;
  if (!std::filesystem::exists(part_, none) && std::rename(path_.c_str(), part_.c_str()) != 0)
    fail(errno, "cannot go on with", path_);
  if (::ftruncate(descriptor_, end) != 0 || ::lseek(descriptor_, end, SEEK_SET) != end)
    fail(errno, "cannot go on with", part_);
}

std::uint32_t AtomicFile::checksum_on_disk() const {
  std::vector<char> block(kBlock);
  std::uint32_t checksum = 0;
  for (std::uint64_t at = header_; at < handed_over_;) {
    const std::size_t most = std::min<std::uint64_t>(kBlock, handed_over_ - at);
    const ssize_t got = ::pread(descriptor_, block.data(), most, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(got < 0 ? errno : ENODATA, "cannot go on with", part_);
    checksum = crc32({block.data(), static_cast<std::size_t>(got)}, checksum);
    at += static_cast<std::uint64_t>(got);
  }
  return checksum;
}

void AtomicFile::keep_unfinished() {
  if (keeps_) return;
  checksum_ = checksum_on_disk();
  keeps_ = true;
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!published_ && !keeps_) ::unlink(part_.c_str());
}

char* AtomicFile::reserve(std::size_t size) {
  LUZTAR_ASSERT(descriptor_ >= 0 && size <= kBlock);
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
    write_all(text.data(), text.size());
    return;
  }
  char* to = reserve(text.size());
  std::memcpy(to, text.data(), text.size());
  advance(to + text.size());
}

void AtomicFile::flush() {
  write_all(buffer_.data(), used_);
  used_ = 0;
}

void AtomicFile::sync() {
  flush();
  // Without this a machine that loses power after the rename may keep the name and lose the text.
  // Pipes and some file systems cannot: then there is nothing to be had.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) {
    fail(errno, "cannot write", path_);
  }
}

void AtomicFile::overwrite(std::uint64_t at, std::string_view text) {
  LUZTAR_ASSERT(at + text.size() <= std::min(header_, handed_over_));
  while (!text.empty()) {
    const ssize_t written = ::pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno, "cannot write", path_);
    text.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
}

void AtomicFile::write_all(const char* data, std::size_t size) {
  LUZTAR_ASSERT(descriptor_ >= 0);
  const std::string_view text(data, size);
  const std::uint64_t in_header = header_ - std::min(header_, handed_over_);
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, data, size);
    if (written < 0 && errno == EINTR) continue;  // Ctrl-C during a write
    if (written < 0) fail(errno, "cannot write", path_);
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  handed_over_ += text.size();
  if (keeps_ && in_header < text.size()) checksum_ = crc32(text.substr(in_header), checksum_);
}

void AtomicFile::close() {
  sync();
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0 && errno != EINTR) fail(errno, "cannot write", path_);
}

void AtomicFile::publish() {
  LUZTAR_ASSERT(descriptor_ < 0);
  if (std::rename(part_.c_str(), path_.c_str()) != 0) fail(errno, "cannot name", path_);
  published_ = true;
}

}  // namespace luztar
