"""Read the comparisons in results/statistics/*.json into named values.

Every comparison covers one experiment and one metric, given in its heading; a class for each file adds the
computed values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

from naivebench.core.plain import named
from naivebench.evaluation.statistics.best import Best

Content = Mapping[str, Any]  # a JSON object
T = TypeVar("T")


class LeftOut(NamedTuple):
    """A data set or a method that is left out of a comparison, and why."""

    reason: str
    dataset: str = ""
    method: str = ""

    @property
    def name(self) -> str:
        return self.dataset or self.method


@dataclass(frozen=True, kw_only=True)
class Heading:
    """Heading of a comparison: experiment, protocol, metric and data sets.

    `main`: whether its experiment has the most cells of its protocol; `primary`: whether it was named before
    the run; `within`: source families whose members all vote.
    """

    protocol: str
    metric: str
    experiment: str | None = None
    experiment_title: str = ""
    metric_label: str = ""
    better: str | None = None
    primary: bool = False
    main: bool = True
    datasets: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def label(self) -> str:
        """Label of the metric."""
        return self.metric_label or self.metric

    @property
    def key(self) -> tuple[str | None, str, str]:
        """Experiment, protocol and metric, which identify a comparison in its file."""
        return self.experiment, self.protocol, self.metric

    @property
    def status(self) -> str:
        """`primary` or `exploratory`."""
        return "primary" if self.primary else "exploratory"

    @property
    def lower(self) -> bool:
        """Whether lower scores are better."""
        return self.better == "lower"


class Pair(NamedTuple):
    """Two methods over the data sets of a comparison.

    All p-values are two-sided; None where one is not defined.
    """

    a: str
    b: str
    z: float  # absolute difference of the average ranks over its standard error
    p: float
    wins: int  # of method a
    ties: int
    losses: int
    nemenyi: float | None = None
    holm: float | None = None
    hochberg: float | None = None
    shaffer: float | None = None
    bergmann_hommel: float | None = None
    wilcoxon: float | None = None  # p-value
    wilcoxon_statistic: float | None = None
    rank_biserial: float | None = None  # positive where a is better
    sign: float | None = None  # p-value

    @property
    def turned(self) -> Pair:
        """The same comparison seen from method b."""
        correlation = None if self.rank_biserial is None else -self.rank_biserial
        return self._replace(
            a=self.b, b=self.a, wins=self.losses, losses=self.wins, rank_biserial=correlation
        )

    @property
    def tally(self) -> str:
        """Wins/ties/losses as text."""
        return f"{self.wins}/{self.ties}/{self.losses}"


class Omnibus(NamedTuple):
    """A test of all methods together."""

    statistic: float | None = None
    df: Any = None
    p: float | None = None


class ToReference(NamedTuple):
    """z of the difference between the average ranks of a method and the reference, and its corrected
    p-values.
    """

    z: float | None = None
    bonferroni_dunn: float | None = None
    holm: float | None = None
    hochberg: float | None = None


@dataclass(frozen=True, kw_only=True)
class Comparison(Heading):
    """An entry of results/statistics/ranks.json."""

    average_ranks: dict[str, float]
    pairs: tuple[Pair, ...]
    best: Best
    alpha: float = 0.05
    critical_difference: float | None = None
    omnibus: dict[str, Omnibus] = field(default_factory=dict)
    reference: str | None = None
    to_reference: dict[str, ToReference] = field(default_factory=dict)  # by method


class Tally(NamedTuple):
    """Wins, ties and losses of a method against another one, and their rank-biserial correlation."""

    wins: int
    ties: int
    losses: int
    rank_biserial: float | None

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"


@dataclass(frozen=True, kw_only=True)
class Effects(Heading):
    """An entry of results/statistics/effects.json."""

    average_ranks: dict[str, float]
    tallies: dict[tuple[str, str], Tally]  # of every ordered pair of methods


class Posterior(NamedTuple):
    """Probabilities that a method is better than the reference, practically equivalent, or worse."""

    method: str
    better: float | None = None
    rope: float | None = None
    worse: float | None = None
    n: int | None = None  # number of data sets
    mean_difference: float | None = None


@dataclass(frozen=True, kw_only=True)
class AgainstReference(Heading):
    """A comparison of bayes.json, over data sets."""

    methods: tuple[Posterior, ...]


class Bayesian(NamedTuple):
    """A Bayesian test of every method against the reference; empty if it was not run."""

    reference: str | None = None
    rope: float | None = None  # half the region of practical equivalence, in the unit of the metric
    comparisons: tuple[AgainstReference, ...] = ()


class FoldTest(NamedTuple):
    """Corrected t test of a method against the reference on the folds of a data set."""

    protocol: str
    metric: str
    dataset: str
    method: str
    mean_difference: float
    statistic: float | None
    df: float | None
    p: float | None
    n: int  # number of folds
    test_train_ratio: float
    primary: bool = False


@dataclass(frozen=True, kw_only=True)
class StatisticRows(Heading):
    """A comparison of a statistic that has no layout of its own; every row has `method` and the columns of
    the statistic.
    """

    rows: tuple[dict[str, Any], ...]


OMNIBUS = ("friedman", "friedman_ties", "iman_davenport")


def _named(kind: type[T], names: Iterable[str], content: Content, **made: Any) -> T:
    return kind(**{name: content[name] for name in names if name in content} | made)


def _tuple(kind: type[T], content: Content, **made: Any) -> T:
    """A named tuple with the fields found in the content; other keys of the content are ignored."""
    return _named(kind, kind._fields, content, **made)  # type: ignore[attr-defined]


def _headed(kind: type[T], content: Content, **made: Any) -> T:
    """A comparison with its heading."""
    made |= {name: tuple(content.get(name, ())) for name in ("datasets", "within")}
    made["left_out"] = tuple(_tuple(LeftOut, left) for left in content.get("left_out", ()))
    return _named(kind, (f.name for f in fields(kind)), content, **made)  # type: ignore[arg-type]


def pairs_of(listed: Iterable[Content]) -> tuple[Pair, ...]:
    """Read the `pairs` of `evaluation.statistics.compare`."""
    found = []
    for content in listed:
        test, sign = content.get("wilcoxon") or {}, content.get("sign_test") or {}
        made = {"wilcoxon": test.get("p"), "wilcoxon_statistic": test.get("statistic")}
        found.append(
            _tuple(Pair, content, **made, rank_biserial=test.get("rank_biserial"), sign=sign.get("p"))
        )
    return tuple(found)


def comparison_of(content: Content) -> Comparison:
    """Read an entry of ranks.json."""
    control = content.get("control") or {}
    return _headed(
        Comparison,
        content,
        pairs=pairs_of(content["pairs"]),
        best=named(Best, content["best"]),
        omnibus={name: _tuple(Omnibus, content[name]) for name in OMNIBUS if content.get(name)},
        reference=control.get("reference"),
        to_reference={c["method"]: _tuple(ToReference, c) for c in control.get("comparisons", ())},
    )


def effects_of(content: Content) -> Effects:
    """Read an entry of effects.json."""
    n = len(content["datasets"])
    return _headed(
        Effects,
        content,
        tallies=dict(_tallies(content["win_tie_loss"], content["rank_biserial"]["values"], n)),
    )


def _tallies(
    counts: Content, correlations: list[list[float | None]], n: int
) -> Iterator[tuple[tuple[str, str], Tally]]:
    for i, a in enumerate(counts["methods"]):
        for j, b in enumerate(counts["methods"]):
            if i != j:
                won, tied = counts["wins"][i][j], counts["ties"][i][j]
                yield (a, b), Tally(won, tied, n - won - tied, correlations[i][j])


def bayesian_of(content: Content) -> Bayesian:
    """Read the comparisons over data sets of bayes.json."""
    comparisons = (
        _headed(AgainstReference, c, methods=tuple(_tuple(Posterior, m) for m in c["methods"]))
        for c in content.get("over_datasets", ())
    )
    return Bayesian(content.get("reference"), content.get("rope"), tuple(comparisons))


def fold_tests_of(content: Content) -> tuple[FoldTest, ...]:
    """Read the rows of corrected_t.json."""
    return tuple(_tuple(FoldTest, row) for row in content.get("comparisons", ()))


def statistic_of(content: Content) -> tuple[StatisticRows, ...]:
    """Read the comparisons of a statistic whose columns are declared in `benchmark.statistics`."""
    return tuple(
        _headed(StatisticRows, c, rows=tuple(c["rows"]))
        for c in content.get("comparisons", ())
        if "rows" in c
    )
