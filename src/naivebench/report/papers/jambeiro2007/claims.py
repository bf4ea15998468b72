"""Jambeiro and Wainer 2007: statements that no general rule makes. Each is an estimate over data sets, mostly
draws of one generator, with its interval; the claims name these functions in paper.yaml.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from naivebench.benchmark.hit_facts import Patterns
from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.jambeiro2007 import growth, hits
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.run import Run, paired
from naivebench.report.papers.verdicts import HOLDS, Statement, estimated, tallied

ALPHA = 0.05
INFINITE = math.inf
SHOWN = 6  # names in a sentence
FEW = 3  # data sets below which a mean over them says nothing


class Compared(NamedTuple):
    """HPB against a printed method over data sets; positive: HPB is better."""

    name: str
    method: str
    by_set: dict[str, float]  # mean differences over the test parts
    interval: Interval  # without a value where every data set is excluded
    p_holm: float  # over the methods with a value
    excluded: int = 0  # data sets on which the method gives Prior's predictions


def over_sets(by_set: Sequence[float]) -> Interval:
    """The mean over data sets with its t interval; none below FEW."""
    interval = intervals.mean(list(by_set))
    return interval if interval.n >= FEW else interval._replace(low=-INFINITE, high=INFINITE, p=None)


def rivals(run: Run, role: str, metric: str) -> list[Compared]:
    """HPB against every printed method over the data sets of a role that have both."""
    sign, found = METRICS[metric].sign, []
    sets = sorted({d for d, _ in runs.scores(run, role, metric)})
    for name in run.paper.methods:
        several = [paired(run, [role], d, "HPB", name, metric) for d in sets]
        pairs = [p for p in several if p and p.first != p.second]
        kept = [p for p in pairs if not runs.is_trivial(run, p.protocol, p.dataset, p.second)]
        if pairs:
            by_set = {p.dataset: sign * p.mean for p in kept}
            interval = over_sets(list(by_set.values())) if kept else rules.NO_INTERVAL
            found.append(Compared(name, pairs[0].second, by_set, interval, 1.0, len(pairs) - len(kept)))
    corrected = iter(holm([c.interval for c in found if c.by_set]))
    return [c._replace(p_holm=next(corrected)) if c.by_set else c for c in found]


def holm(several: Sequence[Interval]) -> list[float]:
    """p of Holm's correction; an interval without p counts as 1, one without variance as 0."""
    import numpy as np

    from naivebench.evaluation.statistics import posthoc

    def p(i: Interval) -> float:
        if i.p is not None:
            return i.p
        return 0.0 if i.low == i.high != 0 else 1.0

    return [float(q) for q in posthoc.holm(np.array([p(i) for i in several]))] if several else []


def _estimate(
    run: Run,
    role: str,
    what: str,
    quantity: str,
    methods: tuple[str, str],
    interval: Interval,
    region: tuple[float, float],
    kind: str,
    things: str = "data set",
    more: str = "",
    data: Sequence[str] = (),
) -> Statement:
    where = runs.named(run, role)
    return estimated(what, quantity, where, methods, interval, things, region, kind, more, data)


def _count(
    run: Run,
    role: str,
    what: str,
    quantity: str,
    shown: int,
    against: int,
    total: int,
    wanted: float,
    more: str,
    left_out: int = 0,
) -> Statement:
    """A count whose undecided members make it an interval; claimed: at least `wanted` of them."""
    region = (float(math.ceil(wanted * total - 1e-9)), INFINITE)
    of = (runs.named(run, role), shown, total - against, region, more)
    return tallied(what, quantity, *of, methods=(hits.REFERENCE, ""))._replace(excluded=left_out)


def above_all(run: Run, under: str, metric: str) -> list[Statement] | str:
    """HPB better than all other printed methods in a metric."""
    every = rivals(run, under, metric)
    compared = [c for c in every if c.by_set]
    if not compared:
        return f"this run does not have HPB and another method under {runs.named(run, under)}"
    significant = [c for c in compared if c.p_holm <= ALPHA]
    shown, against = ([c.name for c in significant if c.interval.value * s > 0] for s in (1, -1))
    rest = [c for c in compared if c.name not in (*shown, *against)]
    behind = sum(c.interval.value < 0 for c in rest)
    more = "; ".join(
        f"{w} {_named(n)}"
        for w, n in (("worse than", against), ("cannot tell from", [c.name for c in rest]))
        if n
    )
    more += f", in the mean worse than {behind} of these" if rest else ""
    why = runs.left_out(run, {c.name: (c.excluded, c.excluded + len(c.by_set)) for c in every})
    more = "; ".join(t for t in (more, why) if t)
    sets = len({d for c in compared for d in c.by_set})
    methods = plural(len(compared), "other method")
    quantity = f"{_label(run, metric)}, of {methods}, over {plural(sets, 'data set')}"
    counts = (len(shown), len(against), len(compared))
    left_out = sum(c.excluded for c in every)
    return [_count(run, under, "Methods that HPB is better than", quantity, *counts, 1.0, more, left_out)]


def _named(names: list[str]) -> str:
    return listing(names) if len(names) <= SHOWN else f"{len(names)} others"


def above_each(run: Run, under: str, metric: str) -> list[Statement] | str:
    """HPB better than every printed method on every data set, by the corrected resampled t test over the
    folds, Holm over all comparisons.
    """
    sign = METRICS[metric].sign
    found, repeated = [], dict.fromkeys(run.paper.methods, 0)
    for d in hits.datasets(run, under):
        for name in run.paper.methods:
            p = paired(run, [under], d, "HPB", name, metric)
            if p is None or p.first == p.second:
                continue
            if runs.is_trivial(run, p.protocol, d, p.second):
                repeated[name] += 1
            else:
                differences = [sign * v for v in p.differences]
                found.append((d, name, intervals.mean(differences, p.ratio or 0.0)))
    if not found:
        return f"this run does not have HPB and another method under {runs.named(run, under)}"
    tests = [
        (d, n, i.value)
        for (d, n, i), q in zip(found, holm([i for *_, i in found]), strict=True)
        if q <= ALPHA
    ]
    shown, against = ([(d, n) for d, n, v in tests if v * s > 0] for s in (1, -1))
    more = []
    for d in dict.fromkeys(d for d, *_ in found):
        several = [n for e, n, _ in found if e == d]
        text = f"{d} {sum(e == d for e, _ in shown)} of {len(several)}"
        worse = [n for e, n in against if e == d]
        more.append(text + (f", worse than {_named(worse)}" if worse else ""))
    kept = Counter(name for _, name, _ in found)
    why = runs.left_out(run, {name: (n, n + kept[name]) for name, n in repeated.items()})
    more += [why] if why else []
    quantity = f"{_label(run, metric)}, of {plural(len(found), 'comparison')}"
    counts = (len(shown), len(against), len(found))
    what, text = "HPB better on single data sets", "; ".join(more)
    return [_count(run, under, what, quantity, *counts, 1.0, text, sum(repeated.values()))]


def _label(run: Run, metric: str) -> str:
    return run.results.metrics[metric].label if metric in run.results.metrics else metric


def at_rates(
    run: Run, under: str
) -> tuple[list[tuple[str, float, Interval, float]], dict[str, tuple[int, int]]]:
    """(printed method, selection rate, HPB's recall minus the method's over the data sets, p of Holm's
    correction over the rates); and per method the data sets that are excluded and all of them.
    """
    stored = {d: of for d in hits.datasets(run, under) if (of := facts(run, under, d)).tests}
    found: list[tuple[str, float, Interval, float]] = []
    numbers: dict[str, tuple[int, int]] = {}
    for name, ids in run.paper.methods.items():
        by_rate: dict[float, list[float]] = {}
        with_it = {
            d: next(m for m in ids.ids if m in of.tests)
            for d, of in stored.items()
            if any(m in of.tests for m in ids.ids)
        }
        kept = [d for d, m in with_it.items() if not runs.is_trivial(run, run.paper.protocols[under], d, m)]
        numbers[name] = (len(with_it) - len(kept), len(with_it))
        for d in kept:
            test = stored[d].tests[with_it[d]]
            for rate, gap in zip(stored[d].test_rates, test.recall.difference, strict=True):
                if gap is not None:
                    by_rate.setdefault(rate, []).append(gap)
        several = [over_sets(d) for d in by_rate.values()]
        found += [(name, r, i, q) for r, i, q in zip(by_rate, several, holm(several), strict=True)]
    return found, numbers


def every_rate(run: Run, under: str, at_least: float) -> list[Statement] | str:
    """HPB's recall above every printed method's at every tested selection rate, but for a few."""
    tests, numbers = at_rates(run, under)
    if not tests:
        return f"this run has no tests at selection rates under {runs.named(run, under)}"
    above, below = ([(n, r) for n, r, i, q in tests if q <= ALPHA and i.value * s > 0] for s in (1, -1))
    names = list(dict.fromkeys(n for n, *_ in tests))
    rates = sorted({r for _, r, *_ in tests})
    parts = []
    for n in names:
        missing = [r for r in rates if (n, r) not in above]
        parts += [f"{n} at {ranges(missing)} %"] if 0 < len(missing) < len(rates) else []
    never = [n for n in names if not any(m == n for m, _ in above)]
    more = f"not above {listing(never)} at any" if never else ""
    more += ("; " if more and parts else "") + (f"not above {'; '.join(parts)}" if parts else "")
    more = "; ".join(t for t in (more, runs.left_out(run, numbers)) if t)
    quantity = f"recall at {ranges(rates)} %, Holm over the rates, of {len(tests)} comparisons"
    counts = (len(above), len(below), len(tests))
    what, left_out = "Methods and rates that HPB is above", sum(n for n, _ in numbers.values())
    return [_count(run, under, what, quantity, *counts, at_least, more, left_out)]


def ranges(rates: list[float]) -> str:
    """`1–6, 9` for selection rates, in percent, of which neighbours are 1 % apart."""
    whole, groups = [round(100 * r) for r in rates], list[list[int]]()
    for w in whole:
        if groups and w == groups[-1][1] + 1:
            groups[-1][1] = w
        else:
            groups.append([w, w])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups) or formats.DASH


def pattern_share(patterns: Patterns, method: str, order: int) -> float | None:
    """Share of the test cases of planted patterns of an order that are among the first 1 %."""
    recovered = patterns.methods.get(method)
    if recovered is None:
        return None
    of_order = zip(patterns.planted, recovered.first, strict=True)
    pairs = [(p.cases, v) for p, v in of_order if p.order == order and v is not None]
    return sum(n * v for n, v in pairs) / sum(n for n, _ in pairs) if pairs else None


def full_patterns(run: Run, under: str, order: int, first: str, second: str) -> list[Statement] | str:
    """Cases of planted patterns of `order` attributes among the first 1 %: one method minus another."""
    by_set, ids = {}, ("", "")
    for d in hits.datasets(run, under):
        patterns, names = facts(run, under, d).patterns, hits.printed(run, under, d)
        if patterns is None or first not in names or second not in names:
            continue
        ids = (names[first], names[second])
        one, other = (pattern_share(patterns, m, order) for m in ids)
        if one is not None and other is not None:
            by_set[d] = one - other
    if not by_set:
        return "this run has no data with planted patterns"
    interval = over_sets(list(by_set.values()))
    quantity = f"share of the cases of planted patterns of {order} attributes among the first 1 %"
    what = f"{first} minus {second}"
    return [_estimate(run, under, what, quantity, ids, interval, (0.0, INFINITE), "points")]


def small(run: Run, under: str, method: str, key: str, at_most: float) -> list[Statement] | str:
    """Rows, splits or leaves of a learned class table, mean over the test parts of a data set."""
    by_set, id_, trivial = [], "", 0
    for d in hits.datasets(run, under):
        id_ = hits.printed(run, under, d).get(method, "")
        sizes = facts(run, under, d).sizes.get(id_, {}).get(key)
        if sizes:
            by_set.append(math.fsum(sizes) / len(sizes))
            trivial += runs.is_trivial(run, run.paper.protocols[under], d, id_)
    if not by_set:
        return f"this run has no {key} of {method} under {runs.named(run, under)}"
    interval, region = over_sets(by_set)._replace(p=None), (-INFINITE, at_most)
    what, more = f"{key.capitalize()} of {method}", f"from {min(by_set):g} to {max(by_set):g}"
    if trivial:
        more += f"; on {trivial} of them it predicts what {run.paper.more['trivial']} predicts, bit for bit"
    mean = "mean over test parts"
    return [_estimate(run, under, what, mean, (id_, ""), interval, region, "statistic", more=more)]


def promised(run: Run, under: str, within: float, against: str = "made") -> list[Statement] | str:
    """What choosing HPB's constant on test parts promises: its area up to 10 % with the constant so chosen
    over that with everything chosen inside the training part, minus 1; same cases, same test parts.
    """
    both = [runs.scores(run, role, hits.AREA) for role in (under, against)]
    by_set = []
    for key in sorted({k for k in both[0] if k[1] == hits.REFERENCE} & set(both[1])):
        one, other = (side[key] for side in both)
        if {k: s.tested for k, s in one.items()} == {k: s.tested for k, s in other.items()}:
            totals = [math.fsum(s.value for s in side.values()) for side in (one, other)]
            by_set.append(totals[0] / totals[1] - 1)
    if not by_set:
        where = f"{runs.named(run, under)} and {runs.named(run, against)}"
        return f"this run does not have HPB under {where} on the same test parts"
    interval = over_sets(by_set)
    quantity = f"area up to 10 % as a share of that under {run.paper.protocols[against]}, minus 1"
    what, ids = "HPB, promised beyond what it keeps", (hits.REFERENCE, hits.REFERENCE)
    return [_estimate(run, under, what, quantity, ids, interval, (-INFINITE, within), "percent")]


def on_noise(run: Run, within: float) -> list[Statement] | str:
    """HPB on shuffled labels: its mean recall up to 10 % over that of a random order, over data sets, or over
    the test parts where there are few.
    """
    from naivebench.core.hit_curves import UP_TO
    from naivebench.report.papers.rows import ratio

    scored = runs.scores(run, "permuted", hits.AREA)
    by_set = {d: folds for (d, m), folds in scored.items() if m == hits.REFERENCE}
    excess = {d: [s.value / UP_TO - UP_TO / 2 for s in folds.values()] for d, folds in by_set.items()}
    what, quantity = "HPB on shuffled labels", "mean recall up to 10 % over that of a random order"
    ids, region = (hits.REFERENCE, ""), (-INFINITE, within)
    if len(by_set) >= FEW:
        interval = over_sets([math.fsum(e) / len(e) for e in excess.values()])
        return [
            _estimate(run, "permuted", what, quantity, ids, interval, region, "points", data=list(by_set))
        ]
    statements = []
    for d, folds in by_set.items():
        interval, of = intervals.mean(excess[d], ratio(folds)), f"{quantity}, {d}"
        told = (what, of, ids, interval, region, "points", "test part")
        statements.append(_estimate(run, "permuted", *told, data=[d]))
    return statements or "this run does not have HPB on shuffled labels"


def faster(
    run: Run, under: str, than: list[str], dependent: float, between: list[float | None]
) -> rules.Partial | str:
    """HPB's CPU time of learning over that of each method of `than` whose time was measured to depend on the
    number of values: the interval of its exponent lies above `dependent`. All exponents are shown beside;
    where no method qualifies, or none that does has times, the reason is given.
    """
    statements, without = list[Statement](), list[str]()
    for name in than:
        points, id_ = [], ""
        for id_ in run.paper.methods[name].ids:
            if points := growth.timed(run, id_, "values"):
                break
        if len({x for x, _ in points}) < 3:
            continue
        what, quantity = f"{name} by number of values", "exponent of the CPU time of learning"
        slope, region = growth.slope(points), (dependent, INFINITE)
        told = (what, quantity, (id_, ""), slope, region, "statistic", "fit")
        exponent = _estimate(run, "curves", *told, data=growth.timed_on(run, id_, "values"))
        if exponent.verdict == HOLDS:
            args = rules.Arguments(first="HPB", second=name, under=(under,), every=True, metric=hits.AREA)
            found = rules.cost_ratio(run, args._replace(between=(between[0], between[1])))
            if isinstance(found, str):
                without.append(found)
            else:
                statements += found
        statements.append(exponent._replace(decides=False))
    if not statements:
        return "this run has no times of these methods for three numbers of values"
    if any(s.decides for s in statements):
        return statements
    none = f"the time of no method depends on the number of values with an exponent above {dependent:g}"
    return [*statements, *(without or [none])]


def grows(run: Run, axis: str, between: list[float | None]) -> list[Statement] | str:
    """How HPB's CPU time of learning grows: factor of one more attribute, exponent of cases and of values."""
    points = growth.timed(run, hits.REFERENCE, axis)
    if len({x for x, _ in points}) < 3:
        return f"this run has fewer than three sizes of {growth.AXES[axis]}"
    slope = growth.slope(points, exponential=axis == "attributes")
    low, high = between
    region = (-INFINITE if low is None else low, INFINITE if high is None else high)
    xs = [x for x, _ in points]
    what = (
        "factor of the CPU time for one more attribute"
        if axis == "attributes"
        else "exponent of the CPU time"
    )
    quantity = f"{what}, from {min(xs):,} to {max(xs):,} {growth.AXES[axis]}"
    kind = "ratio" if axis == "attributes" else "statistic"
    told = ("HPB", quantity, (hits.REFERENCE, ""), slope, region, kind, "fit")
    return [_estimate(run, "curves", *told, data=growth.timed_on(run, hits.REFERENCE, axis))]
