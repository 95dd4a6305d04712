"""Runs that travel: pickles, copies and files give back the run, to the bit."""
import copy
import json
import os
import pickle
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import luztar as lz
from conftest import EXAMPLES
from luztar import _exports

h5py = pytest.importorskip("h5py")
scipy_io = pytest.importorskip("scipy.io")
parquet = pytest.importorskip("pyarrow.parquet")

#: states, controllers, delays, stops, bristles, hysteresis, teeth, data files, tables, repeats, steps
KINDS = ["belt", "sampled_servo", "hunting_servo", "emps", "bouncing_ball", "backlash", "lugre",
         "hysteresis", "ratchet", "janecek_guide_measured", "motor_map", "burridge_knopoff",
         "layers_8"]

DELAYED = """
title = "A delayed spring"
[bodies.a]
mass = 1
position = 0.1
[springs.s]
between = ["a", "ground"]
stiffness = 10
[forces.late]
on = "a"
value = "-3*delay(q.a, 0.2)"
[simulation]
duration = 3
samples = 50
"""


def assert_same(run, other, bits=True, whole=True):
    """All that a run has. ``bits``: signs of zeros too. ``whole``: else as a folder has it."""
    same = (lambda a, b: np.array_equal(a, b, equal_nan=True)) if not bits else \
        (lambda a, b: np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes())
    assert same(run.t, other.t)
    assert list(run._columns()) == list(other._columns())
    for name, column in run._columns().items():
        assert same(column, other[name]), name
    assert run.units == other.units
    for name in run.events.dtype.names:
        if whole or name != "d":
            assert np.array_equal(run.events[name], other.events[name]), name
    assert list(run.modes) == list(other.modes)
    for name, intervals in run.modes.items():
        assert np.array_equal(intervals, other.modes[name]), name
    for name in ("status", "diagnosis", "finished", "warnings", "start", "end", "steps",
                 "parameters"):
        assert getattr(run, name) == getattr(other, name), name
    assert repr(run.proof) == repr(other.proof)
    assert dict(run.proof) == dict(other.proof)
    assert run.ledger.end == other.ledger.end
    assert run.stick_slip() == other.stick_slip() and run.contacts() == other.contacts()
    assert run.state.json == other.state.json
    assert run.model.title == other.model.title and run.model.to_toml() == other.model.to_toml()
    for name in lz._core.ledger_names() if whole else ():
        assert same(getattr(run.ledger, name), getattr(other.ledger, name)), name
    assert list(run.derivatives) == list(other.derivatives)
    for by, rows in run.derivatives.items():
        assert same(rows.event_t, other.derivatives[by].event_t)
        for name, column in rows._columns().items():
            assert same(column, other.derivatives[by][name]), (by, name)


def reports(tmp_path, *runs):
    pages = [run.report(tmp_path / f"{i}.html") for i, run in enumerate(runs)]
    return {page.read_bytes() for page in pages}


def through(run, ending, tmp_path):
    """The run out of a file."""
    return lz.load_run(run.save(tmp_path / f"run{ending}"))


@pytest.fixture(params=["pickle", ".npz", ".h5"])
def travelled(request, tmp_path):
    if request.param == "pickle":
        return lambda run: pickle.loads(pickle.dumps(run))
    return lambda run: through(run, request.param, tmp_path)


@pytest.mark.parametrize("name", KINDS)
def test_a_run_travels_with_all_it_has(name, travelled, tmp_path):
    run = lz.example(name).simulate()
    other = travelled(run)
    assert_same(run, other)
    assert len(reports(tmp_path, run, other)) == 1


@pytest.mark.parametrize("name", KINDS)
def test_a_folder_of_the_command_line_is_a_run(name, run_program, tmp_path):
    model = EXAMPLES / f"{name}.toml"
    done = run_program("simulate", model, "-q", "--out", tmp_path / "r")
    assert done.returncode == 0, done.stderr
    run, other = lz.load(model).simulate(), lz.load_run(tmp_path / "r")
    assert_same(run, other, bits=False, whole=False)
    assert {(tmp_path / "r" / "report.html").read_bytes()} == reports(tmp_path, other)
    other.save(tmp_path / "again")
    for file in ("summary.json", "trajectory.csv", "events.csv"):
        assert (tmp_path / "r" / file).read_bytes() == (tmp_path / "again" / file).read_bytes()
    times = np.linspace(0, run.end, 5)
    assert np.array_equal(other.at(times).q[run.model.bodies[0]],
                          run.at(times).q[run.model.bodies[0]])
    with pytest.raises(ValueError, match=r'no energies over time; run.save\("run.npz"\) keeps'):
        other.ledger.kinetic


def test_a_run_that_was_loaded_goes_on_and_answers_as_the_first(travelled, tmp_path):
    model = lz.example("belt")
    half = model.simulate(duration=10, FS="12 N", settings={"samples": 30})
    run = model.simulate(start=half, duration=20, FS="12 N", samples=77)
    other = travelled(run)
    assert_same(run, other)
    assert_same(travelled(half), half)
    assert_same(model.simulate(start=other, duration=30, FS=12),
                model.simulate(start=run, duration=30, FS=12))
    assert np.array_equal(run.at([12.5, 11]).q["block"], other.at([12.5, 11]).q["block"])
    assert np.array_equal(run.before(run.events[2]).v["block"],
                          other.before(other.events[2]).v["block"])
    assert np.array_equal(run.monodromy().matrix, other.monodromy().matrix)
    run.save(tmp_path / "a"), other.save(tmp_path / "b")
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes(), file.name
    assert lz.compare(run, other).difference == 0.0


@pytest.mark.parametrize("more", [
    {"derivatives": ["FS", "q.block"]}, {"times": [0.5, 1.0, 7.25]}, {"samples": 0},
    {"interval": 0.37}, {"method": "stepping", "step": 1e-3}, {"max_events": 3},
    {"tolerance": 1e-8, "v0": "250 mm/s", "FS": "2*FK"}], ids=lambda more: "-".join(more))
def test_calls_of_all_kinds(more, travelled, tmp_path):
    with pytest.warns(lz.RunWarning) if "max_events" in more else _nothing():
        run = lz.example("belt").simulate(duration=12, **more)
    other = travelled(run)
    assert_same(run, other)
    assert len(reports(tmp_path, run, other)) == 1
    assert other.finished == ("max_events" not in more)
    folder = lz.load_run(run.save(tmp_path / "folder"))
    assert_same(run, folder, bits=False, whole=False)
    if len(run.t):
        assert run.at(run.t[-1] / 3).q["block"] == folder.at(run.t[-1] / 3).q["block"]


def _nothing():
    import contextlib

    return contextlib.nullcontext()


@pytest.mark.parametrize("text", [DELAYED, DELAYED + '\n[output]\nevent_sides = true\n',
                                  DELAYED + '\n[output]\nchannels = ["q.*"]\n'])
def test_delays_and_outputs(text, travelled, tmp_path):
    run = lz.parse(text).simulate()
    other = travelled(run)
    assert_same(run, other)
    other.save(tmp_path / "r")
    run.save(tmp_path / "s")
    for file in (tmp_path / "r").iterdir():
        assert file.read_bytes() == (tmp_path / "s" / file.name).read_bytes()


def test_a_model_in_code_travels_and_its_mistakes_stay_at_its_keys(travelled):
    model = lz.Model(bodies={"a": {"mass": 1.0, "velocity": 1.0}},
                     frictions={"f": {"between": ["a", "ground"], "kinetic": 2}},
                     simulation={"duration": 1, "samples": 5})
    assert_same(model.simulate(), travelled(model.simulate()))
    other = pickle.loads(pickle.dumps(model.simulate())).model
    with pytest.raises(lz.ModelError, match="^simulation|^duration"):
        other.simulate(duration=-1)


def test_data_files_travel_with_the_model(travelled, tmp_path):
    beside = tmp_path / "there"
    beside.mkdir()
    (beside / "road.csv").write_text("t,z\n0,0\n1,2\n2,1\n")
    (beside / "m.toml").write_text("""
[signals.z]
file = "road.csv"
[bodies.a]
motion = "z"
[bodies.b]
mass = 1
[springs.s]
between = ["a", "b"]
stiffness = 5
[simulation]
duration = 2
samples = 9
""")
    model = lz.load(beside / "m.toml")
    run = model.simulate()
    (beside / "road.csv").write_text("t,z\n0,0\n1,9\n2,9\n")  # not what the run had
    other = travelled(run)
    os.remove(beside / "road.csv")
    assert_same(run, other)
    assert np.array_equal(other.at([0.3]).q["a"], run.at([0.3]).q["a"])
    assert_same(travelled(other), run)
    assert_same(pickle.loads(pickle.dumps(model)).simulate(), run)


def test_copies_share_what_never_changes():
    run = lz.example("belt").simulate(duration=3)
    for other in (copy.copy(run), copy.deepcopy(run), copy.deepcopy({"a": [run]})["a"][0]):
        assert other is not run and other.model is run.model
        assert_same(run, other)
        assert np.shares_memory(run.q["block"], other.q["block"])
        assert not other.q["block"].flags.writeable
    assert copy.deepcopy(run.model) is run.model


def test_what_a_run_gives_travels_too():
    run = lz.example("belt").simulate(duration=12, derivatives=["FS"])
    rows, sides, other = pickle.loads(pickle.dumps(
        (run.at([[1, 2], [3, 0.5]]), run.before(run.events[1:3]), run)))
    assert rows.t.shape == (2, 2) and np.array_equal(rows.q["block"],
                                                     run.at([[1, 2], [3, 0.5]]).q["block"])
    assert np.array_equal(sides.f["contact"], run.before(run.events[1:3]).f["contact"])
    for thing in (run.q, run.proof, run.ledger, run.derivatives, run.derivatives["FS"],
                  run.stick_slip(), run.state, run.modes, run.monodromy()):
        back = pickle.loads(pickle.dumps(thing))
        assert type(back) is type(thing) and repr(back)[:20] == repr(thing)[:20]
    assert np.array_equal(pickle.loads(pickle.dumps(run.ledger)).stored, run.ledger.stored)
    assert np.array_equal(pickle.loads(pickle.dumps(run.q))["block"], run.q["block"])
    back = pickle.loads(pickle.dumps(run.derivatives))["FS"]
    assert np.array_equal(back.v["block"], run.derivatives["FS"].v["block"])
    assert np.array_equal(back.event_t, run.derivatives["FS"].event_t)


def test_studies_travel():
    blocks, belt = lz.example("two_blocks_on_ground"), lz.example("belt")
    data = {"t": (run := belt.simulate(duration=10)).t, "q.block": run.q["block"]}
    fit = belt.fit(data, ["FS"], duration=10)
    table = belt.sweep({"FS": [8, 10]}, "max(q.block)", duration=5)
    beside = belt.residuals(data, ["FS"], duration=10)
    compared = lz.compare(run, belt.simulate(duration=10, FS=11))
    for thing in (blocks.derive(), blocks.reduce("M1=inf"), table, fit, beside, compared,
                  lz.example("preloaded_pads").equilibrium(), lz.example("brake_squeal").modes(),
                  belt.diagram()):
        for other in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
            assert type(other) is type(thing) and repr(other)[:20] == repr(thing)[:20]
    assert pickle.loads(pickle.dumps(blocks.derive(steps=True))).text == \
        blocks.derive(steps=True).text
    assert np.array_equal(pickle.loads(pickle.dumps(beside)).r([9.0]), beside.r([9.0]))
    assert repr(pickle.loads(pickle.dumps(compared))) == repr(compared)
    assert pickle.loads(pickle.dumps(blocks.reduce("M1=inf"))).text == \
        blocks.reduce("M1=inf").text
    back = pickle.loads(pickle.dumps(table))
    assert np.array_equal(back["max(q.block)"], table["max(q.block)"])
    assert np.array_equal(back.run(1).q["block"], table.run(1).q["block"])


def test_a_point_of_a_table_as_a_run():
    table = lz.example("belt").sweep({"v0": [0.1, 0.2], "FS": [8, 10, 12]},
                                     ["max(q.block)", "last(v.block)"], duration=7,
                                     k="30 N/m", settings={"samples": 40})
    for point in range(6):
        run = table.run(point)
        assert len(run.t) == 40 and run.end == 7 and run.parameters["k"] == 30
        assert {n: run.parameters[n] for n in ("v0", "FS")} == table.at(point)
        assert run.v["block"][-1] == table["last(v.block)"][point]
    assert table.run(-1).parameters == run.parameters
    with pytest.raises(IndexError):
        table.run(6)


def test_a_point_that_a_state_was_carried_to_as_a_run():
    table = lz.example("belt").sweep({"v0": [0.1, 0.2], "FS": [8, 10, 12]}, "last(q.block)",
                                     carry="FS:back", duration=3)
    ends = [table.run(point).q["block"][-1] for point in range(len(table["v0"]))]
    assert np.array_equal(ends, table["last(q.block)"])
    assert len(set(ends)) > len(ends) // 2  # states matter


# --- files of other programs -----------------------------------------------------------------

def test_numpy_reads_npz(tmp_path):
    run = lz.example("bouncing_ball").simulate()
    run.save(tmp_path / "r.npz")
    with np.load(tmp_path / "r.npz") as file:
        assert np.array_equal(file["q.ball"], run.q["ball"]) and np.array_equal(file["t"], run.t)
        for name in run.events.dtype.names:
            assert np.array_equal(file["events"][name], run.events[name])
        assert json.loads(file["summary.json"])["status"] == "finished"
        assert file["model.toml"].decode() == run.model._text


def test_h5py_reads_datasets_with_units(tmp_path):
    run = lz.example("sampled_servo").simulate()
    run.save(tmp_path / "r.h5")
    with h5py.File(tmp_path / "r.h5") as file:
        for name, column in run._columns().items():
            data = file[name.replace(".", "/", 1)]
            assert np.array_equal(data[()], column)
            assert data.attrs.get("unit", "") == run.units[name]
        assert file["t"].attrs["unit"] == "s"
        assert [w.decode() for w in file["events"]["name"]] == run.events["name"].tolist()
        assert file.attrs["title"] == run.model.title
        assert file["model.toml"].asstr()[()] == run.model._text


def test_matlab_has_structures_with_legal_names(tmp_path):
    long = "b" * 70
    model = lz.Model(bodies={"end": {"mass": 1.0, "velocity": 1.0}, long: {"mass": 1.0}},
                     frictions={"f": {"between": ["end", long], "kinetic": 2}},
                     parameters={"p": 3.0}, simulation={"duration": 1, "samples": 5})
    run = model.simulate(derivatives=["p", "v.end"])
    run.save(tmp_path / "r.mat")
    file = scipy_io.loadmat(tmp_path / "r.mat", simplify_cells=True)
    assert dict(file["names"]) == {"n_end": "end", "b" * 63: long, "v_end": "v.end"}
    assert np.array_equal(file["q"]["n_end"], run.q["end"])
    assert np.array_equal(file["v"]["b" * 63], run.v[long])
    assert file["units"]["q"]["n_end"] == run.units["q.end"]
    assert np.array_equal(file["derivatives"]["v_end"]["q"]["n_end"],
                          run.derivatives["v.end"].q["end"])
    assert file["parameters"]["p"] == 3.0 and file["model"] == model._text
    assert np.array_equal(np.atleast_1d(file["events"]["t"]), run.events["t"])
    assert list(np.atleast_1d(file["events"]["cause"])) == run.events["cause"].tolist()
    assert np.array_equal(file["energy"]["kinetic"], run.ledger.kinetic)
    raw = scipy_io.loadmat(tmp_path / "r.mat")
    assert raw["t"].shape == (5, 1)  # columns, as MATLAB has them
    assert max(map(len, raw["q"].dtype.names)) <= 63


def test_names_for_matlab_are_legal_and_differ():
    legal = _exports.LegalNames()
    names = ["a", "a.b", "a_b", "1st", "for", "n_for", "x" * 80, "x" * 63, "x" * 81, "_u"]
    found = [legal(name) for name in names]
    assert len(set(found)) == len(names) and [legal(name) for name in names] == found
    assert found[0] == "a" and found[2] == "a_b_2" and ("a_b", "a.b") in legal.changed()
    for name in found:
        assert name.isidentifier() and name[0].isalpha() and len(name) <= 63


def test_parquet_has_units_and_the_model(tmp_path):
    pandas = pytest.importorskip("pandas")
    run = lz.example("sampled_servo").simulate()
    run.save(tmp_path / "r.parquet")
    table = parquet.read_table(tmp_path / "r.parquet")
    assert table.schema.metadata[b"model.toml"].decode() == run.model._text
    assert json.loads(table.schema.metadata[b"summary.json"])["status"] == "finished"
    for name in ("t", *run._columns()):
        assert np.array_equal(table[name].to_numpy(), run[name])
        unit = table.schema.field(name).metadata[b"unit"].decode()
        assert unit == ("s" if name == "t" else run.units[name])
    frame = pandas.read_parquet(tmp_path / "r.parquet")
    assert np.array_equal(frame["t"], run.t)


# --- what is wrong ---------------------------------------------------------------------------

@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    run = lz.example("backlash").simulate(duration=0.5, samples=20, derivatives=[])
    for ending in (".npz", ".h5"):
        run.save(folder / f"r{ending}")
    return folder


def _words(path):
    """What load_run says of a file that it refuses."""
    with pytest.raises(lz.ModelError) as caught:
        lz.load_run(path)
    return str(caught.value)


@pytest.mark.parametrize("ending", [".npz", ".h5"])
def test_cut_files_are_refused(ending, saved, tmp_path):
    content = (saved / f"r{ending}").read_bytes()
    path = tmp_path / f"cut{ending}"
    for size in {0, 1, 100, *range(0, len(content), max(1, len(content) // 25)), len(content) - 1}:
        path.write_bytes(content[:size])
        assert _words(path).startswith(f"{path}: this is no whole run of luztar: "), size


def test_changed_bytes_are_found_or_harmless(saved, tmp_path):
    """In a process of its own: a crash would be one."""
    script = """
import random, sys, warnings
import luztar as lz
warnings.simplefilter("ignore")
source, path = sys.argv[1:]
content = open(source, "rb").read()
chance = random.Random(1)
refused = 0
for _ in range(150):
    changed = bytearray(content)
    for _ in range(chance.choice([1, 1, 4])):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    open(path, "wb").write(changed)
    try:
        lz.load_run(path)
    except lz.ModelError as error:
        refused += 1
print(refused)
"""
    done = subprocess.run([sys.executable, "-c", script, saved / "r.npz", tmp_path / "x.npz"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 75  # checksums


def _changed(saved, tmp_path, changes):
    """The .npz with other parts; None: without that part."""
    path = tmp_path / "changed.npz"
    with zipfile.ZipFile(saved / "r.npz") as old, zipfile.ZipFile(path, "w") as new:
        for name in {**dict.fromkeys(old.namelist()), **changes}:
            part = changes[name] if name in changes else old.read(name)
            if part is not None:
                new.writestr(name, part)
    return path


def _npy(array):
    import io

    file = io.BytesIO()
    np.save(file, array, allow_pickle=array.dtype.kind == "O")
    return file.getvalue()


def _head(saved, **changes):
    with zipfile.ZipFile(saved / "r.npz") as file:
        return json.dumps({**json.loads(file.read("luztar.json")), **changes})


def test_a_file_of_a_later_version_says_so(saved, tmp_path):
    path = _changed(saved, tmp_path, {"luztar.json": _head(saved, format=2, luztar="9.1")})
    assert _words(path) == (f"{path}: luztar 9.1 wrote it in format 2; this is luztar "
                            f"{lz.__version__}, which reads formats up to 1; install a later luztar")


class Evil:
    def __reduce__(self):
        return os._exit, (3,)


def test_parts_that_are_not_what_they_should_be(saved, tmp_path):
    with np.load(saved / "r.npz") as file:
        events, t = file["events"], file["t"]
        first = next(name for name in file.files if name.startswith("q."))
    others = []
    for field, value in (("index", 999), ("index", -5), ("from", 77), ("number", 100),
                         ("t", np.nan)):
        other = events.copy()
        other[field][0] = value
        others.append({"events.npy": _npy(other)})
    for changes in [
            *others, {"events.npy": None}, {"events.npy": _npy(t)}, {"t.npy": None},
            {"t.npy": _npy(t[::-1])}, {"t.npy": _npy(t[:-1])}, {"t.npy": _npy(t.reshape(1, -1))},
            {f"{first}.npy": None}, {f"{first}.npy": _npy(t[:3])},
            {f"{first}.npy": _npy(np.array(["a"] * len(t)))},
            {f"{first}.npy": _npy(np.array([Evil()], dtype=object))},
            {f"{first}.npy": _npy(t).replace(b"}", b"(", 1)},
            {"first_modes.npy": _npy(np.array([5] * 99))}, {"first_modes.npy": _npy(t)},
            {"luztar.json": "{"}, {"luztar.json": "[]"}, {"luztar.json": "{}"},
            {"luztar.json": _head(saved, format=0)}, {"luztar.json": _head(saved, format="x")},
            {"luztar.json": _head(saved, parameters=7)}, {"luztar.json": _head(saved, settings=[])},
            {"luztar.json": _head(saved, settings={"samples": 1e300})},
            {"luztar.json": _head(saved, derivatives=["nothing"])},
            {"luztar.json": _head(saved, data_files=["/etc/passwd"])},
            {"summary.json": "{}"}, {"summary.json": None}, {"model.toml": None},
            {"model.toml": "x = "}, {"model.toml": lz.example("belt")._text},
            {"start.json": "{}"}, {"report.json": "<script>"}]:
        try:
            lz.load_run(_changed(saved, tmp_path, changes))
        except lz.ModelError as error:
            assert error.diagnostics[0].what
        else:
            pytest.fail(f"taken: {changes}")
    model = '[signals.z]\nfile = "/etc/passwd"\n[bodies.a]\nmotion = "z"\n[simulation]\nduration = 1'
    assert "no text of the data file '/etc/passwd' is kept here" in _words(
        _changed(saved, tmp_path, {"model.toml": model}))


def test_what_is_no_file_of_a_run(tmp_path):
    run = lz.example("belt").simulate(duration=1)
    with pytest.raises(FileNotFoundError):
        lz.load_run(tmp_path / "nothing.npz")
    with pytest.raises(ValueError, match="does not hold all of a run: give a file .npz or .h5"):
        lz.load_run(run.save(tmp_path / "r.mat"))
    with pytest.raises(ValueError, match="a run is not saved as '.csv': write .npz, .h5, .mat or"):
        run.save(tmp_path / "r.csv")
    with pytest.raises(TypeError, match="path: give a path, not int"):
        run.save(3)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError):
        lz.load_run(tmp_path / "empty")
    np.savez(tmp_path / "other.npz", a=np.arange(3))
    assert _words(tmp_path / "other.npz").startswith(
        f"{tmp_path / 'other.npz'}: this is no whole run of luztar: it has no part 'luztar.json'")


def test_a_file_is_there_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    run = lz.example("belt").simulate(duration=1)
    run.save(tmp_path / "r.npz")
    before = (tmp_path / "r.npz").read_bytes()

    def fail(*_args, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array", fail)
    with pytest.raises(OSError):
        run.save(tmp_path / "r.npz")
    assert os.listdir(tmp_path) == ["r.npz"] and (tmp_path / "r.npz").read_bytes() == before


@pytest.mark.parametrize("ending, package", [(".h5", "h5py"), (".mat", "scipy"),
                                             (".parquet", "pyarrow")])
def test_a_package_that_is_missing_is_named(ending, package, tmp_path, monkeypatch):
    run = lz.example("belt").simulate(duration=1)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=f"{package}.* is not installed, which this "
                                                  r"needs: pip install 'luztar\["):
        run.save(tmp_path / f"r{ending}")
    assert os.listdir(tmp_path) == []


def test_folders_find_their_model_or_ask_for_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lz.example("belt").save("m.toml")
    model = lz.load("m.toml")
    run = model.simulate(duration=3, FS=9)
    run.save("out")
    assert_same(lz.load_run("out"), run, bits=False, whole=False)
    assert_same(lz.load_run("out/summary.json"), run, bits=False, whole=False)
    (tmp_path / "m.toml").write_text("# another\n" + (tmp_path / "m.toml").read_text())
    path = os.path.join("out", "summary.json")
    assert _words("out") == (f"{path}: the model 'm.toml' has changed since; give the model: "
                             'load_run("out", model=...)')
    assert_same(lz.load_run("out", model), run, bits=False, whole=False)
    with pytest.raises(lz.ModelError, match="it was made with another model"):
        lz.load_run("out", lz.load("m.toml"))
    os.remove("m.toml")
    assert "the model 'm.toml' is not here" in _words("out")
    os.remove("out/report.html")
    with pytest.raises(lz.ModelError, match="the files of this run have no report"):
        lz.load_run("out", model).report("x.html")


def test_a_folder_of_a_run_that_went_on_says_what_it_lacks(tmp_path):
    model = lz.example("belt")
    run = model.simulate(start=model.simulate(duration=5), duration=9)
    other = lz.load_run(run.save(tmp_path / "out"), model)
    assert_same(run, other, bits=False, whole=False)
    with pytest.raises(lz.ModelError, match="went on from a state that its files do not have"):
        other.at(7)
    assert_same(model.simulate(start=run, duration=11), model.simulate(start=other, duration=11))
    again = through(other, ".npz", tmp_path)
    assert_same(other, again, whole=False)


def test_folders_of_arrays(tmp_path):
    text = lz.example("belt").to_toml() + '\n[output]\nformat = "npy"\n'
    model = lz.parse(text)
    run = model.simulate()
    assert_same(lz.load_run(run.save(tmp_path / "out"), model), run, whole=False)


def test_damaged_folders(tmp_path):
    model = lz.example("belt")
    for file, old, new in [
            ("events.csv", "break", "braek"), ("events.csv", "contact", "contcat"),
            ("events.csv", "stuck", "stukc"), ("trajectory.csv", "q.block", "q.blokc"),
            ("trajectory.csv", "\n0.05,", "\n-1,"), ("summary.json", '"finished"', '"finisht"'),
            ("summary.json", "{", "["), ("summary.json", '"luztar"', '"lutzar"')]:
        folder = tmp_path / "out"
        model.simulate(duration=10).save(folder)
        content = (folder / file).read_text()
        assert old in content, old
        (folder / file).write_text(content.replace(old, new, 1))
        with pytest.raises(lz.ModelError):
            lz.load_run(folder, model)
