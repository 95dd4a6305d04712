# Headers of others for emscripten: links to just these, because the rest of /usr/include is of another machine.
set(luztar_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${luztar_headers})
foreach(name fmt nlohmann toml++ tao boost)
  if(NOT EXISTS /usr/include/${name})
    luztar_missing("Headers </usr/include/${name}>")
  endif()
  file(CREATE_LINK /usr/include/${name} ${luztar_headers}/${name} SYMBOLIC)
endforeach()
if(NOT EXISTS /usr/include/eigen3/Eigen)
  luztar_missing(Eigen3)
endif()
add_library(luztar_web_headers INTERFACE)
target_include_directories(luztar_web_headers SYSTEM INTERFACE ${luztar_headers} /usr/include/eigen3)
target_compile_definitions(luztar_web_headers INTERFACE
  FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=',' FMT_USE_LONG_DOUBLE=0)  # without locales
foreach(name Threads::Threads Eigen3::Eigen fmt::fmt nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus taocpp::pegtl)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(${name} INTERFACE luztar_web_headers)
endforeach()
add_library(luztar_boost INTERFACE)
target_link_libraries(luztar_boost INTERFACE luztar_web_headers)
set(luztar_fmt fmt::fmt)

# em++ turns inlining off with -Os and -Oz, which makes a run five times slower and the module no smaller. Numbers are
# extended and rounded by instructions that every browser with exceptions of WebAssembly has; series/lanes.h takes two
# at a time (a sixth of the time of a run), which Safari has since 16.4.
add_compile_options(-finline-functions -msign-ext -mnontrapping-fptoint -msimd128)
# Their loops over two numbers at a time are twice as fast when they are unrolled.
set_source_files_properties(src/luztar/simulate/ledger.cpp src/luztar/series/polynomial.cpp PROPERTIES COMPILE_OPTIONS -O2)

# What its standard library lacks.
add_compile_options(-include ${PROJECT_SOURCE_DIR}/web/module/shim/standard_library.h -fwasm-exceptions)
include_directories(SYSTEM web/module/shim)  # memory_resource
include(${CMAKE_CURRENT_LIST_DIR}/left_out.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sobol.cmake)
