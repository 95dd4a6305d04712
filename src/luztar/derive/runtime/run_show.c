#if !GENERATED
/* What else is seen from outside, for programs that read all of it. */
#include "run_calls.c"
#endif
/* ---- What is shown ------------------------------------------------------------------------------ */

int NAME_init_at(struct run *r, const struct parameters *p, double t, const double inputs[])
{
  return start_at(r, p, &t, inputs);
}

void NAME_show(struct run *r, struct shown *s)
{
  static const struct shown nothing;
  double y[N], kink[PIECES_ROOM];
  struct instant now;
  int i;
#if JOINED
  double T[JOINTS];
#endif
  for (i = 0; i < N; i++) y[i] = r->motion.y0[i];
  if (r->ahead.planned) read_at(r, (r->t - r->motion.t0)/r->motion.length, y);
  look(r, r->t, y, kink, &now);
  accelerate(&now);
  *s = nothing;
  for (i = 0; i < BODIES; i++) s->a[i] = now.x[i];
  for (i = 0; i < ELEMENTS; i++) s->f[i] = now.shown[i];
  for (i = 0; i < GAPS; i++) s->mode[gap_element[i]] = mode_of_gap(r, i);
#if JOINED
  joint_forces(&now, T);
  for (i = 0; i < JOINTS; i++) {
    if (joint_kind[i] == DAMPS) continue;
    s->f[joint_element[i]] = T[i];
    s->mode[joint_element[i]] = joint_kind[i] == HAS_EDGES ? r->memory.edge[i] : r->memory.mode[i];
  }
#endif
#if INNER_STATES
  for (i = 0; i < NAME_INTERNALS; i++) s->z[i] = r->memory.z[i];
#endif
#if OWN_STATES
  for (i = 0; i < NAME_STATES; i++) s->x[i] = r->memory.x[i];
#endif
}
