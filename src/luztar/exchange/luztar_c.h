/* luztar for other languages: a model that a program drives step by step.
 *
 * Every function may be called from any thread; one stepper is used by one thread at a time, and
 * steppers share nothing. No function throws or ends the program. Those that can fail return a
 * luztar_status; luztar_message() says what was wrong, in words. Numbers are SI. Texts are UTF-8
 * and belong to the stepper; they stay as they are until the next call with it.
 *
 * What is here stays: later versions add functions, and change none. */
#ifndef LUZTAR_C_H
#define LUZTAR_C_H

#include <stddef.h>

/* NOLINTBEGIN(readability-identifier-naming): names as in C. */

#if defined(_WIN32)
#define LUZTAR_C_API __declspec(dllexport)
#elif defined(__GNUC__)
#define LUZTAR_C_API __attribute__((visibility("default")))
#else
#define LUZTAR_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum luztar_status {
  LUZTAR_OK = 0,
  LUZTAR_EVENT = 1,        /* the step ended at an event */
  LUZTAR_ENDED = 2,        /* the run has ended: luztar_run_status(), luztar_message() */
  LUZTAR_WRONG_CALL = -1,  /* nothing has changed */
  LUZTAR_WRONG_MODEL = -2, /* nothing has changed; the words name file, line and column */
  LUZTAR_NO_MEMORY = -3,
  LUZTAR_FAILED = -4 /* a file that cannot be read, or a mistake of luztar */
} luztar_status;

typedef struct luztar_stepper luztar_stepper;
typedef struct luztar_state luztar_state;

typedef enum luztar_input_kind {
  LUZTAR_HELD = 0,         /* keeps its value until it is set again */
  LUZTAR_INTERPOLATED = 1, /* a straight line to the value that was set, in the next step */
  LUZTAR_POLYNOMIAL = 2    /* value and derivatives from where they were set on */
} luztar_input_kind;

/* A parameter or a signal of the model that the program gives. */
typedef struct luztar_input {
  const char* name;
  luztar_input_kind kind;
  int degree; /* of polynomials */
} luztar_input;

typedef struct luztar_parameter {
  const char* name;
  double value;
} luztar_parameter;

typedef struct luztar_event {
  double time;       /* [s] */
  const char* name;  /* of an element, a signal, a body, a state or a controller */
  const char* cause; /* "break", "stop", "impact" ... */
  int from, to;      /* modes: -1, 0, 1 */
  double impulse;    /* of impacts [N s, N m s] */
} luztar_event;

LUZTAR_C_API const char* luztar_version(void);

/* --- making ---------------------------------------------------------------------------------- */

/* From a file, or from its text; `path` is used in messages and to find data files then.
 * Where it fails, *made is NULL and the words are in `message`, at most `room` characters with the
 * zero behind them; `message` may be NULL. */
LUZTAR_C_API luztar_status luztar_load(const char* path, const luztar_input* inputs,
                                       size_t n_inputs, const luztar_parameter* parameters,
                                       size_t n_parameters, luztar_stepper** made, char* message,
                                       size_t room);
LUZTAR_C_API luztar_status luztar_parse(const char* text, const char* path,
                                        const luztar_input* inputs, size_t n_inputs,
                                        const luztar_parameter* parameters, size_t n_parameters,
                                        luztar_stepper** made, char* message, size_t room);
LUZTAR_C_API void luztar_free(luztar_stepper* stepper); /* NULL is left alone */
/* Of the last call that failed, or how the run ended; "" if there is nothing to say. */
LUZTAR_C_API const char* luztar_message(const luztar_stepper* stepper);

/* --- names ----------------------------------------------------------------------------------- */

LUZTAR_C_API size_t luztar_n_inputs(const luztar_stepper* stepper);
LUZTAR_C_API size_t luztar_n_outputs(const luztar_stepper* stepper);
LUZTAR_C_API size_t luztar_n_parameters(const luztar_stepper* stepper);
/* NULL: there is no such place. Units are "" where there is none. */
LUZTAR_C_API const char* luztar_input_name(const luztar_stepper* stepper, size_t input);
LUZTAR_C_API const char* luztar_input_unit(const luztar_stepper* stepper, size_t input);
LUZTAR_C_API const char* luztar_output_name(const luztar_stepper* stepper, size_t output);
LUZTAR_C_API const char* luztar_output_unit(const luztar_stepper* stepper, size_t output);
LUZTAR_C_API const char* luztar_parameter_name(const luztar_stepper* stepper, size_t parameter);
LUZTAR_C_API const char* luztar_parameter_unit(const luztar_stepper* stepper, size_t parameter);
LUZTAR_C_API luztar_status luztar_find_input(luztar_stepper* stepper, const char* name,
                                             size_t* input);
LUZTAR_C_API luztar_status luztar_find_output(luztar_stepper* stepper, const char* name,
                                              size_t* output);

/* --- values ---------------------------------------------------------------------------------- */

LUZTAR_C_API luztar_status luztar_set(luztar_stepper* stepper, size_t input, double value);
/* Value and derivatives by time; those left out are 0. */
LUZTAR_C_API luztar_status luztar_set_polynomial(luztar_stepper* stepper, size_t input,
                                                 const double* coefficients, size_t n);
/* Inputs that were set act now, not with the next step. */
LUZTAR_C_API luztar_status luztar_apply_inputs(luztar_stepper* stepper);
LUZTAR_C_API luztar_status luztar_get_input(luztar_stepper* stepper, size_t input, double* value);
LUZTAR_C_API luztar_status luztar_get(luztar_stepper* stepper, size_t output, double* value);
LUZTAR_C_API luztar_status luztar_get_many(luztar_stepper* stepper, const size_t* outputs, size_t n,
                                           double* values);
LUZTAR_C_API luztar_status luztar_get_parameter(luztar_stepper* stepper, size_t parameter,
                                                double* value);
/* The run goes on with them; those not named stay. */
LUZTAR_C_API luztar_status luztar_set_parameters(luztar_stepper* stepper,
                                                 const luztar_parameter* parameters, size_t n);

/* --- time ------------------------------------------------------------------------------------ */

LUZTAR_C_API double luztar_time(const luztar_stepper* stepper); /* [s] */
LUZTAR_C_API luztar_status luztar_step(luztar_stepper* stepper, double h);
LUZTAR_C_API luztar_status luztar_step_to(luztar_stepper* stepper, double t);
/* No farther than the first event. */
LUZTAR_C_API luztar_status luztar_step_to_event(luztar_stepper* stepper, double t);
/* The next instant that is known beforehand; infinity if there is none [s]. */
LUZTAR_C_API double luztar_next_time_event(const luztar_stepper* stepper);
/* Of the last step. */
LUZTAR_C_API size_t luztar_n_events(const luztar_stepper* stepper);
LUZTAR_C_API luztar_status luztar_get_event(luztar_stepper* stepper, size_t index,
                                            luztar_event* event);
/* "finished" while it goes on, else how it ended. */
LUZTAR_C_API const char* luztar_run_status(const luztar_stepper* stepper);
/* LUZTAR_ENDED if a proof fails: luztar_message() says which. */
LUZTAR_C_API luztar_status luztar_check_proofs(luztar_stepper* stepper);

/* --- states ---------------------------------------------------------------------------------- */

/* Into *state, which is made if it is NULL and written anew else. */
LUZTAR_C_API luztar_status luztar_save(luztar_stepper* stepper, luztar_state** state);
LUZTAR_C_API luztar_status luztar_restore(luztar_stepper* stepper, const luztar_state* state);
LUZTAR_C_API void luztar_free_state(luztar_state* state);
LUZTAR_C_API size_t luztar_state_size(const luztar_state* state); /* [bytes] */
/* @param room  luztar_state_size() at least */
LUZTAR_C_API luztar_status luztar_write_state(luztar_stepper* stepper, const luztar_state* state,
                                              void* bytes, size_t room);
LUZTAR_C_API luztar_status luztar_read_state(luztar_stepper* stepper, const void* bytes,
                                             size_t size, luztar_state** state);

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
