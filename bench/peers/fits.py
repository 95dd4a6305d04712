#!/usr/bin/env python3
"""What derivatives cost, and fits beside other ways to an optimum: ./run_bench --fits

    fits.py [--no-install] [--no-page]

Runs in the environment of luztar's package (tools/python_env.sh); peers come from
build/peers-venv, behind it. Prints three tables and writes them into docs/performance.md. Exit
status 1 if a requirement is not met.
"""

import argparse
import os
import site
import sys

import report
import run
import sections
from references import ROOT

PAGE = ROOT / "docs" / "performance.md"


def take_peers(installs):
    """Packages of build/peers-venv, behind those of this environment."""
    if installs:
        run.install_python()
    here = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = run.VENV / "lib" / here / "site-packages"
    if folder.exists():
        site.addsitedir(str(folder))


def versions():
    """Of what is there. Asked for by name: importing takes a second."""
    from importlib import metadata
    found = {}
    for name in ("luztar", "scipy", "cma", "mujoco"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--no-install", action="store_true")
    parser.add_argument("--no-page", action="store_true")
    given = parser.parse_args()
    take_peers(not given.no_install)
    import derivative_costs  # these need luztar and numpy
    import fit_searches
    import fit_table
    import sysid_peer
    host = report.machine() | {"load": os.getloadavg()[0]}
    outcome = {}
    for name, part in (("costs", derivative_costs), ("searches", fit_searches),
                       ("sysid", sysid_peer)):
        print(f"fits: {name} ...", file=sys.stderr)
        outcome[name] = part.measure()
    lines, met = fit_table.lines(outcome)
    print("\n".join(lines))
    if not given.no_page:
        text = fit_table.section(outcome, host, versions())
        page = sections.put(sections.FITS, text, PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(page, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
