#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "luztar/io/system/system_run.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not in every unistd.h

namespace luztar {
namespace {

[[noreturn]] void fail_to_run(int number, const std::string& program) {
  throw std::system_error(number, std::generic_category(), "cannot run '" + program + "'");
}

/// Where the program reads and writes.
class Channels {
 public:
  explicit Channels(int to) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, to, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, to, STDERR_FILENO);
  }
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;
  ~Channels() { ::posix_spawn_file_actions_destroy(&actions_); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::string all_of(int channel) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t size = ::read(channel, part.data(), part.size());
    if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
    if (size == 0 || (size < 0 && errno != EINTR)) return text;
  }
}

int status_of(pid_t program) {
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& words) {
  const std::string program = words.empty() ? "" : words.front();
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) fail_to_run(errno, program);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  std::vector<std::string> own(words);
  std::vector<char*> arguments;
  for (std::string& word : own) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int problem = ::posix_spawnp(&child, program.c_str(), Channels(ends[1]).get(), nullptr,
                                     arguments.data(), environ);
  ::close(ends[1]);
  ProgramEnd end;
  if (problem == 0) {
    end.output = all_of(ends[0]);
    end.status = status_of(child);
  }
  ::close(ends[0]);
  if (problem != 0) fail_to_run(problem, program);
  return end;
}

}  // namespace luztar
