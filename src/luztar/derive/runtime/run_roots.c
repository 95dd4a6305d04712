#if !GENERATED
/* What ends the modes that are in force, and when. */
#include "run_step.c"
#endif
/* ---- What ends a mode: guards, above 0 as long as it lasts -------------------------------------- */

/* Two of each piece, two of each joint. */
static void find_guards(struct run *r, double t, const double y[N], double g[GUARDS_ROOM])
{
  struct instant now;
  double kink[PIECES_ROOM];
  int i;
#if JOINED
  double T[JOINTS];
  int j;
#endif
  r->motion.work++;
  look(r, t, y, kink, &now);
  for (i = 0; i < PIECES; i++) {
    const double piece = r->memory.piece[i];
    g[2*i] = piece_kind[i] == WHOLE   ? kink[i] - piece
             : piece_kind[i] >= RELAY ? kink[i]
             : piece == 0.0       ? 1.0
                                  : piece*kink[i];
    g[2*i + 1] = piece_kind[i] == WHOLE ? piece + 1.0 - kink[i] : 1.0;
  }
#if JOINED
  accelerate(&now);
  joint_forces(&now, T);
  for (j = 0; j < JOINTS; j++) {
    double *own = g + 2*PIECES + 2*j;
    const int kind = joint_kind[j];
    own[0] = own[1] = 1.0;
    if (kind == DAMPS) continue;
    if (now.rests[j]) {
      if (now.strength[j][0] < INFINITY) own[0] = T[j] + now.strength[j][0];
      if (now.strength[j][1] < INFINITY) own[1] = now.strength[j][1] - T[j];
    } else if (kind == HAS_EDGES) {
      own[0] = now.seen.room[j][0] < INFINITY ? now.seen.room[j][0] : 1.0;
      own[1] = now.seen.room[j][1] < INFINITY ? now.seen.room[j][1] : 1.0;
    } else {
      own[0] = r->memory.mode[j]*now.seen.w[j];
    }
  }
#endif
#if !JOINED
  (void)t;
#endif
}

/* The value at x of a polynomial by its Bernstein coefficients. */
static double value_at(int n, const double b[], double x)
{
  double row[PLACES];
  int i, k;
  for (i = 0; i <= n; i++) row[i] = b[i];
  for (k = n; k > 0; k--)
    for (i = 0; i < k; i++) row[i] += x*(row[i + 1] - row[i]);
  return row[0];
}

/* The first x from `from` to `to` at which it goes from above 0 to below; 2.0: nowhere. */
static double first_fall(int n, const double b[], double from, double to)
{
  enum { DEEP = 40 };
  double left[DEEP + 1][PLACES], begin[DEEP + 1], end[DEEP + 1];
  int depth = 0, i, k;
  for (i = 0; i <= n; i++) left[0][i] = b[i];
  begin[0] = from;
  end[0] = to;
  while (depth >= 0) {
    double *own = left[depth], first[PLACES], middle;
    int turns = 0;
    for (i = 0; i < n; i++) turns += (own[i] > 0.0) != (own[i + 1] > 0.0);
    if (turns == 0 || (turns == 1 && !(own[0] > 0.0))) {
      depth--;
      continue;
    }
    if (turns == 1 || depth == DEEP) {
      double low = begin[depth], high = end[depth];
      for (i = 0; i < 60; i++) {
        const double x = 0.5*(low + high);
        if (value_at(n, b, x) > 0.0)
          low = x;
        else
          high = x;
      }
      return high;
    }
    /* the right half stays below, the left half goes on top */
    middle = 0.5*(begin[depth] + end[depth]);
    first[0] = own[0];
    for (k = 1; k <= n; k++) {
      for (i = 0; i <= n - k; i++) own[i] = 0.5*(own[i] + own[i + 1]);
      first[k] = own[0];
    }
    for (i = 0; i <= n; i++) left[depth + 1][i] = first[i];
    begin[depth + 1] = begin[depth];
    end[depth + 1] = middle;
    begin[depth] = middle;
    depth++;
  }
  return 2.0;
}

/* Where in the step a guard with these values at the places falls below 0: 2.0 nowhere. A guard that
   is 0 where the step begins has its zeros there divided out: `known` of them at least. 1 in *rough: the polynomial does not
   follow it. */
static double first_end(const double g[PLACES], double check, int known, int *rough)
{
  double b[PLACES], largest = 0.0, value[PLACES];
  int i, k, n = PLACES - 1, zeros;
  for (i = 0; i < PLACES; i++) {
    if (!(fabs(g[i]) < INFINITY)) {
      *rough = 1;
      return 2.0;
    }
    largest = fmax(largest, fabs(g[i]));
  }
  if (largest == 0.0) return 2.0;
  for (i = 0; i <= n; i++) {
    b[i] = 0.0;
    for (k = 0; k < PLACES; k++) b[i] += bernstein8[i][k]*g[k];
  }
  if (fabs(value_at(n, b, CHECK) - check) > FOLLOWS*largest) *rough = 1;
  if (!known && g[0] < -METHOD_ERROR*largest) return 0.0; /* it does not last at all */
  if (!known && !(fabs(g[0]) <= ROUNDING*largest)) return first_fall(n, b, 0.0, 1.0);
  n = PLACES - 2;
  for (k = 0; k < PLACES - 1; k++) value[k] = g[k + 1];
  for (zeros = 0; zeros < 3; zeros++) {
    largest = 0.0;
    for (k = 0; k < PLACES - 1; k++) {
      value[k] /= place[k + 1];
      largest = fmax(largest, fabs(value[k]));
    }
    for (i = 0; i <= n; i++) {
      b[i] = 0.0;
      for (k = 0; k < PLACES - 1; k++) b[i] += bernstein7[i][k]*value[k];
    }
    if (zeros + 1 >= known && fabs(b[0]) > METHOD_ERROR*largest) break;
  }
  if (b[0] < 0.0) return zeros < 3 ? 0.0 : 2.0;
  return first_fall(n, b, 0.0, 1.0);
}
