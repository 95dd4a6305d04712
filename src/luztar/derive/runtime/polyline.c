#if !GENERATED
/* Gauss's principle on trees, the recursion of friction/tree in its plainest form: polylines. */
#include "model.h"
#endif

/* ---- Dry friction at rest: Gauss's principle on a tree ------------------------------------------

   For each body             mass x = force - sum of arm T
   and for each joint, with  w = sum of arm x:
                             w > 0: T = upper,  w = 0: lower <= T <= upper,  w < 0: T = lower
#if MASSLESS
                             (plus viscous w where w is not 0)
#endif
   is the minimum of Gauss's principle over all limits at once. Let g(y) be the force that the part
   of a tree from a body outwards needs to move with y, a polyline that never falls: mass y - force,
   plus what the bodies further out need, each cut off at the limits of its joint, plus a step from
   lower to upper for a joint to something given. At the root g = 0. From there outwards a body
   sticks to the one before it if what it needs is within the limits. That gives the modes, without
   iteration; the values follow from them by one linear sweep in and one out. With x = scale y the w
   of every joint is a difference of two y. */

struct law {
  double lower, upper;
#if MASSLESS
  double viscous;
#endif
};

struct polyline {
  int n;                         /* points; two of them at one x are a vertical step */
  double x[POINTS], y[POINTS];   /* neither falls */
  double left, right;            /* slopes beyond; INFINITY: a wall */
};

/* The least y at x. */
static double low(const struct polyline *g, double x)
{
  const int n = g->n;
  int i = 0;
  while (i < n && g->x[i] < x) i++;
  if (i == n) return g->right == INFINITY ? INFINITY : g->y[n - 1] + g->right*(x - g->x[n - 1]);
  if (i == 0 && g->left == INFINITY) return -INFINITY;
  if (g->x[i] == x) return g->y[i];
  if (i == 0) return g->y[0] + g->left*(x - g->x[0]);
  return g->y[i - 1] + (x - g->x[i - 1])*(g->y[i] - g->y[i - 1])/(g->x[i] - g->x[i - 1]);
}

/* The largest y at x. */
static double high(const struct polyline *g, double x)
{
  const int n = g->n;
  int i = n;
  while (i > 0 && g->x[i - 1] > x) i--;
  if (i == 0) return g->left == INFINITY ? -INFINITY : g->y[0] + g->left*(x - g->x[0]);
  if (i == n && g->right == INFINITY) return INFINITY;
  if (g->x[i - 1] == x) return g->y[i - 1];
  if (i == n) return g->y[n - 1] + g->right*(x - g->x[n - 1]);
  return g->y[i - 1] + (x - g->x[i - 1])*(g->y[i] - g->y[i - 1])/(g->x[i] - g->x[i - 1]);
}

/* Where the straight line beyond an end reaches y. */
static double beyond(double x, double y_end, double slope, double y)
{
  return slope == INFINITY ? x : x + (y - y_end)/slope;
}

/* The least x at which g reaches y. */
static double first_at(const struct polyline *g, double y)
{
  const int n = g->n;
  int i = n;
  while (i > 0 && g->y[i - 1] >= y) i--;
  if (i == 0) return g->left == 0.0 ? -INFINITY : beyond(g->x[0], g->y[0], g->left, y);
  if (i == n) return g->right == 0.0 ? INFINITY : beyond(g->x[n - 1], g->y[n - 1], g->right, y);
  return g->x[i] - (g->x[i] - g->x[i - 1])*(g->y[i] - y)/(g->y[i] - g->y[i - 1]);
}

#if LAST
/* The largest x at which g has not passed y. */
static double last_at(const struct polyline *g, double y)
{
  const int n = g->n;
  int i = 0;
  while (i < n && g->y[i] <= y) i++;
  if (i == 0) return g->left == 0.0 ? -INFINITY : beyond(g->x[0], g->y[0], g->left, y);
  if (i == n) return g->right == 0.0 ? INFINITY : beyond(g->x[n - 1], g->y[n - 1], g->right, y);
  return g->x[i - 1] + (g->x[i] - g->x[i - 1])*(y - g->y[i - 1])/(g->y[i] - g->y[i - 1]);
}

#endif
static void add_point(struct polyline *g, double x, double y)
{
  g->x[g->n] = x;
  g->y[g->n++] = y;
}

static void add(struct polyline *g, const struct polyline *other)
{
  const struct polyline own = *g;
  int i = 0, j = 0;
  g->n = 0;
  g->left += other->left;
  g->right += other->right;
  while (i < own.n || j < other->n) {
    const int mine = j == other->n || (i < own.n && own.x[i] <= other->x[j]);
    const double x = mine ? own.x[i] : other->x[j];
    const double below = low(&own, x) + low(other, x), above = high(&own, x) + high(other, x);
    while (i < own.n && own.x[i] == x) i++;
    while (j < other->n && other->x[j] == x) j++;
    if (below == -INFINITY && above == INFINITY) add_point(g, x, 0.0);
    if (fabs(below) < INFINITY) add_point(g, x, below);
    if (fabs(above) < INFINITY && above != below) add_point(g, x, above);
  }
  if (g->n == 0) add_point(g, 0.0, 0.0); /* walls that exclude each other */
}

#if INNER
#if MASSLESS
/* The slope of two slopes one behind the other. */
static double in_series(double a, double b)
{
  return a == INFINITY ? b : a > 0.0 && b > 0.0 ? a*b/(a + b) : 0.0;
}

/* What a joint passes on of g: no less than lower, no more than upper, but for its viscous part:
   there x grows by (y - limit)/viscous. */
#else
/* What a joint passes on of g: no less than lower, no more than upper. */
#endif
static void cut(struct polyline *g, struct law law)
{
  const struct polyline own = *g;
  const double begin = last_at(&own, law.lower), end = first_at(&own, law.upper);
  int i;
  g->n = 0;
#if MASSLESS
  for (i = 0; i < own.n && law.viscous > 0.0; i++)
    if (own.y[i] < law.lower) add_point(g, own.x[i] + (own.y[i] - law.lower)/law.viscous, own.y[i]);
#endif
  if (law.lower > -INFINITY && fabs(begin) < INFINITY) add_point(g, begin, law.lower);
  for (i = 0; i < own.n; i++)
    if (own.y[i] > law.lower && own.y[i] < law.upper) add_point(g, own.x[i], own.y[i]);
  if (law.upper < INFINITY && fabs(end) < INFINITY) add_point(g, end, law.upper);
#if MASSLESS
  for (i = 0; i < own.n && law.viscous > 0.0; i++)
    if (own.y[i] > law.upper) add_point(g, own.x[i] + (own.y[i] - law.upper)/law.viscous, own.y[i]);
  if (law.lower > -INFINITY) g->left = in_series(own.left, law.viscous);
  if (law.upper < INFINITY) g->right = in_series(own.right, law.viscous);
#else
  if (law.lower > -INFINITY) g->left = 0.0;
  if (law.upper < INFINITY) g->right = 0.0;
#endif
  if (g->n == 0) add_point(g, 0.0, begin == INFINITY ? law.lower : law.upper);
}

#endif
/* Adds the step from lower to upper of a joint to something given, which has y = x. */
static void add_step(struct polyline *g, double x, struct law law)
{
  struct polyline step;
  step.n = 0;
#if MASSLESS
  step.left = law.lower == -INFINITY ? INFINITY : law.viscous;
  step.right = law.upper == INFINITY ? INFINITY : law.viscous;
#else
  step.left = law.lower == -INFINITY ? INFINITY : 0.0;
  step.right = law.upper == INFINITY ? INFINITY : 0.0;
#endif
  if (law.lower > -INFINITY) add_point(&step, x, law.lower);
  if (law.upper < INFINITY && law.upper > law.lower) add_point(&step, x, law.upper);
  if (step.n == 0) add_point(&step, x, 0.0);
  add(g, &step);
}
#if MASSLESS

/* Where a part needs no force. One without a mass that reaches that but for rounding is where it
   comes next to it. */
static double balanced_at(const struct polyline *g, int mode)
{
  const double x = mode < 0 ? last_at(g, 0.0) : first_at(g, 0.0);
  return x == INFINITY ? g->x[g->n - 1] : x == -INFINITY ? g->x[0] : x;
}
#if INNER

/* The same of a part that slides against a body with y = x. What sticks to something given is a
   vertical step of g and keeps its place to the last bit. */
static double sliding_at(const struct polyline *g, int mode, double x, struct law law)
{
  struct polyline all = *g, drag;
  drag.n = 0;
  drag.left = drag.right = law.viscous;
  add_point(&drag, x, mode > 0 ? law.upper : law.lower);
  add(&all, &drag);
  return balanced_at(&all, mode);
}
#endif
#endif
#if INNER

/* The same joint as its other end feels it. */
static struct law opposite(struct law law)
{
  const double lower = law.lower;
  law.lower = -law.upper;
  law.upper = -lower;
  return law;
}
#endif
