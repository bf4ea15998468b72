"""What Lopez-Cruz et al. 2013 claim, judged on its data sets and those that stand for them.

The honest protocol keeps related cases (one protein, one week) in one fold where a data set tells which they
are; elsewhere the paper's own folds are honest. One data set stands for each of the paper's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.papers.before.claim_rules import (
    ALPHA,
    BETTER_RULE,
    FAILS,
    HOLDS,
    LEVEL_RULE,
    PART,
    Claim,
    FoldTest,
    Statement,
    adjusted,
    better,
    compared_text,
    fold_scores,
    graded,
    graded_rule,
    judged,
    on_folds,
    over_sets,
    protocols_apart,
    significance_text,
)
from naivebench.papers.lopezcruz2013 import angles, claim_forms, statistics
from naivebench.papers.lopezcruz2013.run import GROUPED, METHODS, PAPER, Run, method_of
from naivebench.papers.lopezcruz2013.run import gather as gather_section
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import listing, plural
from naivebench.results.summaries import Summary
from naivebench.results.tables import raw

ID = "lopezcruz2013"
ANGULAR = 0.5  # share of angular attributes from which a data set counts as one of angles
DRAWN = 200  # pairs of densities with which a theorem is tried
ROUNDING = 1e-9  # nats
TABLE1, TABLE2, TABLE3, TABLE4, TABLE5 = (f"#table-lopezcruz2013_table{n}" for n in range(1, 6))


class Judged(NamedTuple):
    """The run as the claims take it."""

    run: Run
    sets: tuple[str, ...]  # one per data set of the paper
    folds: dict[str, dict]  # protocol -> as `fold_scores` gives them


def gather(results: Results, summary: Summary) -> Judged | None:
    """The run with the printed figures; None without scores under the paper's protocol."""
    run = gather_section(results, summary)
    if run is None:
        return None
    return Judged(
        run,
        tuple(s.dataset for s in run.stands if s.leading),
        {p: fold_scores(results, p) for p in (PAPER, GROUPED)},
    )


def fair_protocol(j: Judged, dataset: str, methods: Iterable[str]) -> str:
    """Grouped folds where all the methods have them, else the paper's."""
    return GROUPED if all((dataset, m) in j.folds[GROUPED] for m in methods) else PAPER


def _methods(j: Judged, dataset: str, first: str, second: str) -> tuple[str, str] | None:
    """The methods of this run for two printed ones, None unless it has both."""
    one, other = (method_of(j.run, dataset, m) for m in (first, second))
    return (one, other) if one and other else None


def pair(j: Judged, dataset: str, first: str, second: str, protocol: str = "") -> list[float]:
    """Differences of the printed methods over common folds, honest unless told otherwise; [] if none."""
    methods = _methods(j, dataset, first, second)
    if methods is None:
        return []
    one, other = (
        j.folds[protocol or fair_protocol(j, dataset, methods)].get((dataset, m), {}) for m in methods
    )
    return [one[k][0] - other[k][0] for k in one if k in other]


def _rows(j: Judged, dataset: str) -> int:
    return j.run.results.prepared[dataset]["rows"]


def corrected(j: Judged, dataset: str, first: str, second: str, protocol: str = "") -> FoldTest | None:
    """The corrected t test of two printed methods, on honest folds unless a protocol is named."""
    methods = _methods(j, dataset, first, second)
    if methods is None:
        return None
    return on_folds(
        j.folds[protocol or fair_protocol(j, dataset, methods)], _rows(j, dataset), dataset, *methods
    )


def _grouped(j: Judged) -> str:
    sets = [d for d in j.sets if any(key[0] == d for key in j.folds[GROUPED])]
    return f"Related cases in one fold on {plural(len(sets), 'data set')} of {len(j.sets)}." if sets else ""


def _levels(j: Judged, pairs: Iterable[tuple[str, str]]) -> dict[str, list]:
    """Data set -> the tests of all pairs, where it has all."""
    tests_of = {d: [corrected(j, d, a, b) for a, b in pairs] for d in j.sets}
    return {d: tests for d, tests in tests_of.items() if None not in tests}


def similar_or_better(j: Judged) -> tuple[str, str] | None:
    """vMNB and SelvMNB against their Gaussian counterparts."""
    tests_of = _levels(j, (("vMNB", "GNB"), ("SelvMNB", "SelGNB")))
    if not tests_of:
        return None
    good = [d for d, tests in tests_of.items() if all(t.level for t in tests)]
    rest = listing(
        f"{d} ({max(t.below for t in tests):.2f})" for d, tests in tests_of.items() if d not in good
    )
    text = f"Both are so on {len(good)} of {plural(len(tests_of), 'data set')}" + (
        f"; largest P(worse) elsewhere: {rest}" if rest else ""
    )
    return graded(len(good), len(tests_of), 1 - 1 / len(tests_of)), f"{text}. {_grouped(j)}".strip()


def significantly_better(j: Judged) -> tuple[str, str] | None:
    """vMNB significantly above GNB on half of the data sets."""
    tests = adjusted(corrected(j, d, "vMNB", "GNB") for d in j.sets)
    if not tests:
        return None
    verdict = graded(sum(t.shown for t in tests), len(tests), 0.5)
    text = f"vMNB is {significance_text(tests, 'data set')}. {_grouped(j)}".strip()
    paper = _sorted_runs(j, "vMNB", "GNB")
    if not paper:
        return verdict, text
    shown, total = paper
    random = adjusted(corrected(j, d, "vMNB", "GNB", PAPER) for d in j.sets)
    text += (
        f" On the paper's random folds the same test shows it on {sum(t.shown for t in random)} of "
        f"{len(random)}."
    )
    text += (
        " By the paper's test (sorted runs, one-sided on the side that the data show, uncorrected) it is "
        f"better on {shown} of {total}."
    )
    return verdict, text + protocols_apart(graded(shown, total, 0.5), verdict)


def _sorted_runs(j: Judged, first: str, second: str) -> tuple[int, int] | None:
    from naivebench.statistics.sorted_runs import sorted_runs

    by_set = [statistics.differences(j.run, d, first, second) for d in j.sets]
    tests = [sorted_runs(d) for d in by_set if d is not None]
    return (sum(t.p_one_sided <= ALPHA and t.direction == ">" for t in tests), len(tests)) if tests else None


def share_of_angles(j: Judged, dataset: str) -> float:
    """Share of angular attributes."""
    kinds = [a["kind"] for a in j.run.results.prepared[dataset]["attributes"]]
    return kinds.count("angular") / len(kinds) if kinds else 0.0


def many_angles(j: Judged) -> tuple[str, str] | None:
    """vMNB against GNB where most attributes are angles, and where few are."""
    tests = {t.label: t for t in adjusted(corrected(j, d, "vMNB", "GNB") for d in j.sets)}
    high = [t for d, t in tests.items() if share_of_angles(j, d) >= ANGULAR]
    low = [t for d, t in tests.items() if share_of_angles(j, d) < ANGULAR]
    if not high:
        return None
    shown = listing(f"{t.label} ({formats.text(t.difference, 'points')} points)" for t in high if t.shown)
    sets = plural(len(high), "data set")
    text = (
        "Where at least half of the attributes are angles, vMNB is significantly better on "
        f"{sum(t.shown for t in high)} of {sets}"
    )
    text += f": {shown}" if shown else ""
    text += (
        f". Mean gain there {_mean_points(high)}"
        + (f", on the others {_mean_points(low)}" if low else "")
        + " points."
    )
    return graded(sum(t.shown for t in high), len(high), 0.5), f"{text} {_grouped(j)}".strip()


def _mean_points(tests: Sequence[FoldTest]) -> str:
    return formats.text(math.fsum(t.difference for t in tests) / len(tests), "points")


def ranking(j: Judged) -> tuple[str, str] | None:
    """Average ranks of the five methods."""
    comparison = statistics.own_comparison(j.run)
    if comparison is None:
        return None
    ranks = comparison["average_ranks"]
    orders = {
        "SelvMNB has the best average rank": ranks["SelvMNB"] == min(ranks.values()),
        "SelvMNB ranks above SelGNB": ranks["SelvMNB"] < ranks["SelGNB"],
        "vMNB ranks above GNB": ranks["vMNB"] < ranks["GNB"],
    }
    wrong = listing(text for text, true in orders.items() if not true)
    order = ", ".join(
        f"{m} {formats.text(r, 'rank')}" for m, r in sorted(ranks.items(), key=lambda item: item[1])
    )
    text = f"Average ranks over {plural(len(comparison['datasets']), 'data set')}: {order}." + (
        f" Not so: {wrong}." if wrong else ""
    )
    return graded(sum(orders.values()), len(orders)), text


def overall(j: Judged) -> tuple[str, str] | None:
    """Which pairs differ over all data sets after correction."""
    comparison = statistics.own_comparison(j.run)
    if comparison is None:
        return None
    different = [p for p in comparison["pairs"] if p["bergmann_hommel"] <= ALPHA]
    wanted = next(p for p in comparison["pairs"] if {p["a"], p["b"]} == {"SelvMNB", "GNB"})
    above = comparison["average_ranks"]["SelvMNB"] < comparison["average_ranks"]["GNB"]
    sets = plural(len(comparison["datasets"]), "data set")
    text = (
        f"SelvMNB against GNB: p {formats.p_phrase(wanted['bergmann_hommel'])} after Bergmann and Hommel, "
        f"{sets}."
    )
    others = [f"{p['a']} – {p['b']}" for p in different if p is not wanted]
    text += (
        f" Other pairs that differ: {listing(others)}."
        if others
        else " No other pair differs."
        if wanted in different
        else " No pair differs."
    )
    verdict = FAILS if wanted not in different or not above else PART if others else HOLDS
    return verdict, text


def discretized(j: Judged) -> tuple[str, str] | None:
    """dNB against both selective methods."""
    tests_of = _levels(j, (("dNB", "SelvMNB"), ("dNB", "SelGNB")))
    if not tests_of:
        return None
    good = sum(all(t.level for t in tests) for tests in tests_of.values())
    best = sum(all((_mean(pair(j, d, "dNB", m)) or 0) > 0 for m in METHODS if m != "dNB") for d in tests_of)
    text = (
        f"dNB is so on {good} of {plural(len(tests_of), 'data set')}, and has the best accuracy of the five "
        f"on {best}. {_grouped(j)}"
    )
    return graded(good, len(tests_of), 0.5), text.strip()


def selective(j: Judged) -> tuple[str, str] | None:
    """SelvMNB against vMNB, with the attributes that it keeps."""
    honest, paper = ([_mean(pair(j, d, "SelvMNB", "vMNB", p)) for d in j.sets] for p in ("", PAPER))
    compared = over_sets(v for v in honest if v is not None)
    if compared is None:
        return None
    kept = []
    for d in j.sets:
        means = j.run.summary.means.get((PAPER, d, method_of(j.run, d, "SelvMNB") or ""), {})
        total = len(j.run.results.prepared[d]["attributes"])
        kept += [means["attributes_used"] / total] if "attributes_used" in means and total else []
    text = f"SelvMNB over vMNB: {compared_text(compared)}. {_grouped(j)}".strip()
    text += (
        f" It keeps {formats.text(math.fsum(kept) / len(kept), 'percent')} % of the attributes on average."
        if kept
        else ""
    )
    printed_test = over_sets(v for v in paper if v is not None)
    return better(compared), text + (
        protocols_apart(better(printed_test), better(compared)) if printed_test else ""
    )


def _mean(values: list[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def likelihood(j: Judged) -> tuple[str, str] | None:
    """von Mises against Gaussian log-likelihood in every fit."""
    rows = angles.fit_rows(j.run)
    if not rows:
        return None
    above, sets = sum(r["gain"] > 0 for r in rows), len({raw(r["dataset"]) for r in rows})
    text = (
        f"Higher in {above:,} of {len(rows):,} fits of one angle in one class, on "
        f"{plural(sets, 'data set')} (maximum likelihood, all cases)."
    )
    return graded(above, len(rows)), text


def cut(j: Judged) -> tuple[str, str] | None:
    """What rotating all angles changes."""
    spreads: dict[str, dict[str, float]] = {}
    for dataset, method, rows in angles.rotation_rows(j.run):
        spreads.setdefault(dataset, {})[method] = max(r["changed"] for r in rows)
    spreads = {d: m for d, m in spreads.items() if {"vmnb", "gnb"} <= m.keys()}
    if not spreads:
        return None
    free, bound = (
        [d for d, m in spreads.items() if m["vmnb"] == 0],
        [d for d, m in spreads.items() if m["gnb"] > 0],
    )
    worst = max(spreads, key=lambda d: spreads[d]["gnb"])
    sets = plural(len(spreads), "data set")
    text = (
        f"Rotating all angles changes predictions of GNB on {len(bound)} of {sets} "
        f"(up to {formats.text(spreads[worst]['gnb'], 'percent')} % of them, {worst}), of vMNB on "
        f"{len(spreads) - len(free)}."
    )
    return graded(sum(d in free and d in bound for d in spreads), len(spreads)), text


def cost(j: Judged) -> tuple[str, str] | None:
    """Parameters and learning time of vMNB and GNB."""
    equal, faster, ratios = 0, 0, []
    for d in j.sets:
        keys = [(PAPER, d, method_of(j.run, d, m)) for m in ("vMNB", "GNB")]
        parameters = [j.run.summary.means.get(k, {}).get("n_parameters") for k in keys]
        seconds = [j.run.summary.cost.get(k, {}).get("fit_seconds") for k in keys]
        if None in parameters or None in seconds or not seconds[1]:
            continue
        equal += parameters[0] == parameters[1]
        faster += seconds[1] < seconds[0]
        ratios.append(seconds[0] / seconds[1])
    if not ratios:
        return None
    text = (
        f"As many parameters on {equal} of {plural(len(ratios), 'data set')}; GNB is faster on {faster}, "
        f"vMNB takes {np.median(ratios):.2f} times as long (median, CPU time of learning)."
    )
    return graded(equal + faster, 2 * len(ratios)), text


def theorems(_: Judged) -> tuple[str, str] | None:
    """Posteriors of classifiers with drawn parameters against the closed forms; the same in every run."""
    gaps = claim_forms.gaps(DRAWN)
    equal, apart = (
        [label for label, gap in gaps.items() if (gap <= ROUNDING) is wanted] for wanted in (True, False)
    )
    text = (
        f"{DRAWN} pairs of classes with drawn parameters for each form, log odds of the densities against "
        "the closed form: "
    )
    text += f"equal for {listing(equal)}" if equal else ""
    text += f"{'; ' if equal else ''}not equal for {listing(apart)}" if apart else ""
    return graded(len(equal), len(gaps)), f"{text}."


SIGNIFICANT = "Corrected resampled t test over honest folds on each data set, Holm over the data sets."
STATEMENTS = (
    Statement(
        "4.1; 5",
        "vMNB and SelvMNB perform similarly to or better than GNB and SelGNB on all data sets but one.",
        graded_rule(
            f"Similar or better on a data set: {LEVEL_RULE}.", "both are so on all data sets but one"
        ),
        TABLE1,
        similar_or_better,
    ),
    Statement(
        "4.1, Table 5",
        "vMNB significantly outperforms GNB on four of the eight data sets.",
        graded_rule(SIGNIFICANT, "significantly better on at least half"),
        TABLE5,
        significantly_better,
    ),
    Statement(
        "4.1",
        "vMNB frequently outperforms GNB where many of the attributes are angles.",
        graded_rule(
            f"{SIGNIFICANT} Many: at least half.",
            "significantly better on at least half of the data sets with many",
        ),
        TABLE1,
        many_angles,
    ),
    Statement(
        "4.1, Table 3",
        "SelvMNB has the best average rank; vMNB and SelvMNB rank above GNB and SelGNB.",
        graded_rule("Average ranks of the five methods over the data sets; three statements.", "all three"),
        TABLE3,
        ranking,
    ),
    Statement(
        "4.1, Table 4",
        "Over all data sets only SelvMNB and GNB differ significantly.",
        f"Two-sided z tests on average ranks, correction of Bergmann and Hommel, {ALPHA:g}. Holds: "
        "this pair alone, SelvMNB above. "
        "In part: this pair and others. Does not hold: not this pair.",
        TABLE4,
        overall,
    ),
    Statement(
        "4.1",
        "dNB is competitive with SelvMNB and SelGNB, and the best on half of the data sets.",
        graded_rule(
            f"Competitive with both on a data set: {LEVEL_RULE}.", "so on at least half of the data sets"
        ),
        TABLE1,
        discretized,
    ),
    Statement(
        "3.6; 5",
        "Selecting attributes makes naive Bayes more accurate: SelvMNB above vMNB.",
        BETTER_RULE,
        TABLE1,
        selective,
    ),
    Statement(
        "4.2, Fig. 13",
        "von Mises densities “always yield higher” log-likelihood than Gaussian ones.",
        graded_rule("Fits of one angle in one class by maximum likelihood.", "higher in all"),
        "#table-lopezcruz2013_fit",
        likelihood,
    ),
    Statement(
        "4.2",
        "Gaussian densities ignore the period, which harms naive Bayes; von Mises densities do not.",
        graded_rule(
            "Rotating all angles by one offset: what changes is the cut of the circle.",
            "on all data sets it changes GNB and never vMNB",
        ),
        "#table-lopezcruz2013_rotation",
        cut,
    ),
    Statement(
        "4.1, Table 2",
        "vMNB and GNB have as many parameters; GNB is slightly faster.",
        graded_rule("Both statements on every data set.", "both on all"),
        TABLE2,
        cost,
        timed=True,
    ),
    Statement(
        "3.2 to 3.4, Theorems 1 to 3; 5",
        "With one directional attribute naive Bayes is a linear classifier, with two angles a quadratic one; "
        "with Gaussian attributes beside a direction it is linear where the covariances are equal.",
        graded_rule(
            f"Closed forms against the densities at drawn points, equal within {ROUNDING:g} nats.",
            "all four forms",
        ),
        "#lopezcruz2013",
        theorems,
    ),
)


def claims(results: Results, summary: Summary) -> tuple[Claim, ...]:
    """The paper's claims, judged."""
    return judged(ID, STATEMENTS, gather(results, summary))
