"""Models, runs of the program and what they leave, for the tests of restarts."""
import json
import os
import pathlib
import random
import signal
import subprocess
import time

APP = os.path.abspath(os.environ.get("LUZTAR_APP", "build/release/luztar"))

# Jumps, breaks, impacts and gaps; some of them where output points are, or next to them.
SMALL = """
title = "two blocks"
[bodies]
a = {{ mass = 1.0, velocity = 1.0 }}
b = {{ mass = 2.0 }}
base = {{ motion = "0.02*sin(3*t)" }}
[springs]
s = {{ between = ["a", "b"], stiffness = 40.0, freeplay = 0.01, damping = 0.4 }}
g = {{ between = ["b", "base"], stiffness = 25.0 }}
[frictions]
f = {{ between = ["a", "b"], kinetic = 1.0{static} }}
h = {{ between = ["b", "ground"], kinetic = 0.5 }}
[stops]
w = {{ between = ["a", "ground"], gap = [-0.6, 0.6], restitution = 0.5 }}
[forces]
F = {{ on = "b", value = "3*sin(1.7*t) + 2*square(2*pi*t)" }}
G = {{ on = "a", value = "step(t - 0.7) - step(t - 1.45) + 0.3*square(2*pi*t/0.35)" }}
"""

# A relay, a latch and a counter beside it.
JUMPS = SMALL + """
R = {{ on = "a", value = "x.relay" }}
[states]
relay = {{ jumps = [{{ when = "q.b > 0.02", to = -1 }}, {{ when = "q.b < -0.02", to = 1 }}] }}
latch = {{ jumps = [{{ when = "v.a <= 0", to = "t" }}] }}
count = {{ rate = "v.b", jumps = [{{ when = "v.a", direction = "either", to = "x.count + 1" }}] }}
"""

# A stop that presses a friction, in contact and in impacts.
RUBS = SMALL + """
[frictions.rub]
between = ["b", "ground"]
kinetic = 0.4
normal = "f.w"
"""

# A row of blocks on a plate that moves: sticks and slips in islands.
ROW = """
[parameters]
n = 210
[bodies.plate]
mass = inf
velocity = 0.02
[repeat.row]
count = "n"
parameters.s = {{ uniform = [0.9, 1.1], seed = 1 }}
parameters.x = {{ uniform = [-0.15, 0.15], seed = 2 }}
bodies.block = {{ mass = 1, position = "x" }}
[repeat.row.springs.couple]
between = ["block", "block[i+1]"]
where = "i < count"
stiffness = 60
[repeat.row.springs.leaf]
between = ["block", "plate"]
stiffness = 20
[repeat.row.frictions.floor]
between = ["block", "ground"]
kinetic = "6*s"
static = "{factor}*s"
"""

# Stuck pairs whose forces are not unique: those between neighbours beside those on the floor.
FLOOR = """
[parameters]
n = 120
[repeat.r]
count = "n"
parameters.mu = {{ uniform = [0.5, 1.5], seed = 3 }}
bodies.b = {{ mass = 1.0, position = "0.05*mu" }}
[repeat.r.springs.s]
between = ["b", "b[i+1]"]
where = "i < count"
stiffness = 20.0
freeplay = 0.02
[repeat.r.frictions.f]
between = ["b", "b[i+1]"]
where = "i < count"
kinetic = "mu"
{static}
[repeat.r.frictions.g]
between = ["b", "ground"]
where = "abs(sin(11*i)) > 0.7"
kinetic = "mu"
[repeat.r.forces.F]
on = "b"
where = "abs(sin(37*i)) > 0.9"
value = "9*mu*sin((1+0.2*mu)*t) + 0.2*square(2*pi*t)"
"""

# Cycles of pairs and springs.
SHEET = """
[parameters]
n = 5
[repeat.r]
count = ["n", "n"]
parameters.mu = {{ uniform = [0.5, 1.5], seed = 3 }}
bodies.b = {{ mass = 1.0 }}
[repeat.r.frictions.f]
between = ["b", "b[i+1,j]"]
where = "i < n"
kinetic = "mu"
{static}
[repeat.r.springs.k]
between = ["b", "b[i,j+1]"]
where = "j < n"
stiffness = 30
[repeat.r.frictions.g]
between = ["b", "b[i,j+1]"]
where = "j < n"
kinetic = "mu"
[repeat.r.forces.F]
on = "b"
where = "abs(sin(37*i+11*j)) > 0.9"
value = "9*mu*sin((1+0.2*mu)*t)"
"""

STEPS = 'method = "stepping"\nstep = {step}\n'
ADAPTIVE = 'method = "stepping"\nstep = {step}\nadaptive = true\ntolerance = 1e-4\n'
BOTH = '[output]\nformat = ["csv", "npy"]\n'


def text(model, duration, interval, simulation="", **words):
    body = model.format(**words)
    return f"{body}\n[simulation]\nduration = {duration}\ninterval = {interval}\n{simulation}\n{BOTH}"


def models(length):
    """Name and text; `length` scales how long they run."""
    breaks = 'static = "1.5*mu"'
    return {
        "small by events": text(SMALL, 20 * length, 0.05, static=", static = 1.4"),
        "small by events, thirds": text(SMALL, 20 * length, '"1/3"', static=""),
        "small by events, 0.7": text(SMALL, 21 * length, 0.7, static=""),
        "jumps": text(JUMPS, 20 * length, 0.05, static=", static = 1.4"),
        "friction on a stop": text(RUBS, 20 * length, 0.05, static=", static = 1.4"),
        "islands": text(ROW, 2 * length, 0.05, factor=10),
        "small by steps": text(SMALL, 40 * length, 0.05, STEPS.format(step=1e-3), static=", static = 1.4"),
        "small by steps, thirds": text(SMALL, 40 * length, '"1/3"', STEPS.format(step=1e-3), static=""),
        "small by adaptive steps": text(SMALL, 40 * length, 0.7, ADAPTIVE.format(step=1e-2), static=""),
        "row by steps": text(ROW, 4 * length, 0.05, STEPS.format(step=1e-3), factor=6),
        "floor by steps": text(FLOOR, 10 * length, 0.05, STEPS.format(step=1e-3), static=breaks),
        "floor by adaptive steps": text(FLOOR, 10 * length, 0.0625, ADAPTIVE.format(step=1e-2), static=""),
        "sheet by steps": text(SHEET, 10 * length, 0.05, STEPS.format(step=1e-3), static=""),
        "sheet by steps, breaks": text(SHEET, 10 * length, '"1/3"', STEPS.format(step=1e-2), static=breaks),
        "sheet by adaptive steps": text(SHEET, 10 * length, 0.7, ADAPTIVE.format(step=1e-2), static=""),
    }


def luztar(desk, *arguments, environment=None):
    """Status (-9: killed) and stderr."""
    run = subprocess.run([APP, *map(str, arguments)], cwd=desk, capture_output=True, text=True,
                         env={**os.environ, **(environment or {})}, check=False)
    return run.returncode, run.stderr


def killed_after(desk, seconds, *arguments, number=signal.SIGKILL, times=1):
    """The same for a run that gets a signal after some seconds, if it is not at its end by then; how long it took
    after that."""
    with subprocess.Popen([APP, *map(str, arguments)], cwd=desk, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as run:
        try:
            run.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        began = time.monotonic()
        for _ in range(times):
            run.send_signal(number)
        _, words = run.communicate(timeout=600)
        return run.returncode, words, time.monotonic() - began


def summary_of(folder):
    """Without what differs from run to run."""
    summary = json.loads((folder / "summary.json").read_text())
    summary.pop("wall_time", None)
    return json.dumps(summary, sort_keys=True)


def differences(one, other, proofs=True):
    """Names of files that are not the same in two folders."""
    names = {path.name for path in one.iterdir()} | {path.name for path in other.iterdir()}
    wrong = []
    for name in sorted(names):
        paths = (one / name, other / name)
        if not all(path.exists() for path in paths):
            wrong.append(f"{name} is in one folder only")
        elif name == "summary.json" and not proofs:
            texts = [json.loads(path.read_text()) for path in paths]
            for summary in texts:
                for key in ("proofs", "warnings", "kkt_residual", "start", "stick_slip", "contacts"):
                    summary.pop(key, None)
            if texts[0] != texts[1]:
                wrong.append(name)
        elif paths[0].read_bytes() != paths[1].read_bytes():
            wrong.append(name)
    return wrong


def faults(folder):
    """The library that makes calls go wrong."""
    library = pathlib.Path(folder) / "faults.so"
    source = pathlib.Path(__file__).with_name("faults.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return str(library)


def draw(seed):
    return random.Random(seed)
