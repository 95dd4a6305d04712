"""Fits beside known values, other optimisers and measured data."""

import pathlib

import numpy as np
import pytest

import luztar as lz

GUIDE = """
[parameters]
m = 100
ks = 8882.6
FS = 26
FK = 18
C = 200
[signals]
road = { value = "0.05*sin(0.272823*t^2)" }
[bodies.base]
motion = "road"
[bodies.seat]
mass = "m"
[springs.suspension]
between = ["seat", "base"]
stiffness = "ks"
[frictions.guide]
between = ["seat", "base"]
viscous = "C"
kinetic = "FK"
static = "FS"
[simulation]
duration = 9.5
samples = 2
"""
TRUE = {"m": 100.0, "ks": 8882.6, "FS": 26.0, "FK": 18.0, "C": 200.0}
WRONG = {"m": 90.0, "ks": 10000.0, "FS": 40.0, "FK": 25.0, "C": 150.0}
EMPS = pathlib.Path(__file__).parents[3] / "shared/data/emps/estimation.csv"


def measured(seed=1, rows=400, **values):
    t = np.linspace(0.02, 9.5, rows)
    run = lz.parse(GUIDE).simulate(times=t, **values)
    rng = np.random.default_rng(seed)
    return {"t": t, "q.seat": run.q["seat"] + 1e-4 * rng.standard_normal(rows),
            "f.suspension": run.f["suspension"] + 0.5 * rng.standard_normal(rows)}


def test_values_are_found_within_their_intervals():
    fit = lz.parse(GUIDE).fit(measured(), list(TRUE), **WRONG)
    assert fit.found and fit.iterations <= 15 and not fit.doubts
    for name, true in TRUE.items():
        assert abs(fit[name].value - true) < 4 * fit[name].error, name
        assert fit[name].start == WRONG[name]
    assert fit.channels[0].noise == pytest.approx(1e-4, rel=0.1)
    assert np.allclose(np.diag(fit.correlation), 1)
    assert fit.parameters["FS"] == fit["FS"].value


def test_exact_data_give_exact_values():
    t = np.linspace(0.02, 9.5, 200)
    run = lz.parse(GUIDE).simulate(times=t)
    fit = lz.parse(GUIDE).fit({"t": t, "q.seat": run.q["seat"]}, list(TRUE)[1:],
                              **{k: v for k, v in WRONG.items() if k != "m"})
    assert all(fit[name].value == pytest.approx(TRUE[name], rel=1e-6) for name in list(TRUE)[1:])


def test_the_balance_of_forces():
    """Linear in masses, stiffness and friction: values at once, from anywhere."""
    t = np.arange(0.0, 9.5, 1e-3)
    run = lz.parse(GUIDE).simulate(times=t)
    free = ["ks", "FK", "C"]
    fit = lz.parse(GUIDE).fit({"t": t, "q.seat": run.q["seat"]}, free, ks=100, FK=0, C=0)
    for name, rel in zip(free, (0.1, 0.5, 0.5)):  # rests bend it
        assert fit[name].balance == pytest.approx(TRUE[name], rel=rel)
        assert fit[name].value == pytest.approx(TRUE[name], rel=1e-4)
    assert np.isnan(lz.parse(GUIDE).fit({"t": t[::9], "f.suspension": run.f["suspension"][::9]},
                                        ["ks"])["ks"].balance)


def test_intervals_cover():
    """Of 60 fits some 57 hold the true value, for each parameter."""
    free = ["FS", "FK", "C"]
    model, inside, z = lz.parse(GUIDE), np.zeros(3), []
    for seed in range(60):
        fit = model.fit(measured(seed, 200), free)
        inside += [fit[name].lower <= TRUE[name] <= fit[name].upper for name in free]
        z.append([(fit[name].value - TRUE[name]) / fit[name].error for name in free])
    assert (inside >= 51).all(), inside
    assert (np.abs(np.mean(z, axis=0)) < 3 / np.sqrt(60)).all()


def test_residuals_have_their_derivatives():
    beside = lz.parse(GUIDE).residuals(measured(rows=60), list(TRUE), noise={"q.seat": 1e-4})
    x = beside.start
    r, jacobian = beside(x)
    assert beside.names == list(TRUE) and r.shape == (120,) and jacobian.shape == (120, 5)
    for i, h in enumerate(1e-6 * x):
        step = np.zeros(5)
        step[i] = h
        difference = (beside.r(x + step) - beside.r(x - step)) / (2 * h)
        assert np.allclose(jacobian[:, i], difference, atol=2e-5 * np.abs(jacobian[:, i]).max())
    with pytest.raises(ArithmeticError, match="negative"):
        beside([100, 8882.6, 26, 18, -5])
    assert np.isinf(beside.r([100, 8882.6, 26, 18, -5])).all()


def test_other_optimisers_find_the_same():
    optimize = pytest.importorskip("scipy.optimize")
    data, free = measured(rows=200), {"FS": (0, 100), "FK": (0, 100), "C": (0, 1000)}
    noise = {"q.seat": 1e-4, "f.suspension": 0.5}
    model = lz.parse(GUIDE)
    beside = model.residuals(data, free, noise=noise, FS=40, FK=25, C=150)
    other = optimize.least_squares(beside.r, beside.start, beside.J, bounds=beside.bounds,
                                   x_scale="jac", xtol=1e-12, ftol=1e-14)
    fit = model.fit(data, free, noise=noise, FS=40, FK=25, C=150)
    assert [fit[name].value for name in free] == pytest.approx(other.x, rel=1e-5)


def test_gaps_outliers_and_bounds():
    data = measured()
    data["q.seat"][::7] = np.nan
    fit = lz.parse(GUIDE).fit(data, ["FS", "FK"], FS=40, FK=25)
    assert fit.channels[0].rows == np.isfinite(data["q.seat"]).sum()
    assert abs(fit["FK"].value - 18) < 4 * fit["FK"].error
    wild = measured()
    wild["q.seat"][::20] += 0.05
    plain, robust = (lz.parse(GUIDE).fit({"t": wild["t"], "q.seat": wild["q.seat"]}, ["FS", "FK"],
                                         noise={"q.seat": 1e-4}, loss=loss)
                     for loss in ("linear", "soft_l1"))
    assert abs(robust["FK"].value - 18) < 0.2 < abs(plain["FK"].value - 18) or \
        abs(robust["FK"].value - 18) < abs(plain["FK"].value - 18)
    held = lz.parse(GUIDE).fit(measured(), {"FK": (0, 15)})
    assert held["FK"].at_bound and held["FK"].value == 15 and "bound" in held["FK"].words


def test_what_the_data_cannot_tell():
    """It slides all the time: nothing depends on the static friction."""
    text = GUIDE.replace('"0.05*sin(0.272823*t^2)"', '"3*t"').replace(
        'mass = "m"', 'mass = "m"\nposition = 0.3').replace("duration = 9.5", "duration = 0.3")
    t = np.linspace(0.01, 0.3, 30)
    run = lz.parse(text).simulate(times=t)
    fit = lz.parse(text).fit({"t": t, "q.seat": run.q["seat"]}, ["FS", "FK"])
    assert np.isinf(fit["FS"].error) and "cannot be told" in fit["FS"].words
    assert np.isfinite(fit["FK"].error)
    alone = lz.parse(text).fit({"t": t, "q.seat": run.q["seat"]}, ["FS"])
    assert np.isinf(alone["FS"].error) and alone.found
    assert "'guide' never rests in the data" in fit["FS"].words


def test_what_would_tell_it():
    """A friction that holds all the time, and a stop that nobody touches, behind parameters."""
    text = GUIDE.replace("0.05*sin", "1e-4*sin").replace("C = 200", 'C = 200\nD = "2*C"').replace(
        'viscous = "C"', 'viscous = "D"').replace("[simulation]", """
[stops.wall]
between = ["seat", "base"]
gap = ["-L", 1]
[simulation]""").replace("FK = 18", "FK = 18\nL = 0.2")
    t = np.linspace(0.1, 9.5, 60)
    data = {"t": t, "q.seat": lz.parse(text).simulate(times=t).q["seat"]}
    fit = lz.parse(text).fit(data, ["C", "L"])
    assert "'guide' never slides in the data: a stronger input would tell" in fit["C"].words
    assert "'wall' is never touched in the data: a larger motion would tell" in fit["L"].words


def test_what_is_told_only_together():
    text = GUIDE.replace('viscous = "C"', 'viscous = "C*m"')
    fit = lz.parse(text.replace("C = 200", "C = 2")).fit(measured(), ["C", "ks", "FK"])
    assert all("together" not in value.words for value in fit.values.values())
    double = GUIDE.replace('kinetic = "FK"', 'kinetic = "FK + G"').replace("C = 200", "C = 200\nG = 0.5")
    fit = lz.parse(double).fit(measured(), ["FK", "G"])
    assert "together with G" in fit["FK"].words


def test_doubts_about_data():
    data = measured()
    model = lz.parse(GUIDE)
    turned = model.fit({"t": data["t"], "q.seat": -data["q.seat"]}, ["C"])
    assert any("sign" in doubt for doubt in turned.doubts)
    scaled = model.fit({"t": data["t"], "q.seat": 1000 * data["q.seat"]}, ["C"])
    assert any("unit" in doubt for doubt in scaled.doubts)


@pytest.mark.parametrize("which, late", [("q.seat", 0.005), ("f.suspension", 0.01),
                                         ("f.suspension", -0.01)])
def test_a_channel_with_another_clock_is_told(which, late):
    data = measured()
    t = data["t"][2:-2]
    data = {name: column[2:-2] for name, column in data.items()}
    shifted = lz.parse(GUIDE).simulate(times=t - late)
    kind, owner = which.split(".")
    data[which] = getattr(shifted, kind)[owner] + (data[which]
                                                   - getattr(lz.parse(GUIDE).simulate(times=t), kind)[owner])
    fit = lz.parse(GUIDE).fit(data, ["FS", "FK"])
    words = {c.name: c.words for c in fit.channels}
    other = "f.suspension" if which == "q.seat" else "q.seat"
    assert "beside the model" in words[which] and ("late" if late > 0 else "early") in words[which]
    told = float(words[which].split("it looks ")[1].split(" ms")[0])
    assert told == pytest.approx(1e3 * abs(late), rel=0.15)
    assert "it looks" not in words[other]
    right = lz.parse(GUIDE).fit(measured(), ["FS", "FK"])
    assert not any("it looks" in channel.words for channel in right.channels)


def test_times_in_ms_are_doubted():
    text = GUIDE.replace('"0.05*sin(0.272823*t^2)"', '"0.01*sin(0.01*t)"')
    t = np.linspace(20, 9500, 50)
    fit = lz.parse(text).fit({"t": t, "q.seat": 0.01 * np.sin(0.01 * t)}, ["FS"], max_iterations=2)
    assert any("is their time in ms?" in doubt for doubt in fit.doubts)


def rms(text, fit, data, rows, **values):
    """What is left of the positions in these rows, from a plain run."""
    run = lz.parse(text).simulate(times=data["t"], **fit.parameters, **values)
    return np.sqrt(np.mean((run.q["seat"] - data["q.seat"])[rows] ** 2))


def test_rows_for_validation_are_not_fitted_but_compared():
    data = measured()
    del data["f.suspension"]
    early = data["t"] < 6
    part = lz.parse(GUIDE).fit({name: column[early] for name, column in data.items()}, ["FK", "ks"])
    data["q.seat"][~early] += 0.01  # what comes later is something else
    fit = lz.parse(GUIDE).fit(data, ["FK", "ks"], validation=6)
    assert fit["FK"] == part["FK"] and fit["ks"] == part["ks"]
    [unseen] = fit.validation
    assert (unseen.rows, fit.channels[0].rows) == ((~early).sum(), early.sum())
    assert unseen.rms == pytest.approx(rms(GUIDE, fit, data, ~early), rel=1e-9)
    assert "does not hold there" in unseen.words and unseen.words in repr(fit)
    assert unseen.noise == fit.channels[0].noise


def test_a_run_for_validation():
    runs = {"soft": measured(2, ks=8000), "hard": measured(3)}
    given = {"soft": {"ks": 8000}}
    fit = lz.parse(GUIDE).fit(runs, ["FK", "C"], given=given, validation={"soft": True})
    alone = lz.parse(GUIDE).fit({"hard": runs["hard"]}, ["FK", "C"])
    assert fit["FK"] == alone["FK"]
    assert {(c.experiment, c.name) for c in fit.validation} == \
        {("soft", "q.seat"), ("soft", "f.suspension")}
    whole = slice(None)
    assert fit.validation[0].rms == pytest.approx(rms(GUIDE, fit, runs["soft"], whole, ks=8000))
    assert not any(c.words for c in fit.validation)
    with pytest.raises(KeyError, match="no run 'sof'"):
        lz.parse(GUIDE).fit(runs, ["FK"], validation={"sof": True})
    with pytest.raises(lz.ModelError, match="all data are for validation"):
        lz.parse(GUIDE).fit(runs, ["FK"], validation=True)


def test_several_runs():
    """Each began elsewhere; friction is the same."""
    runs, t = {}, np.linspace(0.02, 5, 150)
    for i, start in enumerate((0.01, 0.012)):
        text = GUIDE.replace('mass = "m"', f'mass = "m"\nposition = {start}')
        run = lz.parse(text).simulate(times=t, C=150 + 100 * i)
        rng = np.random.default_rng(i)
        runs[f"run{i}"] = {"t": t, "q.seat": run.q["seat"] + 1e-5 * rng.standard_normal(t.size)}
    fit = lz.parse(GUIDE).fit(runs, {"FK": None, "q.seat": (0, 0.1, 0.011)}, own=["q.seat"],
                              given={"run0": {"C": 150}, "run1": {"C": 250}})
    assert fit["q.seat [run0]"].value == pytest.approx(0.01, abs=1e-4)
    assert fit["q.seat [run1]"].value == pytest.approx(0.012, abs=1e-4)
    assert abs(fit["FK"].value - 18) < 4 * fit["FK"].error


def test_a_start_at_zero_friction():
    fit = lz.parse(GUIDE).fit(measured(), {"FS": (0, 100, 0.0), "FK": (0, 100, 0.0)})
    assert abs(fit["FK"].value - 18) < 4 * fit["FK"].error


HIDDEN = """
[parameters]
k1 = 400.0
k2 = 900.0
FK = 0.2
FS = 0.3
[bodies.one]
mass = 1
position = 0.3
[bodies.two]
mass = 2
[springs.a]
between = ["one", "two"]
stiffness = "k1"
damping = 0.05
[springs.b]
between = ["two", "ground"]
stiffness = "k2"
[frictions.guide]
between = ["two", "ground"]
kinetic = "FK"
static = "FS"
[forces.drive]
on = "two"
value = "1.5*sin(9*t)"
[simulation]
duration = 20
samples = 801
"""


@pytest.mark.parametrize("seed", range(6))
def test_long_data_of_one_body_of_two(seed):
    """65 periods, from starts up to 2.2 times off: the way is along longer and longer data."""
    model, rng = lz.parse(HIDDEN), np.random.default_rng(seed)
    run, true = model.simulate(), {"k1": 400, "k2": 900, "FK": 0.2, "FS": 0.3}
    data = {"t": run.t, "q.one": run.q["one"] + 1e-3 * rng.standard_normal(801)}
    start = {name: value * np.exp(rng.uniform(-0.8, 0.8)) for name, value in true.items()}
    start["FS"] = max(start["FS"], 1.2 * start["FK"])
    fit = model.fit(data, {name: (0, 1e5, value) for name, value in start.items()})
    for name in ("k1", "k2", "FK"):
        assert abs(fit[name].value - true[name]) < 4.5 * fit[name].error, name
    assert fit["FS"].value >= fit["FK"].value
    assert fit["FS"].lower <= 0.3 <= fit["FS"].upper or fit["FS"].words  # it may never rest
    assert fit.channels[0].noise == pytest.approx(1e-3, rel=0.1)


def test_mistakes():
    model, data = lz.parse(GUIDE), measured()
    with pytest.raises(lz.ModelError, match="did you mean 'q.seat'"):
        model.fit({"t": data["t"], "q.sea": data["q.seat"]}, ["C"])
    with pytest.raises(lz.ModelError, match="no parameter and no start value"):
        model.fit(data, ["Cx"])
    with pytest.raises(lz.ModelError, match="has no side: 'C[+]'; write 'C'"):
        model.fit(data, ["C+"])
    with pytest.raises(ValueError, match='"t"'):
        model.fit({"q.seat": data["q.seat"]}, ["C"])
    with pytest.raises(ValueError, match="increasing"):
        model.fit({"t": -data["t"], "q.seat": data["q.seat"]}, ["C"])
    with pytest.raises(lz.ModelError, match="no data to fit to"):
        model.fit(free=["C"])
    with pytest.raises(ValueError, match="soft_l1"):
        model.fit(data, ["C"], loss="l1")


def test_the_example():
    fit = lz.example("air_spring_fit").fit()
    for name, true in {"n": 1.28, "C": 200, "FK": 18, "FS": 26}.items():
        assert fit[name].lower < true < fit[name].upper


@pytest.mark.skipif(not EMPS.exists(), reason="needs shared/data/emps")
def test_emps():
    """At least as good as the published simulation: position 0.0138 %, force 5.85 %."""
    text = (pathlib.Path(__file__).parents[2] / "examples/emps.toml").read_text()
    begin, end = text.index("[signals.forth]"), text.index("[bodies.carriage]")
    text = (text[:begin] + f'[signals.q_ref]\nfile = "{EMPS}"\ntime = "t"\nvalue = "q_ref"\n'
            'interpolation = "linear"\n' + text[end:]).replace(
                "duration = 7.0", "duration = 24.8")
    table = np.genfromtxt(EMPS, delimiter=",", names=True)
    fit = lz.parse(text).fit({"t": table["t"], "q.carriage": table["q"],
                              "x.drive.force": table["force"]}, ["M", "Fv", "Fc", "off"],
                             M=80, Fv=100, Fc=10, off=0)
    relative = {c.name: 100 * c.relative for c in fit.channels}
    assert relative["q.carriage"] < 0.0138 and relative["x.drive.force"] < 5.85
    for name, published, error in (("M", 95.1089, 0.0011), ("Fc", 20.3935, 0.0050),
                                   ("off", -3.1648, 0.014)):
        width = 2 * abs(published) * error + 2 * fit[name].error
        assert abs(fit[name].value - published) < width, name
    # The balance of forces: within two published standard errors.
    for name, published, error in (("M", 95.1089, 0.0011), ("Fv", 203.5034, 0.0056),
                                   ("Fc", 20.3935, 0.0050), ("off", -3.1648, 0.014)):
        assert abs(fit[name].balance - published) < 2 * abs(published) * error, name


