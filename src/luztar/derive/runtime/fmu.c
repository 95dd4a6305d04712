#if !GENERATED
/* An instance of a generated FMU: its life, values and steps. Status and words of fmi2 in fmi2.c. */
#include "fmu_model.h"
#endif
/* ---- An instance -------------------------------------------------------------------------------- */

/* Where it is in its life: bits, for what a function allows. */
enum {
  LUZTAR_INSTANTIATED = 1,
  LUZTAR_INITIALIZATION = 2,
  LUZTAR_STEPS = 4,
  LUZTAR_FAILED = 8, /* a step was not finished */
  LUZTAR_ENDED = 16, /* and the run cannot go on */
  LUZTAR_TERMINATED = 32
};
enum {
  LUZTAR_BEFORE = LUZTAR_INSTANTIATED | LUZTAR_INITIALIZATION,
  LUZTAR_STOPPED = LUZTAR_FAILED | LUZTAR_ENDED,
  LUZTAR_ANY = 63
};

/* All that lasts: a copy of it is a state. */
struct luztar_state {
  int life;
  int is_begun;                 /* `run` has a start, with these values */
  int is_shown;                 /* `shown` is that of `run` */
  int has_pending, has_inputs;  /* what was set is not in force yet */
  double start, last;           /* of the experiment [s] */
  struct NAME_parameters given; /* before the start all values, later those to come */
  double input[LUZTAR_INPUTS];
  struct NAME run;
  struct NAME_shown shown;
};

struct luztar_instance {
  struct luztar_state now;
  fmi2CallbackFunctions call;
  char *name;
  int logs_events;
};

/* Calls of NAME_run_to() that one step may make. */
enum { LUZTAR_CALLS = 100 };

/* ---- Words -------------------------------------------------------------------------------------- */

/* To the logger, which reads its message as printf does. */
static void tell(const struct luztar_instance *own, fmi2Status status, const char *format, ...)
{
  static const char *const categories[] = {"logEvents", "logStatusWarning", "logStatusDiscard",
                                           "logStatusError", "logStatusFatal"};
  char text[500], doubled[1000];
  size_t i, n = 0;
  va_list list;
  if (!own->call.logger) return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  for (i = 0; text[i]; i++) {
    if (text[i] == '%') doubled[n++] = '%';
    doubled[n++] = text[i];
  }
  doubled[n] = 0;
  own->call.logger(own->call.componentEnvironment, own->name ? own->name : "", status,
                   categories[status], doubled);
}

static const char *words_of_life(int life)
{
  return life == LUZTAR_INSTANTIATED     ? "before the initialization"
         : life == LUZTAR_INITIALIZATION ? "in the initialization mode"
         : life == LUZTAR_STEPS          ? "between steps"
         : life == LUZTAR_FAILED         ? "when a step was not finished"
         : life == LUZTAR_ENDED          ? "when the run has ended"
                                         : "when it is terminated";
}

/* 1: a function that is called here only may go on. */
static int allows(const struct luztar_instance *own, const char *function, int lives)
{
  char instead[300] = "";
  int life;
  if (!own) return 0;
  if (own->now.life & lives) return 1;
  for (life = 1; life < LUZTAR_ANY; life *= 2) {
    if (!(life & lives)) continue;
    if (instead[0]) strcat(instead, ", ");
    strcat(instead, words_of_life(life));
  }
  tell(own, fmi2Error, "%s: it is not allowed %s; it is called %s", function,
       words_of_life(own->now.life), instead);
  return 0;
}

/* ---- Memory ------------------------------------------------------------------------------------- */

static void *take_memory(const fmi2CallbackFunctions *call, size_t size)
{
  return call->allocateMemory && call->freeMemory ? call->allocateMemory(1, size) : calloc(1, size);
}

static void give_memory(const fmi2CallbackFunctions *call, void *memory)
{
  if (!memory) return;
  if (call->allocateMemory && call->freeMemory)
    call->freeMemory(memory);
  else
    free(memory);
}

/* As it was made. */
static void make_new(struct luztar_instance *own)
{
  struct luztar_state *now = &own->now;
  int i;
  memset(now, 0, sizeof *now);
  now->life = LUZTAR_INSTANTIATED;
  now->start = luztar_start;
  now->last = INFINITY;
  NAME_default_parameters(&now->given);
  for (i = 0; i < LUZTAR_INPUTS; i++) now->input[i] = luztar_input_start[i];
}

/* ---- Values ------------------------------------------------------------------------------------- */

/* A variable that a function asks for; 0, with words: there is none. */
static const struct luztar_variable *variable_of(const struct luztar_instance *own,
                                                 const char *function, fmi2ValueReference reference)
{
  if (reference < LUZTAR_VARIABLES) return &luztar_variable[reference];
  tell(own, fmi2Error, "%s: no variable has the value reference %u; there are %d", function,
       reference, LUZTAR_VARIABLES);
  return 0;
}

static double *member_of(struct NAME_parameters *p, const struct luztar_variable *v)
{
  return (double *)(void *)((char *)p + v->place);
}

/* A run with the values that were set; 0, with words: they do not suit. */
static int has_start(struct luztar_instance *own, const char *function)
{
  struct luztar_state *now = &own->now;
  if (now->is_begun) return 1;
  if (NAME_init_at(&now->run, &now->given, now->start, now->input) == NAME_PARAMETERS) {
    tell(own, fmi2Error, "%s: no start: %s", function, NAME_status_text(NAME_PARAMETERS));
    return 0;
  }
  NAME_run_to(&now->run, now->start); /* the modes at the start */
  now->is_begun = 1;
  now->is_shown = 0;
  return 1;
}

static void tell_events(const struct luztar_instance *own)
{
  const struct NAME *r = &own->now.run;
  int i;
  if (!own->logs_events) return;
  for (i = 0; i < r->events; i++)
    tell(own, fmi2OK, "%.10g s: %s %s", r->event[i].t, NAME_element_name(r->event[i].element),
         NAME_cause_name(r->event[i].cause));
  if (r->lost > 0) tell(own, fmi2OK, "%.10g s: %d more events of this step", r->t, r->lost);
}

/* What was set is in force, parameters at once; 0, with words: these are forgotten, they do not
   suit. */
static int is_up_to_date(struct luztar_instance *own, const char *function)
{
  struct luztar_state *now = &own->now;
  int status = NAME_FINE, i;
  if (!has_start(own, function)) return 0;
  if (now->life & LUZTAR_BEFORE) now->has_inputs = 0; /* the start has them */
  if (!now->has_pending && !now->has_inputs) return 1;
  if (now->has_pending) status = NAME_set_parameters(&now->run, &now->given);
  for (i = 0; now->has_inputs && i < LUZTAR_INPUTS; i++)
    give_input(&now->run, i, now->input[i]);
  now->has_pending = now->has_inputs = now->is_shown = 0;
  NAME_run_to(&now->run, now->run.t);
  tell_events(own);
  if (status == NAME_FINE) return 1;
  tell(own, fmi2Error, "%s: the parameters are not changed: %s", function,
       NAME_status_text(status));
  return 0;
}

/* 1: a variable has its value at this instant. */
static int is_known(struct luztar_instance *own, const char *function,
                    const struct luztar_variable *v)
{
  if (v->role == LUZTAR_INPUT && own->now.has_inputs) return 1;
  if (v->role == LUZTAR_INPUT || v->role == LUZTAR_TIME) return has_start(own, function);
  if (v->role <= LUZTAR_CALCULATED && own->now.life & LUZTAR_BEFORE)
    return has_start(own, function);
  return is_up_to_date(own, function);
}

static const struct NAME_shown *look_at(struct luztar_instance *own)
{
  if (!own->now.is_shown) NAME_show(&own->now.run, &own->now.shown);
  own->now.is_shown = 1;
  return &own->now.shown;
}

static double value_of(struct luztar_instance *own, const struct luztar_variable *v)
{
  struct luztar_state *now = &own->now;
  switch (v->role) {
    case LUZTAR_TIME: return now->run.t;
    case LUZTAR_INPUT: return now->input[v->place];
    case LUZTAR_PARAMETER:
    case LUZTAR_CALCULATED: return *member_of(&now->run.p, v);
    case LUZTAR_Q: return now->run.q[v->place];
    case LUZTAR_V: return now->run.v[v->place];
    case LUZTAR_A: return look_at(own)->a[v->place];
    case LUZTAR_F: return look_at(own)->f[v->place];
    case LUZTAR_Z: return look_at(own)->z[v->place];
    case LUZTAR_X: return look_at(own)->x[v->place];
    default: return 0.0;
  }
}

/* 1: a function may read it, as an enumeration or as a real number. */
static int is_readable(struct luztar_instance *own, const char *function,
                       const struct luztar_variable *v, int as_mode)
{
  if (!v) return 0;
  if ((v->role == LUZTAR_MODE) != as_mode) {
    tell(own, fmi2Error, "%s: '%s' is %s", function, v->name,
         as_mode ? "a real number, and no enumeration" : "an enumeration, and no real number");
    return 0;
  }
  if (v->role > LUZTAR_CALCULATED && own->now.life == LUZTAR_INSTANTIATED) {
    tell(own, fmi2Error, "%s: '%s' has no value before the initialization", function, v->name);
    return 0;
  }
  return 1;
}

/* 1: a function may set it to this value. */
static int is_settable(struct luztar_instance *own, const char *function,
                       const struct luztar_variable *v, double value)
{
  const int before = own->now.life & LUZTAR_BEFORE;
  if (!v) return 0;
  if (v->role != LUZTAR_INPUT && v->role != LUZTAR_PARAMETER)
    tell(own, fmi2Error, "%s: '%s' cannot be set: it is no input and no parameter", function,
         v->name);
  else if (!isfinite(value))
    tell(own, fmi2Error, "%s: '%s' needs a finite number, not %g", function, v->name, value);
  else if (v->role == LUZTAR_PARAMETER && !before && !v->is_tunable)
    tell(own, fmi2Error,
         "%s: the parameter '%s' is fixed: set it before the initialization ends", function,
         v->name);
  else
    return 1;
  return 0;
}

static void put_value(struct luztar_state *now, const struct luztar_variable *v, double value)
{
  const int before = now->life & LUZTAR_BEFORE;
  if (before) now->is_begun = 0;
  if (v->role == LUZTAR_INPUT) {
    now->input[v->place] = value;
    now->has_inputs = 1;
    return;
  }
  if (!before && !now->has_pending) {
    now->given = now->run.p;
    now->has_pending = 1;
  }
  *member_of(&now->given, v) = value;
}

/* ---- Steps -------------------------------------------------------------------------------------- */

/* Times that a program adds up differ by rounding. */
static int is_same_time(double a, double b)
{
  return fabs(a - b) <= luztar_same_time*fmax(fabs(a), fabs(b));
}

/* 1: a step from t by h may be made. */
static int is_step(const struct luztar_instance *own, const char *function, double t, double h)
{
  const double here = own->now.run.t;
  if (!isfinite(t) || !isfinite(h) || !(h > 0.0))
    tell(own, fmi2Error,
         "%s: a step has a time and a length above 0 s, not %g s and %g s", function, t, h);
  else if (!is_same_time(t, here) && !(fabs(t - here) <= luztar_half_digits*h))
    tell(own, fmi2Error, "%s: the run is at %.10g s, and no step begins at %.10g s", function,
         here, t);
  else if (!(t + h > here))
    tell(own, fmi2Error, "%s: a step of %g s is nothing beside the time %.10g s", function, h,
         here);
  else if (t + h > own->now.last && !is_same_time(t + h, own->now.last))
    tell(own, fmi2Error,
         "%s: the experiment ends at %.10g s, and no step leads to %.10g s", function,
         own->now.last, t + h);
  else
    return 1;
  return 0;
}

/* What a status of the run is to FMI. */
static fmi2Status status_of_run(struct luztar_instance *own)
{
  const struct NAME *r = &own->now.run;
  own->now.is_shown = 0;
  if (r->status == NAME_FINE) return fmi2OK;
  own->now.life = r->status == NAME_WORK_LIMIT ? LUZTAR_FAILED : LUZTAR_ENDED;
  tell(own, fmi2Discard, "the run %s at %.10g s: %s",
       r->status == NAME_WORK_LIMIT ? "is not farther than" : "has ended", r->t,
       NAME_status_text(r->status));
  return fmi2Discard;
}

static fmi2Status go_to(struct luztar_instance *own, double target)
{
  struct NAME *r = &own->now.run;
  int calls = 0;
  do {
    NAME_run_to(r, target);
    tell_events(own);
  } while (r->status == NAME_WORK_LIMIT && ++calls < LUZTAR_CALLS);
  return status_of_run(own);
}
