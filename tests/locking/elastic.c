/* Drives with elastic links, stops and freewheels and rigid Coulomb friction, by small explicit steps.
   Every force is known at the beginning of a step; frictions act on one body each, against the ground, and stop it
   exactly where they can; or they are elastic too, up to their limits. So each step has exactly one result, whatever
   the rigid machine would allow. */
#include <math.h>

enum { kBodies = 4, kElements = 6, kFrictions = 8, kPieces = 6, kLinks = 3 };
enum { kLink, kLower, kUpper, kFreewheel };

typedef struct {
  int kind;
  double arms[kBodies], stiffness, damping;
  double d;     /* deflection; of a freewheel how far it is turned back into its hold, at most 0 */
  double rate, force;
  double apart; /* how long a stop has been open, s */
} Element;

typedef struct {
  int body;
  double sign, constant, weights[kLinks]; /* normal = constant + sum of weights times link forces */
  int part;                               /* of those: 0 |f|, 1 max(f, 0), -1 max(-f, 0) */
  double kinetic[2], held[2];             /* coefficients where sign*v is positive, negative */
  double stiffness, damping;              /* 0: rigid */
  double z;                               /* deflection of an elastic one */
  int slides;                             /* its direction, 0: it holds */
} Friction;

typedef struct {
  double begin, constant, slope, sine, omega; /* constant + slope (t - begin) + sine sin(omega t) */
} Piece;

typedef struct {
  int bodies, elements, frictions, pieces[kBodies];
  double mass[kBodies];
  Element element[kElements];
  Friction friction[kFrictions];
  Piece piece[kBodies][kPieces]; /* of the load on each body */
  double ramp;          /* time that a jump of a load takes, s */
  double q[kBodies], v[kBodies];
} Machine;

static const double* read_machine(Machine* m, const double* p) {
  m->bodies = (int)*p++;
  for (int i = 0; i < m->bodies; ++i) {
    m->mass[i] = *p++;
    m->q[i] = m->v[i] = 0;
  }
  m->elements = (int)*p++;
  for (int e = 0; e < m->elements; ++e) {
    Element* x = &m->element[e];
    x->kind = (int)*p++;
    for (int i = 0; i < m->bodies; ++i) x->arms[i] = *p++;
    x->stiffness = *p++;
    x->damping = *p++;
    x->d = x->rate = x->force = x->apart = 0;
  }
  m->frictions = (int)*p++;
  for (int j = 0; j < m->frictions; ++j) {
    Friction* f = &m->friction[j];
    f->body = (int)*p++;
    f->sign = *p++;
    f->constant = *p++;
    for (int l = 0; l < kLinks; ++l) f->weights[l] = *p++;
    f->part = (int)*p++;
    for (int s = 0; s < 2; ++s) f->kinetic[s] = *p++;
    for (int s = 0; s < 2; ++s) f->held[s] = *p++;
    f->stiffness = *p++;
    f->damping = *p++;
    f->z = f->slides = 0;
  }
  for (int i = 0; i < m->bodies; ++i) {
    m->pieces[i] = (int)*p++;
    for (int k = 0; k < m->pieces[i]; ++k) {
      Piece* x = &m->piece[i][k];
      x->begin = *p++, x->constant = *p++, x->slope = *p++, x->sine = *p++, x->omega = *p++;
    }
  }
  m->ramp = *p++;
  return p;
}

static double value_of(const Piece* x, double t) {
  return x->constant + x->slope * (t - x->begin) + (x->sine ? x->sine * sin(x->omega * t) : 0);
}

/* From 0 to 1, so smooth that next to nothing oscillates behind it. */
static double smooth(double x) {
  return x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15));
}

/* The load on a body: at the begin of a piece it goes over from the value before, along a ramp. */
static double load(const Machine* m, int body, double t) {
  const Piece* piece = m->piece[body];
  int k = 0;
  if (!m->pieces[body]) return 0;
  while (k + 1 < m->pieces[body] && piece[k + 1].begin <= t) ++k;
  const double now = value_of(&piece[k], t), part = (t - piece[k].begin) / m->ramp;
  if (part >= 1) return now;
  const double before = k ? value_of(&piece[k - 1], piece[k].begin) : 0;
  return before + (now - before) * smooth(part);
}

static void forces(Machine* m) {
  for (int e = 0; e < m->elements; ++e) {
    Element* x = &m->element[e];
    x->force = x->stiffness * x->d + x->damping * x->rate;
    if (x->kind == kLower || x->kind == kFreewheel) x->force = x->d < 0 && x->force < 0 ? x->force : 0;
    if (x->kind == kUpper) x->force = x->d > 0 && x->force > 0 ? x->force : 0;
  }
}

static double normal(const Machine* m, const Friction* f) {
  double sum = f->constant;
  for (int l = 0; l < kLinks; ++l) {
    if (!f->weights[l]) continue;
    const double force = m->element[l].force;
    sum += f->weights[l] * (f->part == 0 ? fabs(force) : fmax(f->part * force, 0));
  }
  return sum;
}

/* The force of an elastic friction under the normal force n at the rate u, after a step. It slides while its spring
   would carry more than the level of sliding, and begins to where it would carry more than that of holding. */
static double yielding(Friction* f, double n, double u, double h) {
  f->z += h * u;
  const double force = f->stiffness * f->z;
  const int way = force > 0 ? 1 : -1, side = force > 0 ? 0 : 1;
  const double level = n * (f->slides == way ? f->kinetic[side] : f->held[side]);
  f->slides = way * force > level ? way : 0;
  if (!f->slides) return fmax(-n * f->held[1], fmin(force + f->damping * u, n * f->held[0]));
  f->z = way * n * f->kinetic[side] / f->stiffness;
  return f->stiffness * f->z;
}

/* One body: its velocity after a step under `force` and the frictions with these limits along +v and -v. */
static double next(double v, double force, double h_per_mass, const double* kinetic, const double* held) {
  if (v > 0) return fmax(0, v + h_per_mass * (force - kinetic[0]));
  if (v < 0) return fmin(0, v + h_per_mass * (force + kinetic[1]));
  if (force > held[0]) return fmax(0, h_per_mass * (force - kinetic[0]));
  if (force < -held[1]) return fmin(0, h_per_mass * (force + kinetic[1]));
  return 0;
}

static void step(Machine* m, double t, double h) {
  double force[kBodies], kinetic[kBodies][2] = {{0}}, held[kBodies][2] = {{0}};
  forces(m);
  for (int i = 0; i < m->bodies; ++i) {
    force[i] = load(m, i, t);
    for (int e = 0; e < m->elements; ++e) force[i] -= m->element[e].arms[i] * m->element[e].force;
  }
  for (int j = 0; j < m->frictions; ++j) {
    Friction* f = &m->friction[j];
    const double n = normal(m, f);
    if (f->stiffness) {
      force[f->body] -= f->sign * yielding(f, n, f->sign * m->v[f->body], h);
      continue;
    }
    for (int s = 0; s < 2; ++s) {
      const int side = f->sign > 0 ? s : 1 - s;
      kinetic[f->body][side] += n * fabs(f->sign) * f->kinetic[s];
      held[f->body][side] += n * fabs(f->sign) * f->held[s];
    }
  }
  for (int i = 0; i < m->bodies; ++i) {
    m->v[i] = next(m->v[i], force[i], h / m->mass[i], kinetic[i], held[i]);
    m->q[i] += h * m->v[i];
  }
  for (int e = 0; e < m->elements; ++e) {
    Element* x = &m->element[e];
    x->rate = 0;
    for (int i = 0; i < m->bodies; ++i) x->rate += x->arms[i] * m->v[i];
    x->d += h * x->rate;
    if (x->kind == kFreewheel && x->d > 0) x->d = 0;
  }
}

/* Whether a stop that has been open for some time is hit faster than `fast`. */
static int hit(Machine* m, double h, double fast) {
  int found = 0;
  for (int e = 0; e < m->elements; ++e) {
    Element* x = &m->element[e];
    if (x->kind != kLower && x->kind != kUpper) continue;
    const int closed = x->kind == kLower ? x->d < 0 : x->d > 0;
    if (closed && x->apart > m->ramp && fabs(x->rate) > fast) found = 1;
    x->apart = closed ? 0 : x->apart + h;
  }
  return found;
}

/* Rows of `out`: positions, velocities, forces of elements at the times of `rows`. Returns when a stop is hit first. */
double elastic(const double* p, double h, double fast, int count, const double* rows, double* out) {
  Machine m;
  read_machine(&m, p);
  double t = 0, first = INFINITY;
  for (int r = 0; r < count; ++r) {
    const double begin = t;
    const long steps = (long)ceil((rows[r] - begin) / h);
    const double each = steps ? (rows[r] - begin) / steps : 0;
    for (long k = 0; k < steps; ++k) {
      t = begin + k * each;
      step(&m, t, each);
      if (hit(&m, each, fast) && t < first) first = t;
    }
    t = rows[r];
    forces(&m);
    for (int i = 0; i < m.bodies; ++i) *out++ = m.q[i];
    for (int i = 0; i < m.bodies; ++i) *out++ = m.v[i];
    for (int e = 0; e < m.elements; ++e) *out++ = m.element[e].force;
  }
  return first;
}
