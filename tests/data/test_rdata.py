"""R data files: frames with factors and missing cells, compressed files, and faults in one sentence."""

import gzip
import sys

import pandas as pd
import pytest
from support.tables import columns_of

from naivebench.core.checks import InputError
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.readers import read as readers

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
        ["1", "", "3"], ["0.5", "2", ""], ["a", "", "\u00e4"], ["yes", "no", ""], ["1", "0", ""],
    ]  # fmt: skip
    assert raw.hints["f"] == {"kind": "nominal", "values": ["no", "yes"]}
    assert [raw.hints[name] for name in "nxl"] == [{"kind": "linear"}] * 3


def test_faults_of_r_files(content, tmp_path):
    import rdata

    rdata.write_rda(tmp_path / "x.RData", {"x": "no frame"})
    # the encoding of a text is not stated
    latin = content.replace(b"\0\0\x80\x09\0\0\0\x02\xc3\xa4", b"\0\0\0\x09\0\0\0\x02\xe4x")
    assert latin != content
    for data, sentence in (
        (content[:-30], "d.RData cannot be read as RData ("),
        (latin, "d.RData cannot be read as RData (UserWarning: Exception while decoding"),
        ((tmp_path / "x.RData").read_bytes(), "d.RData contains 0 data frames, expected one"),
    ):
        with pytest.raises(InputError) as caught:
            readers.read_table(data, "rdata", where="d.RData")
        assert sentence in str(caught.value)


def test_without_rdata_a_sentence_names_the_package_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "rdata", None)
    with pytest.raises(InputError, match="an RData file, which only the package rdata can read"):
        readers.read_table(b"RDX3\nX\n", where="d.RData")


def test_compressed_r_files_are_unpacked(content, tmp_path):
    path = tmp_path / "d.RData"
    path.write_bytes(gzip.compress(content))
    stanza = {"source": {"file": str(path)}, "target": "f", "missing": [""]}
    _, record = prepare("d", stanza, Inputs(file=path))
    assert record["classes"] == {"no": 1, "yes": 1}
