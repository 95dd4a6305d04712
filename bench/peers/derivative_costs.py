"""What up to eight derivatives cost: time of a run with them over that of the plain run."""

import statistics
import time

import luztar

EXAMPLES = ("janecek_guide", "belt", "three_blocks", "gear_system", "bouncing_ball", "lugre",
            "sampled_servo", "worm_gear_rigid")
MOST = 8
TURNS = 9
MEDIAN, WORST = 5.0, 8.0  # required, times the plain run


def is_known(model, name):
    """Whether luztar knows a derivative by this name: some have none, a period of samples."""
    try:
        model.simulate(derivatives=[name], duration=1e-3)
    except luztar.ModelError:
        return False
    return True


def names_of(model):
    """The first eight: parameters in the order of the file, then start values."""
    starts = [f"{kind}.{body}" for body in model.bodies for kind in "qv"]
    known = []
    for name in (*model.parameters, *starts):
        if len(known) < MOST and is_known(model, name):
            known.append(name)
    return known


def seconds(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin


def cost(example):
    """Both runs take turns, so that a slow second of the machine hits both; the least of each."""
    model = luztar.example(example)
    names = names_of(model)
    turns = [(seconds(model.simulate), seconds(lambda: model.simulate(derivatives=names)))
             for _ in range(TURNS)]
    plain, derived = (min(times) for times in zip(*turns))
    return {"name": example, "derivatives": len(names), "plain": plain, "derived": derived,
            "ratio": derived / plain}


def measure():
    return [cost(example) for example in EXAMPLES]


def table(rows):
    return [["run", "derivatives", "plain", "with them", "times"],
            *([row["name"], str(row["derivatives"]), f"{1e3 * row['plain']:.2f} ms",
               f"{1e3 * row['derived']:.2f} ms", f"{row['ratio']:.2f}"] for row in rows)]


def required(rows):
    """(what, value, bound, met) of each requirement."""
    ratios = [row["ratio"] for row in rows]
    middle, most = statistics.median(ratios), max(ratios)
    return [("derivatives, median of the runs", f"{middle:.2f}", f"<= {MEDIAN:g}",
             middle <= MEDIAN),
            ("derivatives, the dearest run", f"{most:.2f}", f"<= {WORST:g}", most <= WORST)]
