"""Archives that are damaged."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

from support.sentences import refusal

from naivebench.data.archive import read_members


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
