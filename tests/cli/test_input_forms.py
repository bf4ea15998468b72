"""Files in unexpected formats, and options that describe the format: what is read, and the messages."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
import yaml
from support.sentences import refusal

from naivebench.benchmark.configuration import documents
from naivebench.cli import decisions, own_csv, try_table
from naivebench.cli import predict as predict_module
from naivebench.cli.main import main, parser
from naivebench.core.checks import InputError
from naivebench.core.files import check_regular
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.readers import raw_table
from naivebench.data.readers import read as readers
from naivebench.models import fitted, isolate

ROOT = Path(__file__).resolve().parents[2]
COMMAS = "x;when;c\n" + "".join(f"{i},{i % 9};2024-01-{i + 1:02d};{'ab'[i % 2]}\n" for i in range(20))
PLAIN = "x,n,c\n" + "".join(f"{'YES' if i % 3 else 'NO'},{i},{'ab'[i % 2]}\n" for i in range(12))


def written(folder, text, name="a.csv"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def predict(train, test, *more, out):
    data = ["--train", train, "--test", test, "--target", "c", "--out", str(out)]
    return main(["predict", "--project", str(ROOT), "--method", "nb", *data, *more])


def test_fit_and_predict_read_decimal_commas_and_name_dates(tmp_path, capsys):
    path = written(tmp_path, COMMAS)
    out = tmp_path / "o"
    assert predict(path, path, "--decimal", ",", "--drop", "when", out=out) == 0
    stated, said = out.read_text(), capsys.readouterr().err
    assert "comma" not in said
    assert "dates" not in said
    assert predict(path, path, "--drop", "when", out=out) == 0
    assert out.read_text() == stated
    assert "commas are read as decimal marks: x ('0,0')" in capsys.readouterr().err
    assert predict(path, path, out=out) == 0
    assert (
        "dates or times are treated as plain labels (derive numbers such as age, or set `--drop when`)"
        in (capsys.readouterr().err)
    )


def test_a_model_reads_new_numbers_as_those_of_its_training_file(tmp_path, capsys):
    """1.234 alone may be 1234; the unit must be there, and be the same."""
    rows = "".join(f"1.{i:03},5;{i} kg;{'ab'[i % 2]}\n" for i in range(20))
    train = written(tmp_path, f"x;w;c\n{rows}")
    model, out = str(tmp_path / "m.nb"), tmp_path / "o.csv"
    here = ["--project", str(ROOT)]
    fit = ["fit", *here, "--method", "gnb", "--train", train, "--target", "c", "--out", model]
    assert main(fit) == 0

    def predicted(text):
        test = written(tmp_path, text, "b.csv")
        code = main(["predict", *here, "--model", model, "--test", test, "--out", str(out)])
        return out.read_text() if code == 0 else capsys.readouterr().err

    assert predicted("x;w\n1.003;3 kg\n") == predicted("x;w\n1003,0;3,0 kg\n")
    capsys.readouterr()
    assert (
        "b.csv, line 2: '3' in the linear column 'w' is not written as in the training data, which have the "
        in (predicted("x;w\n1.003;3\n"))
    )
    assert "the unit kg: write all numbers alike" in predicted("x;w\n1.003;3 lb\n")


def test_a_stated_kind_silences_the_note(tmp_path, capsys):
    path = written(tmp_path, COMMAS)
    assert predict(path, path, "--kind", "*=nominal", out=tmp_path / "o") == 0
    assert capsys.readouterr().err == ""


def test_preparing_reads_the_same_and_does_not_call_dates_identifiers(tmp_path):
    path = written(tmp_path, COMMAS)
    table, record = prepare("d", {"source": {"file": path}}, Inputs(file=path))
    assert [a.kind for a in table.attributes] == ["linear", "nominal"]
    said = " ".join(record["warnings"])
    assert "commas are read as decimal marks" in said
    assert "dates or times are treated as plain labels" in said
    assert "identifier" not in said
    stated, record = prepare(
        "d", {"source": {"file": path}, "decimal": ",", "drop": ["when"]}, Inputs(file=path)
    )
    assert record["warnings"] == []
    assert stated.reals.tolist() == table.reals.tolist()


def test_decimal_commas_in_the_class_are_numbers_too(tmp_path):
    path = written(tmp_path, COMMAS)
    assert "20 different numbers in 20 rows" in refusal(own_csv.read_train, path, "x", [])


def test_a_decimal_comma_in_a_column_of_numbers_names_the_option(tmp_path, capsys):
    train = written(tmp_path, "x;z;c\n1.5;1;a\n2.5;2;b\n")
    test = written(tmp_path, "x;z\n1,5;1\n", "b.csv")
    assert predict(train, test, out=tmp_path / "o") == 2
    assert "if the comma is a decimal mark, set `--decimal ,`" in capsys.readouterr().err


def test_the_option_missing_means_the_same_as_the_key_of_the_stanza(tmp_path):
    text = "x,c\n-9,a\n2,b\n?,a\n"
    path = written(tmp_path, text)
    form = own_csv.Form(missing=("-9", "?"))
    table = own_csv.read_train(path, "c", [], form)
    stanza = {"source": {"file": path}, "missing": ["-9", "?"]}
    expected, _ = prepare("d", stanza, Inputs(file=path))
    np.testing.assert_array_equal(table.reals, expected.reals)
    np.testing.assert_array_equal(table.reals[:, 0], [np.nan, 2, np.nan])
    alone = own_csv.read_train(path, "c", [], own_csv.Form(missing=("-9",)))
    assert alone.attributes[0].values == ("2", "?")
    test = own_csv.encode_cases(own_csv.read_cases(path, form), table, -1, path, form.missing)
    np.testing.assert_array_equal(test.reals, table.reals)


def test_drop_and_encoding(tmp_path, capsys):
    path = written(tmp_path, "x,ä,c\n1,2,a\n2,3,b\n".encode("latin-1"))
    assert predict(path, path, out=tmp_path / "o") == 2
    assert "`--encoding latin-1`" in capsys.readouterr().err
    table = own_csv.read_train(path, "c", [], own_csv.Form(encoding="latin-1"), ["ä"])
    assert [a.name for a in table.attributes] == ["x"]
    assert predict(path, path, "--encoding", "latin-1", "--drop", "ä", out=tmp_path / "o") == 0
    assert predict(path, path, "--encoding", "latin-1", "--drop", "z", out=tmp_path / "o") == 2
    assert "--drop" in capsys.readouterr().err
    assert predict(path, path, "--encoding", "latin-1", "--drop", "c", out=tmp_path / "o") == 2
    assert "is the class column" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16(encoding):
    data = PLAIN.encode(encoding)
    expected = readers.read(PLAIN.encode())
    if encoding == "utf-16":
        assert readers.read(data) == expected
    else:
        assert "`--encoding utf-16`" in refusal(readers.read, data)
        assert readers.read(data, encoding=encoding) == expected
        assert readers.read("\ufeff".encode(encoding) + data) == expected


def test_other_spreadsheets_are_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.ods", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "")
    path = str(tmp_path / "a.ods")
    expected = f"{path} is a spreadsheet, not text with cells: save it as CSV (UTF-8) and name that file"
    assert refusal(own_csv.read_train, path, "c", []) == expected
    assert "is a spreadsheet" in prepare("d", {"source": {"file": path}}, Inputs(file=path))[0].reason


def test_the_old_excel_format_is_recognised():
    assert "is a spreadsheet" in refusal(readers.read, bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))


@pytest.mark.parametrize(("train", "test"), [("YES NO", "yes no"), ("1 0 x", "p q"), ("True False", "2 3")])
def test_a_column_with_only_new_values_is_named(tmp_path, capsys, train, test):
    known, new = train.split(), test.split()
    rows = "".join(f"{known[i % len(known)]},{'ab'[i % 2]}\n" for i in range(12))
    a = written(tmp_path, f"x,c\n{rows}")
    b = written(tmp_path, f"x\n{new[0]}\n?\n{new[1]}\n", "b.csv")
    assert predict(a, b, out=tmp_path / "o") == 0
    said = capsys.readouterr().err
    assert f"all values of column 'x' are new, such as {new[0]!r}" in said
    some = written(tmp_path, f"x\n{new[0]}\n{known[0]}\n", "b.csv")
    assert predict(a, some, out=tmp_path / "o") == 0
    said = capsys.readouterr().err
    assert "all values" not in said
    assert "1 cell(s) of column 'x' contain a value that does not occur" in said


def test_pipes_and_devices_are_refused_at_once(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero"):
        expected = f"{path} is a pipe or a device, not a regular file"
        assert refusal(own_csv.read_train, path, "c", []).startswith(expected)
        assert refusal(own_csv.read_cases, path).startswith(expected)
        assert refusal(check_regular, path).startswith(expected)
        assert expected in prepare("d", {"source": {"file": path}}, Inputs(file=path))[0].reason
    (tmp_path / "empty").mkdir()
    assert "is a folder: name a file" in refusal(own_csv.read_train, str(tmp_path / "empty"), "c", [])


def test_other_errors_have_cost_one():
    classes = ("no", "yes", "maybe")
    costs = decisions.parse_costs("yes:no=5,no:no=-1", classes)
    assert costs.tolist() == [[-1, 1, 1], [5, 0, 1], [1, 1, 0]]
    log_proba = np.log([[0.9, 0.05, 0.05], [0.05, 0.05, 0.9]])
    labels, _ = decisions.by_cost(log_proba, np.ones(3), decisions.parse_costs("yes:no=5", classes))
    assert labels.tolist() == [0, 2]


@pytest.mark.parametrize("value", [".nan", ".inf", "-.inf", ".NaN", "1.0e+999"])
def test_numbers_of_the_configuration_are_finite(value):
    said = refusal(documents.parse, f"a:\n  b: [1.5, {value}]\n", "c.yaml")
    assert said == f"c.yaml, line 2: a.b.1 is {value}, expected text in quotes or a finite number"
    said = refusal(documents.parse, f"a: 1\nb: {value}\n", "c.yaml")
    assert said == f"c.yaml, line 2: b is {value}, expected text in quotes or a finite number"


OWN = """\
from naivebench.methods.naive_bayes.nb import predict_log_proba, summarize


def helper(table):
    raise ValueError("no luck")


def fit(table, *, rng=None):
    return helper(table)
"""


def test_an_exception_of_a_method_in_a_file_names_its_line(tmp_path, monkeypatch):
    written(tmp_path, OWN, "thing.py")
    monkeypatch.chdir(tmp_path)
    stanza = {"module": "thing.py", "params": {}, "kinds": ["nominal"]}
    table = own_csv.read_train(written(tmp_path, PLAIN), "c", ["*=nominal"])

    def work():
        return fitted.fit(table, "mine", stanza, rng=np.random.default_rng(0), params={})

    expected = "method mine stopped with ValueError: no luck (thing.py, line 5)"
    assert refusal(predict_module.guarded, work, "method mine") == expected
    outcome = isolate.call(work, isolate.Limits(60))
    assert outcome.reason == "ValueError: no luck (thing.py, line 5)"


def test_an_exception_of_a_method_of_the_package_keeps_its_advice():
    def work():
        raise ValueError("no luck")

    said = refusal(predict_module.guarded, work, "method nb")
    assert said == f"method nb stopped with ValueError: no luck: {predict_module.CURE}"


def test_a_file_of_your_own_that_cannot_be_imported_gives_one_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "thing.py").write_text("import math\n\nraise KeyError('at import')\n")
    said = refusal(predict_module.imported, "thing.py")
    assert said == "thing.py cannot be imported: KeyError: 'at import' (thing.py, line 3). Correct the file."


PEEKS = """\
import numpy as np


def fit(table, *, rng=None):
    return table.classes


def predict_log_proba(model, table):
    return {answer}


def summarize(model):
    return {{}}
"""
OWN_STANZA = "mine: {title: Mine, group: mine, kinds: [nominal, linear], module: my/mine.py, cost: light}\n"


def with_own_method(folder, answer):
    """A project with one method in a file of its own, which returns these answers."""
    (folder / "config").mkdir(exist_ok=True)
    (folder / "my").mkdir(exist_ok=True)
    (folder / "my" / "mine.py").write_text(PEEKS.format(answer=answer))
    (folder / "config" / "methods.yaml").write_text(OWN_STANZA)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            "np.eye(2)[table.y]",
            "IndexError: index -2147483648 is out of bounds for axis 0 with size 2; `table.y` and "
            "`table.groups` are hidden while a method predicts, so it cannot use them (my/mine.py, line 9)",
        ),
        (
            "np.bincount(table.y)",
            "negative elements; `table.y` and `table.groups` are hidden while a method predicts, so it "
            "cannot use them (my/mine.py, line 9)",
        ),
        (
            "table.groups[0]",
            "'NoneType' object is not subscriptable; `table.y` and `table.groups` are hidden while a method "
            "predicts, so it cannot use them (my/mine.py, line 9)",
        ),
        ("np.ones(3)[9]", "index 9 is out of bounds for axis 0 with size 3 (my/mine.py, line 9)"),
        ("[0.5]", "predict_log_proba returned a list, expected a numpy.ndarray: correct my/mine.py"),
        (
            "np.zeros((12, 3))",
            "predict_log_proba returned shape (12, 3), expected (12, 2): correct my/mine.py",
        ),
        ("np.zeros((12, 2))", "gives no probabilities for case 1 of 12: correct my/mine.py"),
    ],
)
def test_own_methods_that_break_the_contract(answer, expected, tmp_path, monkeypatch, capsys):
    """The sentence says what the contract requires and names the file; it gives no advice about numbers."""
    with_own_method(tmp_path, answer)
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, PLAIN)
    data = ["--train", path, "--test", path, "--target", "c", "--out", "-"]
    assert main(["predict", "--method", "mine", *data]) == 2
    said = capsys.readouterr().err.strip()
    assert said.endswith(expected), said
    assert predict_module.CURE not in said


def test_no_command_waits_for_a_pipe(tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    path = written(tmp_path, PLAIN)
    model = str(tmp_path / "m.nb")
    here, test = ["--project", str(ROOT)], ["--test", path, "--out", "-"]
    fit = ["--method", "nb", "--target", "c", "--out"]
    assert main(["fit", *here, *fit, model, "--train", path]) == 0
    for odd in (str(pipe), "/dev/zero"):
        started = time.monotonic()
        for arguments in (
            ["check", *here, "--configfile", odd],
            ["datasets", *here, "--configfile", odd],
            ["fit", *here, *fit, "-", "--train", odd],
            ["predict", *here, "--model", odd, *test],
            ["predict", *here, "--model", model, *test, "--costs", odd],
            ["predict", *here, "--model", model, "--test", odd, "--out", "-"],
            ["discretize", "--method", "caim", "--target", "c", "--out", "-", "--train", odd],
            ["compare", odd],
        ):
            assert main(arguments) == 2, arguments
            assert f"{odd} is a pipe or a device, not a regular file" in capsys.readouterr().err, arguments
        for arguments in (
            ["status", odd],
            ["diff", odd, odd],
            ["methods", "--project", odd],
            ["check", *here, "zoo", "--mirror", odd],
        ):
            assert main(arguments) == 2, arguments
        assert time.monotonic() - started < 30


OPTIONS = {
    "positive": (["predict", "--test", "A", "--model", "M", "--positive", "a"], "--top or --threshold"),
    "positive with costs": (
        ["predict", "--test", "A", "--model", "M", "--positive", "a", "--costs", "a:b=2"],
        "--positive is used only with --top or --threshold: add one of them, or leave --positive out",
    ),
    "seed of a model": (
        ["predict", "--test", "A", "--model", "M", "--seed", "0"],
        "--seed is used only for training",
    ),
    "kind twice": (
        ["fit", "--kind", "n=nominal", "--kind", "n=linear"],
        "--kind 'n=linear': 'n' already has a kind from 'n=nominal': give one kind per column",
    ),
    "parameter twice": (
        ["fit", "--param", "alpha=1", "--param", "alpha=2"],
        "--param 'alpha=2': 'alpha' already has a value: give it once",
    ),
    "kind of what is dropped": (
        ["fit", "--drop", "n", "--kind", "n=nominal"],
        "--drop and --kind both name 'n': leave one of them out",
    ),
    "encoding of Parquet": (
        ["predict", "--test", "P", "--model", "M", "--encoding", "latin-1"],
        "is read by parquet, which takes no `encoding`: leave it out",
    ),
    "metric of a matrix": (
        ["compare", "S", "--metric", "auc"],
        "no column 'metric', so 'auc' cannot be chosen",
    ),
    "protocol of a matrix": (
        ["compare", "S", "--protocol", "honest"],
        "no column 'protocol', so 'honest' cannot be chosen: leave --protocol out",
    ),
    "metric of folds without": (["compare", "F", "--metric", "auc"], "no column 'metric', so"),
    "rows of a data set": (
        ["compare", "T"],
        "data set 'd1' already has a row, in line 3: keep one row for each data set",
    ),
    "two outputs on one": (
        ["predict", "--test", "A", "--model", "M", "--explain", "-"],
        "--explain and --out both name -: give --explain another file",
    ),
    "no tolerance": (
        ["diff", "FOLDER", "FOLDER", "--tolerance", "nan"],
        "--tolerance is nan, expected a number",
    ),
    "long costs": (["predict", "--test", "A", "--model", "M", "--costs", "x" * 5000], f"'{'x' * 60}...' is"),
    "mirror without data set": (
        ["check", "--mirror", "FOLDER"],
        "--mirror is used only with DATASET",
    ),
    "mirror that is not there": (["check", "zoo", "--mirror", "nowhere"], "--mirror nowhere is not a folder"),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_no_option_is_ignored(name, tmp_path, capsys):
    """An option that has no effect in this combination is an error."""
    import pandas as pd

    files = {"A": written(tmp_path, PLAIN), "M": str(tmp_path / "m.nb"), "FOLDER": str(tmp_path)}
    scores = "d,nb,tan\n" + "".join(f"d{i},0.{i + 1},0.{i + 2}\n" for i in range(4))
    folds = "dataset,method,value\n" + "".join(f"d{i},{m},0.{i}\n" for i in range(4) for m in ("nb", "tan"))
    files |= {
        "S": written(tmp_path, scores, "s.csv"),
        "T": written(tmp_path, scores + "d1,0.3,0.4\n", "t.csv"),
    }
    files |= {"F": written(tmp_path, folds, "f.csv"), "P": str(tmp_path / "p.parquet")}
    pd.read_csv(files["A"]).to_parquet(files["P"])
    here, fit = ["--project", str(ROOT)], ["--method", "nb", "--train", files["A"], "--target", "c", "--out"]
    if "M" in OPTIONS[name][0]:
        assert main(["fit", *here, *fit, files["M"]]) == 0
    command, *given = (files.get(word, word) for word in OPTIONS[name][0])
    more = {"fit": [*here, *fit, "-"], "predict": [*here, "--out", "-"], "check": here}.get(command, [])
    assert main([command, *more, *given]) == 2
    assert OPTIONS[name][1] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (PLAIN.encode(), ["--encoding", "utf-16"], "is not UTF-16 text (its first bytes have no byte 0)"),
        (
            PLAIN.encode(),
            ["--encoding", "utf_32_le"],
            "is not UTF_32_LE text (its first bytes have no byte 0)",
        ),
        (PLAIN.encode("utf-16"), ["--encoding", "latin-1"], "if it is UTF-16, set the encoding to utf-16"),
        (
            PLAIN.encode(),
            ["--encoding", "nope"],
            "is unknown: use utf-8, latin-1, cp1252, utf-16, or another",
        ),
        (PLAIN.encode(), ["--encoding", "hex"], "is unknown: use utf-8, latin-1, cp1252, utf-16, or another"),
        (PLAIN.encode(), ["--decimal", ","], "seems to have commas between its columns, but with a decimal"),
        (b"x, n, c\n1, 2, a\n3, 4, b\n", ["--decimal", ","], "seems to have commas between its columns"),
        (b'"x","c"\n"1.5",a\n"2",b\n', ["--decimal", ","], "or set `decimal` to a point (`--decimal .`)"),
    ],
)
def test_wrong_encodings_and_decimal_marks(text, options, expected, tmp_path, capsys):
    path = written(tmp_path, text)
    assert predict(path, path, *options, out="-") == 2
    assert expected in capsys.readouterr().err


def test_a_decimal_comma_in_files_with_blanks_or_semicolons():
    for data in (b"x y c\n1,5 2 a\n2,5 3 b\n", b'"x, y";c\n1,5;a\n2,5;b\n', b"x;y,kg;c\n1,5;2;a\n2,5;3;b\n"):
        raw = readers.read(data, decimal=",", header=True)
        assert raw_table.numbers_of(raw, raw.names[0], frozenset(), "").tolist() == [1.5, 2.5]


def names_text(n):
    header = ",".join([*(f"column{i}" for i in range(n)), "c"])
    return (
        header + "\n" + "".join(",".join([*map(str, range(i, i + n)), "ab"[i % 2]]) + "\n" for i in range(9))
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--target", "colunm7"], "did you mean 'column7', 'column97' or 'column87'? The header of "),
        (["--target", "q"], "not a column of "),
        (["--target", "c", "--drop", "zzzz"], "which is not a column; the nearest of 101 are "),
        (
            ["--target", "c", "--kind", "zzzz=linear"],
            "no column of the training file; the nearest of 100 ",
        ),
        (["--target", "c", "--method", "zzz"], "`naivebench methods` lists all of them."),
    ],
)
def test_unknown_names_come_with_the_nearest_three(options, expected, tmp_path, capsys):
    path = written(tmp_path, names_text(100))
    data = ["--train", path, "--out", "-"]
    assert main(["fit", "--project", str(ROOT), "--method", "nb", *data, *options]) == 2
    said = capsys.readouterr().err
    assert expected in said
    assert len(said) < 400
    if "header" in expected:
        assert said.endswith(f"The header of {path} names all columns.\n")


def test_unknown_classes_come_with_the_nearest_three():
    classes, counts = [f"class {i}" for i in range(300)], np.ones(300)
    expected = (
        "; did you mean 'class 7', 'class 97' or 'class 87'? The columns P(...) of the predictions name all "
        "classes."
    )
    said = refusal(decisions.positive_class, "clas 7", classes, counts, "--top")
    assert said == f"--positive 'clas 7' is not a class{expected}"
    said = refusal(decisions.parse_costs, "clas 7:class 1=2", classes)
    assert said == f"--costs clas 7:class 1=2: 'clas 7' is not a class{expected}"


def test_a_model_file_remembers_how_its_training_file_was_written(tmp_path, capsys):
    """Missing marks, decimals and encoding of `fit` are the defaults of `predict --model`, which options
    override.
    """
    text = "é;n;c\n" + "".join(f"{'uv!'[i % 3]};{i},5;{'ab'[i % 2]}\n" for i in range(24))
    path = written(tmp_path, text.encode("latin-1"))
    model, out = str(tmp_path / "m.nb"), tmp_path / "o.csv"
    form = ["--missing", "!", "--decimal", ",", "--encoding", "latin-1"]
    here = ["--project", str(ROOT)]
    assert (
        main(["fit", *here, "--method", "nb", "--train", path, "--target", "c", *form, "--out", model]) == 0
    )
    assert capsys.readouterr().err == ""

    def predicted(test, *options):
        assert main(["predict", *here, "--model", model, "--test", test, "--out", str(out), *options]) == 0
        return out.read_text(), capsys.readouterr().err

    stated, said = predicted(path, *form)
    assert said == ""
    again, said = predicted(path)
    assert again == stated
    assert said == (
        f"note: {path} is read with --decimal , --encoding latin-1 --missing '!', like the training file of "
        f"{model}\n"
    )
    _, said = predicted(path, "--missing", "?")
    assert "contain a value that does not occur in training, such as '!'" in said
    plain = written(tmp_path, text.replace(",5", ".5").replace(";", ","), "plain.csv")
    others, said = predicted(plain, "--decimal", ".", "--encoding", "utf-8")
    assert others == stated
    assert said == f"note: {plain} is read with --missing '!', like the training file of {model}\n"
    import pandas as pd

    typed = str(tmp_path / "t.parquet")
    pd.read_csv(plain).to_parquet(typed)
    assert predicted(typed)[0] == stated


def test_summary_names_the_seed_that_was_used(tmp_path):
    path, summary = written(tmp_path, PLAIN), tmp_path / "s.json"
    assert predict(path, path, "--summary", str(summary), out=tmp_path / "o") == 0
    assert json.loads(summary.read_text())["seed"] == 0


def error_of(capsys):
    """The one line on standard error."""
    (line,) = capsys.readouterr().err.splitlines()
    return line


LEVELS = "size,y\n" + "low,p\nmedium,q\nvery high,p\n" * 8


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("size=ordinal", {"kind": "ordinal"}),
        ("size=ordinal:low,medium,very high", {"kind": "ordinal", "values": ["low", "medium", "very high"]}),
        ("size=nominal: a=b , c=linear", {"kind": "nominal", "values": ["a=b", "c=linear"]}),
        ('size=ordinal:"1,5","2,5"', {"kind": "ordinal", "values": ["1,5", "2,5"]}),
        ("size=angular:360", {"kind": "angular", "period": 360}),
        ("size=sequence:ACGTacgt", {"kind": "sequence", "alphabet": "ACGTacgt"}),
    ],
)
def test_kinds_have_details(option, expected):
    raw = readers.read(LEVELS.encode(), header=True, where="a.csv")
    assert own_csv.parse_kinds([option], raw, "y") == ({"size": expected}, {})


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("size=ordinal:low,,high", "expected different values between commas"),
        ("size=ordinal:low,low", "expected different values between commas"),
        ("size=linear:3", "only angular has a period, nominal and ordinal have values"),
        ("size=ordinl:low", "did you mean 'ordinal'"),
        ("size=ordinal:low,medium", "line 4: 'very high' is not in the declared value list of column 'size'"),
        (
            "size=ordinal:LOW,medium,very high,huge",
            "it differs from 'LOW' only in spelling, so spell them alike",
        ),
    ],
)
@pytest.mark.parametrize("command", ["fit", "discretize", "try"])
def test_wrong_levels_give_one_sentence(command, option, sentence, tmp_path, capsys):
    table = written(tmp_path, LEVELS)
    method = {"fit": ["--method", "nb"], "discretize": ["--method", "fayyad_irani"], "try": []}[command]
    given = [table] if command == "try" else ["--train", table]
    given += [*method, "--target", "y", "--kind", option, "--out", str(tmp_path / "o")]
    assert main([command, *given]) == 2
    assert sentence in error_of(capsys)


def test_levels_that_are_numbers_are_found_by_value(tmp_path):
    path = written(tmp_path, "size,y\n2.0,p\n1,q\n10.0,p\n?,q\n")
    table = own_csv.read_train(path, "y", ["size=ordinal:1,2,10"])
    assert table.attributes[0].values == ("1", "2", "10")
    assert table.codes.ravel().tolist() == [1, 0, 2, -1]


def test_a_level_with_a_comma_is_quoted(tmp_path):
    path = written(tmp_path, 'size,y\n"low, or so",p\nhigh,q\n')
    with pytest.raises(InputError, match="add it to the list, in double quotes because of its comma"):
        own_csv.read_train(path, "y", ["size=ordinal:low,high"])
    table = own_csv.read_train(path, "y", ['size=ordinal:"low, or so",high'])
    assert table.attributes[0].values == ("low, or so", "high")


def test_levels_keep_their_order(tmp_path):
    kind = "size=ordinal:medium,low,very high,huge"
    (attribute,) = own_csv.read_train(written(tmp_path, LEVELS), "y", [kind]).attributes
    assert (attribute.kind, attribute.values) == ("ordinal", ("medium", "low", "very high", "huge"))


@pytest.mark.parametrize(
    ("rows", "kind", "said"),
    [
        (
            "low,p\nmedium,q\nhigh,p\n",
            "size=ordinal",
            "set `--kind size=ordinal:VALUE,VALUE,...`): size (high, low, me",
        ),
        ("low,p\nmedium,q\nhigh,p\n", "size=ordinal:low,medium,high", ""),
        ("low,p\nmedium,q\nhigh,p\n", "size=nominal", ""),
        ("1,p\n10,q\n9,p\n", "size=ordinal", ""),
        ("no,p\nyes,q\nno,q\n", "size=ordinal", ""),  # either order says the same
    ],
)
def test_an_alphabetical_order_gets_a_note(rows, kind, said, tmp_path, capsys):
    own_csv.read_train(written(tmp_path, "size,y\n" + rows), "y", [kind])
    noted = capsys.readouterr().err
    assert (said in noted and "alphabetical order" in noted) if said else not noted


@pytest.mark.parametrize(
    ("numbers", "bins", "said"),
    [
        ([*[0] * 15, 16, 17, 18, 19, 20], 3, "low (0 to 0), high (16 to 20). There are 2 instead of 3"),
        ([*[7] * 15, *range(5)], 3, "low (0 to 4), high (7 to 7). There are 2 instead of 3"),
        (
            [*[1] * 8, *[2] * 8, *[3] * 4],
            5,
            "low (1 to 1), middle (2 to 2), high (3 to 3). There are 3 instead of 5, because it has no more "
            "different numbers",
        ),
        ([*[0] * 15, 16, 17], 5, "low (0 to 0), middle (16 to 16), high (17 to 17). There are 3 instead"),
        (
            [n for n, times in enumerate((18, 35, 40, 38, 31, 38)) for _ in range(times)],
            4,
            "part 1 (0 to 1), part 2 (2 to 2), part 3 (3 to 4), part 4 (5 to 5).\n",  # 53, 40, 69 and 38
        ),
        (["-0", *range(1, 20)], 2, "low (0 to 9), high (10 to 19).\n"),
        (range(20), 3, "low (0 to 5), middle (6 to 12), high (13 to 19).\n"),
        ([*range(10), *["?"] * 10], 2, "low (0 to 4), high (5 to 9).\n"),
    ],
)
def test_bins_of_numbers_with_many_ties(numbers, bins, said, tmp_path, capsys):
    table = written(tmp_path, "v,n\n" + "".join(f"{i % 4},{n}\n" for i, n in enumerate(numbers)))
    folder = tmp_path / "o"
    command = ["try", table, "--target", "n", "--bins", str(bins), "--methods", "majority", "--folds", "2"]
    assert main([*command, "--repeats", "1", "--out", str(folder)]) == 0
    assert f"Column 'n' is cut into classes: {said}" in capsys.readouterr().err
    ((name, stanza),) = yaml.safe_load((folder / "datasets.yaml").read_text())["datasets"].items()
    again, _ = prepare(name, stanza, Inputs(file=Path(table)), stop=True)
    assert len(again.classes) == said.count(" to ")


def test_a_placeholder_in_a_target_that_is_cut_gets_the_note_of_columns(tmp_path, capsys):
    numbers = [-999 if i % 10 == 0 else i / 7 for i in range(60)]
    table = written(tmp_path, "v,n\n" + "".join(f"{i % 4},{n}\n" for i, n in enumerate(numbers)))
    command = ["try", table, "--target", "n", "--bins", "3", "--methods", "majority", "--folds", "2"]
    command += ["--repeats", "1", "--out", str(tmp_path / "o")]
    said = "has -999 in 6 cells; if it means missing, set `--missing=-999`"
    assert main(command) == 0
    assert said in capsys.readouterr().err
    assert main([*command, "--missing=-999"]) == 0
    assert said not in capsys.readouterr().err


@pytest.mark.parametrize("mark", ["--", "-99,9", "-", "-x y"])
def test_a_mark_that_begins_with_a_dash_can_be_given_as_the_note_says(mark, tmp_path, capsys):
    rows = "".join(f"{i % 5 / 4};{'ab'[i % 2]}\n" for i in range(20))
    path = written(tmp_path, f"x;c\n{rows}{mark};a\n")
    arguments = parser().parse_args(["try", path, "--target", "c", f"--missing={mark}", "--drop=--"])
    assert (arguments.missing, arguments.drop) == ([mark], ["--"])
    if mark != "-99,9":  # a number
        assert own_csv.read_train(path, "c", []).attributes[0].kind == "nominal"
        (option,) = re.findall("`(--missing[^`]*)`", capsys.readouterr().err)
        assert parser().parse_args(["try", path, *shlex.split(option)]).missing == [mark]
    assert own_csv.read_train(path, "c", [], own_csv.form_of(arguments)).attributes[0].kind == "linear"


def test_one_number_cannot_be_cut(tmp_path, capsys):
    table = written(tmp_path, "v,n\n" + "".join(f"{i},5\n" for i in range(20)))
    assert main(["try", table, "--target", "n", "--bins", "3", "--out", str(tmp_path / "o")]) == 2
    assert "must have at least 2 different numbers" in error_of(capsys)


@pytest.mark.parametrize("label", ["=1+1", "+x", "-1.5", "@sum", "-"])
def test_labels_are_written_as_they_are_even_if_a_spreadsheet_takes_them_for_formulas(label, tmp_path):
    table = written(tmp_path, "v,c\n" + f"1,{label}\n2,b\n" * 6)
    out = tmp_path / "p.csv"
    assert predict(table, table, out=out) == 0
    with open(out, newline="") as file:
        assert {row["predicted"] for row in csv.DictReader(file)} == {label, "b"}


R_ROWS = '"x" "y"\n' + "".join(f'"r{i}" {i % 7} "{"pq"[i % 2]}"\n' for i in range(20))
QUOTED = "@relation r\n@attribute x {'?',A}\n@attribute y {p,q}\n@data\n" + "'?',q\nA,p\n?,p\nA,q\n" * 5


@pytest.mark.parametrize(
    ("train", "test", "name", "keys"),
    [
        (R_ROWS, R_ROWS, "a.txt", {"drop": ["column 1"]}),
        (R_ROWS, "x,y\n1,p\n2,q\n", "a.txt", {"drop": ["column 1"]}),
        (QUOTED, QUOTED, "a.arff", {"missing": []}),
        (QUOTED, "x,y\n?,p\nA,q\n", "a.arff", {"missing": []}),
    ],
    ids=["names of rows", "names of rows in one file", "ARFF", "ARFF and CSV"],
)
def test_the_stanza_of_two_files_reads_what_the_trial_read(train, test, name, keys, tmp_path):
    other = written(tmp_path, test, f"b{Path(name).suffix}" if test in (R_ROWS, QUOTED) else "b.csv")
    command = [
        "try",
        written(tmp_path, train, name),
        "--test",
        other,
        "--target",
        "y",
        "--methods",
        "majority",
    ]
    arguments = parser().parse_args([*command, "--out", str(tmp_path / "o")])
    read = try_table.read_table(arguments, "own")
    assert {key: read.stanza[key] for key in keys} == keys
    rows = written(tmp_path, read.together, "rows.csv")
    again, _ = prepare("own", read.stanza | {"source": {"file": rows}}, Inputs(file=Path(rows)), stop=True)
    assert [a[:3] for a in again.attributes] == [a[:3] for a in read.table.attributes]
    np.testing.assert_array_equal(again.codes, read.table.codes)
    np.testing.assert_array_equal(again.reals, read.table.reals)
