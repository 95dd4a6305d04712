# Writes a C++ file that holds the style of printed documents as derive/embedded.h declares it:
#   cmake -D SOURCE=src/luztar -D OUTPUT=styles_embedded.cpp -P cmake/embed_styles.cmake

include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)

set(code "// Made by cmake/embed_styles.cmake.\n#include \"luztar/derive/embedded.h\"\n\nnamespace luztar {\n")
foreach(pair "report_page=io/report/page.css" "document=derive/document.css")
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 path)
  file(READ ${SOURCE}/${path} hex HEX)
  luztar_bytes(bytes "${hex}")
  string(APPEND code
    "static constexpr char ${name}_bytes[] = ${bytes};\n"
    "constinit const std::string_view ${name}_css{${name}_bytes, ${bytes_size}};\n")
endforeach()
string(APPEND code "}  // namespace luztar\n")
file(WRITE ${OUTPUT} "${code}")
