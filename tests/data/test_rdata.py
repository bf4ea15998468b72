"""R's data files: data frames as save() writes them, and faults."""

import gzip
import struct
import sys

import pytest
from support.tables import columns_of

from naivebench.core.checks import InputError
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.readers import read as readers


def integer(value):
    return struct.pack(">i", value)


def characters(text):
    return integer(0x00040009) + (
        integer(-1) if text is None else integer(len(text.encode())) + text.encode()
    )


def strings(*texts):
    return integer(16) + integer(len(texts)) + b"".join(map(characters, texts))


def attribute_list(**named):
    parts = b"".join(
        integer(0x402) + integer(1) + characters(key.replace("_", ".")) + value
        for key, value in named.items()
    )
    return parts + integer(254)


def vector(kind, values, **named):
    code = {10: ">i", 13: ">i", 14: ">d"}[kind]
    body = (
        integer(kind | (0x200 if named else 0))
        + integer(len(values))
        + b"".join(struct.pack(code, v) for v in values)
    )
    return body + (attribute_list(**named) if named else b"")


def rdata(columns, *, version=2, tail=b""):
    """The file that R's save() writes for one data frame called `d`."""
    head = b"RDX%d\nX\n" % version + integer(version) + integer(0x030403) + integer(0x020300)
    head += integer(5) + b"UTF-8" if version == 3 else b""
    parts = integer(0x300 | 19) + integer(len(columns)) + b"".join(columns.values())
    tags = integer(0x402) + integer(1) + characters("names") + strings(*columns)
    tags += integer(0x402) + integer(1) + characters("row.names") + vector(13, [-(2**31), -3])
    tags += integer(0x402) + integer(1) + characters("class") + strings("data.frame") + integer(254)
    return head + integer(0x402) + integer(1) + characters("d") + parts + tags + (tail or integer(254))


FACTOR = integer(0x300 | 13) + integer(3) + b"".join(map(integer, (2, 1, -(2**31))))
FACTOR += integer(0x402) + integer(1) + characters("levels") + strings("no", "yes")
FACTOR += integer(0x402) + integer(1) + characters("class") + strings("factor") + integer(254)
LATIN = {"s": integer(16) + integer(1) + integer(9) + integer(2) + b"\xe4x"}  # the encoding is not stated
COLUMNS = {
    "n": vector(13, [1, -(2**31), 3]),
    "x": vector(14, [0.5, 2.0, float("nan")]),
    "s": strings("a", None, "b"),
    "f": FACTOR,
}


@pytest.mark.parametrize("version", [2, 3])
def test_data_frames_of_r(version):
    raw = readers.read(rdata(COLUMNS, version=version), where="d.RData")
    assert raw.names == tuple(COLUMNS)
    assert list(columns_of(raw).values()) == [
        ["1", "", "3"], ["0.5", "2", ""], ["a", "", "b"], ["yes", "no", ""],
    ]  # fmt: skip
    assert raw.hints["f"] == {"kind": "nominal", "values": ["no", "yes"]}
    assert raw.hints["x"] == {"kind": "linear"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (rdata(COLUMNS)[:-30], "d.RData cannot be read as RData (IndexError: "),
        (rdata(LATIN), "d.RData cannot be read as RData (UserWarning: Exception while decoding"),
        (b"RDX2\nX\n" + integer(2) * 3 + integer(254), "d.RData contains 0 data frames, expected one"),
    ],
)
def test_faults_of_r_files(data, sentence):
    with pytest.raises(InputError) as caught:
        readers.read(data, "rdata", where="d.RData")
    assert sentence in str(caught.value)


def test_without_rdata_a_sentence_names_the_package_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "rdata", None)
    with pytest.raises(InputError) as caught:
        readers.read(rdata(COLUMNS), where="d.RData")
    assert str(caught.value) == (
        "d.RData is an RData file, which only the package rdata can read: run pip install rdata"
    )


def test_logicals_count_as_numbers():
    raw = readers.read(rdata({"l": vector(10, [1, 0, -(2**31)])}), where="d.RData")
    assert (list(columns_of(raw).values()), raw.hints["l"]) == ([["1", "0", ""]], {"kind": "linear"})


def test_compressed_r_files_are_unpacked(tmp_path):
    path = tmp_path / "d.RData"
    path.write_bytes(gzip.compress(rdata(COLUMNS)))
    stanza = {"source": {"file": str(path)}, "target": "f", "missing": [""]}
    _, record = prepare("d", stanza, Inputs(file=path))
    assert record["classes"] == {"no": 1, "yes": 1}
