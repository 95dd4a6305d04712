"""Derivatives of a run beside differences of runs with other values.

Differences have three points on each side and two steps, whose disagreement tells how much they are
worth; there are none where a run of the other values has other events.
"""
import numpy as np

import luztar as lz

WEIGHTS = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
PRECISE = 1e-14


def rows_of(run):
    return np.concatenate([np.stack(list(getattr(run, kind).values())) for kind in "qvf"])


def pattern(run):
    return list(zip(run.events["name"], run.events["before"], run.events["after"]))


def differences(model, key, value, order, step, **given):
    """Of rows and of instants of events, central; None where the events are others."""
    rows, instants = 0.0, 0.0
    h = step * max(abs(value), 0.1)
    for k, weight in WEIGHTS:
        for sign in (1, -1):
            try:
                run = model.simulate(tolerance=PRECISE, **given, **{key: value + sign * k * h})
            except lz.ModelError:  # F_S < F_K: there is no other side
                return None
            if not run.finished or pattern(run) != order:
                return None
            rows = rows + sign * weight / h * rows_of(run)
            instants = instants + sign * weight / h * run.events["t"]
    return rows, instants


def compare(model, values, names, times, **given):
    """(derivatives compared, [(name, of what, off, doubt)]) by `names`, a part of `values`.

    A run that does not finish or has many events is not compared.
    """
    given = {"times": times, **given}
    run = model.simulate(derivatives=names, tolerance=PRECISE, **given)
    if not run.finished or len(run.events) > 60:
        return 0, []
    # Rows at events have two derivatives.
    away = np.array([np.min(np.abs(run.events["t"] - t), initial=1) > 2e-3 for t in times])
    # The last bounces of many are as short as rounding of the gap is.
    apart = np.diff(run.events["t"], prepend=-1.0) > 1e-7
    wrong, count = [], 0
    for name in names:
        fine, coarse = (differences(model, name, values[name], pattern(run), step, **given)
                        for step in (2e-5, 1e-4))
        if fine is None or coarse is None:
            continue
        count += 1
        own = run.derivatives[name]
        for what, mine, theirs, rough, part in (
                ("rows", rows_of(own), fine[0], coarse[0], (slice(None), away)),
                ("events", own.event_t, fine[1], coarse[1], apart)):
            size = 1e-6 + np.abs(mine).max(initial=0)
            if what == "events":
                size += 1.0
            off = np.abs(mine - theirs)[part].max(initial=0) / size
            doubt = np.abs(theirs - rough)[part].max(initial=0) / size
            if off > 1e-6 + 20 * doubt and doubt < 1e-2:
                wrong.append((name, what, off, doubt))
    # What the run itself says does not exist is no mistake.
    return count, [] if any("derivatives" in word for word in run.warnings) else wrong
