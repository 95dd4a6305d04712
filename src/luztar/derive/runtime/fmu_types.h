/* What the table of variables of a generated FMU consists of. */
#ifndef LUZTAR_RUNTIME_FMU_TYPES_H
#define LUZTAR_RUNTIME_FMU_TYPES_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a variable is, and where: a member of the parameters, a place among inputs, bodies,
   elements, inner deflections, states. */
enum luztar_role {
  LUZTAR_TIME,
  LUZTAR_INPUT,
  LUZTAR_PARAMETER,
  LUZTAR_CALCULATED, /* a parameter that cannot be set */
  LUZTAR_Q,
  LUZTAR_V,
  LUZTAR_A,
  LUZTAR_F,
  LUZTAR_MODE,
  LUZTAR_Z,
  LUZTAR_X
};
struct luztar_variable {
  const char* name;
  enum luztar_role role;
  size_t place;
  int is_tunable;
};
#endif
