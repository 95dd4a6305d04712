// Files that a command makes when asked to, one at a time.
#pragma once

#include <string>

/// Writes `text` to a file, its folder made if it is not there. False, with a line on standard
/// error, if there is one already and `force` is not given. Throws std::system_error.
bool write_new_file(const std::string& path, const std::string& text, bool force);
