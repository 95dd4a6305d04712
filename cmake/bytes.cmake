# luztar_bytes(OUT HEX): an initializer list of the bytes in HEX (file(READ ... HEX)) with a '\0' at
# the end, and OUT_size, their number without it. No limit of length, no escapes.
function(luztar_bytes out hex)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  # Lines of 32 bytes keep compilers and editors calm.
  string(REGEX REPLACE "(................................................................)" "\\1\n"
         hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  set(${out} "{\n${bytes}'\\0'}" PARENT_SCOPE)
  set(${out}_size ${size} PARENT_SCOPE)
endfunction()
