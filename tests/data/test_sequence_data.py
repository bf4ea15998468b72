"""Sequences: letters as tokens, FASTA, groups of similar sequences, and samples of given class sizes.

The real proteins and DNA are tested too.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import rows_of

from naivebench.core.checks import InputError
from naivebench.core.table import load, save
from naivebench.data import encode, kgrams, profile, text_columns
from naivebench.data.readers import read as readers


def raw_of(content, reader="csv", where="x.csv"):
    return readers.read_table(content.encode(), reader, where=where)


def words_of(sequences, i):
    """Text of one sequence, with `.` for letters outside the alphabet."""
    tokens = sequences.tokens[sequences.offsets[i] : sequences.offsets[i + 1]]
    return "".join("." if t < 0 else sequences.alphabet[t] for t in tokens)


@given(st.lists(st.text(alphabet="ACGTNx \u00e9", max_size=12), min_size=1, max_size=8))
def test_letters_become_tokens(cells):
    made = text_columns.encode_letters(cells, "ACGT")
    plain = [cell.replace(" ", "") for cell in cells]
    assert [words_of(made, i) for i in range(len(cells))] == [
        "".join(c if c in "ACGT" else "." for c in cell) for cell in plain
    ]
    every = text_columns.encode_letters(cells)
    capitals = [cell.replace("x", "X") for cell in plain]
    assert every.alphabet == tuple(sorted(set("".join(capitals))))
    assert [words_of(every, i) for i in range(len(cells))] == capitals
    assert made.tokens.dtype == np.int8


TABLE = "id,seq,c\n1,AC GT,p\n2,NNA,q\n3,,p\n4,ACGT,p\n5,acg,q\n"


def test_a_column_of_letters_becomes_sequences(tmp_path):
    kinds = {"seq": {"kind": "sequence", "alphabet": "ACGT"}, "id": "nominal"}
    table, findings = encode.encode_table(raw_of(TABLE), kinds=kinds, drop=["id"])
    assert [(a.name, a.kind, a.values, a.declared) for a in table.attributes] == [
        ("seq", "sequence", tuple("ACGT"), True)
    ]
    assert [words_of(table.sequences, i) for i in range(5)] == ["ACGT", "..A", "", "ACGT", "ACG"]
    assert not findings["warnings"]
    record = profile.describe_table(table, findings, dataset="d")
    assert (record["attributes"][0]["values"], record["attributes"][0]["max"]) == (4, 4.0)
    assert record["warnings"][-1] == "1 of 5 rows repeat an earlier row in all attributes and the class"
    save(table, tmp_path / "t.npz")
    back = load(tmp_path / "t.npz")
    assert back.attributes == table.attributes
    assert [words_of(back.sequences, i) for i in range(5)] == [words_of(table.sequences, i) for i in range(5)]
    again = encode.encode_new_table(raw_of("seq,c\nTTX,q\n"), table.attributes, table.classes)
    assert words_of(again.sequences, 0) == "TT."


FASTA = ">P1 first one\nMKV\nLA*\n\n>P2\nmk v\n"


def test_fasta_records_are_rows():
    raw = raw_of(FASTA, None, "set/nuclear-3_0.fasta.gz")
    assert raw.names == ("name", "description", "file", "sequence")
    assert rows_of(raw) == [["P1", "first one", "nuclear-3_0", "MKVLA"], ["P2", "", "nuclear-3_0", "mkv"]]
    assert (raw.lines, raw.target, raw.ignored) == ([1, 5], "file", ("name", "description"))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            "MK\n>P1\nMK\n",
            "x.fasta, line 1: letters before the first header: begin every sequence with a line `>name`",
        ),
        (">P1\n>P2\nMK\n", "x.fasta, line 1: this header has no sequence: add its letters"),
        (
            ">P1\nMK>P2\nMK\n",
            "x.fasta, line 2: a `>` inside a sequence: begin every sequence with a line `>name`",
        ),
    ],
)
def test_faults_of_fasta(content, sentence):
    with pytest.raises(InputError) as caught:
        raw_of(content, "fasta", "x.fasta")
    assert str(caught.value) == sentence


def linked(a, b, k, share):
    """Whether two sequences are linked, by the definition."""
    one, other = (
        {s[i : i + k] for i in range(len(s) - k + 1) if set(s[i : i + k]) <= set("AB")} for s in (a, b)
    )
    return a == b or bool(one and other and len(one & other) >= share * min(len(one), len(other)))


@given(
    st.lists(st.text(alphabet="ABx", max_size=10), min_size=1, max_size=12),
    st.integers(1, 3),
    st.sampled_from([0.2, 0.5, 1.0]),
    st.sampled_from(["AB", "".join(map(chr, range(2000, 4000))) + "AB"]),  # codes of 32 bits, and more
)
def test_groups_are_connected_components_of_links(cells, k, share, letters):
    group = kgrams.group_sequences(text_columns.encode_letters(cells, letters), k=k, share=share).tolist()
    own = ["".join(c if c in "AB" else "." for c in cell) for cell in cells]
    expected = list(range(len(cells)))
    for i, j in itertools.product(range(len(cells)), repeat=2):
        if linked(own[i], own[j], k, share):
            expected = [expected[i] if e == expected[j] else e for e in expected]
    assert {(a, b) for a, b in zip(group, expected, strict=True)} == {
        (group[expected.index(e)], e) for e in expected
    }
    assert len(set(group)) == len(set(expected))
    assert group == [sorted(set(group), key=group.index).index(g) for g in group]


def test_groups_do_not_depend_on_the_order(monkeypatch):
    monkeypatch.setattr(kgrams, "ROWS", 3)
    rng = np.random.default_rng(4)
    cells = ["".join(rng.choice(list("ABCD"), 20)) for _ in range(20)]
    one = kgrams.group_sequences(text_columns.encode_letters(cells), k=3, share=0.4)
    order = rng.permutation(20)
    other = kgrams.group_sequences(text_columns.encode_letters([cells[i] for i in order]), k=3, share=0.4)
    assert 1 < one.max() + 1 < 20
    np.testing.assert_array_equal(one[order][:, None] == one[order], other[:, None] == other)
