"""What fits.py has measured: columns for the terminal, a section for docs/performance.md."""

import textwrap

import derivative_costs
import fit_guide
import fit_searches
import sections
import sysid_peer

WIDTH = 80


def columns(rows):
    """Aligned, the first column to the left. The words of a failure may run over the others."""
    wide = [max(len(row[i]) for row in rows if row[-1] or i == 0) for i in range(len(rows[0]))]
    return [row[0].ljust(wide[0]) + "".join(
        "  " + cell.rjust(wide[i]) for i, cell in enumerate(row[1:], 1)).rstrip()
        if row[-1] else f"{row[0].ljust(wide[0])}  {row[1]}" for row in rows]


def markdown(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return [lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]


def requirements(outcome):
    return [*derivative_costs.required(outcome["costs"]),
            *fit_searches.required(outcome["searches"])]


def verdict(met):
    return "met" if met else "NOT met"


def tables(outcome):
    return (derivative_costs.table(outcome["costs"]), fit_searches.table(outcome["searches"]),
            sysid_peer.table(outcome["sysid"]))


def lines(outcome):
    """For the terminal, and whether all is met."""
    out = []
    for i, rows in enumerate(tables(outcome)):
        under = " ".join(fit_searches.remarks(outcome["searches"])) if i == 1 else ""
        out += [*columns(rows), *textwrap.wrap(under, WIDTH), ""]
    out.append("required")
    for what, value, bound, met in requirements(outcome):
        out.append(f"  {what:46} {value:>8} {bound:>7}  {verdict(met)}")
    return out, all(met for *_, met in requirements(outcome))


def judged(outcome):
    return "Required: " + "; ".join(f"{what} {value} ({bound}: {verdict(met)})"
                                    for what, value, bound, met in requirements(outcome)) + "."


def section(outcome, host, versions):
    costs, searches, peers = map(markdown, tables(outcome))
    busy = " (busy)" if host["load"] > 1.0 else ""
    return "\n".join([
        sections.FITS, "",
        f"Written by `./run_bench --fits`. {host['date']}, {host['processor']}, {host['cores']} "
        f"cores of a shared machine, load {host['load']:.1f} at the start{busy}, Python "
        f"{host['python']}; {', '.join(f'{name} {text}' for name, text in versions.items())}.", "",
        judged(outcome), "",
        "Whole runs from Python, all samples of the example included; the least of "
        f"{derivative_costs.TURNS} turns. Derivatives by the first eight of its parameters and "
        "start values that luztar varies; `bouncing_ball` has six of them.", "", *costs, "",
        "Seven parameters of `janecek_guide` (m, ks, FS, FK, C, A, kw) from 950 positions and "
        "forces of the suspension in 9.5 s, with noise of 0.1 mm and 0.5 N. Starts are 1 to 54 % "
        "off, numbers are medians over three sets of noise. \"to optimum\": runs of both kinds until the best "
        f"point has every parameter within {fit_guide.SAME} standard errors of luztar's (of "
        "luztar's own fit: all runs); \"distance\": at the end, in standard errors, the largest. "
        "Nelder-Mead and CMA-ES in "
        "units of the start values, their runs without derivatives. Each stops by its own "
        f"defaults. {' '.join(fit_searches.remarks(outcome['searches']))}", "", *searches, "",
        "Four parameters of a mass on a spring with dry friction, from 500 positions in 10 s with "
        "noise of 0.1 mm, by MuJoCo's own toolbox `mujoco.sysid` (its optimizer, differences, two "
        "threads). The data are of exact Coulomb friction with m = 1, k = 40, C = 0.5, FK = 1; "
        "MuJoCo's friction is soft and goes in steps, which bends the values: \"distance\" from "
        "luztar's, in standard errors.", "", *peers, "", ""])
