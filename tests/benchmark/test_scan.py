"""Results of scanning columns, and the messages for columns that cannot be used."""

from __future__ import annotations

import re
from collections import deque

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import blocks, layout, scan, settle
from naivebench.core import compiled
from naivebench.core.checks import InputError

ROWS = 60


def found_in(folder, stanza):
    (pieces,) = shards.cut(shards.files_of(folder), 1)
    return deque(scan.scan(folder, pieces, stanza, "data set 'd'"), maxlen=1).pop()


def settled(tmp_path, columns, stanza=None, n_files=1):
    """The layout of a table in one file or several."""
    stanza = {"target": "y"} | (stanza or {})
    table = pa.table({"y": ["a", "b"] * (ROWS // 2)} | columns)
    size = ROWS // n_files
    for i in range(n_files):
        pq.write_table(table.slice(i * size, size), tmp_path / f"{i}.parquet")
    return settle.settle(found_in(tmp_path, stanza), stanza, "data set 'd'")[0]


def cells(*values, n=ROWS):
    return (list(values) * n)[:n]


@pytest.mark.parametrize(
    ("column", "stated", "kind", "values"),
    [
        (cells(1, 2, None), None, "linear", ()),
        (cells(1.5, 2.0), {"x": "nominal"}, "nominal", ("1.5", "2")),
        (cells("10", "9", "?"), None, "linear", ()),
        (cells("10", "9", "NA"), None, "linear", ()),
        (cells("10", "9", "NA"), {"x": "nominal"}, "nominal", ("9", "10", "NA")),
        (cells("10", "nine", ""), None, "nominal", ("10", "nine")),
        (cells(True, None, False), None, "nominal", ("False", "True")),
        (pa.array(cells("3", "20")).dictionary_encode(), None, "nominal", ("3", "20")),
        (cells("u", "v"), {"x": {"values": ["v", "u", "w"]}}, "ordinal", ("v", "u", "w")),
        (cells("u", "?"), {"x": {"values": ["?", "u"]}}, "ordinal", ("u",)),
        (cells(1, 2), {"x*": "linear", "x": "nominal"}, "nominal", ("1", "2")),
        (cells(0, 90), {"x*": {"kind": "angular", "period": 360}}, "angular", ()),
        (pa.array([None] * ROWS, pa.int64()), None, "linear", ()),
        (pa.nulls(ROWS), None, "nominal", ()),
        ([2**60 + i for i in range(ROWS)], None, "linear", ()),
    ],
)
def test_a_scan_finds_kinds_and_values(tmp_path, column, stated, kind, values):
    (attribute,) = settled(tmp_path, {"x": column}, {"kinds": stated} if stated else {}, n_files=3).attributes
    assert (attribute.name, attribute.kind, attribute.values) == ("x", kind, values)


@pytest.mark.parametrize(
    ("columns", "stanza", "sentence"),
    [
        ({"x": [str(i) + "x" for i in range(ROWS)]}, {"most_values": 20}, "more than 20 different values"),
        ({"x": cells("1", "2x")}, {"kinds": {"x": "linear"}}, "row 1 .*'2x' in the linear column 'x'"),
        ({"x": cells(1.0, float("inf"))}, {}, "row 1 .*inf in the linear column 'x' is not a finite number"),
        ({"x": pa.array(cells(0), pa.timestamp("s"))}, {}, "column 'x' .* of type timestamp"),
        ({"x": cells(1)}, {"target": "z"}, "target of data set 'd' is 'z', expected one of its columns"),
        ({"x": cells(1)}, {"drop": ["xx"]}, "drop of data set 'd' names 'xx', .* did you mean 'x'"),
        ({"x": cells(1)}, {"kinds": {"w": "nominal"}}, "kinds of data set 'd' names 'w'"),
        (
            {"x": cells(1)},
            {"kinds": {"x": "count"}},
            "kind of column 'x'.* is 'count', expected one of",
        ),
        (
            {"x": cells("a")},
            {"cuts": {"x": [1]}},
            "cuts of data set 'd' names 'x', which is not a numeric column",
        ),
        ({"x": cells(1), "y": ["a"] * ROWS}, {}, "class column 'y' of data set 'd' contains only a"),
    ],
)
def test_unusable_columns_are_refused_in_one_sentence(tmp_path, columns, stanza, sentence):
    with pytest.raises(InputError) as caught:
        settled(tmp_path, columns, stanza)
    assert re.search(sentence, str(caught.value))


def test_dropped_columns_are_not_read(tmp_path):
    layout = settled(tmp_path, {"x": pa.array(cells(0), pa.timestamp("s")), "z": cells(1)}, {"drop": ["x"]})
    assert [a.name for a in layout.attributes] == ["z"]


def test_files_that_differ_are_reported(tmp_path):
    pq.write_table(pa.table({"x": [1, 2], "y": ["a", "b"]}), tmp_path / "0.parquet")
    pq.write_table(pa.table({"x": ["1", "2"], "y": ["a", "b"]}), tmp_path / "1.parquet")
    with pytest.raises(InputError, match="position of column 'x'"):
        found_in(tmp_path, {"target": "y"})


def test_keys_of_folders_are_columns(tmp_path):
    for year in (2020, 2021):
        (tmp_path / f"year={year}").mkdir()
        pq.write_table(pa.table({"x": cells(1), "y": cells("a", "b")}), tmp_path / f"year={year}/0.parquet")
    stanza = {"target": "y", "kinds": {"year": "nominal"}}
    layout, _ = settle.settle(found_in(tmp_path, stanza), stanza, "d")
    assert [(a.name, a.values) for a in layout.attributes] == [("x", ()), ("year", ("2020", "2021"))]


def test_values_beyond_the_limit_of_one_column_do_not_matter_for_numbers(tmp_path):
    column = [str(i / 7) for i in range(ROWS)]
    assert settled(tmp_path, {"x": column}, {"most_values": 5}).attributes[0].kind == "linear"


def test_as_many_values_as_the_limit_are_allowed(tmp_path):
    labels = [*cells("u", n=20), *cells("v", n=20), *cells("w", n=20)]  # a file each
    (x,) = settled(tmp_path, {"x": labels}, {"most_values": 3}, n_files=3).attributes
    assert x.values == ("u", "v", "w")
    with pytest.raises(InputError, match="more than 2 different values"):
        settled(tmp_path, {"x": labels}, {"most_values": 2})


def test_a_number_of_the_target_counts_columns_from_0(tmp_path):
    assert layout.target_of({"target": 1}, ["a", "b"], "d") == "b"
    with pytest.raises(InputError, match="target of d is 2, expected one of its columns: a, b"):
        layout.target_of({"target": 2}, ["a", "b"], "d")


def test_declared_cut_points_are_used_and_others_are_learned(tmp_path):
    columns = {"x": cells(0, 90), "z": cells(1.0, 2.0, 3.0)}
    stanza = {"kinds": {"x": {"kind": "angular", "period": 360}}, "cuts": {"x": [180, 90]}}
    one = settled(tmp_path, columns, stanza)
    assert np.allclose(one.cuts["x"], [np.pi / 2, np.pi])
    assert one.reserved > 0
    sample = settle.sampled(found_in(tmp_path, stanza | {"target": "y"}), one)
    x, z = layout.cuts(sample, one, "equal_width")
    assert np.array_equal(x, one.cuts["x"])
    assert len(z) > 0
    both = settled(tmp_path, columns, stanza | {"cuts": {"x": [90], "z": [2.5]}})
    assert both.reserved == 0  # no row is needed for learning cut points
    assert [list(points) for points in layout.cuts(sample, both, "equal_width")] == [[np.pi / 2], [2.5]]


def test_marks_in_a_column_of_numbers_are_missing(tmp_path):
    one = settled(tmp_path, {"x": cells("NA", "7", "?", " 8 ")})
    block = blocks.Block("", 0, {"x": pa.array(["NA", "7", "?", " 8 "]), "y": pa.array(["a"] * 4)}, 4)
    assert np.array_equal(layout.encoded(block, one).reals[:, 0], [np.nan, 7, np.nan, 8], equal_nan=True)


def test_the_range_of_a_column_is_that_of_all_files(tmp_path):
    settled(tmp_path, {"x": [*range(20, 40), *range(40, 60), *range(20)]}, n_files=3)
    x = found_in(tmp_path, {"target": "y"}).columns["x"]
    assert (x.low, x.high) == (0, 59)


def test_a_cell_that_is_a_mark_and_not_a_number_is_missing_once(tmp_path):
    stanza = {"target": "y", "missing": ["NA"]}
    one = settled(tmp_path, {"z": cells("NA", "7")}, stanza)
    assert settle.record(found_in(tmp_path, stanza), one, [], "d", "s")["missing_cells"] == ROWS / 2


def test_record(tmp_path):
    columns = {"x": cells(1.0, None, 5.0), "z": cells("NA", "7"), "y": cells("a", "b", "?")}
    stanza = {"target": "y"}
    one = settled(tmp_path, columns, stanza)
    found = found_in(tmp_path, stanza)
    record = settle.record(found, one, ["w"], "d", "s")
    assert (record["rows"], record["classes"], record["warnings"]) == (40, {"a": 20, "b": 20}, ["w"])
    x, z = record["attributes"]
    assert (x["missing"], x["min"], x["max"], z["missing"], z["kind"]) == (20, 1.0, 5.0, 30, "linear")
    assert (z["constant"], z["min"], z["max"]) == (True, 7.0, 7.0)
    assert record["majority_rate"] == 0.5


def test_a_found_value_survives_its_file(tmp_path):
    settled(tmp_path, {"x": cells("1", "b"), "z": cells(0.1, None)})
    found = found_in(tmp_path, {"target": "y"})
    scan.save(found, tmp_path / "found.npz")
    again = scan.load(tmp_path / "found.npz")
    assert (again.columns, again.rows, again.classes) == found[:3]
    assert np.array_equal(again.sampled, found.sampled)
    assert again.sample.equals(found.sample)


def test_lists_that_grow_beyond_the_limit_are_not_kept(tmp_path):
    column = [f"{i}{'x' * (i % 2)}" for i in range(ROWS)]
    pq.write_table(pa.table({"x": column, "y": cells("a", "b")}), tmp_path / "0.parquet", row_group_size=8)
    found = found_in(tmp_path, {"target": "y", "most_values": 10})
    assert (found.columns["x"].words, found.columns["x"].figures) == (None, None)
    assert found.columns["y"].words == {"a", "b"}


@pytest.mark.parametrize(
    "column",
    [
        [str(i / 7) for i in range(ROWS)],
        cells(*[str(i) for i in range(40)], "NA", " 7 ", "?", "nan"),
        cells(*[str(i) for i in range(40)], "1_0"),
        cells(*[str(i) for i in range(40)], "1e999"),
        cells(*[f"{i}x" for i in range(40)], "3"),
        cells(*[str(i) for i in range(40)], None),
    ],
)
def test_scanning_many_numbers_at_once_equals_one_by_one(tmp_path, monkeypatch, column):
    stanza = {"target": "y", "most_values": 20}
    table = pa.table({"y": ["a", "b"] * (ROWS // 2), "x": column})
    pq.write_table(table, tmp_path / "0.parquet")
    quick = found_in(tmp_path, stanza).columns["x"]
    monkeypatch.setattr(scan, "_many_numbers", lambda *_: None)
    slow = found_in(tmp_path, stanza).columns["x"]
    assert quick.figures is None or quick == slow
    assert quick == slow._replace(figures=quick.figures)
    assert len(slow.figures | slow.words) > 20


def test_a_sample_that_is_reduced_in_between_equals_that_of_all_rows(tmp_path, monkeypatch):
    table = pa.table({"x": range(2000), "y": cells("a", "b", n=2000)})
    pq.write_table(table, tmp_path / "0.parquet", row_group_size=50)
    whole = found_in(tmp_path, {"target": "y"})
    monkeypatch.setattr(scan, "SAMPLE", 20)
    few = found_in(tmp_path, {"target": "y"})
    assert np.array_equal(few.sampled, np.sort(whole.sampled)[:20])
    assert few.sample.equals(whole.sample.slice(0, 20))


@pytest.mark.parametrize(
    "column",
    [["a", "", "abcdefg", "a", "é", "\\0"], ["12345678", "a"], [str(i) for i in range(300)], ["a", None], []],
)
def test_text_is_numbered_as_arrow_does(column):
    compiled.available()
    text = pa.array(["x", *column, "y"], pa.string()).slice(1, len(column))
    mine, others = blocks.encoded(text), text.dictionary_encode()
    assert mine.dictionary.equals(others.dictionary)
    assert mine.to_pylist() == others.to_pylist()
