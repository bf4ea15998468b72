"""The command `naivebench try` as a user calls it."""

from __future__ import annotations

from html import unescape

import numpy as np
import pandas as pd
import pytest
from support.trials import PoolHere

from naivebench.cli.main import main
from naivebench.trial import trial as trials

pytestmark = pytest.mark.slow
FAST = ["--methods", "majority,nb", "--folds", "2", "--repeats", "1", "--cores", "2", "--budget", "900"]


def frame(n=60, seed=1):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return pd.DataFrame(
        {
            "size": (rng.normal(size=n) + 2 * y).round(3),
            "colour": np.where(rng.random(n) < 0.3 + 0.4 * y, "röd", "blå"),
            "code": rng.integers(0, 3, n),
            "label": np.where(y == 1, "ja", "nej"),
        }
    )


def run(*options, table="t.csv", target="label", out="out"):
    return main(["try", table, "--target", target, "--out", out, *FAST, *options])


def read(name, out="out"):
    return pd.read_csv(f"{out}/{name}", keep_default_na=False)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder. Methods run in this process, because every start of another takes a second."""
    monkeypatch.setattr(trials, "ProcessPoolExecutor", PoolHere)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_the_answer_and_its_files_and_the_same_bytes_again(here, capsys):
    frame().to_csv("t.csv", index=False)
    assert run() == 0
    output = capsys.readouterr().out
    assert output.startswith("label: ")
    assert "Best of 2 methods by accuracy:" in output
    page = unescape((here / "out" / "report.html").read_text())
    assert "predict --model" in page
    assert "naivebench try t.csv --target label" in page
    scores, predicted = read("scores.csv"), read("predictions.csv")
    assert set(scores["method"]) == {"majority", "nb"}
    of_nb = predicted[predicted["method"] == "nb"]
    accuracy = scores[(scores["method"] == "nb") & (scores["metric"] == "accuracy")]
    mean = np.average(accuracy["value"], weights=accuracy["n_test"])
    assert (of_nb["class"] == of_nb["predicted"]).mean() == pytest.approx(mean)
    assert frame()["label"][of_nb["row"] - 1].tolist() == of_nb["class"].tolist()

    command = ["predict", "--model", "out/model.nb", "--test", "t.csv", "--out", "p.csv"]
    assert main(command) == 0
    assert len(pd.read_csv("p.csv")) == 60
    before = {p.name: p.read_bytes() for p in (here / "out").iterdir()}
    before.pop("report.html")  # has times
    assert run() == 0
    assert {p.name: p.read_bytes() for p in (here / "out").iterdir() if p.name in before} == before


def test_folds_follow_groups_in_a_file_with_options_of_the_form(here, capsys):
    data = frame().assign(farm=np.arange(60) % 9)
    data.to_csv("t.csv", index=False, sep=";", decimal=",", encoding="latin-1")
    assert run("--decimal", ",", "--encoding", "latin-1", "--group", "farm") == 0
    output = capsys.readouterr().out
    assert "folds that keep every group together" in output
    assert "(60 rows)" in output
    predicted = read("predictions.csv")
    assert predicted.groupby((predicted["row"] - 1) % 9)["fold"].nunique().max() == 1
    labels = predicted.drop_duplicates("row").set_index("row")["class"].sort_index()
    assert labels.tolist() == data["label"].tolist()
    assert main(["predict", "--model", "out/model.nb", "--test", "t.csv", "--out", "p.csv"]) == 0


def test_each_part_is_predicted_from_rows_that_are_earlier_in_time(here, capsys, monkeypatch):
    """The dates are in an order that is neither that of time nor that of text.

    The table counts as large, so that only the predictions of a few methods are kept.
    """
    monkeypatch.setattr(trials, "LARGE", 50)
    dates = pd.date_range("2019-01-01", periods=60, freq="9D")[np.random.default_rng(3).permutation(60)]
    frame().assign(when=[f"{d.month}/{d.day}/{d.year}" for d in dates]).to_csv("t.csv", index=False)
    assert run("--time", "when") == 0
    streams = capsys.readouterr()
    assert "each predicted from the rows before it" in streams.out
    assert "Rows are ordered by column 'when' (month, day and year, such as " in streams.err
    found = read("predictions.csv")
    assert set(found["method"]) == {"nb"}
    tested = [set(rows["row"] - 1) for _, rows in found.groupby("fold")]
    assert len(tested) == 2
    for fold, later in enumerate(tested):
        trained = sorted(set(range(60)) - set().union(*tested[fold:]))
        assert dates[trained].max() < dates[sorted(later)].min()


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["1/2/2020", "2/1/2020", "3/3/2020"], "'1/2/2020' in t.csv, line 2 may mean month, day and year or"),
        (["2020-01-02"] * 3, "all rows have the same time"),
    ],
)
def test_a_time_without_a_certain_order_is_refused_in_one_sentence(here, capsys, cells, text):
    frame().assign(when=cells * 20).to_csv("t.csv", index=False)
    assert run("--time", "when") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"--time when: {text}" in line
    assert not (here / "out").exists()


def test_a_test_file_takes_the_place_of_folds(here, capsys):
    frame().to_csv("t.csv", index=False)
    frame(40, seed=9)[["label", "code", "colour", "size"]].to_csv("later.csv", index=False)
    assert run("--test", "later.csv") == 0
    assert "test fold, the 40 rows of the test file (100 rows)" in capsys.readouterr().out
    found = read("predictions.csv")
    assert found["row"].tolist() == [*range(1, 41)] * 2
    assert frame(40, seed=9)["label"][found["row"] - 1].tolist() == found["class"].tolist()


def test_a_numeric_target_is_refused_with_a_remedy(here, capsys):
    frame().assign(price=np.random.default_rng(0).random(60)).to_csv("t.csv", index=False)
    assert run(target="price") == 2
    assert "cut it into classes (`naivebench try --bins 3`" in capsys.readouterr().err
    assert not (here / "out").exists()
    assert run("--bins", "3", target="price") == 0
    streams = capsys.readouterr()
    assert "most frequent class gives 33." in streams.out
    assert "Column 'price' is cut into classes: low (" in streams.err


def test_bins_need_different_numbers(here, capsys):
    pd.DataFrame({"v": np.arange(20) % 4, "n": [*[0] * 15, 16, 17, 18, 19, 20]}).to_csv("t.csv", index=False)
    assert main(["try", "t.csv", "--target", "n", "--bins", "3"]) == 2
    assert "none of them too frequent, to be cut into 3 parts: use at most 2 parts" in capsys.readouterr().err


def test_columns_are_checked(here, capsys):
    """The columns are identifiers, dates, constants, columns that reveal the class, copies, rare classes and
    spellings.
    """
    data = frame(120)
    data["id"] = [f"N{i}" for i in range(120)]
    data["day"] = pd.date_range("2024-01-01", periods=120).strftime("%Y-%m-%d")
    data["same"] = "x"
    data.loc[0, "label"], data.loc[1, "label"] = "Ja", "perhaps"
    data["later"] = data["label"].map({"ja": "granted", "nej": "refused", "Ja": "given", "perhaps": "open"})
    pd.concat([data, data[5:6]]).to_csv("t.csv", index=False)
    assert run() == 0
    notes, page = capsys.readouterr().err, unescape((here / "out" / "report.html").read_text())
    for text in (
        "Column 'id' is left out: it looks like an identifier",
        "Column 'day' is left out: it contains dates",
        "Column 'same' is left out: it has only one value.",
        "Column 'later' alone determines the class",
        "Class 'perhaps' has 1 case, so",
        "The classes 'Ja' and 'ja' differ only in spelling",
        "1 row repeats another row exactly",
    ):
        assert text in notes
        assert text in page


def test_texts_are_compared_by_their_words(here, capsys):
    rng = np.random.default_rng(0)
    stars = np.where(np.arange(60) % 2, "up", "down")
    words = np.where(rng.random(60) < 0.1 + 0.8 * (np.arange(60) % 2), "good", "bad")
    review = [f"this film number {i} is {word} and long" for i, word in enumerate(words)]
    pd.DataFrame({"review": review, "stars": stars}).to_csv("t.csv", index=False)
    assert run(target="stars") == 2
    assert "--kind review=count" in capsys.readouterr().err
    words = ["try", "t.csv", "--target", "stars", "--kind", "review=count", "--out", "out"]
    assert main([*words, "--methods", "nb_mn,cnb", *FAST[2:]]) == 0
    scores = read("scores.csv").query("metric == 'accuracy'").groupby("method")["value"].mean()
    assert scores["nb_mn"] > 0.8 > scores["majority"]


def test_the_example_brings_its_table_and_overwrites_no_other(here, capsys):
    assert main(["try", "--example", *FAST]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("species: naive Bayes is good enough.")
    assert len(pd.read_csv("penguins.csv")) == 344
    assert (here / "try-penguins" / "report.html").exists()
    assert main(["try", "--example", "--target", "x"]) == 2
    assert main(["try", "penguins.csv"]) == 2
    assert "--target is missing: name a table and its class column" in capsys.readouterr().err
    (here / "penguins.csv").write_text("mine")
    assert main(["try", "--example", *FAST]) == 2
    assert "penguins.csv exists here and is not the example" in capsys.readouterr().err
    assert (here / "penguins.csv").read_text() == "mine"


TWENTY = ["a,b", *["1,x", "2,y"] * 9]


@pytest.mark.parametrize(
    ("lines", "options", "text"),
    [
        (None, [], "t.csv cannot be read (No such file or directory): name another file"),
        (TWENTY, ["--target", "c"], "target 'c' is not a column of"),
        (TWENTY, ["--group", "a", "--time", "a"], "not allowed with argument --group"),
        (TWENTY, ["--group", "c"], "names 'c', which is not a column of"),
        (TWENTY, ["--group", "b"], "--group names the target 'b': name another column, or leave it out"),
        (TWENTY, ["--target", "last", "--time", "b"], "--time names the target 'b'"),
        (
            TWENTY,
            ["--bins", "3"],
            "t.csv, line 2: 'x' in column 'b' (--bins 3) is not a number: correct it, ",
        ),
        (TWENTY, ["--metric", "acuracy"], "'accuracy'"),
        (TWENTY, ["--budget", "0"], "did not finish in time): give a larger --budget, or"),
        (
            ["a,b"] + ["u,x", "v,y"] * 9,
            ["--methods", "gnb"],
            "does not accept columns of kind nominal, such as",
        ),
        (TWENTY, ["--test", "none.csv"], "none.csv cannot be read"),
        (TWENTY, ["--out", "new/out"], "cannot write new/out: create the folder "),
        (TWENTY, ["--budget", "-1"], "--budget in naivebench try is -1.0, expected a number of at least 0"),
    ],
)
def test_wrong_input_gives_one_sentence_and_no_files(here, capsys, lines, options, text):
    if lines is not None:
        content = "\n".join(lines) + "\n" * bool(lines)
        (here / "t.csv").write_text(content, encoding="utf-8", errors="surrogateescape")
    assert main(["try", "t.csv", "--target", "b", "--out", "out", *options]) == 2
    (line,) = [x for x in capsys.readouterr().err.splitlines() if x.startswith("error:")]
    assert text in line
    assert not (here / "out").exists()


def test_the_most_frequent_class_alone_is_an_answer_if_only_it_accepts_the_columns(here, capsys):
    (here / "t.csv").write_text("a,b\n" + "u,x\nv,y\n" * 9)
    assert main(["try", "t.csv", "--target", "b", "--methods", "majority,gnb", "--out", "out"]) == 0
    assert "Not compared: `gnb` (does not accept columns of kind nominal" in capsys.readouterr().out


def test_a_folder_with_files_of_the_user_is_refused(here, capsys):
    frame().to_csv("scores.csv", index=False)
    before = (here / "scores.csv").read_bytes()
    assert run(table="scores.csv", out=".") == 2
    assert ". exists, and naivebench try did not make it" in capsys.readouterr().err
    assert (here / "scores.csv").read_bytes() == before
    assert list(here.iterdir()) == [here / "scores.csv"]
