#if !GENERATED
/* Steps of the motion in the modes that are in force. */
#include "run_table.c"
#endif
/* ---- Steps ------------------------------------------------------------------------------------ */

#if JOINED
/* Limits of the joints in their modes: what sticks holds by any force. */
static void hold_modes(struct instant *now)
{
  int j;
  for (j = 0; j < JOINTS; j++) {
    now->lower[j] = now->rests[j] ? -INFINITY : 0.0;
    now->upper[j] = now->rests[j] ? INFINITY : 0.0;
  }
}

#endif
/* Accelerations in the modes that are in force. */
static void accelerate(struct instant *now)
{
#if JOINED
  hold_modes(now);
  solve(now);
#else
  int b;
  for (b = 0; b < BODIES; b++)
    if (is_free[b]) now->x[b] = now->force[b]/now->mass[b];
#endif
}

/* The derivatives of y at the time t. */
static void rates(struct run *r, double t, const double y[N], double dy[N])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int b;
  r->motion.work++;
  look(r, t, y, kink, &now);
  accelerate(&now);
#if JOINED
  for (b = 0; b < BODIES; b++)
    r->motion.noise[b] = has_mass[b] ? 8.0*DBL_EPSILON*now.largest/now.mass[b] : 0.0;
#endif
  for (b = 0; b < BODIES; b++) {
    dy[b] = has_motion[b] ? 0.0 : now.seen.v[b];
    dy[BODIES + b] = has_mass[b] ? now.x[b] : 0.0;
  }
#if STATES
  inner_rates(&now, dy + 2*BODIES);
#endif
}

/* Stages from `first` on, the last one without its derivative. */
static void make_stages(struct run *r, int first, int last, double h, double y[N])
{
  int i, j, n;
  for (i = first; i <= last; i++) {
    for (n = 0; n < N; n++) {
      double sum = 0.0;
      for (j = 0; j < i; j++) sum += stage[i][j]*r->motion.k[j][n];
      y[n] = r->motion.y0[n] + h*sum;
    }
    rates(r, r->motion.t0 + at_time[i]*h, y, r->motion.k[i]);
  }
}

/* What rounding of forces does to y[n] in a step: no step is too long because of it. */
static double rounding(const struct run *r, double h, int n)
{
  return n < BODIES     ? h*h*r->motion.noise[n]
         : n < 2*BODIES ? h*r->motion.noise[n - BODIES]
                        : 0.0;
}

/* A step of the length h from t0: y1, and its error as a part of what is allowed. */
static double attempt(struct run *r, double h)
{
  double sum5 = 0.0, sum3 = 0.0;
  int n, j;
  make_stages(r, 1, 12, h, r->motion.y1);
  for (n = 0; n < N; n++) {
    double e5 = 0.0, e3 = 0.0, scale;
    for (j = 0; j < 12; j++) {
      e5 += error5[j]*r->motion.k[j][n];
      e3 += error3[j]*r->motion.k[j][n];
    }
    if (e5 == 0.0 && e3 == 0.0) continue;
    scale = fmax(r->motion.size[n], fabs(r->motion.y1[n]));
    scale = r->tolerance*fmax(scale, fabs(h*r->motion.k[0][n]));
    scale = fmax(scale, rounding(r, h, n));
    sum5 += e5/scale*(e5/scale);
    sum3 += e3/scale*(e3/scale);
  }
  if (!(sum5 > 0.0)) return sum5 == 0.0 ? 0.0 : INFINITY;
  return h*sum5/sqrt((sum5 + 0.01*sum3)*N);
}

/* What `read` needs, of the step of the length h that attempt() made. */
static void make_continuous(struct run *r, double h)
{
  double y[N];
  int n, i, j;
  make_stages(r, 13, 15, h, y);
  for (n = 0; n < N; n++) {
    const double change = r->motion.y1[n] - r->motion.y0[n];
    r->motion.dense[0][n] = change;
    r->motion.dense[1][n] = h*r->motion.k[0][n] - change;
    r->motion.dense[2][n] = 2.0*change - h*(r->motion.k[12][n] + r->motion.k[0][n]);
    for (i = 0; i < 4; i++) {
      double sum = 0.0;
      for (j = 0; j < STAGES; j++) sum += continuous[i][j]*r->motion.k[j][n];
      r->motion.dense[3 + i][n] = h*sum;
    }
  }
}

/* y at the part x of the step. */
static void read_at(const struct run *r, double x, double y[N])
{
  int n, i;
  for (n = 0; n < N; n++) {
    double sum = 0.0;
    for (i = 0; i < 7; i++) {
      sum += r->motion.dense[6 - i][n];
      sum *= i % 2 == 0 ? x : 1.0 - x;
    }
    y[n] = r->motion.y0[n] + sum;
  }
}
