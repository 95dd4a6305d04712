#include "luztar/io/crc32.h"

#include <string>

#include <doctest/doctest.h>

namespace luztar {
namespace {

TEST_CASE("crc32 gives the published check value, whole or in two parts") {
  // https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iso-hdlc
  const std::string digits = "123456789";
  CHECK(crc32(digits) == 0xCBF43926U);
  CHECK(crc32("") == 0U);
  // zlib.crc32 of Python 3.11
  const std::string text = "The quick brown fox jumps over the lazy dog";
  CHECK(crc32(text) == 0x414FA339U);
  for (std::size_t k = 0; k <= text.size(); ++k)
    CHECK(crc32(text.substr(k), crc32(text.substr(0, k))) == crc32(text));
}

}  // namespace
}  // namespace luztar
