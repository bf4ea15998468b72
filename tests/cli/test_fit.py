"""The commands `naivebench fit` and `predict` with a model file, ranks, thresholds and costs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from naivebench.cli.main import main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TRAINING = ("--train", "train.csv", "--target", "class")
MODEL = ("--model", "m.nb", "--test", "test.csv")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files train.csv and test.csv with three attributes; the test file has a key and no classes."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    rows = []
    for i in range(90):
        positive = rng.random() < 0.3
        colour = rng.choice(["red", "light, blue"], p=[0.8, 0.2] if positive else [0.3, 0.7])
        rows.append(
            [
                f"k{i}",
                colour,
                round(rng.normal(2 * positive), 3),
                rng.integers(0, 3),
                "yes" if positive else "no",
            ]
        )
    header = ["case key", "colour", "size", "level", "class"]
    for name, columns, part in (("train", slice(1, 5), rows[:60]), ("test", slice(0, 4), rows[60:])):
        with open(f"{name}.csv", "w", newline="") as file:
            csv.writer(file).writerows([header[columns], *(row[columns] for row in part)])
    return tmp_path


def call(command: str, *arguments: str) -> int:
    return main([command, "--project", str(ROOT), *arguments])


def said(capsys, status: int) -> str:
    assert status == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1
    return lines[0].removeprefix("error: ")


def rows(path: str) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("method", ["nb", "tan", "mixed_nb", "aode"])
def test_a_model_predicts_as_its_training_file_does(files, method):
    given = ("--method", method, *TRAINING, "--kind", "level=nominal")
    assert call("fit", *given, "--out", "m.nb", "--summary", "s.json") == 0
    assert call("predict", *MODEL, "--out", "a.csv", "--summary", "a.json") == 0
    assert call("predict", *given, "--test", "test.csv", "--out", "b.csv", "--summary", "b.json") == 0
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()
    assert Path("s.json").read_bytes() == Path("b.json").read_bytes()
    facts = json.loads(Path("b.json").read_text())
    del facts["seed"]  # the model was built by hand
    assert json.loads(Path("a.json").read_text()) == facts
    assert call("fit", *given, "--out", "m.nb") == 0
    assert call("predict", *MODEL, "--out", "c.csv") == 0
    assert Path("c.csv").read_bytes() == Path("a.csv").read_bytes()


def test_ranks_thresholds_and_costs(files, capsys):
    assert call("fit", "--method", "nb", *TRAINING, "--out", "m.nb") == 0
    assert call("predict", *MODEL, "--out", "all.csv", "--id", "case key") == 0
    everything = rows("all.csv")
    assert list(everything[0]) == ["case key", "predicted", "P(no)", "P(yes)"]
    assert [row["case key"] for row in everything] == [f"k{i}" for i in range(60, 90)]
    assert capsys.readouterr().err == ""

    assert (
        call("predict", *MODEL, "--top", "5", "--id", "case key", "--threshold", "0.9", "--out", "top.csv")
        == 0
    )
    best = sorted(range(30), key=lambda i: -float(everything[i]["P(yes)"]))[:5]
    found = rows("top.csv")
    assert [(row["row"], row["case key"]) for row in found] == [(str(i + 1), f"k{60 + i}") for i in best]
    assert all((row["predicted"] == "yes") == (float(row["P(yes)"]) >= 0.9) for row in found)
    many = sum(float(row["P(yes)"]) >= 0.9 for row in everything)
    assert capsys.readouterr().err.splitlines() == [
        f"note: the prediction is 'yes' if P(yes) is at least 0.9: {many} of 30 cases",
        "note: the output lists the 5 of 30 cases with the largest P(yes); ties are in the order of the file",
    ]

    costs = ("--costs", "yes:no=5,no:yes=1", "--summary", "s.json")
    assert call("predict", *MODEL, *costs, "--out", "costs.csv") == 0
    for row in rows("costs.csv"):
        prices = {"no": 5 * float(row["P(yes)"]), "yes": float(row["P(no)"])}
        assert row["predicted"] == min(prices, key=prices.__getitem__)
        assert float(row["expected_cost"]) == pytest.approx(min(prices.values()), rel=1e-12)
    assert "lowest expected cost" in json.loads(Path("s.json").read_text())["decision"][0]


def test_labels_that_were_read_as_numbers_are_reported(files, capsys):
    for name in ("train", "test"):
        path = Path(f"{name}.csv")
        path.write_text(path.read_text().replace("level", "site_code"))
    assert call("fit", "--method", "nb", *TRAINING, "--out", "m.nb") == 0
    assert capsys.readouterr().err.splitlines() == [
        "note: train.csv: treated as numbers, but looks like labels (`--kind site_code=nominal` treats them "
        "as such, `--drop site_code` leaves them out): site_code (its name ends in code)"
    ]
    assert call("fit", "--method", "nb", *TRAINING, "--kind", "site_code=nominal", "--out", "m.nb") == 0
    assert capsys.readouterr().err == ""


def test_wrong_arguments(files, capsys):
    fit, out = ("--method", "nb", *TRAINING), ("--out", "p.csv")
    assert call("fit", *fit, "--out", "m.nb") == 0
    assert said(capsys, call("predict", *MODEL, *out, "--seed", "1")).startswith(
        "--seed is used only for training"
    )
    assert "--method and --target are missing" in said(
        capsys, call("predict", "--train", "train.csv", "--test", "test.csv", *out)
    )
    assert "cannot read none.nb" in said(
        capsys, call("predict", "--model", "none.nb", "--test", "test.csv", *out)
    )
    assert "train.csv is not a model of naivebench" in said(
        capsys, call("predict", "--model", "train.csv", "--test", "test.csv", *out)
    )
    assert "'case kee', which is not a column; did you mean 'case key'?" in said(
        capsys, call("predict", *MODEL, *out, "--id", "case kee")
    )
    Path("test.csv").write_text("colour\nred\n")
    assert "test.csv has no column 'size'" in said(capsys, call("predict", *MODEL, *out))
    assert not Path("p.csv").exists()


def test_no_file_is_written_twice_and_no_input_is_overwritten(files, capsys):
    fit = ("--method", "nb", *TRAINING)
    for twice in (("--out", "m.nb", "--summary", "./m.nb"), ("--out", "m.nb", "--summary", "m.nb")):
        assert "both name" in said(capsys, call("fit", *fit, *twice))
    assert "--out and --train both name train.csv" in said(capsys, call("fit", *fit, "--out", "train.csv"))
    assert call("fit", *fit, "--out", "m.nb") == 0
    before = Path("test.csv").read_bytes()
    assert "--out and --test both name test.csv" in said(capsys, call("predict", *MODEL, "--out", "test.csv"))
    assert "--explain and --out both name p.csv" in said(
        capsys, call("predict", *MODEL, "--out", "p.csv", "--explain", "p.csv")
    )
    assert "has two costs" in said(
        capsys, call("predict", *MODEL, "--out", "p.csv", "--costs", "yes:no=1,yes:no=7")
    )
    assert Path("test.csv").read_bytes() == before
    assert not Path("p.csv").exists()
    assert call("predict", *MODEL, "--out", "-", "--explain", "/dev/null", "--summary", "/dev/null") == 0


def test_hpb_reports_that_it_uses_eight_of_twelve_attributes(files, capsys):
    rng = np.random.default_rng(1)
    header = [*(f"a{j:02}" for j in range(12)), "class"]
    for name in ("twelve", "others"):
        with open(f"{name}.csv", "w", newline="") as file:
            lines = [
                [*(f"v{v}" for v in rng.integers(0, 2, 12)), f"c{rng.integers(0, 2)}"] for _ in range(60)
            ]
            csv.writer(file).writerows([header, *lines])
    training = ("--method", "hpb", "--param", "b=1", "--param", "S=1", "--train", "twelve.csv")
    training = (*training, "--target", "class")
    assert call("predict", *training, "--test", "others.csv", "--out", "p.csv") == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        "note: hpb: uses 8 of 12 attributes, those with the most information about the class"
    )
    assert call("fit", *training, "--out", "m.nb") == 0
    assert capsys.readouterr().err.count("hpb: uses 8 of 12 attributes") == 1
    assert call("predict", "--model", "m.nb", "--test", "others.csv", "--out", "q.csv") == 0
    assert capsys.readouterr().err.count("hpb: uses 8 of 12 attributes") == 1
