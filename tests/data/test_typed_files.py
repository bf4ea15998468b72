"""Parquet, Feather, Excel and Stata files give the same table as a CSV file with the same cells, pyarrow
splits text as the reader of lines does, and R data files are read.
"""

import gzip
import io
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.tables import columns_of, rows_of

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute
from naivebench.data import encode
from naivebench.data.prepare import Inputs, prepare_data_set
from naivebench.data.readers import delimited, typed_files
from naivebench.data.readers import read as readers
from naivebench.data.readers.cells import convert_series

WRITERS = {
    "parquet": lambda frame, file: frame.to_parquet(file),
    "feather": lambda frame, file: frame.to_feather(file),
    "xlsx": lambda frame, file: frame.to_excel(file, index=False),
    "dta": lambda frame, file: frame.to_stata(file, write_index=False),
}


def frame(n=40):
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "x": np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n)),
            "whole": rng.integers(0, 9, n),
            "word": rng.choice(["low", "middle", "high"], n),
            "y": rng.choice(["a", "b", "c"], n),
        }
    )


def write(form, data):
    pytest.importorskip("openpyxl") if form == "xlsx" else None
    file = io.BytesIO()
    WRITERS[form](data, file)
    return file.getvalue()


def table_of(content, where):
    return encode.encode_table(readers.read_table(content, where=where, header=True, target="y"), target="y")


@pytest.mark.parametrize("form", WRITERS)
def test_same_table_as_of_the_csv(form):
    wanted, _ = table_of(frame().to_csv(index=False).encode(), "a.csv")
    table, _ = table_of(write(form, frame()), f"a.{form}")
    assert table.attributes == wanted.attributes
    np.testing.assert_array_equal(table.codes, wanted.codes)
    np.testing.assert_array_equal(table.y, wanted.y)
    np.testing.assert_allclose(table.reals, wanted.reals, rtol=1e-14)  # Excel stores 15 digits or more


def test_empty_rows_and_columns_of_a_workbook_are_skipped(monkeypatch):
    sheet = pd.DataFrame([[""] * 3, ["x", "", "y"], [""] * 3, [1, "", "a"], [2.0, "", "b"]], dtype=object)
    monkeypatch.setattr(typed_files, "_read_frame", lambda *_, **__: sheet)
    raw = typed_files.read_excel(b"", "a.xlsx")
    assert {name: cells.text for name, cells in raw.columns.items()} == {"x": ["1", "2"], "y": ["a", "b"]}
    assert list(raw.lines) == [4, 5]


@pytest.mark.parametrize("form", ["parquet", "feather"])
def test_types_decide_on_kinds(form):
    data = frame(6).assign(
        grade=pd.Categorical(["b", "a", "b", None, "a", "b"], ["b", "c", "a"], ordered=True),
        big=[2**53 + 1, *range(5)],
        yes=[True, False] * 3,
        text=["1.5", "2.5", "1.5", "2.5", "0.5", "1"],
        code=["01", "02", "01", "02", "03", "1"],
        day=pd.date_range("2020-01-01", periods=6),
    )
    table, findings = table_of(write(form, data), f"a.{form}")
    kinds = {a.name: a for a in table.attributes}
    assert kinds["grade"] == Attribute("grade", "ordinal", ("b", "c", "a"), declared=True)
    assert kinds["big"].values[-1] == str(2**53 + 1)  # a float cannot hold it
    assert kinds["yes"].values == ("False", "True")
    assert (kinds["text"].kind, kinds["code"].kind) == ("linear", "nominal")  # as in a CSV
    assert findings["looks"] == {"day": "dates"}


@pytest.mark.parametrize("form", ["parquet", "feather", "dta"])
def test_damaged_files_give_one_sentence(form):
    content = write(form, frame())
    for damaged in (content[: len(content) // 2], b"\0" * 8 + content[8:], b"x,y\n1,2\n", b""):
        with pytest.raises(InputError, match=r"cannot be read as \w+, so it is damaged or") as caught:
            readers.read_table(damaged, where=f"a.{form}")
        message = str(caught.value)
        assert message.endswith("has another format: copy the file again, or save the table as CSV")
        assert "\n" not in message


CELLS = st.text(st.sampled_from("ab1.,;\"' \n-é"), max_size=5)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=3), min_size=1, max_size=6), st.sampled_from(",;\t"))
@example([["", ""], ["", '"', '"1']], ",")  # a quoted separator, and a cell that goes on behind it
def test_text_is_split_by_columns_as_by_lines(rows, separator):
    """Whatever pyarrow does not read as the csv module does is left to that."""
    text = "\n".join(separator.join(row) for row in rows)
    plain = delimited.split_plain_text(text, separator)
    if plain is not None:
        lines = delimited.split_by_line(text, separator, False, False, "x.csv")
        assert [c.text for c in plain[0]] == [c.text for c in lines[0]]
        assert list(plain[1]) == list(lines[1])


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_quoted_cells_are_what_was_written(rows, separator):
    quoted = [[f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row] for row in rows]
    text = separator.join("cd") + "\n" + "\n".join(map(separator.join, quoted))
    raw = readers.read_table(f"sep={separator}\n{text}".encode(), where="x.csv", header=True)
    kept = [[cell.strip() for cell in row] for row in rows]
    assert rows_of(raw) == kept


FRAME = pd.DataFrame(
    {
        "n": pd.array([1, None, 3], dtype="Int32"),
        "x": [0.5, 2.0, float("nan")],
        "s": pd.array(["a", None, "\u00e4"], dtype=pd.StringDtype("python")),
        "f": pd.Categorical(["yes", "no", None], categories=["no", "yes"]),
        "l": pd.array([True, False, None], dtype="boolean"),
    }
)


@pytest.fixture
def content(tmp_path):
    """The bytes of the file that R's save() writes for the data frame `d`, not compressed."""
    rdata = pytest.importorskip("rdata")
    rdata.write_rda(tmp_path / "d.RData", {"d": FRAME}, compression=None)
    written = (tmp_path / "d.RData").read_bytes()
    codes = (b"\0\0\0\2", b"\0\0\0\1")  # for a missing level, rdata writes 0, but R its missing integer
    return written.replace(b"".join([*codes, b"\0\0\0\0"]), b"".join([*codes, b"\x80\0\0\0"]))


def test_data_frames_of_r(content):
    raw = readers.read_table(content, where="d.RData")
    assert raw.names == tuple(FRAME)
    assert list(columns_of(raw).values()) == [
        ["1", "", "3"], ["0.5", "2", ""], ["a", "", "\u00e4"], ["yes", "no", ""], ["True", "False", ""],
    ]  # fmt: skip
    assert raw.hints["f"] == {"kind": "nominal", "values": ["no", "yes"]}


def test_faults_of_r_files(content, tmp_path, monkeypatch):
    import rdata

    rdata.write_rda(tmp_path / "x.RData", {"x": "no frame"})
    for data in (content[:-30], (tmp_path / "x.RData").read_bytes()):
        with pytest.raises(InputError, match=r"d.RData cannot be read as RData, so it is damaged"):
            readers.read_table(data, "rdata", where="d.RData")
    monkeypatch.setitem(sys.modules, "rdata", None)
    with pytest.raises(InputError, match=r"d.RData needs .* run pip install 'naivebench\[rdata\]'"):
        readers.read_table(content, where="d.RData")


def test_compressed_r_files_are_unpacked(content, tmp_path):
    path = tmp_path / "d.RData"
    path.write_bytes(gzip.compress(content))
    stanza = {"source": {"file": str(path)}, "target": "f", "missing": [""]}
    _, record = prepare_data_set("d", stanza, Inputs(file=path))
    assert record["classes"] == {"no": 1, "yes": 1}


@pytest.mark.parametrize(
    ("dtype", "numbers"),
    [("int8", [-3, 5]), ("int64", [-(2**63), 2**63 - 1]), ("uint64", [0, 2**64 - 1]), ("UInt8", [0, 255])],
)
def test_whole_numbers_keep_their_sign_and_size(dtype, numbers):
    assert convert_series(pd.Series(numbers, dtype=dtype)).text == list(map(str, numbers))
