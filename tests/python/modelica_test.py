"""Model.export_modelica: files of Modelica, which luztar.import_model reads again."""
from pathlib import Path

import pytest

import luztar as lz

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_model_goes_to_modelica_and_back(tmp_path: Path) -> None:
    model = lz.load(EXAMPLES / "three_blocks.toml")
    model.export_modelica(tmp_path / "three.mo", FT12=2.5)
    text = (tmp_path / "three.mo").read_text()
    assert "model Three " in text
    assert 'parameter SI.Force FT12 = 2.5 "dry friction of 1 on 2";' in text
    back = lz.import_model(tmp_path / "three.mo")
    ours, theirs = model.simulate(FT12=2.5), back.simulate()
    assert theirs.events["t"].tolist() == pytest.approx(ours.events["t"].tolist())
    assert theirs.q["block1"][-1] == pytest.approx(ours.q["block1"][-1])


def test_what_modelica_has_not_is_named_with_its_place(tmp_path: Path) -> None:
    ball = lz.load(EXAMPLES / "bouncing_ball.toml")
    with pytest.raises(lz.ModelError, match=r"bouncing_ball.toml:\d+:\d+: the rigid stop 'floor' has no counterpart"):
        ball.export_modelica(tmp_path / "ball.mo")
    assert not (tmp_path / "ball.mo").exists()
    with pytest.raises(TypeError, match="duration is a setting"):
        ball.export_modelica(tmp_path / "ball.mo", duration=3)
