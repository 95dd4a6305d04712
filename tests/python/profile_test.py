"""Profile likelihoods beside SciPy's fits with one value held, and closed forms."""
import numpy as np
import pytest
from fit_test import GUIDE, measured

import luztar as lz

least_squares = pytest.importorskip("scipy.optimize").least_squares
WORSE = 1.959964 ** 2


def refitted(beside, noise, x, held):
    """-2 log likelihood with x[held] held, from the other values at x on."""
    free = np.arange(len(x)) != held

    def whole(y):
        z = np.array(x)
        z[free] = y
        return z

    found = least_squares(lambda y: beside.r(whole(y)) / noise, x[free],
                          lambda y: (beside.J(whole(y)) / noise[:, None])[:, free], x_scale="jac")
    return 2 * found.cost


def test_points_are_those_of_fits_with_one_value_held():
    data, free = measured(3, 200), ["FS", "FK", "C", "ks"]
    fit = lz.parse(GUIDE).fit(data, free, profile=["FK", "FS"])
    beside = lz.parse(GUIDE).residuals(data, free)
    noise = np.repeat([c.noise for c in fit.channels], [c.rows for c in fit.channels])
    best = np.array([value.value for value in fit.values.values()])
    least = np.sum((beside.r(best) / noise) ** 2)
    for name, profile in fit.profiles.items():
        held = free.index(name)
        assert (np.diff(profile.value) > 0).all() and profile.x.shape == (profile.rise.size, 4)
        assert profile.rise.min() == 0 and (profile.x[:, held] == profile.value).all()
        for rise, x in zip(profile.rise, profile.x):
            if rise < 6:
                assert rise == pytest.approx(refitted(beside, noise, x, held) - least, abs=1e-3)
        inside = profile.rise < WORSE
        assert profile.lower < profile.value[inside][0] and profile.value[inside][-1] < profile.upper
        # These values are told well: both intervals are nearly the same.
        assert profile.lower == pytest.approx(fit[name].lower, abs=0.3 * fit[name].error)
        assert profile.upper == pytest.approx(fit[name].upper, abs=0.3 * fit[name].error)


def test_a_parabola_where_the_model_is_linear():
    """x = F t^2/2 on 1 kg: the rise is ((F - best)/error)^2."""
    text = """
[parameters]
F = 2
[bodies.block]
mass = 1
[forces.push]
on = "block"
value = "F"
[simulation]
duration = 1
"""
    t = np.linspace(0.1, 1, 40)
    data = {"t": t, "q.block": t ** 2 + 0.01 * np.random.default_rng(1).standard_normal(40)}
    fit = lz.parse(text).fit(data, ["F"], noise={"q.block": 0.01}, profile=["F"])
    F, profile = fit["F"], fit.profiles["F"]
    assert np.allclose(profile.rise, ((profile.value - F.value) / F.error) ** 2, atol=1e-3)
    assert profile.lower == pytest.approx(F.lower, abs=0.05 * F.error)
    assert profile.upper == pytest.approx(F.upper, abs=0.05 * F.error)
    held = lz.parse(text).fit(data, {"F": (F.value - 0.1 * F.error, 9)}, profile=["F"],
                              noise={"q.block": 0.01})
    assert held.profiles["F"].lower == F.value - 0.1 * F.error  # its bound


def test_what_the_data_set_no_end_to():
    text = GUIDE.replace('"0.05*sin(0.272823*t^2)"', '"3*t"').replace(
        'mass = "m"', 'mass = "m"\nposition = 0.3').replace("duration = 9.5", "duration = 0.3")
    t = np.linspace(0.01, 0.3, 30)
    run = lz.parse(text).simulate(times=t)
    data = {"t": t, "q.seat": run.q["seat"] + 1e-5 * np.random.default_rng(1).standard_normal(30)}
    fit = lz.parse(text).fit(data, ["FS", "FK"], profile=["FS"])
    profile = fit.profiles["FS"]  # it slides: FS may be as low as FK, and as high as what holds it
    assert profile.lower == -np.inf and profile.words == "the data set no lower end to it"
    slides = profile.value < 100 * fit["FK"].value
    assert slides.sum() > 5 and np.allclose(profile.rise[slides], 0, atol=1e-6)
    assert profile.upper > 100 * fit["FK"].value


def test_names_that_are_not_fitted():
    with pytest.raises(KeyError, match="no value 'FX'"):
        lz.parse(GUIDE).fit(measured(), ["FS"], profile=["FX"])
    with pytest.raises(TypeError, match=r'write \["FS"\]'):
        lz.parse(GUIDE).fit(measured(), ["FS"], profile="FS")
