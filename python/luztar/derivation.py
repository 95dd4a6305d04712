"""Equations and reductions as documents (docs/running.md, docs/reduction.md)."""
from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from luztar import _core
from luztar.notebook import part_of_page

if TYPE_CHECKING:
    import sympy
    from sympy import Matrix

    from luztar.model import Model, Value


class Formula(NamedTuple):
    """A relation, and when it holds."""

    relation: sympy.Basic
    condition: sympy.Basic  #: sympy.true: always


class LinearRequest(NamedTuple):
    """Of which linear system, and about what."""

    inputs: list[str]
    outputs: list[str]
    at_start: bool
    time: float | None  #: None: at rest, or at the start


class Derivation:
    """The equations of a model in every form."""

    def __init__(self, core: _core.Model, title: str, steps: bool, as_published: bool,
                 linear: LinearRequest | None = None) -> None:
        self._core, self._title = core, title
        self._steps, self._as_published = steps, as_published
        self._linear = linear

    def _print(self, form: str) -> str:
        linear = self._linear or LinearRequest([], [], True, None)
        return _core.derive(self._core, form, self._steps, self._as_published,
                            self._linear is not None, *linear)

    @cached_property
    def text(self) -> str:
        """For a terminal, 80 columns."""
        return self._print("text")

    @cached_property
    def latex(self) -> str:
        """A LaTeX file that compiles as it is."""
        return self._print("latex")

    @cached_property
    def markdown(self) -> str:
        return self._print("markdown")

    @cached_property
    def html(self) -> str:
        """One self-contained page with MathML."""
        return self._print("html")

    @cached_property
    def tree(self) -> dict[str, Any]:
        """Sections, formulas, conditions as dicts and lists (docs/running.md, JSON)."""
        tree: dict[str, Any] = json.loads(self._print("json"))
        return tree

    def functions(self, language: str = "python") -> str:
        """Source with ``accelerations`` and ``friction_forces``: "python" or "c" (C99).

        A linear system has none: ``linear_matrices`` gives its formulas.
        """
        if language not in ("python", "c"):
            raise ValueError(f"language='{language}': write 'python' or 'c'")
        return self._print(language)

    def sympy(self, section: str = "Equations ready to simulate") -> list[Formula]:
        """The formulas of a section as SymPy relations; symbols keep their names, "v.block".

        luz, tar and sat are sympy Functions of these names. Raises KeyError for a section that
        there is not.
        """
        from luztar._sympy import formulas

        return formulas(self.tree, section)

    def linear_matrices(self) -> dict[str, Matrix]:
        """A, B, C, D of ``derive(linear=True)`` as SymPy matrices, by their names.

        A matrix without rows or columns is left out. Symbols keep their names, "q.block". Raises
        KeyError where no linear system was asked for.
        """
        from luztar._sympy import matrices

        return matrices(self.tree)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<luztar.Derivation of {self._title!r}>"

    def _repr_html_(self) -> str:
        return part_of_page(self.html)


class VerificationRow(NamedTuple):
    """One full model with the number s in place of the limit."""

    limit: str
    small: float  #: s
    error: float  #: largest difference from the reduced model, relative
    order: float  #: error ~ s**order


@dataclass(frozen=True)
class Verification:
    """Full models that tend to the reduced one."""

    verdict: str  #: "converges", ...
    converges: bool
    order: float
    reason: str  #: of another verdict
    rows: list[VerificationRow]
    text: str

    def __str__(self) -> str:
        return self.text


class Reduction:
    """A smaller model, and how it came about."""

    def __init__(self, core: _core.Model, limits: list[str], values: dict[str, Value],
                 file: str) -> None:
        self._core = _core.reduce(core, limits, values)
        self._made_of = (core, limits, values, file)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of

    @cached_property
    def model(self) -> Model:
        """The reduced model."""
        from luztar.model import Model

        return Model._read(self._core.toml(), str(Path(self._made_of[-1]).parent / "<reduced>"))

    @property
    def steps(self) -> list[tuple[str, list[str], str]]:
        """Rule, the names that it acted on, and the condition under which it is exact."""
        return self._core.steps()

    @cached_property
    def text(self) -> str:
        return self._core.document("text")

    @cached_property
    def latex(self) -> str:
        return self._core.document("latex")

    @cached_property
    def html(self) -> str:
        return self._core.document("html")

    def verify(self) -> Verification:
        """Runs full models with small parameters beside the reduced one (docs/reduction.md)."""
        found = self._core.verify()
        found["rows"] = [VerificationRow(*row) for row in found["rows"]]
        return Verification(**found)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<luztar.Reduction: {self._core.limits()}>"

    def _repr_html_(self) -> str:
        return part_of_page(self.html)
