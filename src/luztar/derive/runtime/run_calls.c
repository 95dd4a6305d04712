#if !GENERATED
/* The functions that are called from outside. */
#include "run.c"
#endif
/* ---- What is called ----------------------------------------------------------------------------- */

void NAME_default_parameters(struct parameters *p)
{
  default_parameters(p);
}

static int start_at(struct run *r, const struct parameters *p, const double *t, const double inputs[])
{
  static const struct run nothing;
  *r = nothing;
  if (p)
    r->p = *p;
  else
    default_parameters(&r->p);
  dependent_parameters(&r->p);
  if (!is_sound(&r->p)) return r->status = NAME_PARAMETERS;
  first_state(r, &r->p);
  if (t) r->motion.t0 = *t;
#if GIVEN
  if (inputs) {
    int i;
    for (i = 0; i < GIVEN_INPUTS; i++) r->motion.y0[given_place[i]] = inputs[i];
  }
#else
  (void)inputs;
#endif
  r->t = r->motion.t0;
  r->work_limit = 1000000;
  begin(r);
  return r->status;
}

int NAME_init(struct run *r, const struct parameters *p)
{
  return start_at(r, p, 0, 0);
}

int NAME_step(struct run *r, double h)
{
  return advance(r, r->t + h);
}

int NAME_run_to(struct run *r, double t)
{
  return advance(r, t);
}

/* Whether a body would have to jump at the time reached: a motion that is given, an edge that is
   passed already, a link or a freewheel whose rate is none. */
static int jumps_with(struct run *r, const struct parameters *p)
{
  const struct parameters own = r->p;
  double y[N], kink[PIECES_ROOM];
  struct instant before, now;
  int b, jumps = 0;
#if JOINED
  int j;
#endif
  for (b = 0; b < N; b++) y[b] = r->motion.y0[b];
  if (r->ahead.planned) read_at(r, (r->t - r->motion.t0)/r->motion.length, y);
  look(r, r->t, y, kink, &before);
  r->p = *p;
  look(r, r->t, y, kink, &now);
  r->p = own;
  for (b = 0; b < BODIES; b++) {
    const double size = fabs(before.seen.q[b]) + fabs(now.seen.q[b]);
    const double passed = ROUNDING*fabs(now.seen.v[b]*r->t);
    jumps = jumps || (has_motion[b] && fabs(now.seen.q[b] - before.seen.q[b]) > METHOD_ERROR*size + passed);
  }
#if JOINED
  for (j = 0; j < JOINTS; j++) {
    double place = 0.0, speed = 0.0, rate = 0.0;
    for (b = 0; b < BODIES; b++) {
      const double arm = coefficient(&now, j, b);
      place = fmax(place, fabs(arm)*fmax(fabs(now.seen.q[b]), r->motion.size[b]));
      speed = fmax(speed, fabs(arm*now.seen.v[b]));
      rate += arm*now.seen.v[b];
    }
    if (joint_kind[j] == HAS_EDGES)
      jumps = jumps || fmin(now.seen.room[j][0], now.seen.room[j][1]) < -METHOD_ERROR*place;
    if (joint_kind[j] == ONE_WAY) jumps = jumps || rate < -METHOD_ERROR*speed;
    if (joint_kind[j] == TIES) jumps = jumps || fabs(rate) > METHOD_ERROR*speed;
  }
#endif
  return jumps;
}

#if MARKS
/* Whether a controller would sample or act at another instant than the next that is known. */
static int moves_marks(const struct run *r, const struct parameters *p)
{
  int c, acts, moves = 0;
  for (c = 0; c < NAME_CONTROLLERS; c++)
    for (acts = 0; acts < 2; acts++)
      moves = moves || mark_of(r, p, c, acts) != mark_of(r, &r->p, c, acts);
  return moves;
}

#endif
int NAME_set_parameters(struct run *r, const struct parameters *p)
{
  struct parameters others = *p;
  dependent_parameters(&others);
  if (r->status != NAME_FINE && r->status != NAME_WORK_LIMIT) return r->status;
  if (!is_sound(&others) || jumps_with(r, &others)) return NAME_PARAMETERS;
#if MARKS
  if (moves_marks(r, &others)) return NAME_PARAMETERS;
#endif
  change_here(r);
  r->ahead.changed = OTHER_LAWS;
  r->p = others;
  return NAME_FINE;
}

#if GIVEN
int NAME_set_input(struct run *r, int input, double value)
{
  double *place;
  if (input < 0 || input >= GIVEN_INPUTS || !isfinite(value)) return NAME_PARAMETERS;
  place = &r->motion.y0[given_place[input]];
  if (*place == value) return NAME_FINE;
  change_here(r);
  *place = value;
  return NAME_FINE;
}

#endif
static const char *word(int n, const char *const words[], int place)
{
  return place >= 0 && place < n ? words[place] : "";
}

const char *NAME_status_text(int status)
{
  static const char *const words[] = {
      "fine", "the limit of evaluations is reached: call again to go on",
      "the step would be below the rounding of the time", "no modes fit at this instant",
      "the time lies before the one reached",
      "bounces of a stop follow each other without an end",
      "a normal force falls below 0",
      "a value that the model does not take, or with which a body or a clock would have to jump"};
  return word(8, words, status);
}

const char *NAME_cause_name(int cause)
{
  static const char *const words[] = {"break", "stop",   "follow", "touch",
                                      "leave", "impact", "jump"};
  return word(7, words, cause);
}

const char *NAME_element_name(int element)
{
  return word(ELEMENTS, element_name, element);
}

const char *NAME_mode_name(int element, int mode, int cause)
{
  static const char *const words[4][3] = {{"backward", "stuck", "forward"},
                                          {"", "engaged", "free"},
                                          {"lower", "gap", "upper"},
                                          {"lower", "open", "upper"}};
  if (cause == NAME_JUMP) return "input";
  if (element < 0 || element >= ELEMENTS) return "";
  return word(3, words[element_words[element]], mode + 1);
}
