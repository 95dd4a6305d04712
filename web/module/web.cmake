# The module luztar.wasm with its JavaScript, for web/package: layers of the library, commands of the program
# that write text.
set(web_commands equilibrium_command linear_settings linear_text modes_command new_file overrides)
list(TRANSFORM web_commands REPLACE "(.+)" "apps/\\1.cpp")
file(GLOB web_sources CONFIGURE_DEPENDS web/module/*.cpp web/module/shim/*.cpp)
add_executable(luztar_web ${web_sources} ${web_commands})
set_target_properties(luztar_web PROPERTIES OUTPUT_NAME luztar UNITY_BUILD ${LUZTAR_UNITY} UNITY_BUILD_BATCH_SIZE 40
                      EXCLUDE_FROM_ALL OFF)
target_compile_options(luztar_web PRIVATE -Oz)
set_source_files_properties(web/module/shim/memory.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                            COMPILE_OPTIONS "-O2;-mbulk-memory;-fno-builtin")
target_include_directories(luztar_web PRIVATE ${PROJECT_SOURCE_DIR})
set(web_layers ${LUZTAR_LAYERS})
list(REMOVE_ITEM web_layers import exchange threads)
list(TRANSFORM web_layers PREPEND luztar_)
target_link_libraries(luztar_web PRIVATE ${web_layers} luztar_boost)
target_link_options(luztar_web PRIVATE -Oz -fwasm-exceptions --bind -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker
                    -sUSE_ES6_IMPORT_META=0 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB -sABORTING_MALLOC=0
                    -sTOTAL_STACK=8MB -sFORCE_FILESYSTEM=1 -sDYNAMIC_EXECUTION=0)
