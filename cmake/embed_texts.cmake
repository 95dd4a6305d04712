# Writes a C++ file that holds files byte by byte, as derive/embedded.h declares them; box.c is box_c:
#   cmake -D "FILES=a/box.c;a/box.py" -D OUTPUT=texts_embedded.cpp -P cmake/embed_texts.cmake

include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)

set(code "// Made by cmake/embed_texts.cmake.\n")
string(APPEND code "#include \"luztar/derive/embedded.h\"\n\nnamespace luztar {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REPLACE "." "_" name ${name})
  string(TOLOWER ${name} name)
  file(READ ${file} hex HEX)
  luztar_bytes(bytes "${hex}")
  string(APPEND code
    "static constexpr char ${name}_bytes[] = ${bytes};\n"
    "constinit const std::string_view ${name}{${name}_bytes, ${bytes_size}};\n")
endforeach()
string(APPEND code "}  // namespace luztar\n")
file(WRITE ${OUTPUT} "${code}")
