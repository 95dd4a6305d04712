#if !GENERATED
#include "run_calls.c"
#endif
/* A run for trying: the duration, then the step. */
#include <stdio.h>
#include <stdlib.h>

static void print_events(const struct run *r)
{
  int i;
  for (i = 0; i < r->events; i++) {
    const struct event *e = &r->event[i];
    printf("%.17g,%s,%s,%s,%s", e->t, NAME_element_name(e->element),
           NAME_mode_name(e->element, e->from, e->cause),
           NAME_mode_name(e->element, e->to, e->cause), NAME_cause_name(e->cause));
    if (e->cause == NAME_IMPACT) printf(" %.17g", e->impulse);
    printf("\n");
  }
}

int main(int argc, char **argv)
{
  static struct run r;
  const double h = argc > 2 ? strtod(argv[2], 0) : 1e-3;
  double start, duration;
  int status = NAME_init(&r, 0), i, n;
  start = r.t;
  duration = argc > 1 ? strtod(argv[1], 0) : duration_of_run(&r.p);
  printf("t,element,from,to,cause\n");
  for (n = 1; status == NAME_FINE && r.t < start + duration; n++) {
    status = NAME_run_to(&r, fmin(start + n*h, start + duration));
    print_events(&r);
  }
  fprintf(stderr, "t = %.17g: %s\n", r.t, NAME_status_text(status));
  for (i = 0; i < BODIES; i++) fprintf(stderr, "%.17g %.17g\n", r.q[i], r.v[i]);
  return status;
}
