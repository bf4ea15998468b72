"""Data sets of OpenML, each fetched as one archive.

The service describes a data set (`/data/ID`) as JSON, which names its ARFF file. The archive of a source
contains `dataset.arff`, the data, and `facts.json`, the facts about the columns in the description.

scikit-learn's `fetch_openml` is not used, because it does not check the SHA-256 that the configuration pins,
and returns a frame instead of a file that can be kept. Source: OpenML, REST API version 1.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from naivebench.core.checks import InputError, describe_error
from naivebench.data import Archive, DatasetStanza

DATA, FACTS = "dataset.arff", "facts.json"
SERVICE = "https://www.openml.org/api/v1/json"
Download = Callable[[Archive, Path], str]  # fetch a URL and return its origin


def fetch_data_set(source: Archive, path: Path, download: Download) -> str:
    """Fetch the files of a source into one zip, `path`, that depends on nothing but their bytes. Returns the
    origin of the data. Raises InputError if they are not available.
    """
    url = f"{SERVICE}/data/{source['openml']}"
    answer, data = path.with_name("description.json"), path.with_name(DATA)
    download({"url": url}, answer)
    try:
        description = json.loads(answer.read_bytes())["data_set_description"]
        address = description["url"]
    except (ValueError, LookupError, TypeError) as error:
        why = f"is no description of a data set ({describe_error(error)})"
        raise InputError(f"the answer to {url} {why}: start the run again later") from error
    pin = {"sha256": source["sha256"]} if "sha256" in source else {}
    origin = download({"url": address, **pin}, data)
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(zipfile.ZipInfo(DATA), data.read_bytes())
        packed.writestr(zipfile.ZipInfo(FACTS), json.dumps(_find_columns(description), indent=1))
    return origin


def _find_columns(description: dict[str, Any]) -> dict[str, Any]:
    """Return the class column and the columns to leave out, given as a list or as text with commas."""
    target = str(description.get("default_target_attribute") or "")
    left_out = dict[str, None]()
    for key in ("row_id_attribute", "ignore_attribute"):
        value = description.get(key) or ""
        left_out |= dict.fromkeys(map(str.strip, value if isinstance(value, list) else value.split(",")))
    return {"target": target, "left_out": [name for name in left_out if name not in ("", target)]}


def complete_stanza(stanza: DatasetStanza, archive: str | Path) -> DatasetStanza:
    """Add the class column and the columns to leave out that OpenML names; the stanza takes precedence."""
    with zipfile.ZipFile(archive) as packed:
        facts = json.loads(packed.read(FACTS))
    target = stanza.get("target") or facts["target"]
    left_out = dict.fromkeys([*stanza.get("drop", []), *facts["left_out"]])
    extra: dict[str, Any] = {"drop": [name for name in left_out if name != target]}
    return {**stanza, **extra} | ({"target": target} if target else {})
