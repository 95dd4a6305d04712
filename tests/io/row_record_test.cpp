// A row that tells whether it is as it was written.
#include "luztar/io/row_record.h"

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace luztar {
namespace {

constexpr std::uint32_t kStudy = 7;

}  // namespace

TEST_CASE("a row is read back to the bit") {
  const std::vector<double> numbers{0.1, -0.0, 1e-310, std::numeric_limits<double>::infinity(),
                                    std::nan("")};
  const std::string line = line_of(1'000'000'000'000, numbers, "too \"many\" events", kStudy);
  CHECK(line.back() == '\n');
  const auto back = read_line(line.substr(0, line.size() - 1), numbers.size(), kStudy);
  REQUIRE(back);
  CHECK(back->row == 1'000'000'000'000);
  CHECK(back->words == "too \"many\" events");
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i)
    CHECK(std::bit_cast<std::uint64_t>(back->found[i]) == std::bit_cast<std::uint64_t>(numbers[i]));
  CHECK(std::isnan(back->found.back()));
}

TEST_CASE("a row of another study, with other columns or without its end is none") {
  const std::string line = "3\t0.5\t\t";
  const auto with_checksum = [&](const std::string& text) {
    std::string whole = line_of(3, std::vector<double>{0.5}, "", kStudy);
    REQUIRE(whole.starts_with(line));
    return text + whole.substr(line.size(), 8);
  };
  CHECK(read_line(with_checksum(line), 1, kStudy));
  CHECK(!read_line(with_checksum(line), 1, kStudy + 1));
  CHECK(!read_line(with_checksum(line), 2, kStudy));
  CHECK(!read_line(with_checksum(line), 0, kStudy));
  CHECK(!read_line(with_checksum("3\t0.6\t\t"), 1, kStudy));
  for (std::size_t n = 0; n < line.size() + 8; ++n)
    CHECK(!read_line(with_checksum(line).substr(0, n), 1, kStudy));
}

}  // namespace luztar
