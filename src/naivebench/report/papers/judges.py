"""Functions that judge statements for which there is no rule, for any paper; `rule: own` of a paper.yaml
names them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from naivebench.benchmark.results.formats import listing, plural
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import value
from naivebench.report.papers.run import Run, difference, paired
from naivebench.report.papers.verdicts import Region, Statement, estimated, tallied

INFINITE = math.inf
SHOWN = 6  # largest number of names in a sentence


def tally(
    what: str,
    quantity: str,
    protocol: str,
    shown: int,
    most: int,
    region: Region,
    more: str,
    data: Sequence[str],
    plain: str = "",
) -> Statement:
    """Statement on a count between `shown` and `most`; its text gives the number of uncertain members."""
    unknown = f"undecided: {most - shown}" if most > shown else ""
    more = "; ".join(text for text in (more, unknown) if text)
    return tallied(what, quantity, protocol, shown, most, region, more, data, things="", plain=plain)


def best_on(run: Run, method: str, share: float, under: Sequence[str]) -> rules.Outcome:
    """Judge on how many data sets a method is the best of the paper's.

    A method is the best if it is significantly better than every other one. It counts as not the best if it
    is significantly worse than one; otherwise the data set is uncertain.
    """
    shown, against, sets = [], [], []
    for dataset in rules.data_sets(run, rules.Arguments(under=tuple(under))):
        others = [m for m in run.paper.methods if m != method]
        found = [paired(run, under, dataset, method, m) for m in others]
        tests = [difference(p) for p in found if p]
        if len(tests) == len(others):
            sets.append(dataset)
            shown += [dataset] if all(t.low > 0 for t in tests) else []
            against += [dataset] if any(t.high < 0 for t in tests) else []
    if not sets:
        return f"no data set has {method} and the paper's other methods"
    more = [f"{word} {listing(names)}" for word, names in (("best:", shown), ("not best:", against)) if names]
    roles = listing(dict.fromkeys(run.paper.protocols[role] for role in under), "or")
    return [
        tally(
            f"Data sets on which {method} is best",
            f"of {len(sets)}, by the intervals of the differences from the other methods",
            f"protocol {roles}",
            len(shown),
            len(sets) - len(against),
            (math.ceil(share * len(sets)), INFINITE),
            "; ".join(more),
            sets,
            f"{method} is the best on {{}} of {len(sets)} data sets",
        )
    ]


def parameters(run: Run, first: str, second: str, more: bool = False, but: int = 0) -> rules.Outcome:
    """Judge on how many data sets the first method has as many parameters as the second, or with `more`,
    more.

    Parameters are counted, so there is no interval.
    """
    protocol, true, sets = run.paper.protocols["paper"], [], []
    for stand in runs.stands(run, "paper", leading=True):
        names = [runs.method_of(run, "paper", stand.id, m) for m in (first, second)]
        found = (run.summary.means.get((protocol, stand.id, m or ""), {}).get("n_parameters") for m in names)
        numbers = [n for n in found if n is not None]
        if len(numbers) == 2:
            sets.append(stand.id)
            if numbers[0] > numbers[1] if more else numbers[0] == numbers[1]:
                true.append(stand.id)
    if not sets:
        return f"this run does not have {first} and {second} on common data"
    what = f"{first} has {'more' if more else 'as many'} parameters {'than' if more else 'as'} {second}"
    region = (max(1, len(sets) - but), INFINITE)
    others = [d for d in sets if d not in true]
    said = f"not on {listing(others)}" if others else ""
    quantity = f"of {plural(len(sets), 'data set')}, mean over the folds"
    of, plain = (len(true), len(true), region, said, sets), f"{what} on {{}} of {len(sets)} data sets"
    return [tally(what, quantity, f"protocol {protocol}", *of, plain)]


def printed_ratio(run: Run, first: str, second: str, between: Sequence[float]) -> rules.Outcome:
    """Judge the ratio of the printed learning times of two methods."""
    times = [
        [value(run.paper, printed, m, "learning_time_s") for m in (first, second)]
        for printed in run.paper.data_sets
    ]
    several = [a / b for a, b in times if a and b]
    if not several:
        return f"the paper does not print the times of {first} and {second}"
    interval = intervals.ratio(several)
    spread = f"from {min(several):.2f} to {max(several):.2f}"
    what, quantity = f"{first} against {second} as printed", "time of learning, ratio"
    of = ("data set", (between[0], between[1]), "ratio", spread)
    return [estimated(what, quantity, "", ("", ""), interval._replace(p=None), *of)]


def lead(run: Run) -> str:
    """Printed name of the method that a paper proposes: `more.lead` of its paper.yaml."""
    name: str = run.paper.more["lead"]
    return name


def lead_id(run: Run) -> str:
    """Id of the method of this project that represents the lead."""
    return run.paper.methods[lead(run)].ids[0]


def _scored(run: Run, role: str, metric: str) -> list[str]:
    """Data sets with scores under a role: those of the paper.yaml in its order, then the others."""
    found = {d for d, _ in runs.scores(run, role, metric)}
    known = [d.id for sets in run.paper.data_sets.values() for d in sets]
    return [*(d for d in known if d in found), *sorted(found - set(known))]


class Compared(NamedTuple):
    """The lead compared with a printed method over data sets; in positive differences the lead is better."""

    name: str
    method: str
    by_set: dict[str, float]  # mean differences over the test parts
    interval: Interval  # without a value if every data set is excluded
    p_holm: float  # corrected over the methods that have a value
    excluded: int = 0  # data sets on which the method has the same predictions as the trivial one


def rivals(run: Run, role: str, metric: str) -> list[Compared]:
    """The lead compared with every printed method, over the data sets of a role on which both were run."""
    sign, found = METRICS[metric].sign, []
    sets = sorted({d for d, _ in runs.scores(run, role, metric)})
    for name in run.paper.methods:
        several = [paired(run, [role], d, lead(run), name, metric) for d in sets]
        pairs = [p for p in several if p and p.first != p.second]
        kept = [p for p in pairs if not runs.is_trivial(run, p.protocol, p.dataset, p.second)]
        if pairs:
            by_set = {p.dataset: sign * p.mean for p in kept}
            interval = intervals.over_sets(list(by_set.values())) if kept else rules.NO_INTERVAL
            found.append(Compared(name, pairs[0].second, by_set, interval, 1.0, len(pairs) - len(kept)))
    corrected = iter(holm([c.interval for c in found if c.by_set]))
    return [c._replace(p_holm=next(corrected)) if c.by_set else c for c in found]


def holm(several: Sequence[Interval]) -> list[float]:
    """p after Holm's correction; an interval without p counts as 1, one without variance as 0."""

    def p(i: Interval) -> float:
        if i.p is not None:
            return i.p
        return 0.0 if i.low == i.high != 0 else 1.0

    return rules.holm([p(i) for i in several])


def estimate(
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
    plain: str = "",
) -> Statement:
    where = runs.named(run, role)
    return estimated(what, quantity, where, methods, interval, things, region, kind, more, data, plain)


def count_of(
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
    plain: str = "",
) -> Statement:
    """Statement on a count with undecided members; claimed: at least the share `wanted`."""
    region = (float(math.ceil(wanted * total - 1e-9)), INFINITE)
    of = (runs.named(run, role), shown, total - against, region, more)
    made = tallied(what, quantity, *of, methods=(lead_id(run), ""), plain=plain)
    return made._replace(excluded=left_out)


def above_all(run: Run, under: str, metric: str) -> list[Statement] | str:
    """Judge whether the lead is better than all other printed methods in a metric."""
    every = rivals(run, under, metric)
    compared = [c for c in every if c.by_set]
    if not compared:
        return f"this run does not have {lead(run)} and another method under {runs.named(run, under)}"
    significant = [c for c in compared if c.p_holm <= rules.ALPHA]
    shown, against = ([c.name for c in significant if c.interval.value * s > 0] for s in (1, -1))
    rest = [c for c in compared if c.name not in (*shown, *against)]
    behind = sum(c.interval.value < 0 for c in rest)
    more = "; ".join(
        f"{w} {_named(n)}"
        for w, n in (("worse than", against), ("cannot be told apart from", [c.name for c in rest]))
        if n
    )
    more += f", worse on average than {behind} of these" if rest else ""
    why = runs.left_out(run, {c.name: (c.excluded, c.excluded + len(c.by_set)) for c in every})
    more = "; ".join(t for t in (more, why) if t)
    sets = len({d for c in compared for d in c.by_set})
    methods = plural(len(compared), "other method")
    quantity = f"{_label(run, metric)}, of {methods}, over {plural(sets, 'data set')}"
    counts = (len(shown), len(against), len(compared))
    left_out = sum(c.excluded for c in every)
    what = f"Methods that {lead(run)} is better than"
    plain = f"{lead(run)} is better in {_label(run, metric)} than {{}} of {methods}"
    return [count_of(run, under, what, quantity, *counts, 1.0, more, left_out, plain)]


def _named(names: list[str]) -> str:
    return listing(names) if len(names) <= SHOWN else f"{len(names)} others"


def above_each(run: Run, under: str, metric: str) -> list[Statement] | str:
    """Judge whether the lead is better than every printed method on every data set.

    The test is the corrected resampled t test over the folds, with Holm's correction over all comparisons.
    """
    sign = METRICS[metric].sign
    found, repeated = [], dict.fromkeys(run.paper.methods, 0)
    for d in _scored(run, under, metric):
        for name in run.paper.methods:
            p = paired(run, [under], d, lead(run), name, metric)
            if p is None or p.first == p.second:
                continue
            if runs.is_trivial(run, p.protocol, d, p.second):
                repeated[name] += 1
            else:
                differences = [sign * v for v in p.differences]
                found.append((d, name, intervals.mean(differences, p.ratio or 0.0)))
    if not found:
        return f"this run does not have {lead(run)} and another method under {runs.named(run, under)}"
    tests = [
        (d, n, i.value)
        for (d, n, i), q in zip(found, holm([i for *_, i in found]), strict=True)
        if q <= rules.ALPHA
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
    what, text = f"{lead(run)} better on single data sets", "; ".join(more)
    return [count_of(run, under, what, quantity, *counts, 1.0, text, sum(repeated.values()))]


def _label(run: Run, metric: str) -> str:
    return run.results.metrics[metric].label if metric in run.results.metrics else metric


def promised(run: Run, under: str, within: float, against: str = "made") -> list[Statement] | str:
    """Judge the optimism of choosing the lead's constant on the test parts.

    Optimism is the area up to 10 % with the constant chosen there, divided by the area with everything chosen
    inside the training part, minus 1, on the same cases and test parts.
    """
    both = [runs.scores(run, role, run.paper.rows[0].metric) for role in (under, against)]
    by_set = []
    for key in sorted({k for k in both[0] if k[1] == lead_id(run)} & set(both[1])):
        one, other = (side[key] for side in both)
        if {k: s.tested for k, s in one.items()} == {k: s.tested for k, s in other.items()}:
            totals = [math.fsum(s.value for s in side.values()) for side in (one, other)]
            by_set.append(totals[0] / totals[1] - 1)
    if not by_set:
        where = f"{runs.named(run, under)} and {runs.named(run, against)}"
        return f"this run does not have {lead(run)} under {where} on the same test parts"
    interval = intervals.over_sets(by_set)
    quantity = f"area up to 10 % as a share of that under {run.paper.protocols[against]}, minus 1"
    what, ids = f"{lead(run)}, reported beyond the honest result", (lead_id(run), lead_id(run))
    of, plain = (
        (ids, interval, (-INFINITE, within), "percent"),
        f"{lead(run)} reports {{}} more than an honest test confirms",
    )
    return [estimate(run, under, what, quantity, *of, plain=plain)]


def on_noise(run: Run, within: float) -> list[Statement] | str:
    """Judge the lead on shuffled labels: its mean recall up to 10 % minus that of a random order.

    The interval is over data sets, or over the test parts of each if there are few data sets.
    """
    from naivebench.core.hit_curves import UP_TO
    from naivebench.report.papers.rows import ratio

    scored = runs.scores(run, "permuted", run.paper.rows[0].metric)
    by_set = {d: folds for (d, m), folds in scored.items() if m == lead_id(run)}
    excess = {d: [s.value / UP_TO - UP_TO / 2 for s in folds.values()] for d, folds in by_set.items()}
    what, quantity = f"{lead(run)} on shuffled labels", "mean recall up to 10 % over that of a random order"
    ids, region = (lead_id(run), ""), (-INFINITE, within)
    plain = f"On shuffled labels {lead(run)} is {{}} better than a random order"
    if len(by_set) >= rules.FEW:
        interval = intervals.over_sets([math.fsum(e) / len(e) for e in excess.values()])
        of = (what, quantity, ids, interval, region, "points")
        return [estimate(run, "permuted", *of, data=list(by_set), plain=plain)]
    statements = []
    for d, folds in by_set.items():
        interval = intervals.mean(excess[d], ratio(folds))
        told = (what, f"{quantity}, {d}", ids, interval, region, "points", "test part")
        statements.append(estimate(run, "permuted", *told, data=[d], plain=plain))
    return statements or f"this run does not have {lead(run)} on shuffled labels"
