#if !GENERATED
/* The functions that are called from outside. */
#include "run.c"
#endif
/* ---- What is called ----------------------------------------------------------------------------- */

void NAME_default_parameters(struct parameters *p)
{
  default_parameters(p);
}

int NAME_init(struct run *r, const struct parameters *p)
{
  static const struct run nothing;
  *r = nothing;
  if (p)
    r->p = *p;
  else
    default_parameters(&r->p);
  dependent_parameters(&r->p);
  first_state(r, &r->p);
  r->t = r->motion.t0;
  r->work_limit = 1000000;
  begin(r);
  return r->status;
}

int NAME_step(struct run *r, double h)
{
  return advance(r, r->t + h);
}

int NAME_run_to(struct run *r, double t)
{
  return advance(r, t);
}

void NAME_set_parameters(struct run *r, const struct parameters *p)
{
  change_here(r);
  r->ahead.changed = OTHER_LAWS;
  r->p = *p;
  dependent_parameters(&r->p);
}

#if GIVEN
void NAME_set_input(struct run *r, int input, double value)
{
  double *place;
  if (input < 0 || input >= GIVEN_INPUTS) return;
  place = &r->motion.y0[given_place[input]];
  if (*place == value) return;
  change_here(r);
  *place = value;
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
      "a normal force falls below 0"};
  return word(7, words, status);
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
