"""Archives whose content does not fit into the available space."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest
from support.sentences import refusal

from naivebench.data import archive
from naivebench.data.archive import read_members

LIMIT = 1 << 20
ZEROS = bytes(4 * LIMIT)
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.fixture(autouse=True)
def limit(monkeypatch):
    monkeypatch.setattr(archive, "UNPACKED_MAX", LIMIT)


def zipped(method=zipfile.ZIP_DEFLATED, **members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return out.getvalue()


def tarred(mode="w", **members: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as file:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            file.addfile(info, io.BytesIO(content))
    return out.getvalue()


CASES = {
    **{f"plain {name}": (pack(ZEROS), None) for name, pack in PACKERS.items()},
    **{f"zip, method {m}": (zipped(m, a=ZEROS), "a") for m in (0, 8, 12, 14)},
    "zip of one file": (zipped(a=ZEROS), None),
    "zip in a zip": (zipped(a=zipped(b=ZEROS)), "a"),
    **{f"{name} in a zip": (zipped(a=pack(ZEROS)), "a") for name, pack in PACKERS.items()},
    **{f"tar.{name}": (tarred(f"w:{name}", a=ZEROS), "a") for name in PACKERS},
    **{f"tar.{name}, a member before it": (tarred(f"w:{name}", b=ZEROS, a=b"1"), "a") for name in PACKERS},
    "gz in a tar": (tarred(a=gzip.compress(ZEROS)), "a"),
    "long name": (
        gzip.compress(tarred(**{"n" * 200: b""})[:512].replace(b"0000311", b"7777777") + ZEROS),
        "a",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_unpacked_beyond_the_limit(case):
    content, member = CASES[case]
    refused = refusal(read_members, content, [member], "w")
    assert "unpacks to more than" in refused or case == "long name"
    assert "1,048,576" in refused or "broken" in refused


def test_members_are_added_up():
    half = bytes(LIMIT // 2 + 1)
    assert refusal(read_members, zipped(a=half, b=half), ["a", "b"], "w")
    assert refusal(read_members, zipped(a=gzip.compress(half), b=gzip.compress(half)), ["a", "b"], "w")
    assert not refusal(read_members, zipped(a=half, b=half), ["a"], "w")


def test_damaged_archives_are_broken_archives():
    """Every byte of each archive is changed, and each archive is cut at every length; the result is success
    or one sentence.
    """
    for content, member in [
        (zipped(a=b"123" * 9), "a"),
        (tarred("w:gz", a=b"123" * 9), "a"),
        (tarred("w:xz", a=b"123" * 9), "a"),
        (gzip.compress(b"123" * 9), None),
        (bz2.compress(b"123" * 9), None),
        (lzma.compress(b"123" * 9), None),
    ]:
        for i in range(len(content)):
            for other in (0, 255, content[i] ^ 1):
                changed = content[:i] + bytes([other]) + content[i + 1 :]
                refusal(read_members, changed, [member], "w")
            refusal(read_members, content[:i], [member], "w")
