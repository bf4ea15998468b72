"""What Robles et al. 2003 claim, judged by outer cross-validation around the search; the paper judges by the
cases that the search maximised.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from typing import NamedTuple

from naivebench.papers.before.claim_rules import (
    ALPHA,
    BETTER_RULE,
    FAILS,
    FEW,
    HOLDS,
    PART,
    READINGS_RULE,
    SURE,
    UNTESTABLE,
    Claim,
    Compared,
    Statement,
    adjusted,
    agreed,
    better,
    compared_text,
    difference,
    fold_scores,
    graded,
    graded_rule,
    judged,
    on_folds,
    over_sets,
    protocols_apart,
    significance_text,
)
from naivebench.papers.robles2003.findings import mann_whitney
from naivebench.papers.robles2003.run import HONEST, PAPER, SOURCES, Published, read, run_counts
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import plural
from naivebench.results.parts import PUBLISHED
from naivebench.results.summaries import Summary, mean_std

ID = "robles2003"
PAPER_LEVEL = 0.001  # of the paper's tests
ITERATIVE = {
    "Iterative Bayes on probabilities, as the paper describes it": "iterative_bayes",
    "Iterative Bayes on counts, as its author does": "iterative_bayes_counts",
}
ITERATIVE_RULE = f"{BETTER_RULE} {READINGS_RULE.format('Iterative Bayes')}"
OVERVIEW, TESTS = "#table-robles2003_methods", "#table-robles2003_significance"


class Run(NamedTuple):
    """The run as the claims take it; data sets are keyed by their printed names."""

    results: Results
    summary: Summary
    published: Published
    # protocol -> printed name -> data set with scores of at least two of the methods
    sets: dict[str, dict[str, str]]
    folds: dict  # of the honest protocol, as `fold_scores` gives them
    # (data set, method) -> correct cases of every run under the paper's protocol, and cases tested
    counts: dict


def gather(results: Results, summary: Summary) -> Run | None:
    """The run with the printed figures; None without scores of the paper's methods."""
    published = read(PUBLISHED)
    if published is None:
        return None
    names = dict.fromkeys(d for d, _, metric in published.figures if metric == "accuracy_pct")
    scored: dict[tuple[str, str], set[str]] = {}
    for protocol, dataset, method in summary.pooled:
        if protocol in (PAPER, HONEST) and method in SOURCES:
            scored.setdefault((protocol, dataset), set()).add(method)
    sets: dict[str, dict[str, str]] = {PAPER: {}, HONEST: {}}
    for protocol, name in ((p, n) for p in sets for n in names):
        ours = name.replace("m-of-n", "mofn")
        chosen = next(
            (c for c in (f"{ours}-published", ours) if len(scored.get((protocol, c), ())) > 1), None
        )
        sets[protocol] |= {name: chosen} if chosen else {}
    if not any(sets.values()):
        return None
    return Run(results, summary, published, sets, fold_scores(results, HONEST), run_counts(results))


def gains(run: Run, protocol: str, first: str, second: str = "nb") -> dict[str, float]:
    """Printed name -> accuracy of the first method minus that of the second."""
    differences = {
        name: difference(run.summary, protocol, d, first, second) for name, d in run.sets[protocol].items()
    }
    return {name: d for name, d in differences.items() if d is not None}


def _printed(run: Run, first: str, second: str = "nb") -> str:
    """The mean printed gain, of the paper's tables."""
    if not {first, second} <= set(SOURCES):
        return ""
    names = {d for d, _, metric in run.published.figures if metric == "accuracy_pct"}
    gain = {
        m: {
            d: v[0]
            for (d, name, metric), v in run.published.figures.items()
            if d in names and metric == "improvement_over_NB_pct" and name == SOURCES[m].printed
        }
        for m in (first, second)
    }
    common = (
        gain[first]
        if second == "nb"
        else {d: v - gain[second][d] for d, v in gain[first].items() if d in gain[second]}
    )
    if not common:
        return ""
    return (
        f" Printed: {formats.text(math.fsum(common.values()) / len(common) / 100, 'points')} points on "
        f"{plural(len(common), 'data set')}."
    )


def _gain(run: Run, first: str, second: str = "nb", more: str = "") -> tuple[str, str] | None:
    """Whether the first method is better in general."""
    fair, printed = (gains(run, p, first, second) for p in (HONEST, PAPER))
    honest, paper = over_sets(fair.values()), over_sets(d for name, d in printed.items() if name in fair)
    if honest is None:
        return None
    verdict = better(honest)
    text = f"Honest protocol: {compared_text(honest)}."
    text += f" Paper's protocol: {compared_text(paper)}." if paper else ""
    return verdict, text + _printed(run, first, second) + more + (
        protocols_apart(better(paper), verdict) if paper else ""
    )


def _tests(run: Run, pairs: Iterable[tuple[str, str]]) -> list:
    rows = {d: run.results.prepared.get(d, {}).get("rows", 0) for d in run.sets[HONEST].values()}
    return adjusted(
        on_folds(run.folds, rows[d], d, a, b, f"{a} on {d}") for a, b in pairs for d in rows if rows[d]
    )


def _runs_test(run: Run, pairs: Iterable[tuple[str, str]]) -> tuple[int, int, str]:
    """The paper's test on the runs under its protocol: how many significant at its level, of how many, and
    that in words.
    """
    p = []
    for (a, b), d in ((pair, d) for pair in pairs for d in run.sets[PAPER].values()):
        if (d, a) in run.counts and (d, b) in run.counts and len(run.counts[d, a][0]) > 1:
            constant = mean_std(run.counts[d, b][0])[0]
            p.append(
                mann_whitney(run.counts[d, a][0], constant)
                if mean_std(run.counts[d, a][0])[0] > constant
                else 1.0
            )
    if not p:
        return 0, 0, "The paper's own test needs several runs of the search, this run has one."
    text = (
        "The paper's Mann-Whitney test of the runs, uncorrected, under its protocol: better with p < "
        f"{PAPER_LEVEL:g} in"
    )
    return sum(v < PAPER_LEVEL for v in p), len(p), f"{text} {sum(v < PAPER_LEVEL for v in p)} of {len(p)}."


def _significant(run: Run, pairs: Iterable[tuple[str, str]], share: float) -> tuple[str, str] | None:
    tests = _tests(run, pairs)
    if not tests:
        return None
    verdict = graded(sum(t.shown for t in tests), len(tests), share)
    shown, total, text = _runs_test(run, pairs)
    apart = protocols_apart(graded(shown, total, share), verdict) if total else ""
    return verdict, f"Honest protocol: {significance_text(tests)}. {text}{apart}"


def improves(run: Run) -> tuple[str, str] | None:
    """IENB above naive Bayes."""
    return _gain(run, "ienb")


def significant(run: Run) -> tuple[str, str] | None:
    """IENB and APNBC-EDA significantly above naive Bayes everywhere."""
    return _significant(run, (("ienb", "nb"), ("apnbc_eda", "nb")), 1.0)


def fewer_cases(run: Run) -> tuple[str, str] | None:
    """The gain of IENB against the number of cases."""
    honest, paper = (_against_size(run, p) for p in (HONEST, PAPER))
    if honest is None:
        return None
    verdict = _falling(honest)
    text = f"Rank correlation of gain and number of cases, honest protocol: {_correlation(honest)}."
    if paper is None:
        return verdict, text
    return verdict, text + f" Paper's protocol: {_correlation(paper)}." + protocols_apart(
        _falling(paper), verdict
    )


def _against_size(run: Run, protocol: str) -> tuple[float, float, int] | None:
    """Spearman's rho of gain against cases, its p and the number of data sets; None without gains."""
    from scipy.stats import spearmanr

    gain = gains(run, protocol, "ienb")
    cases = {name: run.results.prepared.get(run.sets[protocol][name], {}).get("rows") for name in gain}
    known = [n for n in gain if cases[n]]
    if len(known) < FEW or len({gain[n] for n in known}) < 2:
        return (0.0, 1.0, len(known)) if known else None
    rho, p = spearmanr([cases[n] for n in known], [gain[n] for n in known])
    return float(rho), float(p), len(known)


def _falling(correlation: tuple[float, float, int]) -> str:
    rho, p, n = correlation
    if n < FEW:
        return UNTESTABLE
    return FAILS if rho >= 0 else HOLDS if p <= ALPHA else PART


def _correlation(correlation: tuple[float, float, int]) -> str:
    return (
        f"ρ = {formats.text(correlation[0], 'signed')}, p {formats.p_phrase(correlation[1])} on "
        f"{plural(correlation[2], 'data set')}"
    )


def above_iterative(run: Run) -> tuple[str, str] | None:
    """IENB above Iterative Bayes, by every reading of it that was run."""
    readings = {
        label: judged for label, method in ITERATIVE.items() if (judged := _gain(run, "ienb", method))
    }
    if not readings:
        return None
    return agreed([verdict for verdict, _ in readings.values()]), " ".join(
        f"{label}: {text}" for label, (_, text) in readings.items()
    )


def above_greedy_weights(run: Run) -> tuple[str, str] | None:
    """APNBC-EDA above APNBC."""
    return _gain(run, "apnbc_eda", "apnbc")


def backward(run: Run) -> tuple[str, str] | None:
    """BSEJ above FSSJ."""
    return _gain(run, "bsej", "fssj")


def searched(run: Run) -> tuple[str, str] | None:
    """Pazzani-EDA above BSEJ, with what it costs and what other ways to spend as much bring."""
    return _gain(run, "pazzani_eda", "bsej", _effort(run))


def _effort(run: Run) -> str:
    pairs = [
        [run.summary.means.get((PAPER, d, m), {}).get("evaluations") for m in ("pazzani_eda", "bsej")]
        for d in run.sets[PAPER].values()
    ]
    ratios = [a / b for a, b in pairs if a and b]
    text = (
        f" It evaluates {statistics.median(ratios):,.1f} times as many structures (median over data sets)."
        if ratios
        else ""
    )
    others = {"random_structure": "random structures", "bsej_restarts": "restarts of BSEJ"}
    equal = {label: over_sets(gains(run, PAPER, "pazzani_eda", m).values()) for m, label in others.items()}
    gained = [f"{formats.text(c.mean, 'points')} points on {label}" for label, c in equal.items() if c]
    return text + (
        f" On rivals with the same budget it gains, under the paper's protocol, {formats.listing(gained)}."
        if gained
        else ""
    )


def searched_significant(run: Run) -> tuple[str, str] | None:
    """Pazzani-EDA significantly above BSEJ on as large a share of the data sets as in the paper."""
    return _significant(run, (("pazzani_eda", "bsej"),), _printed_share(run.published))


def _printed_share(published: Published) -> float:
    """Share of the data sets which the paper marks as significant in Table 6."""
    marks = [
        v[2]
        for (_, name, metric), v in published.figures.items()
        if (name, metric) == ("Pazzani-EDA", "accuracy_pct")
    ]
    return sum("dagger" in m and "no dagger" not in m for m in marks) / len(marks)


def simpler(run: Run) -> tuple[str, str] | None:
    """Attributes and groups of Pazzani-EDA against those of BSEJ, structures found on all cases."""
    labels = {"attributes": "attributes_used", "groups": "groups"}
    tests = {label: fewer for label, key in labels.items() if (fewer := _fewer(run, key))}
    if len(tests) < len(labels):
        return None
    verdicts = [better(c) for c, _ in tests.values()]
    parts = [f"{_means(means, label)}, {_fewer_text(c)}" for label, (c, means) in tests.items()]
    verdict = UNTESTABLE if UNTESTABLE in verdicts else graded(verdicts.count(HOLDS), len(verdicts))
    return verdict, f"Means over data sets, paper's protocol: {'; '.join(parts)}."


def _means(means: tuple[float, float], label: str) -> str:
    mine, theirs = (formats.text(m, "rank") for m in means)
    return f"{mine} {label} against {theirs}"


def _fewer_text(c: Compared) -> str:
    return f"fewer on {c.above} and more on {c.below} of {plural(c.n, 'data set')}, P(fewer) {c.better:.2f}"


def _fewer(run: Run, key: str) -> tuple[Compared, tuple[float, float]] | None:
    searched, greedy = (
        [run.summary.means.get((PAPER, d, m), {}).get(key) for d in run.sets[PAPER].values()]
        for m in ("pazzani_eda", "bsej")
    )
    pairs = [(a, b) for a, b in zip(searched, greedy, strict=True) if a is not None and b is not None]
    test = over_sets([b - a for a, b in pairs], rope=0.0)
    if test is None:
        return None
    return test, (math.fsum(a for a, _ in pairs) / len(pairs), math.fsum(b for _, b in pairs) / len(pairs))


SIGNIFICANT = "Corrected resampled t test on each data set over the honest folds, Holm over all of them."
STATEMENTS = (
    Statement("5.3, Table 3; 6", "IENB improves naive Bayes.", BETTER_RULE, OVERVIEW, improves),
    Statement(
        "5.3",
        "IENB and APNBC-EDA differ significantly from naive Bayes on all data sets.",
        graded_rule(SIGNIFICANT, "significantly better in all comparisons"),
        TESTS,
        significant,
    ),
    Statement(
        "5.3",
        "IENB improves more on data sets with fewer cases.",
        "Spearman's rank correlation of honest gain and number of cases. Holds: negative, p ≤ "
        f"{ALPHA:g}. In part: negative. Does not hold: else.",
        OVERVIEW,
        fewer_cases,
    ),
    Statement(
        "5.3, Table 3",
        "IENB is better than Iterative Bayes, with one exception.",
        ITERATIVE_RULE,
        OVERVIEW,
        above_iterative,
    ),
    Statement(
        "5.3, Table 4",
        "APNBC-EDA “clearly outperforms” greedy APNBC.",
        BETTER_RULE,
        OVERVIEW,
        above_greedy_weights,
    ),
    Statement("5.3, Table 5", "BSEJ improves naive Bayes more than FSSJ.", BETTER_RULE, OVERVIEW, backward),
    Statement(
        "5.3, Table 6; 6",
        "Heuristic search has “a clear advantage”: Pazzani-EDA beats greedy BSEJ.",
        BETTER_RULE,
        OVERVIEW,
        searched,
    ),
    Statement(
        "5.3, Table 6",
        "Pazzani-EDA differs significantly from BSEJ on 15 of 21 data sets.",
        graded_rule(SIGNIFICANT, "significantly better on at least the printed share of the data sets"),
        TESTS,
        searched_significant,
    ),
    Statement(
        "5.3",
        "Structures of Pazzani-EDA are simpler than those of BSEJ: fewer attributes and fewer groups.",
        "Bayesian signed-rank test over data sets on both numbers. A number is smaller: mean below "
        f"that of BSEJ and P(fewer) > {SURE:g}. "
        "Holds: both. In part: one. Does not hold: none.",
        "#table-robles2003_table6",
        simpler,
    ),
)


def claims(results: Results, summary: Summary) -> tuple[Claim, ...]:
    """The paper's claims, judged."""
    return judged(ID, STATEMENTS, gather(results, summary))
