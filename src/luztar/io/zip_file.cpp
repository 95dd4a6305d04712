#include "luztar/io/zip_file.h"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "luztar/io/atomic_file.h"
#include "luztar/io/crc32.h"

namespace luztar {
namespace {

// Records of a zip archive (PKWARE's APPNOTE 4.3), numbers with their last byte first.
constexpr std::uint32_t kLocalRecord = 0x04034b50, kCentralRecord = 0x02014b50,
                        kEndRecord = 0x06054b50;
constexpr std::uint16_t kVersion = 20, kNamesAreUtf8 = 0x0800, kStored = 0;
constexpr std::uint32_t kNoDate = 0x00210000;  // the first of January 1980, midnight

template <class Number>
void put(std::string& to, Number value) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    to += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xffU);
}

/// What both records of a member say.
void put_member(std::string& to, const std::string& name, const std::string& bytes) {
  put(to, kVersion);
  put(to, kNamesAreUtf8);
  put(to, kStored);
  put(to, kNoDate);
  put(to, crc32(bytes));
  put(to, static_cast<std::uint32_t>(bytes.size()));  // compressed
  put(to, static_cast<std::uint32_t>(bytes.size()));
  put(to, static_cast<std::uint16_t>(name.size()));
  put(to, std::uint16_t{0});  // of extra fields
}

void put_central(std::string& to, const std::string& name, const std::string& bytes,
                 std::uint32_t place) {
  put(to, kCentralRecord);
  put(to, kVersion);
  put_member(to, name, bytes);
  put(to, std::uint16_t{0});  // of a comment
  put(to, std::uint16_t{0});  // disk
  put(to, std::uint16_t{0});  // attributes inside
  put(to, std::uint32_t{0});  // and outside
  put(to, place);
  to += name;
}

}  // namespace

void ZipFile::add(std::string name, std::string bytes) {
  members_.push_back({std::move(name), std::move(bytes)});
}

void ZipFile::write(const std::filesystem::path& path) const {
  std::uint64_t size = 0;
  for (const Member& member : members_) size += member.bytes.size() + 2 * member.name.size() + 100;
  if (size > std::numeric_limits<std::uint32_t>::max() || members_.size() > 65'535)
    throw std::length_error(path.string() + " would be larger than 4 GiB; leave it out");
  AtomicFile file(path);
  std::string directory;
  for (const Member& member : members_) {
    put_central(directory, member.name, member.bytes, static_cast<std::uint32_t>(file.size()));
    std::string head;
    put(head, kLocalRecord);
    put_member(head, member.name, member.bytes);
    file.write(head + member.name);
    file.write(member.bytes);
  }
  std::string end;
  const auto count = static_cast<std::uint16_t>(members_.size());
  put(end, kEndRecord);
  put(end, std::uint32_t{0});  // disks
  put(end, count);
  put(end, count);
  put(end, static_cast<std::uint32_t>(directory.size()));
  put(end, static_cast<std::uint32_t>(file.size()));
  put(end, std::uint16_t{0});  // of a comment
  file.write(directory + end);
  file.close();
  file.publish();
}

}  // namespace luztar
