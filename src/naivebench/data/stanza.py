"""The shapes of what the catalogue says of a data set; the meanings are in its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict


class Archive(TypedDict, total=False):
    """Where a file is fetched from: an entry of `archives`, or a source that is fetched."""

    pip: str
    url: str | list[str]
    mirror: str | list[str]
    sha256: str | list[str]
    sdist: bool
    platforms: list[str]
    python_version: str
    implementation: str
    abi: str
    remedy: str
    licence: str


class Candidates(TypedDict):
    """What `fetch` tries, in order."""

    candidates: list[Archive]


class Source(Archive, total=False):
    """Where the cases of a data set come from."""

    archive: str
    member: str | list[str]
    member_sha256: str | list[str]
    file: str
    parquet: str
    csv: str
    generator: str
    params: dict[str, Any]
    derive: str


class Kind(TypedDict, total=False):
    """What `kinds` says of a column."""

    kind: str
    period: float
    values: list[str | float]
    letters: str
    alphabet: str


class Groups(TypedDict, total=False):
    """Groups of similar sequences."""

    similar: str
    k: int
    share: float


class Holdout(TypedDict):
    """The data set's own split."""

    train: int


class Expect(TypedDict, total=False):
    """What must be found when the data set is prepared."""

    rows: int
    attributes: int
    missing: int
    classes: dict[str, int]
    words: int
    groups: int


Kinds = dict[str, str | Kind] | str
Classes = dict[str, str | list[str | float]]
Marks = str | float | Sequence[str | float]  # of missing cells
Step = dict[str, Any]  # one step and its keys, which are the arguments of its function


class DatasetStanza(TypedDict, total=False):
    """A data set of the catalogue. `source` is there, and after loading `title`, `missing`, `expect`, `tags`,
    `reference` and `licence`.
    """

    title: str
    source: Source | list[Source]
    stream: bool
    shards: int
    most_values: int
    cuts: dict[str, list[float]]
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
    holdout: Holdout
    expect: Expect
    family: str
    tags: list[str]
    reference: str
    licence: str
