"""Tests of tools/notebook.py, and that docs/tutorial.ipynb is what the page gives."""
import json
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import notebook as tool  # noqa: E402

PAGE = """# Title
Save this:
```toml
# a.toml
x = 1
```
```sh
luztar check a.toml
luztar simulate a.toml
```
```text
ok
```
```python
print(1)
```

```text
1
```
More.
```text
shown
```
"""


class Cells(unittest.TestCase):
    def test_files_commands_and_python_are_cells_and_output_is_left_out(self) -> None:
        self.assertEqual(tool.cells_of(PAGE), [
            ("markdown", "# Title\nSave this:"),
            ("code", "%%writefile a.toml\n# a.toml\nx = 1\n"),
            ("code", "!luztar check a.toml\n!luztar simulate a.toml\n"),
            ("code", "print(1)\n"),
            ("markdown", "More."),
            ("markdown", "```text\nshown\n```\n")])

    def test_a_notebook_has_the_fields_of_its_format(self) -> None:
        made = json.loads(tool.text_of(tool.notebook_of(PAGE)))
        self.assertEqual((made["nbformat"], made["nbformat_minor"]), (4, 5))
        self.assertEqual(made["cells"][3]["source"], ["print(1)"])
        self.assertEqual(len({cell["id"] for cell in made["cells"]}), 6)

    def test_the_notebook_of_the_tutorial_is_that_of_its_page(self) -> None:
        page = tool.PAGE.read_text()
        self.assertEqual(tool.NOTEBOOK.read_text(), tool.text_of(tool.notebook_of(page)))


if __name__ == "__main__":
    unittest.main()
