// Random parameters of repeated parts and of sweeps: a number is a function of its seed and its
// place, so that no order of evaluation changes it and every machine has the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace luztar {

enum class RandomKind : std::uint8_t { Uniform, LogUniform, Normal, Lognormal };

/// What a distribution is called and made of, in the order of RandomKind.
struct RandomForm {
  std::string_view name;
  std::string_view first, second;

  bool is_range() const { return first == "least"; }
};
inline constexpr std::array<RandomForm, 4> kRandomForms{
    {{"uniform", "least", "most"},
     {"loguniform", "least", "most"},
     {"normal", "mean", "deviation"},
     {"lognormal", "median", "deviation of the logarithm"}}};

inline const RandomForm& form_of(RandomKind kind) {
  return kRandomForms[static_cast<std::size_t>(kind)];
}

/// FNV-1a with 64 bits.
std::uint64_t hash_of(std::string_view text);

/// Uniform in (0, 1), never an end: (k + 1/2) / 2^52 with the upper 52 bits k of
///
///     x = mix(seed + hash_of(name)),  then  x = mix(x + index) for each index
///
/// where mix is the finalizer of splitmix64 (Steele, Lea, Flood 2014):
/// x += 0x9e3779b97f4a7c15, x = (x ^ x>>30) * 0xbf58476d1ce4e5b9, x = (x ^ x>>27) *
/// 0x94d049bb133111eb, x ^ x>>31.
double uniform_number(std::uint64_t seed, std::string_view name,
                      std::span<const std::int64_t> indices);

/// The quantile of the standard normal distribution at p in (0, 1), to 1e-15 relative, with the
/// same bits wherever doubles follow IEEE 754 (Wichura, AS 241, 1988; its logarithm is our own).
double normal_quantile(double p);

}  // namespace luztar
