# A static library for each folder of src/luztar, linked to the layers that it may include.
# The table of layers is the one in tools/check_layers.py; there is no second.

# Sets `names` to all layers, lowest first, and may_include_<layer> for each, in the caller.
function(luztar_read_layers names)
  set(table ${PROJECT_SOURCE_DIR}/tools/check_layers.py)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(READ ${table} text)
  string(REGEX MATCHALL "\"[a-z]+\": \\[[^]]*\\]" rows "${text}")
  if(NOT rows)
    message(FATAL_ERROR "no table of layers found in ${table}")
  endif()
  set(all)
  foreach(row IN LISTS rows)
    string(REGEX MATCHALL "[a-z]+" words "${row}")
    list(POP_FRONT words layer)
    list(APPEND all ${layer})
    set(may_include_${layer} ${words} PARENT_SCOPE)
  endforeach()
  set(${names} ${all} PARENT_SCOPE)
endfunction()

# Embeds the parts of the pages as src/luztar/io/report/embedded.h declares it.
function(luztar_embed_report target)
  set(folder ${PROJECT_SOURCE_DIR}/src/luztar/io/report)
  file(GLOB parts CONFIGURE_DEPENDS ${folder}/*.html ${folder}/*.css ${folder}/*.js
       ${folder}/shared/*.js ${folder}/timed/*.js ${folder}/compare/*.js ${folder}/fit/*.js ${folder}/sweep/*.js)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/report_embedded.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D FOLDER=${folder} -D OUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
            ${PROJECT_SOURCE_DIR}/cmake/bytes.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Embeds what src/luztar/derive/embedded.h declares: style of documents, runtime of functions.
function(luztar_embed_texts target)
  set(source ${PROJECT_SOURCE_DIR}/src/luztar)
  set(files ${source}/io/report/page.css ${source}/derive/document.css)
  foreach(part helpers polyline tree box forces)
    list(APPEND files ${source}/derive/runtime/${part}.c ${source}/derive/runtime/${part}.py)
  endforeach()
  foreach(part run_struct.h run_seen.h run_words.c run_massless.c run_table.c run_step.c
          run_roots.c run_impacts.c run_modes.c run_events.c run.c run_calls.c run_show.c run_main.c)
    list(APPEND files ${source}/derive/runtime/${part})
  endforeach()
  foreach(part fmu_types.h fmu.c fmi2.c fmi2_solving.c)
    list(APPEND files ${source}/derive/runtime/${part})
  endforeach()
  list(APPEND files ${source}/exchange/fmu/fmi2_types.h ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/cmake/copyright)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/texts_embedded.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${files}" -D OUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
            ${PROJECT_SOURCE_DIR}/cmake/bytes.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# The library of a layer in LUZTAR_BUILT, with what its target in that build asks of those who link it.
function(luztar_take_layer layer)
  set(library ${LUZTAR_BUILT}/libluztar_${layer}.a)
  if(NOT EXISTS ${library})
    message(FATAL_ERROR "no ${library}: LUZTAR_BUILT is no build of the whole library")
  endif()
  add_library(luztar_${layer} STATIC IMPORTED GLOBAL)
  set_target_properties(luztar_${layer} PROPERTIES IMPORTED_LOCATION ${library})
  target_link_libraries(luztar_${layer} INTERFACE luztar_options ${ARGN})
  if(layer STREQUAL threads)
    target_link_libraries(luztar_threads INTERFACE Threads::Threads)
  elseif(layer STREQUAL io)
    target_link_libraries(luztar_io INTERFACE $<LINK_ONLY:${luztar_fmt}> ${CMAKE_DL_LIBS})
  endif()
endfunction()

# Sources whose names end so are for another system than this one.
if(WIN32)
  set(luztar_other_system posix)
else()
  set(luztar_other_system windows)
endif()

# What reads, checks, derives and writes: it takes no time of a run, and a third less to compile.
set(luztar_done_once algebra derive import io model study)

function(luztar_add_layers)
  luztar_read_layers(layers)
  set(LUZTAR_LAYERS ${layers} PARENT_SCOPE)
  add_library(luztar INTERFACE)
  add_library(luztar::luztar ALIAS luztar)
  foreach(layer IN LISTS layers)
    set(folder ${PROJECT_SOURCE_DIR}/src/luztar/${layer})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "_${luztar_other_system}\\.cpp$")
    if(EMSCRIPTEN)
      list(FILTER sources EXCLUDE REGEX "/luztar/(${web_left_out})")
    endif()
    set(below ${may_include_${layer}})
    list(TRANSFORM below PREPEND luztar_)
    if(sources AND LUZTAR_BUILT)
      luztar_take_layer(${layer} ${below})
    elseif(sources)
      add_library(luztar_${layer} STATIC ${sources})
      set_target_properties(luztar_${layer} PROPERTIES UNITY_BUILD ${LUZTAR_UNITY})
      target_link_libraries(luztar_${layer} PUBLIC luztar_options ${below}
                            PRIVATE $<BUILD_INTERFACE:luztar_warnings>)
      if(layer IN_LIST luztar_done_once)
        target_compile_options(luztar_${layer} PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${EMSCRIPTEN}>,-Oz,-O1>>)
        set_target_properties(luztar_${layer} PROPERTIES UNITY_BUILD_BATCH_SIZE 20)
      endif()
      if(EMSCRIPTEN)  # a sixth of the time of a file of ten sources is their headers
        set_target_properties(luztar_${layer} PROPERTIES UNITY_BUILD_BATCH_SIZE 40)
      endif()
      if(layer STREQUAL derive)
        luztar_embed_texts(luztar_derive)
      endif()
      if(layer STREQUAL matrix)
        target_link_libraries(luztar_matrix PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen>)
        if(NOT EMSCRIPTEN)
          target_compile_options(luztar_matrix PRIVATE $<$<CONFIG:Release>:-O2>)
        endif()
        set_target_properties(luztar_matrix PROPERTIES UNITY_BUILD OFF)  # side by side: the longest ones
      endif()
      if(layer MATCHES "^(algebra|import|study)$")
        target_link_libraries(luztar_${layer} PUBLIC $<BUILD_INTERFACE:luztar_boost>)
      endif()
      if(layer STREQUAL import)
        target_link_libraries(luztar_import PRIVATE $<BUILD_INTERFACE:taocpp::pegtl>)
        set_source_files_properties(${folder}/modelica_grammar.cpp PROPERTIES  # half of the time to compile
          SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS $<$<CONFIG:Release>:-O0>)
      endif()
      if(layer STREQUAL threads)
        target_link_libraries(luztar_threads PUBLIC Threads::Threads)
      endif()
      if(layer STREQUAL io)
        luztar_embed_report(luztar_io)
        if(WIN32)  # <windows.h> has macros for many words
          set_source_files_properties(${folder}/system/system_file_windows.cpp ${folder}/system/system_process_windows.cpp
                                      PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        endif()
        target_link_libraries(luztar_io PRIVATE ${luztar_fmt} ${CMAKE_DL_LIBS}
          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
          $<BUILD_INTERFACE:tomlplusplus::tomlplusplus>)
      endif()
    else()
      add_library(luztar_${layer} INTERFACE)
      target_link_libraries(luztar_${layer} INTERFACE luztar_options ${below})
    endif()
    target_link_libraries(luztar INTERFACE luztar_${layer})
  endforeach()
endfunction()
