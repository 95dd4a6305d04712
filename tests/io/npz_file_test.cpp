// .npz files, read back record by record.
#include "luztar/io/npz_file.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/io/crc32.h"

using namespace luztar;

namespace {

template <class Number>
Number at(const std::string& bytes, std::size_t place) {
  Number value{};
  REQUIRE(place + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("each column is a member of the archive, with its checksum, length and place") {
  const test::TemporaryFolder folder;
  const std::vector<std::vector<double>> columns{{1.5, -2.0, 1e300}, {}};
  const std::vector<std::string> names{"max(q.b)", "a/b [1]"};
  NpzFile file;
  for (std::size_t i = 0; i < 2; ++i) file.add(names[i], columns[i]);
  file.write(folder.path() / "t.npz");
  const std::string bytes = test::text_of(folder.path() / "t.npz");
  const std::size_t end = bytes.size() - 22;
  CHECK(at<std::uint32_t>(bytes, end) == 0x06054b50);
  CHECK(at<std::uint16_t>(bytes, end + 10) == 2);
  std::size_t entry = at<std::uint32_t>(bytes, end + 16);
  CHECK(entry + at<std::uint32_t>(bytes, end + 12) == end);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(at<std::uint32_t>(bytes, entry) == 0x02014b50);
    const std::size_t length = at<std::uint16_t>(bytes, entry + 28);
    CHECK(bytes.substr(entry + 46, length) == names[i] + ".npy");
    const std::size_t size = at<std::uint32_t>(bytes, entry + 24);
    const std::size_t local = at<std::uint32_t>(bytes, entry + 42);
    CHECK(at<std::uint32_t>(bytes, local) == 0x04034b50);
    const std::string data = bytes.substr(local + 30 + length, size);
    CHECK(crc32(data) == at<std::uint32_t>(bytes, entry + 16));
    CHECK(data.starts_with("\x93NUMPY"));
    const std::size_t header = 10 + at<std::uint16_t>(data, 8);
    REQUIRE(data.size() == header + 8 * columns[i].size());
    for (std::size_t k = 0; k < columns[i].size(); ++k)
      CHECK(at<double>(data, header + 8 * k) == columns[i][k]);
    entry += 46 + length;
  }
}
