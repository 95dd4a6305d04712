/* In place of what a generated FMU declares of its model: for the files of the FMU by themselves.
 */
#ifndef LUZTAR_RUNTIME_FMU_MODEL_H
#define LUZTAR_RUNTIME_FMU_MODEL_H

#include "../../exchange/fmu/fmi2_types.h"
#include "fmu_types.h"

#define run NAME
#define parameters NAME_parameters
#define shown NAME_shown

#include "run_model.h"

#undef run
#undef parameters
#undef shown

enum { LUZTAR_VARIABLES = 1, LUZTAR_INPUTS = 1 };
extern const struct luztar_variable luztar_variable[LUZTAR_VARIABLES];
extern const double luztar_input_start[LUZTAR_INPUTS];
extern const char luztar_token[];
extern const double luztar_start, luztar_same_time, luztar_half_digits;
extern int give_input(struct NAME* r, int input, double value);

#endif
