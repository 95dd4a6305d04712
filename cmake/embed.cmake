# Writes a C++ file that holds the pages' parts, byte by byte:
#   cmake -D FOLDER=src/luztar/io/report -D OUTPUT=report_embedded.cpp -P cmake/embed.cmake
# Several files of a kind are joined in the order of their names.

include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)

set(code "// Made by cmake/embed.cmake.\n#include \"luztar/io/report/embedded.h\"\n\nnamespace luztar {\n")

# luztar_join(NAME PATTERN): all files of the pattern as NAME.
function(luztar_join name pattern)
  file(GLOB parts ${FOLDER}/${pattern})
  list(SORT parts)
  set(hex "")
  foreach(part IN LISTS parts)
    file(READ ${part} bytes HEX)
    string(APPEND hex "${bytes}")
  endforeach()
  luztar_bytes(bytes "${hex}")
  string(APPEND code
    "static constexpr char ${name}_bytes[] = ${bytes};\n"
    "constinit const std::string_view ${name}{${name}_bytes, ${bytes_size}};\n")
  set(code "${code}" PARENT_SCOPE)
endfunction()

luztar_join(report_html *.html)
luztar_join(report_css *.css)
luztar_join(report_js *.js)
luztar_join(shared_js shared/*.js)
luztar_join(timed_js timed/*.js)
luztar_join(compare_js compare/*.js)
luztar_join(fit_js fit/*.js)
luztar_join(sweep_js sweep/*.js)
string(APPEND code "}  // namespace luztar\n")
file(WRITE ${OUTPUT} "${code}")
