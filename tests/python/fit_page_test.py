"""The page of a fit: its numbers beside plain runs, closed forms and the fit itself."""
import base64
import json
import pickle

import numpy as np
import pytest
from fit_test import GUIDE, measured

import luztar as lz


def data_of(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(text.split('<script type="application/json" id="data">')[1]
                      .split("</script>")[0])


def column(text):
    return np.frombuffer(base64.b64decode(text), "<f8")


def fitted(tmp_path, text=GUIDE, free=("FS", "FK", "C", "ks"), **options):
    options.setdefault("data", measured())
    fit = lz.parse(text).fit(free=list(free), **options)
    return fit, data_of(fit.report(tmp_path / "fit.html"))


def test_signals_are_those_of_plain_runs(tmp_path):
    data = measured()
    data["q.seat"][10:20] = np.nan
    fit, page = fitted(tmp_path, data=data, validation=7)
    [run] = page["experiments"]
    t = column(run["time"])
    plain = lz.parse(GUIDE).simulate(times=t, **fit.parameters)
    units = {"q.seat": "m", "f.suspension": "N"}
    for channel in run["channels"]:
        name = channel["name"]
        there = np.isfinite(data[name])
        kind, body = name.split(".")
        assert np.array_equal(column(channel["curve"]), getattr(plain, kind)[body])
        assert np.array_equal(column(channel["t"]), data["t"][there])
        assert np.array_equal(column(channel["measured"]), data[name][there])
        at = np.searchsorted(t, data["t"][there])
        assert np.array_equal(column(channel["model"]), getattr(plain, kind)[body][at])
        assert channel["unit"] == units[name]
        assert channel["noise"] == next(c.noise for c in fit.channels if c.name == name)
    assert run["fittedUntil"] == 7 and np.isin(data["t"], t).all()
    assert {c["name"]: c["rows"] for c in page["validation"]} == {
        "q.seat": (data["t"] >= 7).sum(), "f.suspension": (data["t"] >= 7).sum()}
    [guide] = run["elements"]
    bands = list(zip(guide["bands"][::2], guide["bands"][1::2]))
    number = {"backward": -1, "stuck": 0, "forward": 1}
    assert bands[1:] == [(event["t"], number[str(event["after"])]) for event in plain.events]


def test_the_law_and_its_interval(tmp_path):
    """F(v) = F_K + C v: its error from the covariance of two values."""
    fit, page = fitted(tmp_path)
    [law] = page["laws"]
    v, force, error = (column(law[key]) for key in ("velocity", "force", "error"))
    sign = np.where(np.signbit(v), -1, 1)
    FK, C = fit["FK"].value, fit["C"].value
    assert np.allclose(force, sign * FK + C * v, rtol=1e-12)
    names = list(fit.values)
    k, c = names.index("FK"), names.index("C")
    expected = np.sqrt(fit.covariance[k, k] + 2 * abs(v) * fit.covariance[k, c]
                       + v ** 2 * fit.covariance[c, c])
    assert np.allclose(error, expected, rtol=1e-6)
    assert law["upper"] == -law["lower"] == fit["FS"].value
    assert law["upperError"] == pytest.approx(fit["FS"].error, rel=1e-6)
    run = lz.parse(GUIDE).simulate(times=column(page["experiments"][0]["time"]), **fit.parameters)
    sliding = run.v["seat"] - run.v["base"]
    assert law["fastest"] == v[-1] == pytest.approx(np.abs(sliding).max(), rel=1e-9)
    assert 0 < sum(law["shares"]) <= 1


@pytest.mark.parametrize("law, force", [
    ("kinetic = 18\nstatic = \"FS\"\nstribeck = { velocity = 0.01 }",
     lambda v, FS: 18 + (FS - 18) * np.exp(-(v / 0.01) ** 2)),
    ("table = [[0, 24], [0.02, 20], [0.05, 18]]\nstatic = \"FS\"",
     lambda v, FS: np.interp(v, [0, 0.02, 0.05], [24, 20, 18])),
    ("normal = 10\nkinetic = 1.8\nstatic = \"FS/10\"", lambda v, FS: 18 + 0 * v),
    ("law = \"dahl\"\nkinetic = \"FS\"\nsigma0 = 1e5", lambda v, FS: FS + 0 * v),
])
def test_laws_of_other_kinds(tmp_path, law, force):
    text = GUIDE.replace('kinetic = "FK"\nstatic = "FS"', law).replace('viscous = "C"', "viscous = 50")
    t = np.linspace(0.02, 9.5, 200)
    data = {"t": t, "q.seat": lz.parse(text).simulate(times=t).q["seat"]
            + 1e-4 * np.random.default_rng(3).standard_normal(t.size)}
    fit, page = fitted(tmp_path, text, ["FS"], data=data)
    [found] = page["laws"]
    v = column(found["velocity"])
    u = abs(v)
    sign = np.where(np.signbit(v), -1, 1)
    assert np.allclose(column(found["force"]), sign * (force(u, fit["FS"].value) + 50 * u),
                       rtol=1e-9)
    assert found["sticks"] == ("dahl" not in law)


def test_own_values_two_runs_and_titles_that_are_no_html(tmp_path):
    runs = {"a": measured(1, 150), "b": measured(2, 150, m=110)}
    text = 'title = "</script><b>x</b>"\n' + GUIDE
    fit, page = fitted(tmp_path, text, ["m", "FK"], data=runs, own=["m"])
    assert [run["name"] for run in page["experiments"]] == ["a", "b"]
    assert [value["name"] for value in page["values"]] == list(fit.values)
    assert page["values"][0]["value"] == fit["m [a]"].value
    for run, m in zip(page["experiments"], (fit["m [a]"].value, fit["m [b]"].value)):
        plain = lz.parse(GUIDE).simulate(times=column(run["time"]), m=m, FK=fit["FK"].value)
        assert np.array_equal(column(run["channels"][0]["curve"]), plain.q["seat"])
    html = (tmp_path / "fit.html").read_text()
    assert "<b>x</b>" not in html and page["title"] == "</script><b>x</b>"


def test_many_rows_keep_their_outliers(tmp_path):
    data = measured(rows=30000)
    data["q.seat"][12345] += 0.02
    _, page = fitted(tmp_path, free=["FK"], data=data)
    channel = page["experiments"][0]["channels"][0]
    t = column(channel["t"])
    assert t.size <= 20000 and data["t"][12345] in t and (np.diff(t) > 0).all()


def test_what_the_data_cannot_tell_is_no_number(tmp_path):
    text = GUIDE.replace('"0.05*sin(0.272823*t^2)"', '"3*t"').replace(
        'mass = "m"', 'mass = "m"\nposition = 0.3').replace("duration = 9.5", "duration = 0.3")
    t = np.linspace(0.01, 0.3, 30)
    run = lz.parse(text).simulate(times=t)
    _, page = fitted(tmp_path, text, ["FS", "FK"], data={"t": t, "q.seat": run.q["seat"]})
    FS, FK = page["values"]
    assert FS["error"] is None and "cannot be told" in FS["words"] and FK["error"] >= 0
    assert page["laws"][0]["upperError"] == 0


def test_a_fit_can_be_pickled(tmp_path):
    fit = lz.parse(GUIDE).fit(measured(rows=100), ["FK"], profile=["FK"])
    back = pickle.loads(pickle.dumps(fit))
    assert back["FK"][:5] == fit["FK"][:5] and back.profiles["FK"].lower == fit.profiles["FK"].lower
    with pytest.raises(ValueError, match="pickled"):
        back.report(tmp_path / "fit.html")


def test_the_page_of_a_choice(tmp_path):
    text = GUIDE.replace("C = 200", "C = 0")
    choice = lz.parse(text).choose_law("guide", measured(rows=150), ["ks"], folds=0)
    page = data_of(choice.report(tmp_path / "laws.html"))
    assert page["choice"]["best"] == choice.best and page["choice"]["verdict"] == choice.verdict
    assert [law["name"] for law in page["choice"]["laws"]] == [law.name for law in choice.laws]
    assert [value["name"] for value in page["values"]] == list(choice[choice.best].fit.values)
    with pytest.raises(ValueError, match=r"choice\.report"):
        choice[choice.best].fit.report(tmp_path / "one.html")
