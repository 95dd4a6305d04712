"""Mechanical systems with dry friction (stick-slip) and freeplay (backlash), exactly.

    import luztar as lz
    model = lz.load("belt.toml")
    run = model.simulate(duration=50, v0="0.3 m/s")
    run.q["block"], run.f["contact"], run.t     # read-only numpy arrays
    run.events, run.modes["contact"], run.proof
    run.plot()

All numbers are in SI. What a model file may hold: docs/model.md.
"""
from luztar._core import VERSION as __version__
from luztar._errors import Diagnostic, ModelError, RunEnded, RunWarning
from luztar.examples import example, examples
from luztar.model import Model, import_model, load, parse
from luztar.comparison import (ChannelDifference, Comparison, ElementEvents, LoneEvent, Pair,
                               compare)
from luztar.derivation import Derivation, Reduction, Verification
from luztar.derivatives import Derivative, Derivatives, Monodromy
from luztar.diagram import Diagram
from luztar.fit import Fit, FittedChannel, FittedValue, Profile, Residuals
from luztar.law_choice import FittedLaw, LawChoice
from luztar.linear import LinearSystem, LinearVariable, TransferFunction
from luztar.rest import Equilibrium, SmallMotion, SmallMotions
from luztar.stepper import StepEvent, Stepper, StepperInput, StepperState
from luztar.sweep import Table
from luztar.rows import Channels, Rows
from luztar.run import Contacts, Ledger, Proof, Proofs, Run, State, StickSlip, Stretches
from luztar.run_files import load_run


def __getattr__(name: str) -> object:
    of_model = {"simulate": "simulate()", "run": "simulate()", "sweep": "sweep(...)",
                "fit": "fit(...)", "derive": "derive()", "check": "check()",
                "modes": "modes()", "linearize": "linearize(...)",
                "equilibrium": "equilibrium()", "reduce": "reduce(...)"}
    if name in of_model:
        raise AttributeError(f"luztar has no '{name}', a model has: "
                             f"luztar.load(\"model.toml\").{of_model[name]}")
    if name in ("read", "open", "Load", "from_file", "load_model", "read_toml"):
        raise AttributeError(f"luztar has no '{name}'; write luztar.load(\"model.toml\")")
    raise AttributeError(f"module 'luztar' has no attribute '{name}'")


__all__ = [
    "ChannelDifference", "Channels", "Comparison", "Contacts", "Derivation", "Derivative",
    "Derivatives", "Diagnostic", "Diagram", "ElementEvents", "Equilibrium", "Fit",
    "FittedChannel", "FittedLaw", "FittedValue", "LawChoice", "Ledger", "LinearSystem",
    "LinearVariable", "LoneEvent", "Model", "ModelError", "Monodromy", "Pair", "Profile",
    "Proof", "Proofs", "Reduction", "Residuals", "Rows", "Run", "RunEnded", "RunWarning",
    "SmallMotion", "SmallMotions", "State", "StepEvent", "Stepper", "StepperInput",
    "StepperState", "StickSlip", "Stretches", "Table", "TransferFunction", "Verification",
    "__version__", "compare", "example", "examples", "import_model", "load", "load_run", "parse",
]
