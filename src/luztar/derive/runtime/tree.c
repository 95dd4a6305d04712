#if !GENERATED
/* Gauss's principle on trees: the sweeps over polylines. */
#include "polyline.c"
#endif

static double coefficient(const struct instant *now, int joint, int body)
{
  return joint_body[joint][0] == body   ? now->arm[joint][0]
         : joint_body[joint][1] == body ? now->arm[joint][1]
                                        : 0.0;
}

/* w of a joint */
static double slip(const struct instant *now, int joint)
{
  const int other = joint_body[joint][1];
  const double own = now->arm[joint][0]*now->x[joint_body[joint][0]];
  return other < 0 ? own : own + now->arm[joint][1]*now->x[other];
}

static int sign_of(double x) { return (x > 0.0) - (x < 0.0); }

/* A joint to something with a known y, in the balance of a body: */
static void lean(double *mass, double *force, int *held, double *y, int mode, struct law law,
                 double y_other)
{
  if (mode == 0) {
    *held = 1;
    *y = y_other;
    return;
  }
#if MASSLESS
  *mass += law.viscous;
  *force += law.viscous*y_other;
#else
  (void)mass;
#endif
  *force -= mode > 0 ? law.upper : law.lower;
}

/* Fills x and mode; the rest is known. */
static void solve(struct instant *now)
{
  struct polyline line[BODIES];
  struct law law[JOINTS]; /* as forces along y of the first body */
  double tie[JOINTS];     /* y of the given body at the other end of a joint */
  double scale[BODIES], y[BODIES];
  double mass[BODIES], force[BODIES]; /* of a body with what hangs on it */
  int held[BODIES];                   /* 1: sticks to something given */
  int side[JOINTS];                   /* mode along y */
  int n, j;

  for (n = NODES - 1; n >= 0; n--) { /* outwards */
    const int b = order[n];
#if INNER
    const int up = joint_in[b];
    scale[b] = up < 0 ? 1.0 : -now->arm[up][1]*scale[joint_body[up][1]]/now->arm[up][0];
#else
    scale[b] = 1.0;
#endif
    mass[b] = scale[b]*scale[b]*now->mass[b];
    force[b] = scale[b]*now->force[b];
    line[b].n = 1;
    line[b].x[0] = 0.0;
    line[b].y[0] = -force[b];
    line[b].left = line[b].right = mass[b];
    held[b] = 0;
    y[b] = 0.0;
#if MASSLESS
    if (now->given[b]) {
      held[b] = 1;
      y[b] = now->x[b]/scale[b];
    }
#endif
  }
  for (j = 0; j < JOINTS; j++) {
    const int b = joint_body[j][0], other = joint_body[j][1];
    double arm;
    side[j] = 0;
    tie[j] = 0.0;
    if (!is_free[b]) continue;
    arm = now->arm[j][0]*scale[b];
    law[j].lower = arm*(arm > 0.0 ? now->lower[j] : now->upper[j]);
    law[j].upper = arm*(arm > 0.0 ? now->upper[j] : now->lower[j]);
#if MASSLESS
    law[j].viscous = arm*arm*now->viscous[j];
#endif
#if INNER
    if (joint_in[b] == j) continue;
#endif
    if (other >= 0) tie[j] = -now->arm[j][1]*now->x[other]/arm;
    add_step(&line[b], tie[j], law[j]);
  }

#if INNER
  for (n = 0; n < NODES; n++) { /* inwards: what each part needs */
    const int b = order[n], up = joint_in[b];
    if (up < 0) continue;
#if MASSLESS
    if (now->given[b] && now->given[joint_body[up][1]]) continue;
    if (now->given[joint_body[up][1]]) {
      add_step(&line[b], y[joint_body[up][1]], law[up]);
      continue;
    }
    if (now->given[b]) {
      add_step(&line[joint_body[up][1]], y[b], opposite(law[up]));
      continue;
    }
#endif
    {
      struct polyline passed = line[b];
      cut(&passed, opposite(law[up]));
      add(&line[joint_body[up][1]], &passed);
    }
  }

#endif
  for (n = NODES - 1; n >= 0; n--) { /* outwards: who sticks */
    const int b = order[n];
#if INNER
    const int up = joint_in[b];
    const int parent = up < 0 ? -1 : joint_body[up][1];
#if MASSLESS
    if (now->given[b]) {
      if (up >= 0) side[up] = sign_of(y[b] - y[parent]);
    } else if (up < 0 || now->given[parent]) {
      y[b] = balanced_at(&line[b], 1);
      if (up >= 0) side[up] = sign_of(y[b] - y[parent]);
    } else {
#else
    if (up < 0) {
      y[b] = first_at(&line[b], 0.0);
    } else {
#endif
      const int mode = high(&line[b], y[parent]) < -law[up].upper   ? 1
                       : low(&line[b], y[parent]) > -law[up].lower ? -1
                                                                   : 0;
      side[up] = mode;
#if MASSLESS
      y[b] = mode != 0 ? sliding_at(&line[b], mode, y[parent], law[up]) : y[parent];
#else
      y[b] = mode > 0   ? first_at(&line[b], -law[up].upper)
             : mode < 0 ? last_at(&line[b], -law[up].lower)
                        : y[parent];
#endif
    }
    for (j = 0; j < JOINTS; j++)
      if (joint_body[j][0] == b && j != up) side[j] = sign_of(y[b] - tie[j]);
#else
#if MASSLESS
    if (!now->given[b]) y[b] = balanced_at(&line[b], 1);
#else
    y[b] = first_at(&line[b], 0.0);
#endif
    for (j = 0; j < JOINTS; j++)
      if (joint_body[j][0] == b) side[j] = sign_of(y[b] - tie[j]);
#endif
  }

#if INNER
  for (n = 0; n < NODES; n++) { /* inwards: balance of what sticks together */
    const int b = order[n], up = joint_in[b];
    const int parent = up < 0 ? -1 : joint_body[up][1];
#if MASSLESS
    if (now->given[b] && up >= 0) {
      if (!now->given[parent])
        lean(&mass[parent], &force[parent], &held[parent], &y[parent], -side[up],
             opposite(law[up]), y[b]);
      continue;
    }
    if (now->given[b]) continue;
#endif
    for (j = 0; j < JOINTS; j++)
      if (joint_body[j][0] == b && j != up)
        lean(&mass[b], &force[b], &held[b], &y[b], side[j], law[j], tie[j]);
    if (up < 0) continue;
#if MASSLESS
    if (now->given[parent]) {
      lean(&mass[b], &force[b], &held[b], &y[b], side[up], law[up], y[parent]);
      continue;
    }
#endif
    if (side[up] == 0 && held[b]) {
      held[parent] = 1;
      y[parent] = y[b];
    } else if (side[up] == 0) {
      mass[parent] += mass[b];
      force[parent] += force[b];
    } else {
      const double limit = side[up] > 0 ? law[up].upper : law[up].lower;
      force[parent] += limit;
#if MASSLESS
      if (held[b]) {
        mass[parent] += law[up].viscous;
        force[parent] += law[up].viscous*y[b];
      } else if (mass[b] + law[up].viscous > 0.0) {
        const double share = law[up].viscous/(mass[b] + law[up].viscous);
        mass[parent] += share*mass[b];
        force[parent] += share*(force[b] - limit);
      }
#endif
    }
  }

  for (n = NODES - 1; n >= 0; n--) { /* outwards: values */
    const int b = order[n], up = joint_in[b];
#if MASSLESS
    const int root = up < 0 || now->given[joint_body[up][1]];
    if (now->given[b]) continue;
#else
    const int root = up < 0;
#endif
    if (!root && side[up] == 0) {
      y[b] = y[joint_body[up][1]];
    } else if (!held[b]) {
      double push = force[b], inertia = mass[b];
      if (!root) push -= side[up] > 0 ? law[up].upper : law[up].lower;
#if MASSLESS
      if (!root) {
        push += law[up].viscous*y[joint_body[up][1]];
        inertia += law[up].viscous;
      }
      if (inertia > 0.0) y[b] = push/inertia;
      if (!(fabs(y[b]) < INFINITY)) y[b] = 0.0;
#else
      y[b] = push/inertia;
#endif
    }
    now->x[b] = scale[b]*y[b];
  }

#else
  for (n = 0; n < NODES; n++) { /* balance of each */
    const int b = order[n];
#if MASSLESS
    if (now->given[b]) continue;
#endif
    for (j = 0; j < JOINTS; j++)
      if (joint_body[j][0] == b)
        lean(&mass[b], &force[b], &held[b], &y[b], side[j], law[j], tie[j]);
#if MASSLESS
    if (!held[b] && mass[b] > 0.0) y[b] = force[b]/mass[b];
    if (!(fabs(y[b]) < INFINITY)) y[b] = 0.0;
#else
    if (!held[b]) y[b] = force[b]/mass[b];
#endif
    now->x[b] = scale[b]*y[b];
  }

#endif
  for (j = 0; j < JOINTS; j++) {
    const int b = joint_body[j][0];
    now->mode[j] = is_free[b] ? side[j]*sign_of(now->arm[j][0]*scale[b]) : sign_of(slip(now, j));
  }
}
