"""luztar.import_model: files of Modelica and MJCF as models."""
from pathlib import Path

import pytest

import luztar as lz

LISTS = Path(__file__).parents[1] / "import"


def test_a_model_of_modelica_runs_and_is_saved(tmp_path: Path) -> None:
    model = lz.import_model(LISTS / "modelica" / "Rotational_First.mo", duration=0.1)
    assert model.bodies == ["inertia1", "inertia2", "inertia3"]
    run = model.simulate()
    assert run.q["inertia1"][-1] == pytest.approx(10 * run.q["inertia2"][-1])
    model.save(tmp_path / "first.toml")
    assert lz.load(tmp_path / "first.toml").bodies == model.bodies


def test_what_has_no_counterpart_is_named_with_its_place() -> None:
    with pytest.raises(lz.ModelError, match="refused_ball.xml:2:31: a 'ball' joint"):
        lz.import_model(LISTS / "mjcf" / "refused_ball.xml")
    with pytest.raises(TypeError, match="key"):
        lz.import_model(LISTS / "mjcf" / "pendulum.xml", key=3)  # type: ignore[arg-type]
