// Binary results: one .npy file for each kind of channel, which numpy.load(mmap_mode="r") maps.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "luztar/io/atomic_file.h"
#include "luztar/io/channels.h"

namespace luztar {

/// Rows of an array that a run which goes on keeps.
struct KeptRows {
  std::int64_t rows{};
  std::uint64_t checksum{};  ///< CRC-32 of their bytes
  friend bool operator==(const KeptRows&, const KeptRows&) = default;
};

/// Type of doubles in the order of this machine.
inline constexpr const char* kNpyDoubles =
    std::endian::native == std::endian::little ? "<f8" : ">f8";

/// What stands before the numbers of a .npy file.
/// @param columns  0: a list of numbers, else a table of rows
std::string npy_header(const std::string& type, std::int64_t rows, std::size_t columns);

/// An array whose rows are appended. The header tells of the rows that are in the file at every
/// flush, so that a run that was killed leaves an array that can be read.
class NpyFile {
 public:
  /// @param type     "<f8" or "|i1"
  /// @param columns  0: a list of numbers, else a table of rows
  NpyFile(std::filesystem::path path, std::string type, std::size_t columns,
          const KeptRows& kept = {});
  void add(double value);
  void add(ModeNumber value);
  void end_row() { ++rows_; }
  /// After flush() and keep_unfinished().
  KeptRows kept() const { return {rows_, file_.kept().checksum}; }
  void flush();
  AtomicFile& file() { return file_; }

 private:
  std::string type_;
  std::size_t columns_;
  std::int64_t rows_;
  AtomicFile file_;
};

/// t.npy, and q.npy, v.npy ... of the kinds that were chosen, each (samples, channels of the kind);
/// channels.json has the names of their columns.
class NpyFiles {
 public:
  static std::vector<std::string> all_names();  ///< of files that a run may leave
  NpyFiles(const std::filesystem::path& folder, const System& system,
           const std::vector<Channel>& channels, const std::vector<KeptRows>& kept = {});
  void row(const Sample& sample);
  void flush();
  std::vector<KeptRows> kept() const;  ///< of time and of each kind; after flush()
  std::vector<AtomicFile*> files();
  std::vector<std::string> names() const;

 private:
  struct Group {
    Channel::Kind kind;
    std::vector<Channel> channels;
    std::unique_ptr<NpyFile> file;
  };
  std::unique_ptr<NpyFile> time_;
  std::unique_ptr<AtomicFile> names_;
  std::vector<Group> groups_;
};

}  // namespace luztar
