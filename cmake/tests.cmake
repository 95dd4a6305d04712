# tests/<layer>/*.cpp is the program test_<layer>; other folders (acceptance, app) test the whole.
# tests/fuzz/*.cpp are programs of their own, tests/tools/*.py tests of the Python tools,
# tests/formulas reads what the program prints.

enable_testing()
find_path(DOCTEST_INCLUDE_DIR doctest/doctest.h)
if(NOT DOCTEST_INCLUDE_DIR)
  luztar_missing(doctest)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_custom_target(tests)  # all test programs: twice the time of the library
add_library(luztar_test_main OBJECT EXCLUDE_FROM_ALL tests/main.cpp)
target_include_directories(luztar_test_main PUBLIC ${DOCTEST_INCLUDE_DIR})
target_link_libraries(luztar_test_main PUBLIC luztar_options luztar_warnings)

# What a test program uses of another one's folder.
set(luztar_borrowed_derive ${PROJECT_SOURCE_DIR}/tests/algebra/exact_value.cpp)
set(luztar_borrowed_stepping ${PROJECT_SOURCE_DIR}/tests/friction/allocations.cpp)
set(luztar_borrowed_simulate ${PROJECT_SOURCE_DIR}/tests/friction/allocations.cpp)
set(luztar_borrowed_exchange ${PROJECT_SOURCE_DIR}/tests/friction/allocations.cpp
                             ${PROJECT_SOURCE_DIR}/tests/acceptance/network.cpp
                             ${PROJECT_SOURCE_DIR}/tests/acceptance/rich_network.cpp
                             ${PROJECT_SOURCE_DIR}/tests/acceptance/rich_kinds.cpp)
set(luztar_borrowed_inertias ${PROJECT_SOURCE_DIR}/tests/acceptance/generated_program.cpp)
set(luztar_borrowed_acceptance ${PROJECT_SOURCE_DIR}/tests/algebra/exact_value.cpp)

# Replaces test sources in `list` by files that join them (cmake/join_sources.py), up to 150 kB each: what
# they include takes a sixth of the time of a file of that size, and half of that of a small one.
function(luztar_join_tests name list)
  set(joined)
  set(part)
  set(size 0)
  foreach(test IN LISTS ${list})
    file(SIZE ${test} more)
    math(EXPR size "${size} + ${more}")
    if(part AND size GREATER 150000)
      luztar_join_part(${name} joined ${part})
      set(part)
      set(size ${more})
    endif()
    list(APPEND part ${test})
  endforeach()
  luztar_join_part(${name} joined ${part})
  set(${list} ${joined} PARENT_SCOPE)
endfunction()

# Appends to `list` the file that joins the sources behind it.
function(luztar_join_part name list)
  list(LENGTH ${list} number)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/joined/${name}_${number}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/join_sources.py ${output} ${ARGN}
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/join_sources.py
    VERBATIM)
  set(${list} ${${list}} ${output} PARENT_SCOPE)
endfunction()

function(luztar_add_test_program folder)
  file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cpp)
  if(NOT tests)
    return()
  endif()
  get_filename_component(name ${folder} NAME)
  file(GLOB helpers CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(REMOVE_ITEM helpers ${tests})
  if(LUZTAR_UNITY)
    luztar_join_tests(${name} tests)
  endif()
  set(sources ${tests} ${helpers})
  add_executable(test_${name} EXCLUDE_FROM_ALL ${sources} ${luztar_borrowed_${name}})
  add_dependencies(tests test_${name})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}
                                                  ${folder})
  target_compile_definitions(test_${name} PRIVATE LUZTAR_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # It is the library that is tested: its tests keep the address sanitizer only (Eigen allocates in
  # another way with it), and are hardly optimised. That is half of the time of a build.
  if(LUZTAR_SANITIZE)
    set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS
      "-fno-sanitize=undefined;-fno-sanitize=float-cast-overflow")
  endif()
  target_compile_options(test_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  # Derivatives are those of runs of model files.
  if(name IN_LIST LUZTAR_LAYERS AND NOT name STREQUAL sensitivity)
    target_link_libraries(test_${name} PRIVATE luztar_${name})
  else()
    target_link_libraries(test_${name} PRIVATE luztar)
  endif()
  target_link_libraries(test_${name} PRIVATE luztar_test_main nlohmann_json::nlohmann_json fmt::fmt
                                             Eigen3::Eigen)  # for witnesses that share no code with the library
  if(TARGET luztar_app)
    target_compile_definitions(test_${name} PRIVATE LUZTAR_APP="$<TARGET_FILE:luztar_app>")
    if(NOT name IN_LIST LUZTAR_LAYERS)
      add_dependencies(test_${name} luztar_app)
    endif()
  endif()
  if(name STREQUAL exchange AND TARGET luztar_c)
    target_compile_definitions(test_exchange PRIVATE LUZTAR_C="$<TARGET_FILE:luztar_c>")
    add_dependencies(test_exchange luztar_c)
  endif()
  add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900 LABELS cpp)
endfunction()

file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/tests/*)
foreach(folder IN LISTS folders)
  if(IS_DIRECTORY ${folder} AND NOT folder MATCHES "/fuzz$")
    luztar_add_test_program(${folder})
  endif()
endforeach()

file(GLOB fuzzers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp)
foreach(source IN LISTS fuzzers)
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "^(mutate|fuzz)_" "" name ${name})  # mutate_models.cpp is fuzz_models
  add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${source})
  add_dependencies(tests fuzz_${name})
  target_link_libraries(fuzz_${name} PRIVATE luztar luztar_warnings)
  target_compile_definitions(fuzz_${name} PRIVATE LUZTAR_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endforeach()

add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_layers.py
                             ${PROJECT_SOURCE_DIR}/src/luztar ${PROJECT_SOURCE_DIR}/apps)
add_test(NAME house COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/house.py --limits)
set_tests_properties(layers house PROPERTIES LABELS tools)
file(GLOB tool_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/tools/*_test.py)
foreach(test IN LISTS tool_tests)
  get_filename_component(name ${test} NAME_WE)
  add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS tools)
endforeach()

add_test(NAME printed_formulas COMMAND ${Python3_EXECUTABLE} tests/formulas/printed_formulas_test.py
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(printed_formulas PROPERTIES LABELS tools ENVIRONMENT
                     "LUZTAR_APP=$<TARGET_FILE:luztar_app>;PYTHONDONTWRITEBYTECODE=1")
add_test(NAME export_c COMMAND ${Python3_EXECUTABLE} tests/export/export_c_test.py
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(export_c PROPERTIES LABELS tools ENVIRONMENT
                     "LUZTAR_APP=$<TARGET_FILE:luztar_app>;PYTHONDONTWRITEBYTECODE=1")
add_test(NAME steps_recomputed COMMAND ${Python3_EXECUTABLE} tests/steps/stepping_recomputed_test.py
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(steps_recomputed PROPERTIES LABELS tools ENVIRONMENT
                     "LUZTAR_APP=$<TARGET_FILE:luztar_app>;PYTHONDONTWRITEBYTECODE=1")
