// Where the library of an FMU is looked for.
#include <filesystem>

#include <doctest/doctest.h>

#include "luztar/exchange/fmu/export_fmu.h"

#if defined(LUZTAR_C)
TEST_CASE("the library of an FMU is the one that was built beside the program") {
  CHECK(std::filesystem::equivalent(luztar::find_fmu_library(), LUZTAR_C));
}
#endif
