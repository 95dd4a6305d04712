// Members of a zip archive that are not compressed (PKWARE's APPNOTE 4.3.7).
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace luztar::testing {

inline std::vector<std::pair<std::string, std::string>> zip_members(
    const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto number = [&text](std::size_t at, int bytes) {
    std::size_t value = 0;
    for (int i = bytes - 1; i >= 0; --i)
      value = value << 8 | static_cast<unsigned char>(text.at(at + static_cast<std::size_t>(i)));
    return value;
  };
  std::vector<std::pair<std::string, std::string>> members;
  for (std::size_t at = 0; number(at, 4) == 0x04034b50;) {
    const std::size_t size = number(at + 18, 4), name = number(at + 26, 2);
    members.emplace_back(text.substr(at + 30, name), text.substr(at + 30 + name, size));
    at += 30 + name + number(at + 28, 2) + size;
  }
  return members;
}

}  // namespace luztar::testing
