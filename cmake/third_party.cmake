# What we use of others. All of it comes from the system's package manager: tools/deps.sh.
# Without a version for Eigen: both 3.4 and 5.0 will do.

find_package(Threads REQUIRED)
foreach(name Eigen3 fmt nlohmann_json)
  find_package(${name} CONFIG QUIET)
  if(NOT ${name}_FOUND)
    luztar_missing(${name})
  endif()
endforeach()

# A wheel needs nothing of the machine that it is installed on.
if(SKBUILD)
  set(luztar_fmt fmt::fmt-header-only)
else()
  set(luztar_fmt fmt::fmt)
endif()

function(luztar_header_only target header)
  if(TARGET ${target})
    return()
  endif()
  string(MAKE_C_IDENTIFIER ${header} found)
  find_path(${found}_DIR ${header})
  mark_as_advanced(${found}_DIR)
  if(NOT ${found}_DIR)
    luztar_missing("Header <${header}>")
  endif()
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} INTERFACE ${${found}_DIR})
endfunction()

luztar_header_only(tomlplusplus::tomlplusplus toml++/toml.h)
luztar_header_only(CLI11::CLI11 CLI/CLI.hpp)
luztar_header_only(taocpp::pegtl tao/pegtl.hpp)
luztar_header_only(luztar_boost boost/version.hpp)
