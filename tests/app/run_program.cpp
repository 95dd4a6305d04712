#include "app/run_program.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/temporary_folder.h"

namespace luztar::test {
namespace {

int exit_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Beside `folder`, so that tests can tell what the program wrote; another one for each program.
std::filesystem::path log_path(const std::filesystem::path& folder) {
  static int programs = 0;
  return folder.string() + "_log" + std::to_string(programs++);
}

/// In the child: becomes the program; never returns.
[[noreturn]] void become(const std::filesystem::path& folder,
                         const std::vector<std::string>& arguments) {
  std::vector<char*> pointers{const_cast<char*>("luztar")};
  for (const auto& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  // A sanitizer that keeps freed memory would hide whether memory is bounded.
  ::setenv("ASAN_OPTIONS", "quarantine_size_mb=1:detect_leaks=0", 1);
  std::signal(SIGINT, SIG_DFL);  // test runners may have it ignored
  std::signal(SIGTERM, SIG_DFL);
  if (::chdir(folder.c_str()) == 0) ::execv(LUZTAR_APP, pointers.data());
  ::_exit(127);
}

void redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(127);
}

}  // namespace

Program::Program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 const std::string& out)
    : log_(log_path(folder)) {
  const std::string out_path = out.empty() ? log_.string() + ".out" : out;
  const std::string err_path = log_.string() + ".err";
  child_ = ::fork();
  if (child_ < 0) throw std::runtime_error("cannot fork");
  if (child_ > 0) return;
  redirect(out_path, STDOUT_FILENO);
  redirect(err_path, STDERR_FILENO);
  become(folder, arguments);
}

Program::~Program() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  std::error_code ignored;
  std::filesystem::remove(log_.string() + ".out", ignored);
  std::filesystem::remove(log_.string() + ".err", ignored);
}

void Program::send(int signal) const { ::kill(child_, signal); }

Outcome Program::wait() {
  int status = 0;
  rusage usage{};
  if (::wait4(child_, &status, 0, &usage) != child_) throw std::runtime_error("lost the program");
  child_ = -1;
  Outcome outcome{exit_status(status), {}, text_of(log_.string() + ".err"), usage.ru_maxrss};
  if (std::filesystem::exists(log_.string() + ".out")) {
    outcome.out = text_of(log_.string() + ".out");
  }
  return outcome;
}

Outcome run(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
            const std::string& out) {
  return Program(folder, arguments, out).wait();
}

Outcome run_on_terminal(const std::filesystem::path& folder,
                        const std::vector<std::string>& arguments, double seconds) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) become(folder, arguments);
  if (child < 0) throw std::runtime_error("no terminal");
  std::thread interrupter([=] {
    pause_for(seconds);
    ::kill(child, SIGINT);
  });
  Outcome outcome;
  char block[4096];
  for (ssize_t size = 0; (size = ::read(terminal, block, sizeof block)) > 0;) {
    outcome.out.append(block, static_cast<std::size_t>(size));
  }
  interrupter.join();
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  outcome.status = exit_status(status);
  return outcome;
}

bool appears(const std::filesystem::path& path) {
  for (int i = 0; i < 3000; ++i) {
    if (std::filesystem::exists(path)) return true;
    pause_for(0.01);
  }
  return false;
}

void pause_for(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace luztar::test
