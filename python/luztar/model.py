"""Models: from a file, from text, or written in Python."""
from __future__ import annotations

import contextlib
import errno
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Union

import numpy as np
from numpy.typing import ArrayLike

from luztar import _core
from luztar._arguments import (advice_on, mapping_from, names_from, number_from, path_from,
                               slips_from, speeds_from, text_from)
from luztar._errors import Diagnostic, ModelError, RunWarning
from luztar._layout import Body, Element
from luztar._parameters import Parameter, Parameters
from luztar._points import Task, correlation_texts, listed_points, number_text, vary_texts
from luztar._tables import Tables
from luztar._whole import threads_from
from luztar.derivation import Derivation, LinearRequest, Reduction
from luztar.diagram import AT_MOST, Diagram, draw, sentence
from luztar.fit import Fit, Free, Residuals, Validation, experiments_of, fit_from, residuals_of
from luztar.linear import LinearSystem, linear_from
from luztar.law_choice import LawChoice, choice_of
from luztar.rest import Equilibrium, SmallMotions, equilibrium_from, motions_from
from luztar.run import Run, State
from luztar.stepper import Given, Stepper, stepper_from
from luztar.sweep import Table, make_table

if TYPE_CHECKING:
    from luztar.widget import Explorer

Value = Union[float, str]
"""A number in SI, or text: an expression of parameters, or a number with its unit, "3 mm/s"."""

SETTINGS = ("duration", "samples", "interval", "tolerance", "max_events", "method", "step",
            "adaptive")
"""Keys of [simulation] that a call may give another value."""

_IN_CODE = "<model>"


def _times(times: ArrayLike, settings: Mapping[str, Value]) -> list[float]:
    try:
        points = np.asarray(times, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"times: write a list of seconds, not {type(times).__name__}") from None
    if points.ndim != 1:
        raise ValueError(f"times has the shape {points.shape}: write a list of seconds")
    for name in ("samples", "interval"):
        if name in settings:
            raise ModelError([Diagnostic("times", 0, 0, f"times and {name} are both given",
                                         "keep one of them")])
    result: list[float] = points.tolist()
    return result


def _plain(name: str, value: object) -> Value:
    """What the library takes for a value of `name`."""
    if isinstance(value, str):
        return value
    if name == "adaptive" and isinstance(value, bool):
        return "true" if value else "false"
    try:
        if not isinstance(value, (bool, bytes)):
            return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        pass
    many = (hasattr(value, "__len__") and not isinstance(value, (bytes, Mapping))
            and name not in SETTINGS)
    raise TypeError(f"{name}: give one number or text such as '3 mm/s', "
                    f"not {type(value).__name__}"
                    + (f"; many values: model.sweep({{'{name}': [...]}}, ...)" if many else ""))


def _measures(measure: object) -> list[str]:
    try:
        return names_from("measure", measure)
    except TypeError:
        raise TypeError('measure: write texts such as "max(q.block)", not '
                        + type(measure).__name__) from None


class Model:
    """A mechanical network with dry friction and freeplay.

    Written in Python it has the tables of a model file as keywords::

        lz.Model(
            bodies={"block": {"mass": 1.0, "velocity": 0.2}, "belt": {"motion": "0.2*t"}},
            springs={"spring": {"between": ["block", "ground"], "stiffness": 25.0}},
            frictions={"contact": {"between": ["block", "belt"], "kinetic": 6, "static": 10}},
            simulation={"duration": 20.0})

    Raises :class:`ModelError` with every mistake, each at its key. A model never changes; what one
    call has different is given to that call. Source of the keys: docs/model.md.
    """

    def __init__(self, *wrong: object, **tables: Any) -> None:
        if wrong:
            raise TypeError("write luztar.load(\"model.toml\") for a file"
                            if isinstance(wrong[0], (str, os.PathLike)) else
                            "tables are keywords: luztar.Model(bodies={...}, ...), or Model(**tables)")
        written = Tables(tables)
        self._tables: Tables | None = written
        with self._in_its_words():
            self._core = _core.parse(written.text, _IN_CODE)
        self._text = written.text
        self._note_names()

    @classmethod
    def _read(cls, text: str, path: str, files: dict[str, bytes] | None = None) -> Model:
        model = cls.__new__(cls)
        model._tables = None
        model._core = _core.parse(text, path, files)
        model._text = text
        model._note_names()
        return model

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._text, self.file, self._tables, self._core.data_files())

    def __copy__(self) -> Model:
        return self  # it never changes

    def __deepcopy__(self, _memo: dict[int, Any]) -> Model:
        return self

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"a model never changes: model.simulate({name}={value!r}) runs it "
                                 "with another value")
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> NoReturn:
        if name in self.__dict__.get("_parameters", ()):
            raise AttributeError(f"write model.parameters[\"{name}\"].value")
        of_run = {"plot": "plot()", "report": "report(\"report.html\")", "to_pandas": "to_pandas()"}
        if name in of_run:
            raise AttributeError(f"a model has no {name}, a run has: "
                                 f"model.simulate().{of_run[name]}")
        if name in ("run", "sim", "solve"):
            raise AttributeError(f"a model has no {name}; write model.simulate()")
        raise AttributeError(f"a model has no '{name}'")

    def _note_names(self) -> None:
        self._parameters = {row[0]: Parameter(*row) for row in self._core.parameters()}

    @contextlib.contextmanager
    def _in_its_words(self) -> Iterator[None]:
        """Mistakes of a model written in Python stand at its keys, not at lines of a text."""
        try:
            yield
        except ModelError as error:
            raise ModelError([self._in_python(d) for d in error.diagnostics]) from None

    def _in_python(self, mistake: Diagnostic) -> Diagnostic:
        """At a key of a model written in Python; at an argument in place of an option."""
        if mistake.file.startswith("--"):
            return mistake._replace(file=mistake.file[2:])
        if self._tables is None or mistake.file != _IN_CODE:
            return mistake
        key = self._tables.key_at(mistake.line)
        return Diagnostic(key or mistake.file, 0, 0, mistake.what, mistake.advice)

    def _at_keys(self, words: str) -> str:
        """The same for words of a point that failed."""
        tables = self._tables
        if tables is None:
            return words
        return re.sub(re.escape(_IN_CODE) + r":(\d+)(?::\d+)?",
                      lambda m: tables.key_at(int(m[1])) or m[0], words)

    # --- what it is -------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self._core.title

    @property
    def file(self) -> str:
        """As it was given; "<model>" for one written in Python."""
        return self._core.file

    @property
    def parameters(self) -> Parameters:
        """Parameters by name, in the order of the file; values in SI."""
        return Parameters(self._parameters)

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies."""
        return [name for kind, name in self._core.parts() if kind == "body"]

    @property
    def elements(self) -> dict[str, str]:
        """Kind of each element by its name: "spring", "friction" ..."""
        return {name: kind for kind, name in self._core.parts() if kind != "body"}

    def diagram(self) -> Diagram:
        """Bodies and the elements between them as SVG; of large models a sentence.

        Masses are those of the model's own values.
        """
        kinds = [kind for kind, _ in self._core.parts()]
        if len(kinds) > AT_MOST:
            return Diagram(sentence(kinds))
        bodies, elements = self._core.network()
        return Diagram(draw([Body(*row) for row in bodies], [Element(*row) for row in elements]))

    def to_toml(self) -> str:
        """The model as a model file that lies beside its data files."""
        return self._core.toml("")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a model file; data files are named from where it lies."""
        here, there = Path(self.file).parent.resolve(), Path(path).parent.resolve()
        try:
            folder = os.path.relpath(here, there)
        except ValueError:  # another drive
            folder = str(here)
        Path(path).write_text(self._core.toml("" if folder == "." else folder), encoding="utf-8")

    def __repr__(self) -> str:
        name = self.title or self.file
        return (f"<luztar.Model {name!r}: {len(self.bodies)} bodies, "
                f"{len(self.elements)} elements>")

    def _repr_html_(self) -> str:
        from luztar.notebook import html_of_model

        return html_of_model(self)

    # --- what one call has different -----------------------------------------------------------

    def _unknown(self, names: Sequence[str], kinds: tuple[str, ...]) -> None:
        """Raises ModelError for names that are neither parameters nor of `kinds`, if any are."""
        known = [*self._parameters, *kinds]
        what = "no parameter or setting" if kinds else "no parameter"
        places = ("simulation", "calls") if kinds else ()
        wrong = [Diagnostic(str(name), 0, 0, f"{what} '{name}'",
                            advice_on(str(name), known, *places))
                 for name in names if name not in known]
        if wrong:
            raise ModelError(wrong)

    def _values(self, values: Mapping[str, object]) -> dict[str, Value]:
        mapping_from("parameters", values, "{'NAME': value}")
        self._unknown(list(values), ())
        return {name: _plain(name, value) for name, value in values.items()}

    def _split(self, values: Mapping[str, object], parameters: Mapping[str, object],
               settings: Mapping[str, object]) -> tuple[dict[str, Value], dict[str, Value]]:
        """Keywords as parameters and settings."""
        changed: dict[str, Value] = {}
        keys: dict[str, Value] = {}
        self._unknown(list(values), SETTINGS)
        mapping_from("settings", settings, "{'NAME': value}")
        for name, value in values.items():
            if name in self._parameters:
                if name in SETTINGS:
                    raise ModelError([Diagnostic(
                        name, 0, 0, f"'{name}' is a parameter of the model and a setting",
                        f"write parameters={{'{name}': ...}} or settings={{'{name}': ...}}")])
                changed[name] = _plain(name, value)
            else:
                keys[name] = _plain(name, value)
        changed.update(self._values(parameters))
        for name, value in settings.items():
            if name not in SETTINGS:
                raise ModelError([Diagnostic(str(name), 0, 0, f"no setting '{name}'",
                                             advice_on(str(name), SETTINGS, "simulation"))])
            keys[name] = _plain(name, value)
        return changed, keys

    # --- verbs -------------------------------------------------------------------------------

    def simulate(self, *, start: State | Run | str | os.PathLike[str] | None = None,
                 out: str | os.PathLike[str] | None = None, threads: int = 1,
                 times: ArrayLike | None = None, derivatives: Sequence[str] = (),
                 parameters: Mapping[str, Value] = {}, settings: Mapping[str, Value] = {},
                 **values: Value) -> Run:
        """Runs the model.

        :param start: where to go on from: a run, its state, or a ``summary.json``. The duration
            still counts from the start of the first part.
        :param out: folder for the result files of the command line (docs/results.md), the report
            among them.
        :param threads: of ``method="stepping"``; 0: one for each core.
        :param times: output points one by one, strictly increasing, instead of ``samples`` or
            ``interval`` [s]; those within the run count.
        :param derivatives: parameters and start values, ``["FS", "q.seat"]``: how the rows and
            the times of events change with them is in ``run.derivatives``. The run itself stays
            what it is.
        :param values: parameters and settings by name: ``v0=0.3, FS="12 N", duration=50``.
            Settings: duration [s], samples, interval [s], tolerance, max_events, method, step [s],
            adaptive.
        :param parameters: the same, for names that are settings too; so is ``settings``.
        :return: the run. If it did not come to its end, or contradicts its model, a
            :class:`RunWarning` says so and ``run.status`` is not "finished".

        Raises :class:`ModelError` for what is wrong with a value, KeyboardInterrupt on Ctrl-C.
        """
        threads = threads_from(threads)
        varied = names_from("derivatives", derivatives)
        folder = "" if out is None else path_from("out", out)
        changed, keys = self._split(values, parameters, settings)
        points = None if times is None else _times(times, keys)
        state: _core.State | None = None
        json = path = ""
        if isinstance(start, Run):
            start = start.state
        if isinstance(start, State):
            state, json, path = start._core, start._json, start._path
        elif start is not None:
            loaded = State.load(path_from("start", start))
            json, path = loaded._json, loaded._path
        with self._in_its_words():
            recording = self._core.simulate(changed, keys, state, json, path,
                                            folder, out is not None, threads, points, varied)
        first = None if state is None and not json else State(state, json, path)
        run = Run(recording, self, changed, keys, first)
        if not run.finished:
            warnings.warn(f"{self.title or self.file}: {run.status}: {run.diagnosis}", RunWarning,
                          stacklevel=2)
        return run

    def stepper(self, inputs: Given = (), *, parameters: Mapping[str, Value] = {},
                settings: Mapping[str, Value] = {}, **values: Value) -> Stepper:
        """A run that a program drives step by step: a controller, another simulation, hardware.

        :param inputs: names of parameters and signals that the program gives, ``["F"]``: held
            between two changes. With a mapping, ``{"F": "held", "x": "interpolated", "u": 2}``:
            interpolated ones go in a straight line to the value that was set, in the next step;
            a number is the degree of a polynomial in time.
        :param values: parameters and settings as of :meth:`simulate`; of an input: its first value.
        :return: a :class:`Stepper` at the start of the run.

        Raises ValueError for an unknown name, :class:`ModelError` where a mass, a stiffness or
        another value that stays what it is reads an input, and for ``method = "stepping"``.
        """
        changed, keys = self._split(values, parameters, settings)
        with self._in_its_words():
            return stepper_from(self._core, inputs, changed, keys, self._values)

    def export_fmu(self, path: str | os.PathLike[str], *, version: int = 2, kind: str = "",
                   inputs: Sequence[str] = (), outputs: Sequence[str] = (), library: str = "",
                   compiled: bool = False, compiler: str = "",
                   parameters: Mapping[str, Value] = {}, **values: Value) -> list[str]:
        """Writes an FMU, for other simulation programs (docs/fmu.md). A file that is there is replaced.

        :param version: of FMI, 2 or 3.
        :param kind: "cs" or "me": Co-Simulation or Model Exchange alone.
        :param inputs: names of parameters and signals that the other program gives.
        :param outputs: names as of :attr:`Stepper.outputs`; without them the usual ones.
        :param library: ``libluztar_c.so``, in the place of the one in this package.
        :param compiled: a small library, compiled of C that is made of the model: FMI 2.0, "cs".
        :param compiler: C compiler of ``compiled``; without it that of the environment variable CC, or ``cc``.
        :param values: other values of parameters.
        :return: notes: what the FMU does not have, and why.

        Raises :class:`ModelError`, ValueError for a name that there is not, RuntimeError for what a
        compiler says.
        """
        changed, keys = self._split(values, parameters, {})
        if keys:
            raise TypeError(f"{next(iter(keys))} is a setting: an FMU has those of its file")
        if kind not in ("", "cs", "me"):
            raise ValueError(f'kind is {kind!r}: write "cs" or "me"')
        if version not in (2, 3):
            raise ValueError(f"version is {version!r}: write 2 or 3")
        if compiler and not compiled:
            raise ValueError("compiler is of compiled: give both, or leave it out")
        with self._in_its_words():
            return _core.export_fmu(self._core, dict(changed), path_from("path", path), version,
                                    kind, names_from("inputs", inputs),
                                    names_from("outputs", outputs), text_from("library", library),
                                    bool(compiled), text_from("compiler", compiler))

    def export_modelica(self, path: str | os.PathLike[str], *, parameters: Mapping[str, Value] = {},
                        **values: Value) -> None:
        """Writes a model of the Modelica Standard Library 4.0 (docs/export.md). A file that is there
        is replaced.

        :param values: other values of parameters.

        Raises :class:`ModelError` with all that has no counterpart, each with its place.
        """
        changed, keys = self._split(values, parameters, {})
        if keys:
            raise TypeError(f"{next(iter(keys))} is a setting: the model has those of its file")
        with self._in_its_words():
            text = _core.export_modelica(self._core, dict(changed), Path(path).stem)
        Path(path).write_text(text, encoding="utf-8")

    def fit(self, data: Any = None, free: Free | None = None, *,
            noise: Mapping[str, float] = {}, loss: str = "linear", own: Sequence[str] = (),
            given: Mapping[str, Mapping[str, float]] = {}, validation: Validation = None,
            profile: Sequence[str] = (), max_iterations: int = 50,
            parameters: Mapping[str, Value] = {}, settings: Mapping[str, Value] = {},
            **values: Value) -> Fit:
        """Fits parameters and start values to measured data, by exact derivatives (docs/fit.md).

        :param data: columns by name, ``{"t": ..., "q.seat": ...}`` (a dict, a DataFrame), NaN
            where nothing was measured; several runs: a dict of such columns. None: the files that
            ``[fit]`` of the model names.
        :param free: what is to be found, ``["FS", "q.seat"]``, or with bounds
            ``{"FS": (0, 50), "ks": None}``; None: ``free`` of ``[fit]``.
        :param noise: standard deviations by channel, where they are known.
        :param loss: ``"soft_l1"`` or ``"huber"`` for data with outliers.
        :param own: of several runs: values that each of them has alone.
        :param given: of several runs: values of parameters by name of the run.
        :param validation: the time in s from which on rows are not fitted but compared; of several
            runs by their names, ``{"run2": True}`` where none are fitted.
        :param profile: values whose likelihood is to be followed: ``fit.profiles["FS"]``.
        :param values: parameters and settings, as of :meth:`simulate`: start values.
        """
        return fit_from(self.residuals(data, free, noise=noise, own=own, given=given,
                                       validation=validation, parameters=parameters,
                                       settings=settings, **values),
                        loss, max_iterations, profile)

    def residuals(self, data: Any = None, free: Free | None = None, *,
                  noise: Mapping[str, float] = {}, own: Sequence[str] = (),
                  given: Mapping[str, Mapping[str, float]] = {}, validation: Validation = None,
                  parameters: Mapping[str, Value] = {}, settings: Mapping[str, Value] = {},
                  **values: Value) -> Residuals:
        """Residuals and their derivatives in one call, for optimisers and samplers of others:
        ``r, J = model.residuals(data, ["FS", "ks"])([26, 8900])``. Arguments as of :meth:`fit`.
        """
        changed, keys = self._split(values, parameters, settings)
        experiments = experiments_of(data, noise, own, given, validation)
        return residuals_of(self, experiments, free, changed, keys)

    def choose_law(self, friction: str, data: Any = None, free: Free | None = None, *,
                   noise: Mapping[str, float] = {}, loss: str = "linear",
                   own: Sequence[str] = (), given: Mapping[str, Mapping[str, float]] = {},
                   validation: Validation = None, folds: int = 5,
                   parameters: Mapping[str, Value] = {}, settings: Mapping[str, Value] = {},
                   **values: Value) -> LawChoice:
        """Fits laws of friction to measured data and says which one they ask for, if they can tell.

        Arguments as of :meth:`fit`; the values of the law are free by themselves.

        :param friction: name of the friction.
        :param folds: pieces of each run that are left out in turn and predicted; 0: none.
        """
        changed, keys = self._split(values, parameters, settings)
        experiments = experiments_of(data, noise, own, given, validation)
        return choice_of(self, friction, experiments, free, loss, folds, changed, keys)

    def sweep(self, vary: Mapping[str, object] | None = None,
              measure: Sequence[str] | str | None = None, *, transient: Value | None = None,
              carry: str | None = None, samples: int | None = None, sampling: str | None = None,
              seed: int | None = None, correlation: Mapping[tuple[str, str], float] = {},
              points: Mapping[str, object] | None = None, threads: int = 0,
              executor: Executor | None = None, chunk: int | None = None,
              keep: str | os.PathLike[str] | None = None, progress: bool = False,
              parameters: Mapping[str, Value] = {}, settings: Mapping[str, Value] = {},
              **values: Value) -> Table:
        """Runs the model for all combinations of values and measures each run.

        What is not given is taken from ``[sweep]`` of the file.

        :param vary: values by parameter: numbers in SI, or text, ``"20:1000:50 mm/s"`` (from, to,
            how many), ``"0.02:1:50:log"``, ``"8,10,2*FK"``; or random ones, ``"normal(12, 1)"``,
            ``"uniform(8, 16)"``, ``"lognormal(12, 0.1)"``, ``"loguniform(1, 100)"``. The last
            one runs fastest.
        :param measure: what is measured, ``"max(q.block)"``, ``"period(contact)"``: docs/sweeps.md.
        :param transient: measure after this time from the start [s].
        :param carry: a parameter along whose values each run begins where the one before ended;
            ``"f:back"``: there and back.
        :param samples: how many points with random values.
        :param sampling: ``"random"`` or ``"sobol"``.
        :param seed: other random values with another number.
        :param correlation: of random values, ``{("FS", "FK"): 0.9}``.
        :param points: values that parameters take together, a column for each: a dict of lists, a
            DataFrame. Each row is run with all combinations of ``vary``.
        :param threads: runs at the same time in this process; 0: one for each core.
        :param executor: of ``concurrent.futures``, or one that behaves so (dask, mpi4py): the
            points run there, in chunks of ``chunk`` points; the table has the same bits.
        :param keep: a folder that keeps the rows: a sweep that was stopped or killed goes on with
            them when it is called again.
        :param progress: show how many points are run and the remaining time on standard error.
        :param values: parameters and settings that all runs have, as of :meth:`simulate`.

        Points that fail are NaN, with their words in ``Table.words``. Raises :class:`ModelError`
        for what no point could do, before anything runs.
        """
        threads = threads_from(threads)
        if vary is not None and not isinstance(vary, Mapping):
            raise TypeError('vary: write {"FS": "8:12:3"}')
        if points is not None:
            mapping_from("points", points, '{"FS": [8, 10]}')
        measures = None if measure is None else _measures(measure)
        if keep is not None:
            keep = path_from("keep", keep)
        changed, keys = self._split(values, parameters, settings)
        self._unknown([*(vary or ()), *(() if points is None else points)], ())
        names, listed = listed_points(points)
        texts: dict[str, list[str]] = {}
        with self._in_its_words():
            if vary is not None or points is not None:
                texts["vary"] = vary_texts(self._core, changed, vary or {})
            if measures is not None:
                texts["measure"] = measures
            if not isinstance(correlation, Mapping) or correlation:
                texts["correlation"] = correlation_texts(correlation)
            for key, value in {"transient": transient, "carry": carry, "samples": samples,
                               "sampling": sampling, "seed": seed}.items():
                if value is not None:
                    texts[key] = [number_text(key, value)]
            task = Task(self._text, self.file, self._core.data_files(), changed, keys, texts,
                        names, listed)
            return make_table(self, self._core, task, threads, executor, chunk, keep, progress,
                              self._at_keys)

    def explore(self, *names: str, height: int = 640,
                **values: Value | tuple[float, float]) -> Explorer:
        """Sliders of parameters in a notebook, beside the report of the run, which follows them.

        :param names: parameters with a slider, from 0 to twice their value; none: the first six.
        :param values: ``FS=(5, 20)`` is a slider with these ends, in SI; other values of parameters
            and settings are fixed, as in :meth:`simulate`: ``k=30, duration=50``.
        :param height: of the report [pixels].

        Needs anywidget: ``pip install 'luztar[widget]'``. Raises :class:`ModelError` for names that are no parameters
        and for ends that are no range.
        """
        from luztar.widget import explore

        return explore(self, names, values, height)

    def check(self, **values: Value) -> list[str]:
        """Warnings: what can run but is probably a mistake, with its place. Raises ModelError."""
        with self._in_its_words():
            return self._core.check(self._values(values))

    def derive(self, *, steps: bool = False, as_published: bool = False, linear: bool = False,
               inputs: Sequence[str] = (), outputs: Sequence[str] = (),
               at: str | float = "start") -> Derivation:
        """The equations of the model, ready to simulate; with ``steps`` how they come about.

        After D. Zardecki, J. Theor. Appl. Mech. 44(2), 2006; exact where the printed formulas are
        not (docs/reduction.md); these stand beside them with ``as_published``. With ``linear`` A,
        B, C, D in symbols too, of up to 6 bodies that move; ``inputs``, ``outputs`` and ``at`` are
        those of ``linearize``, and so is what is raised.
        """
        request = None
        if linear:
            request = LinearRequest(names_from("inputs", inputs), names_from("outputs", outputs),
                                    *_place(at))
        made = Derivation(self._core, self.title, bool(steps), bool(as_published), request)
        if request:
            with self._in_its_words():
                _ = made.tree  # what has no linear system is refused here
        return made

    def reduce(self, *limits: str, **values: Value) -> Reduction:
        """The smaller model in limits of parameters: ``reduce("M1=inf", "slide.freeplay=0")``.

        Without limits only the rules of the algebra are applied. Raises ModelError where the model
        has no such limit (docs/reduction.md).
        """
        texts = names_from("limits", limits)
        with self._in_its_words():
            return Reduction(self._core, texts, self._values(values), self.file)

    def equilibrium(self, *, sliding: Mapping[str, float] = {}, **values: Value) -> Equilibrium:
        """Where all bodies rest, and the set of places where friction lets them rest.

        :param sliding: frictions that slide, by name, with their speed [m/s, rad/s].
        """
        speeds = speeds_from("sliding", sliding)
        with self._in_its_words():
            return equilibrium_from(_core.equilibrium(self._core, self._values(values), speeds))

    def modes(self, *, at: str = "equilibrium", stuck: Sequence[str] = (),
              slip: Mapping[str, float | None] | Sequence[str] = {}, contact: Sequence[str] = (),
              free: Sequence[str] = (), **values: Value) -> SmallMotions:
        """Frequencies, damping and shapes of small motions, in a pattern of stick and slip.

        :param at: "equilibrium", or "start": the positions of the file.
        :param stuck: frictions that hold, by name; ``slip``: that slide, by name with their speed
            [m/s, rad/s] or None; ``contact`` and ``free``: gaps and stops that touch or do not.

        Raises TypeError for what are no names, ModelError for names of nothing.
        """
        if at not in ("equilibrium", "start"):
            raise ValueError(f"at='{at}': write 'equilibrium' or 'start'")
        hold, touch, apart = (names_from(*given) for given in (
            ("stuck", stuck), ("contact", contact), ("free", free)))
        slide = slips_from("slip", slip)
        with self._in_its_words():
            return motions_from(_core.modes(self._core, self._values(values), at == "start", hold,
                                            slide, touch, apart))

    def linearize(self, inputs: Sequence[str] = (), outputs: Sequence[str] = (), *,
                  at: str | float = "equilibrium", **values: Value) -> LinearSystem:
        """A, B, C, D in the modes in force, from the exact derivatives of the laws.

        :param inputs: names of parameters and signals.
        :param outputs: names of channels, ``"q.block"``, ``"f.spring"``, ``"x.current"``, and of
            signals.
        :param at: "equilibrium"; "start": where the file begins; or a time of a run [s].

        Raises TypeError for what are no names, ModelError for names of nothing, where there is no
        equilibrium, or where no such system exists.
        """
        at_start, time = _place(at)
        with self._in_its_words():
            return linear_from(_core.linearize(
                self._core, self._values(values), names_from("inputs", inputs),
                names_from("outputs", outputs), at_start, time))


def _place(at: str | float) -> tuple[bool, float | None]:
    """Whether it is the start, and the time where it is one [s]."""
    if isinstance(at, str) and at not in ("equilibrium", "start"):
        raise ValueError(f"at='{at}': write 'equilibrium', 'start' or a time in seconds")
    return at == "start", None if isinstance(at, str) else number_from("at", at)


def _again(text: str, path: str, tables: Tables | None,
           files: dict[str, bytes] | None = None) -> Model:
    """A model that comes from another process, with its data files."""
    model = Model._read(text, path, files)
    model._tables = tables
    return model


def _model_path(path: object) -> str:
    """The path of a model file. Raises OSError where there is none, with a file of a like name."""
    if isinstance(path, Mapping):
        raise TypeError("path: a model of dicts is luztar.Model(**tables)")
    name = path_from("path", path)
    if "\n" in name:
        raise ValueError("path: this is the text of a model; write luztar.parse(text)")
    if os.path.isdir(name):
        raise IsADirectoryError(errno.EISDIR, "a folder; name a .toml file in it", name)
    if not os.path.exists(name):
        near = _core.file_nearby(name)
        words = os.strerror(errno.ENOENT) + (f"; did you mean '{near}'?" if near else "")
        raise FileNotFoundError(errno.ENOENT, words, name)
    return name


def load(path: str | os.PathLike[str]) -> Model:
    """Reads a model file and the data files that it names (docs/model.md).

    Raises OSError if it cannot be read, ModelError with file, line and column of every mistake.
    """
    name = _model_path(path)
    return Model._read(_utf8(name), name)


def _utf8(path: str) -> str:
    content = Path(path).read_bytes()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[:error.start].count(b"\n") + 1
        raise ModelError([Diagnostic(path, line, 0, "this is not UTF-8",
                                     "save the file as UTF-8")]) from None


def import_model(path: str | os.PathLike[str], *, model: str = "", key: str = "",
                 duration: Value = "") -> Model:
    """A model of Modelica (.mo) or of MuJoCo (MJCF, .xml) as one of luztar (docs/import.md).

    ``model`` says which of several in a file of Modelica, ``key`` from which key of <keyframe> an
    MJCF model starts. ``duration`` is in s; without it what the source says counts, or 1 s.
    ``import_model(...).save("drive.toml")`` writes the model file. Raises OSError if the file
    cannot be read, ModelError with the place of what has no counterpart.
    """
    name = _model_path(path)
    given = str(_plain("duration", duration)) if duration != "" else ""
    text = _core.import_model(_utf8(name), name, text_from("model", model),
                              text_from("key", key), given)
    return Model._read(text, name + ".toml")


def parse(text: str, path: str = "<text>") -> Model:
    """The same from text; ``path`` is for messages, and data files are looked for beside it."""
    return Model._read(text_from("text", text), path_from("path", path))
