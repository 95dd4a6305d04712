// Files that have their name only when they are whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "luztar/io/system/system_file.h"

namespace luztar {

/// Only one run at a time writes into a folder. The lock ends with the process, however it ends.
class FolderLock {
 public:
  /// Creates the folder if needed. Throws std::system_error if that fails or if another run is
  /// writing there. File systems that know no locks are used without one.
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  SystemFile folder_;
};

/// What to do where a run cannot go on with its files.
inline constexpr const char* kBeginAnew = "begin anew, with --force instead of --resume";

/// The beginning of a file that a run which goes on keeps.
struct KeptBytes {
  std::uint64_t size{};      ///< 0: nothing
  std::uint32_t checksum{};  ///< CRC-32 of these bytes
  friend bool operator==(const KeptBytes&, const KeptBytes&) = default;
};

/// A file written under the name `path`.part through a large buffer; publish() gives it its name.
///
/// A process that dies in between, even by kill -9, leaves at most the .part file, which the next
/// run overwrites. Two writers of one path must be kept apart by a FolderLock.
/// All members throw std::system_error ("cannot write 'out/events.csv': No space left on device").
class AtomicFile {
 public:
  /// @param kept    of the .part file of a killed run: stays, and what came after is cut off.
  /// Throws
  ///                too if fewer bytes are there, ModelError if others are.
  /// @param header  bytes at the beginning that change later, which no checksum knows
  explicit AtomicFile(std::filesystem::path path, const KeptBytes& kept = {},
                      std::uint64_t header = 0);
  ~AtomicFile();  ///< without publish(): removes what was written, unless keep_unfinished()
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);

  /// Room for `size` characters at the end of the file; say with advance() how far it was filled.
  /// @pre size <= kBlock
  char* reserve(std::size_t size);
  void advance(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }

  void flush();  ///< hands over what was written: kill -9 loses nothing of it
  void sync();   ///< flush(), and on the disk
  std::uint64_t size() const { return handed_over_ + used_; }  ///< [bytes] written so far
  /// What was handed over so far, for a run that goes on; after keep_unfinished().
  KeptBytes kept() const { return {handed_over_, checksum_}; }
  /// Replaces bytes of the header.
  void overwrite(std::uint64_t at, std::string_view text);
  /// The .part file stays if the run ends by an exception: a checkpoint belongs to it. Checksums
  /// are made from now on.
  void keep_unfinished();

  void close();    ///< all written, on the disk; nothing may be written after this
  void publish();  ///< renames; @pre closed

  static constexpr std::size_t kBlock = std::size_t{1} << 20;  ///< [bytes] handed over at once

 private:
  void write_all(std::string_view text);
  void open(bool is_new);
  void go_on(const KeptBytes& kept);
  std::uint32_t checksum_on_disk() const;

  std::filesystem::path path_, part_;
  SystemFile file_;
  std::uint64_t header_;
  std::uint32_t checksum_{};  ///< of what was handed over after the header, if keeps_
  bool published_{false}, keeps_{false};
  std::uint64_t handed_over_{0};
  std::vector<char> buffer_;
  std::size_t used_{0};
};

/// The name a file has before publish().
std::filesystem::path part_of(const std::filesystem::path& path);

/// Removes a file of a former run; no error if there is none. Throws std::system_error.
void remove_old(const std::filesystem::path& path);

}  // namespace luztar
