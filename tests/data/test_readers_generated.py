"""Readers on generated files: written content is read, and other files are refused."""

import csv
import io
import re

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import generated, proteins

from naivebench.core.checks import InputError
from naivebench.data import encode, profile
from naivebench.data.readers import delimited_columns
from naivebench.data.readers import read as readers

pytestmark = pytest.mark.slow

CSV = b'x,y,"z z",c\n1,red,2.5,a\n2,"light, blue",?,b\n-3e2,,0,a\n4,red,NaN,b\n'
PLACES = proteins.peptide([(-60, -45, 180)] * 6)
RECORDS = (
    "HEADER    HYDROLASE                               01-JAN-00   1ABC",
    "SEQRES   1 A    6  ALA ALA ALA ALA ALA ALA",
    "HELIX    1   1 ALA A    2  ALA A    4  1                                   3",
    "SHEET    1   A 1 ALA A   4  ALA A   5  0",
)
FILES = {
    "csv": CSV,
    "tsv": CSV.replace(b",", b"\t"),
    "arff": b"@relation r\n@attribute 'x y' {a, 'b c'}\n@attribute n real\n@attribute c {p,q}\n@data\n"
    b"a,1,p\n'b c',?,q\n% no\n",
    "keel": b"@relation r\n@attribute x real [0, 1]\n@attribute c {p,q}\n@inputs x\n@outputs c\n@data\n"
    b"0.5, p\n<null>, q\n",
    "orange": b"x\ty\tc\nc\ta b\\ c d\tp q\n\tmeta\tclass\n1\ta\tp\n?\tb c\tq\n",
    "pdb": proteins.pdb_text(PLACES, extra=RECORDS).encode(),
    "mmcif": proteins.mmcif_text(PLACES).encode(),
    "fasta": b">s1 one\nACDE\nFGHI*\n>s2\nKLMN\n",
    "reuters": b'<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" NEWID="1"><TOPICS><D>corn</D></TOPICS><TEXT>\n'
    b"<BODY>a &lt;b\n</BODY></TEXT></REUTERS>\n",
    "documents": b"Some words, and more.\n",
}
# pieces that damage a file, separated by blanks; TOKENS adds blanks, long numbers and letters outside ASCII
PIECES = b"\0 , ; \" ' \\ ? nan inf -1 1e308 1e999 0x1 true null { } [ ] ( ) : - &a *a <<: !!python/name:os %"
TOKENS = [*PIECES.split(b" "), b"@data", b"", b"\n", b"\r", b"\t", b"9" * 30, b" " * 99, b"\xff", b"\xc3"]
TOKENS += ["é²\u2028\ufeff".encode()]


def read(text, reader):
    return readers.read(text.encode(), reader, where="x.y", header=True if reader in ("csv", "tsv") else None)


def rows_of(raw):
    return [list(row) for row in zip(*raw.columns, strict=True)]


def delimited(rows, separator, quoting=csv.QUOTE_ALL, end="\n"):
    text = io.StringIO()
    csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=end).writerows(rows)
    return text.getvalue()


@generated.examples(150)
@given(generated.columns(generated.cells()), st.sampled_from("\t;,"), st.sampled_from(["\n", "\r\n"]))
def test_quoted_cells(table, separator, end):
    names, rows = table
    text = delimited([names, *rows], separator, end=end)
    raw = read(text, "csv")
    assert raw.names == tuple(names)
    assert rows_of(raw) == rows
    by_columns = delimited_columns.read(
        text.encode(), "x.y", header=True, target=None, allow_no_rows=False, tabbed=False
    )
    assert by_columns is None or (by_columns.names, rows_of(by_columns)) == (raw.names, rows_of(raw))


@generated.examples(100)
@given(generated.columns(generated.cells("ab1?.- é")), st.sampled_from("\t;,"))
def test_cells_without_quotes(table, separator):
    names, rows = [f"x{j}" for j in range(len(table[0]))], table[1]
    text = "".join(separator.join(row) + "\n" for row in [names, *rows])
    if separator != "\t":
        assert rows_of(read(text, "csv")) == rows
    elif any(map(any, rows)):
        # a line with only tabs is blank
        kept = [row for row in rows if any(row)]
        assert rows_of(read(text, "tsv")) == kept


def quoted(text, mark):
    return mark + re.sub(r"([\\'\"])", r"\\\1", text) + mark


@generated.examples(100)
@given(generated.columns(generated.cells(), least=1), st.sampled_from("'\""))
def test_arff(table, mark):
    names, rows = table
    lists = [",".join(dict.fromkeys(quoted(row[j], mark) for row in rows)) for j in range(len(names))]
    text = "@relation r\n" + "".join(
        f"@attribute {quoted(name, mark)} {{{values}}}\n" for name, values in zip(names, lists, strict=True)
    )
    raw = read(
        text + "@data\n" + "".join(",".join(quoted(c, mark) for c in row) + "\n" for row in rows), "arff"
    )
    assert raw.names == tuple(names)
    assert rows_of(raw) == rows
    assert [raw.hints[name]["values"] for name in names] == [
        list(dict.fromkeys(row[j] for row in rows)) for j in range(len(names))
    ]


@generated.examples(60)
@given(generated.columns(generated.cells()))
def test_orange(table):
    names, rows = table
    flags = ["class", *[""] * (len(names) - 1)]
    raw = read(delimited([names, ["d"] * len(names), flags, *rows], "\t"), "orange")
    assert (raw.names, raw.target, rows_of(raw)) == (tuple(names), names[0], rows)


TYPED = {
    pa.int64(): st.integers(-(2**63), 2**63 - 1),
    pa.float64(): st.floats(allow_nan=False, allow_infinity=False),
    pa.string(): generated.cells(),
    pa.bool_(): st.booleans(),
    pa.dictionary(pa.int8(), pa.string()): st.sampled_from(["a", "b c", "d"]),
}


@generated.examples(60)
@given(st.data(), st.lists(st.sampled_from(list(TYPED)), min_size=1, max_size=4), st.integers(1, 6))
def test_columnar_files(tmp_path_factory, data, types, n):
    columns = [data.draw(st.lists(st.none() | TYPED[t], min_size=n, max_size=n)) for t in types]
    table = pa.table(
        [pa.array(c, t) for c, t in zip(columns, types, strict=True)], generated.NAMES[: len(types)]
    )
    folder = tmp_path_factory.mktemp("columnar")
    pyarrow.parquet.write_table(table, folder / "x.parquet", row_group_size=2)
    pyarrow.feather.write_feather(table, folder / "x.arrow", chunksize=2)
    for name in ("x.parquet", "x.arrow"):
        raw = readers.read(folder / name)
        assert raw.names == tuple(table.column_names)
        for kind, column, cells in zip(types, columns, raw.columns, strict=True):
            if pa.types.is_floating(kind):
                assert [float(cell) if cell else None for cell in cells] == column
            elif pa.types.is_integer(kind):
                assert [int(cell) if cell else None for cell in cells] == column
            elif pa.types.is_boolean(kind):
                assert [cell.lower() for cell in cells] == [
                    "" if c is None else str(c).lower() for c in column
                ]
            else:
                assert list(cells) == [c or "" for c in column]


@pytest.mark.parametrize("reader", list(FILES))
@generated.examples(40)
@given(st.data(), st.sampled_from([".", ","]), st.sampled_from([None, "nominal", "linear"]))
def test_a_damaged_file_is_read_or_refused(reader, data, decimal, kinds):
    content = data.draw(generated.edited(FILES[reader], TOKENS))
    refused_or(lambda: whole_way(content, reader, decimal if reader in ("csv", "tsv") else ".", kinds))


@pytest.mark.parametrize("reader", list(readers.READERS))
@generated.examples(40)
@given(st.text(alphabet="a1?,;\t \"'\n\r%{}@\\", max_size=60))
def test_any_text_is_read_or_refused(reader, text):
    head = {"arff": "@attribute a {1,?}\n@data\n", "keel": "@attribute a real\n@data\n"}.get(reader, "")
    refused_or(lambda: whole_way((head + text).encode(), reader, ".", None))


def whole_way(content, reader, decimal, kinds):
    raw = readers.read(content, reader, where="a/b", decimal=decimal)
    assert {len(column) for column in raw.columns} == {len(raw.lines)}
    table, findings = encode.to_table(raw, kinds=kinds, where="a/b")
    profile.describe(table, findings)


def refused_or(action):
    """Call the function; an InputError with one sentence is allowed."""
    try:
        action()
    except InputError as error:
        sentence = str(error)
        if not sentence.strip() or "\n" in sentence:
            raise AssertionError(f"no sentence: {sentence!r}") from error
