// What a program asks of the operating system about itself. One source for each system.
#pragma once

#include <filesystem>
#include <vector>

namespace luztar {

/// Standard error is a terminal, where somebody reads along.
bool stderr_is_terminal();

/// What asks a program to end, Ctrl-C, `kill` (SIGTERM), a terminal that is closed (SIGHUP), calls
/// `then` from now on and does nothing else. It may be called in the middle of anything, or from
/// another thread: it may write lock-free atomics only. What whoever started the program wants
/// ignored (nohup, background jobs) stays ignored. @param then  one at a time in a process
void call_when_asked_to_end(void (*then)());
/// Such a wish ends the program again.
void end_when_asked_to();

/// The folders of the program that runs and of the shared library, if it is in one, that has this
/// code; without those that the system does not name.
std::vector<std::filesystem::path> own_folders();

}  // namespace luztar
