"""What Kang et al. 2006 claim, judged with thresholds fixed on training documents and folds that keep similar
proteins together.

The paper's own protocol moves the threshold over the test documents and splits proteins at random. What can
be read of its score leaves two readings, with and without the factor |D|: both are judged, and where they
differ a claim holds in part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from naivebench.papers.before.claim_rules import (
    ALPHA,
    BETTER_RULE,
    DOUBT,
    FAILS,
    FEW,
    HOLDS,
    LEVEL_RULE,
    PARITY_RULE,
    PART,
    READINGS_RULE,
    SURE,
    UNTESTABLE,
    Claim,
    Compared,
    FoldTest,
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
    parity,
    protocols_apart,
    significance_text,
)
from naivebench.papers.kang2006.run import (
    GROUPED,
    PAPER,
    Run,
    Topic,
    method_of,
    methods_of,
    of_class,
    proteins,
)
from naivebench.papers.kang2006.run import gather as gather_section
from naivebench.papers.kang2006.texts import LEAD, break_even, leading_topics
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import listing, plural
from naivebench.results.summaries import Summary

ID = "kang2006"
HONEST = "honest"
TABLE1, TABLE2, TREES = "#table-kang2006_table1", "#table-kang2006_table2", "#table-kang2006_trees"


class Judged(NamedTuple):
    """The run as the claims take it."""

    results: Results
    summary: Summary
    run: Run | None  # texts and proteins
    folds: dict[str, dict]  # protocol -> as `fold_scores` gives them


def gather(results: Results, summary: Summary) -> Judged | None:
    """The run; None without figures per class and without the methods on tables."""
    run = gather_section(results, summary)
    tables = any(protocol == HONEST and method in ("rbc", "rnbl") for protocol, _, method in summary.pooled)
    if run is None and not tables:
        return None
    return Judged(
        results, summary, run, {p: fold_scores(results, p) for p in (PAPER, GROUPED)} if run else {}
    )


def fixed(run: Run, topic: Topic, printed: str) -> float | None:
    """(precision + recall) / 2 at the threshold of held-out training documents."""
    figures = of_class(run, topic.dataset, topic.label, method_of(run, topic.dataset, printed))
    return (figures.get("fixed") or {}).get("break_even")


def on_texts(
    run: Run, lead: str, other: str, measure: Callable[[Run, Topic, str], float | None]
) -> Compared | None:
    """The first printed method against the second over the topics."""
    pairs = [(measure(run, t, lead), measure(run, t, other)) for t in leading_topics(run)]
    return over_sets(a - b for a, b in pairs if a is not None and b is not None)


def readings(j: Judged) -> tuple[str, ...]:
    """The names of the paper's method under both readings of its score."""
    return (LEAD, *j.run.published.scaled) if j.run else ()


def _texts(j: Judged, other: str, rule: Callable[[Compared], str]) -> tuple[str, str] | None:
    run = j.run
    if run is None:
        return None
    honest = {lead: c for lead in readings(j) if (c := on_texts(run, lead, other, fixed))}
    if not honest:
        return None
    verdict = agreed([rule(c) for c in honest.values()])
    text = [
        f"{lead}, threshold fixed on training documents: {compared_text(c, 'topic')}."
        for lead, c in honest.items()
    ]
    others = [t.name for t in leading_topics(run) if t.kind != "exact"]
    text += [f"Other documents than the paper's stand for {plural(len(others), 'topic')}."] if others else []
    swept = {lead: c for lead in honest if (c := on_texts(run, lead, other, break_even))}
    if not swept:
        return verdict, " ".join(text)
    gaps = listing(
        f"{lead} {formats.text(c.mean, 'points')} points, P(better) {c.better:.2f}"
        for lead, c in swept.items()
    )
    text.append(f"Swept over the test documents as in the paper: {gaps}.")
    return verdict, " ".join(text) + protocols_apart(agreed([rule(c) for c in swept.values()]), verdict)


def texts_bayes(j: Judged) -> tuple[str, str] | None:
    """RNBL-MN above naive Bayes on texts."""
    return _texts(j, "NB-MN", better)


def texts_tree(j: Judged) -> tuple[str, str] | None:
    """RNBL-MN above C4.5 on texts."""
    return _texts(j, "C4.5", better)


def texts_svm(j: Judged) -> tuple[str, str] | None:
    """RNBL-MN no worse than the SVM on texts."""
    return _texts(j, "SVM", parity)


def _protocol(run: Run, dataset: str) -> str:
    """Folds that keep similar proteins together where they were run, else the paper's random ones."""
    return GROUPED if methods_of(run, GROUPED, dataset) else PAPER


def protein_test(j: Judged, dataset: str, lead: str, other: str, protocol: str = "") -> FoldTest | None:
    """The corrected t test of two printed methods over all sites; honest folds unless told otherwise."""
    if j.run is None:
        return None
    protocol = protocol or _protocol(j.run, dataset)
    first, second = (method_of(j.run, dataset, m, protocol) for m in (lead, other))
    if first is None or second is None:
        return None
    rows = j.results.prepared[dataset]["rows"]
    return on_folds(j.folds[protocol], rows, dataset, first, second, f"{other} on {dataset}")


def _proteins(j: Judged, others: Sequence[str]) -> tuple[str, str] | None:
    if j.run is None:
        return None
    sets = [d for _, d in proteins(j.run)]
    tests_of: dict[str, list[list[FoldTest]]] = {}
    for lead in readings(j):
        both = [
            adjusted(protein_test(j, d, lead, other, p) for other in others for d in sets)
            for p in ("", PAPER)
        ]
        tests_of |= {lead: both} if both[0] else {}
    if not tests_of:
        return None
    verdicts = [[graded(_true(tests), len(tests)) for tests in both if tests] for both in tests_of.values()]
    verdict, together = agreed([v[0] for v in verdicts]), sum(_protocol(j.run, d) == GROUPED for d in sets)
    text = [
        f"{lead} is {significance_text(honest)}: {_gaps(honest)}." for lead, (honest, _) in tests_of.items()
    ]
    text.append(
        f"Similar proteins in one fold on {together} of {plural(len(sets), 'data set')}, all of them "
        "substitutes."
    )
    if not together:
        return verdict, " ".join(text)
    random = listing(f"{lead} in {_true(tests)} of {len(tests)}" for lead, (_, tests) in tests_of.items())
    text.append(f"As claimed in random folds, which the paper has: {random}.")
    return verdict, " ".join(text) + protocols_apart(agreed([v[-1] for v in verdicts]), verdict)


def _true(tests: Iterable[FoldTest]) -> int:
    """Comparisons as claimed: no worse than the SVM, significantly better than all others."""
    return sum(t.level if t.label.startswith("SVM ") else t.shown for t in tests)


def _gaps(tests: Iterable[FoldTest]) -> str:
    return listing(
        f"{formats.text(t.difference, 'points')} points against {t.label}"
        + (f" (P(worse) {t.below:.2f})" if t.label.startswith("SVM ") else "")
        for t in tests
    )


def proteins_bayes(j: Judged) -> tuple[str, str] | None:
    """RNBL-MN above naive Bayes on proteins."""
    return _proteins(j, ("NB-MN",))


def proteins_rivals(j: Judged) -> tuple[str, str] | None:
    """RNBL-MN above C4.5 and the SVM on proteins."""
    return _proteins(j, ("C4.5", "SVM"))


def significant_splits(j: Judged) -> tuple[str, str] | None:
    """What the trees look like; that splits are significant cannot be tested."""
    if j.run is None:
        return None
    sizes = {label: _nodes(j.run, label) for label in readings(j)}
    splits = [f"{label} splits on {_splits(nodes)}" for label, nodes in sizes.items() if nodes]
    if not splits:
        return None
    text = "The paper names no test and no level: a split is made whenever the score rises."
    return UNTESTABLE, f"{text} {'; '.join(splits)}."


def _splits(nodes: list[float]) -> str:
    mean = formats.text(math.fsum(nodes) / len(nodes), "rank")
    return f"{sum(n > 1 for n in nodes)} of {plural(len(nodes), 'data set')} ({mean} nodes on average)"


def _nodes(run: Run, label: str) -> list[float]:
    """Mean number of nodes on every data set under the paper's protocol."""
    grown = (
        methods_of(run, p, d).get(method_of(run, d, label) or "", {}).get("trees", [])
        for p, d in run.facts
        if p == PAPER
    )
    return [
        math.fsum(t["nodes"] for t in trees) / len(trees) for trees in grown if trees and "nodes" in trees[0]
    ]


def cheaper(j: Judged) -> tuple[str, str] | None:
    """CPU time of learning against the SVM."""
    ratios = []
    for run, dataset in [(j.run, d) for p, d in j.run.facts if p == PAPER] if j.run else []:
        methods = (method_of(run, dataset, m) for m in (LEAD, "SVM"))
        ours, theirs = (j.summary.cost.get((PAPER, dataset, m), {}).get("fit_seconds") for m in methods)
        ratios += [ours / theirs] if ours and theirs else []
    if not ratios:
        return None
    text = (
        f"Learning takes less CPU time than the SVM's on {sum(r < 1 for r in ratios)} of "
        f"{plural(len(ratios), 'data set')}"
    )
    return graded(
        sum(r < 1 for r in ratios), len(ratios)
    ), f"{text}; ratios from {min(ratios):.2f} to {max(ratios):.2f}."


def on_tables(j: Judged, method: str) -> Compared | None:
    """A method against naive Bayes over the data sets of the honest protocol."""
    sets = dict.fromkeys(d for p, d, m in j.summary.pooled if p == HONEST and m == method)
    differences = (difference(j.summary, HONEST, d, method, "nb") for d in sets)
    return over_sets(v for v in differences if v is not None)


def langley(j: Judged) -> tuple[str, str] | None:
    """Langley's recursive classifier is practically naive Bayes."""
    test = on_tables(j, "rbc")
    if test is None:
        return None
    verdict = (
        UNTESTABLE
        if test.n < FEW
        else HOLDS
        if test.better < DOUBT
        else FAILS
        if test.better > SURE
        else PART
    )
    return verdict, f"RBC over naive Bayes, honest protocol: {compared_text(test)}."


def with_criterion(j: Judged) -> tuple[str, str] | None:
    """The recursive classifiers that stop by the score, above naive Bayes on tables."""
    names = {"the plain score": "rnbl", "the factor |D|": "rnbl_node_scale"}
    tests = {label: c for label, m in names.items() if (c := on_tables(j, m))}
    if not tests:
        return None
    text = " ".join(f"With {label}, honest protocol: {compared_text(c)}." for label, c in tests.items())
    return agreed([better(c) for c in tests.values()]), text


READINGS = f" {READINGS_RULE.format('the score')}"
TEXTS = (
    "Topics count as data sets, though they share documents. (Precision + recall) / 2 at a threshold fixed "
    "on training documents. "
)
ABOVE, LEVEL = (TEXTS + rule + READINGS for rule in (BETTER_RULE, PARITY_RULE))
SITES = f"Accuracy over all sites, corrected resampled t test over honest folds, Holm, two-sided {ALPHA:g}."
STATEMENTS = (
    Statement(
        "4.1, Table 1; 5.2",
        "RNBL-MN “substantially outperforms” naive Bayes on Reuters.",
        ABOVE,
        TABLE1,
        texts_bayes,
    ),
    Statement("4.1, Table 1", "RNBL-MN outperforms C4.5 on Reuters.", ABOVE, TABLE1, texts_tree),
    Statement("4.1; 5.2", "RNBL-MN is comparable to a linear SVM on Reuters.", LEVEL, TABLE1, texts_svm),
    Statement(
        "5.2",
        "RNBL-MN substantially outperforms naive Bayes on the localisation of proteins.",
        graded_rule(SITES, "significantly better on all data sets") + READINGS,
        TABLE2,
        proteins_bayes,
    ),
    Statement(
        "4.2, Table 2",
        "On proteins RNBL-MN generally outperforms C4.5 and compares favourably with the SVM.",
        graded_rule(
            f"{SITES} No worse than the SVM: {LEVEL_RULE}.",
            "better than C4.5 and no worse than the SVM on all data sets",
        )
        + READINGS,
        TABLE2,
        proteins_rivals,
    ),
    Statement(
        "3.3",
        "A node is split only for a “statistically significant improvement” of the score.",
        "Cannot be tested: a claim of significance takes a test and a level.",
        TREES,
        significant_splits,
    ),
    Statement(
        "5.2",
        "RNBL-MN needs modest computation relative to the SVM.",
        graded_rule("CPU time of learning on the same words.", "less on all data sets"),
        "#cost",
        cheaper,
        timed=True,
    ),
    Statement(
        "1; 5.2",
        "On tables of nominal attributes Langley's recursive classifier (RBC) offers little "
        "improvement over naive Bayes.",
        "Over data sets, Bayesian signed-rank test of RBC against naive Bayes. "
        f"Holds: P(better by more than 1 point) < {DOUBT:g}. Does not hold: P(better) > {SURE:g}. In "
        "part: between.",
        "#method-rbc",
        langley,
    ),
    Statement(
        "5.2",
        "With a CMDL criterion Langley's classifier might outperform naive Bayes.",
        BETTER_RULE + READINGS,
        "#method-rnbl",
        with_criterion,
    ),
)


def claims(results: Results, summary: Summary) -> tuple[Claim, ...]:
    """The paper's claims, judged."""
    return judged(ID, STATEMENTS, gather(results, summary))
