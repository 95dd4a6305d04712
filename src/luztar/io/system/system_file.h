// Files as the operating system has them: what <fstream> cannot do. One source for each system.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

namespace luztar {

/// An open file, for one writer, or a folder that one process has for itself. What goes wrong is
/// returned; no error: all was done. A call that a signal interrupts is made again.
class SystemFile {
 public:
  SystemFile() = default;
  ~SystemFile();  ///< closed; what goes wrong then nobody learns
  SystemFile(const SystemFile&) = delete;
  SystemFile& operator=(const SystemFile&) = delete;

  /// For reading and writing. @param is_new  made, or emptied; else it must be there
  std::error_code open(const std::filesystem::path& path, bool is_new);
  /// Until it is closed or the process ends, however it ends. std::errc::device_or_resource_busy:
  /// another has it. Where the file system knows no locks it is opened without one.
  std::error_code lock_folder(const std::filesystem::path& folder);
  bool is_open() const { return handle_ != kNone; }

  std::error_code size(std::uint64_t& bytes) const;
  /// Fills `to` with the bytes from `at` on. std::errc::no_message_available: fewer are there.
  std::error_code read(std::uint64_t at, std::span<char> to) const;
  std::error_code append(std::string_view text);  ///< after what was appended before
  std::error_code overwrite(std::uint64_t at, std::string_view text);
  std::error_code cut(std::uint64_t size);  ///< what follows is lost; the next text comes there
  std::error_code sync();                   ///< on the disk, where the file system can do that
  std::error_code close();

 private:
  static constexpr std::intptr_t kNone = -1;
  std::intptr_t handle_{kNone};  ///< a descriptor, or a HANDLE of Windows
};

}  // namespace luztar
