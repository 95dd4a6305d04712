#!/usr/bin/env python3
"""Other projects find and use a luztar that was installed, and then moved to another place.

The commands and the program are those of docs/install.md. Needs build/release.
"""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from documented import ROOT, ROWS, VERSION, run

PRINTED = re.search(r"^13 events, the seat ends .*", (ROOT / "docs" / "install.md").read_text(), re.MULTILINE)[0]
SAME_MINOR = """
set(PACKAGE_FIND_VERSION {0}.{1})
set(PACKAGE_FIND_VERSION_MAJOR {0})
set(PACKAGE_FIND_VERSION_MINOR {1})
include({2}/lib/cmake/luztar/luztarConfigVersion.cmake)
message(NOTICE "${{PACKAGE_VERSION_COMPATIBLE}}")
"""


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.place = pathlib.Path(place.name)
        cls.first, cls.home = cls.place / "first", cls.place / "second"
        run(ROWS["install"], HOME=str(cls.first))
        cls.first.rename(cls.home)
        cls.prefix = cls.home / "luztar"
        cls.documents = cls.prefix / "share" / "doc" / "luztar"

    def build(self, how):
        """What the program of a consumer prints that is built in a folder of its own."""
        folder = self.place / how
        shutil.copytree(ROOT / "tests" / "install" / "consumer", folder)
        run(ROWS[how], folder, HOME=str(self.home))
        [program] = [path for path in (folder / "seat", folder / "build" / "seat") if path.exists()]
        return run([program], self.documents).strip()

    def test_the_program_runs(self):
        program = self.prefix / "bin" / "luztar"
        self.assertEqual(run([program, "--version"]), f"luztar {VERSION}\n")
        out = run([program, "simulate", "examples/belt.toml", "--out", self.place / "out"], self.documents)
        self.assertIn("finished at", out)

    def test_a_project_finds_it_by_cmake(self):
        self.assertEqual(self.build("a program, by CMake"), PRINTED)

    def test_a_command_finds_it_by_pkg_config(self):
        self.assertEqual(self.build("a program, by pkg-config"), PRINTED)

    def test_a_project_takes_it_as_a_folder_of_its_own_and_installs_nothing_of_it(self):
        folder = self.place / "whole"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.21)\nproject(whole CXX)\n"
            f"add_subdirectory({ROOT} luztar)\nadd_executable(seat {ROOT}/tests/install/consumer/main.cpp)\n"
            "target_link_libraries(seat luztar::luztar)\n")
        run("cmake -S . -B build && cmake --install build --prefix p", folder)
        self.assertFalse((folder / "p").exists())

    def test_nothing_names_the_places_where_it_was(self):
        places = [str(place).encode() for place in (ROOT, self.first)]
        named = [str(path) for path in self.prefix.rglob("*") if path.is_file()
                 and any(place in path.read_bytes() for place in places)]
        self.assertEqual(named, [])

    def test_an_fmu_of_this_machine_runs_with_an_older_c_library(self):
        library = (self.prefix / "lib" / "libluztar_c.so").read_bytes()
        self.assertIn(b"fmi3DoStep", library)
        self.assertNotIn(b"arc4random", library)  # of std::random_device; the C library has it since 2.36

    def test_one_version_in_all_places(self):
        self.assertIn(f"\nversion: {VERSION}\n", (ROOT / "CITATION.cff").read_text())
        self.assertIn(f"\n## [{VERSION}]", (ROOT / "CHANGELOG.md").read_text())
        self.assertIn(f"\nVersion: {VERSION}\n", (self.prefix / "lib/pkgconfig/luztar.pc").read_text())
        for folder in ("package", "page"):
            self.assertEqual(json.loads((ROOT / "web" / folder / "package.json").read_text())["version"], VERSION)
            lock = json.loads((ROOT / "web" / folder / "package-lock.json").read_text())
            self.assertEqual([lock["version"], lock["packages"][""]["version"]], [VERSION] * 2)
        pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "web" / "package" / "README.md"]
        written = {(page.name, number) for page in pages if page.name != "performance.md"  # as measured
                   for number in re.findall(r"\bluztar[- ](\d+\.\d+\.\d+)", page.read_text())}
        self.assertGreaterEqual({page for page, _ in written}, {"install.md", "running.md", "web.md"})
        self.assertEqual({number for _, number in written}, {VERSION})
        header = (self.prefix / "include/luztar/version.h").read_text()
        self.assertIn(f'LUZTAR_VERSION "{VERSION}"', header)
        for name, number in zip(("MAJOR", "MINOR", "PATCH"), VERSION.split("."), strict=True):
            self.assertIn(f"LUZTAR_VERSION_{name} {number}\n", header)

    def test_what_is_taken_from_others_is_listed_with_version_and_licence(self):
        packages = json.loads((self.documents / "sbom.spdx.json").read_text())["packages"]
        others = {package["name"] for package in packages} - {"luztar"}
        for package in packages:
            self.assertRegex(package["versionInfo"], r"^\d+(\.\d+)+$", package["name"])
            self.assertNotIn(package["licenseDeclared"], ("", "NOASSERTION"), package["name"])
        stated = re.findall(r"^Files: ([^*\n]+)\n(?!Comment: in the )",
                            (self.documents / "copyright").read_text(), re.MULTILINE)
        self.assertEqual(sorted(stated), sorted(others))
        self.assertEqual(others, {"Boost", "CLI11", "Eigen", "PEGTL", "fmt", "iframe-worker", "nlohmann-json",
                                  "toml++"})

    def test_other_minor_versions_are_refused(self):
        major, minor, _ = map(int, VERSION.split("."))
        for other, fits in ((minor, True), (minor + 1, False), (minor - 1, False)):
            script = self.place / "version.cmake"
            script.write_text(SAME_MINOR.format(major, other, self.prefix))
            said = run(f"cmake -P {script} 2>&1").strip()
            self.assertEqual(said == "TRUE", fits, f"{major}.{other}: {said}")

    def test_what_is_missing_is_named_with_the_command_that_brings_it(self):
        for package, python, groups in (("Eigen3", "OFF", "base"), ("Python", "ON", "base python")):
            done = subprocess.run(["cmake", "-S", ROOT, "-B", self.place / package, f"-DLUZTAR_PYTHON={python}",
                                   f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON", "-DLUZTAR_TESTS=OFF"],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(" ".join(done.stderr.split()), rf"{package} .*not found.* by tools/deps.sh {groups}\b")

    def test_every_option_is_documented(self):
        text = (ROOT / "docs" / "install.md").read_text()
        options = [line.split("(")[1].split()[0] for line in (ROOT / "cmake/options.cmake").read_text().splitlines()
                   if line.startswith("option(")]
        self.assertGreaterEqual(len(options), 5)
        self.assertEqual([name for name in options if f"`{name}`" not in text], [])


if __name__ == "__main__":
    unittest.main()
