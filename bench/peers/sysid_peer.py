"""MuJoCo's toolbox for system identification (mujoco.sysid) beside luztar's fit: four parameters of
a mass on a spring with dry and viscous friction, driven by a force, from the same positions.

The toolbox takes differences of runs in steps; MuJoCo's friction is a soft constraint ("soft": its
default, "hard": as stiff as the step allows, see bench/README.md). The force of a step is that in
its middle. Runs "7 + 9": seven plain ones, nine with derivatives.
"""

import contextlib
import io
import logging
import time

import luztar
import numpy as np
from fit_guide import optimum_of

DURATION, ROWS, NOISE = 10.0, 500, 1e-4  # s, positions at 50 Hz, m
TRUE = {"m": 1.0, "k": 40.0, "C": 0.5, "FK": 1.0}
START = {"m": 1.4, "k": 55.0, "C": 0.8, "FK": 0.5}
BOUNDS = {"m": (0.3, 3.0), "k": (10.0, 100.0), "C": (0.01, 3.0), "FK": (0.1, 3.0)}
LUZTAR = """
[parameters]
m = 1.0
k = 40.0
C = 0.5
FK = 1.0
[bodies.block]
mass = "m"
[springs.spring]
between = ["block", "ground"]
stiffness = "k"
[frictions.guide]
between = ["block", "ground"]
viscous = "C"
kinetic = "FK"
[forces.drive]
on = "block"
value = "2*sin(0.5*t^2)"
[simulation]
duration = 10.0
samples = 2
"""
MUJOCO = """
<mujoco>
  <option gravity="0 0 0" timestep="{step}" integrator="{integrator}">
    <flag contact="disable"/>
  </option>
  <worldbody>
    <body name="block">
      <joint name="slide" type="slide" axis="1 0 0" stiffness="40" damping="0.5"
             frictionloss="1" {hard}/>
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
    </body>
  </worldbody>
  <actuator><motor name="drive" joint="slide"/></actuator>
  <sensor><jointpos name="position" joint="slide"/></sensor>
</mujoco>
"""
# Name, step in s, integrator, hard, repeats.
SETTINGS = (("sysid soft 1 ms", 1e-3, "Euler", False, 3),
            ("sysid hard 1 ms", 1e-3, "Euler", True, 3),
            ("sysid hard RK4 1 ms", 1e-3, "RK4", True, 3),
            ("sysid hard 0.1 ms", 1e-4, "Euler", True, 1))


def drive(t):
    return 2.0 * np.sin(0.5 * t**2)


def toolbox():
    """mujoco and its toolbox; ModuleNotFoundError if one is not there."""
    import mujoco
    from mujoco import sysid
    if not hasattr(sysid, "optimize"):  # it is silent where a package of the extra is missing
        raise ModuleNotFoundError("mujoco[sysid]")
    logging.getLogger("absl").setLevel(logging.ERROR)
    return mujoco, sysid


def setter(name):
    """What writes a parameter into the model."""
    def mass(spec, parameter):
        spec.body("block").mass = parameter.value[0]

    def of_joint(spec, parameter):
        joint = spec.joint("slide")
        field = {"k": "stiffness", "C": "damping", "FK": "frictionloss"}[name]
        if np.ndim(getattr(joint, field)):  # a polynomial since 3.4
            getattr(joint, field)[0] = parameter.value[0]
        else:
            setattr(joint, field, parameter.value[0])

    return mass if name == "m" else of_joint


def sequences(data, step, integrator, hard):
    """The model and what was measured, as the toolbox takes them."""
    mujoco, sysid = toolbox()
    friction = f'solreffriction="{2 * step} 1" solimpfriction="0.9999 0.9999 0.001 0.5 2"'
    spec = mujoco.MjSpec.from_string(
        MUJOCO.format(step=step, integrator=integrator, hard=friction if hard else ""))
    model = spec.compile()
    times = np.arange(round(DURATION / step) + 1) * step
    return sysid.ModelSequences(
        "block", spec, "measured", sysid.create_initial_state(model, np.zeros(1), np.zeros(1)),
        sysid.TimeSeries(times, drive(times + step / 2)[:, None]),
        sysid.TimeSeries.from_names(data["t"], data["q.block"][:, None], model, ["slide_qpos"]))


def search(data, step, integrator, hard):
    """The values found, and how many runs that took."""
    sysid = toolbox()[1]
    residuals = sysid.build_residual_fn(
        models_sequences=[sequences(data, step, integrator, hard)])
    runs = 0

    def counted(x, parameters, **keys):
        nonlocal runs
        runs += x.shape[1] if x.ndim > 1 else 1
        return residuals(x, parameters, **keys)

    parameters = sysid.ParameterDict()
    for name, value in START.items():
        parameters.add(sysid.Parameter(name, value, *BOUNDS[name], modifier=setter(name)))
    with contextlib.redirect_stdout(io.StringIO()):
        found, _ = sysid.optimize(parameters, counted, verbose=False)
    return found.as_vector(), runs


def peer_row(data, optimum, step, integrator, hard, repeats):
    least = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        x, runs = search(data, step, integrator, hard)
        least = min(least, time.perf_counter() - begin)
    return {"runs": runs, "derived": 0, "seconds": least, "x": list(x),
            "distance": optimum.distance(x)}


def luztar_row(model, data):
    least, free = float("inf"), {name: (*BOUNDS[name], value) for name, value in START.items()}
    for _ in range(5):
        begin = time.perf_counter()
        fit = model.fit(data, free, noise={"q.block": NOISE})
        least = min(least, time.perf_counter() - begin)
    optimum = optimum_of(fit)
    return optimum, {"runs": fit.runs, "derived": fit.runs_with_derivatives, "seconds": least,
                     "x": list(optimum.x), "distance": 0.0}


def measure():
    """Rows by name."""
    model = luztar.parse(LUZTAR)
    times = np.linspace(DURATION / ROWS, DURATION, ROWS)
    random = np.random.default_rng(1)
    data = {"t": times, "q.block": (model.simulate(times=times).q["block"] +
                                    NOISE * random.standard_normal(ROWS))}
    optimum, ours = luztar_row(model, data)
    rows = {"luztar fit": ours}
    for name, *setting in SETTINGS:
        try:
            rows[name] = peer_row(data, optimum, *setting)
        except ModuleNotFoundError:
            rows["mujoco.sysid"] = {"failure": "not installed: pip install mujoco[sysid]"}
            break
    return rows


def table(rows):
    lines = [["four parameters", "runs", "time", *TRUE, "distance"]]
    for name, row in rows.items():
        if "failure" in row:
            lines.append([name, row["failure"], *[""] * 6])
            continue
        derived = f" + {row['derived']}" if row["derived"] else ""
        lines.append([name, f"{row['runs']}{derived}", f"{row['seconds']:.3g} s",
                      *(f"{x:#.4g}" for x in row["x"]), f"{row['distance']:.1f}"])
    return lines
