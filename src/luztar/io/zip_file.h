// Zip archives whose members are not compressed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace luztar {

/// Collects members and writes them as a zip archive, in this order, without dates.
class ZipFile {
 public:
  /// @param name  with '/' between folders, UTF-8; a member of this name must not be there yet
  void add(std::string name, std::string bytes);
  /// Throws std::system_error where it cannot be written, std::length_error above 4 GiB.
  void write(const std::filesystem::path& path) const;

 private:
  struct Member {
    std::string name;
    std::string bytes;
  };
  std::vector<Member> members_;
};

}  // namespace luztar
