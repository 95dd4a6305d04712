# Writes a C++ file that holds the files of examples/, byte by byte:
#   cmake -D FOLDER=examples -D OUTPUT=examples_embedded.cpp -P cmake/embed_examples.cmake
# The order and the groups are those of list.txt, which must name every model.

cmake_minimum_required(VERSION 3.21)
include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)

file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*.toml ${FOLDER}/*.csv)
list(SORT files)
file(STRINGS ${FOLDER}/list.txt listed REGEX "^  ")
list(TRANSFORM listed STRIP)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  if(NOT name IN_LIST listed)
    message(FATAL_ERROR "examples/${file} is not in examples/list.txt; add a line with its name")
  endif()
endforeach()
foreach(name IN LISTS listed)
  if(NOT EXISTS ${FOLDER}/${name}.toml)
    message(FATAL_ERROR "examples/list.txt names ${name}, but there is no examples/${name}.toml")
  endif()
endforeach()

set(code "// Made by cmake/embed_examples.cmake.\n#include \"apps/embedded_examples.h\"\n\n")
set(table "")
set(number 0)
foreach(file IN ITEMS list.txt ${files})
  file(READ ${FOLDER}/${file} hex HEX)
  luztar_bytes(bytes "${hex}")
  string(APPEND code "static constexpr char bytes_${number}[] = ${bytes};\n")
  string(APPEND table "    {\"${file}\", {bytes_${number}, ${bytes_size}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND code
  "static constexpr EmbeddedFile files[] = {\n${table}};\n"
  "constinit const std::span<const EmbeddedFile> embedded_examples{files};\n")
file(WRITE ${OUTPUT} "${code}")
