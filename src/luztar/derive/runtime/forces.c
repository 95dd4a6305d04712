#if !GENERATED
/* Around solve() at one instant: static above kinetic friction, and the forces. */
#if BOX
#include "box.c"
#else
#include "tree.c"
#endif
#endif

#if BREAKS
/* J M^-1 J' of a joint: what a unit of force does to its w. */
static double mobility(const struct instant *now, int joint)
{
  double sum = 0.0;
  int b;
  for (b = 0; b < BODIES; b++) {
    const double arm = is_free[b] ? coefficient(now, joint, b) : 0.0;
    if (arm != 0.0) sum += arm*arm/now->mass[b];
  }
  return sum;
}

/* Gauss's principle with the limits at rest. Joints that move then break and carry their kinetic
   force in that direction; broken ones that would turn back stick again; until nothing changes.
   Several consistent choices may exist; this one follows a load that grows slowly. */
#else
/* Gauss's principle for the joints at rest. */
#endif
static void settle(struct instant *now)
{
#if BREAKS
  const double rounding = 1e-12; /* of the largest force */
  int broken[JOINTS] = {0};
  int pass, b, j;
#if RUN
  for (j = 0; j < JOINTS; j++)
    if (may_break[j]) broken[j] = now->broken[j];
#endif
  for (pass = 0; pass < 64; pass++) {
    double largest = now->largest;
    int changed = 0;
    for (j = 0; j < JOINTS; j++) {
      now->lower[j] = now->upper[j] = 0.0;
      if (broken[j] != 0) {
        now->lower[j] = now->upper[j] = broken[j] > 0 ? now->kinetic[j][1] : -now->kinetic[j][0];
      } else if (now->rests[j]) {
        now->lower[j] = -now->strength[j][0];
        now->upper[j] = now->strength[j][1];
      }
    }
    solve(now);
    for (b = 0; b < BODIES; b++)
      if (is_free[b]) largest = fmax(largest, fabs(now->mass[b]*now->x[b]));
    for (j = 0; j < JOINTS; j++) {
      const double w = slip(now, j);
      const int side = w > 0.0;
      if (!now->rests[j] || !may_break[j]) continue;
      if (broken[j] != 0) {
        if (broken[j]*w > rounding*largest*mobility(now, j)) continue;
        broken[j] = 0;
        changed = 1;
      } else if (now->strength[j][side] > now->kinetic[j][side] &&
                 fabs(w) > rounding*largest*mobility(now, j)) {
        broken[j] = side ? 1 : -1;
        changed = 1;
      }
    }
    if (!changed) return;
  }
#else
  int j;
  for (j = 0; j < JOINTS; j++) {
    now->lower[j] = now->rests[j] ? -now->strength[j][0] : 0.0;
    now->upper[j] = now->rests[j] ? now->strength[j][1] : 0.0;
  }
  solve(now);
#endif
}

#if CYCLES
/* Solves sum of weight column (column y) = side over the joints with a weight, as far as it can be
   solved; `side` becomes what is left of it. */
static void balance(double column[JOINTS][BODIES], const double weight[JOINTS], double side[BODIES],
                    double y[BODIES])
{
  double a[BODIES][BODIES], rest[BODIES], largest = 0.0;
  int pivot[BODIES], is_pivot[BODIES] = {0};
  int b, c, j, n = 0;
  for (b = 0; b < BODIES; b++) {
    for (c = 0; c < BODIES; c++) {
      a[b][c] = 0.0;
      for (j = 0; j < JOINTS; j++) a[b][c] += weight[j]*column[j][b]*column[j][c];
    }
    rest[b] = side[b];
    y[b] = 0.0;
    largest = fmax(largest, a[b][b]);
  }
  for (;;) {
    int best = -1;
    for (b = 0; b < BODIES; b++)
      if (!is_pivot[b] && a[b][b] > (best < 0 ? 1e-12*largest : a[best][best])) best = b;
    if (best < 0) break;
    is_pivot[best] = 1;
    pivot[n++] = best;
    for (b = 0; b < BODIES; b++) {
      const double factor = a[b][best]/a[best][best];
      if (is_pivot[b]) continue;
      for (c = 0; c < BODIES; c++) a[b][c] -= factor*a[best][c];
      rest[b] -= factor*rest[best];
    }
  }
  while (n > 0) {
    const int p = pivot[--n];
    double sum = rest[p];
    for (c = 0; c < BODIES; c++)
      if (c != p) sum -= a[p][c]*y[c];
    y[p] = sum/a[p][p];
  }
  for (b = 0; b < BODIES; b++) side[b] = is_pivot[b] ? 0.0 : rest[b];
}

/* Forces of joints on a cycle are not unique. Those of least sum T^2/strength are taken; a joint
   beyond its limit keeps it, and the others share the rest.
#if RIGID
   Links and stops have no limit: they take all they can, evenly, the others the rest.
#endif
*/
static void share(const struct instant *now, double left[BODIES], int open[JOINTS],
                  double T[JOINTS])
{
  for (;;) {
    double column[JOINTS][BODIES], weight[JOINTS], y[BODIES], side[BODIES];
#if RIGID
    double rigid[JOINTS];
#endif
    double excess = 1.0 + 1e-12;
    int worst = -1, b, j;
    for (j = 0; j < JOINTS; j++) {
      const double strength = 0.5*(now->strength[j][0] + now->strength[j][1]);
      weight[j] = open[j] && strength < INFINITY ? strength : 0.0;
#if RIGID
      rigid[j] = open[j] && strength == INFINITY ? 1.0 : 0.0;
#endif
      for (b = 0; b < BODIES; b++) column[j][b] = is_free[b] ? coefficient(now, j, b) : 0.0;
    }
    for (b = 0; b < BODIES; b++) side[b] = left[b];
#if RIGID
    {
      double reduced[JOINTS][BODIES]; /* what rigid joints cannot balance of each column */
      double over[BODIES];
      for (j = 0; j < JOINTS; j++) {
        for (b = 0; b < BODIES; b++) reduced[j][b] = column[j][b];
        if (weight[j] > 0.0) balance(column, rigid, reduced[j], y);
        for (b = 0; b < BODIES; b++)
          if (fabs(reduced[j][b]) < 1e-12) reduced[j][b] = 0.0;
      }
      balance(column, rigid, side, y);
      balance(reduced, weight, side, y);
      for (b = 0; b < BODIES; b++) over[b] = left[b];
      for (j = 0; j < JOINTS; j++) {
        if (!(weight[j] > 0.0)) continue;
        T[j] = 0.0;
        for (b = 0; b < BODIES; b++) T[j] += weight[j]*reduced[j][b]*y[b];
        for (b = 0; b < BODIES; b++) over[b] -= column[j][b]*T[j];
      }
      balance(column, rigid, over, y);
      for (j = 0; j < JOINTS; j++) {
        if (rigid[j] == 0.0) continue;
        T[j] = 0.0;
        for (b = 0; b < BODIES; b++) T[j] += column[j][b]*y[b];
      }
    }
#else
    balance(column, weight, side, y);
    for (j = 0; j < JOINTS; j++) {
      if (!(weight[j] > 0.0)) continue;
      T[j] = 0.0;
      for (b = 0; b < BODIES; b++) T[j] += weight[j]*column[j][b]*y[b];
    }
#endif
    for (j = 0; j < JOINTS; j++) {
      const double limit = T[j] > 0.0 ? now->upper[j] : -now->lower[j];
      const double ratio = limit > 0.0 ? fabs(T[j])/limit : T[j] == 0.0 ? 0.0 : INFINITY;
      if (!open[j] || !(ratio > excess)) continue;
      excess = ratio;
      worst = j;
    }
    if (worst < 0) return;
    T[worst] = T[worst] > 0.0 ? now->upper[worst] : now->lower[worst];
    open[worst] = 0;
    for (b = 0; b < BODIES; b++)
      if (is_free[b]) left[b] -= coefficient(now, worst, b)*T[worst];
  }
}

#endif
#if BOX
/* 1 if joints at rest carry what their bodies need. */
static int balances(const struct instant *now, const double T[JOINTS])
{
  int b, j;
  for (b = 0; b < BODIES; b++) {
    double sum, size;
    if (!is_free[b]) continue;
    sum = now->force[b] - now->mass[b]*now->x[b];
    size = fmax(now->largest, fabs(sum));
    for (j = 0; j < JOINTS; j++) {
      if (!now->rests[j]) continue;
      sum -= coefficient(now, j, b)*T[j];
      size = fmax(size, fabs(coefficient(now, j, b)*T[j]));
    }
    if (fabs(sum) > 1e-9*size) return 0;
  }
  return 1;
}

#endif
/* Forces T of all joints, after settle(). */
static void joint_forces(const struct instant *now, double T[JOINTS])
{
  double left[BODIES]; /* what joints at rest have yet to balance */
  int open[JOINTS];    /* 1: T is not known yet */
  int b, j, found;
  for (b = 0; b < BODIES; b++)
    left[b] = is_free[b] ? now->force[b] - now->mass[b]*now->x[b] : 0.0;
  for (j = 0; j < JOINTS; j++) {
    T[j] = now->friction[j];
    open[j] = 0;
    if (!now->rests[j]) continue;
    open[j] = now->mode[j] == 0 && now->lower[j] < now->upper[j];
    T[j] = open[j] ? 0.0 : now->mode[j] < 0 ? now->lower[j] : now->upper[j];
    for (b = 0; b < BODIES; b++) left[b] -= coefficient(now, j, b)*T[j];
  }
  do { /* where a body has one of them only, its balance gives it */
    found = 0;
    for (b = 0; b < BODIES; b++) {
      int count = 0, last = -1, c;
      for (j = 0; j < JOINTS; j++)
        if (is_free[b] && open[j] && coefficient(now, j, b) != 0.0) {
          count++;
          last = j;
        }
      if (count != 1) continue;
      T[last] = left[b]/coefficient(now, last, b);
      open[last] = 0;
      for (c = 0; c < BODIES; c++) left[c] -= coefficient(now, last, c)*T[last];
      found = 1;
    }
  } while (found);
#if CYCLES
  share(now, left, open, T);
#endif
#if BOX
  if (!balances(now, T)) /* those that keep a limit left too little: what solve() found is right */
    for (j = 0; j < JOINTS; j++)
      if (now->rests[j]) T[j] = now->found[j];
#endif
}
