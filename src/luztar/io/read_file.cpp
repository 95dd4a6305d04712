#include "luztar/io/read_file.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace luztar {

std::string read_file(const std::string& path, const SourceLocation& asked_by) {
  const auto fail = [&](const std::string& reason) {
    // At the top there is no line to point at, and the path is the place itself.
    const bool top = asked_by.line == 0;
    throw ModelError(asked_by, reason + (top ? "" : ": '" + path + "'"),
                     top ? "check the path" : "data files are looked for beside the model file");
  };
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (status.type() == std::filesystem::file_type::not_found) fail("no such file");
  if (problem) fail("cannot be opened: " + problem.message());
  if (!std::filesystem::is_regular_file(status)) fail("not an ordinary file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(std::string("cannot be opened: ") + std::strerror(errno));
  std::string text;
  const auto size = std::filesystem::file_size(path, problem);
  if (!problem) text.reserve(static_cast<std::size_t>(size));
  text.assign(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) fail("cannot be read");
  return text;
}

}  // namespace luztar
