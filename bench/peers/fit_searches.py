"""Ways to the optimum of fit_guide.py: luztar's fit, scipy's least squares and Nelder-Mead, CMA-ES.

A run with derivatives is one run here; what it costs more is told beside. Each row: medians over
the sets of noise, the distance to luztar's optimum the largest of them.
"""

import statistics
import time
import warnings

from fit_guide import Problem, guide, optimum_of

SEEDS = (1, 2, 3)
REPEATS = 5
MOST_RUNS = 20000
FEWER, SECONDS, ITERATIONS = 50.0, 1.0, 15  # required
SEARCHES = ("Nelder-Mead", "CMA-ES")


def timed(work, repeats):
    """The last answer, and the least time by the clock, in seconds."""
    least = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        answer = work()
        least = min(least, time.perf_counter() - begin)
    return answer, least


def luztar_row(problem):
    """All runs of the fit count: it does not tell after how many it was at the optimum."""
    fit, seconds = timed(problem.fit, REPEATS)
    problem.optimum = optimum_of(fit)
    return {"runs": fit.runs, "derived": fit.runs_with_derivatives,
            "to_optimum": fit.runs + fit.runs_with_derivatives,
            "seconds": seconds, "distance": 0.0, "iterations": fit.iterations, "found": fit.found}


def row_of(problem, search, repeats=1):
    def work():
        problem.begin()
        search(problem)

    _, seconds = timed(work, repeats)
    return {"runs": problem.runs, "derived": problem.derived, "to_optimum": problem.to_optimum,
            "seconds": seconds, "distance": problem.optimum.distance(problem.x)}


def exact(problem):
    from scipy.optimize import least_squares
    beside = problem.beside
    least_squares(problem.with_derivatives, beside.start, beside.J, beside.bounds, x_scale="jac")


def differences(points):
    def search(problem):
        from scipy.optimize import least_squares
        beside = problem.beside
        least_squares(problem.plain, beside.start, points, beside.bounds, x_scale="jac")

    return search


def nelder_mead(problem):
    """In units of the start values, with steps adapted to seven dimensions."""
    from scipy.optimize import minimize
    unit = problem.beside.start
    minimize(lambda u: problem.cost(u * unit), unit / unit, method="Nelder-Mead",
             options={"adaptive": True, "maxfev": MOST_RUNS, "maxiter": MOST_RUNS})


def cma_es(problem):
    """In units of the start values, the first steps a tenth of them."""
    with warnings.catch_warnings():  # it misses packages that it does not need
        warnings.simplefilter("ignore")
        import cma
    unit = problem.beside.start
    options = {"seed": 1, "verbose": -9, "maxfevals": MOST_RUNS}
    cma.CMAEvolutionStrategy(unit / unit, 0.1, options).optimize(
        lambda u: problem.cost(u * unit))


WAYS = (("scipy least_squares, exact J", exact, REPEATS),
        ("scipy least_squares, 2-point", differences("2-point"), REPEATS),
        ("scipy least_squares, 3-point", differences("3-point"), REPEATS),
        ("Nelder-Mead", nelder_mead, 1), ("CMA-ES", cma_es, 1))


def set_of(problem):
    """Rows by name for one set of noise. A package that is not there is said and left out."""
    found = {"luztar fit": luztar_row(problem)}
    for name, search, repeats in WAYS:
        try:
            found[name] = row_of(problem, search, repeats)
        except ModuleNotFoundError:
            found[name] = {"failure": "not installed"}
    return found


def cost_of_derivatives(problem):
    """A run of this problem with its seven derivatives over one without."""
    start = problem.beside.start
    times = []
    for turn in range(6 * REPEATS):
        near = start * (1 + 1e-9 * turn)  # the door keeps its last answer
        times.append((timed(lambda: problem.plain(near), 1)[1],
                      timed(lambda: problem.with_derivatives(near), 1)[1]))
    plain, derived = (min(part) for part in zip(*times))
    return derived / plain


def measure():
    model = guide()
    problems = [Problem(model, seed) for seed in SEEDS]
    return {"sets": [set_of(problem) for problem in problems],
            "dearer": cost_of_derivatives(problems[0])}


def middle(rows, key):
    values = [row[key] for row in rows]
    return None if None in values else round(statistics.median(values))


def words_of(rows):
    if any("failure" in row for row in rows):
        return [next(row["failure"] for row in rows if "failure" in row), "", "", "", ""]
    reached = middle(rows, "to_optimum")
    seconds = statistics.median(row["seconds"] for row in rows)
    distance = max(row["distance"] for row in rows)
    return [str(middle(rows, "runs")), str(middle(rows, "derived")),
            "not reached" if reached is None else str(reached), f"{seconds:.3g} s",
            f"{distance:.1e}" if distance else "0"]


def table(outcome):
    sets = outcome["sets"]
    return [["seven parameters", "runs", "derived", "to optimum", "time", "distance"],
            *([name, *words_of([one[name] for one in sets])] for name in sets[0])]


def times_fewer(found, ours):
    """Runs of the better search until its optimum over `ours`, and the name of the search; None
    where no search was run. If none got there, the longer one: it is more than that.
    """
    able = [(found[name], name) for name in SEARCHES if "failure" not in found[name]]
    there = [(row["to_optimum"], name) for row, name in able if row["to_optimum"]]
    runs, name = min(there) if there else max(((row["runs"], name) for row, name in able),
                                              default=(0, ""))
    return (runs / ours, name) if able else None


def required(outcome):
    """Of the worst set of noise: (what, value, bound, met)."""
    sets = outcome["sets"]
    ours = [found["luztar fit"] for found in sets]
    fewer = [times_fewer(found, own["runs"] + own["derived"]) for found, own in zip(sets, ours)]
    least, name = min(fewer) if all(fewer) else (0.0, "not installed")
    seconds, iterations = (max(own[key] for own in ours) for key in ("seconds", "iterations"))
    return [(f"fit, times fewer runs ({name})", f"{least:.1f}", f">= {FEWER:g}", least >= FEWER),
            ("fit, the longest", f"{seconds:.2f} s", f"< {SECONDS:g} s", seconds < SECONDS),
            ("fit, iterations, the most", str(iterations), f"<= {ITERATIONS}",
             iterations <= ITERATIONS and all(own["found"] for own in ours))]


def remarks(outcome):
    """Sentences under the table."""
    dearer = outcome["dearer"]
    sets = outcome["sets"]
    ours = [found["luztar fit"] for found in sets]
    alone = [times_fewer(found, own["runs"] + own["derived"] * dearer)
             for found, own in zip(sets, ours)]
    words = [f"A run with its seven derivatives is {dearer:.2f} times as long as one without."]
    if all(alone):
        words.append("The requirement compares the runs of the better search until its optimum with "
                     "all runs of the fit, in the worst set. A run with derivatives counts as one. "
                     f"Counted as what it costs, it is {min(alone)[0]:.1f} times.")
    return words
