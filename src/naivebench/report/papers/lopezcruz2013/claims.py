"""Claims of Lopez-Cruz et al. 2013 that no common rule judges."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results.context import families
from naivebench.benchmark.results.formats import listing, plural
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.lopezcruz2013 import angles, forms, ranks
from naivebench.report.papers.paper import value
from naivebench.report.papers.run import Run, difference, paired
from naivebench.report.papers.verdicts import Region, Statement, estimated, tallied

DRAWN = 200  # pairs of densities with which a theorem is tried
ROUNDING = 1e-9  # nats
INFINITE = math.inf


def _count(
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


def only_pair(run: Run, first: str, second: str, under: Sequence[str] = ("paper",)) -> rules.Outcome:
    """The difference of two average ranks with Nemenyi's simultaneous interval, and how many of the other
    pairs differ: those that are not significant may or may not.
    """
    comparison = ranks.own_comparison(run, under)
    if comparison is None:
        return "fewer than two data sets have all five methods"
    average, cd = comparison.compared.average_ranks, comparison.compared.critical_difference
    gap, n = average[second] - average[first], len(comparison.datasets)
    others = [p for p in comparison.compared.pairs if {p.a, p.b} != {first, second}]
    (own,) = (p for p in comparison.compared.pairs if p not in others)
    corrected = {f"{p.a} – {p.b}": p.bergmann_hommel for p in others}
    different = [name for name, p in corrected.items() if p is not None and p <= ranks.ALPHA]
    family = families(run.results)
    sources = len({family.get(d, d) for d in comparison.datasets})
    shared = f"; the {n} data sets come from {sources} sources, and each has a vote, as in the paper's test"
    protocol = f"protocol {listing(comparison.protocols, 'or')}"
    one, other = (run.paper.methods[m].ids[0] for m in (first, second))
    interval = Interval(gap, gap - cd, gap + cd, n, own.bergmann_hommel)
    more = "p after Bergmann and Hommel" + (shared if sources < n else "")
    return [
        estimated(
            f"{first} above {second}",
            "difference of average ranks, simultaneous for all pairs (Nemenyi)",
            protocol,
            (one, other),
            interval,
            "data set",
            (0.0, INFINITE),
            "signed",
            more,
            comparison.datasets,
        ),
        _count(
            "Other pairs that differ",
            f"of {len(others)}, Bergmann and Hommel's correction",
            protocol,
            len(different),
            len(others),
            (-INFINITE, 0.5),
            f"so: {listing(different)}" if different else "",
            comparison.datasets,
        ),
    ]


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
        _count(
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


def likelihood(run: Run, printed: str = "", variable: int = 0) -> rules.Outcome:
    """von Mises against Gaussian log-likelihood in every fit; of one angle (counted from 1) of the data set
    that stands for a printed one, if they are named.
    """
    found = angles.fitted(run)
    if printed:
        named = {s.id for s in runs.stands(run, "paper", leading=True) if s.printed == printed}
        found = [f for f in found if f.dataset in named]
        names = list(dict.fromkeys(f.attribute for f in found))
        found = [f for f in found if f.attribute in names[variable - 1 : variable]]
    if not found:
        return f"no angle {variable} of what stands for {printed}" if printed else "no angles were fitted"
    above, sets = sum(f.gain > 0 for f in found), list(dict.fromkeys(f.dataset for f in found))
    fits, on = plural(len(found), "fit"), plural(len(sets), "data set")
    quantity = f"of {fits} of one angle in one class, on {on}, all cases"
    what, region = "Fits with the higher log-likelihood", (len(found), INFINITE)
    return [_count(what, quantity, "", above, above, region, "", sets)]


def period(run: Run) -> rules.Outcome:
    """What GNB loses by a cut that is not the likeliest, on average over all cuts, and vMNB by rotation."""
    found: dict[str, dict[str, list[float]]] = {}
    for dataset, method, rows in angles.rotations(run):
        found.setdefault(dataset, {})[method] = [r.accuracy for r in rows]
    losses, moved = dict[str, float](), dict[str, float]()
    for dataset in (s.id for s in runs.stands(run, "paper", leading=True) if s.id in found):
        of = found[dataset]
        gaussian = next((of[m] for m in ("gnb", "mixed_nb") if m in of), None)
        own = of.get("vmnb", [])
        if gaussian and angles.LIKELIEST in of and own:
            losses[dataset] = of[angles.LIKELIEST][0] - math.fsum(gaussian) / len(gaussian)
            moved[dataset] = max(abs(a - own[0]) for a in own)
    if len(losses) < rules.FEW:
        return f"fewer than {rules.FEW} data sets were rotated"
    statements = []
    for what, methods, values, region, more in (
        (
            "GNB with the likeliest cut minus GNB over all cuts",
            (angles.LIKELIEST, "gnb"),
            losses,
            (0.0, INFINITE),
            f"a loss on {sum(v > 0 for v in losses.values())}",
        ),
        ("Largest change of vMNB by rotation", ("vmnb", ""), moved, (-ROPE, ROPE), ""),
    ):
        voting = runs.votes(run, values)
        interval = intervals.mean(voting.values)
        where = (what, "accuracy pooled over the folds", "all angles turned by eight offsets", methods)
        interval = interval if region[0] == 0 else interval._replace(p=None)
        statements.append(estimated(*where, interval, voting.things, region, "points", more, values))
    return statements


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
    return [_count(what, quantity, f"protocol {protocol}", len(true), len(true), region, said, sets)]


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


def closed_forms(_: Run) -> rules.Outcome:
    """Posteriors of classifiers with drawn parameters against the closed forms; the same in every run."""
    gaps = forms.gaps(DRAWN)
    wrong = [label for label, gap in gaps.items() if gap > ROUNDING]
    quantity = (
        f"of {len(gaps)}, log odds of the densities against the closed form for {DRAWN} pairs of classes "
        "with drawn "
        "parameters"
    )
    more = f"not equal: {listing(wrong)}" if wrong else f"equal: {listing(gaps)}"
    right = len(gaps) - len(wrong)
    return [_count("Forms that are equal", quantity, "", right, right, (len(gaps), INFINITE), more, ())]


def against_gaussian(run: Run) -> str:
    """The one statement on vMNB and GNB: on which data sets it is better, with the correction for the number
    of data sets and, where there are groups, these apart.
    """
    args = rules.Arguments(first="vMNB", second="GNB", under=("grouped", "paper"))
    outcome = rules.RULES["better_on_each"].judge(run, args)
    if isinstance(outcome, str):
        return ""
    (statement,) = (s for s in outcome if not isinstance(s, str))
    total = int(statement.quantity.split()[1])
    return (
        "vMNB against GNB, corrected resampled t tests (McNemar's on a single test part), Holm's correction"
        f" over {plural(total, 'data set')}, groups kept together where there are any: significantly better"
        f" on {statement.value:.0f}, worse on {total - int(statement.high)}; {statement.more}."
    )


def examples(run: Run) -> list[str]:
    """What the drawn examples are, and where the surfaces of the methods on data stand."""
    if not runs.stands(run, "paper"):
        return []
    drawn = [dataset for dataset, surfaces in run.results.surfaces.items() if surfaces]
    real = (
        f"What the methods of this run make of {listing(drawn)} stands on the cards of the data sets and of "
        "the methods."
    )
    return run.paper.more["examples"] + ([real] if drawn else [])
