"""What sweeps.py has measured, as a table, and its place in docs/performance.md."""

import sections

TITLE, NEXT = sections.SWEEPS, sections.NEXT
REQUIRED = {"CVODE": 15.0, "odeint": 1.3, "scipy": 400.0, "heyoka": 1.5}
THREADS, BESIDE = 1.8, 1e-6


def judged(rows, tool):
    """The row that a requirement is about: of those that are not more exact than luztar's, the most
    exact one. None if there is none.
    """
    able = [r for r in rows if r["name"].startswith(tool) and r["error"] >= rows[0]["error"]]
    return min(able, key=lambda r: r["error"], default=None)


def verdict(met):
    return "met" if met else "not met"


def micro(seconds):
    return f"{1e6 * seconds:.3g}" if seconds < 1e-3 else f"{1e6 * seconds:.0f}"


def lines(outcome):
    """Lines of Markdown, and whether all is met. The first row is luztar's."""
    rows, ours = outcome["rows"], outcome["rows"][0]
    about = {tool: judged(rows, tool) for tool in REQUIRED}
    out = ["| | us per run | runs per second | over luztar | error | points | required |",
           "|---|---|---|---|---|---|---|"]
    all_met = True
    for row in rows:
        ratio, words = row["seconds"] / ours["seconds"], ""
        tool = next((t for t in REQUIRED if row["name"].startswith(t)), None)
        if tool and about[tool] is row:
            met = ratio >= REQUIRED[tool]
            words, all_met = f"{REQUIRED[tool]:g}: {verdict(met)}", all_met and met
        elif tool and row["error"] < ours["error"]:
            words = "more exact than luztar"
        out.append(f"| {row['name']} | {micro(row['seconds'])} | {1 / row['seconds']:.0f} | "
                   f"{ratio:.3g} | {row['error']:.1e} s | {row['points']} | {words} |")
    for tool in (t for t, row in about.items() if row is None):
        out.append(f"| {tool} | not measured, or all more exact | | | | | {REQUIRED[tool]:g}: "
                   f"not met |")
        all_met = False
    gain, beside = outcome["threads"], outcome["beside"]
    out += ["", f"Two threads: {gain:.2f} times the runs of one by the clock (required {THREADS}: "
                f"{verdict(gain >= THREADS)}). Beside its simulation a point costs "
                f"{1e6 * beside:.2f} us (required at most {1e6 * BESIDE:g}: "
                f"{verdict(beside <= BESIDE)})."]
    return out, all_met and gain >= THREADS and beside <= BESIDE


def section(outcome, grid, host):
    versions = {row["name"].split()[0]: row["version"] for row in outcome["rows"]
                if "version" in row}
    busy = " (busy: the gain of two threads tells little)" \
        if host["load"] > 0.5 else ""
    return "\n".join([
        TITLE, "",
        f"Written by `./run_bench --sweeps`. {host['date']}, {host['processor']}, {host['cores']} "
        f"cores of a shared machine, load {host['load']:.1f} at the start{busy}, {host['compiler']} -O3, "
        f"Python {host['python']}; "
        f"{', '.join(f'{tool} {version}' for tool, version in versions.items())}.", "",
        f"`examples/belt.toml` for 50 s, some 57 mode changes, at {grid[0]} speeds by {grid[1]} "
        "frictions; peers run as many of these points as the table says, spread evenly. Processor "
        "time on one core, the least of some turns in two rounds. Error: of the time that the mass "
        "sticks, from the closed form, the worst of all points. A requirement is about the most "
        "exact row of a tool that is not more exact than luztar's. The equations of both phases and "
        "their events are written by hand for all peers. heyoka runs as many points at a time as "
        "fit a register and does not leave its loop, but calls Python at each mode change. DOP853 "
        "at 1e-11 and coarser steps over stops (error 0.8 s and more); scipy's time is "
        "mostly Python.", "", *lines(outcome)[0], "", ""])


def of(page):
    """The section that a page has, or nothing."""
    return sections.of(TITLE, page)


def put(text, page):
    """The page with this section in place of the one that it has."""
    return sections.put(TITLE, text, page)
