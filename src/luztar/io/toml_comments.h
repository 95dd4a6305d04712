// Comments of a TOML file, for a file that is written anew.
#pragma once

#include <string>
#include <string_view>

namespace luztar {

/// `written` with the comments of `original` at everything that both have: above a key or a table's
/// header, and behind it; those at the top of the file stay there, those at its end too. An element
/// is the same one by its name, whatever its table is (a friction that has become a damper). Lines
/// that stand alone between two blank ones go with what follows them.
/// Both are TOML; `path` of the original is for messages.
std::string with_comments(const std::string& written, std::string_view original,
                          const std::string& path);

/// The same with the text of a file.
std::string with_comments_of_file(const std::string& written, const std::string& path);

}  // namespace luztar
