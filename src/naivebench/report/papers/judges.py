"""Judges of statements that no rule makes, for any paper: a paper.yaml names them with `rule: own`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results.formats import listing, plural
from naivebench.evaluation.statistics import intervals
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import value
from naivebench.report.papers.run import Run, difference, paired
from naivebench.report.papers.verdicts import Region, Statement, estimated, tallied

INFINITE = math.inf


def tally(
    what: str,
    quantity: str,
    protocol: str,
    shown: int,
    most: int,
    region: Region,
    more: str,
    data: Sequence[str],
) -> Statement:
    """A count that lies between `shown` and `most`, which says how many cannot be told."""
    unknown = f"cannot tell: {most - shown}" if most > shown else ""
    more = "; ".join(text for text in (more, unknown) if text)
    return tallied(what, quantity, protocol, shown, most, region, more, data, things="")


def best_on(run: Run, method: str, share: float, under: Sequence[str]) -> rules.Outcome:
    """On how many data sets a method is the best of the paper's: significantly above every other one, or
    significantly below one.
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
            f"of {len(sets)}, intervals of the differences from each other method",
            f"protocol {roles}",
            len(shown),
            len(sets) - len(against),
            (math.ceil(share * len(sets)), INFINITE),
            "; ".join(more),
            sets,
        )
    ]


def parameters(run: Run, first: str, second: str, more: bool = False, but: int = 0) -> rules.Outcome:
    """On how many data sets the first method has as many parameters as the second (`more`: more), which is
    counted, not estimated.
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
    return [tally(what, quantity, f"protocol {protocol}", len(true), len(true), region, said, sets)]


def printed_ratio(run: Run, first: str, second: str, between: Sequence[float]) -> rules.Outcome:
    """The ratio of the printed times of Table 2, beside that of this run."""
    times = [
        [value(run.paper, printed, m, "learning_time_s") for m in (first, second)]
        for printed in run.paper.data_sets
    ]
    several = [a / b for a, b in times if a and b]
    if not several:
        return f"the printed times of {first} and {second} are not there"
    interval = intervals.ratio(several)
    spread = f"from {min(several):.2f} to {max(several):.2f}"
    what, quantity = f"{first} against {second} as printed", "time of learning, ratio"
    of = ("data set", (between[0], between[1]), "ratio", spread)
    return [estimated(what, quantity, "", ("", ""), interval._replace(p=None), *of)]
