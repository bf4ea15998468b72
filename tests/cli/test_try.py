"""The command `naivebench try` as a user calls it."""

from __future__ import annotations

import csv
import gzip
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
import yaml

from naivebench.cli.main import main
from naivebench.trial import trial as trials

pytestmark = pytest.mark.slow
FAST = ["--methods", "majority,nb", "--folds", "2", "--repeats", "1", "--cores", "2", "--budget", "300"]
QUICK = ["--methods", "majority,nb,gnb", "--folds", "3", "--repeats", "1", "--cores", "2", "--budget", "300"]


def write(path, n=90, seed=0, target=None):
    """Write a table of two numbers, a word, a day and a group."""
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


def test_the_command_writes_the_answer_and_its_files(tried):
    out = tried / "out"
    page = (out / "report.html").read_text()
    assert "<h1>kind: " in page
    assert "Best of 2 methods by accuracy:" in page
    assert "predict --model" in page
    assert "from naivebench.estimators import" in page
    assert "https://" not in page  # the page is self-contained
    with open(out / "scores.csv") as file:
        rows = list(csv.DictReader(file))
    assert {r["method"] for r in rows} == {"majority", "nb", "gnb"} - {"gnb"}  # gnb does not accept words
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
    assert "trained on 90 rows and tested on the 40 rows of the test file" in capsys.readouterr().out
    with open(tried / "held" / "predictions.csv") as file:
        assert sum(r["method"] == "nb" for r in csv.DictReader(file)) == 40


def test_a_numeric_target_is_refused_with_a_remedy(tmp_path, capsys):
    table = write(tmp_path / "prices.csv", target=np.random.default_rng(0).random(90))
    command = ["try", str(table), "--target", "kind", "--out", str(tmp_path / "out"), *QUICK]
    assert main(command) == 2
    assert "as in a regression. Pass --bins 3" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert main([*command, "--bins", "3"]) == 0
    said = capsys.readouterr()
    assert "33." in said.out  # the accuracy of always predicting one of three classes of equal size
    assert "Column 'kind' is cut into classes: low (" in said.err
    assert 'labels=["low", "middle", "high"]' in unescaped(tmp_path / "out" / "report.html")
    runs(tmp_path / "out" / "report.html")


def unescaped(path):
    """The text of a page without HTML escapes."""
    import html

    return html.unescape(path.read_text())


def runs(page):
    """Run the Python lines of a page and return the names that they define."""
    (code,) = re.findall(r"<p>In Python:</p><pre tabindex=0>(.*?)</pre>", unescaped(page), re.S)
    names = {}
    exec(compile(code, "page", "exec"), names)
    assert len(names["model"].predict(names["X"])) == len(names["X"])
    return names


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


def parquet(folder):
    frame().to_parquet(folder / "t.parquet")
    return "t.parquet"


def feather(folder):
    frame().to_feather(folder / "t.feather")
    return "t.feather"


def packed(folder):
    (folder / "t.csv.gz").write_bytes(gzip.compress(frame().to_csv(index=False).encode()))
    return "t.csv.gz"


def arff(folder):
    head = "@relation t\n@attribute size numeric\n@attribute colour {röd,blå}\n@attribute code numeric\n"
    rows = frame().to_csv(index=False, header=False)
    (folder / "t.arff").write_text(f"{head}@attribute label {{ja,nej}}\n@data\n{rows}", encoding="utf-8")
    return "t.arff"


def files(folder):
    (folder / "t").mkdir()
    frame()[:30].to_csv(folder / "t" / "1.csv", index=False)
    frame()[30:].to_csv(folder / "t" / "2.csv", index=False)
    return "t"


def excel(folder):
    pytest.importorskip("openpyxl")
    frame().to_excel(folder / "t.xlsx", index=False)
    return "t.xlsx"


def decimal_commas(folder):
    frame().to_csv(folder / "t.csv", index=False, sep=";", decimal=",", encoding="latin-1")
    return "t.csv --decimal , --encoding latin-1"


def marks(folder):
    data = frame().astype({"size": str, "code": str})
    data.loc[::7, ["size", "colour"]] = "-"
    data.loc[::9, "code"] = "NA"
    data.to_csv(folder / "t.csv", index=False, sep="\t")
    return "t.csv --missing -"


def kinds(folder):
    frame().to_csv(folder / "t.csv", index=False)
    return "t.csv --kind code=nominal --drop colour --repeats 2"


@pytest.mark.parametrize(
    "written", [parquet, feather, packed, arff, files, excel, decimal_commas, marks, kinds]
)
def test_all_forms_of_tables_give_the_same_answer(tmp_path, monkeypatch, capsys, written):
    """Every form is read, its model predicts, and the Python lines of the page read the same rows."""
    monkeypatch.chdir(tmp_path)
    said = shlex.split(written(tmp_path))
    assert main(["try", *said[:1], "--target", "label", "--out", "out", *FAST, *said[1:]]) == 0
    assert "(60 rows)" in capsys.readouterr().out
    with open("out/predictions.csv") as file:
        labels = {r["row"]: r["class"] for r in csv.DictReader(file)}
    assert [labels[str(i + 1)] for i in range(60)] == frame()["label"].tolist()
    if written in (arff, files):  # pandas does not read these in one line
        assert "In Python" not in (tmp_path / "out" / "report.html").read_text()
    else:
        names = runs(tmp_path / "out" / "report.html")
        assert len(names["X"]) == 60
        assert names["X"]["size"].dtype.kind == "f"
    predict = ["predict", "--model", "out/model.nb", "--test", said[0], "--out", "p.csv"]
    assert main(predict) == 0
    if written is kinds:
        settings = yaml.safe_load((tmp_path / "out" / "datasets.yaml").read_text())["datasets"]["try-t"]
        assert settings["kinds"] == {"code": {"kind": "nominal"}}
        assert settings["drop"] == ["colour"]


def test_rows_are_numbered_as_in_the_file(tmp_path, monkeypatch):
    """This also holds if rows without a class are left out and if rows are sorted by time."""
    monkeypatch.chdir(tmp_path)
    data = frame()
    data["day"] = np.random.default_rng(0).permutation(60)
    data.loc[::10, "label"] = ""
    data.to_csv("t.csv", index=False)
    for options in ([], ["--time", "day"]):
        assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST, *options]) == 0
        with open("out/predictions.csv") as file:
            found = list(csv.DictReader(file))
        assert found
        for r in found:
            assert data["label"][int(r["row"]) - 1] == r["class"]


def days():
    """US dates of days that many months have, in an order that is neither that of time nor that of text."""
    dates = pd.date_range("2019-01-01", periods=60, freq="9D")
    return [f"{d.month}/{d.day}/{d.year}" for d in dates[np.random.default_rng(3).permutation(60)]]


def test_each_part_is_predicted_from_rows_that_are_earlier_in_time(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    data = frame().assign(when=days())
    data.to_csv("t.csv", index=False)
    assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST, "--time", "when"]) == 0
    said = capsys.readouterr()
    assert "each predicted from the rows before it" in said.out
    assert "Rows are ordered by column 'when' (month, day and year, such as " in said.err
    with open("out/predictions.csv") as file:
        rows = [r for r in csv.DictReader(file) if r["method"] == "nb"]
    times = pd.to_datetime(data["when"], format="%m/%d/%Y").to_numpy()
    tested = [
        {int(r["row"]) - 1 for r in rows if r["fold"] == fold} for fold in sorted({r["fold"] for r in rows})
    ]
    assert len(tested) == 2
    for fold, later in enumerate(tested):
        after = set().union(*tested[fold:])
        trained = sorted(set(range(60)) - after)
        assert times[trained].max() < times[sorted(later)].min()
    stanza = yaml.safe_load((tmp_path / "out" / "datasets.yaml").read_text())["datasets"]["try-t"]
    assert stanza["steps"] == [{"sort": ["when"]}]


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (
            ["1/2/2020", "2/1/2020", "3/3/2020"],
            "'1/2/2020' in t.csv, line 2 may mean month, day and year or day",
        ),
        (["Mon", "Tue", "Wed"], "'Mon' in t.csv, line 2 is not a number, a date or a counted word"),
        (["2020-01-02", "2020-01-03", ""], "t.csv, line 4 and 19 more rows have no value in column 'when'"),
        (["2020-01-02"] * 3, "all rows have the same time (year, month and day, such as '2020-01-02')"),
    ],
)
def test_a_time_without_a_certain_order_is_refused_in_one_sentence(
    tmp_path, monkeypatch, capsys, cells, text
):
    monkeypatch.chdir(tmp_path)
    frame().assign(when=cells * 20).to_csv("t.csv", index=False)
    assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST, "--time", "when"]) == 2
    said = capsys.readouterr().err
    assert f"--time when: {text}" in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def percent(data):
    return data.assign(size=[f"{x:.2f} %" for x in data["size"]])


def commas(data):
    return data.assign(size=[f"{1000 * x + 9000:.2f}".replace(".", ",") for x in data["size"]])


def zeros(data):
    return data.assign(code=[f"{x:02d}" if x else "1" for x in data["code"]])


@pytest.mark.parametrize(
    ("change", "said"), [(percent, "unit"), (commas, "decimal marks"), (zeros, "leading zeros")]
)
def test_numbers_in_other_forms_are_read_and_named(tmp_path, monkeypatch, capsys, change, said):
    """The page names the form, its model predicts the file, and its lines in Python read the same rows."""
    monkeypatch.chdir(tmp_path)
    data = change(frame())
    data.to_csv("t.csv", index=False, sep=";")
    assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST]) == 0
    assert said in capsys.readouterr().err
    page = unescaped(tmp_path / "out" / "report.html")
    assert said in page
    assert main(["predict", "--model", "out/model.nb", "--test", "t.csv", "--out", "p.csv"]) == 0
    if change is percent:  # pandas would read it as text
        assert "In Python" not in page
    else:
        X = runs(tmp_path / "out" / "report.html")["X"]
        assert X["size"].dtype.kind == "f"
        assert (X["code"].dtype.kind == "i") == (change is commas)


def test_large_tables_keep_the_predictions_of_a_few_methods(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trials, "LARGE", 50)
    frame().to_csv("t.csv", index=False)
    methods = ["--methods", "majority,nb,tan,aode,random_forest"]
    assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST, *methods]) == 0
    with open("out/predictions.csv") as file:
        kept = {r["method"] for r in csv.DictReader(file)}
    assert {"nb", "random_forest"} <= kept
    assert "majority" not in kept
    assert "so predictions.csv has the predictions of" in (tmp_path / "out" / "report.html").read_text()


def test_parts_that_ran_out_of_time_are_named(tmp_path, monkeypatch):
    """The budget is used up when the methods are done: the answer, the model and its predictions remain."""
    monkeypatch.chdir(tmp_path)
    run = trials.run
    monkeypatch.setattr(trials, "run", lambda *a, **k: run(*a, **k)._replace(deadline=0.0))
    frame().to_csv("t.csv", index=False)
    assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST]) == 0
    with open("out/predictions.csv") as file:
        assert {r["method"] for r in csv.DictReader(file)} == {"nb"}
    assert (tmp_path / "out" / "model.nb").exists()
    page = (tmp_path / "out" / "report.html").read_text()
    for what in ("the weights of the columns", "the reasons for the surprising rows", "all predictions"):
        assert f"There was no time for {what}" in page
    assert "The most surprising rows" in page


def test_columns_are_checked(tmp_path, monkeypatch, capsys):
    """The columns are identifiers, dates, constants, columns that reveal the class, copies, rare classes and
    spellings.
    """
    monkeypatch.chdir(tmp_path)
    data = frame(120)
    data["id"] = [f"N{i}" for i in range(120)]
    data["day"] = pd.date_range("2024-01-01", periods=120).strftime("%Y-%m-%d")
    data["same"] = "x"
    data.loc[0, "label"], data.loc[1, "label"] = "Ja", "perhaps"
    later = {"ja": "granted", "nej": "refused", "Ja": "given", "perhaps": "open"}
    data["later"] = data["label"].map(later)
    pd.concat([data, data[5:6]]).to_csv("t.csv", index=False)
    assert main(["try", "t.csv", "--target", "label", "--out", "out", *FAST]) == 0
    said = capsys.readouterr().err
    for text in (
        "Column 'id' is left out: it looks like an identifier",
        "Column 'day' is left out: it contains dates",
        "Column 'same' is left out: it has one value in all rows",
        "Column 'later' alone tells the class",
        "Class 'perhaps' has 1 case, so",
        "The classes 'Ja' and 'ja' differ only in spelling",
        "1 row repeats another row exactly",
    ):
        assert text in said
        assert text.replace("'", "&#x27;") in (tmp_path / "out" / "report.html").read_text()


def test_texts_are_compared_by_their_words(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    lines = ["review,stars"]
    for i in range(60):
        word = ("good", "bad")[int(rng.random() < 0.1 + 0.8 * (i % 2))]
        lines.append(f"this film number {i} is {word} and long,{('up', 'down')[i % 2]}")
    (tmp_path / "r.csv").write_text("\n".join(lines))
    assert main(["try", "r.csv", "--target", "stars", "--out", "out", *FAST]) == 2
    assert "--kind review=count" in capsys.readouterr().err
    options = ["--kind", "review=count", "--folds", "2", "--repeats", "1", "--methods", "nb_mn,cnb,majority"]
    assert main(["try", "r.csv", "--target", "stars", "--out", "out", *options]) == 0
    page = (tmp_path / "out" / "report.html").read_text()
    assert "Column or word" in page
    assert "<td>good</td>" in page
    runs(tmp_path / "out" / "report.html")


def test_an_interrupted_trial_leaves_a_page_and_continues_to_the_same_bytes(tmp_path):
    write(tmp_path / "animals.csv", 400)
    slow = ["--methods", "majority,nb,tan,eskdb,random_forest", "--folds", "10", "--repeats", "3"]
    command = [sys.executable, "-m", "naivebench", "try", "animals.csv", "--target", "kind", *slow]
    command += ["--cores", "1", "--budget", "900"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        # background shells ignore this signal
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    stored = tmp_path / "try-animals" / "work" / "predictions"
    while not (stored / "tan.npz").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=300)[0]
    assert process.returncode == 130
    assert "Not compared: `random_forest`, `eskdb` (not finished)." in said
    assert "This trial was interrupted" in (tmp_path / "try-animals" / "report.html").read_text()
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "animals.csv").write_bytes((tmp_path / "animals.csv").read_bytes())
    for folder in (tmp_path, whole):
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)
    for name in ("report.html", "scores.csv", "predictions.csv", "model.nb", "config.yaml", "datasets.yaml"):
        continued, once = ((f / "try-animals" / name).read_bytes() for f in (tmp_path, whole))
        assert unmeasured(continued, tmp_path) == unmeasured(once, whole), name


def unmeasured(content, folder):
    """The content without measured times and without the folder in which it was made."""
    if b"data-measured" in content:
        content = re.sub(rb" data-measured>.*?</", b"></", content)
    return content.replace(os.fsencode(folder.resolve()), b"")


def test_the_example_brings_its_table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["try", "--example", *FAST]) == 0
    assert capsys.readouterr().out.startswith("species: naive Bayes is good enough.")
    assert "naivebench try penguins.csv --target species" in unescaped(tmp_path / "try-penguins/report.html")
    assert main(["try", "--example", "--target", "x"]) == 2
    assert main(["try", "penguins.csv"]) == 2
    assert "--target is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "options", "text"),
    [
        (None, ["--target", "kind"], "does not exist: check the path"),
        (["a,b"] + ["1,x"] * 20, ["--target", "c"], "target 'c' is not a column of"),
        (["a,b"] + ["1,x"] * 20, ["--target", "b"], "contains only one class"),
        (
            ["a,b"] + ["1,x", "2,y"] * 4,
            ["--target", "b"],
            "has 8 rows with a class, but at least 10 are needed",
        ),
        (["a,b"] + ["1,x", "2,y"] * 9 + ["1"], ["--target", "b"], "expected 2"),
        (
            ["a,b"] + ["1,x", "2,y"] * 9,
            ["--target", "b", "--group", "a", "--time", "a"],
            "give only one of them",
        ),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--budget", "0"], "--budget is 0"),
        (["a,b"] + [",x", "?,y"] * 9, ["--target", "b"], "only missing cells"),
        (["a,bird"] + ["1,x", "2,y"] * 9, ["--target", "brid"], "did you mean 'bird'"),
        (["a,b"] + [f"{i},x{i}" for i in range(20)], ["--target", "b"], "20 different labels in 20 rows"),
        (["a,b"] + ["1,x", "2,y"] * 9 + ["1,2,3"], ["--target", "b"], "line 20"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--drop", "b"], "which is the class column"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--drop", "c"], "'c'"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--group", "c"], "'c'"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--kind", "a=number"], "'number'"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--metric", "acuracy"], "'accuracy'"),
        (["a,b"] + ["1,x", "2,y"] * 9, ["--target", "b", "--test", "none.csv"], "does not exist"),
        (["a,b"] + ["1,\udce4", "2,y"] * 9, ["--target", "b"], "`--encoding latin-1`"),
        (["b"] + ["x", "y"] * 9, ["--target", "b"], "no column besides the class"),
        ([], ["--target", "b"], "is empty"),
        (["a,b"], ["--target", "b"], "no data rows"),
    ],
)
def test_wrong_input_gives_one_sentence_and_no_files(tmp_path, capsys, lines, options, text):
    table = tmp_path / "t.csv"
    if lines is not None:
        table.write_text("\n".join(lines) + "\n" * bool(lines), encoding="utf-8", errors="surrogateescape")
    assert main(["try", str(table), "--out", str(tmp_path / "out"), *options]) == 2
    (line,) = [x for x in capsys.readouterr().err.splitlines() if x.startswith("error:")]
    assert text in line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["rows.csv", "scores.csv", "predictions.csv", "config.yaml"])
def test_a_table_in_the_folder_of_the_results_is_neither_overwritten_nor_deleted(tmp_path, capsys, name):
    table = write(tmp_path / name)
    before = table.read_bytes()
    assert main(["try", str(table), "--target", "kind", "--out", str(tmp_path), *FAST]) == 2
    assert f"would write over its own input {name}: choose another folder" in capsys.readouterr().err
    assert table.read_bytes() == before
    assert list(tmp_path.iterdir()) == [table]


def test_another_table_with_the_name_of_the_example_stays(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "penguins.csv").write_text("mine")
    assert main(["try", "--example", *FAST]) == 2
    assert "penguins.csv exists here and is not the example" in capsys.readouterr().err
    assert (tmp_path / "penguins.csv").read_text() == "mine"
