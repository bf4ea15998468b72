"""Reuters-21578: the reader of its SGML files, the ModApte split, and ten tasks from one table."""

import pytest
from support.tables import columns_of

from naivebench.core.checks import InputError
from naivebench.data.readers import read as readers

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
    assert raw.columns["text"][0].split() == [
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
    assert raw.columns["text"][1].split() == ["******<tag>", "in", "1987"]
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
