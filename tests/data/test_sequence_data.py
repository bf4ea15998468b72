"""Sequences: letters as tokens, FASTA, groups of similar sequences, and samples of given class sizes.

The real proteins and DNA are tested too.
"""

import functools
import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.real_data import STANZAS, archive_of, inputs_of, prepared

from naivebench.core.checks import InputError
from naivebench.core.table import Sequences, load, save, subset
from naivebench.data import encode, profile, raw_columns, sequence_groups, steps, text_columns
from naivebench.data.prepare import Inputs, prepare, read_raw
from naivebench.data.readers import read as readers
from naivebench.estimators import MultinomialNB
from naivebench.evaluation import folds
from naivebench.methods.sequences import nb_protein

pytestmark = pytest.mark.data

real = functools.cache(prepared)
AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"

# cases, cases per class, shortest and longest sequence, cases with a letter outside the alphabet, whether
# there are groups
VERIFIED = {
    "psortb3": ({"cytoplasmic": 5025, "periplasmic": 437, "extracellular": 419}, (18, 2448), 11, True),
    "psortb3-rh": ({"cytoplasmic": 688, "periplasmic": 202, "extracellular": 107}, None, None, True),
    "multiloc": (
        {"nuclear": 837, "cytoplasmic": 1411, "mitochondrial": 510, "extracellular": 843},
        (13, 5430),
        32,
        True,
    ),
    "multiloc-rh": (
        {"nuclear": 837, "cytoplasmic": 522, "mitochondrial": 245, "extracellular": 248},
        None,
        None,
        True,
    ),
    "scl2205": (
        {"nuclear": 4179, "cytoplasmic": 2465, "mitochondrial": 946, "extracellular": 2635},
        None,
        49,
        True,
    ),
    "scl2205-rh": (
        {"nuclear": 1097, "cytoplasmic": 684, "mitochondrial": 321, "extracellular": 325},
        None,
        None,
        True,
    ),
    "splice-dna": ({"EI": 767, "IE": 768, "N": 1655}, (60, 60), 15, False),
    "promoters-dna": ({"pp": 53, "mm": 53}, (57, 57), 0, False),
}


def raw_of(content, reader="csv", where="x.csv"):
    return readers.read(content.encode(), reader, where=where)


def words_of(sequences, i):
    """Text of one sequence, with `.` for letters outside the alphabet."""
    tokens = sequences.tokens[sequences.offsets[i] : sequences.offsets[i + 1]]
    return "".join("." if t < 0 else sequences.alphabet[t] for t in tokens)


@given(st.lists(st.text(alphabet="ACGTNx \u00e9", max_size=12), min_size=1, max_size=8))
def test_letters_become_tokens(cells):
    made = text_columns.letter_codes(cells, "ACGT")
    plain = [cell.replace(" ", "") for cell in cells]
    assert [words_of(made, i) for i in range(len(cells))] == [
        "".join(c if c in "ACGT" else "." for c in cell) for cell in plain
    ]
    every = text_columns.letter_codes(cells)
    capitals = [cell.replace("x", "X") for cell in plain]
    assert every.alphabet == tuple(sorted(set("".join(capitals))))
    assert [words_of(every, i) for i in range(len(cells))] == capitals
    assert made.tokens.dtype == np.int8


def test_letters_of_both_cases_are_the_same():
    learned = text_columns.letter_codes(["acgT-", "AC*g"])
    assert learned.alphabet == ("*", "-", "A", "C", "G", "T")
    assert [words_of(learned, i) for i in range(2)] == ["ACGT-", "AC*G"]
    assert text_columns.letter_codes(["acg", "ca"]).alphabet == ("A", "C", "G")
    for alphabet, expected in (("acgt", "acgt"), ("ACGT", "ACGT"), ("aAcg", "aCg."), ("acgé", "acg.")):
        given = text_columns.letter_codes(["a" + expected[1:3].swapcase() + "t"], alphabet)
        assert words_of(given, 0).lower() == expected.lower()
    apart = text_columns.letter_codes(["aAcC"], "aAcC")
    assert apart.tokens.tolist() == [0, 1, 2, 3]


def test_blocks_in_different_cases_are_counted_like_one_table():
    texts, y = np.array(["acgt", "ggta", "ACCT", "TTGG"]), np.array([0, 1, 0, 1])
    kinds = {"x0": "sequence"}
    model = MultinomialNB(kinds=kinds)
    for rows in (slice(2), slice(2, 4)):
        model.partial_fit(pd.DataFrame({"x0": texts[rows]}), y[rows], classes=[0, 1])
    new = pd.DataFrame({"x0": ["acCT"]})
    whole = MultinomialNB(kinds=kinds).fit(pd.DataFrame({"x0": texts}), y)
    np.testing.assert_array_equal(model.predict_proba(new), whole.predict_proba(new))


def test_new_sequences_may_be_written_in_the_other_case():
    train, _ = encode.to_table(raw_of("seq,c\nacgt,p\nggta,q\n"), kinds={"seq": "sequence"})
    test = encode.like(raw_of("seq,c\nACGT,p\n"), train.attributes, train.classes)
    assert words_of(test.sequences, 0) == "ACGT"


TABLE = "id,seq,c\n1,AC GT,p\n2,NNA,q\n3,,p\n4,ACGT,p\n5,acg,q\n"


def test_a_column_of_letters_becomes_sequences(tmp_path):
    kinds = {"seq": {"kind": "sequence", "alphabet": "ACGT"}, "id": "nominal"}
    table, findings = encode.to_table(raw_of(TABLE), kinds=kinds, drop=["id"])
    assert [(a.name, a.kind, a.values, a.declared) for a in table.attributes] == [
        ("seq", "sequence", tuple("ACGT"), True)
    ]
    assert [words_of(table.sequences, i) for i in range(5)] == ["ACGT", "..A", "", "ACGT", "ACG"]
    assert findings["warnings"] == [
        "2 letters of 'seq' in 1 of 5 cases are not in its alphabet and are skipped",
        "letters of 'seq' in lower and upper case, such as 'a' and 'A', are the same letter (to tell them "
        "apart, state an alphabet with both: `--kind seq=sequence:LETTERS`, or `alphabet` in a stanza)",
    ]
    record = profile.describe(table, findings, dataset="d")
    about = {
        "name": "seq",
        "kind": "sequence",
        "values": 4,
        "missing": 0,
        "constant": False,
        "min": 0.0,
        "max": 4.0,
        "period": None,
    }
    assert record["attributes"] == [about]
    assert record["warnings"][-2:] == [
        "cases without a word or letter: 1 in seq",
        "1 of 5 rows repeat an earlier row in all attributes and the class",
    ]
    save(table, tmp_path / "t.npz")
    back = load(tmp_path / "t.npz")
    assert back.attributes == table.attributes
    assert [words_of(back.sequences, i) for i in range(5)] == [words_of(table.sequences, i) for i in range(5)]
    again = encode.like(raw_of("seq,c\nTTX,q\n"), table.attributes, table.classes, target="c")
    assert (words_of(again.sequences, 0), again.y.tolist()) == ("TT.", [1])


def test_the_alphabet_has_the_letters_that_occur():
    table, _ = encode.to_table(raw_of("seq,c\nba,p\n?,q\nxyz,\n"), kinds={"seq": "sequence"})
    assert (table.attributes[0].values, table.attributes[0].declared, table.y.tolist()) == (
        ("A", "B"),
        False,
        [0, 1],
    )


@pytest.mark.parametrize(
    ("kinds", "more", "sentence"),
    [
        (
            {"seq": {"kind": "sequence", "alphabet": "jz"}},
            {},
            "column 'seq' of x.csv is of kind sequence, but contains no letter of its alphabet",
        ),
        (
            {"seq": {"kind": "sequence", "alphabet": "AA"}},
            {},
            "alphabet of column 'seq' of x.csv is 'AA', expected different letters, such as ACGT",
        ),
        (
            {"seq": "sequence"},
            {"groups": {"similar": "sec"}},
            "similar in 'sec', which is not an attribute of kind sequence; did you mean 'seq'?",
        ),
        (
            {"seq": "sequence"},
            {"groups": {"similar": "seq", "k": 0}},
            "k in groups of x.csv is 0, expected a whole number of at least 1",
        ),
        (
            {"seq": "sequence"},
            {"groups": {"similar": "seq", "share": 0}},
            "share in groups of x.csv is 0, expected a number above 0 and at most 1",
        ),
        (
            {"seq": "sequence"},
            {"groups": {"similar": "seq", "k": 50}},
            "k = 50 in groups of x.csv is too large for an alphabet of 5 letters",
        ),
        (
            {"seq": "sequence", "id": "sequence"},
            {},
            "columns 'id' and 'seq' of x.csv are both of kind sequence, but a table can have only one "
            "such attribute",
        ),
    ],
)
def test_faults_of_sequences(kinds, more, sentence):
    with pytest.raises(InputError) as caught:
        encode.to_table(raw_of(TABLE), kinds=kinds, **more)
    assert sentence in str(caught.value)


FASTA = ">P1 first one\nMKV\nLA*\n\n>P2\nmk v\n"


def test_fasta_records_are_rows():
    raw = raw_of(FASTA, None, "set/nuclear-3_0.fasta.gz")
    assert raw.names == ("name", "description", "file", "sequence")
    assert [list(row) for row in zip(*raw.columns, strict=True)] == [
        ["P1", "first one", "nuclear-3_0", "MKVLA"],
        ["P2", "", "nuclear-3_0", "mkv"],
    ]
    assert (raw.lines, raw.target, raw.ignored) == ([1, 5], "file", ("name", "description"))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            "MK\n>P1\nMK\n",
            "x.fasta, line 1: expected a header: begin every sequence with a line `>name`",
        ),
        (">P1\n>P2\nMK\n", "x.fasta, line 1: this header has no sequence: delete it or add the letters"),
        (
            ">P1\nMK>P2\nMK\n",
            "x.fasta, line 2: there is a `>` inside a sequence: begin the next record on a new line",
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
)
def test_groups_are_connected_components_of_links(cells, k, share):
    group = sequence_groups.groups(text_columns.letter_codes(cells, "AB"), k=k, share=share).tolist()
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
    monkeypatch.setattr(sequence_groups, "ROWS", 3)
    rng = np.random.default_rng(4)
    cells = ["".join(rng.choice(list("ABCD"), 20)) for _ in range(20)]
    one = sequence_groups.groups(text_columns.letter_codes(cells), k=3, share=0.4)
    order = rng.permutation(20)
    other = sequence_groups.groups(text_columns.letter_codes([cells[i] for i in order]), k=3, share=0.4)
    assert 1 < one.max() + 1 < 20
    np.testing.assert_array_equal(one[order][:, None] == one[order], other[:, None] == other)


@pytest.mark.parametrize("seed", range(20))
def test_close_relatives_are_always_in_one_group(seed):
    """As the module states, they have at most (1 - share) d / k changes, where d is the number of different
    words of the sequence.
    """
    rng = np.random.default_rng(seed)
    old = list(rng.choice(list(AMINO_ACIDS), int(rng.integers(30, 300))))
    d, new = len({tuple(old[i : i + 5]) for i in range(len(old) - 4)}), list(old)
    for _ in range(int(0.9 * d / 5)):
        i, what = int(rng.integers(len(new))), rng.integers(3)
        new[i : i + (what != 1)] = [] if what == 2 else [str(rng.choice(list(AMINO_ACIDS)))]
    around = ["".join(rng.choice(list(AMINO_ACIDS), 40)) for _ in range(2)]
    cells = ["".join(old), around[0] + "".join(new) + around[1], *around]
    group = sequence_groups.groups(text_columns.letter_codes(cells, AMINO_ACIDS), k=5, share=0.1)
    assert group[0] == group[1]


def test_groups_of_no_sequences():
    assert (
        sequence_groups.groups(Sequences(np.zeros(0, np.int8), np.zeros(1, np.int64), ("A",))).tolist() == []
    )
    assert sequence_groups.groups(text_columns.letter_codes(["", "AB", "", "AB", "BA"], "AB")).tolist() == [
        0,
        1,
        0,
        1,
        2,
    ]


def test_grouped_folds_keep_similar_sequences_together():
    cells = ["ACDEFGHIKL", "LKIHGFEDCA", "ACDEFGHIKV", "WWWWWYYYYY", "MNPQRSTVWY", "AMNPQRSTVW"]
    content = "seq,c\n" + "".join(f"{cell},{'pq'[i % 2]}\n" for i, cell in enumerate(cells))
    kinds = {"seq": {"kind": "sequence", "alphabet": AMINO_ACIDS}}
    table, findings = encode.to_table(raw_of(content), kinds=kinds, groups={"similar": "seq"})
    assert table.groups.tolist() == [0, 1, 0, 2, 3, 3]
    assert profile.describe(table, findings)["groups"] == 4
    made = folds.make(table, scheme="grouped", folds=3)
    for f in range(3):
        assert not set(table.groups[folds.test_rows(made, f)]) & set(
            table.groups[folds.train_rows(made, f, 6)]
        )


def test_a_sample_has_the_requested_class_sizes():
    raw = raw_of("x,c\n" + "".join(f"{i},{'pqr'[i % 3]}\n" for i in range(30)))
    step = {"sample": {"column": "c", "cases": {"q": 3, "p": 5}, "seed": 1}}
    done = steps.apply(raw, [step], "data set 'd'", raw_columns.marks_of(None))
    assert (done.columns[1].count("p"), done.columns[1].count("q"), len(done.lines)) == (5, 3, 8)
    assert done.lines == sorted(done.lines)
    assert steps.apply(raw, [step], "d", raw_columns.marks_of(None)).columns == done.columns
    step["sample"]["seed"] = 2
    assert steps.apply(raw, [step], "d", raw_columns.marks_of(None)).columns != done.columns


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"column": "c", "cases": {"p": 11}, "seed": 1},
            "asks for 11 rows of 'p', but column 'c' contains it in only 10 rows",
        ),
        (
            {"column": "c", "cases": {"p": 0}, "seed": 1},
            "cases of 'p' in step 1 (sample) of d is 0, expected a whole number of at least 1",
        ),
        ({"column": "c", "cases": {"p": 1}}, "expected {column: name, cases: {label: number}, seed: number}"),
        (
            {"column": "d", "cases": {"p": 1}, "seed": 1},
            "step 1 (sample) of d names 'd', which is not a column",
        ),
    ],
)
def test_faults_of_samples(options, sentence):
    raw = raw_of("x,c\n" + "".join(f"{i},{'pqr'[i % 3]}\n" for i in range(30)))
    with pytest.raises(InputError) as caught:
        steps.apply(raw, [{"sample": options}], "d", raw_columns.marks_of(None))
    assert sentence in str(caught.value)


def test_columns_that_fit_a_pattern_are_joined():
    raw = steps.apply(
        raw_of("p1,q,p2\nA,x,C\nG,y,T\n"), [{"join": {"seq": "p*"}}], "d", raw_columns.marks_of(None)
    )
    assert raw.columns[raw.names.index("seq")] == ["AC", "GT"]
    with pytest.raises(InputError, match=r"no column matches 'z\*'; there are p1, q, p2"):
        steps.apply(raw_of("p1,q,p2\nA,x,C\n"), [{"join": {"seq": "z*"}}], "d", raw_columns.marks_of(None))


@pytest.mark.parametrize("dataset", VERIFIED)
def test_counts(dataset, folder):
    table, record = real(dataset, folder)
    classes, lengths, outside, grouped = VERIFIED[dataset]
    about = record["attributes"][0]
    assert (record["classes"], record["missing_cells"], [a["kind"] for a in record["attributes"]]) == (
        classes,
        0,
        ["sequence"],
    )
    assert record["majority_rate"] == max(classes.values()) / sum(classes.values())
    assert lengths is None or (about["min"], about["max"]) == lengths
    assert "".join(table.sequences.alphabet) == {"splice-dna": "ACGT", "promoters-dna": "acgt"}.get(
        dataset, AMINO_ACIDS
    )
    marked = np.unique(
        np.searchsorted(table.sequences.offsets, np.flatnonzero(table.sequences.tokens < 0), side="right")
    )
    assert outside is None or len(marked) == outside
    assert (table.groups is not None) == grouped == bool(record["groups"])
    assert {"title", "source", "expect", "tags", "reference", "licence"} <= set(STANZAS[dataset])
    assert (
        ("substitute for" in STANZAS[dataset]["title"])
        == ("substitute" in STANZAS[dataset]["tags"])
        == grouped
    )


def test_no_group_has_most_of_a_data_set(folder):
    for dataset in ("psortb3", "multiloc", "scl2205"):
        groups = real(dataset, folder)[0].groups
        assert np.bincount(groups).max() < 0.05 * len(groups)


def test_proteins_that_share_words_are_in_one_group(folder):
    """Every pair of a sample of the smallest data set is compared by the definition."""
    table, _ = real("psortb3-rh", folder)
    rng, k = np.random.default_rng(0), 5
    words = []
    for i in range(len(table.y)):
        s = words_of(table.sequences, i)
        words.append({s[j : j + k] for j in range(len(s) - k + 1) if "." not in s[j : j + k]})
    for i in rng.permutation(len(words))[:40]:
        for j in range(len(words)):
            if len(words[i] & words[j]) >= 0.1 * min(len(words[i]), len(words[j])):
                assert table.groups[i] == table.groups[j]


@pytest.mark.parametrize(("dataset", "accuracy"), [("psortb3", 0.899), ("multiloc", 0.544)])
def test_naive_bayes_of_composition_as_another_program_found(dataset, accuracy, folder):
    """Multinomial naive Bayes of single letters with Laplace's correction in ten folds.

    See tests/worked_values.md. The folds differ, so the values may
    differ by half a percent.
    """
    table, _ = real(dataset, folder)
    made, right = folds.make(table, folds=10), 0
    for f in range(10):
        test = subset(table, folds.test_rows(made, f))
        model = nb_protein.fit(subset(table, folds.train_rows(made, f, len(table.y))), length=False)
        right += int((nb_protein.predict_log_proba(model, test).argmax(axis=1) == test.y).sum())
    assert abs(right / len(table.y) - accuracy) < 0.005


def test_sequences_hold_the_letters_of_the_nominal_tables(folder):
    for dataset in ("splice", "promoters"):
        nominal, _ = real(dataset, folder)
        table, _ = real(f"{dataset}-dna", folder)
        raw, _, _ = read_raw(STANZAS[dataset], inputs_of(dataset, folder), dataset)
        letters = ["".join(row[:-1]) for row in zip(*raw.columns, strict=True)]
        alphabet = set(table.sequences.alphabet)
        assert [words_of(table.sequences, i) for i in range(len(letters))] == [
            "".join(c if c in alphabet else "." for c in s) for s in letters
        ]
        np.testing.assert_array_equal(nominal.y, table.y)
        assert nominal.codes.shape == (len(letters), len(letters[0]))


def test_promoters_are_those_of_the_repository(folder):
    """The file of another collection has the same sequences and classes."""
    source = {
        "mirror": "uci-promoters/promoters.data",
        "sha256": "9cba9e8661ab04760d69b857f62259233446f2dce5ec9b515efe0b23c315bb29",
    }
    from support.real_data import ARCHIVES

    ARCHIVES.setdefault("promoters.data-check", {"candidates": [source]})
    found, status = archive_of("promoters.data-check", folder)
    kinds = {"sequence": {"kind": "sequence", "alphabet": "acgt"}}
    stanza = {
        "source": source,
        "reader": "csv",
        "header": False,
        "names": ["class", "name", "sequence"],
        "target": "class",
        "kinds": kinds,
    }
    other, _ = prepare("uci", stanza | {"drop": ["name"]}, Inputs(found, status), stop=True)
    own, _ = real("promoters-dna", folder)
    label = {"+": "pp", "-": "mm"}
    pairs = [(words_of(other.sequences, i), label[other.classes[y]]) for i, y in enumerate(other.y)]
    assert sorted(pairs) == sorted((words_of(own.sequences, i), own.classes[y]) for i, y in enumerate(own.y))
