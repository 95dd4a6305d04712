"""What a notebook shows of a model, of its equations and of a run."""
from __future__ import annotations

import html
import io
import re
from typing import TYPE_CHECKING

from luztar.diagram import AT_MOST

if TYPE_CHECKING:
    from luztar.model import Model
    from luztar.run import Run


_LEFT = 'style="text-align:left"'  # notebooks have cells of tables on the right


def html_of_model(model: Model) -> str:
    """Title, diagram, parameters and equations, which large models only name."""
    title = html.escape(model.title or model.file)
    return (f"<h3>{title}</h3>{model.diagram()._repr_html_()}{_parameters(model)}"
            f"{_equations(model)}")


def _parameters(model: Model) -> str:
    """Names, values in the units of the file, and what they are."""
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{value / factor:.12g}</td>"
        f"<td {_LEFT}>{html.escape(unit)}</td><td {_LEFT}>{html.escape(about)}</td></tr>"
        for name, value, unit, about, factor in model.parameters.values())
    return f"<table>{rows}</table>" if rows else ""


def _equations(model: Model) -> str:
    if len(model.bodies) + len(model.elements) > AT_MOST:
        return "<p>Its equations: <code>model.derive()</code></p>"
    return re.sub("<h3>.*?</h3>", "", part_of_page(model.derive().html))


def part_of_page(page: str) -> str:
    """What a printed document says: without its styles, which would be those of the notebook too,
    and with headings two levels down.
    """
    main = page.partition("<main>")[2].rpartition("</main>")[0]
    lower = re.sub(r"<(/?)h(\d)>", lambda m: f"<{m[1]}h{int(m[2]) + 2}>", main)
    cells = re.sub(r'<td( class="right")?>', rf"<td\1 {_LEFT}>", lower)
    return f'<div style="overflow-x:auto">{cells}</div>'


def html_of_run(run: Run) -> str:
    """Its plot, as SVG, or its words where there is no matplotlib or nothing to plot."""
    words = f"<pre>{html.escape(repr(run))}</pre>"
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return words
    if not len(run.t) or not any(run._channels.values()):
        return words
    figure = run.plot()[0].figure
    text = io.StringIO()
    figure.savefig(text, format="svg")
    plt.close(figure)
    svg = text.getvalue()
    return words + svg[svg.find("<svg"):]
