# Writes a C++ file that holds the report's page, byte by byte (no limit of length, no escapes):
#   cmake -D FOLDER=src/luztar/io/report -D OUTPUT=report_embedded.cpp -P cmake/embed.cmake
# Several files of a kind are joined in the order of their names.

set(code "// Made by cmake/embed.cmake.\n#include \"luztar/io/report/embedded.h\"\n\nnamespace luztar {\n")
foreach(kind html css js)
  file(GLOB parts ${FOLDER}/*.${kind})
  list(SORT parts)
  set(hex "")
  foreach(part IN LISTS parts)
    file(READ ${part} bytes HEX)
    string(APPEND hex "${bytes}")
  endforeach()
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  # Lines of 32 bytes keep compilers and editors calm.
  string(REGEX REPLACE "(................................................................)" "\\1\n"
         hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND code
    "static constexpr char ${kind}_bytes[] = {\n${bytes}'\\0'};\n"
    "constinit const std::string_view report_${kind}{${kind}_bytes, ${size}};\n")
endforeach()
string(APPEND code "}  // namespace luztar\n")
file(WRITE ${OUTPUT} "${code}")
