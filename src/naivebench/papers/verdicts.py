"""Verdicts on the claims of papers: ordinary functions of frames of scores.

A claim states that an effect lies in a region. It holds if the 95 % interval of the effect lies inside that
region, is contradicted if the interval lies outside, and is undecided if it overlaps the border. A difference
that is merely not significant therefore contradicts nothing.

A frame of scores has one metric, and one row for each method and test part: dataset, protocol, name (as
printed, or the id of a method), method (id), title, repeat, fold, n_test, n_train, value, and facts about the
data set: family, rows, angular_share, nominal_share (see `scores.under`). `right` (n cases of the only test
part, None if there are several parts) says which cases a method labels correctly; `trivial` marks methods
whose predictions are those of the paper's trivial method. Each data set uses the first protocol of
`attrs["order"]` that has both methods.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import families, intervals, posthoc
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import FEWEST, Interval
from naivebench.papers.words import count_things, format_number, join_names

HOLDS, IN_PART, CONTRADICTED, UNDECIDED = "holds", "holds in part", "contradicted", "undecided"
NOT_TESTED = "not tested"
Region = tuple[float, float]
POSITIVE: Region = (0.0, math.inf)
NEGATIVE: Region = (-math.inf, 0.0)
ALPHA = 0.05
TIE = 1e-12  # means that differ by less are equal but for rounding
NO_INTERVAL = Interval(math.nan, -math.inf, math.inf, 0)
PART = ["dataset", "protocol", "repeat", "fold"]
SCALE = {"hit_area_10": 10.0}  # metric -> factor that makes a share of it: the mean recall up to 10 %


class Verdict(NamedTuple):
    """One statement of a claim as this run measures it, or several with `parts`.

    `effect`, `interval` and `claimed` are in `unit`: points and percent are stored as fractions of 1, a ratio
    is a factor, an integer is a count, which lies between both ends of its interval.
    """

    effect: float = math.nan
    interval: tuple[float, float] = (-math.inf, math.inf)
    unit: str = "points"
    claimed: Region = POSITIVE
    n: int = 0
    things: str = ""  # what n counts, in the singular
    reason: str = ""  # the statement in words, with {} for the effect; or why nothing could be tested
    what: str = ""  # short name, such as `IENB minus NB`
    quantity: str = ""
    protocol: str = ""
    methods: tuple[str, str] = ("", "")  # ids of the compared methods
    p: float | None = None
    note: str = ""
    datasets: tuple[str, ...] = ()
    excluded: int = 0  # comparisons that are no evidence
    printed: bool = False  # about the paper's own numbers
    settled_by: str = ""  # what would decide it, if more data would not
    tested: bool = True
    parts: tuple[Verdict, ...] = ()

    @property
    def word(self) -> str:
        """HOLDS, IN_PART, CONTRADICTED, UNDECIDED or NOT_TESTED."""
        if self.parts:
            return join_words(part.word for part in self.parts)
        if not self.tested or math.isnan(self.effect):
            return NOT_TESTED
        return decide(*self.interval, self.claimed)

    @property
    def leaves(self) -> tuple[Verdict, ...]:
        """The statements of which this verdict consists."""
        return tuple(leaf for part in self.parts for leaf in part.leaves) if self.parts else (self,)


def decide(low: float, high: float, claimed: Region) -> str:
    """Compare an interval with the claimed region.

    A border at 0 belongs to neither side: (0, inf) needs low > 0. Differences that are all 0 lie on the
    border and have no spread, so they decide nothing.
    """
    bottom, top = claimed
    inside = (low > bottom or low == bottom != 0) and (high < top or high == top != 0)
    outside = high < bottom or low > top or low < high == bottom == 0 or high > low == top == 0
    return HOLDS if inside else CONTRADICTED if outside else UNDECIDED


def join_words(words: Iterable[str]) -> str:
    """The word of a claim, from those of all its statements."""
    several = set(words)
    if not several or several == {NOT_TESTED}:
        return NOT_TESTED
    if several & {CONTRADICTED, IN_PART}:
        return IN_PART if several & {HOLDS, IN_PART} else CONTRADICTED
    return HOLDS if several == {HOLDS} else UNDECIDED


def all_of(*verdicts: Verdict) -> Verdict:
    """Join the statements of one claim."""
    return Verdict(parts=verdicts)


def not_tested(reason: str) -> Verdict:
    """A statement that nothing in this run can test."""
    return Verdict(reason=reason, tested=False)


def reproduced(verdict: Verdict) -> Verdict:
    """Judge the estimate alone, as a paper does that compares numbers without a test.

    A mean over too few data sets, which has no interval, stays undecided.
    """
    if verdict.parts:
        return verdict._replace(parts=tuple(map(reproduced, verdict.parts)))
    if not math.isfinite(verdict.interval[1] - verdict.interval[0]):
        return verdict
    return verdict._replace(interval=(verdict.effect, verdict.effect), p=None)


def label(text: str, verdict: Verdict) -> Verdict:
    """Put a text before the name of every statement."""
    named = [
        v._replace(what=f"{text}: {v.what}") if v.tested else v._replace(reason=f"{text}: {v.reason}")
        for v in verdict.leaves
    ]
    return all_of(*named) if verdict.parts else named[0]


def measure(
    interval: Interval,
    claimed: Region,
    unit: str,
    things: str,
    reason: str,
    what: str,
    quantity: str,
    **more: Any,
) -> Verdict:
    """A verdict on an estimate with its interval; `more` are further fields."""
    value, low, high, n, p = interval
    return Verdict(value, (low, high), unit, claimed, n, things, reason, what, quantity, p=p)._replace(**more)


def count(
    sure: float, possible: float, claimed: Region, reason: str, what: str, quantity: str, **more: Any
) -> Verdict:
    """A verdict on a count that lies between the sure members and all that are not excluded."""
    verdict = Verdict(sure, (sure, possible), "integer", claimed, reason=reason, what=what, quantity=quantity)
    return verdict._replace(**{"things": "comparison", **more})


# --- two methods on the same test parts
# --------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two methods on one data set: differences over the test parts that both have."""

    dataset: str
    family: str
    protocol: str
    methods: tuple[str, str]  # ids
    differences: np.ndarray  # (parts,)
    ratio: float | None  # test cases per training case
    only: (
        tuple[int, int, int] | None
    )  # single test part: cases right by the first alone, by the second alone, all
    trivial: tuple[bool, bool]

    @property
    def mean(self) -> float:
        """Mean difference over the test parts."""
        return math.fsum(self.differences) / len(self.differences)


def pair_methods(scores: pd.DataFrame, first: str, second: str) -> list[Pair]:
    """Compare two methods on every data set that has both, in the order of the frame.

    If one method is repeated and the other is not, every test part counts with its mean over the repeats.
    Test parts of different sizes are not compared.
    """
    columns = [*PART, "family", "method", "value", "n_test", "n_train", "right", "trivial"]
    sides = [scores.loc[scores["name"] == name, columns] for name in (first, second)]
    if any(side.empty for side in sides):
        return []
    both = _join_parts(*sides)
    both["difference"] = both["value"] - both["value_2"]
    both = both[(both["n_test"] == both["n_test_2"]) & np.isfinite(both["difference"])]

    # the first protocol that has both methods
    if both["protocol"].nunique() > 1:
        rank = both["protocol"].map(order_protocols(scores)).astype(int)
        both = both[rank == rank.groupby(both["dataset"]).transform("min")]
    groups = both.groupby("dataset", sort=False).indices
    arrays = {column: both[column].to_numpy() for column in both}
    return [_make_pair(arrays, groups[d]) for d in scores["dataset"].unique() if d in groups]


def order_protocols(scores: pd.DataFrame) -> dict[str, int]:
    """Protocol -> its place by preference."""
    return {p: i for i, p in enumerate(scores.attrs.get("order") or scores["protocol"].unique())}


def _join_parts(one: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """Both methods on the test parts that both have; columns of the second one end in _2."""
    keys = [side[PART].reset_index(drop=True) for side in (one, other)]
    other = other.drop(columns=["family", "n_train"])
    if keys[0].equals(keys[1]):  # the usual case, in which a merge takes ten times as long
        columns = other.drop(columns=PART).reset_index(drop=True).add_suffix("_2")
        return pd.concat([one.reset_index(drop=True), columns], axis=1)
    one, other = _equalize_repeats(one, other)
    return one.merge(other, on=PART, suffixes=("", "_2"))


def _equalize_repeats(one: pd.DataFrame, other: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Average over the repeats on data sets on which both methods have different numbers of repeats."""
    cell = ["dataset", "protocol"]
    repeats = [side.groupby(cell)["repeat"].nunique() for side in (one, other)]
    unequal = repeats[0].index.intersection(repeats[1].index)
    unequal = unequal[(repeats[0][unequal] != repeats[1][unequal]).to_numpy()]
    if unequal.empty:
        return one, other
    averaged = []
    for side in (one, other):
        chosen = pd.MultiIndex.from_frame(side[cell]).isin(unequal)
        means = side[chosen].assign(repeat=0).groupby(PART, sort=False, as_index=False)
        rest = {column: "first" for column in side.columns if column not in (*PART, "value")}
        averaged.append(pd.concat([side[~chosen], means.agg({**rest, "value": "mean"})]))
    return averaged[0], averaged[1]


def _make_pair(arrays: Mapping[str, np.ndarray], rows: np.ndarray) -> Pair:
    top, trained = (
        {column: values[rows[0]] for column, values in arrays.items()},
        arrays["n_train"][rows].sum(),
    )
    only, one, other = None, top["right"], top["right_2"]
    if one is not None and other is not None and len(one) == len(other):
        only = (int((one & ~other).sum()), int((other & ~one).sum()), len(one))
    return Pair(
        top["dataset"],
        top["family"],
        top["protocol"],
        (top["method"], top["method_2"]),
        arrays["difference"][rows],
        arrays["n_test"][rows].sum() / trained if trained > 0 else None,
        only,
        (bool(top["trivial"]), bool(top["trivial_2"])),
    )


def find_interval(pair: Pair, sign: int = 1) -> Interval:
    """Mean difference on one data set, times `sign`, with its interval.

    That is the interval of the corrected resampled t test (Nadeau and Bengio 2003), or with a single test
    part McNemar's test and the interval of the difference of paired shares.
    """
    if pair.only:
        first, second, cases = pair.only
        return intervals.paired_shares(*((first, second) if sign > 0 else (second, first)), cases)
    return intervals.mean((sign * pair.differences).tolist(), pair.ratio or 0.0)


def correct_p(several: Sequence[Interval]) -> list[float]:
    """p after Holm's correction; an interval without p counts as 1, or as 0 if it has no width and is not at
    0.
    """
    p = [(0.0 if i.low == i.high != 0 else 1.0) if i.p is None else i.p for i in several]
    return adjust_p(p)


def adjust_p(p: Sequence[float]) -> list[float]:
    """p after Holm's correction."""
    return [float(v) for v in posthoc.holm(np.array(p))] if len(p) else []


class Votes(NamedTuple):
    """Values over data sets, with one vote for each source family."""

    values: list[float]
    things: str
    note: str  # "" if every data set is its own source


def vote(by_dataset: Mapping[str, float], family: Mapping[str, str]) -> Votes:
    """Mean over the members of each family, or all values if there are too few families."""
    values, n = families.votes(by_dataset, family), count_things(len(by_dataset), "data set")
    if families.within(list(by_dataset), family):
        sources = count_things(len({family[d] for d in by_dataset}), "source")
        return Votes(
            values, "data set", f"the {n} come from {sources}, so the result does not apply to others"
        )
    if len(values) < len(by_dataset):
        return Votes(values, "source", f"every source of the {n} has one vote")
    return Votes(values, "data set", "")


def name_protocols(pairs: Iterable[Pair]) -> str:
    """The protocols of comparisons, as statements name them."""
    return f"protocol {join_names(dict.fromkeys(p.protocol for p in pairs))}"


def name_methods(pairs: Sequence[Pair]) -> tuple[str, str]:
    """Ids of the methods on both sides; several if a printed method has another id on some data sets."""
    first, second = (" / ".join(dict.fromkeys(p.methods[side] for p in pairs)) for side in (0, 1))
    return first, second


def find_title(scores: pd.DataFrame, name: str) -> str:
    """A method in sentences: as printed, or the short title of one that a claim names by its id."""
    known = scores.loc[scores["name"] == name, "title"]
    return known.iloc[0] if len(known) else name


def lack(scores: pd.DataFrame, first: str, second: str) -> Verdict:
    """A comparison that cannot be made, because no data set has both methods."""
    return not_tested(
        f"this run does not have {first} and {second} on {scores.attrs.get('data', 'common data')}"
        f" under {scores.attrs.get('protocols', 'one protocol')}"
    )


def leave_out(by_name: Mapping[str, tuple[int, int]], trivial: str) -> str:
    """Text on the data sets that are no evidence; `by_name`: method -> (number left out, number of all)."""
    groups: dict[tuple[int, int], list[str]] = {}
    for name, numbers in by_name.items():
        if numbers[0]:
            groups.setdefault(numbers, []).append(name)
    texts = [
        f"{n} of {count_things(of, 'data set')} for {join_names(names)}" for (n, of), names in groups.items()
    ]
    return f"excluded, because the predictions equal those of {trivial}: {join_names(texts)}" if texts else ""


# --- means over data sets
# ----------------------------------------------------------------------------------------


def better(
    scores: pd.DataFrame,
    first: str,
    second: str,
    *,
    by: float = 0.0,
    smaller: bool = False,
    quantity: str = "",
    trivial_counts: bool = False,
    claimed: Region | None = None,
) -> Verdict:
    """The first method is better by more than `by`: mean difference over data sets, one vote for each family.

    `smaller`: smaller scores are better. A data set on which one of the methods predicts the same as the
    paper's trivial method only repeats the comparison with that one, and counts only with `trivial_counts`.
    On a single data set the difference over its test parts decides.
    """
    pairs, sign = pair_methods(scores, first, second), -1 if smaller else 1
    if not pairs:
        return lack(scores, first, second)
    claimed, metric = claimed or (by, math.inf), scores.attrs.get("metric", "accuracy")
    name = f"{second} minus {first}" if smaller else f"{first} minus {second}"
    titles = [find_title(scores, m) for m in ((second, first) if smaller else (first, second))]
    quantity = f"{quantity or scores.attrs.get('label', 'accuracy')}, mean over test parts"
    of = quantity.partition(", ")[0]
    reason = f"{titles[0]} minus {titles[1]}{'' if of == 'accuracy' else f' in {of}'} is {{}}"
    unit = "points" if metric in METRICS and METRICS[metric].points else "signed"
    shared: dict[str, Any] = {"protocol": name_protocols(pairs), "methods": name_methods(pairs)}

    left_out = [] if trivial_counts else [p for p in pairs if any(p.trivial)]
    kept = [p for p in pairs if trivial_counts or not any(p.trivial)]
    if len(pairs) == 1 and kept:
        things, of_one = "test case" if kept[0].only else "test part", f"{quantity}, {kept[0].dataset}"
        interval, shared["datasets"] = find_interval(kept[0], sign), (kept[0].dataset,)
        return measure(interval, claimed, unit, things, reason, name, of_one, **shared)

    means = {p.dataset: sign * p.mean for p in kept}
    votes = vote(means, {p.dataset: p.family for p in pairs})
    interval = intervals.over_sets(votes.values) if kept else NO_INTERVAL
    above, below = sum(m > TIE for m in means.values()), sum(m < -TIE for m in means.values())
    wins = f"better on {count_things(above, 'data set')} and worse on {below}" if kept else ""
    out = Counter(m for p in left_out for m, so in zip((first, second), p.trivial, strict=True) if so)
    why = leave_out({m: (k, len(pairs)) for m, k in out.items()}, scores.attrs.get("trivial", ""))
    shared["note"] = "; ".join(filter(None, [wins, votes.note, why]))
    shared["datasets"] = tuple(dict.fromkeys(p.dataset for p in kept or pairs))
    return measure(
        interval, claimed, unit, votes.things, reason, name, quantity, excluded=len(left_out), **shared
    )


def find_margin(scores: pd.DataFrame) -> float:
    """Largest difference that is practically unimportant: one point of accuracy or recall, none for sizes."""
    metric = scores.attrs.get("metric", "accuracy")
    return ROPE / SCALE.get(metric, 1.0) if metric in METRICS else 0.0


def no_worse(scores: pd.DataFrame, first: str, second: str, **more: Any) -> Verdict:
    """The first method loses at most a practically unimportant amount."""
    return better(scores, first, second, claimed=(-find_margin(scores), math.inf), **more)


def similar(scores: pd.DataFrame, first: str, second: str) -> Verdict:
    """The difference is practically unimportant."""
    margin = find_margin(scores)
    return better(scores, first, second, claimed=(-margin, margin))


def falls_with(scores: pd.DataFrame, first: str, second: str, fact: str, in_words: str) -> Verdict:
    """The difference falls with a fact of the data sets: Spearman's rank correlation is negative."""
    pairs = pair_methods(scores, first, second)
    if not pairs:
        return lack(scores, first, second)
    family, facts = (
        {p.dataset: p.family for p in pairs},
        scores.drop_duplicates("dataset").set_index("dataset")[fact],
    )
    x = vote({p.dataset: float(facts[p.dataset]) for p in pairs}, family)
    y = vote({p.dataset: p.mean for p in pairs}, family)
    titles = [find_title(scores, m) for m in (first, second)]
    return measure(
        intervals.spearman(x.values, y.values),
        NEGATIVE,
        "signed",
        y.things,
        f"{titles[0]} minus {titles[1]} has rank correlation {{}} with the {in_words}",
        f"Rank correlation of {first} minus {second} with {fact.replace('_', ' ')}",
        f"{scores.attrs.get('label', 'accuracy')}, mean over test parts",
        protocol=name_protocols(pairs),
        methods=name_methods(pairs),
        note=y.note,
        datasets=tuple(p.dataset for p in pairs),
    )


def falls_with_rows(scores: pd.DataFrame, first: str, second: str) -> Verdict:
    """The gain of the first method over the second is smaller on data sets with more cases."""
    return falls_with(scores, first, second, "rows", "number of cases")


def rank_above(scores: pd.DataFrame, methods: Sequence[str], first: str, second: str) -> Verdict:
    """The first method has a better average rank among `methods`, over the data sets that have all of
    them.
    """
    ranks = rank_methods(scores, methods)
    if len(ranks) < FEWEST:
        return not_tested(f"fewer than {FEWEST} data sets have {join_names(methods)}")
    known = scores.drop_duplicates("dataset").set_index("dataset")["family"]
    one, other = (vote(ranks[m].to_dict(), known.to_dict()) for m in (first, second))
    interval = intervals.over_sets([b - a for a, b in zip(one.values, other.values, strict=True)])
    means = [math.fsum(v.values) / len(v.values) for v in (one, other)]
    note = "; ".join(filter(None, (f"average ranks {means[0]:.2f} and {means[1]:.2f}", one.note)))
    reason = f"The average rank of {first} is {{}} better than that of {second}"
    return measure(
        interval, POSITIVE, "signed", one.things, reason, f"{first} above {second}",
        "difference of average ranks",
        protocol=scores.attrs.get("present", ""), methods=(first, second), note=note,
        datasets=tuple(ranks.index),
    )  # fmt: skip


def average_methods(scores: pd.DataFrame, methods: Sequence[str]) -> pd.DataFrame:
    """Mean scores, data sets x methods, on the data sets that have all methods under one protocol."""
    means = (
        scores[scores["name"].isin(methods)]
        .groupby(["dataset", "protocol", "name"], sort=False)["value"]
        .mean()
    )
    wide = means.unstack("name").reindex(columns=list(methods)).dropna().reset_index("protocol")
    order = order_protocols(scores)
    wide = wide.sort_values("protocol", key=lambda p: p.map(order), kind="stable")
    wide = wide[~wide.index.duplicated()]
    wide = wide.reindex([d for d in scores["dataset"].unique() if d in wide.index])
    protocols = list(dict.fromkeys(wide.pop("protocol")))
    wide.attrs["protocols"] = protocols
    return wide


def rank_methods(scores: pd.DataFrame, methods: Sequence[str]) -> pd.DataFrame:
    """Ranks of the methods on every data set that has all of them; 1 is best, ties share their mean rank."""
    return average_methods(scores, methods).rank(axis=1, ascending=False)


# --- counts of data sets
# -----------------------------------------------------------------------------------------


class Test(NamedTuple):
    """Two methods on one data set; both p are corrected over all comparisons (Holm)."""

    pair: Pair
    label: str  # `IENB on crx`
    interval: Interval
    p: float  # of a difference
    p_equal: float  # of a practically unimportant difference

    @property
    def differs(self) -> bool:
        """Whether the difference is significant."""
        return self.p <= ALPHA

    @property
    def is_equal(self) -> bool:
        """Whether the difference is practically unimportant."""
        return self.p_equal <= ALPHA and not self.differs


def test_each(scores: pd.DataFrame, pairs: Sequence[tuple[str, str]]) -> list[Test]:
    """Compare every pair of methods on every data set."""
    several = [
        (p, f"{first} on {p.dataset}") for first, second in pairs for p in pair_methods(scores, first, second)
    ]
    found = [find_interval(p) for p, _ in several]
    equal = [
        intervals.equivalence(i, find_margin(scores), math.inf if p.only else i.n - 1)
        for (p, _), i in zip(several, found, strict=True)
    ]
    p_differ, p_equal = adjust_p([1.0 if i.p is None else i.p for i in found]), adjust_p(equal)
    return [Test(*of, i, *p) for of, i, *p in zip(several, found, p_differ, p_equal, strict=True)]


def better_on_each(
    scores: pd.DataFrame, first: str, second: str, *, claimed: Region | float | None = None
) -> Verdict:
    """The first method is significantly better (Holm) on every data set, or as often as `claimed`.

    A data set counts against the claim if the first method is significantly worse, or if two one-sided tests
    show that the difference is practically unimportant; the others leave the count open.
    """
    return _count_significant(scores, [(first, second)], claimed, either=False)


def differs_on_each(
    scores: pd.DataFrame, pairs: Sequence[tuple[str, str]], *, claimed: Region | float | None = None
) -> Verdict:
    """Both methods of every pair differ significantly, in either direction, on every data set or as
    `claimed`.
    """
    return _count_significant(scores, pairs, claimed, either=True)


def _claim_count(claimed: Region | float | None, total: int) -> Region:
    """Region of a count: all by default, a share or number of the members, or the region itself."""
    if isinstance(claimed, tuple):
        return claimed
    share = 1.0 if claimed is None else claimed
    return float(max(1, math.ceil(share * total - 1e-9))), math.inf


def _name_pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return f" ({join_names(f'{a} against {b}' for a, b in pairs)})" if len(pairs) <= 3 else ""


def _describe_count(pairs: Sequence[tuple[str, str]], verb: str, than: str, total: str) -> str:
    first, second = (join_names(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
    if len({a for a, _ in pairs}) > 1:
        verb = verb.replace("is ", "are ").replace("differs", "differ")
    return f"{first} {verb} {than} {second} on {{}} {total}"


def _count_significant(
    scores: pd.DataFrame, pairs: Sequence[tuple[str, str]], claimed: Region | float | None, *, either: bool
) -> Verdict:
    tests = test_each(scores, pairs)
    if not tests:
        return lack(scores, *pairs[0])
    shown, against = ([t.label for t in tests if t.differs and t.interval.value * s > 0] for s in (1, -1))
    if either:
        shown, against = shown + [f"{name} (worse)" for name in against], []
    equal = [t.label for t in tests if t.is_equal]
    word = "different" if either else "better"
    verb, than = ("differs significantly", "from") if either else ("is significantly better", "than")
    region = _claim_count(claimed, len(tests))
    return _make_count(tests, shown, against, equal, region, f"Significantly {word}", pairs, verb, than)


def _make_count(
    tests: Sequence[Test], shown: Sequence[str], against: Sequence[str], equal: Sequence[str], region: Region,
    what: str, pairs: Sequence[tuple[str, str]], verb: str, than: str,
) -> Verdict:  # fmt: skip
    """Verdict on a count whose interval comes from undecided members."""
    total, datasets = len(tests), tuple(dict.fromkeys(t.pair.dataset for t in tests))
    possible = total - len(against) - len(equal)
    members = (("yes:", shown), ("no:", against), ("practically equal:", equal))
    note = [f"{word} {join_names(of)}" for word, of in members if of]
    note += [f"undecided: {possible - len(shown)}"] if possible > len(shown) else []
    of = f"of {count_things(total, 'data set')}"
    if len(datasets) != total:
        of = f"of {count_things(total, 'comparison')} on {count_things(len(datasets), 'data set')}"
    reason = _describe_count(pairs, verb, than, of.partition(" on ")[0])
    if equal:
        of, reason = (
            f"{of}, practically equal on {len(equal)}",
            f"{reason} and practically equal on {len(equal)}",
        )
    methods = tests[0].pair.methods if len(pairs) == 1 else ("", "")
    return count(
        len(shown), possible, region, reason, what + _name_pairs(pairs), of, note="; ".join(note),
        methods=methods,
        protocol=name_protocols(t.pair for t in tests), datasets=datasets,
    )  # fmt: skip


def no_worse_on_each(
    scores: pd.DataFrame, pairs: Sequence[tuple[str, str]], *, share: float = 1.0, but: int = 0
) -> Verdict:
    """The first method of every pair is not worse by more than one point, on a share of the data sets less
    `but`.

    The whole interval of the difference must lie above that point, for all pairs of a data set together.
    """
    within, by_dataset = find_margin(scores), dict[str, list[Test]]()
    tests = test_each(scores, pairs)
    for test in tests:
        by_dataset.setdefault(test.pair.dataset, []).append(test)
    by_dataset = {d: several for d, several in by_dataset.items() if len(several) == len(pairs)}
    if not by_dataset:
        return lack(scores, *pairs[0])
    shown = [d for d, several in by_dataset.items() if all(t.interval.low > -within for t in several)]
    against = [d for d, several in by_dataset.items() if any(t.interval.high < -within for t in several)]
    first = [several[0] for several in by_dataset.values()]
    points, least = format_number(within, "percent"), math.ceil(share * len(by_dataset) - 1e-9)
    region = (float(max(1, least - but)), math.inf)
    what, verb = f"No worse by more than {points} points", f"is at most {points} points worse"
    return _make_count(first, shown, against, [], region, what, pairs, verb, "than")


def show_differences(
    scores: pd.DataFrame, pairs: Sequence[tuple[str, str]], *, no_worse: bool = False
) -> Verdict:
    """Mean differences behind a count of data sets, to be drawn; they decide nothing."""
    region = (-find_margin(scores) if no_worse else 0.0, math.inf)
    found = [better(scores, first, second, claimed=region) for first, second in pairs]
    return all_of(*(verdict for verdict in found if verdict.tested))


# --- ratios of times, and printed numbers
# ------------------------------------------------------------------------


def take_ratio(costs: pd.DataFrame, first: str, second: str, *, claimed: Region) -> Verdict:
    """The ratio of the methods' CPU times of learning lies in a region: geometric mean over data sets.

    `costs`: rows with dataset, protocol, name, method, family and fit_seconds (sum over the test parts).
    """
    sides = [costs[(costs["name"] == name) & (costs["fit_seconds"] > 0)] for name in (first, second)]
    both = sides[0].merge(
        sides[1][["dataset", "protocol", "method", "fit_seconds"]], on=["dataset", "protocol"]
    )
    both = both.drop_duplicates("dataset")
    if both.empty:
        return lack(costs, first, second)
    ratios = both.set_index("dataset")["fit_seconds_x"] / both.set_index("dataset")["fit_seconds_y"]
    votes = vote(np.log(ratios).to_dict(), both.set_index("dataset")["family"].to_dict())
    interval = intervals.ratio([math.exp(v) for v in votes.values])
    if interval.n < FEWEST:
        interval = interval._replace(low=0.0, high=math.inf, p=None)
    spread = f"from {ratios.min():.2f} to {ratios.max():.2f}"
    return measure(
        interval, claimed, "ratio", votes.things, f"{first} takes {{}} the CPU time of {second}",
        f"{first} against {second}", "CPU time of learning, ratio",
        protocol=f"protocol {join_names(both['protocol'].unique())}", datasets=tuple(both["dataset"]),
        methods=(both["method_x"].iloc[0], both["method_y"].iloc[0]), note="; ".join(filter(None, (spread,
        votes.note))),
    )  # fmt: skip


def as_printed(
    ours: Mapping[str, float], printed: Mapping[str, float], family: Mapping[str, str], *, within: float,
    absolute: bool = False, unit: str = "points", **more: Any,
) -> Verdict:  # fmt: skip
    """Our numbers are the printed ones: mean difference over the data sets that have both, one vote for each
    family.

    `absolute`: the mean absolute difference, so that deviations do not cancel; then the estimate alone
    decides.
    """
    gaps = {d: v - printed[d] for d, v in ours.items()}
    votes = vote({d: abs(g) if absolute else g for d, g in gaps.items()}, family)
    interval = intervals.over_sets(votes.values)._replace(p=None)
    if absolute:
        interval = interval._replace(low=interval.value, high=interval.value)
    fields: dict[str, Any] = {"note": votes.note, "datasets": tuple(gaps), **more}
    return measure(interval, (-within, within), unit, votes.things, **fields)


def printed_mean(
    values: Sequence[float], stated: float, *, half: float, unit: str = "points", **more: Any
) -> Verdict:
    """The paper's own column has the mean that its text states, up to `half` of the last digit."""
    if not values:
        return not_tested("this run has none of the paper's data sets")
    mean = math.fsum(values) / len(values)
    region = (stated - half - 1e-9, stated + half + 1e-9)
    interval = Interval(mean, mean, mean, len(values))
    return measure(interval, region, unit, "printed data set", printed=True, **more)
