"""Files in unexpected formats, and options that describe the format: what is read, and the messages."""

from __future__ import annotations

import re
import shlex

import pandas as pd
import pytest
from support.sentences import refusal

from naivebench.cli import input_tables
from naivebench.cli.main import main, make_parser

pytestmark = pytest.mark.slow
COMMAS = "x;when;c\n" + "".join(f"{i},{i % 9};2024-01-{i + 1:02d};{'ab'[i % 2]}\n" for i in range(20))
LEVELS = "size,y\n" + "low,p\nmedium,q\nvery high,p\n" * 8


def written(folder, text, name="a.csv"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def read(path, target, *options):
    """The training table of `fit` with these options."""
    words = ["fit", "--method", "nb", "--train", path, "--target", target, "--out", "-", *options]
    return input_tables.read_training_table(make_parser(["fit"]).parse_args(words))


def predict(train, test, *more, out):
    model = f"{out}.nb"
    code = main(["fit", "--method", "nb", "--train", train, "--target", "c", "--out", model, *more])
    return code or main(["predict", "--model", model, "--test", test, "--out", str(out)])


def test_decimal_commas_are_read_and_dates_are_named(tmp_path, capsys):
    path, out = written(tmp_path, COMMAS), tmp_path / "o"
    assert predict(path, path, "--decimal", ",", "--drop", "when", out=out) == 0
    stated, notes = out.read_text(), capsys.readouterr().err
    assert "comma" not in notes
    assert "dates" not in notes
    assert predict(path, path, "--drop", "when", out=out) == 0
    assert out.read_text() == stated
    assert "commas are read as decimal marks: x ('0,0')" in capsys.readouterr().err
    assert predict(path, path, out=out) == 0
    assert "dates or times are treated as plain labels" in capsys.readouterr().err
    assert "20 different numbers in 20 rows" in refusal(read, path, "x")
    assert predict(path, path, "--kind", "*=nominal", out=out) == 0
    assert capsys.readouterr().err == ""


def test_a_model_reads_new_numbers_as_those_of_its_training_file(tmp_path, capsys):
    """1.234 alone may be 1234; the unit must be there, and be the same."""
    rows = "".join(f"1.{i:03},5;{i} kg;{'ab'[i % 2]}\n" for i in range(20))
    train, model, out = written(tmp_path, f"x;w;c\n{rows}"), str(tmp_path / "m.nb"), tmp_path / "o.csv"
    assert main(["fit", "--method", "gnb", "--train", train, "--target", "c", "--out", model]) == 0

    def predicted(text):
        test = written(tmp_path, text, "b.csv")
        code = main(["predict", "--model", model, "--test", test, "--out", str(out)])
        return out.read_text() if code == 0 else capsys.readouterr().err

    assert predicted("x;w\n1.003;3 kg\n") == predicted("x;w\n1003,0;3,0 kg\n")
    capsys.readouterr()
    assert "'3' in the linear column 'w' is not written as in the training data" in predicted(
        "x;w\n1.003;3\n"
    )
    assert "the unit kg: write all numbers alike" in predicted("x;w\n1.003;3 lb\n")


def test_a_model_file_remembers_how_its_training_file_was_written(tmp_path, capsys):
    """Marks, decimals and encoding of `fit` are the defaults of `predict --model`, which options override."""
    text = "é;n;c\n" + "".join(f"{'uv!'[i % 3]};{i},5;{'ab'[i % 2]}\n" for i in range(24))
    path = written(tmp_path, text.encode("latin-1"))
    model, out = str(tmp_path / "m.nb"), tmp_path / "o.csv"
    form = ["--missing", "!", "--decimal", ",", "--encoding", "latin-1"]
    assert main(["fit", "--method", "nb", "--train", path, "--target", "c", *form, "--out", model]) == 0
    assert capsys.readouterr().err == ""

    def predicted(test, *options):
        assert main(["predict", "--model", model, "--test", test, "--out", str(out), *options]) == 0
        return out.read_text(), capsys.readouterr().err

    stated, notes = predicted(path, *form)
    assert notes == ""
    assert predicted(path) == (stated, "")
    _, notes = predicted(path, "--missing", "?")
    assert "contain a value that does not occur in training, such as '!'" in notes
    plain = written(tmp_path, text.replace(",5", ".5").replace(";", ","), "plain.csv")
    assert predicted(plain, "--decimal", ".", "--encoding", "utf-8") == (stated, "")
    typed = str(tmp_path / "t.parquet")
    pd.read_csv(plain).to_parquet(typed)
    assert predicted(typed)[0] == stated


@pytest.mark.parametrize("mark", ["--", "-99,9", "-", "-x y"])
def test_a_mark_that_begins_with_a_dash_can_be_given_as_the_note_says(mark, tmp_path, capsys):
    rows = "".join(f"{i % 5 / 4};{'ab'[i % 2]}\n" for i in range(20))
    path = written(tmp_path, f"x;c\n{rows}{mark};a\n")
    if mark != "-99,9":  # a number
        assert read(path, "c").attributes[0].kind == "nominal"
        (option,) = re.findall("`(--missing[^`]*)`", capsys.readouterr().err)
        parsed = make_parser(["try"]).parse_args(["try", path, *shlex.split(option)])
        assert input_tables.read_format_options(parsed).missing == (mark,)
    assert read(path, "c", f"--missing={mark}").attributes[0].kind == "linear"
    assert f"--kind {mark!r} is not of the form COL=KIND" in refusal(read, path, "c", f"--kind={mark}")
    assert f"names {mark!r}, which is not a column" in refusal(read, path, "c", f"--drop={mark}")


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
    assert input_tables.parse_kinds([option]) == ({"size": expected}, {})


def test_several_vectors_have_names():
    kinds = [f"{c}=direction:{v}" for c, v in zip("abcde", ["up", "up", "on", "on", "on"], strict=True)]
    assert input_tables.parse_kinds(kinds) == ({}, {"up": ["a", "b"], "on": ["c", "d", "e"]})


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("size=ordinl:low", "did you mean 'ordinal'"),
        ("size=ordinal:LOW,medium,very high", "'low' is not in the declared value list"),
    ],
)
@pytest.mark.parametrize("command", ["discretize --method fayyad_irani --train", "try"])
def test_wrong_levels_give_one_sentence(command, option, sentence, tmp_path, capsys):
    given = [written(tmp_path, LEVELS), "--target", "y", "--kind", option, "--out", str(tmp_path / "o")]
    assert main([*command.split(), *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert sentence in line


@pytest.mark.parametrize(
    ("rows", "kind", "noted"),
    [
        ("low,p\nmedium,q\nhigh,p\n", "size=ordinal", True),
        ("low,p\nmedium,q\nhigh,p\n", "size=ordinal:low,medium,high", False),
        ("1,p\n10,q\n9,p\n", "size=ordinal", False),
        ("no,p\nyes,q\nno,q\n", "size=ordinal", False),  # either order says the same
    ],
)
def test_an_alphabetical_order_gets_a_note(rows, kind, noted, tmp_path, capsys):
    read(written(tmp_path, "size,y\n" + rows), "y", "--kind", kind)
    notes = capsys.readouterr().err
    assert ("set `--kind size=ordinal:VALUE,VALUE,...`): size (high, low" in notes) == noted
    assert bool(notes) == noted
