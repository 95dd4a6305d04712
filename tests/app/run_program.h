// Runs the built program like a user would: arguments in; exit status, stdout and stderr out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace luztar::test {

struct Outcome {
  int status{};  ///< exit status; 128 + signal if it was killed
  std::string out, err;
  long memory{};  ///< largest resident size [KiB]
};

/// A program that runs in the background, its output in files beside `folder`.
class Program {
 public:
  /// @param folder  the program's working directory
  /// @param out     where stdout goes; "" to keep it
  Program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
          const std::string& out = "");
  ~Program();  ///< kills it if nobody waited
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(int signal) const;
  Outcome wait();

 private:
  std::filesystem::path log_;
  pid_t child_{-1};
};

Outcome run(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
            const std::string& out = "");

/// Runs on a terminal (stderr and stdout) and sends SIGINT after `seconds`; what it showed.
Outcome run_on_terminal(const std::filesystem::path& folder,
                        const std::vector<std::string>& arguments, double seconds);

/// Waits until a file is there; false after 30 seconds.
bool appears(const std::filesystem::path& path);

void pause_for(double seconds);

}  // namespace luztar::test
