#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "luztar/io/system/system_file.h"

namespace luztar {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }
int descriptor_of(std::intptr_t handle) { return static_cast<int>(handle); }

}  // namespace

SystemFile::~SystemFile() { close(); }

std::error_code SystemFile::open(const std::filesystem::path& path, bool is_new) {
  handle_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC | (is_new ? O_CREAT | O_TRUNC : 0), 0666);
  return is_open() ? std::error_code() : last_error();
}

std::error_code SystemFile::lock_folder(const std::filesystem::path& folder) {
  handle_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!is_open()) return last_error();
  if (::flock(descriptor_of(handle_), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return {};
  close();
  return std::make_error_code(std::errc::device_or_resource_busy);
}

std::error_code SystemFile::size(std::uint64_t& bytes) const {
  const off_t here = ::lseek(descriptor_of(handle_), 0, SEEK_CUR);
  const off_t end = ::lseek(descriptor_of(handle_), 0, SEEK_END);
  if (here < 0 || end < 0 || ::lseek(descriptor_of(handle_), here, SEEK_SET) < 0)
    return last_error();
  bytes = static_cast<std::uint64_t>(end);
  return {};
}

std::error_code SystemFile::read(std::uint64_t at, std::span<char> to) const {
  while (!to.empty()) {
    const ssize_t got =
        ::pread(descriptor_of(handle_), to.data(), to.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return last_error();
    if (got == 0) return std::make_error_code(std::errc::no_message_available);
    to = to.subspan(static_cast<std::size_t>(got));
    at += static_cast<std::uint64_t>(got);
  }
  return {};
}

std::error_code SystemFile::append(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_of(handle_), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;  // Ctrl-C during a write
    if (written < 0) return last_error();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

std::error_code SystemFile::overwrite(std::uint64_t at, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_of(handle_), text.data(), text.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return last_error();
    text.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
  return {};
}

std::error_code SystemFile::cut(std::uint64_t size) {
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(descriptor_of(handle_), end) != 0 ||
      ::lseek(descriptor_of(handle_), end, SEEK_SET) != end)
    return last_error();
  return {};
}

std::error_code SystemFile::sync() {
  // Pipes and some file systems cannot: then there is nothing to be had.
  if (::fsync(descriptor_of(handle_)) == 0 || errno == EINVAL || errno == ENOSYS ||
      errno == ENOTSUP)
    return {};
  return last_error();
}

std::error_code SystemFile::close() {
  if (!is_open()) return {};
  const int closed = ::close(descriptor_of(handle_));
  handle_ = kNone;
  return closed == 0 || errno == EINTR ? std::error_code() : last_error();
}

}  // namespace luztar
