"""Data sets of OpenML, each fetched as one archive.

The service describes a data set (`/data/ID`) as JSON, which names its ARFF file. The archive of a source
contains `dataset.arff`, the data, and `facts.json`, the facts about the columns in the description. In a
mirror folder, the answers of the service are `openml/data/ID.json` and `openml/data/ID.arff`.

scikit-learn's `fetch_openml` is not used: it checks no SHA-256 that the configuration pins, reads no mirror
folder and no other service, and returns a frame instead of a file that can be kept.
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
from typing import Any, TypeAlias

from naivebench.core.checks import InputError
from naivebench.data import Archive, DatasetStanza, Source

DATA, FACTS = "dataset.arff", "facts.json"
SERVICE = "https://www.openml.org/api/v1/json"

Get: TypeAlias = Callable[[Archive, Path], str]  # fetch one file and return its origin, or ""


def find_service_url() -> str:
    """Return the address of the service: the environment variable NAIVEBENCH_OPENML if it is set."""
    return (os.environ.get("NAIVEBENCH_OPENML") or SERVICE).rstrip("/")


def name_data_set(source: Source | Archive) -> str:
    """Return the name of a source for messages."""
    return f"OpenML data set {source['openml']}"


def fetch_data_set(source: Archive, path: Path, get: Get, mirror: str | Path, reasons: list[str]) -> str:
    """Fetch the files of a source into one zip, `path`, that depends on nothing but their bytes.

    Without a mirror folder, only the service is used. Returns the origin of the data, or "" after adding to
    `reasons`.
    """
    number, url = source["openml"], f"{find_service_url()}/data/{source['openml']}"

    def make_entry(url: str, suffix: str, **pin: Any) -> Archive:
        place = {"mirror": f"openml/data/{number}{suffix}"} if mirror else {}
        return {"url": url, **place, **pin}

    with tempfile.TemporaryDirectory(prefix=".naivebench-", dir=path.parent) as folder:
        answer, data = Path(folder, "answer"), Path(folder, "data")
        if not get(make_entry(url, ".json"), answer):
            return ""
        try:
            facts, address = _read_description(answer.read_bytes(), url)
        except InputError as error:
            reasons.append(str(error))
            return ""
        pin: dict[str, Any] = {"sha256": source["sha256"]} if "sha256" in source else {}
        origin = get(make_entry(address, ".arff", **pin), data)
        if origin:
            with zipfile.ZipFile(path, "w") as packed:
                packed.writestr(zipfile.ZipInfo(DATA), data.read_bytes())
                packed.writestr(zipfile.ZipInfo(FACTS), json.dumps(facts, indent=1))
        return origin


def _read_description(content: bytes, url: str) -> tuple[dict[str, Any], str]:
    """Read the class column, the columns to leave out, and the web address of the file from a description."""
    try:
        data = json.loads(content)["data_set_description"]
        address = str(data["url"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"the answer to {url} is not a description by OpenML, version 1 of the API: check the service"
        ) from error
    if not re.match(r"https?://", address):
        raise InputError(
            f"the answer to {url} gives the file address {address!r}, expected one that begins with http:// "
            "or https://: check the service"
        )
    target = str(data.get("default_target_attribute") or "")
    ignored = [data.get("row_id_attribute"), data.get("ignore_attribute")]  # lists, or text with commas
    names = [
        name for value in ignored for name in (value if isinstance(value, list) else (value or "").split(","))
    ]
    left_out = dict.fromkeys(name.strip() for name in names)
    return {"target": target, "left_out": [name for name in left_out if name not in ("", target)]}, address


def complete_stanza(stanza: DatasetStanza, archive: str | Path) -> DatasetStanza:
    """Add the class column and the columns to leave out that OpenML names; the stanza takes precedence."""
    with zipfile.ZipFile(archive) as packed:
        facts = json.loads(packed.read(FACTS))
    target = stanza.get("target") or facts["target"]
    left_out = dict.fromkeys([*stanza.get("drop", []), *facts["left_out"]])
    extra: dict[str, Any] = {"drop": [name for name in left_out if name != target]}
    return {**stanza, **extra} | ({"target": target} if target else {})


def find_error_message(body: bytes) -> str:
    """Find the error that an answer of the service contains, in JSON or XML; "" for any other answer."""
    text = body.decode("utf-8", "replace")
    message = re.search(r'"message"\s*:\s*"([^"]*)"|<oml:message>(.*?)</oml:message>', text, re.DOTALL)
    return " ".join((message[1] or message[2] or "").split())[:200] if message else ""


def describe_openml_remedy(source: Source | Archive) -> str:
    """Explain how to put the files of a source into the mirror folder, with commands in backticks."""
    number = source["openml"]
    url = shlex.quote(f"{find_service_url()}/data/{number}")
    return (
        "On a machine with network access, run "
        f'`curl -fL --create-dirs -o "$NAIVEBENCH_MIRROR/openml/data/{number}.json" {url}`, and save the '
        f"file at its url as openml/data/{number}.arff."
    )
