// Reference integrator: spring slider with rate-and-state friction and inertia.
//   q'  = v
//   m v'= k (V t - q + rest) - a N asinh( v/(2 V0) exp((mu0 + b ln(V0 th/L))/a) )
//   th' = 1 - |v| th / L                                       (ageing law)
// Method: Radau IIA collocation with s stages (order 2s-1) in quadruple precision
// (__float128), full Newton on all 3s stage unknowns, step doubling for the error
// (the two half steps are kept), steps end exactly on the sample times.
// Two formulations:  form=log: (q, ln v, ln th)    form=dir: (q, v, th) as written above.
// Friction vanishes at v = 0, so v stays > 0 while the spring force is positive; the
// program stops if v <= 0 is ever met (ln v and the kink of |v| require this).
//
// Compile: g++ -O2 -std=gnu++17 -o rate_and_state rate_and_state.cpp -lquadmath
// Run:     ./rate_and_state name=value ... > out.json       (defaults: the table below)
//   constants  m N a b mu0 V0 L k V rest; initial q v th    (exact decimals)
//   sampling   dt n t0: samples at t0 + i dt, i = 0..n;  the run always starts at t = 0
//   method     s form tol (error per step, relative in v and th, q in units of L) digits
//   tests      eps_v eps_th eps_rest: relative perturbations;  round=1: inputs to double
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include <quadmath.h>
using Q = __float128;
using Vec = std::array<Q, 3>;
using Mat = std::array<Q, 9>;
using Stages = std::vector<Vec>;
static std::map<std::string, std::string> arg = {
    {"m", "2"},     {"N", "1000"},   {"a", "0.01"},     {"b", "0.012"},   {"mu0", "0.6"},
    {"V0", "1e-6"}, {"L", "1e-5"},   {"k", "80000"},    {"V", "1e-6"},    {"rest", "0.0075"},
    {"q", "0"},     {"v", "1e-6"},   {"th", "12"},      {"dt", "45"},     {"n", "300"},
    {"t0", "0"},    {"s", "7"},      {"form", "log"},   {"tol", "1e-22"}, {"digits", "17"},
    {"eps_v", "0"}, {"eps_th", "0"}, {"eps_rest", "0"}, {"round", "0"}};
static Q num(const char* n) { return strtoflt128(arg.at(n).c_str(), nullptr); }
static Q con(const char* n) {
  Q x = num(n);
  return arg["round"] == "1" ? Q(double(x)) : x;
}
static void stop(const char* why, Q t) {
  fprintf(stderr, "%s, t = %.17g\n", why, double(t));
  exit(1);
}
// ---------------------------------------------------------------- the equations
static Q m, N, a, b, mu0, V0, L, k, V, rest;
static bool logform;
static void rhs(Q t, const Vec& y, Vec& f, Mat& J) {  // J: row-major df/dy
  Q v = logform ? expq(y[1]) : y[1], th = logform ? expq(y[2]) : y[2];
  Q g = expq((mu0 + b * logq(V0 * th / L)) / a) / (2 * V0), x = v * g;  // asinh(x)
  Q acc = (k * (V * t - y[0] + rest) - a * N * asinhq(x)) / m;
  Q w = a * N / (m * sqrtq(1 + x * x));                                          // d(friction/m)/dx
  Q dv = w * g, dth = w * x * b / (a * th), av = fabsq(v), sg = v < 0 ? -1 : 1;  // d/dv, /dth
  if (logform) {
    f = {v, acc / v, 1 / th - av / L};
    J = {0, v, 0, -k / (m * v), -dv - acc / v, -dth * th / v, 0, -v / L, -1 / th};
  } else {
    f = {v, acc, 1 - av * th / L};
    J = {0, 1, 0, -k / m, -dv, -dth, 0, -sg * th / L, -av / L};
  }
}
static Q speed(const Vec& y) { return logform ? expq(y[1]) : y[1]; }
static Vec scale(const Vec& y) { return logform ? Vec{L, 1, 1} : Vec{L, fabsq(y[1]), fabsq(y[2])}; }
static Vec plus(const Vec& y, const Vec& z) { return {y[0] + z[0], y[1] + z[1], y[2] + z[2]}; }
// ---------------------------------------------------------------- Radau IIA tables
static int s;
static std::vector<Q> c;               // stages; nodes, c[s-1] = 1
static std::vector<std::vector<Q>> A;  // Butcher matrix
// Gaussian elimination with partial pivoting: solves M x = r in place (r becomes x).
static void solve(std::vector<Q>& M, std::vector<Q>& r, int n) {
  for (int i = 0; i < n; i++) {
    int p = i;
    for (int j = i + 1; j < n; j++)
      if (fabsq(M[j * n + i]) > fabsq(M[p * n + i])) p = j;
    if (p != i) {
      std::swap_ranges(&M[i * n], &M[i * n] + n, &M[p * n]);
      std::swap(r[i], r[p]);
    }
    for (int j = i + 1; j < n; j++) {
      Q z = M[j * n + i] / M[i * n + i];
      for (int l = i; l < n; l++) M[j * n + l] -= z * M[i * n + l];
      r[j] -= z * r[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) r[i] -= M[i * n + j] * r[j];
    r[i] /= M[i * n + i];
  }
}
static Q nodepoly(Q x) {  // Legendre P_s(y) - P_{s-1}(y), y = 2x-1: its zeros are the nodes
  Q y = 2 * x - 1, p0 = 1, p1 = y;
  for (int n = 1; n < s; n++) {
    Q p2 = ((2 * n + 1) * y * p1 - n * p0) / (n + 1);
    p0 = p1;
    p1 = p2;
  }
  return p1 - p0;
}
static void tables() {
  const int M = 4000;
  for (int i = 0; i < M - 1; i++) {  // bracket by scanning, then bisect to the last bit
    Q lo = Q(i) / M, hi = Q(i + 1) / M, fl = nodepoly(lo);
    if (fl * nodepoly(hi) > 0) continue;
    for (int n = 0; n < 120; n++) {
      Q x = (lo + hi) / 2;
      (fl * nodepoly(x) > 0 ? lo : hi) = x;
    }
    c.push_back((lo + hi) / 2);
  }
  c.push_back(1);
  if (int(c.size()) != s) stop("node search failed", 0);
  for (int i = 0; i < s; i++) {  // sum_j A_ij c_j^n = c_i^(n+1)/(n+1), n = 0..s-1
    std::vector<Q> W(s * s), r(s);
    for (int n = 0; n < s; n++) {
      for (int j = 0; j < s; j++) W[n * s + j] = powq(c[j], n);
      r[n] = powq(c[i], n + 1) / (n + 1);
    }
    solve(W, r, s);
    A.push_back(r);
  }
}
// ---------------------------------------------------------------- one step
static long nsteps, nnewton, nreject;
// Newton for a step of length h from (t,y); Z: Y_i - y, start values in, the solution out.
static bool newton(Q t, const Vec& y, Q h, Stages& Z) {
  int n = 3 * s;
  std::vector<Q> M(n * n), r(n);
  std::vector<Mat> J(s);
  Stages F(s);
  Q last = 1e30Q;
  for (int it = 0; it < 25; it++) {
    nnewton++;
    for (int i = 0; i < s; i++) rhs(t + c[i] * h, plus(y, Z[i]), F[i], J[i]);
    for (int e = 0; e < n; e++) {  // equation p of stage i
      int i = e / 3, p = e % 3;
      r[e] = -Z[i][p];
      for (int j = 0; j < s; j++) {
        r[e] += h * A[i][j] * F[j][p];
        for (int l = 0; l < 3; l++)
          M[e * n + 3 * j + l] = (e == 3 * j + l) - h * A[i][j] * J[j][3 * p + l];
      }
    }
    solve(M, r, n);
    Q d = 0;
    for (int i = 0; i < s; i++) {
      Vec w = scale(plus(y, Z[i]));
      for (int p = 0; p < 3; p++) {
        Z[i][p] += r[3 * i + p];
        d = std::max(d, fabsq(r[3 * i + p]) / w[p]);
      }
    }
    if (!(d < 1e4Q)) return false;                                // also catches NaN
    if (d < 1e-30Q || (d < 1e-25Q && d > last / 4)) return true;  // converged, or at round-off
    last = d;
  }
  return false;
}
// Take the step from the start values Z or, if that fails, from the constant.
static bool step(Q t, const Vec& y, Q h, Stages& Z) {
  if (int(Z.size()) == s && newton(t, y, h, Z)) return true;
  Z.assign(s, Vec{0, 0, 0});
  return newton(t, y, h, Z);
}
// Value at x (in units of the step) of the collocation polynomial through 0 and the Z_j.
static Vec poly(const Stages& Z, Q x) {
  Vec z{0, 0, 0};
  for (int j = 0; j < s; j++) {
    Q l = x / c[j];
    for (int n = 0; n < s; n++)
      if (n != j) l *= (x - c[n]) / (c[j] - c[n]);
    for (int p = 0; p < 3; p++) z[p] += l * Z[j][p];
  }
  return z;
}
// Start values for the next step, ratio times as long, from the last polynomial.
static Stages extrapolate(const Stages& Z, Q ratio) {
  Stages R;
  for (Q ci : c) {
    R.push_back(poly(Z, 1 + ci * ratio));
    for (int p = 0; p < 3; p++) R.back()[p] -= Z[s - 1][p];
  }
  return R;
}
// Root of fn(t+x, state after a step x from (t,y)), 0 < x <= h, by regula falsi (Illinois).
// full: the stages of the step h.  Returns x, and the state there in yx.
template <class Fn>
static Q root(Q t, const Vec& y, Q h, const Stages& full, Fn fn, Vec& yx) {
  yx = plus(y, full[s - 1]);
  Q lo = 0, hi = h, fl = fn(t, y), fh = fn(t + h, yx), x = h;
  for (int it = 0; it < 120; it++) {
    Q old = x;
    x = it % 8 == 7 ? (lo + hi) / 2 : (lo * fh - hi * fl) / (fh - fl);
    Stages Z;
    for (Q ci : c) Z.push_back(poly(full, ci * x / h));
    if (!step(t, y, x, Z)) stop("root: no step", t);
    yx = plus(y, Z[s - 1]);
    Q f = fn(t + x, yx);
    if (fabsq(x - old) < 1e-27Q * h || f == 0) break;
    if ((f > 0) == (fh > 0)) {
      hi = x;
      fh = f;
      fl /= 2;
    } else {
      lo = x;
      fl = f;
      fh /= 2;
    }
  }
  return x;
}
// ---------------------------------------------------------------- the run
int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    std::string e = argv[i], name = e.substr(0, e.find('='));
    if (!arg.count(name) || name == e) {
      fprintf(stderr, "bad argument %s\n", argv[i]);
      return 1;
    }
    arg[name] = e.substr(name.size() + 1);
  }
  m = con("m");
  N = con("N");
  a = con("a");
  b = con("b");
  mu0 = con("mu0");
  V0 = con("V0");
  L = con("L");
  k = con("k");
  V = con("V");
  rest = con("rest") * (1 + num("eps_rest"));
  logform = arg["form"] == "log";
  s = atoi(arg["s"].c_str());
  int n = atoi(arg["n"].c_str()), digits = atoi(arg["digits"].c_str()), next = 0;
  Q tol = num("tol"), dt = num("dt"), t0 = num("t0"), t = 0, h = 1e-9Q, hprev = 0;
  tables();
  Vec y{con("q"), con("v") * (1 + num("eps_v")), con("th") * (1 + num("eps_th"))};
  Q vmin = y[1], vmax = y[1], level = logform ? logq(1000 * V0) : 1000 * V0;
  if (logform) y[1] = logq(y[1]), y[2] = logq(y[2]);
  std::string rows, events;
  auto str = [&](Q x) {
    char z[80];
    quadmath_snprintf(z, 80, "%.*Qe", digits - 1, x);
    return std::string(z);
  };
  auto row = [&] {
    Q th = logform ? expq(y[2]) : y[2];
    rows += (next++ ? ",\n[" : "[") + str(t) + ", " + str(y[0]) + ", " + str(speed(y)) + ", " +
            str(th) + "]";
  };
  auto above = [&](Q, const Vec& y) {
    return y[1] - level;
  };
  auto accel = [&](Q t, const Vec& y) {
    Vec f;
    Mat J;
    rhs(t, y, f, J);
    return f[1];
  };
  auto seen = [&](const Vec& y) {
    vmin = std::min(vmin, speed(y));
    vmax = std::max(vmax, speed(y));
  };
  Stages prev;
  if (t0 == 0) row();
  while (next <= n) {
    Q target = t0 + next * dt, left = target - t, hs = h;
    bool hit = hs >= left * 0.999Q;
    if (hit)
      hs = left;
    else if (hs > left / 2)
      hs = left / 2;
    Stages Z, Z1, Z2;  // full step, first and second half
    Vec ym, y1;        // state at the middle and the end
    if (!prev.empty()) Z1 = extrapolate(prev, hs / 2 / hprev);
    bool ok = step(t, y, hs / 2, Z1);
    if (ok) {
      ym = plus(y, Z1[s - 1]);
      Z2 = extrapolate(Z1, 1);
      ok = step(t + hs / 2, ym, hs / 2, Z2);
    }
    if (ok) {
      y1 = plus(ym, Z2[s - 1]);
      for (Q x : c)
        Z.push_back(2 * x <= 1 ? poly(Z1, 2 * x) : plus(poly(Z2, 2 * x - 1), Z1[s - 1]));
      ok = step(t, y, hs, Z);
    }
    Q err = ok ? 0 : 1e30Q;
    for (int p = 0; ok && p < 3; p++)
      err = std::max(err, fabsq(y[p] + Z[s - 1][p] - y1[p]) / scale(y1)[p]);
    if (err > tol) {
      nreject++;
      h = hs * (ok ? std::max(Q(0.1Q), 0.9Q * powq(tol / err, Q(1) / (2 * s))) : Q(0.25Q));
      if (h < 1e-22Q) stop("step too small", t);
      continue;
    }
    nsteps++;
    if (speed(y1) <= 0 || speed(ym) <= 0) stop("v <= 0", t);
    for (int i = 0; i < 2; i++) {  // onset and extrema of v in each half step
      const Vec &ya = i ? ym : y, &yb = i ? y1 : ym;
      const Stages& P = i ? Z2 : Z1;
      Q ta = t + i * hs / 2;
      Vec yx;
      if (above(ta, ya) < 0 && above(ta, yb) >= 0)
        events += (events.empty() ? "" : ", ") + str(ta + root(ta, ya, hs / 2, P, above, yx));
      if (accel(ta, ya) * accel(ta + hs / 2, yb) < 0) {
        root(ta, ya, hs / 2, P, accel, yx);
        seen(yx);
      }
      seen(yb);
    }
    t = hit ? target : t + hs;
    y = y1;
    prev = Z2;
    hprev = hs / 2;
    Q hnew = hs * std::min(Q(4), 0.9Q * powq(tol / (err + 1e-40Q), Q(1) / (2 * s)));
    h = hs < h * 0.999Q && hnew > hs ? std::max(h, hnew) : hnew;  // a cut step says little
    if (hit) row();
  }
  printf("{\n\"parameters\": {");
  for (const char* p : {"m", "N", "a", "b", "mu0", "V0", "L", "k", "V"})
    printf("%s\"%s\": %s", *p == 'm' && !p[1] ? "" : ", ", p, arg[p].c_str());
  printf("},\n\"initial\": {");
  for (const char* p : {"q", "v", "th", "rest"})
    printf("%s\"%s\": %s", *p == 'q' ? "" : ", ", p, arg[p].c_str());
  printf("},\n\"duration\": %s,\n\"rows\": [\n%s\n],\n\"speeds\": [%s, %s],\n\"events\": [%s]\n}\n",
         str(t0 + n * dt).c_str(), rows.c_str(), str(vmin).c_str(), str(vmax).c_str(),
         events.c_str());
  fprintf(stderr,
          "s=%d form=%s tol=%s steps=%ld rejected=%ld newton=%ld vmin=%.6g vmax=%.6g max aN/(m "
          "v)=%.4g cpu=%.1f s\n",
          s, arg["form"].c_str(), arg["tol"].c_str(), nsteps, nreject, nnewton, double(vmin),
          double(vmax), double(a * N / (m * vmin)), double(clock()) / CLOCKS_PER_SEC);
}
