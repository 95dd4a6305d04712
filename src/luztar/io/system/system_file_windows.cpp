// Written by the documentation of Windows. Compiled by MinGW and run by Wine; on Windows nobody has
// run it.
#include <algorithm>

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>

#include "luztar/io/system/system_file.h"

namespace luztar {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  ///< of one call, which counts in 32 bits
constexpr const wchar_t* kLockName = L".luztar-lock";     ///< folders cannot be locked

std::error_code last_error() {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

HANDLE handle_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

/// Where a call with this reads or writes; it moves the place of the next text too.
OVERLAPPED place(std::uint64_t at) {
  OVERLAPPED there{};
  there.Offset = static_cast<DWORD>(at & 0xffffffffU);
  there.OffsetHigh = static_cast<DWORD>(at >> 32);
  return there;
}

bool move_to(HANDLE file, std::uint64_t at) {
  LARGE_INTEGER to;
  to.QuadPart = static_cast<LONGLONG>(at);
  return ::SetFilePointerEx(file, to, nullptr, FILE_BEGIN) != 0;
}

/// Where the next text comes, while something else is read or written.
class KeptPlace {
 public:
  explicit KeptPlace(HANDLE file) : file_(file) {
    is_known_ = ::SetFilePointerEx(file, LARGE_INTEGER{}, &at_, FILE_CURRENT) != 0;
  }
  ~KeptPlace() {
    if (is_known_) ::SetFilePointerEx(file_, at_, nullptr, FILE_BEGIN);
  }
  KeptPlace(const KeptPlace&) = delete;
  KeptPlace& operator=(const KeptPlace&) = delete;

 private:
  HANDLE file_;
  LARGE_INTEGER at_{};
  bool is_known_{};
};

}  // namespace

SystemFile::~SystemFile() { close(); }

std::error_code SystemFile::open(const std::filesystem::path& path, bool is_new) {
  // Others may read it and, while it is open, give it another name, as on other systems.
  const HANDLE file = ::CreateFileW(
      path.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
      is_new ? CREATE_ALWAYS : OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return last_error();
  handle_ = reinterpret_cast<std::intptr_t>(file);
  return {};
}

std::error_code SystemFile::lock_folder(const std::filesystem::path& folder) {
  // The system closes the file of a process that ends, and removes it then.
  const HANDLE file =
      ::CreateFileW((folder / kLockName).c_str(), GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS,
                    FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    if (::GetLastError() != ERROR_SHARING_VIOLATION) return last_error();
    return std::make_error_code(std::errc::device_or_resource_busy);
  }
  handle_ = reinterpret_cast<std::intptr_t>(file);
  return {};
}

std::error_code SystemFile::size(std::uint64_t& bytes) const {
  LARGE_INTEGER found{};
  if (::GetFileSizeEx(handle_of(handle_), &found) == 0) return last_error();
  bytes = static_cast<std::uint64_t>(found.QuadPart);
  return {};
}

std::error_code SystemFile::read(std::uint64_t at, std::span<char> to) const {
  const KeptPlace kept(handle_of(handle_));
  while (!to.empty()) {
    OVERLAPPED there = place(at);
    DWORD got = 0;
    const auto most = static_cast<DWORD>(std::min(to.size(), kMostBytes));
    const bool is_read = ::ReadFile(handle_of(handle_), to.data(), most, &got, &there) != 0;
    if (!is_read && ::GetLastError() != ERROR_HANDLE_EOF) return last_error();
    if (got == 0) return std::make_error_code(std::errc::no_message_available);
    to = to.subspan(got);
    at += got;
  }
  return {};
}

std::error_code SystemFile::append(std::string_view text) {
  while (!text.empty()) {
    DWORD written = 0;
    const auto most = static_cast<DWORD>(std::min(text.size(), kMostBytes));
    if (::WriteFile(handle_of(handle_), text.data(), most, &written, nullptr) == 0)
      return last_error();
    text.remove_prefix(written);
  }
  return {};
}

std::error_code SystemFile::overwrite(std::uint64_t at, std::string_view text) {
  const KeptPlace kept(handle_of(handle_));
  while (!text.empty()) {
    OVERLAPPED there = place(at);
    DWORD written = 0;
    const auto most = static_cast<DWORD>(std::min(text.size(), kMostBytes));
    if (::WriteFile(handle_of(handle_), text.data(), most, &written, &there) == 0)
      return last_error();
    text.remove_prefix(written);
    at += written;
  }
  return {};
}

std::error_code SystemFile::cut(std::uint64_t size) {
  if (!move_to(handle_of(handle_), size) || ::SetEndOfFile(handle_of(handle_)) == 0)
    return last_error();
  return {};
}

std::error_code SystemFile::sync() {
  return ::FlushFileBuffers(handle_of(handle_)) != 0 ? std::error_code() : last_error();
}

std::error_code SystemFile::close() {
  if (!is_open()) return {};
  const bool closed = ::CloseHandle(handle_of(handle_)) != 0;
  handle_ = kNone;
  return closed ? std::error_code() : last_error();
}

}  // namespace luztar
