"""The guide of examples/janecek_guide.toml, measured for 9.5 s: seven parameters to be found."""

from dataclasses import dataclass

import luztar
import numpy as np
from references import ROOT

ROWS = 950  # at 100 Hz
NOISE = {"q.seat": 1e-4, "f.suspension": 0.5}  # standard deviations in m and N
# Five as in tests/python/fit_test.py, the amplitude of the base 10 % and its chirp 1 % off.
START = {"m": 90.0, "ks": 10000.0, "FS": 40.0, "FK": 25.0, "C": 150.0, "A": 0.045, "kw": 0.27}
SAME = 0.1  # of a standard error: the same optimum


def guide():
    """The example, with names for its viscous and its kinetic friction."""
    text = (ROOT / "examples" / "janecek_guide.toml").read_text(encoding="utf-8")
    for old, new in (("[parameters]", "[parameters]\nC = 200.0\nFK = 18.0"),
                     ("viscous   = 200.0", 'viscous = "C"'),
                     ("kinetic   = 18.0", 'kinetic = "FK"')):
        if old not in text:
            raise ValueError(f"examples/janecek_guide.toml has no '{old}' any more")
        text = text.replace(old, new, 1)
    return luztar.parse(text)


def measured(model, seed):
    """A run at the values of the file, with white noise."""
    times = np.linspace(9.5 / ROWS, 9.5, ROWS)
    run, random = model.simulate(times=times), np.random.default_rng(seed)
    return {"t": times,
            "q.seat": run.q["seat"] + NOISE["q.seat"] * random.standard_normal(ROWS),
            "f.suspension": (run.f["suspension"] +
                             NOISE["f.suspension"] * random.standard_normal(ROWS))}


@dataclass
class Optimum:
    """What luztar found, and the standard errors."""

    x: np.ndarray
    error: np.ndarray

    def distance(self, x):
        """The largest of all parameters, in standard errors."""
        return float(np.max(np.abs((np.asarray(x) - self.x) / self.error)))


def optimum_of(fit):
    return Optimum(np.array([fit[name].value for name in fit.values]),
                   np.array([fit[name].error for name in fit.values]))


class Problem:
    """Residuals in units of the noise beside one set of noise. Counts runs, and remembers how many
    it took until the point of least cost was the optimum.
    """

    def __init__(self, model, seed):
        self.model, self.data = model, measured(model, seed)
        self.free = {name: (0.0, np.inf, value) for name, value in START.items()}
        self.beside = model.residuals(self.data, self.free, noise=NOISE)
        self.optimum = None
        self.begin()

    def begin(self):
        self.before, self.to_optimum = self.beside.runs, None
        self.best, self.x = np.inf, self.beside.start

    @property
    def runs(self):
        """Without derivatives; where the model has no run at all there is none to count."""
        return self.beside.runs[0] - self.before[0]

    @property
    def derived(self):
        return self.beside.runs[1] - self.before[1]

    def look(self, x, residual):
        cost = 0.5 * float(residual @ residual)
        if cost < self.best:
            self.best, self.x = cost, np.array(x)
            if self.to_optimum is None and self.optimum.distance(x) <= SAME:
                self.to_optimum = self.runs + self.derived
        return cost

    def plain(self, x):
        """Residuals of a run without derivatives."""
        residual = self.beside.r(x)
        self.look(x, residual)
        return residual

    def with_derivatives(self, x):
        """Residuals of a run with derivatives; `beside.J` at the same place costs no other run."""
        try:
            residual = self.beside(x)[0]
        except ArithmeticError:
            residual = np.full(len(NOISE) * ROWS, np.inf)
        self.look(x, residual)
        return residual

    def cost(self, x):
        residual = self.plain(x)
        return 0.5 * float(residual @ residual)

    def fit(self):
        return self.model.fit(self.data, self.free, noise=NOISE)
