"""Data sets and tasks of OpenML, each fetched as one archive.

The service describes a data set (`/data/ID`) and a task (`/task/ID`) as JSON. The description of a data set
names its ARFF file and the MD5 of that file. The description of a task names a data set, the class column and
an ARFF file with the splits. The archive of a source contains these files:

    dataset.arff    the data
    splits.arff     the training and test rows of every repeat and fold (only for a task)
    facts.json      what the descriptions say about the columns

In a mirror folder, the answers of the service are `openml/data/ID.json`, `openml/data/ID.arff`,
`openml/tasks/ID.json` and `openml/tasks/ID.arff`. Source: OpenML, REST API version 1.
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

FORMS = ("openml", "openml_task")
DATA, SPLITS, FACTS = "dataset.arff", "splits.arff", "facts.json"
SERVICE = "https://www.openml.org/api/v1/json"
CLASSIFICATION = "Supervised Classification"

Get: TypeAlias = Callable[[Archive, Path], str]  # fetch one file and return its origin, or ""


class Facts(NamedTuple):
    """What OpenML says about a data set, and about the task if the source is one."""

    data_id: int
    name: str
    version: str
    target: str  # the class column, "" if none is named
    left_out: list[str]  # identifiers of rows, and columns to ignore
    task_id: int | None


class _Described(NamedTuple):
    """A description of a data set, and the entry of its file."""

    facts: Facts
    file: Archive


class _Task(NamedTuple):
    """A description of a task, and the entry of its splits."""

    data_id: int
    target: str
    file: Archive


def service() -> str:
    """Address of the service: the environment variable NAIVEBENCH_OPENML if it is set."""
    return (os.environ.get("NAIVEBENCH_OPENML") or SERVICE).rstrip("/")


def is_openml(source: Source | Archive) -> bool:
    """Whether a source is a data set or a task of OpenML."""
    return any(form in source for form in FORMS)


def members(source: Source | Archive) -> list[str]:
    """Members of the archive that `sha256` of the source is about."""
    return [DATA, SPLITS] if "openml_task" in source else [DATA]


def words(source: Source | Archive) -> str:
    """The source in words."""
    if "openml_task" in source:
        return f"OpenML task {source['openml_task']}"
    return f"OpenML data set {source['openml']}"


def address(source: Source | Archive) -> str:
    """Address of the description of a source."""
    if "openml_task" in source:
        return f"{SERVICE}/task/{source['openml_task']}"
    return f"{SERVICE}/data/{source['openml']}"


def page(data_id: int) -> str:
    """Address of the page on a data set."""
    return f"https://www.openml.org/d/{data_id}"


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
    pins = source.get("sha256") or []
    pinned = dict(zip(members(source), [pins] if isinstance(pins, str) else pins, strict=False))
    task = _task(source["openml_task"], folder, get) if "openml_task" in source else None
    if task is None and "openml_task" in source:
        return ""
    described = _described(task.data_id if task else source["openml"], folder, get)
    if described is None:
        return ""
    facts, files = described.facts, {DATA: described.file}
    if task:
        facts = facts._replace(target=task.target or facts.target, task_id=source["openml_task"])
        files[SPLITS] = task.file
    origins = []
    for member, entry in files.items():
        if member in pinned:
            entry["sha256"] = pinned[member]
        origins.append(get(entry, folder / member))
        if not origins[-1]:
            return ""
    with zipfile.ZipFile(temporary, "w") as packed:
        for member in files:
            packed.writestr(zipfile.ZipInfo(member), (folder / member).read_bytes())
        packed.writestr(zipfile.ZipInfo(FACTS), json.dumps(facts._asdict(), indent=1))
    return origins[0]


def _task(number: int, folder: Path, get: Get) -> _Task | None:
    """The description of a task; None if it cannot be fetched."""
    content = _answer(f"task/{number}", f"openml/tasks/{number}.json", folder / "task", get)
    if content is None:
        return None
    what = f"the description of OpenML task {number}"
    task = _part(content, "task", what)
    if task.get("task_type") != CLASSIFICATION:
        raise InputError(
            f"OpenML task {number} is of type {task.get('task_type')!r}, expected {CLASSIFICATION!r}: choose "
            "another task"
        )
    inputs = {i["name"]: i for i in task.get("input") or [] if isinstance(i, dict) and "name" in i}
    data = _part(_part(inputs, "source_data", what), "data_set", what)
    procedure = _part(_part(inputs, "estimation_procedure", what), "estimation_procedure", what)
    file = _file(procedure.get("data_splits_url"), f"openml/tasks/{number}.arff", f"the splits in {what}")
    return _Task(_number(data.get("data_set_id"), what), str(data.get("target_feature") or ""), file)


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
        task_id=None,
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


def _number(value: object, what: str) -> int:
    if not str(value).isdecimal():
        raise InputError(f"{what} names the data set {value!r}, expected a number")
    return int(str(value))


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
    if "openml_task" in source:
        number = source["openml_task"]
        command = _copied(f"task/{number}", f"tasks/{number}")
        return (
            f"On a machine with network access, run {command}, and save the file at its data_splits_url as "
            f"openml/tasks/{number}.arff. In the same way, save the description of the data set that it "
            "names as openml/data/ID.json, and the file at its url as openml/data/ID.arff."
        )
    number = source["openml"]
    command = _copied(f"data/{number}", f"data/{number}")
    return (
        f"On a machine with network access, run {command}, and save the file at its url as "
        f"openml/data/{number}.arff."
    )


def _copied(path: str, place: str) -> str:
    url = shlex.quote(f"{service()}/{path}")
    return f'`curl -fL --create-dirs -o "$NAIVEBENCH_MIRROR/openml/{place}.json" {url}`'
