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

namespace luztar {
namespace {

[[noreturn]] void fail(int error, const std::string& doing, const std::filesystem::path& path) {
  throw std::system_error(error, std::generic_category(), doing + " '" + path.string() + "'");
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
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

AtomicFile::AtomicFile(std::filesystem::path path, std::uint64_t kept)
    : path_(std::move(path)), part_(part_of(path_)), keeps_(kept > 0), handed_over_(kept) {
  // A run ends with a rename onto `path`: find out now, not after hours, that it is a folder.
  if (std::error_code none; std::filesystem::is_directory(path_, none)) {
    fail(EISDIR, "cannot write", path_);
  }
  // A run that was killed while it named its files has named this one.
  if (std::error_code none; kept > 0 && !std::filesystem::exists(part_, none)) {
    static_cast<void>(std::rename(path_.c_str(), part_.c_str()));
  }
  const int create = kept > 0 ? 0 : O_CREAT | O_TRUNC;
  descriptor_ = ::open(part_.c_str(), O_WRONLY | create | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno, "cannot write", kept > 0 ? part_ : path_);
  if (kept == 0) return;
  const auto end = static_cast<off_t>(kept);
  const bool enough = ::lseek(descriptor_, 0, SEEK_END) >= end;
  const bool cut =
      enough && ::ftruncate(descriptor_, end) == 0 && ::lseek(descriptor_, end, SEEK_SET) == end;
  if (cut) return;
  const int error = enough ? errno : ENODATA;
  ::close(descriptor_);
  fail(error, "cannot go on with", part_);
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
    handed_over_ += text.size();
    return;
  }
  char* to = reserve(text.size());
  std::memcpy(to, text.data(), text.size());
  advance(to + text.size());
}

void AtomicFile::flush() {
  write_all(buffer_.data(), used_);
  handed_over_ += used_;
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
  LUZTAR_ASSERT(at + text.size() <= handed_over_);
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
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, data, size);
    if (written < 0 && errno == EINTR) continue;  // Ctrl-C during a write
    if (written < 0) fail(errno, "cannot write", path_);
    data += written;
    size -= static_cast<std::size_t>(written);
  }
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
