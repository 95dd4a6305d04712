#include "luztar/exchange/fmu/fmu_call.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "luztar/core/error.h"

namespace luztar {
namespace {

constexpr std::array<std::pair<FmuLife, const char*>, 8> kLives{
    {{FmuLife::Instantiated, "before the initialization"},
     {FmuLife::Initialization, "in the initialization mode"},
     {FmuLife::Event, "in the event mode"},
     {FmuLife::Continuous, "in the continuous-time mode"},
     {FmuLife::Step, "between steps"},
     {FmuLife::Intermediate, "within a step"},
     {FmuLife::Ended, "when the run has ended"},
     {FmuLife::Terminated, "when it is terminated"}}};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_coded = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                          hex_digit(text[i + 2]) >= 0;
    made += is_coded ? static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2]))
                     : text[i];
    if (is_coded) i += 2;
  }
  return made;
}

}  // namespace

void refuse_fmi(const std::string& what) { throw std::invalid_argument(what); }

void need_equal(std::size_t count, std::size_t n_values) {
  if (count != n_values)
    refuse_fmi(std::to_string(count) + " values are needed, not " + std::to_string(n_values));
}

void check_life(const FmuInstance& fmu, const char* function, FmuLives allowed) {
  std::string now, instead;
  for (const auto& [life, words] : kLives) {
    if (fmu.is_in(static_cast<FmuLives>(life))) now = words;
    if ((allowed & static_cast<FmuLives>(life)) != 0)
      instead += (instead.empty() ? "" : ", ") + std::string(words);
  }
  refuse_fmi("it is not allowed " + now + "; " + function + " is called " + instead);
}

FmiStatus status_of_exception(const FmuInstance& fmu, const char* function) noexcept {
  try {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      fmu.say(FmiStatus::Error, std::string(function) + ": not enough memory");
    } catch (const std::exception& error) {
      fmu.say(FmiStatus::Error, std::string(function) + ": " + error.what());
    }
  } catch (...) {  // nothing can be said
  }
  return FmiStatus::Error;
}

const char* need_text(const char* text, const char* what) {
  if (text == nullptr) refuse_fmi(std::string(what) + " is NULL");
  return text;
}

void copy_bytes(const std::string& bytes, void* to, std::size_t room) {
  need_place(to);
  if (bytes.size() > room)
    refuse_fmi("a state of " + std::to_string(bytes.size()) + " bytes does not fit into " +
               std::to_string(room));
  std::memcpy(to, bytes.data(), bytes.size());
}

/// "file:/a", "file:///a", "file://localhost/a"; a path is one too.
std::filesystem::path path_of_uri(const std::string& uri) {
  std::string_view rest(uri);
  if (rest.starts_with('/')) return uri;
  if (!rest.starts_with("file:"))
    refuse_fmi("the resources are at " + quote(uri) + ", which is no file: URI");
  rest.remove_prefix(5);
  if (rest.starts_with("//")) {
    const std::size_t path = rest.find('/', 2);
    rest = path == std::string_view::npos ? std::string_view() : rest.substr(path);
  }
  return decoded(rest);
}

FmuInstance* new_fmu(const char* name, FmuInstance::Kind kind, const char* token,
                     const char* folder, bool is_uri, const FmuLogger& logger) noexcept {
  try {
    try {
      const std::string where = need_text(folder, "the path of the resources");
      FmuModel fmu = load_fmu(is_uri ? path_of_uri(where) : std::filesystem::path(where));
      if (need_text(token, "the token") != fmu.content.token)
        refuse_fmi("the token " + quote(token) + " is that of another FMU; this one has " +
                   quote(fmu.content.token));
      return std::make_unique<FmuInstance>(need_text(name, "the name of the instance"), kind,
                                           std::move(fmu), logger)
          .release();
    } catch (const std::exception& error) {
      if (logger)
        logger(FmiStatus::Error, "logStatusError", std::string("no instance: ") + error.what());
    }
  } catch (...) {  // nothing can be said
  }
  return nullptr;
}

bool wants_events(const char* const* wanted, std::size_t count) {
  constexpr std::array<std::string_view, 6> kKnown{"logEvents",        "logStatusWarning",
                                                   "logStatusDiscard", "logStatusError",
                                                   "logStatusFatal",   "logAll"};
  if (count == 0) return true;
  need_place(wanted);
  bool events = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view category = need_text(wanted[i], "a category");
    if (std::ranges::find(kKnown, category) == kKnown.end())
      refuse_fmi("no category " + quote(category) +
                 "; there are logEvents, "
                 "logStatusWarning, logStatusDiscard, logStatusError, logStatusFatal and "
                 "logAll");
    events |= category == kKnown.front() || category == kKnown.back();
  }
  return events;
}

}  // namespace luztar
