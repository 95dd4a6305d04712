"""Which law of friction measured data ask for (docs/fit.md)."""
from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from luztar import _core
from luztar._arguments import text_from
from luztar._whole import whole
from luztar.fit import Fit, Free, _free, check_loss, made_fit, write_page

if TYPE_CHECKING:
    from luztar.model import Model, Value


@dataclass(frozen=True)
class FittedLaw:
    """A law beside the data."""

    name: str  #: "coulomb", "viscous", "static", "freeplay of bearing" ...
    fit: Fit
    model: Model  #: with this law and the values found
    n_values: int  #: that were free
    aic: float  #: Akaike's criterion, less the least one
    bic: float  #: Schwarz's
    p: float  #: of the ratio of likelihoods beside the best law; of laws of another kind by BIC
    unseen: float  #: rms of rows that a fit did not see, in units of the noise; NaN: folds < 2


@dataclass(frozen=True)
class LawChoice:
    """The result of :meth:`Model.choose_law`. ``choice["static"]`` is a :class:`FittedLaw`."""

    friction: str
    best: str
    undecided: list[str]  #: laws that the data cannot tell from the best one
    verdict: str  #: in words
    laws: list[FittedLaw]  #: by BIC
    not_fitted: list[str]  #: laws without a fit, and why
    doubts: list[str]  #: of the data: a sign, a unit
    _page: Callable[[], str] | None = field(repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_page": None}

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page of the fit of the best law, with the others in a table."""
        return write_page(self._page, path)

    def __getitem__(self, name: str) -> FittedLaw:
        for law in self.laws:
            if law.name == name:
                return law
        raise KeyError(f"no law '{name}': {', '.join(law.name for law in self.laws)}")

    def __repr__(self) -> str:
        lines = [f"{self.friction:<22}{'values':>7}{'AIC':>11}{'BIC':>11}{'p':>10}{'unseen':>9}"]
        lines += [f"{law.name:<22}{law.n_values:>7}{law.aic:>11.1f}{law.bic:>11.1f}"
                  f"{'' if law.name == self.best else format(law.p, '.2g'):>10}"
                  f"{law.unseen:>9.4g}" for law in self.laws]
        return "\n".join([*lines, *self.not_fitted, self.verdict,
                          *(f"look at the data: {doubt}" for doubt in self.doubts)])


def choice_of(model: Model, friction: str, experiments: list[Any], free: Free | None,
              loss: str, folds: int, changed: dict[str, Value],
              keys: dict[str, Value]) -> LawChoice:
    from luztar.model import Model as Made

    check_loss(loss)
    text_from("friction", friction)
    folds = whole("folds", folds, 0)
    with model._in_its_words():
        found = _core.law_choice(model._core, changed, keys, friction, experiments, _free(free),
                                 loss, folds)
    file = str(Path(model.file).parent / "<fitted>")
    doubts = found["doubts"]
    laws = [FittedLaw(name, made_fit({**fit, "doubts": doubts}), Made._read(text, file), *rest)
            for name, fit, text, *rest in found.pop("laws")]
    return LawChoice(friction=friction, laws=laws, _page=found.pop("page"), **found)
