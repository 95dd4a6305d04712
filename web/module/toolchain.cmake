# Preset `web`: Debian's emscripten. What it needs is said here, once.
set(ENV{NODE_PATH} /usr/share/nodejs)
set(EMSCRIPTEN_ROOT_PATH /usr/share/emscripten)
if(NOT EXISTS ${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
  message(FATAL_ERROR "no emscripten here; install it: tools/deps.sh web")
endif()
include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
