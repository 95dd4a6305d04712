// Where the shared library is whose copy every FMU has.
#include <stdexcept>
#include <string>
#include <system_error>

#include "luztar/exchange/fmu/export_fmu.h"
#include "luztar/io/system/system_process.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;

#if defined(_WIN32)
constexpr const char* kLibraryName = "luztar_c.dll";
#elif defined(__APPLE__)
constexpr const char* kLibraryName = "libluztar_c.dylib";
#else
constexpr const char* kLibraryName = "libluztar_c.so";
#endif

}  // namespace

fs::path find_fmu_library() {
  std::string places;
  std::error_code problem;
  for (const fs::path& folder : own_folders())
    for (const char* from : {".", "../lib", "../lib64", "../lib/x86_64-linux-gnu",
                             "../lib/aarch64-linux-gnu", "lib"}) {
      fs::path file = (folder / from / kLibraryName).lexically_normal();
      if (fs::is_regular_file(file, problem)) return file;
      places += (places.empty() ? "" : ", ") + file.parent_path().string();
    }
  throw std::runtime_error(std::string("no ") + kLibraryName + " in " + places +
                           "; name it with --library FILE");
}

}  // namespace luztar
