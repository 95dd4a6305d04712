// Variables of FMI 3.0 by their types.
#include <cmath>

#include <doctest/doctest.h>

#include "tests/exchange/fmi3_calls.h"

using luztar::testing::Exported;
using luztar::testing::Instance3;
using luztar::testing::kAxis;
using luztar::testing::with_force;

#define LUZTAR_TEST_TYPES(X) \
  X(Float32) X(Int8) X(UInt8) X(Int16) X(UInt16) X(Int32) X(UInt32) X(UInt64) X(String)
#define LUZTAR_TEST_DECLARE(Type)                                                                \
  fmi3Status fmi3Get##Type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3##Type[],       \
                           size_t);                                                              \
  fmi3Status fmi3Set##Type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3##Type[], \
                           size_t);
extern "C" {
LUZTAR_TEST_TYPES(LUZTAR_TEST_DECLARE)
fmi3Status fmi3SetInt64(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int64[],
                        size_t);
fmi3Status fmi3GetClock(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Clock[]);
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance, fmi3ValueReference, size_t*);
}

TEST_CASE(
    "types that no variable has are an error of FMI 3.0 that names them; lists of none are not") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, true);
  const unsigned q = fmu.reference("q.block");
#define LUZTAR_TEST_NONE(Type)                                                           \
  {                                                                                      \
    fmi3##Type value{};                                                                  \
    own.says(fmi3Get##Type(own.c, &q, 1, &value, 1), "no variables of the type " #Type); \
    own.says(fmi3Set##Type(own.c, &q, 1, &value, 1), "no variables of the type " #Type); \
    CHECK(fmi3Get##Type(own.c, nullptr, 0, nullptr, 0) == fmi3OK);                       \
    CHECK(fmi3Set##Type(own.c, nullptr, 0, nullptr, 0) == fmi3OK);                       \
  }
  LUZTAR_TEST_TYPES(LUZTAR_TEST_NONE)
#undef LUZTAR_TEST_NONE
  fmi3Clock clock = false;
  own.says(fmi3GetClock(own.c, &q, 1, &clock), "no variables of the type Clock");
  size_t n = 0;
  own.says(fmi3GetNumberOfVariableDependencies(own.c, q, &n), "tells no dependencies");
}
#undef LUZTAR_TEST_TYPES
#undef LUZTAR_TEST_DECLARE

TEST_CASE("values of FMI 3.0 are read by their type, and set where they can be") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, true);
  const unsigned q = fmu.reference("q.block"), mode = fmu.reference("mode.guide"), nothing = 999;
  fmi3Int64 whole = 7;
  double value = 0.0;
  own.says(fmi3GetInt64(own.c, &mode, 1, &whole, 1), "no value before the initialization");
  own.start(20.0);
  CHECK(fmi3GetInt64(own.c, &mode, 1, &whole, 1) == fmi3OK);
  CHECK(std::abs(static_cast<double>(whole)) == 1.0);
  own.says(fmi3GetInt64(own.c, &q, 1, &whole, 1), "'q.block' is a real number");
  own.says(fmi3GetFloat64(own.c, &mode, 1, &value, 1), "'mode.guide' is an enumeration");
  own.says(fmi3GetFloat64(own.c, &nothing, 1, &value, 1), "the value reference 999");
  own.says(fmi3GetFloat64(own.c, &q, 1, nullptr, 1), "a list is NULL");
  own.says(fmi3SetInt64(own.c, &mode, 1, &whole, 1), "no variables of the type Int64");
  own.says(own.set("q.block", 1.0), "'q.block' cannot be set");
  own.says(own.set("c", 1.0), "'c' cannot be set");
  own.says(own.set("F", std::nan("")), "'F' needs a finite number");
  const unsigned both[] = {fmu.reference("F"), q};
  const double values[] = {1.0, 2.0};
  own.says(fmi3SetFloat64(own.c, both, 2, values, 2), "'q.block' cannot be set");
  CHECK(own.get("F") == 20.0);  // all or none
  CHECK(own.set("k", 60.0) == fmi3OK);
  CHECK(own.get("c") == doctest::Approx(60.0 / 50.0));
}
