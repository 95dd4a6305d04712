// The library of an FMU that is compiled for one model.
#pragma once

#include <map>
#include <string>

namespace luztar {

/// Runs a C compiler over sources of C99 in a folder of its own, which is removed.
/// @param compiler  words of a command, "gcc" or "clang -m32"; "": of the environment variable CC;
///                  "cc" if there is none
/// @param sources  texts of *.c and *.h by their names
/// @return the bytes of the shared library. Throws std::runtime_error with what the compiler says,
/// or where there is none.
std::string compile_fmu(const std::string& compiler,
                        const std::map<std::string, std::string>& sources);

}  // namespace luztar
