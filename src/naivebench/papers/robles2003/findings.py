"""Robles et al. 2003 in few numbers: verdicts and gains, and the paper's test beside a corrected one."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

from naivebench.papers.robles2003.run import (
    HONEST,
    PRINTED_RUNS,
    SIZES,
    SOURCES,
    VERDICTS,
    Case,
    Published,
    gain,
    paper_gain,
    plain_verdict,
    printed_gain,
    shuffled,
)
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import plural
from naivebench.results.parts import dataset_cell, method_cell
from naivebench.results.summaries import Summary, accuracy_interval, mean_std, test_train_ratio
from naivebench.results.tables import Cell, Column, Row, Table

PAIRS = (("ienb", "nb"), ("apnbc_eda", "nb"), ("pazzani_eda", "nb"), ("pazzani_eda", "bsej"))
PRINTED_PAIRS = {("ienb", "nb"), ("apnbc_eda", "nb"), ("pazzani_eda", "bsej")}  # tested in the paper

OVERVIEW = (
    Column("method", "Method", "id"),
    Column("table", "Table", "text", "Table of the paper"),
    Column("datasets", "Data sets", "integer"),
    *(
        Column(v.replace(" ", "_"), v.capitalize(), "integer", "Data sets with this verdict")
        for v in VERDICTS
    ),
    Column(
        "all_numbers",
        "All four",
        "integer",
        "Data sets on which accuracy, evaluations, attributes and groups all agree",
    ),
    Column(
        "gain_datasets",
        "Sets with gains",
        "integer",
        "Data sets with all gains of the next columns: the means are over these",
    ),
    Column("gain_printed", "Printed gain", "points", "Mean points over naive Bayes as printed"),
    Column("gain_paper", "Gain", "points", "Mean points over naive Bayes of this run, paper's protocol"),
    Column(
        "gain_honest", "Honest gain", "points", "Mean points over naive Bayes of this run, honest protocol"
    ),
    Column("optimism", "Optimism", "points", "Median of the paper's protocol minus honest, over data sets"),
    Column(
        "permuted",
        "On shuffled labels",
        "points",
        "Median over data sets: accuracy on shuffled labels minus the rate of the largest class",
    ),
)

SIGNIFICANCE = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("against", "Against"),
    Column(
        "printed", "Printed", "text", "Whether the paper marks the difference as significant (Mann-Whitney)"
    ),
    Column("difference", "Cases", "rank", "Mean difference in correct cases over the runs, paper's protocol"),
    Column("std", "SD", "rank", "Standard deviation over the runs: the seed of the search, nothing else"),
    Column("runs", "Runs", "integer"),
    Column(
        "mann_whitney",
        "p, Mann-Whitney",
        "p",
        "The paper's test: the runs against the mean of the other method repeated as often, two-sided",
    ),
    Column(
        "honest_difference",
        "Honest difference",
        "points",
        "Mean difference in accuracy over the honest folds",
    ),
    Column("folds", "Folds", "integer"),
    Column(
        "corrected",
        "p, corrected t",
        "p",
        "Corrected resampled t test over the honest folds (Nadeau & Bengio 2003), two-sided",
    ),
)


def mann_whitney(runs: Sequence[float], constant: float) -> float:
    """Two-sided p of the paper's test: `runs` against `constant` repeated as often; 1 if all are equal."""
    from scipy.stats import mannwhitneyu

    if all(r == constant for r in runs):
        return 1.0
    return float(
        mannwhitneyu(list(runs), [constant] * len(runs), alternative="two-sided", method="asymptotic").pvalue
    )


def agrees(case: Case, summary: Summary, published: Published) -> bool | None:
    """Whether accuracy, evaluations, attributes and groups are as printed; None unless all are."""
    means = summary.means.get((case.protocol, case.dataset, case.method), {})
    printed = [
        published.figures.get((case.printed_name, SOURCES[case.method].printed, m)) for m in SIZES.values()
    ]
    if case.percent is None or None in printed:
        return None
    return case.verdict == "exact" and all(
        p and means.get(k) == p[0] for k, p in zip(SIZES, printed, strict=True)
    )


def _gains(method: str, cases: list[Case], summary: Summary, published: Published) -> dict:
    """Mean gains over naive Bayes, over the data sets with every kind of gain the method has."""
    kinds: dict[str, Callable[[Case], float | None]] = {
        "gain_printed": lambda c: printed_gain(published, c),
        "gain_paper": lambda c: paper_gain(summary, c),
        "gain_honest": lambda c: gain(summary, HONEST, c.dataset, method),
    }
    by_kind = {kind: [gain_of(c) for c in cases] for kind, gain_of in kinds.items()}
    gains = {kind: values for kind, values in by_kind.items() if any(v is not None for v in values)}
    complete = [list(row) for row in zip(*gains.values(), strict=True) if None not in row]
    if method == "nb" or not complete:
        return {}
    means = (statistics.fmean(column) for column in zip(*complete, strict=True))
    return {"gain_datasets": len(complete)} | dict(zip(gains, means, strict=True))


def optimism(case: Case, summary: Summary) -> float | None:
    """Mean accuracy of the runs under the paper's protocol minus honest accuracy; None without the latter."""
    fair = accuracy_interval(summary, (HONEST, case.dataset, case.method))
    return mean_std(case.counts)[0] / case.tested - fair["accuracy"] if fair else None


def _median(values: Iterable[float | None]) -> float | None:
    numbers = [v for v in values if v is not None]
    return statistics.median(numbers) if numbers else None


def overview(results: Results, summary: Summary, published: Published, cases: list[Case]) -> Table:
    """Verdicts, gains and optimism of every method."""
    rows = []
    for method, source in SOURCES.items():
        of_method = [c for c in cases if c.method == method]
        if not of_method:
            continue
        agreed = [a for c in of_method if (a := agrees(c, summary, published)) is not None]
        row = {"method": method_cell(method), "table": source.table, "datasets": len(of_method)}
        row |= {v.replace(" ", "_"): sum(c.verdict == v for c in of_method) for v in VERDICTS}
        row["all_numbers"] = Cell(sum(agreed), f"{sum(agreed)} of {len(agreed)}") if agreed else None
        row["optimism"] = _median(optimism(c, summary) for c in of_method)
        row["permuted"] = _median(shuffled(results, summary, c.dataset, method) for c in of_method)
        rows.append(row | _gains(method, of_method, summary, published))
    return Table(
        "robles2003_methods",
        "Verdicts, gains over naive Bayes and optimism per method, over the paper's data sets.",
        OVERVIEW,
        tuple(rows),
    )


def sentences(summary: Summary, cases: list[Case]) -> tuple[str, ...]:
    """The result of the reproduction, from the numbers."""
    judged = [c for c in cases if c.percent is not None]
    count = {v: sum(c.verdict == v for c in cases) for v in VERDICTS}
    parts = [
        f"Exact: {count['exact']} of {len(judged)} printed accuracies on "
        f"{plural(len({c.dataset for c in cases}), 'data set')}; "
        f"within interval: {count['within interval']}; not reproduced: {count['not reproduced']}. "
        f"{plural(count['no target'], 'row')} without a printed accuracy."
    ]
    fitted = [c for c in judged if c.spec]
    if fitted:
        plainly = [plain_verdict(c) for c in judged]
        parts.append(
            f"Settings found by comparison with the print: {plural(len(fitted), 'row')} of these. "
            f"With the defaults in their place, exact: {plainly.count('exact')}; within interval: "
            f"{plainly.count('within interval')}; "
            f"not reproduced: {plainly.count('not reproduced')}."
        )
    plain = _median(optimism(c, summary) for c in cases if c.method == "nb")
    searched = _median(optimism(c, summary) for c in cases if c.method != "nb")
    if plain is not None and searched is not None:
        parts.append(
            f"Median optimism of the paper's protocol: {formats.text(searched, 'points')} points "
            "for the methods that adapt to the cases they are judged on, "
            f"{formats.text(plain, 'points')} for naive Bayes."
        )
    return tuple(parts)


def _honest_test(results: Results, dataset: str, method: str, against: str) -> dict:
    """The corrected t test over the honest folds that both have; the run's own one against its reference."""
    for entry in results.corrected_t.get("comparisons", []):
        key = (
            entry["protocol"],
            entry["metric"],
            entry["dataset"],
            entry["method"],
            results.corrected_t.get("reference"),
        )
        if key == (HONEST, "accuracy", dataset, method, against):
            return {
                "honest_difference": entry["mean_difference"],
                "folds": entry["n"],
                "corrected": entry["p"],
            }
    from naivebench.statistics.corrected_t import corrected_t

    frame = results.scores
    frame = frame[
        (frame["protocol"] == HONEST) & (frame["metric"] == "accuracy") & (frame["dataset"] == dataset)
    ]
    one, other = (
        frame[frame["method"] == m].set_index(["repeat", "fold"]).sort_index() for m in (method, against)
    )
    folds = one.index.intersection(other.index)
    ratio = test_train_ratio(one.loc[folds]) if len(folds) > 1 else None
    if ratio is None:
        return {}
    differences = (one.loc[folds, "value"].astype(float) - other.loc[folds, "value"].astype(float)).to_numpy()
    test = corrected_t(differences, ratio)
    return {"honest_difference": test.mean, "folds": test.n, "corrected": test.p}


def _marked(published: Published, case: Case, against: str) -> str | None:
    """Whether the paper marks the row as significant; None if it does not test this pair."""
    figure = published.figures.get((case.printed_name, SOURCES[case.method].printed, "accuracy_pct"))
    if figure is None or (case.method, against) not in PRINTED_PAIRS:
        return None
    return "significant" if "dagger" in figure[2] and "no dagger" not in figure[2] else "not significant"


def significance(results: Results, published: Published, cases: list[Case]) -> Table:
    """The paper's Mann-Whitney test on this run's runs, beside the corrected t over honest folds."""
    by_key, rows = {(c.dataset, c.method): c for c in cases}, []
    for method, against in PAIRS:
        for case in (c for c in cases if c.method == method and (c.dataset, against) in by_key):
            constant = mean_std(by_key[case.dataset, against].counts)[0]
            mean, std = mean_std(case.counts)
            row: Row = {
                "dataset": dataset_cell(case.dataset),
                "method": method_cell(method),
                "against": against,
            }
            row |= {
                "printed": _marked(published, case, against),
                "difference": mean - constant,
                "std": std,
                "runs": len(case.counts),
            }
            row["mann_whitney"] = mann_whitney(case.counts, constant) if len(case.counts) > 1 else None
            rows.append(row | _honest_test(results, case.dataset, method, against))
    one_case = formats.p_phrase(mann_whitney([1.0] * PRINTED_RUNS, 0.0))
    text = (
        f"The paper's test takes {PRINTED_RUNS} runs on the same cases against one repeated value: it "
        "sees the seed of the search, not the sample. "
        f"{PRINTED_RUNS} equal runs that gain one single case give p {one_case}, with any number of cases. "
        "No correction for the number of comparisons."
    )
    return Table(
        "robles2003_significance",
        "The paper's significance test, and a corrected one over honest folds.",
        SIGNIFICANCE,
        tuple(rows),
        text,
    )
