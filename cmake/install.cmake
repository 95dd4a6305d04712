# What `cmake --install` puts where: the program, the libraries with the headers that users need,
# the files by which find_package and pkg-config find them, documents. See docs/install.md.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/luztar)
set(made ${PROJECT_BINARY_DIR}/install)

# luztar.h and all headers that it includes, from src/ on, without version.h.
function(luztar_public_headers out)
  set(found luztar/luztar.h)
  set(unread ${found})
  while(unread)
    list(POP_FRONT unread header)
    file(STRINGS ${PROJECT_SOURCE_DIR}/src/${header} lines REGEX "^#include \"luztar/")
    list(TRANSFORM lines REPLACE "^#include \"(.*)\".*" "\\1")
    list(REMOVE_ITEM lines luztar/version.h ${found})
    list(APPEND found ${lines})
    list(APPEND unread ${lines})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                 ${PROJECT_SOURCE_DIR}/src/${header})
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# --- headers, libraries, program ------------------------------------------------------------------
luztar_public_headers(headers)
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/include/luztar/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/luztar)

set(parts ${LUZTAR_LAYERS})
list(TRANSFORM parts PREPEND luztar_)
foreach(part options ${LUZTAR_LAYERS})
  set_target_properties(luztar_${part} PROPERTIES EXPORT_NAME ${part})
endforeach()
install(TARGETS luztar luztar_options ${parts} EXPORT luztarTargets
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS luztar_app luztar_c)

# --- find_package ---------------------------------------------------------------------------------
install(EXPORT luztarTargets NAMESPACE luztar:: DESTINATION ${cmake_folder})
configure_package_config_file(cmake/luztarConfig.cmake.in ${made}/luztarConfig.cmake
                              INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${made}/luztarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made}/luztarConfig.cmake ${made}/luztarConfigVersion.cmake
        DESTINATION ${cmake_folder})

# --- pkg-config: highest layer first, a linker takes from a library what is missing so far --------
set(libraries)
foreach(part IN LISTS parts)
  get_target_property(type ${part} TYPE)
  if(type STREQUAL STATIC_LIBRARY)
    list(PREPEND libraries -l${part})
  endif()
endforeach()
list(JOIN libraries " " libraries)
set(system_libraries ${CMAKE_DL_LIBS})
list(TRANSFORM system_libraries PREPEND -l)
list(JOIN system_libraries " " system_libraries)
string(PREPEND system_libraries "-pthread ")
file(RELATIVE_PATH prefix_from_here /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" prefix_from_here ${prefix_from_here})
configure_file(cmake/luztar.pc.in ${made}/luztar.pc @ONLY)
install(FILES ${made}/luztar.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- documents ------------------------------------------------------------------------------------
install(FILES README.md CHANGELOG.md LICENSE cmake/copyright ${LUZTAR_SBOM} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
