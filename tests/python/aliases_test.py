"""The package loads with each numpy: from 2.5 on `NDArray` is an alias and no class."""
import ast
import pathlib

import luztar as lz

FILES = sorted(pathlib.Path(lz.__file__).parent.glob("*.py"))


def name_of(node):
    """Of `NDArray[np.float64]` "NDArray"; None of what has no name."""
    node = node.value if isinstance(node, ast.Subscript) else node
    return node.id if isinstance(node, ast.Name) else None


def test_no_class_has_an_array_type_of_numpy_as_its_base():
    nodes = [node for file in FILES for node in ast.walk(ast.parse(file.read_text()))]
    aliases = {"NDArray"} | {target.id for node in nodes if isinstance(node, ast.Assign)
                             and name_of(node.value) == "NDArray" for target in node.targets}
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    assert {"NDArray", "Column"} <= aliases and len(classes) > 20
    assert [node.name for node in classes if {*map(name_of, node.bases)} & aliases] == []
