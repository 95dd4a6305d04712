#include <system_error>

#include "luztar/io/system/system_run.h"

namespace luztar {

ProgramEnd run_program(const std::vector<std::string>& words) {
  throw std::system_error(std::make_error_code(std::errc::not_supported),
                          "luztar runs no programs on Windows: '" +
                              (words.empty() ? std::string() : words.front()) + "'");
}

}  // namespace luztar
