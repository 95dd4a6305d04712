#include <csignal>
#include <cstdio>
#include <system_error>

#include <dlfcn.h>
#include <unistd.h>

#include "luztar/io/system/system_process.h"

namespace luztar {
namespace {

constexpr int kEndings[] = {SIGINT, SIGTERM, SIGHUP};

void (*when_asked_to_end)() = nullptr;

void asked_to_end(int) { when_asked_to_end(); }

}  // namespace

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void call_when_asked_to_end(void (*then)()) {
  when_asked_to_end = then;
  for (const int number : kEndings) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = asked_to_end;
    sigaction(number, &action, nullptr);
  }
}

void end_when_asked_to() {
  for (const int number : kEndings) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == asked_to_end)
      std::signal(number, SIG_DFL);
  }
}

std::vector<std::filesystem::path> own_folders() {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  std::error_code problem;
  const fs::path program = fs::canonical("/proc/self/exe", problem);  // Linux has it
  if (!problem) folders.push_back(program.parent_path());
  Dl_info info{};
  static const char kHere = 0;
  if (::dladdr(&kHere, &info) != 0 && info.dli_fname != nullptr) {
    const fs::path module = fs::canonical(info.dli_fname, problem);
    if (!problem) folders.push_back(module.parent_path());
  }
  return folders;
}

}  // namespace luztar
