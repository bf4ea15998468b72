"""Jambeiro and Wainer 2007: tests of HPB against every method, at every selection rate, and what the paper says in words."""

from __future__ import annotations

from naivebench.reporting import formats
from naivebench.reporting.context import stanza
from naivebench.reporting.formats import listing, plural
from naivebench.reporting.jambeiro2007 import ALPHA, NESTED, REFERENCE, Run, facts, mean, method_cell, name_of, signed
from naivebench.reporting.parts import Part, dataset_cell
from naivebench.reporting.tables import Cell, Column, Table

RIVALS = ("NB", "TAN", "DE", "ADE")  # that HPB must beat on the generator
SIGNS = {"hit_area": 1, "hit_area_10": 1, "rmse": -1, "log_loss_clipped": -1}  # -1: smaller is better
LABELS = {"hit_area": "AUC", "hit_area_10": "AUC up to 10 %", "rmse": "RMSE", "log_loss_clipped": "MCE, clipped"}
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
        "Selection rates in percent at which HPB's recall is significantly higher, each test for itself as in the paper",
    ),
    Column("better_holm", "corrected", "text", "The same with Holm's correction over the selection rates"),
    Column("worse", "HPB worse at", "text", "Selection rates in percent at which HPB's recall is significantly lower, each test for itself"),
)


def paired(run: Run, dataset: str, metric: str, first: str, second: str):
    """The corrected t test of two methods over the folds that both have, nested protocol; None without two folds."""
    import numpy as np

    from naivebench.statistics.corrected_t import corrected_t

    one, other = (run.folds.get((NESTED, dataset, m, metric), {}) for m in (first, second))
    d = np.array([one[k] - other[k] for k in one if k in other])
    d = d[np.isfinite(d)]
    told = facts(run, NESTED, dataset)
    return corrected_t(d, told["test_train_ratio"]) if len(d) > 1 and told else None


def side(difference: float | None, p: float | None, sign: int = 1) -> str:
    """better, worse or not different, at ALPHA."""
    if p is None or p > ALPHA or not difference:
        return "not different"
    return "better" if difference * sign > 0 else "worse"


def ranges(rates: list[float]) -> str:
    """`1–6, 9` for selection rates, in percent, of which neighbours are 1 % apart."""
    whole, runs = [round(100 * r) for r in rates], []
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
        told = facts(run, NESTED, dataset)
        for method in (m for m in run.methods if m in told.get("tests", {})):
            test, row = told["tests"][method], {"dataset": dataset_cell(dataset), "method": method_cell(run, method)}
            for metric in LABELS:
                d, p = test[metric]["difference"], test[metric]["p"]
                css = "strong" if p is not None and p <= ALPHA else ""
                row |= {metric: Cell(d, None if d is None else signed(d), css), f"{metric}_p": p}
            at = {key: _rates(told["test_rates"], test["recall"], key) for key in ("better", "worse")}
            row |= {key: ranges(found) for key, found in at.items()}
            rows.append(row | {"better_holm": ranges(_rates(told["test_rates"], test["recall"], "better", "p_holm"))})
    tested = next((facts(run, NESTED, d)["test_rates"] for d in run.datasets if facts(run, NESTED, d)), [])
    note = f"Tested at every selection rate from {100 * tested[0]:.0f} to {100 * tested[-1]:.0f} % in steps of 1 %." if tested else ""
    return Table("jambeiro2007_tests", "HPB minus each method, over the folds.", TESTED, tuple(rows), note)


def _rates(rates: list[float], recall: dict, wanted: str, key: str = "p") -> list[float]:
    return [r for r, d, p in zip(rates, recall["difference"], recall[key], strict=True) if side(d, p) == wanted]


CLAIMS = (
    Column("claim", "The paper says", "long"),
    Column("dataset", "Data set", "id"),
    Column("verdict", "Here", "text", "holds, holds in part, or does not hold on this data set"),
    Column("measured", "Measured", "long"),
)


def claims(run: Run) -> Table:
    """What the paper says in words, on every data set."""
    rows = []
    for claim in (_best_of_all, _clusters, _without_binary, _with_binary, _no_interactions):
        for dataset in run.datasets:
            found = claim(run, dataset)
            if found:
                text, verdict, measured = found
                css = "strong" if verdict == "does not hold" else ""
                rows.append({"claim": text, "dataset": dataset_cell(dataset), "verdict": Cell(verdict, css=css), "measured": measured})
    return Table("jambeiro2007_claims", "What the paper says in words, and this run.", CLAIMS, tuple(rows))


def _graded(true: int, total: int) -> str:
    return "holds" if true == total else "holds in part" if true else "does not hold"


def _best_of_all(run: Run, dataset: str):
    tests = {m: t for m, t in facts(run, NESTED, dataset).get("tests", {}).items() if m in run.printed.values()}
    if not tests:
        return None
    sides = {metric: {m: side(t[metric]["difference"], t[metric]["p"], sign) for m, t in tests.items()} for metric, sign in SIGNS.items()}
    measured = []
    for metric, found in sides.items():
        lost = [name_of(run, m) for m, s in found.items() if s != "better"]
        worse = [name_of(run, m) for m, s in found.items() if s == "worse"]
        words = f"{LABELS[metric]}: better than {len(found) - len(lost)} of {len(found)}"
        words += f", not than {listing(lost)}" if 0 < len(lost) <= 5 else ""
        measured.append(words + (f"; worse than {listing(worse)}" if worse else ""))
    pairs = [s for found in sides.values() for s in found.values()]
    text = "HPB is significantly better than all other classifiers in AUC, AUC up to 10 %, RMSE and MCE."
    return text, _graded(sum(s == "better" for s in pairs), len(pairs)), ". ".join(measured) + "."


def _compare(run: Run, dataset: str, first: str, second: str, metric: str = "hit_area_10") -> tuple[str, str] | None:
    """How the first method, as the paper names it, does against the second, and the figures in words."""
    test = paired(run, dataset, metric, run.printed.get(first, ""), run.printed.get(second, ""))
    if test is None:
        return None
    found = side(test.mean, test.p)
    p = "" if test.p is None else f", p {formats.p_phrase(test.p)}"
    return found, f"{first} – {second}: {signed(test.mean)}{p}"


def _all_compared(run: Run, dataset: str, pairs, metric: str = "hit_area_10") -> list[tuple[str, str]]:
    return [found for a, b in pairs if (found := _compare(run, dataset, a, b, metric))]


def _clusters(run: Run, dataset: str):
    found = _compare(run, dataset, "AIBN/TAN", "TAN")
    text = "Merging values (AIBN) before TAN does not improve the hit curve significantly."
    return found and (text, "does not hold" if found[0] == "better" else "holds", f"Area up to 10 %, {found[1]}.")


def _without_binary(run: Run, dataset: str):
    found = _all_compared(run, dataset, [(m, "TAN") for m in ("BN DG C", "BN DG CM", "HC DT", "HC DF")])
    text = "Decision trees, default tables and decision graphs without binary splits make the hit curves worse (here: than TAN)."
    return found and (text, _graded(sum(s == "worse" for s, _ in found), len(found)), f"Area up to 10 %, {'; '.join(w for _, w in found)}.")


def _with_binary(run: Run, dataset: str):
    found = _all_compared(run, dataset, [("BN DG CB", "BN DG C"), ("BN DG CBM", "BN DG CM")], "recall_1")
    text = "Decision graphs with binary splits separate the most critical patterns: the beginning of the curve is better."
    return found and (text, _graded(sum(s == "better" for s, _ in found), len(found)), f"Recall at 1 %, {'; '.join(w for _, w in found)}.")


def _no_interactions(run: Run, dataset: str):
    found = _all_compared(run, dataset, [("TAN", "NB"), ("TAN", "Noisy-OR")])
    text = "TAN performs better than naive Bayes and noisy-OR, which see no interactions."
    return found and (text, _graded(sum(s == "better" for s, _ in found), len(found)), f"Area up to 10 %, {'; '.join(w for _, w in found)}.")


def part(run: Run) -> Part | None:
    """Tests and claims; None without tests."""
    table, said = test_table(run), claims(run)
    if not table.rows:
        return None
    counts = {v: sum(row["verdict"].value == v for row in said.rows) for v in ("holds", "holds in part", "does not hold")}
    words = f"Of {plural(len(said.rows), 'statement')} on single data sets, {counts['holds']} hold, {counts['holds in part']} hold in part, "
    words += f"{counts['does not hold']} do not."
    return Part("Tests, and what the paper says", (words,) if said.rows else (), (said,) if said.rows else (), (table,))


def lost(run: Run) -> str:
    """That there is nothing printed to reproduce."""
    total, gone = len(run.published.figures), sum(v is None for v in run.published.figures.values())
    return (
        f"{gone} of the {total} printed figures are lost and the data are private, so no figure can be reproduced: the paper's tables are filled "
        f"with those of this run on {plural(len(run.datasets), 'other data set')}, and its statements are tested."
    )


def generated(run: Run) -> list[str]:
    """Data sets made by the generator, with the reference method's curves."""
    sources = {d: stanza(run.results, "datasets", d).get("source") for d in run.datasets}
    return [d for d, s in sources.items() if isinstance(s, dict) and s.get("generator") and REFERENCE in facts(run, NESTED, d).get("curves", {})]


def generator(run: Run) -> tuple[str, ...]:
    """Whether HPB's area up to 10 % is significantly above NB, TAN, DE and ADE where the patterns were planted, and what beats it."""
    found = []
    for dataset in generated(run):
        tests = facts(run, NESTED, dataset)["tests"]
        rivals = [run.printed[name] for name in RIVALS if run.printed.get(name) in tests]
        if rivals:
            found += [_against_rivals(run, dataset, rivals), *_better_ones(run, dataset)]
    return tuple(found)


def _against_rivals(run: Run, dataset: str, rivals: list[str]) -> str:
    from naivebench.statistics import posthoc

    tests = {m: facts(run, NESTED, dataset)["tests"][m]["hit_area_10"] for m in rivals}
    p = posthoc.holm([1.0 if tests[m]["p"] is None else tests[m]["p"] for m in rivals])
    above = [m for m, q in zip(rivals, p, strict=True) if q <= ALPHA and tests[m]["difference"] > 0]
    rest = [m for m in rivals if m not in above]
    head = f"On {dataset}, where critical patterns are planted, HPB's area up to 10 % is"
    test = f"corrected t test over {plural(facts(run, NESTED, dataset)['folds'], 'fold')}, Holm over the {len(rivals)}"
    if not rest:
        largest = f"{test}: largest p {formats.p_phrase(float(max(p)))}"
        return f"{head} significantly above that of {_names(run, rivals)}, as the paper says it should be ({largest})."
    words = f"significantly above that of {_names(run, above)}, but not" if above else "not significantly"
    reasons = "; ".join(_reason(run, dataset, m, tests[m], float(q)) for m, q in zip(rivals, p, strict=True) if m in rest)
    return f"{head} {words} above that of {_names(run, rest)}, against what the paper says ({test}). {reasons}."


def _names(run: Run, methods: list[str]) -> str:
    return listing(name_of(run, m) for m in methods)


def _reason(run: Run, dataset: str, method: str, test: dict, p: float) -> str:
    """The difference, and how many planted patterns both tell from their competitors."""
    words = f"{name_of(run, method)}: difference {signed(test['difference'])}, p {formats.p_phrase(p)}"
    told = facts(run, NESTED, dataset).get("patterns", {}).get("methods", {})
    counts = [sum(bool(f) for f in told[m]["found"]) for m in (method, REFERENCE) if m in told]
    if len(counts) < 2:
        return words
    total = sum(f is not None for f in told[method]["found"])
    return f"{words}; it tells {counts[0]} of {total} planted patterns from their more general competitors, HPB {counts[1]}"


def _better_ones(run: Run, dataset: str) -> tuple[str, ...]:
    """Methods whose area up to 10 % is significantly above HPB's."""
    tests = facts(run, NESTED, dataset)["tests"]
    above = [m for m in run.methods if m in tests and side(tests[m]["hit_area_10"]["difference"], tests[m]["hit_area_10"]["p"]) == "worse"]
    if not above:
        return (f"No method is significantly above HPB on {dataset}.",)
    figures = listing(f"{name_of(run, m)} ({mean(run, NESTED, dataset, m, 'hit_area_10'):.4f})" for m in above)
    return (f"Significantly above HPB ({mean(run, NESTED, dataset, REFERENCE, 'hit_area_10'):.4f}) on {dataset}, each test for itself: {figures}.",)
