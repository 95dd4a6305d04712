#if !GENERATED
/* Gauss's principle on any network: the active set of friction/least_constraint. */
#include "model.h"
#endif

/* ---- Dry friction at rest: Gauss's principle on any network -------------------------------------

   For each body             mass x = force - sum of arm T
   and for each joint, with  w = sum of arm x:
                             w > 0: T = upper,  w = 0: lower <= T <= upper,  w < 0: T = lower
   is the minimum of T'WT/2 - c'T over lower <= T <= upper, with W = J M^-1 J' and c = J M^-1 force.
   From a point within the limits the forces of the free joints go to their minimum, or to the first
   limit on the way; a joint there is held. When all are there, the one that is pushed off its limit
   hardest becomes free. Every change lowers the energy, so no set comes back and the search ends by
   itself; rounding is what the tolerances are for. A joint that depends on the free ones (a cycle)
   stays held. */

enum { ROOM = JOINTS > 1 ? JOINTS : 2 }; /* in arrays over which compilers see loops to 1 */

struct box {
  double w[JOINTS][JOINTS], drive[JOINTS], lower[JOINTS], upper[JOINTS];
  double force[JOINTS], target[ROOM];
  double factor[ROOM][ROOM];            /* L and D of the free joints, W = L D L' */
  int free_joint[ROOM], n_free, is_free[JOINTS];
  int dependent[JOINTS], rounded[JOINTS];
};

static double coefficient(const struct instant *now, int joint, int body)
{
  return now->row[joint][body];
}

/* w of a joint */
static double slip(const struct instant *now, int joint)
{
  double sum = 0.0;
  int b;
  for (b = 0; b < BODIES; b++) sum += now->row[joint][b]*now->x[b];
  return sum;
}

/* Frees a joint if it does not depend on the free ones. */
static int set_free(struct box *box, int joint)
{
  const int n = box->n_free;
  double pivot = box->w[joint][joint];
  int k, l;
  for (k = 0; k < n; k++) {
    double sum = box->w[joint][box->free_joint[k]];
    for (l = 0; l < k; l++) sum -= box->factor[n][l]*box->factor[k][l]*box->factor[l][l];
    box->factor[n][k] = sum/box->factor[k][k];
    pivot -= box->factor[n][k]*box->factor[n][k]*box->factor[k][k];
  }
  if (!(pivot > 1e-13*box->w[joint][joint])) {
    box->dependent[joint] = 1;
    return 0;
  }
  box->factor[n][n] = pivot;
  box->free_joint[box->n_free++] = joint;
  box->is_free[joint] = 1;
  return 1;
}

/* Holds the k-th free joint at a limit. */
static void hold(struct box *box, int k, int up)
{
  const int n = box->n_free, joint = box->free_joint[k];
  int rest[ROOM], i;
  box->is_free[joint] = 0;
  box->force[joint] = up ? box->upper[joint] : box->lower[joint];
  for (i = 0; i < JOINTS; i++) box->dependent[i] = 0;
  for (i = k + 1; i < n; i++) rest[i] = box->free_joint[i];
  box->n_free = k;
  for (i = k + 1; i < n; i++) {
    box->is_free[rest[i]] = 0;
    set_free(box, rest[i]);
  }
}

/* target = inverse of W over the free joints, times target */
static void apply_inverse(struct box *box)
{
  const int n = box->n_free;
  int k, l;
  for (k = 0; k < n; k++)
    for (l = 0; l < k; l++) box->target[k] -= box->factor[k][l]*box->target[l];
  for (k = n - 1; k >= 0; k--) {
    box->target[k] /= box->factor[k][k];
    for (l = k + 1; l < n; l++) box->target[k] -= box->factor[l][k]*box->target[l];
  }
}

/* Moves the free forces to their minimum: 1, or to the first limit on the way: 0. */
static int minimize(struct box *box, int last_freed)
{
  double step = 1.0;
  int blocking = -1, k, j;
  for (k = 0; k < box->n_free; k++) {
    const int i = box->free_joint[k];
    box->target[k] = box->drive[i];
    for (j = 0; j < JOINTS; j++)
      if (!box->is_free[j]) box->target[k] -= box->w[i][j]*box->force[j];
  }
  apply_inverse(box);
  for (k = 0; k < box->n_free; k++) {
    const int i = box->free_joint[k];
    const double change = box->target[k] - box->force[i];
    const double room = (change > 0.0 ? box->upper[i] : box->lower[i]) - box->force[i];
    if (fabs(change) > fabs(room) && room/change < step) {
      step = room/change;
      blocking = k;
    }
  }
  for (k = 0; k < box->n_free; k++) {
    const int i = box->free_joint[k];
    box->force[i] = step == 1.0 ? box->target[k]
                                : box->force[i] + step*(box->target[k] - box->force[i]);
  }
  if (blocking < 0) return 1;
  {
    const int held = box->free_joint[blocking];
    hold(box, blocking, box->target[blocking] > box->force[held] ||
                            box->force[held] >= box->upper[held]);
    if (step > 0.0)
      for (j = 0; j < JOINTS; j++) box->rounded[j] = 0;
    else if (held == last_freed)
      box->rounded[held] = 1; /* it could not move at all: what pushed it was rounding */
  }
  return 0;
}

/* The joint that is pushed off its limit hardest, or -1. Its w goes to *push. */
static int worst(const struct box *box, double largest, double *push)
{
  double against, hardest = 0.0, scale = 0.0;
  int found = -1, i, j;
  for (i = 0; i < JOINTS; i++) {
    double size = fabs(box->drive[i]);
    for (j = 0; j < JOINTS; j++) size += fabs(box->w[i][j]*box->force[j]);
    if (box->w[i][i] > 0.0) scale = fmax(scale, size/sqrt(box->w[i][i]));
  }
  for (i = 0; i < JOINTS; i++) {
    double w = box->drive[i], size = fabs(w), noise;
    for (j = 0; j < JOINTS; j++) {
      w -= box->w[i][j]*box->force[j];
      size += fabs(box->w[i][j]*box->force[j]);
    }
    if (box->is_free[i] || !(box->w[i][i] > 0.0) || box->rounded[i]) continue;
    if (box->lower[i] == box->upper[i]) continue;
    if (w >= 0.0 && box->force[i] == box->upper[i]) continue;
    if (w <= 0.0 && box->force[i] == box->lower[i]) continue;
    noise = box->dependent[i] ? 1.5e-11*fmax(scale*sqrt(box->w[i][i]), largest*box->w[i][i])
                              : 1.5e-14*fmax(size, largest*box->w[i][i]);
    against = fabs(w)/box->w[i][i];
    if (!(fabs(w) > noise) || !(against > hardest)) continue;
    hardest = against;
    found = i;
    *push = w;
  }
  return found;
}

/* A joint that depends on the free ones and still moves: a cycle through given motions that part.
   Its force grows at the cost of theirs until one of them meets a limit. 0: nothing holds it. */
static int slide_along(struct box *box, int joint, double push)
{
  const double sign = push > 0.0 ? 1.0 : -1.0;
  double step = sign*((sign > 0.0 ? box->upper[joint] : box->lower[joint]) - box->force[joint]);
  int blocking = -1, k;
  for (k = 0; k < box->n_free; k++) box->target[k] = box->w[box->free_joint[k]][joint];
  apply_inverse(box);
  for (k = 0; k < box->n_free; k++) {
    const int i = box->free_joint[k];
    const double slope = -sign*box->target[k];
    const double room = ((slope > 0.0 ? box->upper[i] : box->lower[i]) - box->force[i])/slope;
    if (fabs(slope) < 1e-12 || room >= step) continue;
    step = room;
    blocking = k;
  }
  if (step == INFINITY) return 0;
  for (k = 0; k < box->n_free; k++)
    box->force[box->free_joint[k]] -= sign*step*box->target[k];
  box->force[joint] += sign*step;
  for (k = 0; k < JOINTS; k++) box->rounded[k] = 0;
  if (blocking < 0) {
    box->force[joint] = sign > 0.0 ? box->upper[joint] : box->lower[joint];
  } else {
    hold(box, blocking, -sign*box->target[blocking] > 0.0);
    set_free(box, joint);
  }
  return 1;
}

/* Fills x and mode; the rest is known. */
static void solve(struct instant *now)
{
  struct box box;
  double largest = now->largest, push = 0.0;
  int round, freed = -1, b, i, j;
  for (b = 0; b < BODIES; b++)
    if (is_free[b]) now->x[b] = now->force[b]/now->mass[b];
  box.n_free = 0;
  for (i = 0; i < JOINTS; i++) {
    box.drive[i] = slip(now, i);
    box.lower[i] = now->lower[i];
    box.upper[i] = now->upper[i];
    box.force[i] = fmin(fmax(0.0, now->lower[i]), now->upper[i]);
    box.is_free[i] = box.dependent[i] = box.rounded[i] = 0;
    for (j = 0; j < JOINTS; j++) {
      box.w[i][j] = 0.0;
      for (b = 0; b < BODIES; b++)
        if (is_free[b]) box.w[i][j] += now->row[i][b]*now->row[j][b]/now->mass[b];
    }
    if (!(box.w[i][i] > 0.0))
      box.force[i] = box.drive[i] > 0.0 ? box.upper[i] : box.drive[i] < 0.0 ? box.lower[i] : 0.0;
  }
  for (i = 0; i < JOINTS; i++)
    if (box.w[i][i] > 0.0 && box.lower[i] < box.upper[i]) set_free(&box, i);
  for (round = 0; round < 100 + 20*JOINTS; round++) {
    if (!minimize(&box, freed)) continue;
    freed = worst(&box, largest, &push);
    if (freed < 0 || (!set_free(&box, freed) && !slide_along(&box, freed, push))) break;
  }
  for (b = 0; b < BODIES; b++) {
    double sum = now->force[b];
    if (!is_free[b]) continue;
    for (j = 0; j < JOINTS; j++) sum -= now->row[j][b]*box.force[j];
    now->x[b] = sum/now->mass[b];
    largest = fmax(largest, fabs(now->mass[b]*now->x[b]));
  }
  for (i = 0; i < JOINTS; i++) {
    const double w = slip(now, i);
    now->found[i] = box.force[i];
    now->mode[i] = 0;
    if (!box.is_free[i] && fabs(w) > 1e-12*largest*box.w[i][i]) now->mode[i] = w > 0.0 ? 1 : -1;
  }
}
