// Where the shared library is whose copy every FMU has.
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

#include "luztar/exchange/fmu/export_fmu.h"

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

/// Of the program, and of the shared library that has this code.
std::vector<fs::path> own_folders() {
  std::vector<fs::path> folders;
  std::error_code problem;
  const fs::path program = fs::canonical("/proc/self/exe", problem);
  if (!problem) folders.push_back(program.parent_path());
#if !defined(_WIN32)
  Dl_info info{};
  static const char kHere = 0;
  if (dladdr(&kHere, &info) != 0 && info.dli_fname != nullptr) {
    const fs::path module = fs::canonical(info.dli_fname, problem);
    if (!problem) folders.push_back(module.parent_path());
  }
#endif
  return folders;
}

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
