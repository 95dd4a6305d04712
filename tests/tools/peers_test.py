"""Tests of bench/peers' own arithmetic: references, errors, the requirement, the table."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "peers"))

import chain_problem  # noqa: E402
import references  # noqa: E402
import report  # noqa: E402
import sections  # noqa: E402
import steps  # noqa: E402
import sweep_table  # noqa: E402


def row(peer: str, ns: float, error: float | None, drift: float = 0.0) -> dict:
    return {"problem": "chain 1000", "peer": peer, "setting": "", "h": "1e-3", "shown": True,
            "ns": ns, "seconds": ns * 1e-3, "error": error, "drift": drift, "memory_mb": 1,
            "events": 0, "version": "1"}


class Steps(unittest.TestCase):
    TEXT = """A millisecond at a time
belt, 20 s
                                              us per ms     ratio     error
  luztar Stepper                                  0.100         1   5.5e-15
  MuJoCo 4.0.0, hard, 1 step per ms               4.529     0.865  unstable
MuJoCo: not installed
"""

    def test_tables_of_the_program_become_those_of_the_page(self) -> None:
        self.assertEqual(steps.lines(self.TEXT), [
            "", "Belt, 20 s.", "", "| | us per ms | over luztar | error |", "|---|---|---|---|",
            "| luztar Stepper | 0.100 | 1 | 5.5e-15 |",
            "| MuJoCo 4.0.0, hard, 1 step per ms | 4.529 | 0.865 | unstable |", "", "MuJoCo: not installed."])

    def test_a_new_page_keeps_the_section(self) -> None:
        section = steps.section(self.TEXT, {"date": "", "processor": "", "cores": 2, "load": 0.0, "compiler": ""})
        before = sections.put(sections.STEPS, section, f"# Page\n\n{sections.NEXT}\n")
        self.assertEqual(before, f"# Page\n\n{section}{sections.NEXT}\n")
        self.assertEqual(sections.kept(before, f"# New\n\n{sections.NEXT}\n"), f"# New\n\n{section}{sections.NEXT}\n")


class Reference(unittest.TestCase):
    def test_the_belt_repeats_with_the_published_period(self) -> None:
        # tests/reference/field_benchmarks.json, "belt": T = 1.16315499798435215, stretch 0.04..0.12
        samples = references.belt()
        self.assertAlmostEqual(samples[1.0][0], 0.1, 15)  # rides along, v = 0.1
        self.assertLess(max(x for [x] in samples.values()), 0.13)
        self.assertGreater(min(x for [x] in samples.values()), 0.025 - 1e-15)
        stick = [t for t in samples if (t - 1.2) % 1.16315499798435215 > 0.363154997984352155]
        for t in stick:
            since = (t - 1.2) % 1.16315499798435215 - 0.363154997984352155
            if t > 1.2:
                self.assertAlmostEqual(samples[t][0], 0.04 + 0.1 * since, 12)

    def test_an_error_is_relative_to_the_largest_position(self) -> None:
        known = references.References()
        known.samples["chain 2"] = {0.5: [0.0, 2.0], 1.0: [4.0, 1.0]}
        known.still["chain 2"] = [0, 1]
        outcome = {"times": [0.5, 1.0], "q": [[0.0, 2.0], [4.0, 0.8]]}
        self.assertAlmostEqual(known.error("chain 2", outcome), 0.05)
        self.assertAlmostEqual(known.drift("chain 2", outcome), 0.8)

    def test_a_run_that_ended_early_has_no_error(self) -> None:
        known = references.References()
        known.samples["chain 1"] = {0.5: [1.0], 1.0: [1.0]}
        self.assertIsNone(known.error("chain 1", {"times": [0.5], "q": [[1.0]]}))


class Chain(unittest.TestCase):
    def test_the_generator_is_that_of_the_c_plus_plus_standard(self) -> None:
        # [rand.predef]: the 10000th consecutive value of a default-constructed mt19937_64
        engine = chain_problem.Mt19937_64()
        for _ in range(9999):
            engine.next()
        self.assertEqual(engine.next(), 9981545732273789042)


class Requirement(unittest.TestCase):
    def test_it_takes_the_fastest_rival_that_is_exact_enough(self) -> None:
        rows = [row("luztar stepping", 5.0, 1e-3), row("MuJoCo 4", 400.0, 2e-3),
                row("Bullet", 100.0, 0.2), row("CVODE tanh(v/1e-3)", 50.0, 1e-3)]
        words, met = report.acceptance(rows)
        self.assertTrue(met)
        self.assertIn("MuJoCo 4, 400 ns", words)
        self.assertIn("**80 times as long**", words)

    def test_settings_below_a_default_are_named_but_not_the_measure(self) -> None:
        quick = row("ODE", 190.0, 0.05) | {"setting": "QuickStep, 3 iterations"}
        rows = [row("luztar stepping", 5.0, 1e-3), row("MuJoCo 4", 400.0, 2e-3), quick]
        words, met = report.acceptance(rows)
        self.assertTrue(met)
        self.assertIn("QuickStep, 3 iterations, 190 ns (38 times)", words)

    def test_it_says_not_met(self) -> None:
        words, met = report.acceptance([row("luztar stepping", 5.0, 1e-3), row("ODE", 100.0, 0.05)])
        self.assertFalse(met)
        self.assertIn("not met", words)

    def test_without_a_rival_it_is_not_met(self) -> None:
        self.assertFalse(report.acceptance([row("luztar stepping", 5.0, 1e-3)])[1])


class Page(unittest.TestCase):
    def test_what_failed_stands_in_the_table_in_words(self) -> None:
        rows = [row("luztar stepping", 5.0, 1e-3), row("ODE", 100.0, 0.05),
                {"problem": "chain 1000", "peer": "DART", "setting": "", "h": "1e-3",
                 "shown": True, "failure": "not installed"}]
        with tempfile.TemporaryDirectory() as folder:
            report.write({"rows": rows, "machine": report.machine()}, pathlib.Path(folder))
            page = (pathlib.Path(folder) / "performance.md").read_text(encoding="utf-8")
        self.assertIn("| DART | not installed |", page)
        self.assertIn("| ODE | 100 | 20 | 5.0e-02 | 0 | 1 MB |", page)

    def test_a_peer_that_is_better_is_named(self) -> None:
        rows = [row("luztar stepping", 5.0, 1e-3), row("ODE", 4.0, 1e-3)]
        self.assertIn("ODE", report.ahead_of_us(rows)[0])
        self.assertIn("None", report.ahead_of_us(rows[:1])[0])


def swept(name: str, seconds: float, error: float) -> dict:
    return {"name": name, "seconds": seconds, "error": error, "points": 1000}


class Sweeps(unittest.TestCase):
    ROWS = [swept("luztar 1e-12", 1e-4, 1e-13), swept("CVODE 1e-9", 1.4e-3, 1e-6),
            swept("CVODE 1e-12", 2e-3, 1e-9), swept("odeint", 2e-4, 1e-10),
            swept("scipy", 5e-2, 1e-9), swept("heyoka 1e-15", 1e-3, 9e-14),
            swept("heyoka 1e-12", 2e-4, 1e-12)]

    def table(self, rows: list, beside: float = 5e-7) -> tuple[str, bool]:
        lines, met = sweep_table.lines({"rows": rows, "threads": 1.9, "beside": beside})
        return "\n".join(lines), met

    def test_a_requirement_is_about_the_row_that_comes_nearest_in_error(self) -> None:
        words, met = self.table(self.ROWS)
        self.assertTrue(met)
        self.assertIn("| CVODE 1e-12 | 2000 | 500 | 20 | 1.0e-09 s | 1000 | 15: met |", words)
        self.assertIn("| CVODE 1e-9 | 1400 | 714 | 14 | 1.0e-06 s | 1000 |  |", words)
        self.assertIn("| 9.0e-14 s | 1000 | more exact than luztar |", words)
        self.assertIn("1.90 times", words)

    def test_it_says_what_is_not_met_and_what_was_not_measured(self) -> None:
        slow = [self.ROWS[0] | {"seconds": 1.9e-4}, *self.ROWS[1:]]
        self.assertIn("| 1.05 | 1.0e-10 s | 1000 | 1.3: not met |", self.table(slow)[0])
        words, met = self.table(self.ROWS[:-1])  # heyoka: nothing but the more exact one
        self.assertFalse(met)
        self.assertIn("| heyoka | not measured, or all more exact |", words)
        self.assertFalse(self.table(self.ROWS, beside=2e-6)[1])

    def test_the_section_takes_its_place_and_outlives_a_new_page(self) -> None:
        outcome = {"rows": self.ROWS, "threads": 1.9, "beside": 5e-7}
        text = sweep_table.section(outcome, (400, 250), report.machine() | {"load": 0.1})
        page = sweep_table.put(text, f"# Page\n\n{sweep_table.NEXT}\n\nwords\n")
        self.assertEqual(sweep_table.of(page), text)
        self.assertEqual(sweep_table.put(text, page), page)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "performance.md"
            file.write_text(page, encoding="utf-8")
            report.write({"rows": [], "machine": report.machine()}, pathlib.Path(folder))
            self.assertEqual(sweep_table.of(file.read_text(encoding="utf-8")), text)


if __name__ == "__main__":
    unittest.main()
