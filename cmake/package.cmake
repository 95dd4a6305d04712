# What `cpack` makes: a Debian package of all that is installed. See docs/install.md.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The luztar authors")
set(CPACK_PACKAGE_DESCRIPTION
"luztar simulates mechanical networks with dry friction (stick-slip) and
freeplay exactly: every event found, every force by Gauss's principle,
every joule accounted for. The package holds the program, the library for
C++ with what CMake and pkg-config need to find it, and examples.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_folders.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, libfmt-dev")  # for programs that use the library
include(CPack)
