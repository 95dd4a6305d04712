#include "luztar/exchange/fmu/compile_fmu.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/io/read_file.h"
#include "luztar/io/system/system_run.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;

/// A new folder for temporary files. Its name is of the clock: std::random_device makes the library
/// of all FMUs need the C library 2.36, which Ubuntu 22.04 has not.
class Workshop {
 public:
  Workshop() {
    do {
      const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
      folder_ = fs::temp_directory_path() / ("luztar_fmu_" + std::to_string(now));
    } while (!fs::create_directory(folder_));
    fs::permissions(folder_, fs::perms::owner_all);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_;
};

std::vector<std::string> command_of(const std::string& compiler) {
  const char* const own = std::getenv("CC");
  const auto split = [](const std::string& text) {
    std::istringstream words(text);
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    return list;
  };
  std::vector<std::string> words = split(compiler);
  if (words.empty() && own != nullptr) words = split(own);
  if (words.empty()) words = {"cc"};
  return words;
}

/// The first lines say most.
std::string begin_of(const std::string& output) {
  constexpr std::size_t kMostWords = 2000;
  return output.size() <= kMostWords ? output : output.substr(0, kMostWords) + " ...";
}

std::string call_of_compiler(const std::vector<std::string>& words) {
  const std::string advice =
      "; name a C compiler with --compiler or CC, or export without --compiled, which needs none";
  try {
    const ProgramEnd end = run_program(words);
    if (end.status == 0) return end.output;
    throw std::runtime_error("the C compiler " + quote(words.front()) + " ends with status " +
                             std::to_string(end.status) + advice + "\n" + begin_of(end.output));
  } catch (const std::system_error& error) {
    throw std::runtime_error(std::string(error.what()) + advice);
  }
}

}  // namespace

std::string compile_fmu(const std::string& compiler,
                        const std::map<std::string, std::string>& sources) {
  const Workshop workshop;
  const std::string library = workshop.file("library");
  std::vector<std::string> words = command_of(compiler);
  for (const char* flag : {"-std=c99", "-O2", "-fPIC", "-fvisibility=hidden", "-shared"})
    words.emplace_back(flag);
#if defined(__linux__)
  words.emplace_back("-s");
#endif
  words.insert(words.end(), {"-o", library});
  for (const auto& [name, text] : sources) {
    std::ofstream file(workshop.file(name), std::ios::binary);
    if (!(file << text).flush())
      throw std::system_error(std::make_error_code(std::errc::io_error),
                              "cannot write '" + workshop.file(name) + "'");
    if (name.ends_with(".c")) words.push_back(workshop.file(name));
  }
  words.emplace_back("-lm");
  call_of_compiler(words);
  return read_file(library, {library, 0, 0});
}

}  // namespace luztar
