// The members of a State out of JSON.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "luztar/core/error.h"
#include "luztar/dynamics/system/state.h"

namespace luztar {

/// Whole numbers and modes.
template <class Type>
concept Whole = std::integral<Type> || std::is_enum_v<Type>;

/// Takes the members of a state out of JSON, or says which one is wrong.
class StateReader {
 public:
  using Json = nlohmann::json;
  static constexpr const char* kAdvice =
      "give a summary.json or a state written by this version of luztar, unchanged";
  static constexpr const char* kSameModel = "continue with the model that the state was made with";

  StateReader(const Json& json, const std::string& path) : json_(json), path_(path) {}

  [[noreturn]] void fail(const std::string& what, const std::string& advice = kAdvice) const {
    throw ModelError(SourceLocation{path_, 0, 0}, what, advice);
  }

  bool has(const char* key) const { return json_.find(key) != json_.end(); }
  bool is_empty(const char* key) const { return list(key, std::nullopt).empty(); }

  const Json& member(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) fail(std::string("the state has no '") + key + "'");
    return *found;
  }

  void read(const char* key, double& to) const { to = number(member(key), key); }
  void read(const char* key, bool& to) const {
    const Json& value = member(key);
    if (!value.is_boolean()) fail(std::string("'") + key + "' is neither true nor false");
    to = value.get<bool>();
  }
  void read(const char* key, Time& to) const { to = pair<Time>(member(key), key); }
  void read(const char* key, Sum& to) const { to = pair<Sum>(member(key), key); }

  /// A count, in [low, high].
  void read(const char* key, std::int64_t& to, std::int64_t low, std::int64_t high) const {
    to = integer(member(key), key, low, high);
  }

  void read(const char* key, std::vector<double>& to,
            std::optional<std::size_t> size = std::nullopt) const {
    for (const Json& value : list(key, size)) to.push_back(number(value, key));
  }
  void read(const char* key, std::vector<Sum>& to, std::size_t size) const {
    for (const Json& value : list(key, size)) to.push_back(pair<Sum>(value, key));
  }
  template <Whole Type>
  void read(const char* key, std::vector<Type>& to, std::optional<std::size_t> size,
            std::int64_t low = -1, std::int64_t high = 1) const {
    for (const Json& value : list(key, size))
      to.push_back(static_cast<Type>(integer(value, key, low, high)));
  }

 private:
  const Json& list(const char* key, std::optional<std::size_t> size) const {
    const Json& values = member(key);
    if (!values.is_array()) fail(std::string("'") + key + "' is not a list");
    if (size && values.size() != *size) {
      fail("'" + std::string(key) + "' has " + std::to_string(values.size()) +
               " entries where this model needs " + std::to_string(*size),
           kSameModel);
    }
    return values;
  }

  double number(const Json& value, const char* key) const {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      fail(std::string("'") + key + "' holds something that is not a finite number");
    }
    return value.get<double>();
  }

  template <class Pair>
  Pair pair(const Json& value, const char* key) const {
    if (!value.is_array() || value.size() != 2) {
      fail(std::string("'") + key + "' is not [value, rest]");
    }
    return {number(value[0], key), number(value[1], key)};
  }

  std::int64_t integer(const Json& value, const char* key, std::int64_t low,
                       std::int64_t high) const {
    // An unsigned number beyond int64 would wrap around in get().
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() ||
                       value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max());
    const std::int64_t number = fits ? value.get<std::int64_t>() : low - 1;
    if (number < low || number > high) {
      fail("'" + std::string(key) + "' holds something that is not a whole number from " +
           std::to_string(low) + " to " + std::to_string(high));
    }
    return number;
  }

  const Json& json_;
  const std::string& path_;
};

}  // namespace luztar
