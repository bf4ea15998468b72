"""Sources of data sets: pure functions on the stanzas of `config/datasets/`, cheap enough for the Snakefile.

Every source has one of the keys `FORMS`, which config/README.md#datasets explains; a mirror may also have a
URL. A list of sources that are fetched is tried in order.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from naivebench.core.checks import InputError, check_known_words, suggest_closest
from naivebench.data import Archive, Candidates, DatasetStanza, Source
from naivebench.data.fetch import find_mirror_path

FORMS = ("archive", "pip", "url", "mirror", "openml", "file", "generator", "derive")
FETCHED = ("archive", "pip", "url", "mirror", "openml")


class Needs(NamedTuple):
    """Inputs for the preparation of a data set; at most one of the first three is not None."""

    archive: str | None  # id of the archive
    file: str | None  # path as in the stanza
    derive: str | None  # data set
    alternatives: list[Source]  # the status file of the archive tells which one was fetched


def find_source_form(source: Source, where: str = "source") -> str:
    """Find the form of one source. Raises InputError for a source without a known key, or with keys that
    exclude each other.
    """
    forms = [form for form in FORMS if form in source]
    if forms == ["url", "mirror"]:
        return "mirror"
    if len(forms) != 1:
        unknown = "".join(suggest_closest(key, FORMS) for key in source if key not in FORMS)
        raise InputError(
            f"source of {where} has {' and '.join(forms) or 'no origin'}, expected exactly one of "
            f"{', '.join(FORMS)}{unknown}"
        )
    return forms[0]


def list_sources(stanza: DatasetStanza, where: str = "data set") -> list[Source]:
    """Return the sources of a stanza in the order in which they are tried."""
    if "source" not in stanza:
        raise InputError(f"{where} has no source: give one of {', '.join(FORMS)}")
    listed = wrap_in_list(stanza["source"])
    for source in listed:
        form = find_source_form(source, where)
        if len(listed) > 1 and form not in FETCHED:
            raise InputError(
                f"source of {where} lists {form!r}, but a list of sources may contain only "
                f"{', '.join(FETCHED)}"
            )
    return list(listed)


def wrap_in_list(value: Any) -> list[Any]:
    """Return a list unchanged, and any other value as a list of one entry."""
    return value if isinstance(value, list) else [value]


def list_archives(datasets: dict[str, DatasetStanza], table: dict[str, Archive]) -> dict[str, Candidates]:
    """List every archive that a stanza needs or that the `archives:` table has: id -> entry for `fetch`."""
    archives: dict[str, Candidates] = {name: {"candidates": [entry]} for name, entry in table.items()}
    for dataset, stanza in datasets.items():
        needs = find_inputs(stanza, table, where=f"data set {dataset!r}")
        if needs.archive is not None and needs.archive not in archives:
            entries = [table[s["archive"]] if "archive" in s else s for s in needs.alternatives]
            # which member is read does not matter for fetching
            candidates = [{k: v for k, v in entry.items() if k != "member"} for entry in entries]
            archives[needs.archive] = {"candidates": candidates}
    return archives


def find_inputs(
    stanza: DatasetStanza, archives: dict[str, Archive] | None = None, where: str = "data set"
) -> Needs:
    """Return the inputs for preparing the data set of the stanza; `archives` is the `archives:` table of the
    catalogue. Raises InputError for an archive that this table lacks.
    """
    listed, known = list_sources(stanza, where), archives or {}
    named = [source["archive"] for source in listed if "archive" in source]
    check_known_words(named, known, "in the archives table", f"source of {where}")
    form, identifier = find_source_form(listed[0], where), None
    if form in FETCHED:
        identifier = listed[0].get("archive") or _make_slug(listed[0])
        identifier += f"+{len(listed) - 1}" if len(listed) > 1 else ""
    file, parent = (str(listed[0].get(key)) if form == key else None for key in ("file", "derive"))
    return Needs(identifier, file, parent, listed)


def resolve_own_file(file: str, root: str | Path) -> str:
    """Return the path of the user's own file, which a stanza gives relative to the project, `root`."""
    return file if os.path.isabs(file) else os.path.relpath(os.path.join(root, file))


def _make_slug(source: Source) -> str:
    """Make a safe file name from the name of the source and the start of its hash."""
    digest = source.get("sha256", "any")
    if isinstance(digest, list):
        digest = hashlib.sha256("".join(digest).encode()).hexdigest()
    name = PurePosixPath(find_mirror_path(source)).name
    return re.sub(r"[^A-Za-z0-9._-]+", "-", f"{name}-{digest[:8]}")
