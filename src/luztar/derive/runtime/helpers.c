#if !GENERATED
/* What single laws of a model call. */
#include "model.h"
#endif
#if RATES

/* A sum, and exactly 0 where it is 0 up to rounding: gear ratios need not divide. */
static double rate_of(int n, const double part[])
{
  double sum = 0.0, largest = 0.0;
  int i;
  for (i = 0; i < n; i++) {
    sum += part[i];
    largest = fmax(largest, fabs(part[i]));
  }
  return fabs(sum) <= 1e-15*largest ? 0.0 : sum;
}
#endif
#if TABLES

/* Straight lines between the rows (x, y), the last y beyond. */
static double interpolate(int rows, const double row[][2], double x)
{
  int i = 1;
  while (i < rows && row[i][0] <= x) i++;
  if (i == rows) return row[rows - 1][1];
  return row[i - 1][1] +
         (x - row[i - 1][0])*(row[i][1] - row[i - 1][1])/(row[i][0] - row[i - 1][0]);
}
#endif
#if STOPS

/* The edge that a stop with this deflection rests on: 1 upper, -1 lower, 2 both, 0 none. */
static int side_of(int n, const double part[], double lower, double upper)
{
  double d = 0.0, largest = 0.0;
  int above, below, i;
  for (i = 0; i < n; i++) {
    d += part[i];
    largest = fmax(largest, fabs(part[i]));
  }
  above = d >= upper - 1e-12*fmax(largest, fabs(upper));
  below = d <= lower + 1e-12*fmax(largest, fabs(lower));
  return above && below ? 2 : above - below;
}
#endif
#if PUSHES

static void push(struct instant *now, int body, double force)
{
  now->force[body] += force;
#if LARGEST
  now->largest = fmax(now->largest, fabs(force));
#endif
}
#endif
#if PRESSED

/* So much below 0 a normal force is rounding: beside the other forces, the levels that it multiplies
   make nothing of it. */
static double normal_noise(const struct instant *now, double backward, double forward)
{
  const double level = fmax(backward, forward);
  return level > 0.0 ? ROUNDING*now->largest/level : 0.0;
}
#endif
