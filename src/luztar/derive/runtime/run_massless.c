#if !GENERATED
#include "run_model.h"
#endif
/* In the balance of massless bodies: what sticks does so by any force, what slides has one. */
static void hold_velocities(struct instant *now, const struct memory *m)
{
  int j;
  for (j = 0; j < JOINTS && !m->deciding; j++) {
    const double limit = m->mode[j] > 0 ? now->upper[j] : now->lower[j];
    now->lower[j] = m->mode[j] == 0 ? -INFINITY : limit;
    now->upper[j] = m->mode[j] == 0 ? INFINITY : limit;
  }
}

