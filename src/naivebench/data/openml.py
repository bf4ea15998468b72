"""Data sets of OpenML, each fetched as one archive.

The service describes a data set (`/data/ID`) as JSON. The description names its ARFF file and the MD5 of that
file. The archive of a source contains these files:

    dataset.arff    the data
    facts.json      what the description says about the columns

In a mirror folder, the answers of the service are `openml/data/ID.json` and `openml/data/ID.arff`.
Source: OpenML, REST API version 1.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from naivebench.core.checks import InputError
from naivebench.data.stanza import Archive, Source

DATA, FACTS = "dataset.arff", "facts.json"
SERVICE = "https://www.openml.org/api/v1/json"

Get: TypeAlias = Callable[[Archive, Path], str]  # fetch one file and return its origin, or ""


class Facts(NamedTuple):
    """What OpenML says about a data set."""

    data_id: int
    name: str
    version: str
    target: str  # the class column, "" if none is named
    left_out: list[str]  # identifiers of rows, and columns to ignore


class _Described(NamedTuple):
    """A description of a data set, and the entry of its file."""

    facts: Facts
    file: Archive


def service() -> str:
    """Address of the service: the environment variable NAIVEBENCH_OPENML if it is set."""
    return (os.environ.get("NAIVEBENCH_OPENML") or SERVICE).rstrip("/")


def is_openml(source: Source | Archive) -> bool:
    """Whether a source is a data set of OpenML."""
    return "openml" in source


def words(source: Source | Archive) -> str:
    """The source in words."""
    return f"OpenML data set {source['openml']}"


def pack(source: Archive, temporary: Path, get: Get, reasons: list[str]) -> str:
    """Fetch the files of a source into one zip, `temporary`, whose bytes depend on theirs alone.

    Returns the origin of the data, or "" after adding to `reasons`.
    """
    with tempfile.TemporaryDirectory(prefix="naivebench-") as name:
        try:
            return _packed(source, temporary, Path(name), get)
        except InputError as error:
            reasons.append(str(error))
            return ""


def _packed(source: Archive, temporary: Path, folder: Path, get: Get) -> str:
    described = _described(source["openml"], folder, get)
    if described is None:
        return ""
    if "sha256" in source:
        described.file["sha256"] = source["sha256"]
    origin = get(described.file, folder / DATA)
    if not origin:
        return ""
    with zipfile.ZipFile(temporary, "w") as packed:
        packed.writestr(zipfile.ZipInfo(DATA), (folder / DATA).read_bytes())
        packed.writestr(zipfile.ZipInfo(FACTS), json.dumps(described.facts._asdict(), indent=1))
    return origin


def _described(number: int, folder: Path, get: Get) -> _Described | None:
    """The description of a data set; None if it cannot be fetched."""
    content = _answer(f"data/{number}", f"openml/data/{number}.json", folder / "data", get)
    if content is None:
        return None
    what = f"the description of OpenML data set {number}"
    data = _part(content, "data_set_description", what)
    file = _file(data.get("url"), f"openml/data/{number}.arff", f"the file in {what}")
    if data.get("md5_checksum"):
        file["md5"] = str(data["md5_checksum"]).lower()
    target = str(data.get("default_target_attribute") or "")
    left_out = [*_names(data.get("row_id_attribute")), *_names(data.get("ignore_attribute"))]
    facts = Facts(
        data_id=number,
        name=str(data.get("name")),
        version=str(data.get("version")),
        target=target,
        left_out=[name for name in dict.fromkeys(left_out) if name != target],
    )
    return _Described(facts, file)


def _answer(path: str, place: str, file: Path, get: Get) -> dict[str, Any] | None:
    """An answer of the service as a mapping; None if it cannot be fetched."""
    url = f"{service()}/{path}"
    if not get(Archive(url=url, mirror=place), file):
        return None
    try:
        content = json.loads(file.read_bytes())
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise InputError(f"the answer to {url} is not a JSON object, so it is not a description by OpenML")
    return content


def _part(content: dict[str, Any], key: str, what: str) -> dict[str, Any]:
    part = content.get(key)
    if not isinstance(part, dict):
        raise InputError(f"{what} has no {key!r}: it is not in the form of version 1 of the API")
    return part


def _file(url: object, place: str, what: str) -> Archive:
    """The entry of a file that a description names; only addresses of the web are followed."""
    if not isinstance(url, str) or not re.match(r"https?://", url):
        raise InputError(f"{what} has the address {url!r}, expected one that begins with http:// or https://")
    return Archive(url=url, mirror=place)


def _names(value: object) -> list[str]:
    """Names of columns, which the service gives as a list or as text with commas."""
    listed = value if isinstance(value, list) else str(value or "").split(",")
    return [name for name in (str(part).strip() for part in listed) if name]


def error_of(body: bytes) -> str:
    """The error that an answer of the service contains, in JSON or XML; "" for any other answer."""
    text = body.decode("utf-8", "replace")
    found = re.search(r'"message"\s*:\s*"((?:[^"\\]|\\.)*)"', text) if '"error"' in text else None
    found = found or re.search(r"<oml:error.*?<oml:message>(.*?)</oml:message>", text, re.DOTALL)
    return " ".join(found[1].split())[:200] if found else ""


def remedy(source: Source | Archive) -> str:
    """How to put the files of a source into the mirror folder by hand, with commands between backticks."""
    number = source["openml"]
    url = shlex.quote(f"{service()}/data/{number}")
    return (
        "On a machine with network access, run "
        f'`curl -fL --create-dirs -o "$NAIVEBENCH_MIRROR/openml/data/{number}.json" {url}`, and save the '
        f"file at its url as openml/data/{number}.arff."
    )
