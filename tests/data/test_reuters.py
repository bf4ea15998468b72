"""Reuters-21578: the reader of its SGML files, the ModApte split, and ten tasks from one table."""

import functools

import numpy as np
import pytest
from support.real_data import STANZAS, inputs_of, prepared

from naivebench.core.checks import InputError
from naivebench.core.hit_curves import hit_curve
from naivebench.core.table import Attribute, make_table, subset
from naivebench.data.derive import derived
from naivebench.data.prepare import prepare, read_raw
from naivebench.data.readers import read as readers
from naivebench.evaluation.break_even import break_even
from naivebench.methods.sequences import nb_mn

pytestmark = pytest.mark.data

TOPICS = {  # training and test documents, counted in the files
    "earn": (2877, 1087),
    "acq": (1650, 719),
    "money-fx": (538, 179),
    "grain": (433, 149),
    "crude": (389, 189),
    "trade": (369, 117),
    "interest": (347, 131),
    "wheat": (212, 71),
    "ship": (197, 89),
    "corn": (181, 56),
}
TRAIN, TEST = 7775, 3019
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
real = functools.cache(prepared)


def read(text):
    return readers.read(text.encode("latin-1"), where="reut2-000.sgm", encoding="latin-1")


def test_documents_are_rows():
    raw = read(SGML)
    assert (raw.names, raw.target, raw.ignored) == (
        ("id", "split", "topics_given", "topics", "text"),
        "topics",
        ("id", "split", "topics_given"),
    )
    assert [list(column) for column in raw.columns[:4]] == [
        ["11", "12"],
        ["TRAIN", "TEST"],
        ["YES", "NO"],
        ["grain wheat", ""],
    ]
    assert raw.columns[4][0].split() == [
        "SHOWERS",
        "IN",
        "BAHIA",
        "SALVADOR,",
        "Feb",
        "26",
        "-",
        "Prices",
        "<of>",
        "A&B",
        "rose",
    ]
    assert raw.columns[4][1].split() == ["******<tag>", "in", "1987"]
    assert raw.lines == [2, 9]
    assert raw.hints == {"text": {"kind": "count"}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            SGML.replace("</REUTERS>", "", 1),
            "reut2-000.sgm contains 2 beginnings, but 1 complete documents of Reuters-21578: fetch it again",
        ),
        (
            SGML.replace('NEWID="12"', ""),
            "reut2-000.sgm, line 9: the document has no NEWID: fetch the file again",
        ),
        (SGML.replace("<TOPICS></TOPICS>", ""), "reut2-000.sgm, line 9: the document has no <TOPICS>"),
        ("plain text", "reut2-000.sgm contains 0 beginnings, but 0 complete documents"),
    ],
)
def test_faults(text, sentence):
    with pytest.raises(InputError) as caught:
        read(text)
    assert sentence in str(caught.value)


def labelled(*labels):
    classes = sorted(set(labels))
    attribute = Attribute("a", "nominal", ("x", "y"))
    return make_table(
        [attribute],
        classes,
        [classes.index(label) for label in labels],
        codes=[[i % 2] for i in range(len(labels))],
    )


def test_one_word_of_the_label_can_be_compared_with_the_rest():
    parent = labelled("grain wheat", "wheat", "grain", "buckwheat", "money-fx")
    table, findings = derived(parent, {"has_word": "wheat"}, "data set 'd'")
    assert (table.classes, table.y.tolist(), findings["rows"].tolist()) == (
        ("wheat", "other"),
        [0, 0, 1, 1, 1],
        [0, 1, 2, 3, 4],
    )
    assert table.codes.tolist() == parent.codes.tolist()
    for stanza, sentence in [
        (
            {"has_word": "weat"},
            "has_word of data set 'd' is 'weat', which no label of the parent contains; did you mean "
            "'wheat' or "
            "'buckwheat'?",
        ),
        (
            {"has_word": "wheat", "classes": {}},
            "data set 'd' has both 'has_word' and 'classes': keep one of them",
        ),
    ]:
        with pytest.raises(InputError) as caught:
            derived(parent, stanza, "data set 'd'")
        assert str(caught.value) == sentence
    with pytest.raises(InputError, match="'a', which every label of the parent contains"):
        derived(labelled("a b", "a"), {"has_word": "a"}, "data set 'd'")


def test_the_collection_is_complete(folder):
    raw, _, _ = read_raw(STANZAS["reuters-modapte"], inputs_of("reuters-modapte", folder), "Reuters")
    columns = dict(zip(raw.names, raw.columns, strict=True))
    assert sorted(map(int, columns["id"])) == list(range(1, 21579))
    pairs = list(zip(columns["split"], columns["topics_given"], strict=True))
    expected = {
        ("TRAIN", "YES"): 9603,
        ("TRAIN", "NO"): 4022,
        ("TRAIN", "BYPASS"): 1043,
        ("TEST", "YES"): 3299,
        ("TEST", "NO"): 2889,
    }
    assert {pair: pairs.count(pair) for pair in set(pairs)} == expected | {
        ("NOT-USED", "YES"): 574,
        ("NOT-USED", "NO"): 148,
    }
    rows = list(zip(pairs, columns["topics"], strict=True))
    parts = {
        split: [set(topics.split()) for pair, topics in rows if pair == (split, "YES") and topics]
        for split in ("TRAIN", "TEST")
    }
    train, test = (set().union(*parts[split]) for split in ("TRAIN", "TEST"))
    assert (len(train), len(test), len(train & test)) == (115, 93, 90)
    assert [sum(bool(topics & train & test) for topics in parts[split]) for split in ("TRAIN", "TEST")] == [
        7770,
        TEST,
    ]
    one_name = [6552, 2581 + 1]  # one test document names its only topic twice
    assert [sum(len(topics) == 1 for topics in parts[split]) for split in ("TRAIN", "TEST")] == one_name


def test_modapte_has_its_documents_and_topics(folder):
    table, record = real("reuters-modapte", folder)
    assert (record["rows"], record["holdout"]) == (TRAIN + TEST, TRAIN)
    assert "2108 of 12902 rows have no class and are left out" in record["warnings"]
    for topic, counts in TOPICS.items():
        holds = np.array([topic in label.split() for label in table.classes])[table.y]
        assert (int(holds[:TRAIN].sum()), int(holds[TRAIN:].sum())) == counts, topic


def test_the_ten_tasks_share_the_words_of_one_table(folder, tmp_path):
    base, _ = real("reuters-modapte", folder)
    for topic, (train, test) in TOPICS.items():
        stanza = STANZAS[f"reuters-{topic}"]
        assert stanza["source"] == {"derive": "reuters-modapte"}
        table, _ = derived(base, stanza, topic)
        assert table.classes == (topic, "other")
        assert (np.bincount(table.y[:TRAIN]).tolist(), np.bincount(table.y[TRAIN:]).tolist()) == (
            [train, TRAIN - train],
            [test, TEST - test],
        )
        np.testing.assert_array_equal(table.counts.data, base.counts.data)
    result, record = prepare(
        "reuters-corn", STANZAS["reuters-corn"], inputs_of("reuters-corn", folder), stop=True
    )
    assert (record["holdout"], record["source"], result.classes) == (
        TRAIN,
        "derived from reuters-modapte",
        ("corn", "other"),
    )


@pytest.mark.parametrize(
    ("topic", "percent"), [("earn", 96.2), ("acq", 95.5), ("corn", 55.4), ("trade", 60.7)]
)
def test_break_even_of_naive_bayes_over_all_words(topic, percent, folder):
    """Multinomial naive Bayes with Laplace's correction on all words gives the numbers of another program.

    See tests/worked_values.md.
    """
    table, _ = derived(real("reuters-modapte", folder)[0], STANZAS[f"reuters-{topic}"], topic)
    model = nb_mn.fit(subset(table, np.arange(TRAIN)), rng=np.random.default_rng(0))
    test = subset(table, np.arange(TRAIN, TRAIN + TEST))
    log_proba = nb_mn.log_joint(model, test)
    curve = hit_curve(test.y == 0, log_proba[:, 0] - log_proba[:, 1])
    assert round(100 * break_even(curve), 1) == percent
