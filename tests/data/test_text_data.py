"""Text as bags of words: the words, the readers, and collections of files, one of them Reuters-21578.

Archives of several files and the content of the real collections are tested too.
"""

import json
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import columns_of

from naivebench.core.checks import InputError
from naivebench.core.table import load, save
from naivebench.data import encode, profile, text_columns
from naivebench.data.prepare import Inputs, prepare_data_set
from naivebench.data.readers import read as readers


def raw_of(content, reader="csv", where="x.csv", **options):
    return readers.read_table(content.encode(), reader, where=where, **options)


def dense(counts):
    matrix = np.zeros((len(counts.indptr) - 1, counts.n_columns))
    matrix[np.repeat(np.arange(len(matrix)), np.diff(counts.indptr)), counts.indices] = counts.data
    return matrix


@given(st.lists(st.text(alphabet="abAB1 \u00e9", max_size=30), min_size=1, max_size=8))
def test_bag_counts_the_words(cells):
    counts, vocabulary = text_columns.make_bag_of_words(cells)
    split = [text_columns.list_words(cell) for cell in cells]
    assert list(vocabulary) == sorted({word for words in split for word in words})
    np.testing.assert_array_equal(
        dense(counts),
        np.array([[words.count(v) for v in vocabulary] for words in split]).reshape(len(cells), -1),
    )
    assert all(
        (np.diff(counts.indices[a:b]) > 0).all()
        for a, b in zip(counts.indptr[:-1], counts.indptr[1:], strict=True)
    )
    again, same = text_columns.make_bag_of_words(cells[::-1], vocabulary=vocabulary)
    assert same == vocabulary
    np.testing.assert_array_equal(dense(again), dense(counts)[::-1])
    np.testing.assert_array_equal(text_columns.count_words_per_case(counts), [len(words) for words in split])


MESSAGES = 'ham\tsay "hi\nspam\tWIN win a prize\nham\t\nham\tsay "hi\n'


def test_a_column_of_text_becomes_a_bag_of_words(tmp_path):
    raw = raw_of(MESSAGES, "tsv", header=False, names=["class", "text"])
    table, findings = encode.encode_table(raw, target="class", kinds={"text": "count"})
    assert [(a.name, a.kind, a.values, a.declared) for a in table.attributes] == [
        ("text", "count", ("a", "hi", "prize", "say", "win"), False)
    ]
    np.testing.assert_array_equal(
        dense(table.counts), [[0, 1, 0, 1, 0], [1, 0, 1, 0, 2], [0] * 5, [0, 1, 0, 1, 0]]
    )
    assert (table.y.tolist(), findings["warnings"]) == ([0, 1, 0, 0], [])
    assert table.codes.shape == table.reals.shape == (4, 0)
    record = profile.describe_table(table, findings, dataset="d")
    assert (record["attributes"][0]["max"], record["missing_cells"], record["groups"]) == (4.0, 0, None)
    assert record["warnings"] == [
        "classes with only one case, which cannot be in both parts of a fold: spam",
        "1 of 4 rows repeat an earlier row in all attributes and the class",
    ]
    json.dumps(record)
    save(table, tmp_path / "t.npz")
    np.testing.assert_array_equal(dense(load(tmp_path / "t.npz").counts), dense(table.counts))


def test_files_with_test_cases_have_the_words_of_the_training_table():
    train, _ = encode.encode_table(raw_of("text,c\nred sun,p\nblue sky,q\n"), kinds={"text": "count"})
    test = encode.encode_new_table(raw_of("text\nSun sun fog\nfog\n"), train.attributes, train.classes)
    np.testing.assert_array_equal(dense(test.counts), [[0, 0, 0, 2], [0, 0, 0, 0]])
    french, _ = encode.encode_table(
        raw_of("text,c\nl'\u00e9t\u00e9,p\nla mer,q\n"), kinds={"text": {"kind": "count", "letters": "all"}}
    )
    assert french.attributes[0].values == ("l", "la", "mer", "\u00e9t\u00e9")
    again = encode.encode_new_table(raw_of("text\n\u00c9t\u00e9\n"), french.attributes, french.classes)
    assert dense(again.counts).tolist() == [[0, 0, 0, 1]]


def test_only_tabs_separate_and_quotes_are_text():
    raw = raw_of('a\tb\n"x, y\t;z"\n\n3\t\n', "tsv")
    assert (columns_of(raw), raw.lines) == ({"a": ['"x, y', "3"], "b": [';z"', ""]}, [2, 4])
    with pytest.raises(InputError, match=r"x\.csv, line 2: expected 2 cells as in line 1, found 1"):
        raw_of("a\tb\nc\n", "tsv")


def test_a_collection_of_files(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        for name, text in (("pos/1", "good"), ("neg/10", "bad"), ("neg/9", "so so")):
            file.writestr(f"set/{name}", text)
    (tmp_path / "status.json").write_text('{"status": "ok", "candidate": 0}')
    source = {"mirror": "a.zip", "member": ["set/pos/*", "set/neg/*"]}
    stanza = {"source": source, "reader": "documents", "target": "folder", "holdout": {"train": 1}}
    stanza["expect"] = {"rows": 3, "words": 3}
    inputs = Inputs(tmp_path / "a.zip", tmp_path / "status.json")
    table, record = prepare_data_set("d", stanza, inputs, stop=True)
    assert (table.classes, table.y.tolist()) == (("neg", "pos"), [1, 0, 0])
    assert table.attributes[0].values == ("bad", "good", "so")
    np.testing.assert_array_equal(dense(table.counts), [[0, 1, 0], [0, 0, 2], [1, 0, 0]])
    assert (record["holdout"], record["source"]) == (1, "a.zip: set/pos/* to set/neg/*")
    reason = prepare_data_set("d", stanza | {"expect": {"words": 4, "groups": 2}}, inputs)[0].reason
    assert "words: expected 4, found 3; groups: expected 2, found None" in reason


SGML = """<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="1" NEWID="11">
<DATE>x</DATE><TOPICS><D>wheat</D><D>grain</D><D>wheat</D></TOPICS>
<PLACES><D>usa</D></PLACES><UNKNOWN>&#5; no text</UNKNOWN>
<TEXT>&#2;
<TITLE>SHOWERS IN BAHIA</TITLE>
<DATELINE>SALVADOR, Feb 26 - </DATELINE><BODY>Prices &lt;of&gt; A&amp;B rose&#3;</BODY></TEXT>
</REUTERS>
<REUTERS TOPICS="NO" LEWISSPLIT="TEST" CGISPLIT="TRAINING-SET" OLDID="2" NEWID="12">
<TOPICS></TOPICS><TEXT TYPE="UNPROC">&#2;
******<tag> in 1987
&#3;</TEXT>
</REUTERS>
"""


def read(text):
    return readers.read_table(text.encode("latin-1"), where="reut2-000.sgm", encoding="latin-1")


def test_documents_are_rows():
    raw = read(SGML)
    assert (raw.names, raw.target, raw.ignored) == (
        ("id", "split", "topics_given", "topics", "text"),
        "topics",
        ("id", "split", "topics_given"),
    )
    assert list(columns_of(raw).values())[:4] == [
        ["11", "12"],
        ["TRAIN", "TEST"],
        ["YES", "NO"],
        ["grain wheat", ""],
    ]
    words = " ".join(raw.columns["text"][0].split())
    assert words == "SHOWERS IN BAHIA SALVADOR, Feb 26 - Prices <of> A&B rose"
    assert raw.columns["text"][1].split() == ["******<tag>", "in", "1987"]
    assert list(raw.lines) == [1, 2]
    assert raw.hints == {"text": {"kind": "count"}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            SGML.replace("</REUTERS>", "", 1),
            "has incomplete documents of Reuters-21578, or none",
        ),
        (SGML.replace('NEWID="12"', ""), "reut2-000.sgm, document 2, has no LEWISSPLIT, NEWID, TOPICS, "),
        (SGML.replace("<TOPICS></TOPICS>", ""), "reut2-000.sgm, document 2, has no "),
    ],
)
def test_faults(text, sentence):
    with pytest.raises(InputError) as caught:
        read(text)
    assert sentence in str(caught.value)
