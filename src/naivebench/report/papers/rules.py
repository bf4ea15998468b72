"""Rules for judging claims: functions of a run and the arguments of a `paper.yaml`.

They return statements with intervals, or a sentence that says why nothing can be tested.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.core.checks import one_of
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import own
from naivebench.report.papers.rows import SCALE
from naivebench.report.papers.run import Paired, Run, Votes, difference, paired, scores, stands, votes
from naivebench.report.papers.verdicts import Region, Statement, estimated, tallied

ALPHA = 0.05
INFINITE = math.inf
TIE = 1e-12  # rounding: means that differ by less count as equal
FEW = intervals.FEWEST  # least number of data sets for a mean over them
NO_INTERVAL = intervals.Interval(math.nan, -INFINITE, INFINITE, 0)

Outcome = Sequence[Statement] | str  # statements, or why nothing can be tested
Partial = Sequence[Statement | str]  # from a paper's own function: also why nothing decides


class Test(NamedTuple):
    """Two methods on one data set."""

    pair: Paired
    label: str  # `IENB on crx`
    interval: intervals.Interval
    p: float  # of a difference, two-sided, after Holm's correction
    p_equal: float  # of a practically unimportant difference, after Holm's correction

    @property
    def differs(self) -> bool:
        """Whether the difference is significant."""
        return self.p <= ALPHA

    @property
    def is_equal(self) -> bool:
        """Whether the difference is practically unimportant: the other side of a claimed difference."""
        return self.p_equal <= ALPHA and not self.differs


class Only(NamedTuple):
    """A subset of the data sets: those whose fact is at least `at_least` and below `below`."""

    fact: str
    at_least: float = -INFINITE
    below: float = INFINITE


class Arguments(NamedTuple):
    """Arguments that a statement of a `paper.yaml` passes to its rule."""

    rule: str = ""
    first: str = ""  # methods, by printed name or id
    second: str = ""
    pairs: tuple[tuple[str, str], ...] = ()  # in place of `first` and `second`
    methods: tuple[str, ...] = ()  # methods that are ranked
    under: tuple[str, ...] = ()  # roles of protocols, see `roles`
    metric: str = "accuracy"
    lower: bool = False  # smaller is better
    sets: tuple[str, ...] = ()  # printed names, () for all
    every: bool = False  # all data sets with scores under the protocol, even if the paper does not use them
    exact: bool = False  # only the paper's own data
    only: Only | None = None
    quantity: str = ""  # description of the quantity
    kind: str = "signed"  # format of the number, if the metric is not in points
    by: float = 0.0
    within: float | None = None  # default: the practically unimportant difference, see `unimportant`
    trivial: bool = False  # comparisons with methods that predict as the paper's trivial one count
    at_least: float = 1.0  # a number, or a share if at most 1
    but: int = 0
    between: tuple[float | None, float | None] | None = None
    fact: str = ""
    rises: bool = False
    of: str = "fit_seconds"  # name of a cost
    function: str = ""  # a function of the paper
    arguments: Mapping[str, Any] = MappingProxyType({})  # arguments of that function
    label: str = ""
    words: str = ""


def asked(content: Mapping[str, Any]) -> Arguments:
    """Convert the arguments of a `paper.yaml`: one role needs no list, and `sets` may be `every`."""
    found: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in content.items()}
    under = found.get("under", ())
    found["under"] = (under,) if isinstance(under, str) else tuple(under)
    found["pairs"] = tuple((a, b) for a, b in found.get("pairs") or ())
    if found.get("sets") == "every":
        found |= {"sets": (), "every": True}
    if "only" in found:
        found["only"] = Only(**found["only"])
    return Arguments(**found)


class Rule(NamedTuple):
    """A rule, its description, and the arguments that it takes."""

    judge: Callable[[Run, Arguments], Partial | str]
    words: str
    takes: frozenset[str]


class Facts(NamedTuple):
    """Facts about a data set that `only` can refer to."""

    rows: float
    angular_share: float
    nominal_share: float


FACTS = {
    "rows": "number of cases",
    "angular_share": "share of angles",
    "nominal_share": "share of nominal attributes",
}  # descriptions


def facts(run: Run, dataset: str) -> Facts:
    """Number of cases and shares of angular and of nominal attributes."""
    kinds = runs.kinds(run, dataset)
    n = max(len(kinds), 1)
    cases = run.results.prepared.get(dataset, {}).get("rows") or 0
    angular = sum(k in ("angular", "direction") for k in kinds)
    return Facts(cases, angular / n, sum(k in runs.DISCRETE for k in kinds) / n)


def roles(args: Arguments) -> tuple[str, ...]:
    """The roles of protocols that a statement is about."""
    return args.under or ("honest",)


def data_sets(run: Run, args: Arguments) -> tuple[str, ...]:
    """The data sets of a statement."""
    if args.every:
        chosen = sorted({d for role in roles(args) for d, _ in scores(run, role, args.metric)})
    else:
        sets = stands(run, *roles(args), metric=args.metric, leading=True)
        chosen = [d.id for d in sets if not args.sets or d.printed in args.sets]
    if args.exact:
        own_data = {d.id for sets in run.paper.data_sets.values() for d in sets if d.kind == "exact"}
        chosen = [d for d in chosen if d in own_data]
    if only := args.only:
        one_of(only.fact, Facts._fields, "fact", "`only`")
        value = {d: getattr(facts(run, d), only.fact) for d in chosen}
        chosen = [d for d in chosen if only.at_least <= value[d] < only.below]
    return tuple(chosen)


def pairs(run: Run, args: Arguments) -> list[Paired]:
    """Comparisons of the two methods on every data set that has scores of both."""
    several = (
        paired(run, roles(args), d, args.first, args.second, args.metric) for d in data_sets(run, args)
    )
    return [p for p in several if p is not None]


def sign(args: Arguments) -> int:
    """1, or -1 if smaller is better."""
    return -1 if args.lower else 1


def unit(run: Run, args: Arguments) -> tuple[str, str]:
    """Format of a difference in the metric, and the metric in words."""
    known = run.results.metrics.get(args.metric)
    label = known.label.lower() if known else args.metric.replace("_", " ")
    kind = "points" if args.metric in METRICS and METRICS[args.metric].points else args.kind
    return kind, f"{args.quantity or label}, mean over test parts"


def unimportant(args: Arguments) -> float:
    """Largest difference in the metric that is practically unimportant: one point of accuracy or of recall.

    Sizes of models have none, so the value is 0.
    """
    if args.within is not None:
        return args.within
    return ROPE / SCALE.get(args.metric, 1.0) if args.metric in METRICS else 0.0


def _missing(run: Run, args: Arguments) -> str:
    data = "the paper's own data" if args.exact else "common data"
    if 0 < len(args.sets) < FEW:
        data = listing(args.sets)
    where = runs.named(run, *roles(args))
    return f"this run does not have {args.first} and {args.second} on {data} under {where}"


def names(args: Arguments) -> str:
    """Name of a difference: `IENB minus NB`, reversed if smaller is better."""
    if args.lower:
        return f"{args.second} minus {args.first}"
    return f"{args.first} minus {args.second}"


def _difference(run: Run, args: Arguments, quantity: str) -> str:
    """Text of a difference: `IENB minus NB is {}`, with the metric unless it is accuracy."""
    metric = quantity.partition(", ")[0]
    of = "" if metric == "accuracy" else f" in {metric}"
    return f"{_titles(run, args)}{of} is {{}}"


def _titles(run: Run, args: Arguments) -> str:
    """Name of a difference by titles: `IENB minus naive Bayes`, reversed if smaller is better."""
    first, second = (runs.title(run, m) for m in (args.first, args.second))
    return f"{second} minus {first}" if args.lower else f"{first} minus {second}"


def over_sets(run: Run, args: Arguments, region: tuple[float, float]) -> Outcome:
    """Judge the mean difference over data sets with its t interval; on a single data set use `difference`."""
    found = pairs(run, args)
    if not found:
        return _missing(run, args)
    kind, quantity = unit(run, args)
    kept, more = evidence(run, found, args)
    if len(found) == 1 and kept:
        on_one = _on_one(found[0], args, region, kind, quantity)
        return [on_one._replace(plain=_difference(run, args, quantity))]
    by_set = {p.dataset: sign(args) * p.mean for p in kept}
    voting, means = votes(run, by_set), by_set.values()
    interval = intervals.over_sets(voting.values) if kept else NO_INTERVAL
    above, below = sum(m > TIE for m in means), sum(m < -TIE for m in means)
    told = [_and(f"better on {plural(above, 'data set')} and worse on {below}", voting)] if kept else []
    where, of = (names(args), quantity, _protocols(found)), (region, kind, "; ".join([*told, *more]))
    plain = _difference(run, args, quantity)
    made = estimated(*where, _methods(found), interval, voting.things, *of, _data(kept or found), plain)
    return [made._replace(excluded=len(found) - len(kept))]


def _data(found: Iterable[Paired]) -> tuple[str, ...]:
    """The data sets of comparisons."""
    return tuple(dict.fromkeys(p.dataset for p in found))


def evidence(run: Run, found: Sequence[Paired], args: Arguments) -> tuple[list[Paired], list[str]]:
    """The comparisons that count, and why others do not.

    A method with the same predictions, bit for bit, as the paper's trivial method only repeats the comparison
    with that method. It counts (`trivial`) where the paper says that the method has become so simple.
    """
    if args.trivial:
        return list(found), []
    sides = ("first", "second")
    trivial = [
        [s for s in sides if runs.is_trivial(run, p.protocol, p.dataset, getattr(p, s))] for p in found
    ]
    kept = [p for p, of in zip(found, trivial, strict=True) if not of]
    counts = Counter(getattr(args, side) for of in trivial for side in of)
    why = runs.left_out(run, {name: (n, len(found)) for name, n in counts.items()})
    return kept, [why] if why else []


def _and(told: str, voting: Votes) -> str:
    return "; ".join(filter(None, (told, voting.more)))


def _protocols(found: Sequence[Paired]) -> str:
    return f"protocol {listing(dict.fromkeys(p.protocol for p in found))}"


def _methods(found: Sequence[Paired]) -> tuple[str, str]:
    """Ids of the methods on both sides; several if the data sets have different methods for a printed one."""
    first, second = (
        " / ".join(dict.fromkeys(getattr(p, side) for p in found)) for side in ("first", "second")
    )
    return first, second


def _on_one(p: Paired, args: Arguments, region: tuple[float, float], kind: str, quantity: str) -> Statement:
    where = (names(args), f"{quantity}, {p.dataset}", f"protocol {p.protocol}", (p.first, p.second))
    things = "test case" if p.alone else "test part"
    return estimated(*where, difference(p, sign(args)), things, region, kind, data=(p.dataset,))


def better(run: Run, args: Arguments) -> Outcome:
    """Judge whether the first method is better by more than `by` (default 0)."""
    return over_sets(run, args, (args.by, INFINITE))


def no_worse(run: Run, args: Arguments) -> Outcome:
    """Judge whether the first method is not worse by more than `within`."""
    return over_sets(run, args, (-unimportant(args), INFINITE))


def similar(run: Run, args: Arguments) -> Outcome:
    """Judge whether the two methods are within `within` of each other."""
    return over_sets(run, args, (-unimportant(args), unimportant(args)))


def _pairs_of(args: Arguments) -> list[Arguments]:
    """Arguments for each pair of methods."""
    several = args.pairs or ((args.first, args.second),)
    return [args._replace(first=a, second=b) for a, b in several]


def effects(run: Run, args: Arguments) -> list[Statement]:
    """Mean differences behind a count of data sets, one for each pair; [] for rules that do not count."""
    if args.rule not in COUNTS:
        return []
    region = (-unimportant(args) if args.rule == "no_worse_on_each" else 0.0, INFINITE)
    several = [over_sets(run, one, region) for one in _pairs_of(args)]
    return [s for outcome in several if not isinstance(outcome, str) for s in outcome]


def _tests(run: Run, args: Arguments) -> list[Test]:
    """Compare every pair on every data set by `difference`, with Holm's correction over all of them."""
    found = [(p, f"{one.first} on {p.dataset}") for one in _pairs_of(args) for p in pairs(run, one)]
    several = [difference(p, sign(args)) for p, _ in found]
    equal = [
        intervals.equivalence(i, unimportant(args), INFINITE if p.alone else i.n - 1)
        for (p, _), i in zip(found, several, strict=True)
    ]
    p, q = holm([1.0 if i.p is None else i.p for i in several]), holm(equal)
    return [Test(*of, i, *tested) for of, i, *tested in zip(found, several, p, q, strict=True)]


def holm(several: Sequence[float]) -> list[float]:
    """p after Holm's correction."""
    import numpy as np

    from naivebench.evaluation.statistics import posthoc

    return [float(p) for p in posthoc.holm(np.array(several))] if several else []


def _count_tests(args: Arguments, total: int) -> tuple[float, float]:
    """Region of counts that a claim needs, of `total`.

    `at_least` is a number, or a share if at most 1; by default all. `but` reduces it by that many. `between`
    is the region itself.
    """
    if args.between:
        low, high = _region(args.between)
        return float(low), float(high)
    count = args.at_least if args.at_least > 1 else math.ceil(args.at_least * total - 1e-9)
    return max(1, count - args.but), INFINITE


def _region(between: tuple[float | None, float | None]) -> Region:
    """Region between two bounds; None means that there is no bound."""
    low, high = between
    return -INFINITE if low is None else low, INFINITE if high is None else high


def _whom(args: Arguments) -> str:
    """Text that names the compared pairs, if there are at most three."""
    pairs = [f"{pair.first} against {pair.second}" for pair in _pairs_of(args)]
    return f" ({listing(pairs)})" if len(pairs) <= 3 else ""


def _plainly(args: Arguments, is_so: str, than: str, total: str) -> str:
    """Statement in plain words: `IENB is significantly better than NB on {} of 10 data sets`."""
    first, second = (
        listing(dict.fromkeys(getattr(p, s) for p in _pairs_of(args))) for s in ("first", "second")
    )
    several = len({p.first for p in _pairs_of(args)}) > 1
    verb = is_so.replace("is ", "are ").replace("differs", "differ") if several else is_so
    return f"{first} {verb} {than} {second} on {{}} {total}"


def _count(
    args: Arguments,
    found: Sequence[Test],
    shown: list[str],
    against: list[str],
    region: Region,
    words: str,
    said: tuple[str, str],
    equal: Sequence[str] = (),
) -> Statement:
    """Statement on a count whose interval comes from undecided members.

    `said`: verb and conjunction of the statement in plain words; `equal`: members with a practically
    unimportant difference.
    """
    total = len(found)
    open_ = total - len(shown) - len(against) - len(equal)
    members = (("yes:", shown), ("no:", against), ("practically equal:", equal))
    more = [f"{word} {listing(of)}" for word, of in members if of]
    more += [f"undecided: {open_}"] if open_ else []
    data = _data(t.pair for t in found)
    of = f"of {plural(total, 'data set')}"
    if len(data) != total:
        of = f"of {plural(total, 'comparison')} on {plural(len(data), 'data set')}"
    one = found[0].pair
    methods = (one.first if args.first else "", one.second if args.second else "")
    where, counts = _protocols([t.pair for t in found]), (len(shown), total - len(against) - len(equal))
    plain = _plainly(args, *said, of.partition(" on ")[0])
    if equal:
        of += f", practically equal on {len(equal)}"
        plain += f" and practically equal on {len(equal)}"
    return tallied(words, of, where, *counts, region, "; ".join(more), data, methods, plain=plain)


def better_on_each(run: Run, args: Arguments) -> Outcome:
    """Judge whether a method is significantly better on `at_least` of the data sets.

    `at_least` is a number or a share, by default all. The test is the corrected resampled t test, or
    McNemar's for a single test part, with Holm's correction over all comparisons. Data sets on which the
    method is significantly worse, or the difference is practically unimportant, count against the claim.
    """
    return _significant(run, args, False)


def differs_on_each(run: Run, args: Arguments) -> Outcome:
    """Like `better_on_each`, but significant differences in both directions support the claim."""
    return _significant(run, args, True)


def _significant(run: Run, args: Arguments, either: bool) -> Outcome:
    found = _tests(run, args)
    if not found:
        return _missing(run, _pairs_of(args)[0])
    shown, against = ([t.label for t in found if t.differs and t.interval.value * s > 0] for s in (1, -1))
    if either:
        shown, against = shown + [f"{label} (worse)" for label in against], []
    equal = [t.label for t in found if t.is_equal]
    region, words = _count_tests(args, len(found)), "different" if either else "better"
    said = ("differs significantly", "from") if either else ("is significantly better", "than")
    return [_count(args, found, shown, against, region, f"Significantly {words}{_whom(args)}", said, equal)]


def no_worse_on_each(run: Run, args: Arguments) -> Outcome:
    """Judge whether a method is not worse by more than `within` on `at_least` of the data sets.

    It is not worse if the whole interval of `difference` is above -`within`. With several `pairs`, this must
    be true for all of them on a data set.
    """
    within = unimportant(args)
    found = _tests(run, args)
    if not found:
        return _missing(run, _pairs_of(args)[0])
    by_set: dict[str, list[intervals.Interval]] = {}
    for t in found:
        by_set.setdefault(t.pair.dataset, []).append(t.interval)
    wanted = len(_pairs_of(args))
    by_set = {d: several for d, several in by_set.items() if len(several) == wanted}
    if not by_set:
        return _missing(run, _pairs_of(args)[0])
    shown = [d for d, several in by_set.items() if all(i.low > -within for i in several)]
    against = [d for d, several in by_set.items() if any(i.high < -within for i in several)]
    kept = [next(t for t in found if t.pair.dataset == d) for d in by_set]
    region, points = _count_tests(args, len(by_set)), f"{formats.text(within, 'percent')} points"
    words = f"No worse by more than {points}{_whom(args)}"
    return [_count(args, kept, shown, against, region, words, (f"is at most {points} worse", "than"))]


def ranks_above(run: Run, args: Arguments) -> Outcome:
    """Judge whether a method has a better average rank among `methods`.

    The statement is the mean difference of the ranks with its t interval, over the data sets that have scores
    of all `methods`.
    """
    import numpy as np
    from scipy.stats import rankdata

    metric, methods = args.metric, args.methods
    table: dict[str, list[float | None]] = {}
    for d in data_sets(run, args):
        role = next(
            (r for r in roles(args) if all(_mean(run, r, d, m, metric) is not None for m in methods)),
            None,
        )
        if role:
            table[d] = [_mean(run, role, d, m, metric) for m in methods]
    if len(table) < FEW:
        return f"fewer than {FEW} data sets have {listing(methods)}"
    ranks = rankdata(-sign(args) * np.array(list(table.values()), dtype=float), axis=1)
    place = {m: i for i, m in enumerate(methods)}
    where, statements = runs.named(run, *(r for r in roles(args) if runs.protocol(run, r))), []
    for first, second in args.pairs or ((args.first, args.second),):
        of = [votes(run, dict(zip(table, ranks[:, place[m]].tolist(), strict=True))) for m in (first, second)]
        interval = intervals.over_sets([b - a for a, b in zip(*(v.values for v in of), strict=True)])
        means = [math.fsum(v.values) / len(v.values) for v in of]
        more = _and(f"average ranks {means[0]:.2f} and {means[1]:.2f}", of[0])
        told = (f"{first} above {second}", "difference of average ranks", where, (first, second))
        region = (0.0, INFINITE)
        plain = f"The average rank of {first} is {{}} better than that of {second}"
        statements.append(estimated(*told, interval, of[0].things, region, "signed", more, table, plain))
    return statements


def _mean(run: Run, role: str, dataset: str, printed: str, metric: str) -> float | None:
    method = runs.method_of(run, role, dataset, printed, metric)
    folds = scores(run, role, metric).get((dataset, method or ""), {})
    return math.fsum(s.value for s in folds.values()) / len(folds) if folds else None


def falls_with(run: Run, args: Arguments) -> Outcome:
    """Judge whether the difference falls with a `fact` of the data sets (rises, with `rises: true`).

    The measure is Spearman's rank correlation.
    """
    one_of(args.fact, Facts._fields, "fact", "rule falls_with")
    found = pairs(run, args)
    if not found:
        return _missing(run, args)
    fact = votes(run, {p.dataset: getattr(facts(run, p.dataset), args.fact) for p in found})
    voting = votes(run, {p.dataset: sign(args) * p.mean for p in found})
    interval = intervals.spearman(fact.values, voting.values)
    region = (0.0, INFINITE) if args.rises else (-INFINITE, 0.0)
    what = f"Rank correlation of {names(args)} with {args.fact.replace('_', ' ')}"
    where, of = (unit(run, args)[1], _protocols(found), _methods(found)), (region, "signed", voting.more)
    fact_in_words = FACTS.get(args.fact, args.fact.replace("_", " "))
    plain = f"{_titles(run, args)} has rank correlation {{}} with the {fact_in_words}"
    return [estimated(what, *where, interval, voting.things, *of, _data(found), plain)]


def cost_ratio(run: Run, args: Arguments) -> Outcome:
    """Judge whether the ratio of the two methods' CPU times of learning is within `between`.

    `of` names another cost. The statement is the geometric mean over data sets with its t interval.
    """
    ratios = []
    logs: dict[str, float] = {}
    for d in data_sets(run, args):
        for role in roles(args):
            methods = [runs.method_of(run, role, d, m) for m in (args.first, args.second)]
            costs = [
                getattr(run.summary.cost.get((run.paper.protocols[role], d, m or "")), args.of, None)
                for m in methods
            ]
            if costs[0] and costs[1]:
                ratios.append((role, methods, costs[0] / costs[1]))
                logs[d] = math.log(costs[0] / costs[1])
                break
    if not ratios:
        return _missing(run, args)
    voting = votes(run, logs)
    interval = intervals.ratio([math.exp(v) for v in voting.values])
    if interval.n < FEW:
        interval = interval._replace(low=0.0, high=INFINITE, p=None)
    region = _region(args.between or (None, None))
    spread = f"from {min(r for _, _, r in ratios):.2f} to {max(r for _, _, r in ratios):.2f}"
    quantity = f"{args.quantity or 'CPU time of learning'}, ratio"
    where = f"protocol {listing(dict.fromkeys(run.paper.protocols[role] for role, _, _ in ratios))}"
    first, second = (m or "" for m in ratios[0][1])
    what, of = f"{args.first} against {args.second}", (region, "ratio", _and(spread, voting))
    plain = f"{args.first} takes {{}} the CPU time of {args.second}"
    return [estimated(what, quantity, where, (first, second), interval, voting.things, *of, logs, plain)]


def from_own(run: Run, args: Arguments) -> Partial | str:
    """Judge by a function in the paper's own modules."""
    judge: Callable[..., Any] = own(run.paper, args.function)
    outcome = judge(run, **args.arguments)
    if isinstance(outcome, str):
        return outcome
    return [
        s if isinstance(s, str) or s.data or s.printed else s._replace(data=_under(run, args))
        for s in outcome
    ]


def _under(run: Run, args: Arguments) -> tuple[str, ...]:
    """Data sets for statements of a function that do not name their own.

    They are those of the role that the function takes; there are none if it takes no role.
    """
    under = args.arguments.get("under", args.under)
    if not under:
        return ()
    told = Arguments(
        under=(under,) if isinstance(under, str) else tuple(under), sets=args.sets, every=args.every
    )
    return data_sets(run, told) or data_sets(run, told._replace(sets=(), every=True))


OVER_SETS = (
    "The effect is the mean difference over the data sets, with one vote for each source family and a 95 % t"
    " interval. On a single data set, it is the mean over the test folds, with the interval of the corrected"
    " resampled t test (Nadeau and Bengio 2003); with a single test fold, McNemar's test compares the cases."
)
SHARED = {
    "first",
    "second",
    "under",
    "metric",
    "lower",
    "sets",
    "exact",
    "only",
    "quantity",
    "kind",
    "trivial",
}
ON_EACH = (
    "Every data set has a corrected resampled t test, or McNemar's exact test if it has a single test fold."
    f" The tests are two-sided at {ALPHA:g}, with Holm's correction over all comparisons."
)
EQUAL = (
    "if two one-sided tests show that it is less than one point (Schuirmann 1987; with the same level and"
    " correction). The other data sets leave the count open."
)
# rules whose estimate alone decides if a paper makes no test; no paper computes intervals of a correlation
ESTIMATES = {"better", "no_worse", "similar", "ranks_above", "cost_ratio"}
COUNTS = {"better_on_each", "differs_on_each", "no_worse_on_each"}  # rules that count data sets
RULES = {
    "better": Rule(
        better,
        f"{OVER_SETS} The claim says that the effect is above 0, or above a given size.",
        frozenset(SHARED | {"by"}),
    ),
    "no_worse": Rule(
        no_worse,
        f"{OVER_SETS} The claim says that the first method is not worse by more than a practically"
        " unimportant difference.",
        frozenset(SHARED | {"within"}),
    ),
    "similar": Rule(
        similar,
        f"{OVER_SETS} The claim says that the difference is practically unimportant.",
        frozenset(SHARED | {"within"}),
    ),
    "better_on_each": Rule(
        better_on_each,
        f"{ON_EACH} A data set counts against the claim if the difference has the other direction, or"
        f" {EQUAL}",
        frozenset(SHARED | {"pairs", "at_least", "but", "between"}),
    ),
    "differs_on_each": Rule(
        differs_on_each,
        f"{ON_EACH} Significant differences count in either direction. A difference counts against the claim"
        f" {EQUAL}",
        frozenset(SHARED | {"pairs", "at_least", "but", "between"}),
    ),
    "no_worse_on_each": Rule(
        no_worse_on_each,
        "On every data set, the 95 % interval of the difference is compared with the largest practically"
        " unimportant size. The interval is that of the corrected resampled t test, or of paired shares if"
        " the data set has a single test fold. Intervals that include this size leave the count open.",
        frozenset(SHARED | {"pairs", "within", "at_least", "but", "between"}),
    ),
    "ranks_above": Rule(
        ranks_above,
        "The effect is the difference of the average ranks over the data sets, with a 95 % t interval.",
        frozenset(SHARED | {"methods", "pairs"}),
    ),
    "falls_with": Rule(
        falls_with,
        "The effect is Spearman's rank correlation over the data sets, with a 95 % interval (Bonett and"
        " Wright 2000).",
        frozenset(SHARED | {"fact", "rises"}),
    ),
    "cost_ratio": Rule(
        cost_ratio,
        "The effect is the geometric mean of the ratio over the data sets, with the 95 % t interval of its"
        " logarithm.",
        frozenset(SHARED | {"of", "between"}),
    ),
    "own": Rule(
        from_own,
        "The paper's own quantity decides; the statement describes it.",
        frozenset(SHARED | {"function", "arguments"}),
    ),
}
