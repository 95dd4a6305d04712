# The list of what a build takes from others, with versions and licences: sbom.spdx.json (SPDX 2.3).
# Licences in words: cmake/copyright, which has a part for each package of this list.

# Sets `out` to the first group that `pattern` has in lines of a header that is on the include path.
function(luztar_version_in out header pattern)
  find_file(LUZTAR_HEADER_${out} ${header})
  mark_as_advanced(LUZTAR_HEADER_${out})
  set(${out} NOASSERTION PARENT_SCOPE)
  if(LUZTAR_HEADER_${out})
    file(STRINGS ${LUZTAR_HEADER_${out}} lines REGEX "${pattern}")
    list(JOIN lines "\n" text)
    if(text MATCHES "${pattern}")
      set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Adds a package and its relation to luztar to `packages` and `relations`.
macro(luztar_sbom_package name version license source)
  string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" id "SPDXRef-${name}")
  string(APPEND packages ",
    {\"SPDXID\": \"${id}\", \"name\": \"${name}\", \"versionInfo\": \"${version}\",
     \"downloadLocation\": \"${source}\", \"filesAnalyzed\": false,
     \"licenseConcluded\": \"${license}\", \"licenseDeclared\": \"${license}\", \"copyrightText\": \"NOASSERTION\"}")
  string(APPEND relations ",
    {\"spdxElementId\": \"SPDXRef-luztar\", \"relationshipType\": \"CONTAINS\", \"relatedSpdxElement\": \"${id}\"}")
endmacro()

luztar_version_in(cli11 CLI/Version.hpp "CLI11_VERSION +\"([0-9.]+)\"")
luztar_version_in(boost boost/version.hpp "BOOST_LIB_VERSION +\"([0-9_.]+)\"")
foreach(part MAJOR MINOR PATCH)
  luztar_version_in(toml_${part} toml++/impl/version.h "TOML_LIB_${part}[ \t]+([0-9]+)")
endforeach()
string(REPLACE "_" "." boost "${boost}")

luztar_sbom_package(Boost "${boost}" BSL-1.0 https://www.boost.org)
luztar_sbom_package(CLI11 "${cli11}" BSD-3-Clause https://github.com/CLIUtils/CLI11)
luztar_sbom_package(Eigen "${Eigen3_VERSION}" MPL-2.0 https://eigen.tuxfamily.org)
luztar_sbom_package(fmt "${fmt_VERSION}" MIT https://github.com/fmtlib/fmt)
luztar_sbom_package(iframe-worker 1.0.4 MIT https://github.com/squidfunk/iframe-worker)
luztar_sbom_package(nlohmann-json "${nlohmann_json_VERSION}" MIT https://github.com/nlohmann/json)
luztar_version_in(pegtl tao/pegtl/version.hpp "TAO_PEGTL_VERSION +\"([0-9.]+)\"")
luztar_sbom_package(PEGTL "${pegtl}" MIT https://github.com/taocpp/PEGTL)
luztar_sbom_package(toml++ "${toml_MAJOR}.${toml_MINOR}.${toml_PATCH}" MIT https://github.com/marzer/tomlplusplus)
if(LUZTAR_PYTHON)
  luztar_sbom_package(nanobind "${nanobind_VERSION}" BSD-3-Clause https://github.com/wjakob/nanobind)
  luztar_sbom_package(robin-map NOASSERTION MIT https://github.com/Tessil/robin-map)
endif()

string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)  # SOURCE_DATE_EPOCH, where it is set
set(LUZTAR_SBOM ${PROJECT_BINARY_DIR}/sbom.spdx.json)
file(CONFIGURE OUTPUT ${LUZTAR_SBOM} @ONLY CONTENT [[
{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
  "name": "luztar-@PROJECT_VERSION@",
  "documentNamespace": "https://luztar.invalid/sbom/@PROJECT_VERSION@",
  "creationInfo": {"created": "@created@", "creators": ["Organization: The luztar authors"]},
  "packages": [
    {"SPDXID": "SPDXRef-luztar", "name": "luztar", "versionInfo": "@PROJECT_VERSION@",
     "downloadLocation": "NOASSERTION", "filesAnalyzed": false,
     "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "The luztar authors"}@packages@
  ],
  "relationships": [
    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-luztar"}@relations@
  ]
}
]])
