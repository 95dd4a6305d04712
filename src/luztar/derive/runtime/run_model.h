/* In place of what a generated run declares of its model: for the files of the run by themselves. */
#ifndef LUZTAR_RUNTIME_RUN_MODEL_H
#define LUZTAR_RUNTIME_RUN_MODEL_H

#define JOINED 1
#define RUN 1
#define IMPACTS 1

#include "forces.c"

enum { PIECES = 2, PIECES_ROOM = 2, GAPS = 1, GAPS_ROOM = 1, INPUTS = 1, INPUTS_ROOM = 1 };
enum { GUARDS = 2*PIECES + 2*JOINTS, GUARDS_ROOM = GUARDS, N = 2*BODIES, EVENTS = 64, JOINTS_ROOM = JOINTS };
enum { FINE, WORK_LIMIT, TOO_STIFF, NO_MODES, BACKWARD, ENDLESS };
enum { BREAK, STOP, FOLLOW, TOUCH, LEAVE, IMPACT, JUMP };

extern const int has_mass[BODIES], has_motion[BODIES];
extern const int piece_kind[PIECES], piece_edge[PIECES];
extern const int gap_element[GAPS], gap_piece[GAPS][4], input_element[INPUTS];
extern const int joint_kind[JOINTS], joint_element[JOINTS], at_massless[JOINTS];

struct event {
  double t;
  int element, from, to, cause;
  double impulse;
};

struct memory {
  int mode[JOINTS], edge[JOINTS], deciding;
  double piece[PIECES];
};

struct run {
  double t, q[BODIES], v[BODIES];
  int status, events, lost;
  struct event event[EVENTS];
  double tolerance;
  long work_limit, work;
  struct memory memory;
  double t0, t1, h, length, longest;
  int planned, ended, marked, changed, instants;
  double y0[N], y1[N], size[N], k[16][N], dense[7][N];
  int fired[GUARDS], zero[GUARDS];
};

extern void look(struct run *r, double t, const double y[], double kink[], struct instant *now);

#endif
