#include "luztar/model/random_number.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace luztar {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// The logarithm of a library may differ in its last bit from machine to machine. This one uses
// additions, products and a division: 2 artanh((m - 1)/(m + 1)) + e ln 2 with m in [0.7, 1.42).
double portable_log(double x) {
  int exponent{};
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2.0;
    --exponent;
  }
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double sum = 0.0;
  for (int k = 27; k >= 1; k -= 2) sum = sum * s2 + 1.0 / k;
  return 2.0 * s * sum + exponent * 0.69314718055994531;
}

double ratio(double x, const std::array<double, 8>& above, const std::array<double, 8>& below) {
  double top = 0.0, bottom = 0.0;
  for (std::size_t i = above.size(); i-- > 0;) {
    top = top * x + above[i];
    bottom = bottom * x + below[i];
  }
  return top / bottom;
}

}  // namespace

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

double uniform_number(std::uint64_t seed, std::string_view name,
                      std::span<const std::int64_t> indices) {
  std::uint64_t x = mix(seed + hash_of(name));
  for (const std::int64_t index : indices) x = mix(x + static_cast<std::uint64_t>(index));
  return (static_cast<double>(x >> 12U) + 0.5) * 0x1p-52;
}

double normal_quantile(double p) {
  constexpr std::array<double, 8> kA{3.3871328727963666080e0, 1.3314166789178437745e2,
                                     1.9715909503065514427e3, 1.3731693765509461125e4,
                                     4.5921953931549871457e4, 6.7265770927008700853e4,
                                     3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr std::array<double, 8> kB{1.0,
                                     4.2313330701600911252e1,
                                     6.8718700749205790830e2,
                                     5.3941960214247511077e3,
                                     2.1213794301586595867e4,
                                     3.9307895800092710610e4,
                                     2.8729085735721942674e4,
                                     5.2264952788528545610e3};
  constexpr std::array<double, 8> kC{1.42343711074968357734e0,  4.63033784615654529590e0,
                                     5.76949722146069140550e0,  3.64784832476320460504e0,
                                     1.27045825245236838258e0,  2.41780725177450611770e-1,
                                     2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr std::array<double, 8> kD{1.0,
                                     2.05319162663775882187e0,
                                     1.67638483018380384940e0,
                                     6.89767334985100004550e-1,
                                     1.48103976427480074590e-1,
                                     1.51986665636164571966e-2,
                                     5.47593808499534494600e-4,
                                     1.05075007164441684324e-9};
  constexpr std::array<double, 8> kE{6.65790464350110377720e0,  5.46378491116411436990e0,
                                     1.78482653991729133580e0,  2.96560571828504891230e-1,
                                     2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                     2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr std::array<double, 8> kF{1.0,
                                     5.99832206555887937690e-1,
                                     1.36929880922735805310e-1,
                                     1.48753612908506148525e-2,
                                     7.86869131145613259100e-4,
                                     1.84631831751005468180e-5,
                                     1.42151175831644588870e-7,
                                     2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) return q * ratio(0.180625 - q * q, kA, kB);
  const double r = std::sqrt(-portable_log(q < 0 ? p : 1.0 - p));
  const double size = r <= 5.0 ? ratio(r - 1.6, kC, kD) : ratio(r - 5.0, kE, kF);
  return q < 0 ? -size : size;
}

}  // namespace luztar
