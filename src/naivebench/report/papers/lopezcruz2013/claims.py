"""Claims of Lopez-Cruz et al. 2013 that no common rule judges."""

from __future__ import annotations

import math

from naivebench.benchmark.results.formats import listing, plural
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.judges import tally
from naivebench.report.papers.lopezcruz2013 import angles
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import estimated

INFINITE = math.inf


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
    return [tally(what, quantity, "", above, above, region, "", sets)]


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
