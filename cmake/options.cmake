# Options, and two interface targets: `luztar_options`, which a program that links the library gets too, and
# `luztar_warnings`, which is for our own code only.

option(LUZTAR_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(LUZTAR_INSTALL "Rules for cmake --install and cpack" ${PROJECT_IS_TOP_LEVEL})
option(LUZTAR_BENCH "Build the benchmarks (SUNDIALS, Boost, google-benchmark)" OFF)
option(LUZTAR_PEERS "Build the programs of bench/peers, for engines that are installed" OFF)
option(LUZTAR_PYTHON "Build the Python package (nanobind)" OFF)
option(LUZTAR_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(LUZTAR_WERROR "Warnings are errors" OFF)
option(LUZTAR_UNITY "Compile sources of a folder together: half of the time of a whole build" ON)
set(LUZTAR_BUILT "" CACHE PATH
    "A build of these sources whose libraries and program are taken, not compiled again")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  # Sanitized code without any optimisation makes the tests three times slower. Lines are what the
  # sanitizers' messages need; the rest of -g takes a quarter of the time of a build.
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
  set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
  if(EMSCRIPTEN)  # a page is waited for: web/module/headers.cmake
    set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG")
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(CCACHE ccache)
  if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  endif()
endif()

add_library(luztar_options INTERFACE)
target_compile_features(luztar_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
# The static libraries go into shared ones too: the Python module, a user's own.
if(NOT EMSCRIPTEN)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
configure_file(cmake/version.h.in ${PROJECT_BINARY_DIR}/include/luztar/version.h @ONLY)
target_include_directories(luztar_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
target_compile_definitions(luztar_options INTERFACE
  $<BUILD_INTERFACE:$<$<CONFIG:Debug>:LUZTAR_ENABLE_ASSERT>>)
# The same bits in every build: no fused multiply-add behind our back.
target_compile_options(luztar_options INTERFACE -ffp-contract=off)

# Ten sources at a time: larger ones leave a core without work at the end, and less is inlined.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 10)

add_library(luztar_warnings INTERFACE)
if(EMSCRIPTEN)  # clang 14 warns of shadows that are none
  return()
endif()
target_compile_options(luztar_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # g++ 12 sees overlapping copies in std::string::insert that are not there (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${LUZTAR_WERROR}>:-Werror>)

if(LUZTAR_SANITIZE)
  target_compile_options(luztar_options INTERFACE
    -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
    -fno-omit-frame-pointer
    # Where the scopes of temporaries end: a third of the time of a build. g++ and clang-tidy know most of it.
    -fno-sanitize-address-use-after-scope
    -Wno-maybe-uninitialized  # false alarms of g++ on instrumented code; release has the warning
    # A check at each access that its pointer is neither 0 nor skew takes a third of the time of a build. The
    # address sanitizer ends where 0 is read or written, and only these layers make pointers of bytes and handles.
    $<$<NOT:$<IN_LIST:$<TARGET_PROPERTY:NAME>,luztar_io;luztar_exchange;luztar_c>>:-fno-sanitize=null,alignment>)
  target_link_options(luztar_options INTERFACE -fsanitize=address,undefined)
endif()
