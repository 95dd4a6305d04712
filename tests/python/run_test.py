"""A run in Python beside the same run of the command line, and beside closed forms."""
import csv
import gc
import math
import os
import pickle
import resource
import signal
import threading
import time

import numpy as np
import pytest

import luztar as lz
from conftest import EXAMPLES

MODELS = ["belt", "janecek_guide", "backlash", "bouncing_ball", "dahl", "ratchet", "sampled_servo",
          "three_blocks", "hysteresis"]


@pytest.mark.parametrize("name", MODELS)
def test_columns_are_those_of_trajectory_csv_bit_for_bit(name, run_program, tmp_path):
    model = EXAMPLES / f"{name}.toml"
    done = run_program("simulate", model, "--no-report", "-q", "--out", tmp_path / "r")
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "r" / "trajectory.csv", newline="") as file:
        header, *rows = csv.reader(file)
    written = np.array(rows, dtype=float)
    run = lz.load(model).simulate()
    assert np.array_equal(run.t, written[:, 0])
    for index, column in enumerate(header[1:], 1):
        kind, _, owner = column.partition(".")
        mine = getattr(run, kind)[owner]
        assert np.array_equal(mine, written[:, index]), column


@pytest.mark.parametrize("name", MODELS)
def test_events_are_those_of_events_csv(name, run_program, tmp_path):
    model = EXAMPLES / f"{name}.toml"
    run_program("simulate", model, "--no-report", "-q", "--out", tmp_path / "r")
    with open(tmp_path / "r" / "events.csv", newline="") as file:
        _, *rows = csv.reader(file)
    events = lz.load(model).simulate().events
    assert len(events) == len(rows)
    for mine, row in zip(events, rows):
        assert mine["t"] == float(row[0])
        assert [mine["name"], mine["before"], mine["after"]] == row[1:4]
        assert row[4].split(" ")[0] == mine["cause"]


def test_belt_sticks_and_slips_as_its_closed_form_says():
    model = lz.example("belt")
    p = {name: parameter.value for name, parameter in model.parameters.items()}
    run = model.simulate(duration=30, samples=0)
    d, w = (p["FS"] - p["FK"]) / p["k"], math.sqrt(p["k"] / p["m"])
    stick = 2 * d / p["v0"]
    slip = (2 * math.pi - 2 * math.atan(w * d / p["v0"])) / w
    intervals = run.modes["contact"]
    whole = intervals[1:-1]  # the first and the last one are cut
    lengths = whole["end"] - whole["begin"]
    assert np.allclose(lengths[whole["mode"] == "stuck"], stick, rtol=1e-12, atol=0)
    assert np.allclose(lengths[whole["mode"] == "backward"], slip, rtol=1e-12, atol=0)
    assert intervals["begin"][0] == 0 and intervals["end"][-1] == 30
    assert np.array_equal(intervals["begin"][1:], intervals["end"][:-1])


def test_sticks_and_slips_of_the_belt_in_numbers_are_those_of_its_closed_form():
    model = lz.example("belt")
    p = {name: parameter.value for name, parameter in model.parameters.items()}
    run = model.simulate(duration=30, samples=0)
    of = run.stick_slip()["contact"]
    w = math.sqrt(p["k"] / p["m"])
    stick = 2 * (p["FS"] - p["FK"]) / p["k"] / p["v0"]
    slip = (2 * math.pi - 2 * math.atan(w * (p["FS"] - p["FK"]) / p["k"] / p["v0"])) / w
    assert of.stick.initial == pytest.approx(p["FS"] / p["k"] / p["v0"], rel=1e-12)
    assert of.stick.shortest == pytest.approx(stick, rel=1e-12)
    assert of.stick.longest == pytest.approx(stick, rel=1e-12)
    assert of.slip.mean == pytest.approx(slip, rel=1e-12)
    assert of.stick.total + of.slip.total == pytest.approx(30, rel=1e-14)
    assert of.greatest_use == 1 and of.dissipated == run.ledger.end["dissipated"]["contact"]


@pytest.mark.parametrize("name", [*MODELS, "clutch", "gear_system", "freewheel_roll_feed"])
def test_stick_and_slip_in_numbers_are_those_of_the_intervals(name):
    run = lz.example(name).simulate()
    held = {"stuck", "engaged", "lower", "upper"}
    pairs = [(element, one[0], one[1])
             for part in (run.stick_slip(), run.contacts()) for element, one in part.items()]
    assert {element for element, *_ in pairs} == set(run.modes)
    for element, *numbers in pairs:
        for is_held, of in zip((True, False), numbers):
            rows: list[list[float]] = []  # stretches: neighbours of one kind are one
            for begin, end, mode in run.modes[element]:
                if (mode in held) != is_held:
                    continue
                if rows and rows[-1][1] == begin:
                    rows[-1][1] = end
                else:
                    rows.append([begin, end])
            lengths = [end - begin for begin, end in rows]
            whole = [end - begin for begin, end in rows if begin > run.start and end < run.end]
            assert of.number == len(whole)
            assert of.total == pytest.approx(sum(lengths), rel=1e-12, abs=1e-15)
            assert (of.shortest, of.longest) == (min(whole, default=0), max(whole, default=0))
            assert of.mean == pytest.approx(sum(whole) / max(1, len(whole)), rel=1e-9)
            first = [end - begin for begin, end in rows if begin == run.start]
            last = [end - begin for begin, end in rows if end == run.end and begin > run.start]
            assert of.initial == (first or [0])[0] and of.final == (last or [0])[0]


def test_a_run_that_goes_on_begins_with_the_stick_it_was_in():
    model = lz.example("belt")
    first = model.simulate(duration=1, samples=0)
    rest = model.simulate(start=first.state, duration=10, samples=0)
    whole = model.simulate(duration=10, samples=0).stick_slip()["contact"].stick
    stick = rest.stick_slip()["contact"].stick
    assert stick.initial == pytest.approx(whole.initial - 1, rel=1e-12)
    assert stick.number == whole.number


@pytest.mark.parametrize("name", [*MODELS, "janecek_guide_jumps", "hunting_servo", "clutch"])
def test_intervals_of_modes_are_those_of_the_samples(name):
    run = lz.example(name).simulate()
    words = {e: w for (e, _, _), w in zip(run._recording.elements(), run._recording.mode_words())}
    for element, intervals in run.modes.items():
        if element not in run.mode or not len(intervals):
            continue
        at = np.clip(np.searchsorted(intervals["begin"], run.t, side="right") - 1, 0, None)
        inside = (run.t > intervals["begin"][at]) & (run.t < intervals["end"][at])
        sampled = np.array(words[element])[run.mode[element].astype(int) + 1]
        assert np.array_equal(intervals["mode"][at][inside], sampled[inside]), element
        assert inside.mean() > 0.9


def test_columns_are_read_only_views_that_outlive_run_and_model():
    model = lz.example("belt")
    run = model.simulate(v0=0.3)
    q, t = run.q["block"], run.t
    assert q.base is not None and not q.flags.writeable and not q.flags.owndata
    assert q is run.q["block"] and q.strides == (8,)
    assert np.shares_memory(q, run._core.column(0))
    kept, times = q.copy(), t.copy()
    del model, run
    gc.collect()
    assert np.array_equal(q, kept) and np.array_equal(t, times)
    with pytest.raises(ValueError):
        q[0] = 1.0


def test_parameters_settings_and_units():
    model = lz.example("belt")
    plain = model.simulate(v0=0.3, FS=12.0, duration=5.0, samples=51)
    units = model.simulate(v0="300 mm/s", FS="2*FK", duration="5000 ms", samples="51")
    assert plain.parameters["FS"] == 12.0 and len(plain.t) == 51
    assert np.array_equal(plain.q["block"], units.q["block"])
    assert np.array_equal(
        plain.q["block"],
        model.simulate(parameters={"v0": 0.3, "FS": 12}, settings={"duration": 5, "samples": 51})
        .q["block"])
    assert len(model.simulate(duration=1, interval=0.25).t) == 5
    assert model.parameters["v0"].value == 0.2, "the model itself did not change"


def test_counts_of_repeated_parts_follow_parameters():
    model = lz.example("layers_100")
    few = model.simulate(n=3, duration=0.01, samples=2)
    assert len(model.bodies) - len(few.q) == model.parameters["n"].value - 3


def test_a_name_that_is_a_parameter_and_a_setting_is_asked_for():
    model = lz.Model(parameters={"samples": 2.0}, bodies={"b": {"mass": "samples"}},
                     simulation={"duration": 1})
    with pytest.raises(lz.ModelError, match="parameters={'samples'"):
        model.simulate(samples=1)
    assert model.simulate(parameters={"samples": 3}).parameters["samples"] == 3


def test_going_on_has_the_bits_of_the_whole(tmp_path):
    model = lz.example("belt")
    whole = model.simulate(duration=20, interval=0.1)
    first = model.simulate(duration=8, interval=0.1)
    first.state.save(tmp_path / "state.json")
    states = [first, first.state, tmp_path / "state.json", lz.State.load(tmp_path / "state.json"),
              pickle.loads(pickle.dumps(first.state))]
    for state in states:
        rest = model.simulate(start=state, duration=20, interval=0.1)
        joined = np.concatenate((first.q["block"], rest.q["block"]))
        assert np.array_equal(joined, whole.q["block"])
        assert np.array_equal(np.concatenate((first.events, rest.events)), whole.events)
        assert rest.modes["contact"]["begin"][0] == 8.0


def test_a_run_that_goes_on_ends_behind_its_start():
    model = lz.example("belt")
    run = model.simulate(duration=5)
    for duration in (2, 5):
        with pytest.raises(lz.ModelError, match="is not before the end of the run"):
            model.simulate(start=run, duration=duration)
    with pytest.raises(lz.ModelError, match="this state is not one of this model"):
        lz.example("three_blocks").simulate(start=run)


def test_a_folder_is_free_once_the_run_is_over(tmp_path):
    model = lz.example("belt")
    run = model.simulate(duration=1, out=tmp_path / "r")
    again = model.simulate(duration=1, out=tmp_path / "r")
    run.save(tmp_path / "r")
    assert np.array_equal(run.q["block"], again.q["block"])


def test_samples_of_controllers_are_events_where_they_are_asked_for(tmp_path):
    text = lz.example("sampled_servo").to_toml()
    plain = lz.parse(text).simulate(duration=1).events
    run = lz.parse(text + "\n[output]\nsample_events = true\n").simulate(duration=1)
    run.save(tmp_path / "r")
    rows = [row.split(",") for row in (tmp_path / "r" / "events.csv").read_text().splitlines()[1:]]
    assert [list(e)[1:5] for e in run.events.tolist() if e[4] == "sample"] == [
        row[1:] for row in rows if row[4] == "sample"] != []
    assert len(run.events) == len(rows)
    assert np.array_equal(run.events[run.events["cause"] != "sample"], plain)


def test_ledger_adds_up_and_proofs_hold():
    run = lz.example("janecek_guide").simulate()
    e = run.ledger
    put_in = e.supplied + e.motion_work + e.end["initial"]
    missing = e.kinetic + e.stored + e.dissipated + e.numerical - put_in
    assert np.abs(missing).max() < 1e-12 * e.end["moved"]
    assert sum(e.end["dissipated"].values()) == pytest.approx(e.dissipated[-1], rel=1e-14)
    assert run.proof.hold and run.finished and run.status == "finished"
    assert set(run.proof) == {"energy", "laws", "balance", "coulomb", "continuity"}
    assert run.proof["energy"].relative <= run.proof["energy"].limit


def test_an_early_end_is_warned_of_and_keeps_what_was_run():
    model = lz.example("belt")
    with pytest.warns(lz.RunWarning, match="more than 3 events"):
        run = model.simulate(max_events=3)
    assert not run.finished and run.status == "too many events" and "raise max_events" in run.diagnosis
    assert 0 < len(run.t) < 2001 and run.t[-1] <= run.end


def test_without_samples_events_and_modes_are_there():
    model = lz.example("belt")
    run, full = model.simulate(samples=0), model.simulate()
    assert len(run.t) == 0 and len(run.q["block"]) == 0
    assert np.array_equal(run.events, full.events)
    assert np.array_equal(run.modes["contact"], full.modes["contact"])


def test_tables_of_others_have_the_same_numbers():
    run = lz.example("dahl").simulate(samples=101)
    frame, data = run.to_pandas(), run.to_xarray()
    name = next(iter(run.q))
    assert np.array_equal(frame[f"q.{name}"].to_numpy(), run.q[name])
    assert frame.index.name == "t"
    assert np.array_equal(data["q"].sel(body=name).to_numpy(), run.q[name])
    assert np.array_equal(data["z"].to_numpy()[:, 0], next(iter(run.z.values())))


def test_xarray_names_columns_by_their_own_owners():
    text = lz.example("belt").to_toml() + (
        '\n[output]\nchannels = ["q.block", "v.belt", "d.spring", "f.contact", "f.spring"]\n')
    run = lz.parse(text).simulate(duration=1)
    data = run.to_xarray()
    assert np.array_equal(data["q"].sel(body="block"), run.q["block"])
    assert np.array_equal(data["v"].sel(body="belt"), run.v["belt"])
    assert np.isnan(data["q"].sel(body="belt")).all()
    assert np.array_equal(data["f"].sel(element="spring"), run.f["spring"])
    assert np.array_equal(data["d"].sel(element="spring"), run.d["spring"])


@pytest.mark.parametrize("name, more", [
    ("belt", ""), ("gear_system", ""), ("lugre", ""), ("bouncing_ball", ""), ("iwan", ""),
    ("sampled_servo", "[output]\nsample_events = true\n"), ("rate_and_state", ""),
    ("three_blocks", '[output]\nformat = ["csv", "npy"]\nchannels = ["q.*", "f.*"]\n'),
    ("layers_8", '[output]\nchannels = ["mode.*"]\n')])
def test_results_and_report_are_those_of_the_command_line(name, more, run_program, tmp_path):
    model = tmp_path / f"{name}.toml"
    lz.example(name).save(model)
    model.write_text(model.read_text() + "\n" + more)
    given = {"duration": 0.5, "samples": 101}
    done = run_program("simulate", model, "--duration", 0.5, "--samples", 101, "-q", "--out",
                       tmp_path / "r")
    assert done.returncode == 0, done.stderr
    run = lz.load(model).simulate(**given)
    run.save(tmp_path / "p")
    written = lz.load(model).simulate(out=tmp_path / "o", **given)
    files = sorted(path.name for path in (tmp_path / "r").iterdir() if path.is_file())
    assert {"events.csv", "report.html", "summary.json", "trajectory.csv"} <= set(files)
    for folder in ("p", "o"):
        assert sorted(path.name for path in (tmp_path / folder).iterdir()) == files
        for file in files:
            mine, theirs = (tmp_path / where / file for where in (folder, "r"))
            assert mine.read_bytes() == theirs.read_bytes(), (folder, file)
    for one in (run, written):
        page = one.report(tmp_path / "page.html")
        assert page.read_bytes() == (tmp_path / "r" / "report.html").read_bytes()


class CountingCore:
    """Counts how often a model is simulated."""

    def __init__(self, core):
        self._core, self.runs = core, 0

    def simulate(self, *arguments):
        self.runs += 1
        return self._core.simulate(*arguments)

    def __getattr__(self, name):
        return getattr(self._core, name)


def test_a_run_is_saved_and_reported_without_running_again(tmp_path):
    model = lz.load(EXAMPLES / "belt.toml")
    model._core = core = CountingCore(model._core)
    state = tmp_path / "state.json"
    model.simulate(duration=3).state.save(state)
    run = model.simulate(FS=12, duration=10, start=state)
    state.unlink()
    assert core.runs == 2
    for i in range(2):
        page = run.report(tmp_path / "belt.html").read_text(encoding="utf-8")
        assert "Mass on a belt" in page and page.startswith("<!doctype html>")
        folder = run.save(tmp_path / str(i))
        rows = np.loadtxt(folder / "trajectory.csv", delimiter=",", skiprows=1)
        assert np.array_equal(rows[:, 0], run.t) and run.t[0] > 2.9
        assert "q.block" == (folder / "trajectory.csv").read_text().split(",")[1]
        assert np.array_equal(rows[:, 1], run.q["block"])
        assert len((folder / "events.csv").read_text().splitlines()) == 1 + len(run.events)
        assert lz.State.load(folder).json.count('"FS": 12') == 1
    assert core.runs == 2
    short = model.simulate(samples=0, duration=10)
    assert not (short.save(tmp_path / "s") / "trajectory.csv").exists() and core.runs == 3


def test_units_of_channels():
    units = lz.example("gear_system").simulate(duration=0.01).units
    assert units["q.psi"] == "rad" and units["v.psi"] == "rad/s" and units["a.phi"] == "rad/s2"
    assert units["f.second_shaft"] == "N m" and units["d.second_shaft"] == "rad"
    units = lz.example("belt").simulate(duration=0.01).units
    assert units["q.block"] == "m" and units["f.contact"] == "N" and units["mode.contact"] == ""


def test_the_text_of_many_channels_fits_a_line():
    model = lz.Model(bodies={f"a_body_with_number_{i}": {"mass": 1.0} for i in range(40)},
                     simulation={"duration": 1.0, "samples": 2})
    text = repr(model.simulate().q)
    assert len(text) <= 80 and text.startswith("<q of a_body_with_number_0, ")
    assert text.endswith(", ... (40), a_body_with_number_39>")
    assert repr(lz.example("belt").simulate(duration=0.1).q) == "<q of block, belt>"


def test_ctrl_c_ends_a_run_within_a_second(interruptible):
    model = lz.example("belt")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        model.simulate(duration=1e7, samples=0, max_events=10**9)
    assert time.monotonic() - begin < 5.0
    assert model.simulate().finished, "and the next one runs"


def test_other_threads_go_on_while_a_run_is_under_way():
    model = lz.example("belt")
    done = threading.Event()
    worker = threading.Thread(
        target=lambda: (model.simulate(duration=3e5, samples=0, max_events=10**9), done.set()))
    worker.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    worker.join()
    assert ticks > 20


def test_ten_thousand_runs_leak_nothing():
    model = lz.example("belt")
    for i in range(500):
        model.simulate(v0=0.1 + i * 1e-4, samples=51, duration=4)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i in range(10_000):
        run = model.simulate(v0=0.1 + i * 1e-5, samples=51, duration=4)
        assert run.q["block"][0] == 0.0
    gc.collect()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4000, f"{grown} kB"
