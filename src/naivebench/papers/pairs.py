"""Two methods on the same test folds: differences, their tests, and one vote for each source family."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals, posthoc, source_families
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.papers.verdicts import ALPHA, SCALE, Verdict

PART = ["repeat", "fold", "n_test", "n_train", "value"]
FOLDS = 100_000  # more than the number of folds of any protocol
ListIds = Callable[[str, str], Sequence[str]]  # printed name or id, data set -> ids, best first


class Pair(NamedTuple):
    """Two methods on one data set: differences over the test folds that both have."""

    dataset: str
    protocol: str
    methods: tuple[str, str]  # ids
    differences: np.ndarray  # (parts,)
    things: str  # what scores are of: "test fold", or "run" of a method that is repeated without folds
    ratio: float | None  # test cases per training case
    only: tuple[int, int, int] | None  # cases of the only test fold: right by the first alone, second, all
    trivial: tuple[bool, bool]

    @property
    def mean(self) -> float:
        return math.fsum(self.differences) / len(self.differences)

    def estimate_difference(self, sign: int = 1, *, over_folds: bool = False) -> Interval:
        """Return the mean difference, times `sign`, with its interval.

        The interval comes from the corrected resampled t test (Nadeau and Bengio 2003). With a single test
        fold and without `over_folds`, it comes from paired shares, with p of McNemar's test.
        """
        if self.only and not over_folds:
            first, second, cases = self.only
            return intervals.compare_shares(*((first, second) if sign > 0 else (second, first)), cases)
        return intervals.estimate_mean((sign * self.differences).tolist(), self.ratio or 0.0)


class ScoreTable(NamedTuple):
    """Scores in one metric under one protocol. A name is a printed name of a method, or an id."""

    protocol: str
    frame: pd.DataFrame  # dataset, method, repeat, fold, n_test, n_train, value; repeats and folds in order
    rows: Mapping[tuple[str, str], np.ndarray]  # cell (data set, id) -> positions in the frame
    right: Mapping[tuple[str, str], np.ndarray]  # cell -> which cases of the only test fold are right
    trivial: Collection[tuple[str, str]]  # cells with the predictions of the paper's trivial method
    list_ids: ListIds

    def find_method_id(self, dataset: str, name: str) -> str:
        """Return the id of a method on a data set, or "" if it was not run there."""
        return next((m for m in self.list_ids(name, dataset) if (dataset, m) in self.rows), "")

    def find_scores(self, dataset: str, name: str) -> pd.DataFrame:
        """Return the scores of a method on a data set, none if it was not run there."""
        return self.frame.iloc[self.rows.get((dataset, self.find_method_id(dataset, name)), [])]

    def pair_methods(self, dataset: str, first: str, second: str) -> Pair | None:
        """Compare two methods on a data set; return None if they have no test fold in common.

        If one method is repeated and the other is not, the value of every test fold is its mean over the
        repeats. Test folds of different sizes are not compared.
        """
        ids = self.find_method_id(dataset, first), self.find_method_id(dataset, second)
        if not all(ids):
            return None
        sides = [{c: self.frame[c].to_numpy()[self.rows[dataset, m]] for c in PART} for m in ids]
        has_runs = [len(set(side["fold"])) == 1 < len(set(side["repeat"])) for side in sides]
        if len(set(sides[0]["repeat"])) != len(set(sides[1]["repeat"])):
            sides = [_average_repeats(side) for side in sides]
        parts = [side["repeat"].astype(np.int64) * FOLDS + side["fold"] for side in sides]
        _, *places = np.intersect1d(*parts, return_indices=True)
        one, other = ({c: a[rows] for c, a in side.items()} for side, rows in zip(sides, places, strict=True))

        differences = one["value"] - other["value"]
        same = (one["n_test"] == other["n_test"]) & np.isfinite(differences)
        if not same.any():
            return None
        trained, only = one["n_train"][same].sum(), None
        right, rival = (self.right.get((dataset, m)) for m in ids)
        if right is not None and rival is not None and len(right) == len(rival):
            only = (int((right & ~rival).sum()), int((rival & ~right).sum()), len(right))
        ratio = float(one["n_test"][same].sum() / trained) if trained > 0 else None
        trivial = ((dataset, ids[0]) in self.trivial, (dataset, ids[1]) in self.trivial)
        things = "run" if any(has_runs) else "test fold"
        return Pair(dataset, self.protocol, ids, differences[same], things, ratio, only, trivial)


def _average_repeats(side: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    folds, first = np.unique(side["fold"], return_index=True)
    means = pd.Series(side["value"]).groupby(side["fold"]).mean().to_numpy()
    rest = {column: side[column][first] for column in ("n_test", "n_train")}
    return {"repeat": np.zeros_like(folds), "fold": folds, "value": means, **rest}


def make_score_table(
    protocol: str, frame: pd.DataFrame, right: Mapping[tuple[str, str], np.ndarray],
    trivial: Collection[tuple[str, str]], list_ids: ListIds = lambda name, _: [name],
) -> ScoreTable:  # fmt: skip
    """Index the scores of a protocol and metric."""
    frame = frame.sort_values(["repeat", "fold"], kind="stable").reset_index(drop=True)
    rows = frame.groupby(["dataset", "method"], sort=False, observed=True).indices
    return ScoreTable(protocol, frame, rows, right, trivial, list_ids)


class Scores(NamedTuple):
    """The evidence of a statement: the scores of some data sets, and their names in sentences."""

    tables: Sequence[ScoreTable]  # by preference: each data set uses the first that has both methods
    datasets: Sequence[str]
    facts: pd.DataFrame  # by data set: family, rows (number of cases), ...
    metric: str = "accuracy"
    protocols: str = "one protocol"  # those that were asked for

    @property
    def margin(self) -> float:
        """The largest practically unimportant difference: one point of accuracy or recall, 0 for sizes."""
        return ROPE / SCALE.get(self.metric, 1.0) if self.metric in METRICS else 0.0

    def find_pair(self, dataset: str, first: str, second: str) -> Pair | None:
        """Compare two methods on a data set under the first protocol that has both, or return None."""
        several = (table.pair_methods(dataset, first, second) for table in self.tables)
        return next(filter(None, several), None)

    def list_pairs(self, first: str, second: str) -> list[Pair]:
        """Compare two methods on every data set that has both."""
        return [pair for d in self.datasets if (pair := self.find_pair(d, first, second))]

    def report_no_pair(self, first: str, second: str) -> Verdict:
        return Verdict(reason=f"this run does not have {first} and {second} under {self.protocols}")

    def average_by_method(self, names: Sequence[str]) -> tuple[pd.DataFrame, list[str]]:
        """Return mean scores, data sets x methods, where one protocol has all methods, and the protocols."""
        means, protocols = {}, dict[str, None]()
        for d, table in itertools.product(self.datasets, self.tables):
            values = [table.find_scores(d, name)["value"].mean() for name in names]
            if d not in means and not np.isnan(values).any():
                means[d] = values
                protocols[table.protocol] = None
        return pd.DataFrame.from_dict(means, orient="index", columns=list(names)), list(protocols)

    def find_method_ids(self, datasets: Iterable[str], *names: str) -> tuple[str, ...]:
        """List ids of printed methods on data sets, joined if there are several; "" if none was run."""
        several = ({t.find_method_id(d, name) for d in datasets for t in self.tables} for name in names)
        return tuple(" / ".join(sorted(ids - {""})) for ids in several)


def vote_by_family(by_dataset: Mapping[str, float], family: Mapping[str, str]) -> tuple[list[float], str]:
    """Average the members of each family (or return all values if families are few), and name the votes."""
    values = source_families.average_by_family(by_dataset, family)
    return values, "source" if len(values) < len(by_dataset) else "data set"


def describe_evidence(pairs: Sequence[Pair], sign: int = 1) -> dict[str, Any]:
    """Name the protocols, methods and data sets of pairs, as fields of a verdict.

    The ids of a side are joined if a printed name has several in these data. `sign`: -1 to swap the sides.
    """
    sides = (" / ".join(sorted({p.methods[side] for p in pairs})) for side in (0, 1))
    protocol = ", ".join(sorted({p.protocol for p in pairs}))
    datasets = tuple(dict.fromkeys(p.dataset for p in pairs))
    return {"protocol": protocol, "methods": tuple(sides)[::sign], "datasets": datasets}


# --- tests


class Test(NamedTuple):
    """Two methods on one data set. Both p are corrected over all comparisons (Holm)."""

    pair: Pair
    interval: Interval
    p: float  # of a difference
    p_equal: float  # of a practically unimportant difference

    @property
    def direction(self) -> int:
        """Return 1 if the first method is significantly better, -1 if it is worse, and 0 otherwise."""
        return (self.interval.value > 0) - (self.interval.value < 0) if self.p <= ALPHA else 0

    @property
    def is_practically_equal(self) -> bool:
        return self.p_equal <= ALPHA < self.p


def run_tests(scores: Scores, method_pairs: Sequence[tuple[str, str]]) -> list[Test]:
    """Compare every pair of methods on every data set."""
    pairs = [p for first, second in method_pairs for p in scores.list_pairs(first, second)]
    estimates = [pair.estimate_difference() for pair in pairs]
    freedom = [math.inf if p.only else i.n - 1 for p, i in zip(pairs, estimates, strict=True)]
    equal = [intervals.test_equivalence(i, scores.margin, f) for i, f in zip(estimates, freedom, strict=True)]
    return list(map(Test, pairs, estimates, adjust_p_values(estimates), apply_holm(equal)))


def adjust_p_values(several: Iterable[Interval], *, exact: bool = False) -> list[float]:
    """Apply Holm's correction to the p of intervals; an interval without p counts as 1.

    With `exact`, p is 0 if the interval has no width and is not at 0.
    """
    return apply_holm(
        [(0.0 if exact and i.low == i.high != 0 else 1.0) if i.p is None else i.p for i in several]
    )


def apply_holm(p: Sequence[float]) -> list[float]:
    return posthoc.holm(np.asarray(p)).tolist()
