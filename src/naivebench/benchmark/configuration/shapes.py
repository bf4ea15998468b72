"""Types of a configuration with its defaults filled in. config/README.md explains the keys.

The schemas in workflow/schemas/ define what a user may write; a test compares them with these types, key by
key.
"""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, TypedDict

from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models.stanzas import MethodStanza


class Drawn(TypedDict):
    """How folds are drawn: the arguments of `evaluation.folds.make`."""

    scheme: str
    folds: int
    repeats: int
    skip: int
    first: float
    seeds: NotRequired[list[int]]
    train_cases: NotRequired[list[int | str]]


class Splitting(NamedTuple):
    """How a protocol splits the cases."""

    scheme: str
    folds: int
    repeats: int
    skip: int
    first: float
    repeats_of: dict[str, int]
    seeds: list[int] | None = None
    train_cases: list[int | str] | None = None


class Protocol(NamedTuple):
    """How methods are evaluated: folds, cut points, parameters and metrics."""

    title: str
    folds: Splitting
    own_holdout: bool | list[str]
    cuts: str
    permute_labels: bool | str
    params: dict[str, dict[str, Any]]
    chosen_on_test: dict[str, list[str]]
    reshuffled: list[str]
    folds_as: str
    hit_curves: str
    bias_variance: bool
    metrics: list[str]
    reference: str


class Tagged(TypedDict):
    """A selection of data sets or methods: those that have at least one of the tags."""

    tags: list[str]


class Experiment(NamedTuple):
    """Methods on data sets under a protocol, as a user chooses them."""

    title: str
    protocol: str
    datasets: str | list[str] | Tagged
    exclude_datasets: list[str] | Tagged
    methods: str | list[str] | Tagged
    exclude_methods: list[str] | Tagged


class Select(NamedTuple):
    """The part of the experiments that is run; each entry is `all` or a list of ids."""

    experiments: str | list[str]
    datasets: str | list[str]
    methods: str | list[str]


class Primary(NamedTuple):
    """The only comparison that is not exploratory."""

    protocol: str
    metric: str
    reference: str


class Statistics(NamedTuple):
    """Settings of the tests between methods."""

    alpha: float
    rope: float


class Report(NamedTuple):
    """Title of the report, and the groups of methods that count as rivals."""

    title: str
    rivals: list[str]


class Catalogues(NamedTuple):
    """Files and folders that contain the stanzas."""

    datasets: str | list[str]
    methods: str | list[str]


class Config(NamedTuple):
    """config/config.yaml and the files that update it."""

    seed: int
    on_error: str
    mirror: str
    timeout_seconds: float
    memory_mb: float
    repeat_failed: bool
    protocols: dict[str, Protocol]
    experiments: dict[str, Experiment]
    select: Select
    metrics: list[str]
    primary: Primary
    statistics: Statistics
    report: Report
    catalogues: Catalogues


class Part(NamedTuple):
    """The part of an experiment that is run; ids are in the order of the catalogues."""

    title: str
    protocol: str
    datasets: list[str]
    methods: list[str]
    families: dict[str, str] | None = None  # data set -> its family, where the catalogue names one


class Resolved(TypedDict):
    """The content of results/config.json."""

    config: dict[str, Any]  # as `named(Config, ...)` reads it
    datasets: dict[str, DatasetStanza]
    methods: dict[str, MethodStanza]
    archives: dict[str, Archive]
