#include "luztar/import/import_model.h"

#include "luztar/core/error.h"
#include "luztar/import/mjcf_import.h"
#include "luztar/import/modelica_import.h"

namespace luztar {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

}  // namespace

std::string import_model(const std::string& text, const std::string& file,
                         const ImportOptions& options) {
  if (text.size() > kMostBytes)
    throw ModelError({file, 0, 0}, "the file is larger than 16 MB", "import a smaller model");
  if (text.find('\0') != std::string::npos)
    throw ModelError({file, 1, 1}, "this is no text",
                     "give a file of Modelica (.mo) or MuJoCo (.xml)");
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  const bool is_xml = first != std::string::npos && text[first] == '<';
  return written(is_xml ? mjcf::imported(text, file, options.key, options.duration)
                        : modelica::imported(text, file, options.model, options.duration));
}

}  // namespace luztar
