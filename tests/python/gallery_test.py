"""tools/gallery.py writes a page of the site that needs nothing but its folder."""
import re
import subprocess
import sys

from conftest import ROOT

TOOL = str(ROOT / "tools" / "gallery.py")


def test_the_gallery_shows_scripts_and_models(tmp_path):
    names = ["03_equations", "belt", "layers_8"]
    subprocess.run([sys.executable, TOOL, "--out", str(tmp_path), *names], check=True, timeout=120)
    page = (tmp_path / "gallery.md").read_text(encoding="utf-8")
    links = set(re.findall(r'(?:href|src)="(?!#)([^"]*)"', page))
    assert links == {f"gallery/{name}" for name in (
        "03_equations.png", "belt.svg", "belt.png", "layers_8.svg", "layers_8.png")}
    assert all((tmp_path / link).stat().st_size > 1000 for link in links)
    assert page.count("<article id=") == 3 and page.count("\n## ") == 3 and page.startswith("# Gallery")
    assert "the proof of the limit in numbers." in page
    assert "slips back, and rides along again.</p>" in page, "one sentence"
    assert "luztar simulate examples/belt.toml" in page and "[bodies.block]" in page
    assert str(ROOT) not in page


def test_an_unknown_name_is_named(tmp_path):
    done = subprocess.run([sys.executable, TOOL, "--out", str(tmp_path), "bel"], timeout=60,
                          capture_output=True, text=True)
    assert done.returncode == 2 and "no example bel" in done.stderr
