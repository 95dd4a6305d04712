#if !GENERATED
/* The end of the header of a generated run: what a run consists of, and its functions. The name of
   the model is put for NAME. Sizes stand before it, with those of `struct parameters`. */
#endif
/* What a call returns. */
enum {
  NAME_FINE,
  NAME_WORK_LIMIT, /* call it again to go on */
  NAME_TOO_STIFF,  /* a step would be below the rounding of the time */
  NAME_NO_MODES,   /* no modes fit at this instant */
  NAME_BACKWARD,   /* the time lies before the one reached */
  NAME_ENDLESS,    /* bounces follow each other without an end */
  NAME_PULLED,     /* a normal force falls below 0 */
  NAME_PARAMETERS  /* a value that the model does not take, or with which something would jump */
};

/* Causes of events. */
enum {
  NAME_BREAK,  /* a friction reached its static limit */
  NAME_STOP,   /* a rate reached 0 */
  NAME_FOLLOW, /* because another element changed */
  NAME_TOUCH,
  NAME_LEAVE,
  NAME_IMPACT,
  NAME_JUMP /* an input */
};

struct event {
  double t; /* [s] */
  int element;
  int from, to; /* modes: -1, 0, 1; NAME_mode_name() has the words */
  int cause;
  double impulse; /* of an impact [N s, N m s] */
};

/* What lasts from event to event. */
struct memory {
  int mode[NAME_JOINTS], edge[NAME_JOINTS], deciding;
  double piece[NAME_PIECES];
  double z[NAME_INTERNALS], x[NAME_STATES];
  double held[NAME_HELD], computed[NAME_HELD], clock[NAME_CONTROLLERS][2];
};

/* The step at hand, from t0 to t1. */
struct motion {
  double t0, t1, h, length, longest;
  double y0[NAME_VALUES], y1[NAME_VALUES], size[NAME_VALUES];
  double k[16][NAME_VALUES], dense[7][NAME_VALUES];
  double noise[NAME_BODIES]; /* of accelerations, by rounding of forces */
  long work;
};

/* What happens at its end. */
struct ahead {
  int planned, ended, marked, changed, forced, instants;
  int fired[NAME_GUARDS], zero[NAME_GUARDS];
};

struct run {
  double t; /* what follows is at this time [s] */
  double q[NAME_BODIES], v[NAME_BODIES];
  int status;
  int events; /* of the last call: how many are in `event`, and how many found no room */
  int lost;
  struct event event[NAME_EVENTS];
  double tolerance;    /* relative, of a step */
  long work_limit;     /* evaluations of the model that one call may make */
  struct parameters p; /* changed by NAME_set_parameters() */
  /* kept by the functions */
  struct memory memory;
  struct motion motion;
  struct ahead ahead;
};

/* The values of the model. */
void NAME_default_parameters(struct parameters* p);
/* At the start; p: 0 for the values of the model. Those that follow from others are worked out.
   NAME_PARAMETERS: there is no start. */
int NAME_init(struct run* r, const struct parameters* p);
/* Goes on by h [s], or to the time t. The motion does not depend on h. */
int NAME_step(struct run* r, double h);
int NAME_run_to(struct run* r, double t);
/* Other parameters from the time reached on; what jumps by them is decided by the next call.
   NAME_PARAMETERS: nothing has changed. */
int NAME_set_parameters(struct run* r, const struct parameters* p);
#if GIVEN
/* Another value of an input from the time reached on; it is held until it is set again.
   NAME_PARAMETERS: it is not finite, or there is no such input. */
int NAME_set_input(struct run* r, int input, double value);
#endif
#if SHOWN
/* As NAME_init(), at the time t [s] in place of that of the model and with these values of all
   inputs; inputs: 0 for those of the model. */
int NAME_init_at(struct run* r, const struct parameters* p, double t, const double inputs[]);
/* What is known at r->t besides q and v, in the modes in force. Modes of elements:
   NAME_mode_name(). Other inputs and parameters count when the next call has decided the modes:
   NAME_run_to(r, r->t). */
struct shown {
  double a[NAME_BODIES], f[NAME_ELEMENTS]; /* 0: it has none */
  double z[NAME_INTERNALS], x[NAME_STATES];
  int mode[NAME_ELEMENTS];
};
void NAME_show(struct run* r, struct shown* s);
#endif
/* Words; "" for what there is not. */
const char* NAME_status_text(int status);
const char* NAME_cause_name(int cause);
const char* NAME_element_name(int element);
const char* NAME_mode_name(int element, int mode, int cause);
