"""Types of the catalogue's entries for a data set; the schema of the catalogue explains the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

Kind = dict[str, Any]  # entry of `kinds` for one column: kind, period, values, letters, alphabet
Kinds = dict[str, str | Kind] | str
Groups = dict[str, Any]  # groups of similar sequences: similar, k, share
Classes = dict[str, str | list[str | float]]
Marks = str | float | Sequence[str | float]  # marks of missing cells
Step = dict[str, Any]  # one step and its keys, which are the arguments of its function


class Archive(TypedDict, total=False):
    """Origin of a file that is fetched: an entry of `archives`, or a source."""

    pip: str
    url: str | list[str]
    mirror: str | list[str]
    openml: int
    sha256: str | list[str]
    sdist: bool
    platforms: list[str]
    python_version: str
    implementation: str
    abi: str
    remedy: str
    licence: str


Candidates = dict[str, list[Archive]]  # `candidates`: archives that `fetch` tries, in order


class Source(Archive, total=False):
    """Origin of the cases of a data set."""

    archive: str
    member: str | list[str]
    file: str
    generator: str
    params: dict[str, Any]
    derive: str


class Expect(TypedDict, total=False):
    """Contents that a data set must have when it is prepared."""

    rows: int
    attributes: int
    missing: int
    classes: dict[str, int]
    words: int
    groups: int


class DatasetStanza(TypedDict, total=False):
    """A data set of the catalogue. `source` is always present; `title`, `expect`, `tags`, `reference`
    and `licence` are present after loading.
    """

    title: str
    source: Source | list[Source]
    reader: str
    encoding: str
    header: bool
    decimal: str
    names: list[str]
    target: str | int
    classes: Classes
    has_word: str
    replace_rows: dict[int, int]
    kinds: Kinds
    steps: list[Step]
    directions: dict[str, list[str]]
    drop: list[str]
    missing: Marks
    groups: str | Groups
    holdout: dict[str, int]  # the data set's own split: train
    expect: Expect
    family: str
    openml: int
    tags: list[str]
    reference: str
    licence: str
