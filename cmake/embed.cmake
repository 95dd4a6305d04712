# Writes a C++ file that holds the report's page, byte by byte:
#   cmake -D FOLDER=src/luztar/io/report -D OUTPUT=report_embedded.cpp -P cmake/embed.cmake
# Several files of a kind are joined in the order of their names.

include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)

set(code "// Made by cmake/embed.cmake.\n#include \"luztar/io/report/embedded.h\"\n\nnamespace luztar {\n")
foreach(kind html css js)
  file(GLOB parts ${FOLDER}/*.${kind})
  list(SORT parts)
  set(hex "")
  foreach(part IN LISTS parts)
    file(READ ${part} bytes HEX)
    string(APPEND hex "${bytes}")
  endforeach()
  luztar_bytes(bytes "${hex}")
  string(APPEND code
    "static constexpr char ${kind}_bytes[] = ${bytes};\n"
    "constinit const std::string_view report_${kind}{${kind}_bytes, ${bytes_size}};\n")
endforeach()
string(APPEND code "}  // namespace luztar\n")
file(WRITE ${OUTPUT} "${code}")
