"""Two methods on the same test folds: differences, their intervals, and one vote for each source family."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics import intervals, posthoc, source_families
from naivebench.evaluation.statistics.intervals import Interval

PART = ["repeat", "fold", "n_test", "n_train", "value"]
FOLDS = 100_000  # more than the number of folds of any protocol
ListIds = Callable[[str, str], Sequence[str]]  # printed name or id, data set -> ids, best first


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


def list_pairs(scores: Scores, first: str, second: str) -> list[Pair]:
    """Compare two methods on every data set that has both."""
    several = (
        next(filter(None, (pair_methods(table, d, first, second) for table in scores.tables)), None)
        for d in scores.datasets
    )
    return [pair for pair in several if pair]


def pair_methods(table: ScoreTable, dataset: str, first: str, second: str) -> Pair | None:
    """Compare two methods on a data set; return None if they have no test fold in common.

    If one method is repeated and the other is not, the value of every test fold is its mean over the repeats.
    Test folds of different sizes are not compared.
    """
    ids = table.find_method_id(dataset, first), table.find_method_id(dataset, second)
    if not all(ids):
        return None
    sides = [{c: table.frame[c].to_numpy()[table.rows[dataset, m]] for c in PART} for m in ids]
    has_runs = [len(set(side["fold"])) == 1 < len(set(side["repeat"])) for side in sides]
    if len(set(sides[0]["repeat"])) != len(set(sides[1]["repeat"])):
        sides = [_average_repeats(side) for side in sides]
    parts = [side["repeat"].astype(np.int64) * FOLDS + side["fold"] for side in sides]
    _, *places = np.intersect1d(*parts, return_indices=True)
    one, other = ({c: a[place] for c, a in side.items()} for side, place in zip(sides, places, strict=True))

    differences = one["value"] - other["value"]
    same = (one["n_test"] == other["n_test"]) & np.isfinite(differences)
    if not same.any():
        return None
    trained, only = one["n_train"][same].sum(), None
    right, rival = (table.right.get((dataset, m)) for m in ids)
    if right is not None and rival is not None and len(right) == len(rival):
        only = (int((right & ~rival).sum()), int((rival & ~right).sum()), len(right))
    ratio = float(one["n_test"][same].sum() / trained) if trained > 0 else None
    trivial = ((dataset, ids[0]) in table.trivial, (dataset, ids[1]) in table.trivial)
    things = "run" if any(has_runs) else "test fold"
    return Pair(dataset, table.protocol, ids, differences[same], things, ratio, only, trivial)


def _average_repeats(side: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    folds, first = np.unique(side["fold"], return_index=True)
    means = pd.Series(side["value"]).groupby(side["fold"]).mean().to_numpy()
    rest = {column: side[column][first] for column in ("n_test", "n_train")}
    return {"repeat": np.zeros_like(folds), "fold": folds, "value": means, **rest}


def estimate_difference(pair: Pair, sign: int = 1, *, over_folds: bool = False) -> Interval:
    """Return the mean difference on one data set, times `sign`, with its interval.

    The interval comes from the corrected resampled t test (Nadeau and Bengio 2003). With a single test fold
    and without `over_folds`, it comes from paired shares, with p of McNemar's test.
    """
    if pair.only and not over_folds:
        first, second, cases = pair.only
        return intervals.compare_shares(*((first, second) if sign > 0 else (second, first)), cases)
    return intervals.estimate_mean((sign * pair.differences).tolist(), pair.ratio or 0.0)


def adjust_p_values(several: Iterable[Interval], *, exact: bool = False) -> list[float]:
    """Apply Holm's correction to the p of intervals; an interval without p counts as 1.

    With `exact`, p is 0 if the interval has no width and is not at 0.
    """
    return apply_holm(
        [(0.0 if exact and i.low == i.high != 0 else 1.0) if i.p is None else i.p for i in several]
    )


def apply_holm(p: Sequence[float]) -> list[float]:
    return posthoc.holm(np.asarray(p)).tolist()


def vote_by_family(by_dataset: Mapping[str, float], family: Mapping[str, str]) -> tuple[list[float], str]:
    """Average the members of each family (or return all values if families are few), and name the votes."""
    values = source_families.average_by_family(by_dataset, family)
    return values, "source" if len(values) < len(by_dataset) else "data set"


def average_by_method(scores: Scores, names: Sequence[str]) -> tuple[pd.DataFrame, list[str]]:
    """Return mean scores, data sets x methods, where one protocol has all methods, and the protocols."""
    means, protocols = {}, dict[str, None]()
    for d, table in itertools.product(scores.datasets, scores.tables):
        values = [table.find_scores(d, name)["value"].mean() for name in names]
        if d not in means and not np.isnan(values).any():
            means[d] = values
            protocols[table.protocol] = None
    return pd.DataFrame.from_dict(means, orient="index", columns=list(names)), list(protocols)


def describe_averaging(pairs: Sequence[Pair]) -> str:
    """Describe the score of a data set: a mean over runs, a mean over test folds, or over all test cases."""
    if any(p.things == "run" for p in pairs):
        return "mean over runs"
    return "mean over test folds" if any(len(p.differences) > 1 for p in pairs) else "over all test cases"


def describe_evidence(pairs: Sequence[Pair], sign: int = 1) -> dict[str, Any]:
    """Name the protocols, methods and data sets of pairs, as fields of a verdict.

    The ids of a side are joined if a printed name has several in these data. `sign`: -1 to swap the sides.
    """
    sides = (" / ".join(sorted({p.methods[side] for p in pairs})) for side in (0, 1))
    protocol = ", ".join(sorted({p.protocol for p in pairs}))
    datasets = tuple(dict.fromkeys(p.dataset for p in pairs))
    return {"protocol": protocol, "methods": tuple(sides)[::sign], "datasets": datasets}


def find_method_ids(scores: Scores, datasets: Iterable[str], *names: str) -> tuple[str, ...]:
    """List ids of printed methods on data sets, joined if there are several; "" for one that was not run."""
    several = ({t.find_method_id(d, name) for d in datasets for t in scores.tables} for name in names)
    return tuple(" / ".join(sorted(ids - {""})) for ids in several)
