// Written by the documentation of Windows. Compiled by MinGW and run by Wine; on Windows nobody has
// run it.
#include <atomic>
#include <cstdio>
#include <string>
#include <system_error>

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <io.h>
#include <windows.h>

#include "luztar/io/system/system_process.h"

namespace luztar {
namespace {

std::atomic<void (*)()> when_asked_to_end{nullptr};

/// Called in a thread of its own.
BOOL WINAPI asked_to_end(DWORD what) {
  if (what != CTRL_C_EVENT && what != CTRL_BREAK_EVENT && what != CTRL_CLOSE_EVENT) return FALSE;
  when_asked_to_end.load()();
  // The system ends the program when this returns, and after some seconds anyway.
  if (what == CTRL_CLOSE_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

/// Of a program or a library; nullptr: of the program that runs. Empty: it has no name.
std::filesystem::path file_of(HMODULE module) {
  std::wstring name(32768, L'\0');  // the longest
  const DWORD size = ::GetModuleFileNameW(module, name.data(), static_cast<DWORD>(name.size()));
  name.resize(size);
  return name;
}

}  // namespace

bool stderr_is_terminal() { return ::_isatty(::_fileno(stderr)) != 0; }

void call_when_asked_to_end(void (*then)()) {
  when_asked_to_end = then;
  ::SetConsoleCtrlHandler(asked_to_end, TRUE);
}

void end_when_asked_to() { ::SetConsoleCtrlHandler(asked_to_end, FALSE); }

std::vector<std::filesystem::path> own_folders() {
  namespace fs = std::filesystem;
  std::vector<fs::path> files{file_of(nullptr)};
  HMODULE module = nullptr;
  static const char kHere = 0;
  if (::GetModuleHandleExW(
          GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
          reinterpret_cast<LPCWSTR>(&kHere), &module) != 0)
    files.push_back(file_of(module));
  std::vector<fs::path> folders;
  for (const fs::path& file : files) {
    std::error_code problem;
    const fs::path whole = fs::canonical(file, problem);
    if (!problem) folders.push_back(whole.parent_path());
  }
  return folders;
}

}  // namespace luztar
