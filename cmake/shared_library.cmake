# luztar_c: functions of C alone are seen, and it needs nothing but the C library, so that a copy of it
# runs wherever an FMU is unpacked.

add_library(luztar_c SHARED src/luztar/exchange/luztar_c.h)
set_target_properties(luztar_c PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(luztar_c PRIVATE luztar)
if(WIN32)
  set_target_properties(luztar_c PROPERTIES PREFIX "")  # as find_fmu_library() looks for it
endif()
# What is to be taken from the static libraries, with all beside it.
foreach(function luztar_version fmi2GetVersion fmi2DoStep fmi3GetVersion fmi3GetFloat64 fmi3DoStep)
  target_link_options(luztar_c PRIVATE "LINKER:-u,$<$<PLATFORM_ID:Darwin>:_>${function}")
endforeach()
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  set(seen ${PROJECT_SOURCE_DIR}/cmake/luztar_c.map)
  target_link_options(luztar_c PRIVATE LINKER:--version-script=${seen} LINKER:--gc-sections
                      $<$<CONFIG:Release>:-s>)
  set_target_properties(luztar_c PROPERTIES LINK_DEPENDS ${seen})
  if(NOT LUZTAR_SANITIZE)
    target_link_options(luztar_c PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endif()
