// Words for command lines that are wrong: what was probably meant.
#pragma once

#include <string>
#include <vector>

/// On a command line that does not begin with a command; "" if it does, or with --help, --version.
/// @param words  without the program's name
std::string no_command_words(const std::vector<std::string>& words,
                             const std::vector<std::string>& commands);

/// On an argument that a command does not take.
/// @param words    the whole line, without the program's name
/// @param options  of the command: "--out", "-o" ...
std::string unexpected_words(const std::string& argument, const std::vector<std::string>& words,
                             const std::vector<std::string>& options);
