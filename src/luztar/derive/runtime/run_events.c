#if !GENERATED
/* What happens at an instant: which modes are in force from then on. */
#include "run_impacts.c"
#endif
/* ---- Instants ----------------------------------------------------------------------------------- */

/* What was before an instant: nothing, other inputs, or the motion up to it. */
enum before { AT_START, ANEW, GOING_ON };

static void report(struct run *r, int element, int from, int to, int cause, double impulse)
{
  struct event *event;
  int i;
  for (i = r->events - 1; i >= 0 && r->instants > 0; i--) { /* decided once more at one instant */
    struct event *former = &r->event[i];
    if (former->t != r->t0) break;
    if (former->element != element || former->cause > STOP || cause > FOLLOW) continue;
    former->to = to;
    if (former->from == to)
      for (r->events--; i < r->events; i++) r->event[i] = r->event[i + 1];
    return;
  }
  if (r->events >= EVENTS) {
    r->lost++;
    return;
  }
  event = &r->event[r->events++];
  event->t = r->t0;
  event->element = element;
  event->from = from;
  event->to = to;
  event->cause = cause;
  event->impulse = impulse;
}

/* The sign of the argument of a piece that is 0 now, a little later: 0 if it stays 0. */
static int sign_behind(struct run *r, int piece)
{
  double dy[N], y[N], kink[PIECES_ROOM], step, size = 0.0;
  struct instant now;
  int n;
  rates(r, r->t0, r->y0, dy);
  step = r->h > 0.0 ? 1e-3*r->h : 1e-6;
  for (n = 0; n < N; n++) y[n] = r->y0[n] + step*dy[n];
  look(r, r->t0 + step, y, kink, &now);
  for (n = 0; n < N; n++) size = fmax(size, fabs(y[n]));
  (void)size;
  return kink[piece] > 0.0 ? 1 : kink[piece] < 0.0 ? -1 : 0;
}

/* Puts pieces to where their arguments are. all: whatever was before; else those only whose arguments
   have jumped from `former`. 1: some changed. */
static int put_pieces(struct run *r, int all, const double former[PIECES_ROOM])
{
  double kink[PIECES_ROOM];
  struct instant now;
  int changed = 0, i;
  look(r, r->t0, r->y0, kink, &now);
  for (i = 0; i < PIECES; i++) {
    double *piece = &r->memory.piece[i];
    const double old = *piece;
    if (!all && fabs(kink[i] - former[i]) <= 1e-12*fmax(fabs(kink[i]), fabs(former[i]))) continue;
    if (piece_kind[i] == 1)
      *piece = floor(kink[i]);
    else if (piece_kind[i] == 2)
      *piece = kink[i] < 0.0 ? -old : old;
    else
      *piece = kink[i] > 0.0 ? 1.0 : kink[i] < 0.0 ? -1.0 : old;
    changed = changed || *piece != old;
    if (*piece != old) return 1; /* inner ones first: others may depend on it */
  }
  return changed;
}

/* Arguments that are exactly 0: the piece behind, or that of the edge. 1: some changed. */
static int put_edges(struct run *r)
{
  double kink[PIECES_ROOM];
  struct instant now;
  int changed = 0, i;
  look(r, r->t0, r->y0, kink, &now);
  for (i = 0; i < PIECES; i++) {
    double *piece = &r->memory.piece[i];
    const double old = *piece;
    int sign;
    if (piece_kind[i] != 0 || kink[i] != 0.0) continue;
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
    size = fmax(size, fabs(coefficient(now, joint, b)*now->v[b]));
  return fabs(now->w[joint]) <= 1e-12*size;
}

/* Velocities of what sticks to each other, equal to the last digit. */
static void tie(struct run *r)
{
  struct instant now;
  double kink[PIECES_ROOM];
  int b, j, any = 0;
  look(r, r->t0, r->y0, kink, &now);
  for (j = 0; j < JOINTS; j++) {
    const int holds = r->memory.mode[j] == 0 && !at_massless[j];
    any = any || holds;
    now.lower[j] = holds ? -INFINITY : 0.0;
    now.upper[j] = holds ? INFINITY : 0.0;
#if MASSLESS
    now.viscous[j] = 0.0;
#endif
  }
  if (!any) return;
  for (b = 0; b < BODIES; b++) {
    now.x[b] = now.v[b];
    now.force[b] = now.mass[b]*now.v[b];
#if MASSLESS
    now.given[b] = !has_mass[b];
#endif
  }
  solve(&now);
  for (b = 0; b < BODIES; b++)
    if (has_mass[b]) r->y0[BODIES + b] = now.x[b];
}

/* Which pairs are asked for their modes at this instant, by Gauss's principle, and which move on as
   they did. fired: guards that ended. first: nothing was before. */
static void choose_pairs(struct run *r, int first, const int fired[GUARDS_ROOM], int broken[JOINTS])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int j;
  look(r, r->t0, r->y0, kink, &now);
  for (j = 0; j < JOINTS; j++) {
    const int *own = fired + 2*PIECES + 2*j;
    int *mode = &r->memory.mode[j];
    const int sign = now.w[j] > 0.0 ? 1 : -1, was = *mode;
    broken[j] = 0;
    if (joint_kind[j] == 2 || joint_kind[j] == 4) continue;
    if (was == 0 && (own[0] || own[1])) broken[j] = own[1] ? 1 : -1;
    if (joint_kind[j] == 3) {
      const int edge = r->memory.edge[j];
      if (edge == 0) continue;
      if (edge != 2 && !is_slow(&now, j) && sign == -edge) r->memory.edge[j] = 0, *mode = 1;
      continue;
    }
    if (at_massless[j] && was != 0 && !own[0] && !first) continue;
    if (at_massless[j]) {
      *mode = 0;
    } else if (joint_kind[j] == 1) {
      *mode = is_slow(&now, j) || own[0] ? 0 : 1;
      if (was != 0 && !own[0] && !first && sign > 0) *mode = 1;
    } else if (first || was == 0 || own[0]) {
      *mode = own[0] || is_slow(&now, j) ? 0 : sign;
    } else if (was*now.w[j] < 0.0) {
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
  look(r, r->t0, r->y0, kink, &now);
  r->memory.deciding = 0;
  for (j = 0; j < JOINTS; j++) now.broken[j] = broken[j];
  settle(&now);
  for (j = 0; j < JOINTS; j++) {
    const int *own = fired + 2*PIECES + 2*j;
    int *mode = &r->memory.mode[j];
    int found = now.mode[j];
    (void)own;
    known[j] = 1;
    if (joint_kind[j] == 2 || joint_kind[j] == 4) continue;
    if (joint_kind[j] == 3) {
      if (r->memory.edge[j] == 0 || r->memory.edge[j] == 2) continue;
      if (found == -r->memory.edge[j] || (found == 0 && broken[j] == -r->memory.edge[j]))
        r->memory.edge[j] = 0, *mode = 1;
      continue;
    }
    if (at_massless[j]) {
#if MASSLESS
      if (*mode == 0) {
        found = now.slow[j];
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
    *mode = joint_kind[j] == 1 ? found > 0 : found;
  }
}
#endif

/* The mode of a spring with a gap. */
static int mode_of_gap(const struct run *r, int gap)
{
  const int *of = gap_piece[gap];
  const double *piece = r->memory.piece;
  const int above = of[0] >= 0 && piece[of[0]] > 0.0 && (of[1] < 0 || piece[of[1]] < 0.0);
  const int below = of[2] >= 0 && piece[of[2]] > 0.0 && (of[3] < 0 || piece[of[3]] > 0.0);
  return above - below;
}

#if IMPACTS
/* Closed stops and freewheels are hit. Bounces that become endless are a status. */
static void collide(struct run *r, int hit[JOINTS], double impulse[JOINTS])
{
  const struct memory before = r->memory;
  double y[N], dy[N], kink[PIECES_ROOM];
  struct instant now;
  int n, j, ends = 0;
  for (n = 0; n < N; n++) y[n] = r->y0[n];
  if (!strike(r, r->y0, 0, hit, impulse)) return;
  look(r, r->t0, r->y0, kink, &now);
  for (j = 0; j < JOINTS; j++)
    if (joint_kind[j] == 3 && hit[j] && !is_slow(&now, j) && before.edge[j] != 2) {
      r->memory.edge[j] = 0;
      r->memory.mode[j] = 1;
    }
  rates(r, r->t0, r->y0, dy);
  for (j = 0; j < JOINTS; j++) {
    double fall = 0.0, size = 0.0, u;
    int b;
    if (joint_kind[j] != 3 || !hit[j] || r->memory.edge[j] != 0) continue;
    for (b = 0; b < BODIES; b++) {
      const double arm = coefficient(&now, j, b);
      fall += arm*dy[BODIES + b];
      size = fmax(size, fabs(arm)*fmax(fabs(now.q[b]), r->size[b]));
    }
    fall *= before.edge[j];
    u = fabs(now.w[j]);
    if (!(fall > 0.0) || !(now.bounce[j] < 1.0)) continue;
    if (now.bounce[j] > 0.0) { /* a height near the error of the position */
      if (0.5*u*u/fall <= 1e4*r->tolerance*size) r->status = ENDLESS;
    } else if (2.0*u/fall <= BOUNCE_TIME*r->longest) {
      ends = 1;
    }
  }
  if (!ends) return;
  r->memory = before;
  for (n = 0; n < N; n++) r->y0[n] = y[n];
  for (j = 0; j < JOINTS; j++) hit[j] = 0, impulse[j] = 0.0;
  strike(r, r->y0, 1, hit, impulse);
}
#endif

/* Rows of events: what has changed from `old` on. */
static void report_changes(struct run *r, enum before kind, const struct memory *old, const int old_gap[GAPS_ROOM],
                           const double old_input[INPUTS_ROOM], const int fired[GUARDS_ROOM],
                           const int hit[JOINTS_ROOM], const double impulse[JOINTS_ROOM])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int jumps = kind != GOING_ON || r->marked, i;
  look(r, r->t0, r->y0, kink, &now);
  for (i = 0; i < GAPS; i++) {
    const int to = mode_of_gap(r, i);
    if (to != old_gap[i]) report(r, gap_element[i], old_gap[i], to, to == 0 ? LEAVE : TOUCH, 0.0);
  }
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    const int *own = fired + 2*PIECES + 2*i;
    const int stop = joint_kind[i] == 3;
    const int from = stop ? old->edge[i] : old->mode[i];
    const int to = stop ? r->memory.edge[i] : r->memory.mode[i];
    if (joint_kind[i] == 2 || joint_kind[i] == 4 || (from == to && !hit[i])) continue;
    if (stop || hit[i])
      report(r, joint_element[i], hit[i] && from == 0 && to == 0 ? 0 : from, to,
             hit[i] ? IMPACT : to == 0 ? LEAVE : TOUCH, impulse[i]);
    else
      report(r, joint_element[i], from, to,
             own[0] || own[1] ? from == 0 ? BREAK : STOP : FOLLOW, 0.0);
  }
#else
  (void)old;
  (void)fired;
  (void)hit;
  (void)impulse;
#endif
  for (i = 0; i < PIECES; i++) jumps = jumps || old->piece[i] != r->memory.piece[i];
  for (i = 0; i < INPUTS && jumps; i++)
    if (fabs(now.input[i] - old_input[i]) > 1e-9*fmax(fabs(now.input[i]), fabs(old_input[i])))
      report(r, input_element[i], 0, 0, JUMP, 0.0);
}

/* Guards that are 0 at this instant, and how many zeros they have there. `known`: zeros of rates that
   are slow. */
static void know_zeros(struct run *r, const struct memory *old, const int fired[GUARDS_ROOM],
                       const int known[JOINTS_ROOM])
{
  int i;
#if JOINED
  double kink[PIECES_ROOM];
  struct instant now;
  look(r, r->t0, r->y0, kink, &now);
#endif
  for (i = 0; i < GUARDS; i++) r->zero[i] = 0;
  for (i = 0; i < PIECES; i++) {
    if (piece_kind[i] == 0) r->zero[2*i] = fired[2*i];
    if (piece_kind[i] == 1) { /* what was the end of one piece is the begin of the next */
      r->zero[2*i] = fired[2*i + 1];
      r->zero[2*i + 1] = fired[2*i];
    }
  }
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    const int *own = fired + 2*PIECES + 2*i;
    int *zero = r->zero + 2*PIECES + 2*i;
    const int slow = is_slow(&now, i);
    if (r->memory.mode[i] == 0) continue;
    if (joint_kind[i] < 2) zero[0] = slow ? known[i] : 0;
    if (joint_kind[i] != 3) continue;
    /* its force fell to 0: its rate and its acceleration are 0 */
    if (old->edge[i] != 0) zero[old->edge[i] > 0] = !slow ? 1 : own[0] || own[1] ? 3 : 2;
    if (old->edge[i] == 0 && own[0]) zero[0] = 1 + slow;
    if (old->edge[i] == 0 && own[1]) zero[1] = 1 + slow;
  }
#else
  (void)old;
  (void)known;
#endif
}

/* Modes from this instant on. fired: guards that ended here. */
static void decide(struct run *r, enum before kind, const int fired[GUARDS_ROOM])
{
  const int first = kind == AT_START;
  const struct memory old = r->memory;
  double former[PIECES_ROOM], impulse[JOINTS_ROOM] = {0.0}, old_input[INPUTS_ROOM];
  int old_gap[GAPS_ROOM], hit[JOINTS_ROOM] = {0}, known[JOINTS_ROOM], i, round;
  struct instant now;
  (void)known;
  look(r, r->t0, r->y0, former, &now);
  for (i = 0; i < INPUTS; i++) old_input[i] = now.input[i];
  for (i = 0; i < GAPS; i++) old_gap[i] = mode_of_gap(r, i);
  for (i = 0; i < PIECES; i++) {
    double *piece = &r->memory.piece[i];
    if (piece_kind[i] == 1)
      *piece += fired[2*i + 1] - fired[2*i];
    else if (fired[2*i])
      *piece = *piece == 0.0 ? 0.0 : -*piece;
  }
#if MARKS
  if (r->marked) pass_marks(r);
#endif
  for (i = 0; i < 2*PIECES + 2 && put_pieces(r, kind != GOING_ON, former); i++) {
  }
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    const int *own = fired + 2*PIECES + 2*i;
    if (joint_kind[i] != 3 || r->memory.mode[i] == 0 || !(own[0] || own[1])) continue;
    r->memory.edge[i] = own[0] && own[1] ? 2 : own[1] ? 1 : -1;
    r->memory.mode[i] = 0;
  }
#if IMPACTS
  collide(r, hit, impulse);
  if (!first) for (i = 0; i < 2*PIECES + 2 && put_pieces(r, 0, former); i++) {
  }
#endif
  for (i = 0; i < JOINTS; i++) known[i] = 1;
  for (round = 0; round < 4; round++) {
    int broken[JOINTS];
    double before[PIECES_ROOM];
    choose_pairs(r, first, fired, broken);
    decide_pairs(r, fired, broken, known);
    tie(r);
    look(r, r->t0, r->y0, before, &now);
    if (!put_edges(r)) break;
  }
#else
  for (round = 0; round < 4 && put_edges(r); round++) {
  }
#endif
  know_zeros(r, &old, fired, known);
  if (!first) report_changes(r, kind, &old, old_gap, old_input, fired, hit, impulse);
}
