#if !GENERATED
/* Which pieces of functions and modes of pairs are in force behind an instant. */
#include "run_impacts.c"
#endif
/* ---- Modes -------------------------------------------------------------------------------------- */

/* The sign of the argument of a piece that is 0 now, a little later: 0 if it stays 0. All orders count
   that a step has: a body that another one pushes through a spring begins with the third. */
static int sign_behind(struct run *r, int piece)
{
  double kink[PIECES_ROOM];
  const double step = r->motion.h > 0.0 ? 1e-3*r->motion.h : 1e-6;
  struct instant now;
  rates(r, r->motion.t0, r->motion.y0, r->motion.k[0]);
  attempt(r, step);
  look(r, r->motion.t0 + step, r->motion.y1, kink, &now);
  return kink[piece] > 0.0 ? 1 : kink[piece] < 0.0 ? -1 : 0;
}

/* Puts pieces to where their arguments are. all: whatever was before; else those only whose arguments
   have jumped from `former`. 1: some changed. */
static int put_pieces(struct run *r, int all, const double former[PIECES_ROOM])
{
  double kink[PIECES_ROOM];
  struct instant now;
  int i;
  look(r, r->motion.t0, r->motion.y0, kink, &now);
  for (i = 0; i < PIECES; i++) {
    double *piece = &r->memory.piece[i];
    const double old = *piece;
    if (!all && fabs(kink[i] - former[i]) <= ROUNDING*fmax(fabs(kink[i]), fabs(former[i]))) continue;
    if (piece_kind[i] == WATCH) continue;
    if (piece_kind[i] == WHOLE)
      *piece = floor(kink[i]);
    else if (piece_kind[i] == RELAY)
      *piece = kink[i] < 0.0 ? -old : old;
    else
      *piece = kink[i] > 0.0 ? 1.0 : kink[i] < 0.0 ? -1.0 : old;
    if (*piece != old) return 1; /* inner ones first: others may depend on it */
  }
  return 0;
}

/* Arguments that are exactly 0: the piece behind, or that of the edge. 1: some changed. */
static int put_edges(struct run *r)
{
  double kink[PIECES_ROOM];
  struct instant now;
  int changed = 0, i;
  look(r, r->motion.t0, r->motion.y0, kink, &now);
  for (i = 0; i < PIECES; i++) {
    double *piece = &r->memory.piece[i];
    const double old = *piece;
    int sign;
    if (piece_kind[i] != SIDE || kink[i] != 0.0) continue;
    sign = sign_behind(r, i);
    *piece = sign != 0 ? sign : piece_edge[i];
    changed = changed || *piece != old;
  }
  return changed;
}

#if JOINED
/* A rate that is 0 but for rounding. */
static int is_slow(const struct instant *now, int joint)
{
  double size = 0.0;
  int b;
  for (b = 0; b < BODIES; b++)
    size = fmax(size, fabs(coefficient(now, joint, b)*now->seen.v[b]));
  return fabs(now->seen.w[joint]) <= ROUNDING*size;
}

/* Velocities of what sticks to each other, through massless bodies too, equal to the last digit. */
static void tie(struct run *r)
{
  struct instant now;
  double kink[PIECES_ROOM];
  int b, j, any = 0;
  look(r, r->motion.t0, r->motion.y0, kink, &now);
  for (j = 0; j < JOINTS; j++) {
    const int holds = r->memory.mode[j] == 0;
    any = any || holds;
    now.lower[j] = holds ? -INFINITY : 0.0;
    now.upper[j] = holds ? INFINITY : 0.0;
#if MASSLESS
    now.viscous[j] = 0.0;
#endif
  }
  if (!any) return;
  for (b = 0; b < BODIES; b++) {
    now.x[b] = now.seen.v[b];
    now.force[b] = now.mass[b]*now.seen.v[b];
  }
  solve(&now);
  for (b = 0; b < BODIES; b++)
    if (has_mass[b]) r->motion.y0[BODIES + b] = now.x[b];
}

/* Which pairs are asked for their modes at this instant, by Gauss's principle, and which move on as
   they did. fired: guards that ended. first: nothing was before. anew: forces have jumped. */
static void choose_pairs(struct run *r, int first, int anew, const int fired[GUARDS_ROOM], int broken[JOINTS])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int j;
  look(r, r->motion.t0, r->motion.y0, kink, &now);
  for (j = 0; j < JOINTS; j++) {
    const int *own = fired + 2*PIECES + 2*j;
    int *mode = &r->memory.mode[j];
    const int sign = now.seen.w[j] > 0.0 ? 1 : -1, was = *mode;
    broken[j] = 0;
    if (joint_kind[j] == TIES || joint_kind[j] == DAMPS) continue;
    if (was == 0 && (own[0] || own[1])) broken[j] = own[1] ? 1 : -1;
    if (joint_kind[j] == HAS_EDGES) {
      const int edge = r->memory.edge[j];
      if (edge == 0) continue;
      if (edge != 2 && !is_slow(&now, j) && sign == -edge) r->memory.edge[j] = 0, *mode = 1;
      continue;
    }
    if (at_massless[j] && was != 0 && !own[0] && !anew) continue;
    if (at_massless[j]) {
      *mode = 0;
    } else if (joint_kind[j] == ONE_WAY) {
      *mode = is_slow(&now, j) || own[0] ? 0 : 1;
      if (was != 0 && !own[0] && !first && sign > 0) *mode = 1;
    } else if (first || was == 0 || own[0]) {
      *mode = own[0] || is_slow(&now, j) ? 0 : sign;
    } else if (was*now.seen.w[j] < 0.0) {
      *mode = is_slow(&now, j) ? 0 : sign;
    }
  }
}

/* Modes of the pairs that rest or may rest. known: zeros of their rates just behind the instant. */
static void decide_pairs(struct run *r, const int fired[GUARDS_ROOM], const int broken[JOINTS],
                         int known[JOINTS])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int j;
  r->memory.deciding = 1;
  look(r, r->motion.t0, r->motion.y0, kink, &now);
  r->memory.deciding = 0;
  for (j = 0; j < JOINTS; j++) now.broken[j] = broken[j];
  settle(&now);
  for (j = 0; j < JOINTS; j++) {
    const int *own = fired + 2*PIECES + 2*j;
    int *mode = &r->memory.mode[j];
    int found = now.mode[j];
    (void)own;
    known[j] = 1;
    if (joint_kind[j] == TIES || joint_kind[j] == DAMPS) continue;
    if (joint_kind[j] == HAS_EDGES) {
      if (r->memory.edge[j] == 0 || r->memory.edge[j] == 2) continue;
      if (found == -r->memory.edge[j] || (found == 0 && broken[j] == -r->memory.edge[j]))
        r->memory.edge[j] = 0, *mode = 1;
      continue;
    }
    if (at_massless[j]) {
#if MASSLESS
      if (*mode == 0) {
        found = now.seen.slow[j];
        *mode = broken[j] != 0 ? broken[j] : own[0] ? 0 : found;
      }
#endif
      continue;
    }
    if (!now.rests[j]) continue;
    if (found == 0 && broken[j] != 0) {
#if BREAKS
      const int side = broken[j] > 0;
      if (!may_break[j] || !(now.strength[j][side] > now.kinetic[j][side])) {
        found = broken[j];
        known[j] = 2; /* its acceleration is 0 too */
      }
#else
      found = broken[j];
      known[j] = 2; /* its acceleration is 0 too */
#endif
    }
    *mode = joint_kind[j] == ONE_WAY ? found > 0 : found;
  }
}
#endif

