"""Comparisons of methods: functions of scores that return verdicts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import FEWEST, Interval
from naivebench.papers.pairs import (
    Pair,
    Scores,
    adjust_p,
    average_methods,
    correct_p,
    find_interval,
    list_pairs,
    name_methods,
    name_protocols,
    vote,
)
from naivebench.papers.verdicts import (
    ALPHA,
    NEGATIVE,
    NO_INTERVAL,
    POSITIVE,
    SCALE,
    Region,
    Verdict,
    judge_count,
    judge_interval,
    list_members,
    need_share,
    report_untested,
)
from naivebench.papers.words import count_things, format_number, join_names

TIE = 1e-12  # means that differ by less are equal but for rounding


def report_missing(scores: Scores, first: str, second: str) -> Verdict:
    """A comparison that cannot be made, because no data set has both methods."""
    return report_untested(
        f"this run does not have {first} and {second} on {scores.data} under {scores.protocols}"
    )


def leave_out(by_name: Mapping[str, tuple[int, int]], trivial: str) -> str:
    """Text on the data sets that are no evidence; `by_name`: method -> (number left out, number of all)."""
    groups: dict[tuple[int, int], list[str]] = {}
    for name, numbers in by_name.items():
        if numbers[0]:
            groups.setdefault(numbers, []).append(name)
    texts = [f"{n} of {count_things(of, 'data set')} for {join_names(m)}" for (n, of), m in groups.items()]
    return f"excluded, because the predictions equal those of {trivial}: {join_names(texts)}" if texts else ""


def judge_better(
    scores: Scores, first: str, second: str, *, by: float = 0.0, smaller: bool = False, quantity: str = "",
    trivial_counts: bool = False, claimed: Region | None = None,
) -> Verdict:  # fmt: skip
    """The first method is better by more than `by`: mean difference over data sets, one vote for each family.

    `smaller`: smaller scores are better. A data set on which one of the methods predicts the same as the
    paper's trivial method only repeats the comparison with that one, and counts only with `trivial_counts`.
    On a single data set the difference over its test parts decides.
    """
    pairs, sign = list_pairs(scores, first, second), -1 if smaller else 1
    if not pairs:
        return report_missing(scores, first, second)

    # the statement in words
    claimed, metric = claimed or (by, math.inf), METRICS.get(scores.metric)
    quantity = f"{quantity or scores.label}, mean over test parts"
    of, (one, other) = quantity.partition(", ")[0], (second, first) if smaller else (first, second)
    titles = [scores.titles.get(m, m) for m in (one, other)]
    reason = f"{titles[0]} minus {titles[1]}{'' if of == 'accuracy' else f' in {of}'} is {{}}"
    unit, name = "points" if metric and metric.points else "signed", f"{one} minus {other}"
    shared: dict[str, Any] = {"protocol": name_protocols(pairs), "methods": name_methods(pairs)}

    # a single data set
    evidence = [p for p in pairs if trivial_counts or not any(p.trivial)]
    if len(pairs) == 1 and evidence:
        pair, shared["datasets"] = pairs[0], (pairs[0].dataset,)
        things, of_one = "test case" if pair.only else "test part", f"{quantity}, {pair.dataset}"
        return judge_interval(
            find_interval(pair, sign), claimed, unit, things, reason, name, of_one, **shared
        )

    # several of them
    means = {p.dataset: sign * p.mean for p in evidence}
    votes = vote(means, scores.facts["family"])
    interval = intervals.estimate_over_sets(votes.values) if evidence else NO_INTERVAL
    above, below = sum(m > TIE for m in means.values()), sum(m < -TIE for m in means.values())
    wins = f"better on {count_things(above, 'data set')} and worse on {below}" if evidence else ""
    left = [] if trivial_counts else [p for p in pairs if any(p.trivial)]
    out = Counter(m for p in left for m, so in zip((first, second), p.trivial, strict=True) if so)
    why = leave_out({m: (k, len(pairs)) for m, k in out.items()}, scores.trivial)
    shared["note"] = "; ".join(filter(None, [wins, votes.note, why]))
    shared["datasets"] = tuple(p.dataset for p in evidence or pairs)
    return judge_interval(
        interval, claimed, unit, votes.things, reason, name, quantity, excluded=len(left), **shared
    )


def find_margin(scores: Scores) -> float:
    """Largest difference that is practically unimportant: one point of accuracy or recall, none for sizes."""
    return ROPE / SCALE.get(scores.metric, 1.0) if scores.metric in METRICS else 0.0


def judge_no_worse(scores: Scores, first: str, second: str, **more: Any) -> Verdict:
    """The first method loses at most a practically unimportant amount."""
    return judge_better(scores, first, second, claimed=(-find_margin(scores), math.inf), **more)


def judge_similar(scores: Scores, first: str, second: str) -> Verdict:
    """The difference is practically unimportant."""
    margin = find_margin(scores)
    return judge_better(scores, first, second, claimed=(-margin, margin))


def judge_fall_with_rows(scores: Scores, first: str, second: str) -> Verdict:
    """The gain of the first method is smaller on data sets with more cases: Spearman's rank correlation."""
    pairs = list_pairs(scores, first, second)
    if not pairs:
        return report_missing(scores, first, second)
    family, rows = scores.facts["family"], scores.facts["rows"]
    x = vote({p.dataset: float(rows[p.dataset]) for p in pairs}, family)
    y = vote({p.dataset: p.mean for p in pairs}, family)
    titles = [scores.titles.get(m, m) for m in (first, second)]
    return judge_interval(
        intervals.spearman(x.values, y.values), NEGATIVE, "signed", y.things,
        f"{titles[0]} minus {titles[1]} has rank correlation {{}} with the number of cases",
        f"Rank correlation of {first} minus {second} with rows", f"{scores.label}, mean over test parts",
        protocol=name_protocols(pairs), methods=name_methods(pairs), note=y.note,
        datasets=tuple(p.dataset for p in pairs),
    )  # fmt: skip


def rank_above(scores: Scores, names: Sequence[str], first: str, second: str) -> Verdict:
    """The first method has a better average rank than the second, over the data sets that have all of
    `names`.

    Rank 1 is best on a data set; ties share their mean rank.
    """
    ranks = average_methods(scores, names)[0].rank(axis=1, ascending=False)
    if len(ranks) < FEWEST:
        return report_untested(f"fewer than {FEWEST} data sets have {join_names(names)}")
    one, other = (vote(ranks[m].to_dict(), scores.facts["family"]) for m in (first, second))
    interval = intervals.estimate_over_sets([b - a for a, b in zip(one.values, other.values, strict=True)])
    means = [math.fsum(v.values) / len(v.values) for v in (one, other)]
    return judge_interval(
        interval, POSITIVE, "signed", one.things,
        f"The average rank of {first} is {{}} better than that of {second}", f"{first} above {second}",
        "difference of average ranks", protocol=scores.present, methods=(first, second),
        note="; ".join(filter(None, (f"average ranks {means[0]:.2f} and {means[1]:.2f}", one.note))),
        datasets=tuple(ranks.index),
    )  # fmt: skip


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


def test_each(scores: Scores, names: Sequence[tuple[str, str]]) -> list[Test]:
    """Compare every pair of methods on every data set."""
    pairs = [(p, f"{a} on {p.dataset}") for a, b in names for p in list_pairs(scores, a, b)]
    estimates, margin = [find_interval(p) for p, _ in pairs], find_margin(scores)
    equal = [
        intervals.test_equivalence(i, margin, math.inf if p.only else i.n - 1)
        for (p, _), i in zip(pairs, estimates, strict=True)
    ]
    both_p = zip(correct_p(estimates), adjust_p(equal), strict=True)
    return [Test(*of, i, *p) for of, i, p in zip(pairs, estimates, both_p, strict=True)]


def count_better(scores: Scores, first: str, second: str, *, claimed: Region | float = 1.0) -> Verdict:
    """The first method is significantly better (Holm) on every data set, a share, or as often as `claimed`.

    A data set counts against the claim if the first method is significantly worse, or if two one-sided tests
    show that the difference is practically unimportant; the others leave the count open.
    """
    tests = test_each(scores, [(first, second)])
    if not tests:
        return report_missing(scores, first, second)
    shown, against = ([t.label for t in tests if t.differs and t.interval.value * s > 0] for s in (1, -1))
    words = ("Significantly better", "is significantly better", "than")
    return _count_tests(tests, shown, against, claimed, words, [(first, second)])


def count_different(
    scores: Scores, names: Sequence[tuple[str, str]], *, claimed: Region | float = 1.0
) -> Verdict:
    """Both methods of every pair differ significantly, in either direction, as often as `claimed`."""
    tests = test_each(scores, names)
    if not tests:
        return report_missing(scores, *names[0])
    different = [t for t in tests if t.differs and t.interval.value]
    shown = [t.label for t in different if t.interval.value > 0]
    shown += [f"{t.label} (worse)" for t in different if t.interval.value < 0]
    words = ("Significantly different", "differs significantly", "from")
    return _count_tests(tests, shown, [], claimed, words, names)


def count_no_worse(
    scores: Scores, names: Sequence[tuple[str, str]], *, share: float = 1.0, but: int = 0
) -> Verdict:
    """The first method of every pair is not worse by more than one point, on a share of the data sets less
    `but`.

    The whole interval of the difference must lie above that point, for all pairs of a data set together.
    """
    within, by_dataset = find_margin(scores), dict[str, list[Test]]()
    for test in test_each(scores, names):
        by_dataset.setdefault(test.pair.dataset, []).append(test)
    by_dataset = {d: tests for d, tests in by_dataset.items() if len(tests) == len(names)}
    if not by_dataset:
        return report_missing(scores, *names[0])
    shown = [d for d, tests in by_dataset.items() if all(t.interval.low > -within for t in tests)]
    against = [d for d, tests in by_dataset.items() if any(t.interval.high < -within for t in tests)]
    first = [tests[0]._replace(p_equal=1.0) for tests in by_dataset.values()]
    points = format_number(within, "percent")
    words = (f"No worse by more than {points} points", f"is at most {points} points worse", "than")
    return _count_tests(first, shown, against, need_share(share, len(first), but), words, names)


def _count_tests(
    tests: Sequence[Test], shown: Sequence[str], against: Sequence[str], claimed: Region | float,
    words: tuple[str, str, str], names: Sequence[tuple[str, str]],
) -> Verdict:  # fmt: skip
    """A count whose interval comes from undecided members; `words`: what is counted, verb, than."""
    total, datasets = len(tests), tuple(dict.fromkeys(t.pair.dataset for t in tests))
    equal = [t.label for t in tests if t.is_equal]
    possible = total - len(against) - len(equal)
    note = list_members(yes=shown, no=against, practically_equal=equal, undecided=possible - len(shown))
    of = count_things(total, "data set" if len(datasets) == total else "comparison")

    # the statement in words
    what, verb, than = words
    be, on = "is", "on" if total == len(datasets) else "in"
    if len({a for a, _ in names}) > 1:
        be, verb = "are", verb.replace("is ", "are ").replace("differs", "differ")
    first, second = (join_names(dict.fromkeys(side)) for side in zip(*names, strict=True))
    if len(names) <= 3:
        what += f" ({join_names(f'{a} against {b}' for a, b in names)})"
    alike = f"practically equal {on} {len(equal)}" if equal else ""
    sets = "" if len(datasets) == total else f" on {count_things(len(datasets), 'data set')}"
    return judge_count(
        len(shown), possible, claimed if isinstance(claimed, tuple) else need_share(claimed, total),
        f"{first} {verb} {than} {second} {on} {{}} of {of}" + (f" and {be} {alike}" if equal else ""),
        what, ", ".join(filter(None, [f"of {of}{sets}", alike])), things="comparison",
        note=note, methods=tests[0].pair.methods if len(names) == 1 else ("", ""),
        protocol=name_protocols(t.pair for t in tests), datasets=datasets,
    )  # fmt: skip


def show_differences(scores: Scores, names: Sequence[tuple[str, str]], *, no_worse: bool = False) -> Verdict:
    """Mean differences behind a count of data sets, to be drawn; they decide nothing."""
    region = (-find_margin(scores) if no_worse else 0.0, math.inf)
    differences = [judge_better(scores, first, second, claimed=region) for first, second in names]
    return Verdict(parts=tuple(verdict for verdict in differences if verdict.tested))


def take_ratio(
    scores: Scores, seconds: Mapping[tuple[str, str, str], float], first: str, second: str, *, claimed: Region
) -> Verdict:
    """The ratio of the methods' CPU times of learning lies in a region: geometric mean over data sets.

    `seconds`: (protocol, data set, id) -> sum over the test parts.
    """
    table, ratios, ids = scores.tables[0], dict[str, float](), ("", "")
    for d in scores.datasets:
        methods = table.find_method(d, first), table.find_method(d, second)
        one, other = (seconds.get((table.protocol, d, m), math.nan) for m in methods)
        if one > 0 and other > 0:
            ratios[d], ids = one / other, methods if not ratios else ids
    if not ratios:
        return report_missing(scores, first, second)
    votes = vote({d: math.log(r) for d, r in ratios.items()}, scores.facts["family"])
    interval = intervals.estimate_ratio([math.exp(v) for v in votes.values])
    if interval.n < FEWEST:
        interval = interval._replace(low=0.0, high=math.inf, p=None)
    spread = f"from {min(ratios.values()):.2f} to {max(ratios.values()):.2f}"
    return judge_interval(
        interval, claimed, "ratio", votes.things, f"{first} takes {{}} the CPU time of {second}",
        f"{first} against {second}", "CPU time of learning, ratio", protocol=f"protocol {table.protocol}",
        datasets=tuple(ratios), methods=ids, note="; ".join(filter(None, (spread, votes.note))),
    )  # fmt: skip


def judge_printed_mean(
    values: Sequence[float], stated: float, *, half: float, unit: str = "points", **more: Any
) -> Verdict:
    """The paper's own column has the mean that its text states, up to `half` of the last digit."""
    if not values:
        return report_untested("this run has none of the paper's data sets")
    mean = math.fsum(values) / len(values)
    region = (stated - half - 1e-9, stated + half + 1e-9)
    return judge_interval(Interval(mean, mean, mean, len(values)), region, unit, "printed data set", **more)
