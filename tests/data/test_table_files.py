"""Forms of table files that people have: delimiters, names of rows, archives, encodings and line ends."""

import bz2
import gzip
import io
import lzma
import zipfile

import pytest
from support.tables import rows_of

from naivebench.core.checks import InputError
from naivebench.data import encode
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import concatenate_tables

ROWS = [["-1.5", "p"], ["2", "q"], ["0.25", "p"]]
PLAIN = b"x,y\n-1.5,p\n2,q\n0.25,p\n"


def read(content, where="a.csv", **options):
    content = content.encode() if isinstance(content, str) else content
    return readers.read_table(content, where=where, header=True, **options)


def opened(folder, content, name):
    path = folder / name
    path.write_bytes(content)
    return readers.read_table(path, header=True)


def cells(raw):
    return raw.names, rows_of(raw)


def refused(content, **options):
    with pytest.raises(InputError) as caught:
        read(content, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("separator", "quote"),
    [(s, q) for s in ("|", "; ", ";", "\t", ",", " ", "   ") for q in ("", '"')] + [(" | ", "")],
)
def test_delimiters_are_found(separator, quote):
    text = "".join(
        separator.join(f"{quote}{cell}{quote}" for cell in row) + "\n" for row in [["x", "y"], *ROWS]
    )
    assert cells(read(text)) == (("x", "y"), ROWS)


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"'])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_first_line_declares_the_separator(line, end):
    raw = read(f"\ufeff{line}{end}x;y{end}-1,5;p{end}2;q{end}")
    assert cells(raw) == (("x", "y"), [["-1,5", "p"], ["2", "q"]])
    assert raw.lines == [3, 4]


R_NAMES = {
    "write.table": '"x" "y"\n"1" -1.5 "p"\n"2" 2 "q"\n"r 3" 0.25 "p"\n',
    "write.table, quote=FALSE": "x y\n1 -1.5 p\n2 2 q\nr3 0.25 p\n",
    "write.table, tabs": "x\ty\n1\t-1.5\tp\n2\t2\tq\n3\t0.25\tp\n",
    "write.table, commas": '"x","y"\n"a b",-1.5,"p"\n"c",2,"q"\n"d",0.25,"p"\n',
    "write.csv": '"","x","y"\n"1",-1.5,"p"\n"2",2,"q"\n"3",0.25,"p"\n',
    "write.csv2": '"";"x";"y"\n"1";-1.5;"p"\n"2";2;"q"\n"3";0.25;"p"\n',
    "to_csv": ",x,y\n0,-1.5,p\n1,2,q\n2,0.25,p\n",
}


@pytest.mark.parametrize("text", R_NAMES.values(), ids=R_NAMES)
def test_names_of_rows_are_left_out_with_a_note(text):
    raw = read(text)
    table, findings = encode.encode_table(raw, target="y")
    assert [a.name for a in table.attributes] == ["x"]
    assert table.reals[:, 0].tolist() == [-1.5, 2, 0.25]
    assert [note for note in findings["warnings"] if "names of the rows" in note] == [
        "a column without a name, with a different cell in every row, is taken as names of the rows and left "
        "out (set `--kind 'column 1'=KIND` to keep it): column 1"
    ]
    kept, findings = encode.encode_table(raw, target="y", kinds={"column 1": "nominal"})
    assert [a.name for a in kept.attributes] == ["column 1", "x"]
    assert not any("names of the rows" in note for note in findings["warnings"])
    dropped = encode.encode_table(raw, target="y", drop=["column 1"])
    assert not any("names of the rows" in note for note in dropped[1]["warnings"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (",x,y\n0,1,p\n0,2,q\n1,3,p\n", ("column 1", "x", "y")),  # a value repeats
        (",x,y\n0.5,1,p\n0.25,2,q\n1,3,p\n", ("column 1", "x", "y")),  # measurements
    ],
)
def test_other_columns_without_a_name_are_kept(text, names):
    raw = read(text)
    assert (raw.names, raw.ignored) == (names, ())


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x,y\n1,p,\n2,q,\n", "line 2: expected 2 cells as in line 1, found 3"),  # no name is missing
        ("x,y\n7,1,p\n7,2,q\n", "line 2: expected 2 cells as in line 1, found 3"),  # 7 is no name of a row
        ('x y z\n1 "p q a\n2 q b\n', "line 2: the line cannot be read"),
        ('x,y\n1,"p\n2,q\n', "line 2: the line cannot be read"),
        ('x,y\n"1",p\n"2,q\n', "line 3: the line cannot be read"),
        ("text\nhello, world\nbye, you\n", "line 2: expected 1 cells as in line 1, found 2"),
    ],
)
def test_lines_are_never_filled_or_cut(text, where):
    assert where in refused(text)


def test_blanks_separate_cells_that_may_be_empty_in_quotation_marks():
    raw = read('x y z\n1 "" "a ""b"" c"\n2  "u\nv"\tw\n"" q r\n')
    assert cells(raw)[1] == [["1", "", 'a "b" c'], ["2", "u\nv", "w"], ["", "q", "r"]]
    assert raw.lines == [2, 3, 5]


def test_a_cell_may_be_longer_than_the_csv_module_allows_by_default():
    cells = ["a" * 200_000, "b"]  # that limit is 131 072 characters
    assert read(f"x y\n{cells[0]} p\n{cells[1]} q\n").columns["x"].text == cells


def zipped(**files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return content.getvalue()


PACKED = {
    "a.csv.zip": zipped(**{"a.csv": PLAIN}),
    "b.zip": zipped(**{"folder/": b"", "folder/a.csv": PLAIN, "__MACOSX/._a.csv": b"\0", ".DS_Store": b"\0"}),
    "c.zip": zipped(**{"a.csv.gz": gzip.compress(PLAIN)}),
    "d.arff.zip": zipped(
        **{"d.arff": b"@relation r\n@attribute x real\n@attribute y {p,q}\n@data\n-1.5,p\n2,q\n0.25,p\n"}
    ),
    "e.zip": zipped(
        **{"d.ARFF": b"@relation r\n@attribute x real\n@attribute y {p,q}\n@data\n-1.5,p\n2,q\n0.25,p\n"}
    ),
    "a.csv.gz": gzip.compress(PLAIN),
    "a.csv.bz2": bz2.compress(PLAIN),
    "a.csv.xz": lzma.compress(PLAIN),
    "no suffix": zipped(**{"a.csv": PLAIN}),
}


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_table_is_read(tmp_path, name):
    assert cells(opened(tmp_path, PACKED[name], name)) == (("x", "y"), ROWS)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (zipped(**{"a.csv": PLAIN, "b.csv": PLAIN}), "is a zip of 2 files: unpack it"),
        (zipped(**{"a.csv": PLAIN})[:60], "is a broken or truncated archive"),
        (zipped(**{"a.csv": b"x,y\n1,p\n2\n"}), "a.zip, a.csv, line 3: expected 2 cells"),
    ],
    ids=["two files", "truncated", "short line"],  # not the bytes, which contain the time
)
def test_other_zips_are_refused_in_one_sentence(tmp_path, content, sentence):
    with pytest.raises(InputError) as caught:
        opened(tmp_path, content, "a.zip")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


TEXT = "größe;y\n-1,5;é\n2;q…\n"


@pytest.mark.parametrize(
    ("encoding", "options"),
    [
        ("utf-8", {}),
        ("utf-8-sig", {}),
        ("utf-16", {}),
        ("utf-16-le", {"encoding": "utf-16-le"}),
        ("cp1252", {"encoding": "cp1252"}),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding, options, end):
    raw = read(TEXT.replace("\n", end).encode(encoding), **options)
    assert cells(raw) == (("größe", "y"), [["-1,5", "é"], ["2", "q…"]])
    assert list(raw.lines) == [2, 3]


QUOTED = "@relation r\n@attribute f {'?',A,B}\n@attribute c {p,q}\n@data\n" + "'?',q\nA,q\nB,p\n?,p\n" * 5


def test_files_with_different_marks_are_joined_by_their_own_meaning(tmp_path):
    raw = concatenate_tables([read(QUOTED, reader="arff"), read("f,c\n?,p\nA,q\n")])
    cells = raw.columns["f"].text
    assert (cells[:4], cells[-2:]) == (["?", "A", "B", ""], ["", "A"])
    table, _ = encode.encode_table(raw, target="c")
    assert table.codes[[0, 3, -2, -1], 0].tolist() == [0, -1, -1, 1]
