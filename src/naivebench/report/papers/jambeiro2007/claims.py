"""Jambeiro and Wainer 2007: judges of statements for which there is no general rule; paper.yaml names them.

Each statement is an estimate over data sets, mostly draws of one generator, with its interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from naivebench.benchmark.hit_facts import Facts, Patterns
from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.jambeiro2007 import hits
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.judges import count_of, estimate, holm, lead_id
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import Statement

INFINITE = math.inf


def at_rates(
    run: Run, under: str
) -> tuple[list[tuple[str, float, Interval, float]], dict[str, tuple[int, int]]]:
    """Tests of HPB's recall at selection rates, and numbers of data sets by method.

    A test is (printed method, selection rate, HPB's recall minus the method's over the data sets, p after
    Holm's correction over the rates). The numbers are those of excluded data sets and of all.
    """
    lead, every = lead_id(run), {d: facts(run, under, d) for d in hits.datasets(run, under)}
    stored = {d: of for d, of in every.items() if of.tests and lead in (of.reference, *of.tests)}
    found: list[tuple[str, float, Interval, float]] = []
    numbers: dict[str, tuple[int, int]] = {}
    for name, ids in run.paper.methods.items():
        if lead in ids.ids:
            continue
        by_rate: dict[float, list[float]] = {}
        with_it = {
            d: next(m for m in ids.ids if m in of.tests)
            for d, of in stored.items()
            if any(m in of.tests for m in ids.ids)
        }
        kept = [d for d, m in with_it.items() if not runs.is_trivial(run, run.paper.protocols[under], d, m)]
        numbers[name] = (len(with_it) - len(kept), len(with_it))
        for d in kept:
            for rate, gap in ahead(stored[d], lead, with_it[d]):
                by_rate.setdefault(rate, []).append(gap)
        several = [intervals.over_sets(d) for d in by_rate.values()]
        found += [(name, r, i, q) for r, i, q in zip(by_rate, several, holm(several), strict=True)]
    return found, numbers


def ahead(of: Facts, lead: str, method: str) -> Iterator[tuple[float, float]]:
    """Selection rates with the recall of the lead minus that of a method.

    What is stored is the recall of the reference minus that of any method; another reading of HPB is one.
    """
    own = of.tests[lead].recall.difference if lead in of.tests else [0.0] * len(of.test_rates)
    for rate, gap, less in zip(of.test_rates, of.tests[method].recall.difference, own, strict=True):
        if gap is not None and less is not None:
            yield rate, gap - less


def every_rate(run: Run, under: str, at_least: float) -> list[Statement] | str:
    """Judge whether HPB's recall is higher in at least the share `at_least` of all comparisons.

    A comparison is with one printed method at one tested selection rate.
    """
    tests, numbers = at_rates(run, under)
    if not tests:
        return f"this run has no tests at selection rates under {runs.named(run, under)}"
    above, below = ([(n, r) for n, r, i, q in tests if q <= rules.ALPHA and i.value * s > 0] for s in (1, -1))
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
    plain = f"The recall of HPB is higher in {{}} of {len(tests)} comparisons"
    return [count_of(run, under, what, quantity, *counts, at_least, more, left_out, plain)]


def ranges(rates: list[float]) -> str:
    """Format selection rates in percent: `1–6, 9`; rates that differ by 1 % are joined to a range."""
    whole, groups = [round(100 * r) for r in rates], list[list[int]]()
    for w in whole:
        if groups and w == groups[-1][1] + 1:
            groups[-1][1] = w
        else:
            groups.append([w, w])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups) or formats.DASH


def pattern_share(patterns: Patterns, method: str, order: int) -> float | None:
    """Share of the test cases of planted patterns of an order that are among the 1 % of cases ranked
    first.
    """
    recovered = patterns.methods.get(method)
    if recovered is None:
        return None
    of_order = zip(patterns.planted, recovered.first, strict=True)
    pairs = [(p.cases, v) for p, v in of_order if p.order == order and v is not None]
    return sum(n * v for n, v in pairs) / sum(n for n, _ in pairs) if pairs else None


def full_patterns(run: Run, under: str, order: int, first: str, second: str) -> list[Statement] | str:
    """Judge the difference between two methods in cases of planted patterns among the 1 % ranked first.

    Only patterns of `order` attributes count.
    """
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
    interval = intervals.over_sets(list(by_set.values()))
    quantity = f"share of the cases of planted patterns of {order} attributes among the first 1 %"
    what = f"{first} minus {second}"
    plain = f"{what} is {{}} of the cases of planted patterns"
    return [estimate(run, under, what, quantity, ids, interval, (0.0, INFINITE), "points", plain=plain)]


def small(run: Run, under: str, method: str, key: str, at_most: float) -> list[Statement] | str:
    """Judge the number of rows, splits or leaves of a learned class table, a mean over the test parts."""
    by_set, id_, trivial = [], "", 0
    for d in hits.datasets(run, under):
        id_ = hits.printed(run, under, d).get(method, "")
        sizes = facts(run, under, d).sizes.get(id_, {}).get(key)
        if sizes:
            by_set.append(math.fsum(sizes) / len(sizes))
            trivial += runs.is_trivial(run, run.paper.protocols[under], d, id_)
    if not by_set:
        return f"this run has no {key} of {method} under {runs.named(run, under)}"
    interval, region = intervals.over_sets(by_set)._replace(p=None), (-INFINITE, at_most)
    what, more = f"{key.capitalize()} of {method}", f"from {min(by_set):g} to {max(by_set):g}"
    if trivial:
        more += f"; on {trivial} of them it predicts exactly what {run.paper.more['trivial']} predicts"
    mean, of = "mean over test parts", ((id_, ""), interval, region, "statistic")
    return [estimate(run, under, what, mean, *of, more=more, plain=f"{method} has {{}} {key} on average")]
