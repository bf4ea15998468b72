"""`naivebench try` as a user calls it."""

from __future__ import annotations

import csv

import numpy as np
import pytest
import yaml

from naivebench.cli.main import main

pytestmark = pytest.mark.slow
QUICK = ["--methods", "majority,nb,gnb", "--folds", "3", "--repeats", "1", "--cores", "2", "--budget", "300"]


def write(path, n=90, seed=0, target=None):
    """A table of two numbers, a word, a day and a group."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    lines = ["height,weight,colour,day,farm,kind"]
    for i in range(n):
        label = ("cat", "dog")[y[i]] if target is None else f"{target[i]:.3f}"
        colour = ("red", "blue")[int(rng.random() < 0.3 + 0.4 * y[i])]
        lines.append(f"{rng.normal(y[i]):.3f},{rng.normal(2 * y[i]):.3f},{colour},{i},f{i % 9},{label}")
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    folder = tmp_path_factory.mktemp("try")
    table = write(folder / "animals.csv")
    assert (
        main(["try", str(table), "--target", "kind", "--drop", "farm", "--out", str(folder / "out"), *QUICK])
        == 0
    )
    return folder


def test_the_answer_and_the_files(tried):
    out = tried / "out"
    page = (out / "report.html").read_text()
    assert "<h1>Which naive Bayes for animals?</h1>" in page
    assert "Best by accuracy:" in page
    assert "from naivebench.estimators import" in page
    assert "https://" not in page  # it is self-contained
    with open(out / "scores.csv") as file:
        rows = list(csv.DictReader(file))
    assert {r["method"] for r in rows} == {"majority", "nb", "gnb"} - {"gnb"}  # gnb takes no words
    with open(out / "predictions.csv") as file:
        predicted = list(csv.DictReader(file))
    assert len(predicted) == 2 * 90
    of_nb = [r for r in predicted if r["method"] == "nb"]
    right = np.mean([r["class"] == r["predicted"] for r in of_nb])
    mean = np.average(
        [float(r["value"]) for r in rows if (r["method"], r["metric"]) == ("nb", "accuracy")],
        weights=[float(r["n_test"]) for r in rows if (r["method"], r["metric"]) == ("nb", "accuracy")],
    )
    assert right == pytest.approx(mean)
    settings = yaml.safe_load((out / "config.yaml").read_text())
    assert settings["protocols"]["try"]["folds"] == {"scheme": "stratified", "folds": 3, "repeats": 1}


def test_the_model_predicts_a_table_with_the_same_columns(tried):
    new = write(tried / "new.csv", 10, seed=5)
    model, out = str(tried / "out" / "model.nb"), tried / "p.csv"
    assert main(["predict", "--model", model, "--test", str(new), "--out", str(out)]) == 0
    assert len(out.read_text().splitlines()) == 11


def test_repeating_the_command_gives_the_same_bytes(tried):
    before = {p.name: p.read_bytes() for p in (tried / "out").iterdir() if p.is_file()}
    command = [
        "try",
        str(tried / "animals.csv"),
        "--target",
        "kind",
        "--drop",
        "farm",
        "--out",
        str(tried / "out"),
    ]
    assert main([*command, *QUICK]) == 0
    assert {p.name: p.read_bytes() for p in (tried / "out").iterdir() if p.is_file()} == before


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--group", "farm"], "folds that keep every group together"),
        (["--time", "day"], "parts of later rows, each predicted from the rows before it"),
    ],
)
def test_folds_follow_groups_and_time(tried, capsys, options, text):
    command = ["try", str(tried / "animals.csv"), "--target", "kind", "--out", str(tried / "other"), *QUICK]
    assert main([*command, *options]) == 0
    assert text in capsys.readouterr().out


def test_a_test_file_takes_the_place_of_folds(tried, capsys):
    write(tried / "later.csv", 40, seed=9)
    command = ["try", str(tried / "animals.csv"), "--target", "kind", "--out", str(tried / "held"), *QUICK]
    assert main([*command, "--test", str(tried / "later.csv")]) == 0
    assert "trained on the first 90 rows" in capsys.readouterr().out
    with open(tried / "held" / "predictions.csv") as file:
        assert sum(r["method"] == "nb" for r in csv.DictReader(file)) == 40


def test_a_numeric_target_is_refused_with_a_way_out(tmp_path, capsys):
    table = write(tmp_path / "prices.csv", target=np.random.default_rng(0).random(90))
    command = ["try", str(table), "--target", "kind", "--out", str(tmp_path / "out"), *QUICK]
    assert main(command) == 2
    assert "which is regression. Give --bins 3" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert main([*command, "--bins", "3"]) == 0
    assert "33." in capsys.readouterr().out  # always predicting one of three classes of equal size


@pytest.mark.parametrize(
    ("lines", "options", "text"),
    [
        (None, ["--target", "kind"], "does not exist: check the path"),
        (["a,b"] + ["1,x"] * 20, ["--target", "c"], "target 'c' is not a column of"),
        (["a,b"] + ["1,x"] * 20, ["--target", "b"], "holds only one class"),
        (["a,b"] + ["1,x", "2,y"] * 4, ["--target", "b"], "has 8 rows with a class, at least 10 are needed"),
        (["a,b"] + ["1,x", "2,y"] * 9 + ["1"], ["--target", "b"], "expected 2"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--group", "a", "--time", "a"], "give one of them"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--budget", "0"], "--budget is 0"),
        (["a,b"] + [",x", "?,y"] * 9, ["--target", "b"], "only missing cells"),
    ],
)
def test_wrong_input_is_one_sentence_and_writes_nothing(tmp_path, capsys, lines, options, text):
    table = tmp_path / "t.csv"
    if lines:
        table.write_text("\n".join(lines) + "\n")
    assert main(["try", str(table), "--out", str(tmp_path / "out"), *options]) == 2
    (line,) = [x for x in capsys.readouterr().err.splitlines() if x.startswith("error:")]
    assert text in line
    assert not (tmp_path / "out").exists()
