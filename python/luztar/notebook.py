"""What a notebook shows of a model and of a run."""
from __future__ import annotations

import html
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luztar.model import Model
    from luztar.run import Run


def html_of_model(model: Model) -> str:
    """Title, parameters and equations."""
    rows = "".join(
        f"<tr><td>{html.escape(p.name)}</td><td>{p.value:.12g}</td><td>{html.escape(p.unit)}</td>"
        f"<td>{html.escape(p.about)}</td></tr>" for p in model.parameters.values())
    table = f"<table>{rows}</table>" if rows else ""
    return f"<h3>{html.escape(model.title or model.file)}</h3>{table}{model.derive().html}"


def html_of_run(run: Run) -> str:
    """Its plot, as SVG, or its words where there is no matplotlib."""
    words = f"<pre>{html.escape(repr(run))}</pre>"
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return words
    figure = run.plot()[0].figure
    text = io.StringIO()
    figure.savefig(text, format="svg")
    plt.close(figure)
    return words + text.getvalue()[text.getvalue().find("<svg"):]
