# The compiled module of the Python package, luztar._core, with its types for checkers. The component
# `python` of an installation is what pyproject.toml puts into a wheel beside python/luztar.

find_package(Python 3.10 COMPONENTS Interpreter Development.Module
             OPTIONAL_COMPONENTS Development.SABIModule)
if(NOT Python_FOUND)
  luztar_missing("Python 3.10 or later with its headers")
endif()
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
                OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT
                COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

file(GLOB bindings CONFIGURE_DEPENDS python/bindings/*.cpp)
nanobind_add_module(luztar_python STABLE_ABI NB_STATIC ${bindings})
set_target_properties(luztar_python PROPERTIES OUTPUT_NAME _core UNITY_BUILD ${LUZTAR_UNITY}
                      UNITY_BUILD_BATCH_SIZE 6)
target_link_libraries(luztar_python PRIVATE luztar luztar_warnings)
target_include_directories(luztar_python SYSTEM PRIVATE ${NB_DIR}/include)  # no warnings of theirs
nanobind_add_stub(luztar_python_stub MODULE _core OUTPUT _core.pyi DEPENDS luztar_python
                  PYTHON_PATH $<TARGET_FILE_DIR:luztar_python>)

file(GLOB example_files CONFIGURE_DEPENDS examples/*.toml examples/*.csv examples/list.txt)
install(TARGETS luztar_python LIBRARY DESTINATION luztar COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/_core.pyi DESTINATION luztar COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${example_files} DESTINATION luztar/examples COMPONENT python EXCLUDE_FROM_ALL)
# What FMUs have a copy of.
if(LUZTAR_BUILT)
  set(prefix ${CMAKE_SHARED_LIBRARY_PREFIX})
  if(WIN32)
    set(prefix)
  endif()
  install(FILES ${LUZTAR_BUILT}/${prefix}luztar_c${CMAKE_SHARED_LIBRARY_SUFFIX}
          DESTINATION luztar COMPONENT python EXCLUDE_FROM_ALL)
elseif(TARGET luztar_c)
  install(TARGETS luztar_c
          LIBRARY DESTINATION luztar COMPONENT python EXCLUDE_FROM_ALL
          RUNTIME DESTINATION luztar COMPONENT python EXCLUDE_FROM_ALL)  # Windows
endif()
if(LUZTAR_BUILT)
  install(PROGRAMS ${LUZTAR_BUILT}/luztar${CMAKE_EXECUTABLE_SUFFIX} DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python
          EXCLUDE_FROM_ALL)
elseif(SKBUILD)
  install(TARGETS luztar_app DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python EXCLUDE_FROM_ALL)
endif()
