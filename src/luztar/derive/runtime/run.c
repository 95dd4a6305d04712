#if !GENERATED
/* The run: from call to call, to any time. */
#include "run_events.c"
#endif
/* ---- The run ------------------------------------------------------------------------------------ */

/* The results at y. */
static void show(struct run *r, double t, const double y[N])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int b;
  look(r, t, y, kink, &now);
  r->t = t;
  for (b = 0; b < BODIES; b++) {
    r->q[b] = now.seen.q[b];
    r->v[b] = now.seen.v[b];
  }
}

/* The largest values so far. */
static void grow(struct run *r)
{
  int n;
  for (n = 0; n < N; n++) r->motion.size[n] = fmax(r->motion.size[n], fabs(r->motion.y0[n]));
}

/* A step may begin here. */
static void begin_here(struct run *r)
{
  rates(r, r->motion.t0, r->motion.y0, r->motion.k[0]);
  grow(r);
  r->ahead.planned = 0;
}

/* y1 at t1 is where the run goes on. */
static void go_on(struct run *r)
{
  int n;
  r->motion.longest = fmax(r->motion.longest, r->motion.t1 - r->motion.t0);
  r->motion.t0 = r->motion.t1;
  for (n = 0; n < N; n++) r->motion.y0[n] = r->motion.y1[n];
#if JOINED
  tie(r);
#endif
}

/* The length of a first step: that in which the state changes by a part of its size. */
static double first_length(struct run *r)
{
  double state = 0.0, change = 0.0;
  int n;
  for (n = 0; n < N; n++) {
    state = fmax(state, fabs(r->motion.y0[n]));
    change = fmax(change, fabs(r->motion.k[0][n]));
  }
  return change > 0.0 && state > 0.0 ? 1e-3*state/change : 1e-6;
}

/* The guards that end first in the step of the length h; 2.0: none does. */
static double find_end(struct run *r, double h, double end[GUARDS_ROOM], double scale[GUARDS_ROOM],
                       int *rough)
{
  double g[PLACES + 1][GUARDS_ROOM], value[PLACES], y[N], first = 2.0;
  int i, k;
  *rough = 0;
  for (k = 0; k <= PLACES; k++) {
    const double x = k < PLACES ? place[k] : CHECK;
    read_at(r, x, y);
    find_guards(r, r->motion.t0 + x*h, y, g[k]);
  }
  for (i = 0; i < GUARDS; i++) {
    scale[i] = 0.0;
    for (k = 0; k < PLACES; k++) {
      value[k] = g[k][i];
      scale[i] = fmax(scale[i], fabs(value[k]));
    }
    end[i] = first_end(value, g[PLACES][i], r->ahead.zero[i], rough);
    first = fmin(first, end[i]);
  }
  return first;
}

/* Moves the end of the step to where the guard is 0, by steps of their own. */
static double sharpen(struct run *r, double h, int guard, double from)
{
  double g[GUARDS_ROOM], x = from, best = from, least = INFINITY, older = 0.0, value = 0.0;
  int round;
  for (round = 0; round < 6; round++) {
    double next;
    attempt(r, x*h);
    find_guards(r, r->motion.t0 + x*h, r->motion.y1, g);
    if (fabs(g[guard]) < least) {
      least = fabs(g[guard]);
      best = x;
    } else if (round > 1) {
      break;
    }
    if (least == 0.0) break;
    if (round == 0) {
      next = x*(1.0 + (g[guard] > 0.0 ? 1e-7 : -1e-7));
    } else {
      if (g[guard] == value) break;
      next = x - g[guard]*(x - older)/(g[guard] - value);
    }
    older = x;
    value = g[guard];
    if (!(next > 0.0) || fabs(next - x) > 1e-2*from || next == x) break;
    x = next;
  }
  if (best != x || round == 6) attempt(r, best*h);
  return best;
}

/* The next step: y1 at t1, which guards end there, the polynomials up to there. */
static int plan(struct run *r)
{
  double h, next, end[GUARDS_ROOM] = {0.0}, scale[GUARDS_ROOM], g[GUARDS_ROOM], first;
#if MARKS
  const double mark = next_mark(r);
#else
  const double mark = INFINITY;
#endif
  int i, rough, halved = 0, guard = -1;
  if (!(r->motion.h > 0.0)) r->motion.h = first_length(r);
  for (;;) {
    double error;
    int capped;
    h = r->motion.h;
    capped = r->motion.t0 + h >= mark;
    if (capped) h = mark - r->motion.t0;
    if (!(r->motion.t0 + h > r->motion.t0)) return NAME_TOO_STIFF;
    if (r->motion.work > r->work_limit) return NAME_WORK_LIMIT;
    error = attempt(r, h);
    if (!(error <= 1.0)) {
      r->motion.h = h*(error < INFINITY ? fmax(0.2, 0.9*pow(error, -0.125)) : 0.2);
      continue;
    }
    next = error > 0.0 ? h*fmin(4.0, 0.9*pow(error, -0.125)) : 4.0*h;
    if (capped) next = fmax(next, r->motion.h);
    make_continuous(r, h);
    first = find_end(r, h, end, scale, &rough);
    if (rough && halved < 24) {
      halved++;
      r->motion.h = 0.5*h;
      continue;
    }
    break;
  }
  r->motion.h = halved > 0 ? fmin(next, 1.5*h) : next;
  r->ahead.ended = 0;
  for (i = 0; i < GUARDS; i++) r->ahead.fired[i] = 0;
  r->ahead.marked = r->motion.t0 + h >= mark;
  r->motion.t1 = r->ahead.marked ? mark : r->motion.t0 + h;
  r->motion.length = h;
  if (first <= 1.0) {
    for (i = 0; i < GUARDS; i++)
      if (end[i] == first && guard < 0) guard = i;
    r->ahead.ended = 1;
    r->ahead.marked = 0;
    if (first > 0.0) {
      const double x = sharpen(r, h, guard, first);
      find_guards(r, r->motion.t0 + x*h, r->motion.y1, g);
      r->motion.t1 = r->motion.t0 + x*h;
    } else {
      for (i = 0; i < N; i++) r->motion.y1[i] = r->motion.y0[i];
      for (i = 0; i < GUARDS; i++) g[i] = end[i] > 0.0 ? scale[i] : 0.0;
      r->motion.t1 = r->motion.t0;
    }
    for (i = 0; i < GUARDS; i++)
      r->ahead.fired[i] =
          i == guard || (end[i] - first <= FOLLOWS && fabs(g[i]) <= METHOD_ERROR*scale[i]);
    r->motion.h = fmax(r->motion.h*1e-3, fmin(r->motion.h, h));
  }
  r->ahead.planned = 1;
  return NAME_FINE;
}

/* Ends the step at the time reached, with the inputs that were: they change there. */
static void change_here(struct run *r)
{
  if (r->ahead.planned && r->t > r->motion.t0) {
    attempt(r, r->t - r->motion.t0);
    r->motion.t1 = r->t;
    go_on(r);
  }
  r->ahead.planned = 0;
  if (r->ahead.changed != OTHER_LAWS) r->ahead.changed = ANEW;
}

/* To the time `to`. */
static int advance(struct run *r, double to)
{
  double y[N];
  int n;
  r->motion.work = 0;
  r->events = 0;
  r->lost = 0;
  if (r->status != NAME_FINE && r->status != NAME_WORK_LIMIT) return r->status;
  r->status = NAME_FINE;
  if (!(to >= r->t)) return r->status = NAME_BACKWARD;
  if (r->ahead.changed) { /* inputs or parameters from this time on */
    static const int none[GUARDS_ROOM];
    const enum before kind = r->ahead.changed;
    r->ahead.changed = 0;
    r->ahead.marked = 0;
    r->ahead.forced = kind == ANEW;
    decide(r, kind, none);
    begin_here(r);
  }
  for (;;) {
    if (!r->ahead.planned) r->status = plan(r);
    if (r->status != NAME_FINE) {
      show(r, r->motion.t0, r->motion.y0);
      return r->status;
    }
    if (to < r->motion.t1) break;
    r->ahead.instants = r->motion.t1 > r->motion.t0 ? 0 : r->ahead.instants + 1;
    r->ahead.forced = r->ahead.forced && r->ahead.instants > 0;
    if (r->ahead.instants > 50) {
      show(r, r->motion.t0, r->motion.y0);
      return r->status = NAME_NO_MODES;
    }
    go_on(r);
    for (n = 0; n < GUARDS; n++) r->ahead.zero[n] = 0;
    if (r->ahead.ended || r->ahead.marked) decide(r, GOING_ON, r->ahead.fired);
    begin_here(r);
    if (r->status != NAME_FINE) {
      show(r, r->motion.t0, r->motion.y0);
      return r->status;
    }
  }
  read_at(r, (to - r->motion.t0)/r->motion.length, y);
  show(r, to, y);
  return NAME_FINE;
}

#if MARKS
/* Controllers sample and act at the first of their instants that are not before the start. */
static void place_clocks(struct run *r)
{
  int c, acts;
  for (c = 0; c < NAME_CONTROLLERS; c++)
    for (acts = 0; acts < 2; acts++) {
      double *clock = &r->memory.clock[c][acts];
      double first, period;
      *clock = 0.0;
      first = mark_of(r, &r->p, c, acts);
      *clock = 1.0;
      period = mark_of(r, &r->p, c, acts) - first;
      *clock = r->motion.t0 > first ? fmax(0.0, floor((r->motion.t0 - first)/period) - 1.0) : 0.0;
      while (mark_of(r, &r->p, c, acts) < r->motion.t0) *clock += 1.0;
    }
}

#endif
/* Modes at the start. */
static void begin(struct run *r)
{
  static const int none[GUARDS_ROOM];
  int i;
  for (i = 0; i < PIECES; i++) r->memory.piece[i] = piece_kind[i] == WHOLE ? 0.0 : piece_kind[i] == RELAY ? -1.0 : 1.0;
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    r->memory.mode[i] = joint_kind[i] == TIES ? 0 : 1;
    r->memory.edge[i] = 0;
  }
#endif
#if MARKS
  place_clocks(r);
  r->ahead.marked = next_mark(r) <= r->motion.t0;
#endif
  decide(r, AT_START, none);
  begin_here(r);
  show(r, r->motion.t0, r->motion.y0);
}
