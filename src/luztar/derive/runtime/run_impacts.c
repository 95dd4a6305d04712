#if !GENERATED
/* How velocities jump where stops and freewheels are hit. */
#include "run_roots.c"
#endif
/* ---- Impacts: Newton's law for all that are hit at once ----------------------------------------- */

/* Of the joints that pass impulses: rows, rates and impulses along what opens them. */
struct blow {
  int n, joint[JOINTS], both[JOINTS]; /* both: it holds both ways */
  double row[JOINTS][BODIES], w[JOINTS][JOINTS], before[JOINTS], goal[JOINTS], impulse[JOINTS];
};

/* Adds a joint whose rate along `sign` may not be below 0. */
static void take_part(const struct instant *now, struct blow *blow, int joint, int sign, int both)
{
  const int n = blow->n++;
  int b;
  blow->joint[n] = joint;
  blow->both[n] = both;
  blow->before[n] = sign*now->seen.w[joint];
  for (b = 0; b < BODIES; b++) blow->row[n][b] = sign*coefficient(now, joint, b);
}

/* Impulses of the joints in `taken` that bring their rates to the goals; 0: they depend on each
   other. */
static int solve_taken(struct blow *blow, const int taken[JOINTS], double impulse[JOINTS])
{
  double a[JOINTS][JOINTS + 1];
  int of[JOINTS], n = 0, i, k, c;
  for (i = 0; i < blow->n; i++) {
    impulse[i] = 0.0;
    if (taken[i]) of[n++] = i;
  }
  for (i = 0; i < n; i++) {
    for (k = 0; k < n; k++) a[i][k] = blow->w[of[i]][of[k]];
    a[i][n] = blow->goal[of[i]];
  }
  for (c = 0; c < n; c++) {
    if (!(a[c][c] > ROUNDING*blow->w[of[c]][of[c]])) return 0;
    for (i = 0; i < n; i++) {
      const double factor = a[i][c]/a[c][c];
      if (i == c || factor == 0.0) continue;
      for (k = c; k <= n; k++) a[i][k] -= factor*a[c][k];
    }
  }
  for (i = 0; i < n; i++) impulse[of[i]] = a[i][n]/a[i][i];
  return 1;
}

/* Impulses >= 0 where they must be, with rates at least at their goals and at them where there is an
   impulse: the active set of Lawson and Hanson. */
static void find_impulses(struct blow *blow)
{
  int taken[JOINTS], barred[JOINTS], i, k, round;
  double trial[JOINTS];
  for (i = 0; i < blow->n; i++) {
    taken[i] = blow->both[i];
    barred[i] = 0;
    blow->impulse[i] = 0.0;
  }
  solve_taken(blow, taken, blow->impulse);
  for (round = 0; round < 20 + 10*JOINTS; round++) {
    double worst = 0.0;
    int next = -1;
    for (i = 0; i < blow->n; i++) {
      double rate = -blow->goal[i], size = fabs(blow->goal[i]);
      for (k = 0; k < blow->n; k++) {
        rate += blow->w[i][k]*blow->impulse[k];
        size += fabs(blow->w[i][k]*blow->impulse[k]);
      }
      if (taken[i] || barred[i] || !(rate < -ROUNDING*size) || !(rate < worst)) continue;
      worst = rate;
      next = i;
    }
    if (next < 0) return;
    taken[next] = 1;
    for (;;) {
      double step = 1.0;
      int out = -1;
      if (!solve_taken(blow, taken, trial)) {
        taken[next] = 0;
        barred[next] = 1;
        break;
      }
      for (i = 0; i < blow->n; i++)
        if (taken[i] && !blow->both[i] && trial[i] <= 0.0) {
          const double part = blow->impulse[i]/(blow->impulse[i] - trial[i]);
          if (!(part < step)) continue;
          step = part;
          out = i;
        }
      for (i = 0; i < blow->n; i++) blow->impulse[i] += step*(trial[i] - blow->impulse[i]);
      if (out < 0) break;
      taken[out] = 0;
      blow->impulse[out] = 0.0;
    }
  }
}

/* Velocities in y after the impacts of closed stops and freewheels; hit and impulse of each joint,
   positive as its force. 1: there was one. `plastic`: without rebound. */
static int strike(struct run *r, double y[N], int plastic, int hit[JOINTS], double impulse[JOINTS])
{
  int round, any = 0, i, k, b, j;
  for (round = 0; round < 10; round++) {
    struct instant now;
    struct blow blow;
    double kink[PIECES_ROOM];
    int approaches = 0;
    look(r, r->motion.t0, y, kink, &now);
    blow.n = 0;
    for (j = 0; j < JOINTS; j++) {
      const int edge = r->memory.edge[j];
      if (joint_kind[j] == TIES) take_part(&now, &blow, j, 1, 1);
      if (joint_kind[j] == ONE_WAY && now.seen.w[j] <= 0.0) take_part(&now, &blow, j, 1, 0);
      if (joint_kind[j] == HAS_EDGES && (edge == 1 || edge == 2)) take_part(&now, &blow, j, -1, edge == 2);
      if (joint_kind[j] == HAS_EDGES && edge == -1) take_part(&now, &blow, j, 1, 0);
    }
    for (i = 0; i < blow.n; i++) {
      const double back = plastic || joint_kind[blow.joint[i]] != HAS_EDGES ? 0.0 : now.seen.bounce[blow.joint[i]];
      double size = 0.0;
      for (b = 0; b < BODIES; b++)
        size = fmax(size, fabs(blow.row[i][b])*fmax(fabs(now.seen.v[b]), r->motion.size[BODIES + b]));
      blow.goal[i] = -blow.before[i] - back*fmin(blow.before[i], 0.0);
      if (blow.both[i] ? fabs(blow.before[i]) > ROUNDING*size : blow.before[i] < -ROUNDING*size)
        approaches = 1;
      for (k = 0; k < blow.n; k++) {
        blow.w[i][k] = 0.0;
        for (b = 0; b < BODIES; b++)
          if (has_mass[b]) blow.w[i][k] += blow.row[i][b]*blow.row[k][b]/now.mass[b];
      }
    }
    if (!approaches) return any;
    any = 1;
    find_impulses(&blow);
    for (i = 0; i < blow.n; i++) {
      j = blow.joint[i];
      if (!(blow.impulse[i] != 0.0)) continue;
      hit[j] = joint_kind[j] != TIES;
      impulse[j] += joint_kind[j] == HAS_EDGES && r->memory.edge[j] > 0 ? blow.impulse[i] : -blow.impulse[i];
      for (b = 0; b < BODIES; b++)
        if (has_mass[b]) y[BODIES + b] += blow.row[i][b]*blow.impulse[i]/now.mass[b];
    }
  }
  return any;
}
