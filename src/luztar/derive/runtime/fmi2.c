#if !GENERATED
/* The functions of FMI 2.0 for Co-Simulation. Names, order and types are those of the standard. */
#include "fmu.c"
#endif
/* ---- FMI 2.0 ------------------------------------------------------------------------------------ */

/* With -DFMI2_FUNCTION_PREFIX=NAME_ functions of several FMUs can be in one program. */
#define LUZTAR_JOIN(a, b) a##b
#define LUZTAR_JOINED(a, b) LUZTAR_JOIN(a, b)
#ifdef FMI2_FUNCTION_PREFIX
#define LUZTAR_FULL(name) LUZTAR_JOINED(FMI2_FUNCTION_PREFIX, name)
#else
#define LUZTAR_FULL(name) name
#endif
#ifdef _WIN32
#define LUZTAR_FMI(type, name) __declspec(dllexport) type LUZTAR_FULL(name)
#elif defined(__GNUC__)
#define LUZTAR_FMI(type, name) __attribute__((visibility("default"))) type LUZTAR_FULL(name)
#else
#define LUZTAR_FMI(type, name) type LUZTAR_FULL(name)
#endif

enum {
  LUZTAR_READ = LUZTAR_ANY,
  LUZTAR_WRITE = LUZTAR_BEFORE | LUZTAR_STEPS,
  LUZTAR_AFTER = LUZTAR_STEPS | LUZTAR_STOPPED | LUZTAR_TERMINATED
};

/* 1: a function may go on. It has a list, if it has members. */
static int begins(const struct luztar_instance *own, const char *function, int lives,
                  const void *list, size_t size)
{
  if (!allows(own, function, lives)) return 0;
  if (list || size == 0) return 1;
  tell(own, fmi2Error, "%s: a list is NULL", function);
  return 0;
}

/* Of a function that this FMU has not. */
static fmi2Status refuse(fmi2Component c, const char *function, const char *words)
{
  const struct luztar_instance *own = c;
  if (own) tell(own, fmi2Error, "%s: %s", function, words);
  return fmi2Error;
}

static fmi2Status without_equations(fmi2Component c, const char *function)
{
  return refuse(c, function, "this FMU has Co-Simulation alone");
}

static fmi2Status without_type(fmi2Component c, const char *function, int lives, size_t n,
                               const char *type)
{
  if (!allows(c, function, lives)) return fmi2Error;
  if (n == 0) return fmi2OK;
  tell(c, fmi2Error, "%s: this FMU has no variables of the type %s", function, type);
  return fmi2Error;
}

/* Whether events are among the categories; -1, with words: one is unknown. */
static int wants_events(const struct luztar_instance *own, const char *function, size_t n,
                        const fmi2String list[])
{
  static const char *const known[] = {"logEvents", "logAll", "logStatusWarning",
                                      "logStatusDiscard", "logStatusError", "logStatusFatal"};
  int events = n == 0;
  size_t i, k;
  for (i = 0; i < n; i++) {
    for (k = 0; k < 6 && list[i] && strcmp(list[i], known[k]) != 0; k++) {
    }
    if (!list[i] || k == 6) {
      tell(own, fmi2Error,
           "%s: no category '%s'; there are logEvents, logStatusWarning, logStatusDiscard, "
           "logStatusError, logStatusFatal and logAll",
           function, list[i] ? list[i] : "NULL");
      return -1;
    }
    if (k < 2) events = 1;
  }
  return events;
}

LUZTAR_FMI(const char *, fmi2GetTypesPlatform)(void)
{
  return "default";
}

LUZTAR_FMI(const char *, fmi2GetVersion)(void)
{
  return "2.0";
}

LUZTAR_FMI(fmi2Status, fmi2SetDebugLogging)
(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[])
{
  struct luztar_instance *own = c;
  int events;
  if (!begins(own, "fmi2SetDebugLogging", LUZTAR_ANY, categories, nCategories)) return fmi2Error;
  events = wants_events(own, "fmi2SetDebugLogging", nCategories, categories);
  if (events < 0) return fmi2Error;
  own->logs_events = loggingOn && events;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Component, fmi2Instantiate)
(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation,
 const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean loggingOn)
{
  static const struct luztar_instance nothing;
  struct luztar_instance asked = nothing, *own;
  const char *words = !instanceName                       ? "the name of the instance is NULL"
                      : fmuType != fmi2CoSimulation       ? "this FMU has Co-Simulation alone"
                      : !fmuGUID                          ? "the token is NULL"
                      : strcmp(fmuGUID, luztar_token) != 0 ? "the token is that of another FMU"
                                                          : 0;
  (void)fmuResourceLocation;
  (void)visible;
  if (functions) asked.call = *functions;
  own = words ? 0 : take_memory(&asked.call, sizeof *own);
  if (!own) {
    tell(&asked, fmi2Error, "no instance: %s", words ? words : "not enough memory");
    return 0;
  }
  *own = asked;
  own->name = take_memory(&own->call, strlen(instanceName) + 1);
  if (own->name) strcpy(own->name, instanceName);
  own->logs_events = loggingOn;
  make_new(own);
  return own;
}

LUZTAR_FMI(void, fmi2FreeInstance)(fmi2Component c)
{
  struct luztar_instance *own = c;
  fmi2CallbackFunctions call;
  if (!own) return;
  call = own->call;
  give_memory(&call, own->name);
  give_memory(&call, own);
}

LUZTAR_FMI(fmi2Status, fmi2SetupExperiment)
(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime,
 fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
  struct luztar_instance *own = c;
  const char *const me = "fmi2SetupExperiment";
  (void)toleranceDefined;
  (void)tolerance;
  if (!allows(own, me, LUZTAR_INSTANTIATED)) return fmi2Error;
  if (!isfinite(startTime)) {
    tell(own, fmi2Error, "%s: the start is a time, not %g", me, startTime);
    return fmi2Error;
  }
  if (stopTimeDefined && !(stopTime > startTime)) {
    tell(own, fmi2Error, "%s: the end, %g s, is not behind the start, %g s", me, stopTime,
         startTime);
    return fmi2Error;
  }
  own->now.start = startTime;
  own->now.last = stopTimeDefined ? stopTime : INFINITY;
  own->now.is_begun = 0;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2EnterInitializationMode)(fmi2Component c)
{
  struct luztar_instance *own = c;
  if (!allows(own, "fmi2EnterInitializationMode", LUZTAR_INSTANTIATED)) return fmi2Error;
  own->now.life = LUZTAR_INITIALIZATION;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2ExitInitializationMode)(fmi2Component c)
{
  struct luztar_instance *own = c;
  const char *const me = "fmi2ExitInitializationMode";
  if (!allows(own, me, LUZTAR_INITIALIZATION) || !is_up_to_date(own, me)) return fmi2Error;
  own->now.life = LUZTAR_STEPS;
  return status_of_run(own);
}

LUZTAR_FMI(fmi2Status, fmi2Terminate)(fmi2Component c)
{
  struct luztar_instance *own = c;
  if (!allows(own, "fmi2Terminate", LUZTAR_STEPS | LUZTAR_STOPPED)) return fmi2Error;
  own->now.life = LUZTAR_TERMINATED;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2Reset)(fmi2Component c)
{
  if (!allows(c, "fmi2Reset", LUZTAR_ANY)) return fmi2Error;
  make_new(c);
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2GetReal)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])
{
  struct luztar_instance *own = c;
  const char *const me = "fmi2GetReal";
  size_t i;
  if (!begins(own, me, LUZTAR_READ, vr, nvr) || !begins(own, me, LUZTAR_READ, value, nvr))
    return fmi2Error;
  for (i = 0; i < nvr; i++)
    if (!is_readable(own, me, variable_of(own, me, vr[i]), 0)) return fmi2Error;
  for (i = 0; i < nvr; i++)
    if (!is_known(own, me, &luztar_variable[vr[i]])) return fmi2Error;
  for (i = 0; i < nvr; i++) value[i] = value_of(own, &luztar_variable[vr[i]]);
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2GetInteger)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[])
{
  struct luztar_instance *own = c;
  const char *const me = "fmi2GetInteger";
  size_t i;
  if (!begins(own, me, LUZTAR_READ, vr, nvr) || !begins(own, me, LUZTAR_READ, value, nvr))
    return fmi2Error;
  for (i = 0; i < nvr; i++)
    if (!is_readable(own, me, variable_of(own, me, vr[i]), 1)) return fmi2Error;
  if (!is_up_to_date(own, me)) return fmi2Error;
  for (i = 0; i < nvr; i++) value[i] = look_at(own)->mode[luztar_variable[vr[i]].place];
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2GetBoolean)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[])
{
  (void)vr;
  (void)value;
  return without_type(c, "fmi2GetBoolean", LUZTAR_READ, nvr, "Boolean");
}

LUZTAR_FMI(fmi2Status, fmi2GetString)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])
{
  (void)vr;
  (void)value;
  return without_type(c, "fmi2GetString", LUZTAR_READ, nvr, "String");
}

/* All or none. */
LUZTAR_FMI(fmi2Status, fmi2SetReal)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[])
{
  struct luztar_instance *own = c;
  const char *const me = "fmi2SetReal";
  size_t i;
  if (!begins(own, me, LUZTAR_WRITE, vr, nvr) || !begins(own, me, LUZTAR_WRITE, value, nvr))
    return fmi2Error;
  for (i = 0; i < nvr; i++)
    if (!is_settable(own, me, variable_of(own, me, vr[i]), value[i])) return fmi2Error;
  for (i = 0; i < nvr; i++) put_value(&own->now, &luztar_variable[vr[i]], value[i]);
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2SetInteger)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer value[])
{
  (void)vr;
  (void)value;
  return without_type(c, "fmi2SetInteger", LUZTAR_WRITE, nvr, "Integer that can be set");
}

LUZTAR_FMI(fmi2Status, fmi2SetBoolean)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Boolean value[])
{
  (void)vr;
  (void)value;
  return without_type(c, "fmi2SetBoolean", LUZTAR_WRITE, nvr, "Boolean");
}

LUZTAR_FMI(fmi2Status, fmi2SetString)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2String value[])
{
  (void)vr;
  (void)value;
  return without_type(c, "fmi2SetString", LUZTAR_WRITE, nvr, "String");
}

/* ---- States ------------------------------------------------------------------------------------- */

/* As bytes: the token of the FMU, then the state. */
enum { LUZTAR_BYTES = 40 + sizeof(struct luztar_state) };

/* A state to write to: that of an importer, or a new one. */
static struct luztar_state *place_of_state(const struct luztar_instance *own, const char *function,
                                           fmi2FMUstate *state)
{
  if (!*state) *state = take_memory(&own->call, sizeof(struct luztar_state));
  if (!*state) tell(own, fmi2Error, "%s: not enough memory", function);
  return *state;
}

LUZTAR_FMI(fmi2Status, fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *FMUstate)
{
  struct luztar_instance *own = c;
  struct luztar_state *to;
  if (!begins(own, "fmi2GetFMUstate", LUZTAR_READ, FMUstate, 1)) return fmi2Error;
  to = place_of_state(own, "fmi2GetFMUstate", FMUstate);
  if (!to) return fmi2Error;
  *to = own->now;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate FMUstate)
{
  struct luztar_instance *own = c;
  const struct luztar_state *from = FMUstate;
  if (!begins(own, "fmi2SetFMUstate", LUZTAR_READ, FMUstate, 1)) return fmi2Error;
  own->now = *from;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *FMUstate)
{
  struct luztar_instance *own = c;
  if (!begins(own, "fmi2FreeFMUstate", LUZTAR_ANY, FMUstate, 1)) return fmi2Error;
  give_memory(&own->call, *FMUstate);
  *FMUstate = 0;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2SerializedFMUstateSize)
(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
  const char *const me = "fmi2SerializedFMUstateSize";
  if (!begins(c, me, LUZTAR_READ, FMUstate, 1) || !begins(c, me, LUZTAR_READ, size, 1))
    return fmi2Error;
  *size = LUZTAR_BYTES;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2SerializeFMUstate)
(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size)
{
  const char *const me = "fmi2SerializeFMUstate";
  if (!begins(c, me, LUZTAR_READ, FMUstate, 1) || !begins(c, me, LUZTAR_READ, serializedState, 1))
    return fmi2Error;
  if (size < LUZTAR_BYTES) {
    tell(c, fmi2Error, "%s: a state of %d bytes does not fit into %d", me, (int)LUZTAR_BYTES,
         (int)size);
    return fmi2Error;
  }
  memset(serializedState, 0, 40);
  strcpy(serializedState, luztar_token);
  memcpy(serializedState + 40, FMUstate, sizeof(struct luztar_state));
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2DeSerializeFMUstate)
(fmi2Component c, const fmi2Byte serializedState[], size_t size, fmi2FMUstate *FMUstate)
{
  const char *const me = "fmi2DeSerializeFMUstate";
  struct luztar_state *to;
  if (!begins(c, me, LUZTAR_READ, serializedState, 1) || !begins(c, me, LUZTAR_READ, FMUstate, 1))
    return fmi2Error;
  if (size != LUZTAR_BYTES || memcmp(serializedState, luztar_token, strlen(luztar_token) + 1)) {
    tell(c, fmi2Error, "%s: these bytes are no state of this FMU", me);
    return fmi2Error;
  }
  to = place_of_state(c, me, FMUstate);
  if (!to) return fmi2Error;
  memcpy(to, serializedState + 40, sizeof *to);
  return fmi2OK;
}
