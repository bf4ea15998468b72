"""Cells that other programs write: decimal commas, NaN, inf, very long cells, and very many columns."""

import time

import pytest
from support.sentences import refusal

from naivebench.cli.main import main
from naivebench.data import encode, profile, raw_columns
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.readers import read as readers


def encoded(text, where="a.csv", missing=None, **options):
    return encode.to_table(readers.read(text.encode(), where=where, **options), missing=missing)


@pytest.mark.parametrize(
    "text",
    [
        "x;y;c\n1,5;-0,25;a\n2;1.234,5;b\n,5;1e3;a\n",
        "x\ty\tc\n1,5\t-0,25\ta\n2\t1.234,5\tb\n,5\t1e3\ta\n",
        'x,y,c\n"1,5","-0,25",a\n2,"1.234,5",b\n",5",1e3,a\n',
        "x y c\n1,5 -0,25 a\n2 1.234,5 b\n,5 1e3 a\n",
    ],
)
def test_decimal_commas(text):
    table, findings = encoded(text, header=True, decimal=",")
    assert table.reals.tolist() == [[1.5, -0.25], [2, 1234.5], [0.5, 1000]]
    assert table.classes == ("a", "b")
    assert findings["warnings"] == []


def test_a_decimal_point_among_decimal_commas_is_refused():
    expected = "a.csv, line 3: '2.5' has a decimal point, but `decimal` is a comma"
    assert refusal(encoded, "x;c\n1;a\n2.5;b\n", decimal=",", header=True).startswith(expected)
    assert encoded("x;c\n1,5;a\n2.500;b\n", decimal=",", header=True)[0].reals[:, 0].tolist() == [1.5, 2500]
    assert "does not support decimal commas" in refusal(encoded, "@data", where="a.arff", decimal=",")


def test_decimal_commas_of_a_stanza_and_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_text("x;c\n1,5;a\n2;b\n3,25;a\n")
    table, _ = prepare("d", {"source": {"file": "a"}, "decimal": ","}, Inputs(file=path))
    assert table.reals[:, 0].tolist() == [1.5, 2, 3.25]
    cuts = ["discretize", "--method", "equal_frequency", "--param", "bins=3", "--train", str(path)]
    assert main([*cuts, "--target", "c", "--decimal", ",", "--out", "-"]) == 0
    assert capsys.readouterr().out == '{"x": [1.75, 2.625]}\n'


@pytest.mark.parametrize("reader", ["csv", "tsv", "orange"])
def test_a_long_cell_is_read(reader):
    long = "a" * 200_000
    text = f"x\tc\n{'d' if reader == 'orange' else 'b'}\td\n\tclass\n{long}\tp\nb\tq\n"
    text = text if reader == "orange" else f"x\tc\n{long}\tp\nb\tq\n"
    raw = readers.read(text.encode(), reader)
    assert raw.columns[0] == [long, "b"]


@pytest.mark.parametrize("mark", sorted(raw_columns.NO_NUMBER))
def test_missing_numbers_are_missing_with_a_message(mark):
    table, findings = encoded(f"x,c\n1,a\n{mark},b\n3,a\n")
    assert [a.kind for a in table.attributes] == ["linear"]
    said = "cells that programs write for missing values are treated as missing: x "
    assert findings["warnings"] == [f"{said}(1, such as {mark!r} in line 3)"]
    assert encode.like(readers.read(f"x\n{mark}\n".encode(), header=True), table.attributes, table.classes)


def test_na_in_a_column_of_labels_is_a_label():
    table, findings = encoded("x,c\nEU,a\nNA,b\nAS,a\n")
    assert table.attributes[0].values == ("AS", "EU", "NA")
    assert findings["warnings"] == ["NA is treated as a label; if it means missing, set `--missing NA`: x"]
    assert encoded("x,c\nEU,a\nNA,b\nAS,a\n", missing=["NA"])[0].attributes[0].values == ("AS", "EU")
    assert not encoded("x,c\n1,a\nNA,b\n3,a\n", missing=["NA"])[1]["warnings"]


@pytest.mark.parametrize("cell", ["inf", "-inf", "Infinity", "1e999", "1,5,5", "x", "1_0", "0x1"])
def test_a_cell_that_makes_a_column_of_numbers_nominal_is_reported_with_its_place(cell):
    table, findings = encoded(f"x;c\n1;a\n{cell};b\n3;a\n", header=True)
    assert [a.kind for a in table.attributes] == ["nominal"]
    assert (
        f"contains mostly numbers, but is treated as labels because of {cell!r} in a.csv, line 3"
        in findings["warnings"][0]
    )
    raw = readers.read(f"x;c\n1;a\n{cell};b\n".encode(), where="a.csv", header=True)
    assert "a.csv, line 3" in refusal(encode.to_table, raw, kinds={"x": "linear"})


@pytest.mark.long
@pytest.mark.slow
def test_thirty_thousand_columns_take_seconds():
    """This is CPU time; an algorithm that is quadratic in the number of columns would take minutes."""
    columns = 30_000
    names = ",".join(f"c{i}" for i in range(columns))
    rows = [",".join(str(i * r % 7) for i in range(columns)) for r in range(4)]
    text = f"{names},y\n" + "".join(f"{row},{'ab'[r % 2]}\n" for r, row in enumerate(rows))
    started = time.process_time()
    raw = readers.read(text.encode(), header=True)
    table, findings = encode.to_table(raw, kinds={"c1": "nominal", "c2*": "nominal"})
    profile.describe(table, findings)
    encode.like(raw, table.attributes, table.classes)
    assert len(table.attributes) == columns
    assert time.process_time() - started < 20
