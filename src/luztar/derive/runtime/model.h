/* In place of what generated code declares of its model: for the files here by themselves. */
#ifndef LUZTAR_RUNTIME_MODEL_H
#define LUZTAR_RUNTIME_MODEL_H

#include <float.h>
#include <math.h>

enum { BODIES = 3, JOINTS = 4, NODES = 2, POINTS = 11 };
enum { JOINTS_ROOM = JOINTS, STATES_ROOM = 1 };

#include "run_seen.h"

extern const int is_free[BODIES];
extern const int may_break[JOINTS];
extern const int joint_body[JOINTS][2];
extern const int joint_in[BODIES];
extern const int order[NODES];

/* All that some model has; FunctionsWriter::instant() says what each is. */
struct instant {
  double mass[BODIES], force[BODIES], x[BODIES];
  int given[BODIES];
  double largest;
  double arm[JOINTS][2], row[JOINTS][BODIES];
  double strength[JOINTS][2], kinetic[JOINTS][2];
  int rests[JOINTS];
  double lower[JOINTS], upper[JOINTS], viscous[JOINTS];
  int mode[JOINTS];
  double friction[JOINTS], found[JOINTS];
  int broken[JOINTS];
  double shown[1];
  struct seen seen;
};

#endif
