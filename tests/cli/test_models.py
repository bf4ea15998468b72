"""`fit`, `predict`, `explain`, `discretize`: agreement with scikit-learn, one sentence for wrong input."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from support.configured import project

from naivebench.cli.main import main

pytestmark = pytest.mark.slow
TRAIN = """\
x,y,colour,kind of thing
1.5,2,red,b b
1.7,?,green,a
0.2,3,red,a
0.4,1,,b b
2.5,4,"light, blue",b b
3,5,"light, blue",a
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with train.csv, and a function that writes more files into it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.csv").write_text(TRAIN)

    def write(name, text):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return write


def predict(*more, test="train.csv", **how):
    return fit(*more, **how) or main(["predict", "--model", "m.nb", "--test", test, "--out", "out.csv"])


def fit(*more, method="nb", train="train.csv", target="kind of thing"):
    return main(["fit", "--method", method, "--train", train, "--target", target, "--out", "m.nb", *more])


def read(path="out.csv"):
    return pd.read_csv(path, keep_default_na=False)


def error(capsys, status):
    """The one sentence of an error."""
    assert status == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1, lines
    return lines[0].removeprefix("error: ")


def test_predict_writes_labels_and_posteriors(files):
    assert predict() == 0
    frame = read()
    assert list(frame.columns) == ["predicted", "P(a)", "P(b b)"]
    assert len(frame) == 6
    np.testing.assert_allclose(frame["P(a)"] + frame["P(b b)"], 1, atol=1e-12)
    chosen = np.where(frame["predicted"] == "a", frame["P(a)"], frame["P(b b)"])
    np.testing.assert_allclose(chosen, frame[["P(a)", "P(b b)"]].max(axis=1), atol=1e-12)


def test_models_that_are_not_plain_arrays_cannot_be_saved(files, capsys):
    assert fit(method="random_forest") == 2
    assert "cannot be saved" in capsys.readouterr().err


def test_explanations_are_those_of_the_predictions(files, capsys):
    assert fit() == 0
    assert predict() == 0
    for name in ("why.csv", "why.txt"):
        assert main(["explain", "--model", "m.nb", "--test", "train.csv", "--out", name]) == 0
    frame, cases = read(), pd.read_csv("why.csv").groupby("case")
    assert cases["predicted"].first().tolist() == frame["predicted"].tolist()
    assert cases["probability"].first().tolist() == frame[["P(a)", "P(b b)"]].max(axis=1).tolist()
    odds = np.log(frame["P(a)"] / frame["P(b b)"]).abs()
    np.testing.assert_allclose(cases["log_odds"].sum(), odds, atol=1e-9)
    assert Path("why.txt").read_text().count("case ") == len(frame)


def test_unseen_and_missing_cells_give_the_prior(files, capsys):
    files("test.csv", "x,y,colour\n,,purple\n1,2,red\n,,\n")
    assert predict("--param", "prior_alpha=0", test="test.csv") == 0
    frame = read()
    assert frame.loc[[0, 2], "P(a)"].tolist() == [0.5, 0.5]
    notes = capsys.readouterr().err
    assert "1 of 3 cells of column 'colour' contain a value that does not occur in training, such as" in notes


def test_a_file_with_only_a_header_gives_a_header(files):
    files("test.csv", "x,y,colour\n")
    assert predict(test="test.csv") == 0
    assert Path("out.csv").read_text() == "predicted,P(a),P(b b)\n"


def test_a_wrong_parameter_of_a_library_is_one_sentence(files, capfd):
    assert fit("--param", "max_iter=-3", method="hist_gradient_boosting") == 2
    sentence = capfd.readouterr().err
    assert "max_iter=-3 on train.csv: " in sentence
    assert "Got -3 instead: give other parameters" in sentence
    assert "Traceback" not in sentence


def test_columns_of_a_direction_are_one_vector_in_any_order_and_of_any_length(files):
    """In the plane, a direction is the angle of the vector, so both kinds give the same posteriors."""
    rng = np.random.default_rng(0)
    label = np.arange(60) % 2
    angle, length = rng.vonmises(2.0 * label, 3.0), rng.uniform(0.5, 9, 60)
    x, y = length * np.cos(angle), length * np.sin(angle)
    files("vectors.csv", pd.DataFrame({"x": x, "y": y, "class": label}).to_csv(index=False))
    files("test.csv", pd.DataFrame({"y": 3 * y, "other": label, "x": 3 * x}).to_csv(index=False))
    files("angles.csv", pd.DataFrame({"a": np.degrees(angle), "class": label}).to_csv(index=False))
    kinds = ["--kind", "x=direction", "--kind", "y=direction"]
    assert predict(*kinds, method="vmfnb", train="vectors.csv", test="test.csv", target="class") == 0
    found = read()
    data = {"train": "angles.csv", "test": "angles.csv", "target": "class"}
    assert predict("--kind", "a=angular:360", method="vmnb", **data) == 0
    np.testing.assert_allclose(found.iloc[:, 1:], read().iloc[:, 1:], atol=1e-9)


def test_a_parameter_without_effect_is_reported(files, capsys):
    assert fit("--param", "alpha=2", method="tan") == 0
    note = "alpha has no effect with smoothing friedman: set n0, or set smoothing to laplace or m_estimate"
    assert note in capsys.readouterr().err
    assert fit("--param", "alpha=2", "--param", "smoothing=laplace", method="tan") == 0
    assert fit("--param", "alpha=2", method="aode") == 0
    assert "no effect" not in capsys.readouterr().err


def test_a_warning_of_the_method_is_reported(files, capsys):
    files("same.csv", "a,class\n10,0\n10,0\n50,1\n80,1\n")
    data = {"train": "same.csv", "test": "same.csv", "target": "class"}
    assert predict("--kind", "a=angular:360", method="vmnb", **data) == 0
    assert "note: vmnb: the concentration is limited in 1 of the densities" in capsys.readouterr().err


FAULTS = {
    "unknown method": (["--method", "nbb"], "did you mean 'nb', 'hnb' or 'gnb'? `naivebench methods` lists"),
    "class": (["--method", "AODE"], "in the catalogue of methods, but AODE is the class of method 'aode'"),
    "unknown option": (["--foo", "3"], "unrecognized arguments: --foo 3; see"),
    "drop of no column": (["--drop", "z"], "names 'z', which is not a column of train.csv"),
    "unknown parameter": (["--param", "alhpa=2"], "method nb has no parameter 'alhpa'; did you mean 'alpha'"),
    "text for a number": (["--param", "alpha=one"], "alpha in method nb is 'one', expected a finite number"),
    "unknown kind": (["--kind", "x=nomnal"], "did you mean 'nominal'?"),
    "kind not taken": (["--method", "gnb"], "only columns of kind ordinal or linear or angular, but"),
    "target of no column": (["--target", "kind"], "target 'kind' is not a column of train.csv"),
    "kind of no column": (["--kind", "xx=linear"], "--kind names 'xx', which is not a column of train.csv"),
    "output is a folder": (["--out", "."], "cannot write .: name a file in a folder"),
    "no folder for the output": (["--out", "new/out.csv"], "new/out.csv: name a file in a folder"),
    "output is read": (["--out", "./train.csv"], "--out names ./train.csv, which the command also uses"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_wrong_arguments(files, capsys, name):
    arguments, expected = FAULTS[name]
    assert expected in error(capsys, fit(*arguments))
    assert not Path("m.nb").exists()
    assert Path("train.csv").read_text() == TRAIN


def test_methods_of_other_tools(files, capsys):
    project(Path())
    assert "method 'other' is external" in error(capsys, fit(method="other"))


def test_the_kind_of_a_column_named_default_is_that_of_no_other(files, capsys):
    rows = "".join(f"{i % 3},{i},{'no' if i < 20 else 'yes'}\n" for i in range(40))
    command = ["discretize", "--method", "fayyad_irani", "--train", "train.csv", "--target", "c"]
    command += ["--out", "-"]
    files("train.csv", f"default,b,c\n{rows}")
    assert main([*command, "--kind", "default=nominal"]) == 0
    assert json.loads(capsys.readouterr().out) == {"b": [19.5]}
    assert main([*command, "--kind", "*=nominal"]) == 0
    assert json.loads(capsys.readouterr().out) == {}
    capsys.readouterr()
    files("train.csv", f"a,b,c\n{rows}")
    sentence = error(capsys, main([*command, "--kind", "default=nominal"]))
    assert "--kind names 'default', which is not a column" in sentence


def test_a_pipe_is_refused_at_once(files, capsys):
    os.mkfifo("pipe")
    for odd in ("pipe", "/dev/zero"):
        assert f"{odd} is a pipe or a device" in error(capsys, predict(train=odd))
        assert f"{odd} is a pipe or a device" in error(capsys, main(["compare", odd]))
        command = ["predict", "--model", odd, "--test", "train.csv", "--out", "-"]
        assert f"{odd} is a pipe or a device" in error(capsys, main(command))


OWN = """\
import numpy as np


def fit(table, *, rng=None):
    return table.classes


def predict_log_proba(model, table):
    return {answer}


def summarize(model):
    return {{}}
"""


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("np.eye(2)[table.y]", "is out of bounds for axis 0 with size 2 (my/mine.py, line 9)"),
        ("np.ones(3)[9]", "IndexError: index 9 is out of bounds for axis 0 with size 3 (my/mine.py, line 9)"),
        (
            "np.zeros((len(table.y), 2))",
            "predict_log_proba: 6 of 6 rows are not distributions; row 0 sums to 2.0",
        ),
        ("1\nraise KeyError('at import')", "KeyError: 'at import' (my/mine.py, line 10): correct my/mine.py"),
    ],
)
def test_own_methods_that_break_the_contract(files, capsys, answer, expected):
    """The sentence says what the contract requires and names the file."""
    os.makedirs("config")
    os.makedirs("my")
    files("my/mine.py", OWN.format(answer=answer))
    stanza = "mine: {title: Mine, group: mine, kinds: [nominal, linear], module: my/mine.py, cost: light}\n"
    files("config/methods.yaml", stanza)
    assert predict(method="mine") == 2
    assert expected in capsys.readouterr().err.splitlines()[-1]


def test_discretize_writes_cuts_in_the_units_of_the_file(files, capsys):
    rows = "".join(f"{i},w{i % 3},{i % 7},{'no' if i < 20 else 'yes'}\n" for i in range(40))
    files("train.csv", f"a,word,b,c\n{rows}")
    command = ["discretize", "--train", "train.csv", "--target", "c", "--out", "-", "--method"]
    assert main([*command, "fayyad_irani"]) == 0
    assert json.loads(capsys.readouterr().out) == {"a": [19.5], "b": []}
    files("train.csv", "a,b,c\n" + "".join(f"{10 * i},{i},{i % 2}\n" for i in range(1, 9)))
    kinds = ["--kind", "a=angular:360", "--kind", "b=nominal"]
    assert main([*command, "equal_frequency", "--param", "bins=2", *kinds]) == 0
    assert json.loads(capsys.readouterr().out) == {"a": [pytest.approx(45)]}
    assert "expected one of fayyad_irani" in error(capsys, main([*command, "fayyad"]))
    assert "has no parameter 'bins'" in error(capsys, main([*command, "fayyad_irani", "--param", "bins=2"]))
