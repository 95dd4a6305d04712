#if !GENERATED
/* What happens at an instant: which modes are in force from then on. */
#include "run_modes.c"
#endif
/* ---- Instants ----------------------------------------------------------------------------------- */

/* What was before an instant: nothing, other inputs, other parameters, or the motion up to it. */
enum before { AT_START, ANEW, OTHER_LAWS, GOING_ON };

static void report(struct run *r, int element, int from, int to, int cause, double impulse)
{
  const int same = r->ahead.forced ? NAME_FOLLOW : NAME_STOP;
  struct event *event;
  int i;
  for (i = r->events - 1; i >= 0 && r->ahead.instants > 0; i--) { /* decided once more here */
    struct event *former = &r->event[i];
    if (former->t != r->motion.t0) break;
    if (former->element != element || former->cause > same || cause > NAME_FOLLOW) continue;
    former->to = to;
    if (former->from == to)
      for (r->events--; i < r->events; i++) r->event[i] = r->event[i + 1];
    return;
  }
  if (r->events >= NAME_EVENTS) {
    r->lost++;
    return;
  }
  event = &r->event[r->events++];
  event->t = r->motion.t0;
  event->element = element;
  event->from = from;
  event->to = to;
  event->cause = cause;
  event->impulse = impulse;
}

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
  for (n = 0; n < N; n++) y[n] = r->motion.y0[n];
  if (!strike(r, r->motion.y0, 0, hit, impulse)) return;
  look(r, r->motion.t0, r->motion.y0, kink, &now);
  for (j = 0; j < JOINTS; j++)
    if (joint_kind[j] == HAS_EDGES && hit[j] && !is_slow(&now, j) && before.edge[j] != 2) {
      r->memory.edge[j] = 0;
      r->memory.mode[j] = 1;
    }
  rates(r, r->motion.t0, r->motion.y0, dy);
  for (j = 0; j < JOINTS; j++) {
    double fall = 0.0, size = 0.0, u;
    int b;
    if (joint_kind[j] != HAS_EDGES || !hit[j] || r->memory.edge[j] != 0) continue;
    for (b = 0; b < BODIES; b++) {
      const double arm = coefficient(&now, j, b);
      fall += arm*dy[BODIES + b];
      size = fmax(size, fabs(arm)*fmax(fabs(now.seen.q[b]), r->motion.size[b]));
    }
    fall *= before.edge[j];
    u = fabs(now.seen.w[j]);
    if (!(fall > 0.0) || !(now.seen.bounce[j] < 1.0)) continue;
    if (now.seen.bounce[j] > 0.0) { /* a height near the error of the position */
      if (0.5*u*u/fall <= 1e4*r->tolerance*size) r->status = NAME_ENDLESS;
    } else if (2.0*u/fall <= BOUNCE_TIME*r->motion.longest) {
      ends = 1;
    }
  }
  if (!ends) return;
  r->memory = before;
  for (n = 0; n < N; n++) r->motion.y0[n] = y[n];
  for (j = 0; j < JOINTS; j++) hit[j] = 0, impulse[j] = 0.0;
  strike(r, r->motion.y0, 1, hit, impulse);
}
#endif

/* Rows of events: what has changed from `old` on. */
static void report_changes(struct run *r, enum before kind, const struct memory *old, const int old_gap[GAPS_ROOM],
                           const int fired[GUARDS_ROOM], const int hit[JOINTS_ROOM], const double impulse[JOINTS_ROOM])
{
  int jumped = -1, i;
  for (i = 0; i < GAPS; i++) {
    const int to = mode_of_gap(r, i);
    if (to != old_gap[i]) report(r, gap_element[i], old_gap[i], to, to == 0 ? NAME_LEAVE : NAME_TOUCH, 0.0);
  }
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    const int *own = fired + 2*PIECES + 2*i;
    const int stop = joint_kind[i] == HAS_EDGES;
    const int from = stop ? old->edge[i] : old->mode[i];
    const int to = stop ? r->memory.edge[i] : r->memory.mode[i];
    /* what breaks since an input jumped does not so by itself */
    const int itself = kind == OTHER_LAWS || (!r->ahead.forced && (own[0] || own[1]));
    if (joint_kind[i] == TIES || joint_kind[i] == DAMPS || (from == to && !hit[i])) continue;
    if (stop || hit[i])
      report(r, joint_element[i], hit[i] && from == 0 && to == 0 ? 0 : from, to,
             hit[i] ? NAME_IMPACT : to == 0 ? NAME_LEAVE : NAME_TOUCH, impulse[i]);
    else
      report(r, joint_element[i], from, to,
             itself ? from == 0 ? NAME_BREAK : NAME_STOP : NAME_FOLLOW, 0.0);
  }
#else
  (void)kind;
  (void)fired;
  (void)hit;
  (void)impulse;
#endif
  for (i = 0; i < JUMPS; i++) { /* once of an element, whose pieces stand beside each other */
    if (jump_element[i] == jumped || old->piece[jump_piece[i]] == r->memory.piece[jump_piece[i]]) continue;
    jumped = jump_element[i];
    report(r, jumped, 0, 0, NAME_JUMP, 0.0);
  }
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
  look(r, r->motion.t0, r->motion.y0, kink, &now);
#endif
  for (i = 0; i < GUARDS; i++) r->ahead.zero[i] = 0;
  for (i = 0; i < PIECES; i++) {
    if (piece_kind[i] == SIDE || piece_kind[i] == WATCH) r->ahead.zero[2*i] = fired[2*i];
    if (piece_kind[i] == WHOLE) { /* what was the end of one piece is the begin of the next */
      r->ahead.zero[2*i] = fired[2*i + 1];
      r->ahead.zero[2*i + 1] = fired[2*i];
    }
  }
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    const int *own = fired + 2*PIECES + 2*i;
    int *zero = r->ahead.zero + 2*PIECES + 2*i;
    const int slow = is_slow(&now, i);
    if (r->memory.mode[i] == 0) continue;
    if (joint_kind[i] == RUBS || joint_kind[i] == ONE_WAY) zero[0] = slow ? known[i] : 0;
    if (joint_kind[i] != HAS_EDGES) continue;
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
  struct memory old = r->memory;
  double former[PIECES_ROOM], impulse[JOINTS_ROOM] = {0.0};
  int old_gap[GAPS_ROOM], hit[JOINTS_ROOM] = {0}, known[JOINTS_ROOM], i, round;
  struct instant now;
  (void)known;
  look(r, r->motion.t0, r->motion.y0, former, &now);
  for (i = 0; i < GAPS; i++) old_gap[i] = mode_of_gap(r, i);
  for (i = 0; i < PIECES; i++) {
    double *piece = &r->memory.piece[i];
    /* one that reached 0 alone may rest there, or rise: behind the instant it is 0 or above */
    if (piece_kind[i] == WATCH && fired[2*i] && r->ahead.instants > 0) r->status = NAME_PULLED;
    if (piece_kind[i] == WHOLE)
      *piece += fired[2*i + 1] - fired[2*i];
    else if (fired[2*i] && piece_kind[i] != WATCH)
      *piece = *piece == 0.0 ? 0.0 : -*piece;
  }
#if MARKS
  if (r->ahead.marked) pass_marks(r);
#endif
  for (i = 0; i < 2*PIECES + 2 && put_pieces(r, kind != GOING_ON, former); i++) {
  }
  if (kind == OTHER_LAWS) { /* what other parameters make of a force is no row of its own */
    for (i = 0; i < PIECES; i++) old.piece[i] = r->memory.piece[i];
    look(r, r->motion.t0, r->motion.y0, former, &now);
  }
#if JOINED
  for (i = 0; i < JOINTS; i++) {
    const int *own = fired + 2*PIECES + 2*i;
    if (joint_kind[i] != HAS_EDGES || r->memory.mode[i] == 0 || !(own[0] || own[1])) continue;
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
    choose_pairs(r, first, kind != GOING_ON, fired, broken);
    decide_pairs(r, fired, broken, known);
    tie(r);
    look(r, r->motion.t0, r->motion.y0, before, &now);
    if (!put_edges(r)) break;
  }
#else
  for (round = 0; round < 4 && put_edges(r); round++) {
  }
#endif
  know_zeros(r, &old, fired, known);
  if (!first) report_changes(r, kind, &old, old_gap, fired, hit, impulse);
}
