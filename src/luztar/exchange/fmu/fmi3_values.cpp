// FMI 3.0: variables of all types, their dependencies, clocks. Those of luztar are Float64 and, of
// modes, enumerations, which are Int64.
#include "luztar/exchange/fmu/fmi3_call.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-easily-swappable-parameters)

namespace luztar {
namespace {

constexpr const char* kNoClocks = "this FMU has no clocks";
constexpr const char* kNoDependencies =
    "this FMU tells no dependencies: an output may depend on every input and state";

fmi3Status none_of_fmi3(fmi3Instance instance, const char* function, FmuLives allowed,
                        std::size_t n, const char* type) {
  return done_fmi3(instance, function, allowed,
                   [&](FmuInstance&) { FmuInstance::need_none(n, type); });
}

}  // namespace
}  // namespace luztar

using namespace luztar;  // NOLINT(google-build-using-namespace): functions of C

LUZTAR_FMI3 fmi3Status fmi3GetFloat64(fmi3Instance instance,
                                      const fmi3ValueReference valueReferences[],
                                      size_t nValueReferences, fmi3Float64 values[],
                                      size_t nValues) {
  return call_fmi3(instance, "fmi3GetFloat64", kFmi3Read, [&](FmuInstance& fmu) {
    need_place(values, nValues);
    return fmu.get(references_fmi3(valueReferences, nValueReferences, nValues), values);
  });
}

LUZTAR_FMI3 fmi3Status fmi3SetFloat64(fmi3Instance instance,
                                      const fmi3ValueReference valueReferences[],
                                      size_t nValueReferences, const fmi3Float64 values[],
                                      size_t nValues) {
  return done_fmi3(instance, "fmi3SetFloat64", kFmi3Write, [&](FmuInstance& fmu) {
    need_place(values, nValues);
    fmu.set(references_fmi3(valueReferences, nValueReferences, nValues), values);
  });
}

LUZTAR_FMI3 fmi3Status fmi3GetInt64(fmi3Instance instance,
                                    const fmi3ValueReference valueReferences[],
                                    size_t nValueReferences, fmi3Int64 values[], size_t nValues) {
  return done_fmi3(instance, "fmi3GetInt64", kFmi3Read, [&](FmuInstance& fmu) {
    need_place(values, nValues);
    fmu.get_modes(references_fmi3(valueReferences, nValueReferences, nValues),
                  [to = values](int mode) mutable { *to++ = mode; });
  });
}

// Of other types there are none, but a list of none is right.
#define LUZTAR_NO_GET(Type)                                                                     \
  LUZTAR_FMI3 fmi3Status fmi3Get##Type(fmi3Instance instance, const fmi3ValueReference /*v*/[], \
                                       size_t n, fmi3##Type /*values*/[], size_t /*nValues*/) { \
    return none_of_fmi3(instance, "fmi3Get" #Type, kFmi3Read, n, #Type);                        \
  }
#define LUZTAR_NO_SET(Type)                                                                     \
  LUZTAR_FMI3 fmi3Status fmi3Set##Type(fmi3Instance instance, const fmi3ValueReference /*v*/[], \
                                       size_t n, const fmi3##Type /*values*/[],                 \
                                       size_t /*nValues*/) {                                    \
    return none_of_fmi3(instance, "fmi3Set" #Type, kFmi3Write, n, #Type);                       \
  }

LUZTAR_NO_GET(Float32)
LUZTAR_NO_GET(Int8)
LUZTAR_NO_GET(UInt8)
LUZTAR_NO_GET(Int16)
LUZTAR_NO_GET(UInt16)
LUZTAR_NO_GET(Int32)
LUZTAR_NO_GET(UInt32)
LUZTAR_NO_GET(UInt64)
LUZTAR_NO_GET(Boolean)
LUZTAR_NO_GET(String)
LUZTAR_NO_SET(Float32)
LUZTAR_NO_SET(Int8)
LUZTAR_NO_SET(UInt8)
LUZTAR_NO_SET(Int16)
LUZTAR_NO_SET(UInt16)
LUZTAR_NO_SET(Int32)
LUZTAR_NO_SET(UInt32)
LUZTAR_NO_SET(Int64)
LUZTAR_NO_SET(UInt64)
LUZTAR_NO_SET(Boolean)
LUZTAR_NO_SET(String)

#undef LUZTAR_NO_GET
#undef LUZTAR_NO_SET

LUZTAR_FMI3 fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                     size_t n, size_t /*valueSizes*/[], fmi3Binary /*values*/[],
                                     size_t /*nValues*/) {
  return none_of_fmi3(instance, "fmi3GetBinary", kFmi3Read, n, "Binary");
}

LUZTAR_FMI3 fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                     size_t n, const size_t /*valueSizes*/[],
                                     const fmi3Binary /*values*/[], size_t /*nValues*/) {
  return none_of_fmi3(instance, "fmi3SetBinary", kFmi3Write, n, "Binary");
}

// --- dependencies --------------------------------------------------------------------------------

LUZTAR_FMI3 fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                                           fmi3ValueReference /*valueReference*/,
                                                           size_t* /*nDependencies*/) {
  return refuse_fmi3(instance, "fmi3GetNumberOfVariableDependencies", kNoDependencies);
}

LUZTAR_FMI3 fmi3Status fmi3GetVariableDependencies(
    fmi3Instance instance, fmi3ValueReference /*dependent*/, size_t /*elementIndicesOfDependent*/[],
    fmi3ValueReference /*independents*/[], size_t /*elementIndicesOfIndependents*/[],
    fmi3DependencyKind /*dependencyKinds*/[], size_t /*nDependencies*/) {
  return refuse_fmi3(instance, "fmi3GetVariableDependencies", kNoDependencies);
}

// --- clocks --------------------------------------------------------------------------------------

LUZTAR_FMI3 fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                    size_t n, fmi3Clock /*values*/[]) {
  return none_of_fmi3(instance, "fmi3GetClock", kFmi3Read, n, "Clock");
}

LUZTAR_FMI3 fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                    size_t n, const fmi3Clock /*values*/[]) {
  return none_of_fmi3(instance, "fmi3SetClock", kFmi3Write, n, "Clock");
}

LUZTAR_FMI3 fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance,
                                              const fmi3ValueReference /*v*/[], size_t /*n*/,
                                              fmi3Float64 /*intervals*/[],
                                              fmi3IntervalQualifier /*qualifiers*/[]) {
  return refuse_fmi3(instance, "fmi3GetIntervalDecimal", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3GetIntervalFraction(fmi3Instance instance,
                                               const fmi3ValueReference /*v*/[], size_t /*n*/,
                                               fmi3UInt64 /*counters*/[],
                                               fmi3UInt64 /*resolutions*/[],
                                               fmi3IntervalQualifier /*qualifiers*/[]) {
  return refuse_fmi3(instance, "fmi3GetIntervalFraction", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                           size_t /*n*/, fmi3Float64 /*shifts*/[]) {
  return refuse_fmi3(instance, "fmi3GetShiftDecimal", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                            size_t /*n*/, fmi3UInt64 /*counters*/[],
                                            fmi3UInt64 /*resolutions*/[]) {
  return refuse_fmi3(instance, "fmi3GetShiftFraction", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance,
                                              const fmi3ValueReference /*v*/[], size_t /*n*/,
                                              const fmi3Float64 /*intervals*/[]) {
  return refuse_fmi3(instance, "fmi3SetIntervalDecimal", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3SetIntervalFraction(fmi3Instance instance,
                                               const fmi3ValueReference /*v*/[], size_t /*n*/,
                                               const fmi3UInt64 /*counters*/[],
                                               const fmi3UInt64 /*resolutions*/[]) {
  return refuse_fmi3(instance, "fmi3SetIntervalFraction", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                           size_t /*n*/, const fmi3Float64 /*shifts*/[]) {
  return refuse_fmi3(instance, "fmi3SetShiftDecimal", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference /*v*/[],
                                            size_t /*n*/, const fmi3UInt64 /*counters*/[],
                                            const fmi3UInt64 /*resolutions*/[]) {
  return refuse_fmi3(instance, "fmi3SetShiftFraction", kNoClocks);
}

LUZTAR_FMI3 fmi3Status fmi3ActivateModelPartition(fmi3Instance instance,
                                                  fmi3ValueReference /*clockReference*/,
                                                  fmi3Float64 /*activationTime*/) {
  return refuse_fmi3(instance, "fmi3ActivateModelPartition", kNoClocks);
}

// NOLINTEND(readability-identifier-naming, bugprone-easily-swappable-parameters)
