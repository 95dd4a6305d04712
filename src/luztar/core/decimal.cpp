#include "luztar/core/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "luztar/core/number_text.h"

namespace luztar {

std::optional<double> decimal_product(double value, double factor, int power) {
  __extension__ using Wide = unsigned __int128;
  constexpr double kExactIntegers = 0x1p53;
  if (!std::isfinite(value) || factor > kExactIntegers || factor != std::floor(factor))
    return std::nullopt;
  std::array<char, kNumberWidth> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(value),
                                 std::chars_format::scientific);
  const std::string_view text(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
  const std::size_t e = text.find('e');
  Wide whole = 0;
  for (const char c : text.substr(0, e))
    if (c != '.') whole = 10 * whole + static_cast<Wide>(c - '0');
  whole *= static_cast<Wide>(factor);
  std::string product;
  for (; whole > 0; whole /= 10) product.insert(0, 1, static_cast<char>('0' + whole % 10));
  const int behind = e > 1 ? static_cast<int>(e) - 2 : 0;  // digits behind the point
  product += "e" + std::to_string(std::stoi(std::string(text.substr(e + 1))) - behind + power);
  return std::copysign(std::strtod(product.c_str(), nullptr), value);
}

}  // namespace luztar
