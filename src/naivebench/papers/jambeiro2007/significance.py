"""Jambeiro and Wainer 2007: tests of HPB at every selection rate, and what the paper says in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from naivebench.papers.before.claim_rules import FAILS, HOLDS, PART, graded
from naivebench.papers.jambeiro2007.run import (
    ALPHA,
    NESTED,
    REFERENCE,
    Run,
    facts,
    mean,
    method_cell,
    name_of,
    signed,
)
from naivebench.results import formats
from naivebench.results.context import stanza
from naivebench.results.formats import listing, plural
from naivebench.results.parts import Part, dataset_cell
from naivebench.results.tables import Cell, Column, Row, Table
from naivebench.statistics.corrected_t import CorrectedTResult

RIVALS = ("NB", "TAN", "DE", "ADE")  # that HPB must beat on the generator
SIGNS = {"hit_area": 1, "hit_area_10": 1, "rmse": -1, "log_loss_clipped": -1}  # -1: smaller is better
LABELS = {
    "hit_area": "AUC",
    "hit_area_10": "AUC up to 10 %",
    "rmse": "RMSE",
    "log_loss_clipped": "MCE, clipped",
}
TESTED = (
    Column("dataset", "Data set", "id"),
    Column("method", "Against", "text"),
    *(
        column
        for m, label in LABELS.items()
        for column in (
            Column(m, label, "score", "HPB minus the method; bold: significant"),
            Column(f"{m}_p", "p", "p", "Corrected resampled t test over the folds, two-sided"),
        )
    ),
    Column(
        "better",
        "HPB better at",
        "text",
        "Selection rates in percent at which HPB's recall is significantly higher, each test for "
        "itself as in the paper",
    ),
    Column("better_holm", "corrected", "text", "The same with Holm's correction over the selection rates"),
    Column(
        "worse",
        "HPB worse at",
        "text",
        "Selection rates in percent at which HPB's recall is significantly lower, each test for itself",
    ),
)


def paired(
    run: Run, dataset: str, metric: str, first: str, second: str, protocol: str = NESTED
) -> CorrectedTResult | None:
    """The corrected t test of two methods over the folds that both have; None without two folds."""
    import numpy as np

    from naivebench.statistics.corrected_t import corrected_t

    one, other = (run.folds.get((protocol, dataset, m, metric), {}) for m in (first, second))
    d = np.array([one[k] - other[k] for k in one if k in other])
    d = d[np.isfinite(d)]
    stored = facts(run, protocol, dataset)
    return corrected_t(d, stored["test_train_ratio"]) if len(d) > 1 and stored else None


def side(difference: float | None, p: float | None, sign: int = 1) -> str:
    """better, worse or not different, at ALPHA."""
    if p is None or p > ALPHA or not difference:
        return "not different"
    return "better" if difference * sign > 0 else "worse"


def ranges(rates: list[float]) -> str:
    """`1–6, 9` for selection rates, in percent, of which neighbours are 1 % apart."""
    whole, runs = [round(100 * r) for r in rates], list[list[int]]()
    for w in whole:
        if runs and w == runs[-1][1] + 1:
            runs[-1][1] = w
        else:
            runs.append([w, w])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs) or formats.DASH


def test_table(run: Run) -> Table:
    """HPB against every method: areas, probabilities, and the selection rates at which the recall differs."""
    rows = []
    for dataset in run.datasets:
        stored = facts(run, NESTED, dataset)
        for method in (m for m in run.methods if m in stored.get("tests", {})):
            test = stored["tests"][method]
            row: Row = {"dataset": dataset_cell(dataset), "method": method_cell(run, method)}
            for metric in LABELS:
                d, p = test[metric]["difference"], test[metric]["p"]
                css = "strong" if p is not None and p <= ALPHA else ""
                row |= {metric: Cell(d, None if d is None else signed(d), css), f"{metric}_p": p}
            at = {key: _rates(stored["test_rates"], test["recall"], key) for key in ("better", "worse")}
            row |= {key: ranges(differing) for key, differing in at.items()}
            rows.append(
                row
                | {"better_holm": ranges(_rates(stored["test_rates"], test["recall"], "better", "p_holm"))}
            )
    tested: list[float] = next(
        (facts(run, NESTED, d)["test_rates"] for d in run.datasets if facts(run, NESTED, d)), []
    )
    note = (
        f"Tested at every selection rate from {100 * tested[0]:.0f} to {100 * tested[-1]:.0f} % in "
        "steps of 1 %."
        if tested
        else ""
    )
    return Table("jambeiro2007_tests", "HPB minus each method, over the folds.", TESTED, tuple(rows), note)


def _rates(rates: list[float], recall: dict, wanted: str, key: str = "p") -> list[float]:
    return [
        r for r, d, p in zip(rates, recall["difference"], recall[key], strict=True) if side(d, p) == wanted
    ]


class Found(NamedTuple):
    """A statement on one data set: in how many of its comparisons it is true, and the figures in words."""

    true: int
    total: int
    measured: str


class Compared(NamedTuple):
    """A comparison of a statement; `p` by Holm over the statement's comparisons on the data set."""

    words: str  # `HPB – NB: +0.0100`
    metric: str
    other: str  # method
    difference: float
    p: float

    @property
    def side(self) -> str:
        """How the first method stands: better, worse or not different."""
        return side(self.difference, self.p, SIGNS.get(self.metric, 1))


def _corrected(tests: list[Compared]) -> list[Compared]:
    import numpy as np

    from naivebench.statistics import posthoc

    p = posthoc.holm(np.array([c.p for c in tests])) if tests else ()
    return [c._replace(p=float(q)) for c, q in zip(tests, p, strict=True)]


def _pairs(
    run: Run, dataset: str, protocol: str, pairs: Iterable[tuple[str, str]], metric: str = "hit_area_10"
) -> list[Compared]:
    """Comparisons of methods as the paper names them, over the folds."""
    tests = []
    for first, second in pairs:
        test = paired(run, dataset, metric, run.printed.get(first, ""), run.printed.get(second, ""), protocol)
        if test is not None:
            label = f"{first} – {second}: {signed(test.mean)}"
            tests.append(
                Compared(label, metric, run.printed[second], test.mean, 1.0 if test.p is None else test.p)
            )
    return _corrected(tests)


def _counted(tests: list[Compared], wanted: str, label: str) -> Found | None:
    evidence = "; ".join(f"{c.words}, p {formats.p_phrase(c.p)}" for c in tests)
    return Found(sum(c.side == wanted for c in tests), len(tests), f"{label}, {evidence}.") if tests else None


def best_of_all(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """HPB against every printed method by four measures."""
    tests = {
        m: t for m, t in facts(run, protocol, dataset).get("tests", {}).items() if m in run.printed.values()
    }
    entries = [(metric, m, t[metric]) for metric in SIGNS for m, t in tests.items()]
    compared = _corrected(
        [Compared("", k, m, e["difference"] or 0.0, 1.0 if e["p"] is None else e["p"]) for k, m, e in entries]
    )
    if not compared:
        return None
    measured = []
    for metric in SIGNS:
        of_metric = [c for c in compared if c.metric == metric]
        lost, below = (
            [name_of(run, c.other) for c in of_metric if test(c.side)]
            for test in (lambda s: s != "better", lambda s: s == "worse")
        )
        text = f"{LABELS[metric]}: better than {len(of_metric) - len(lost)} of {len(of_metric)}"
        text += f", not than {listing(lost)}" if 0 < len(lost) <= 5 else ""
        measured.append(text + (f"; worse than {listing(below)}" if below else ""))
    return Found(sum(c.side == "better" for c in compared), len(compared), ". ".join(measured) + ".")


def clusters(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """AIBN/TAN against TAN."""
    tests = _pairs(run, dataset, protocol, [("AIBN/TAN", "TAN")])
    first = _counted(tests, "better", "Area up to 10 %")
    return first and first._replace(true=len(tests) - first.true)


def without_binary(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """Trees, tables and graphs against TAN."""
    return _counted(
        _pairs(run, dataset, protocol, [(m, "TAN") for m in ("BN DG C", "BN DG CM", "HC DT", "HC DF")]),
        "worse",
        "Area up to 10 %",
    )


def with_binary(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """Graphs with binary splits against those without."""
    return _counted(
        _pairs(run, dataset, protocol, [("BN DG CB", "BN DG C"), ("BN DG CBM", "BN DG CM")], "recall_1"),
        "better",
        "Recall at 1 %",
    )


def no_interactions(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """TAN against the methods that see no interactions."""
    return _counted(
        _pairs(run, dataset, protocol, [("TAN", "NB"), ("TAN", "Noisy-OR")]), "better", "Area up to 10 %"
    )


class Statement(NamedTuple):
    """What the paper says; `judge`: (run, data set, protocol) -> Found, None where it was not run."""

    where: str
    sentence: str
    wanted: str  # what must be so for it to hold
    judge: Callable


STATEMENTS = (
    Statement(
        "3, Table 2",
        "HPB is significantly better than all other classifiers in AUC, AUC up to 10 %, RMSE and MCE.",
        "HPB better in all comparisons",
        best_of_all,
    ),
    Statement(
        "3; 4",
        "Merging values (AIBN) before TAN does not improve the hit curve significantly.",
        "not better on any data set",
        clusters,
    ),
    Statement(
        "3",
        "Decision trees, default tables and decision graphs without binary splits make the hit curves "
        "worse (here: than TAN).",
        "worse in all comparisons",
        without_binary,
    ),
    Statement(
        "3",
        "Decision graphs with binary splits separate the most critical patterns: the beginning of the "
        "curve is better.",
        "better in all comparisons",
        with_binary,
    ),
    Statement(
        "3",
        "TAN performs better than naive Bayes and noisy-OR, which see no interactions.",
        "better in all comparisons",
        no_interactions,
    ),
)
CLAIMS = (
    Column("claim", "The paper says", "long"),
    Column("dataset", "Data set", "id"),
    Column(
        "verdict",
        "Here",
        "text",
        "On this data set, Holm over the comparisons. Holds: in all of them; in part: in at least half",
    ),
    Column("measured", "Measured", "long"),
)


def claims(run: Run) -> Table:
    """What the paper says in words, on every data set; verdicts over all stand among the page's claims."""
    rows = []
    for statement, dataset in ((s, d) for s in STATEMENTS for d in run.datasets):
        outcome = statement.judge(run, dataset)
        if outcome:
            verdict = graded(outcome.true, outcome.total)
            row = {
                "claim": statement.sentence,
                "dataset": dataset_cell(dataset),
                "measured": outcome.measured,
            }
            rows.append(row | {"verdict": Cell(verdict, css="strong" if verdict == FAILS else "")})
    return Table(
        "jambeiro2007_claims", "What the paper says in words, on every data set.", CLAIMS, tuple(rows)
    )


def part(run: Run) -> Part | None:
    """Tests and claims; None without tests."""
    table, statements = test_table(run), claims(run)
    if not table.rows:
        return None
    counts = {v: sum(row["verdict"].value == v for row in statements.rows) for v in (HOLDS, PART, FAILS)}
    summary = (
        f"Of {plural(len(statements.rows), 'statement')} on single data sets, {counts[HOLDS]} hold, "
        f"{counts[PART]} hold in part, "
    )
    summary += f"{counts[FAILS]} do not."
    return Part(
        "Tests, and what the paper says",
        (summary,) if statements.rows else (),
        (statements,) if statements.rows else (),
        (table,),
    )


def lost(run: Run) -> str:
    """That there is nothing printed to reproduce."""
    total, gone = len(run.published.figures), sum(v is None for v in run.published.figures.values())
    return (
        f"{gone} of the {total} printed figures are lost and the data are private, so no figure can be "
        "reproduced: the paper's tables are filled "
        f"with those of this run on {plural(len(run.datasets), 'other data set')}, and its statements "
        "are tested."
    )


def generated(run: Run) -> list[str]:
    """Data sets made by the generator, with the reference method's curves."""
    sources = {d: stanza(run.results, "datasets", d).get("source") for d in run.datasets}
    return [
        d
        for d, s in sources.items()
        if isinstance(s, dict) and s.get("generator") and REFERENCE in facts(run, NESTED, d).get("curves", {})
    ]


def generator(run: Run) -> tuple[str, ...]:
    """Whether HPB's area up to 10 % is significantly above NB, TAN, DE and ADE where the patterns were
    planted, and what beats it.
    """
    parts = []
    for dataset in generated(run):
        tests = facts(run, NESTED, dataset)["tests"]
        rivals = [run.printed[name] for name in RIVALS if run.printed.get(name) in tests]
        if rivals:
            parts += [_against_rivals(run, dataset, rivals), *_better_ones(run, dataset)]
    return tuple(parts)


def _rival_tests(run: Run, dataset: str, rivals: list[str]) -> dict[str, tuple[float, float]]:
    """Rival -> (HPB's area up to 10 % minus the rival's, p corrected by Holm over the rivals)."""
    import numpy as np

    from naivebench.statistics import posthoc

    tests = [facts(run, NESTED, dataset)["tests"][m]["hit_area_10"] for m in rivals]
    p = posthoc.holm(np.array([1.0 if t["p"] is None else t["p"] for t in tests]))
    return {m: (t["difference"], float(q)) for m, t, q in zip(rivals, tests, p, strict=True)}


def above_rivals(run: Run, dataset: str, rivals: list[str]) -> tuple[list[str], list[str]]:
    """The rivals that HPB's area up to 10 % is significantly above, and the others."""
    tests = _rival_tests(run, dataset, rivals)
    above = [m for m, (d, p) in tests.items() if p <= ALPHA and d > 0]
    return above, [m for m in rivals if m not in above]


def _against_rivals(run: Run, dataset: str, rivals: list[str]) -> str:
    tests, (above, rest) = _rival_tests(run, dataset, rivals), above_rivals(run, dataset, rivals)
    head = f"On {dataset}, where critical patterns are planted, HPB's area up to 10 % is"
    test = (
        f"corrected t test over {plural(facts(run, NESTED, dataset)['folds'], 'fold')}, Holm over the "
        f"{len(rivals)}"
    )
    if not rest:
        largest = f"{test}: largest p {formats.p_phrase(max(p for _, p in tests.values()))}"
        return (
            f"{head} significantly above that of {_names(run, rivals)}, as the paper says it should be "
            f"({largest})."
        )
    how = f"significantly above that of {_names(run, above)}, but not" if above else "not significantly"
    reasons = "; ".join(_reason(run, dataset, m, *tests[m]) for m in rest)
    return f"{head} {how} above that of {_names(run, rest)}, against what the paper says ({test}). {reasons}."


def _names(run: Run, methods: list[str]) -> str:
    return listing(name_of(run, m) for m in methods)


def _reason(run: Run, dataset: str, method: str, difference: float, p: float) -> str:
    """The difference, and how many planted patterns both tell from their competitors."""
    text = f"{name_of(run, method)}: difference {signed(difference)}, p {formats.p_phrase(p)}"
    recovered = facts(run, NESTED, dataset).get("patterns", {}).get("methods", {})
    counts = [sum(bool(f) for f in recovered[m]["found"]) for m in (method, REFERENCE) if m in recovered]
    if len(counts) < 2:
        return text
    total = sum(f is not None for f in recovered[method]["found"])
    return (
        f"{text}; it tells {counts[0]} of {total} planted patterns from their more general competitors, "
        f"HPB {counts[1]}"
    )


def _better_ones(run: Run, dataset: str) -> tuple[str, ...]:
    """Methods whose area up to 10 % is significantly above HPB's."""
    tests = facts(run, NESTED, dataset)["tests"]
    above = [
        m
        for m in run.methods
        if m in tests and side(tests[m]["hit_area_10"]["difference"], tests[m]["hit_area_10"]["p"]) == "worse"
    ]
    if not above:
        return (f"No method is significantly above HPB on {dataset}.",)
    figures = listing(
        f"{name_of(run, m)} ({mean(run, NESTED, dataset, m, 'hit_area_10'):.4f})" for m in above
    )
    return (
        f"Significantly above HPB ({mean(run, NESTED, dataset, REFERENCE, 'hit_area_10'):.4f}) on "
        f"{dataset}, each test for itself: {figures}.",
    )
