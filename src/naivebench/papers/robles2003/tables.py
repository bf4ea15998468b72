"""Robles et al. (2003): counts of correct cases, tables (printed and recomputed), and tests of the runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

import pandas as pd

from naivebench.evaluation.statistics.intervals import compare_means
from naivebench.papers.pairs import estimate_difference
from naivebench.papers.paper import Paper, Printed
from naivebench.papers.printed_numbers import (
    FITTED,
    GAINS,
    ORDINARY,
    SETTINGS,
    Kind,
    Score,
    average_score,
    compare_data_sets,
    compare_gains,
    compute_mean_and_spread,
    decide_agreement,
    find_pair,
    name_reference_method,
    subtract_chance_score,
)
from naivebench.papers.run import CELL, Run
from naivebench.papers.verdicts import ALPHA, CONTRADICTED, NOT_TESTED, UNDECIDED

ROLES = {settings: role for role, settings in SETTINGS.items()}
SEARCHES = ("IENB", "APNBC-EDA", "Pazzani-EDA")
FACTS = ("attributes", "continuous", "nominal", "classes", "learning")
LEVEL = 0.001  # significance level of the paper's tests
TESTED = [(m, "NB") for m in ("IENB", "Iterative Bayes", "APNBC-EDA", "FSSJ", "BSEJ", "Pazzani-EDA")]
TESTED += [("Pazzani-EDA", "BSEJ")]


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Make all tables of the paper; `printed`: its rows of printed numbers."""
    tables = {
        "table2": compare_data_sets(run, {f"n_{fact}": fact for fact in FACTS}),
        "significance": compare_significance_tests(run),
        "gains": compare_search_gains(run),
    }
    if printed.empty:
        return tables
    gains = add_gains(run, printed)
    return tables | {"methods": describe_method_gains(run, gains), "searches": describe_searches(run, gains)}


# --- counts behind the printed percentages


def count_printed_cases(paper: Paper, printed: str) -> int:
    """Count the cases behind the printed percentages.

    This is the number that the column of NB implies, otherwise the size of the test set or all cases of Table
    2.
    """
    choices = (("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning"))
    return int(next((v for c in choices if (v := paper.look_up(printed, *c)) is not None), 0))


def compute_implied_correct_cases(percent: float, cases: int, lost_case: bool) -> float:
    """Find the correct cases that a printed percentage implies: k/N, or (k-1)/(N-1) with a `lost_case`.

    The result is whole if a whole number gives the percentage.
    """
    k = percent / 100 * (cases - lost_case) + lost_case
    return float(round(k)) if matches_percent(round(k), percent, cases, lost_case) else k


def matches_percent(k: int, percent: float, cases: int, lost_case: bool) -> bool:
    """Whether k correct cases give the percentage, which the paper rounds or truncates."""
    excess = 100 * (k - lost_case) / (cases - lost_case) - percent if cases > 1 else math.inf
    return -0.005 - 1e-9 <= excess < 0.01 - 1e-9


def judge_number(run: Run, kind: Kind, copy: Any, name: str, number: Printed | None, ours: Score) -> str:
    """Compare the counts of this run with the printed accuracy.

    Reproduced: the count is the same in every run; for a search with a printed deviation, the 95 % interval
    of the difference of the means lies within that deviation. Contradicted: the interval lies outside, or, if
    the printed deviation is 0.00 and only some runs give the count, Fisher's exact test of these shares of
    runs is significant. One run of a search is one draw, which can contradict but not reproduce.
    """
    from scipy.stats import fisher_exact

    method, cases = run.paper.methods[name], count_printed_cases(run.paper, copy.printed)
    lost, search = bool(method.get("lost")), bool(method.get("mean"))
    if number is None or number.value is None or not ours.tested or ours.tested not in {cases, cases - lost}:
        return NOT_TESTED
    dropped = int(lost and ours.tested == cases - 1)  # the omitted case is not among those tested
    counts = [round(share * ours.tested) for share in ours.by_run]
    if number.std:
        target = compute_implied_correct_cases(number.value, cases, lost) - dropped
        return _judge_mean_of_runs(kind, counts, target, number.std / 100 * cases)

    # the same count in all runs, in some of them, or in none
    n, giving = len(counts), sum(matches_percent(k + dropped, number.value, cases, lost) for k in counts)
    if giving == n:
        return UNDECIDED if n == 1 and search else "reproduced"
    may_agree = giving and fisher_exact([[giving, n - giving], [kind.repeats, 0]]).pvalue > ALPHA
    return UNDECIDED if may_agree else CONTRADICTED


def _judge_mean_of_runs(kind: Kind, counts: Sequence[int], target: float, deviation: float) -> str:
    """Compare the mean over the runs with a printed mean that has a standard deviation, in cases."""
    several, (mean, spread) = len(counts) > 1, compute_mean_and_spread(counts)
    ours = (mean, spread if several else 0.0, len(counts))
    theirs = (target, deviation * (1 if several else math.sqrt(kind.repeats + 1)), kind.repeats)
    gap = compare_means(ours, theirs)
    word = decide_agreement(gap.low, gap.high, (-deviation, deviation))
    return word if several or word == CONTRADICTED else UNDECIDED


# --- methods, and the paper's Tables 3 to 6


def add_gains(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of printed numbers with gains over naive Bayes: gain_printed, gain_paper, gain_honest.

    Naive Bayes itself has no gain, and there is no printed gain where the paper compares scores of two kinds.
    """
    base = name_reference_method(run)

    def compute_gain(role: str, dataset: str, name: str) -> float | None:
        against = choose_reference_method(run, role, name, base)
        pair = find_pair(run, [role], dataset, name, against) if name != base else None
        return pair.mean if pair else None

    rows = []
    for r in printed.itertuples():
        name, role = r.printed_method, ROLES[r.settings]
        percent = run.paper.look_up(r.printed_name, name, run.paper.more["gain"])
        alike = "naive_bayes" not in run.paper.methods[name]
        theirs = round(percent / 100, 12) if alike and percent is not None else None
        honest = compute_gain("honest", r.dataset, name) if role == "paper" else None
        rows.append((theirs, compute_gain(role, r.dataset, name), honest))
    return printed.join(pd.DataFrame(rows, index=printed.index, columns=GAINS).astype(float))


def describe_method_gains(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """List gains and optimism of every method, a row for each kind of settings.

    `printed`: The result of `add_gains`. Further rows show how much naive Bayes gains only by the way of
    scoring.
    """
    rows, groups = [], dict(list(printed.groupby(["printed_method", "settings"])))
    for name, method in run.paper.methods.items():
        for settings in (s for s in (ORDINARY, FITTED) if (name, s) in groups):
            chosen = groups[name, settings]
            row = {"method": chosen["method"].iloc[0], "paper_table": method["table"], "settings": settings}
            row["datasets"] = len(chosen)

            # mean gains over the printed data sets for which none of the method's gains is missing
            gains = chosen.set_index("printed_name")[GAINS].dropna(axis=1, how="all").dropna()
            gains = gains[~gains.index.duplicated()]
            row |= {"gain_datasets": len(gains) if gains.size else None} | gains.mean().to_dict()
            row["optimism"] = chosen["optimism"].astype(float).median()
            if settings == ORDINARY:
                row |= _compute_shuffled_excess(run, row["method"], chosen["dataset"])
            rows.append(row)
    # naive Bayes judged as the searches are: its gain is due to the way of scoring alone
    forms = dict.fromkeys(str(m["naive_bayes"]) for m in run.paper.methods.values() if "naive_bayes" in m)
    frame = pd.DataFrame([*rows, *filter(None, (_describe_scoring_gain(run, form) for form in forms))])
    return frame.reindex(columns=list(dict.fromkeys([*frame, *GAINS])))


def _compute_shuffled_excess(run: Run, method: str, names: Iterable[str]) -> dict[str, Any]:
    """Compute median excess on shuffled labels: all data sets, labels only, shuffled after the cut points."""
    every, cut = (
        pd.Series({d: subtract_chance_score(run, d, method, "accuracy", role) for d in names}, dtype=float)
        for role in ("permuted", "permuted_after_cuts")
    )
    nominal = every[(run.facts.datasets["nominal_share"] == 1).reindex(every.index)]
    return {
        "permuted": every.median(), "permuted_nominal": nominal.median(), "permuted_after_cuts": cut.median()
    }  # fmt: skip


def _describe_scoring_gain(run: Run, form: str) -> dict[str, Any] | None:
    """Return the gain of naive Bayes that comes only from the way of scoring, and its optimism."""
    base, sets = name_reference_method(run), run.select_scores("paper").datasets
    if form not in {m for _, m in run.read_scores("paper").rows}:
        return None
    gains = [p.mean for d in sets if (p := find_pair(run, ["paper"], d, form, base))]
    both = [(average_score(run, "paper", d, form), average_score(run, "honest", d, base)) for d in sets]
    excesses = [ours.value - fair.value for ours, fair in both if ours and fair]
    row: dict[str, Any] = {"method": form, "settings": ORDINARY, "datasets": len(gains)}
    row |= {"gain_datasets": len(gains), "gain_paper": fmean(gains) if gains else None}
    row["optimism"] = pd.Series(excesses, dtype=float).median()
    return row | _compute_shuffled_excess(run, form, sets)


def describe_searches(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """List gains, sizes and structures of every method, printed and of this run: Tables 3 to 6."""
    first = run.frames["structures"].sort_values(["repeat", "fold"], kind="stable").drop_duplicates(CELL)
    structures = dict(zip(first[CELL].itertuples(index=False, name=None), first["structure"], strict=True))
    sizes, rows, places = run.paper.more["sizes"], [], list(run.paper.methods).index
    means = {role: run.average_over_folds(role, list(sizes)).to_dict("index") for role in SETTINGS}
    for r in printed.sort_values("printed_method", key=lambda of: of.map(places), kind="stable").itertuples():
        role = ROLES[r.settings]
        notes = run.paper.notes.get(r.printed_name, {}) | run.paper.notes.get(r.dataset, {})
        printed_cell = r.printed_name, r.printed_method
        theirs = {k: run.paper.look_up(*printed_cell, metric) for k, metric in sizes.items()}
        ours = means[role].get((r.dataset, r.method), {})
        rows.append({
            "dataset": r.dataset, "method": r.method, "settings": r.settings,
            "gain_printed": r.gain_printed, "gain_paper": r.gain_paper, "gain_honest": r.gain_honest,
            **{key: None if theirs[key] is None else ours.get(key) for key in sizes},
            **{f"{key}_printed": value for key, value in theirs.items()},
            "structure": structures.get((r.protocol, r.dataset, r.method)),
            "note": notes.get(r.method) or notes.get("*"),
        })  # fmt: skip
    return pd.DataFrame(rows)


# --- what the searches promise


def choose_reference_method(run: Run, role: str, name: str, against: str) -> str:
    """Return the reference method: under the paper's protocol, naive Bayes scored in the same way."""
    alike = run.paper.methods[name].get("naive_bayes", against)
    return alike if against == name_reference_method(run) and role != "honest" else against


def count_correct(run: Run, dataset: str, name: str) -> tuple[float, ...]:
    """Count the correct cases of every run of a method under the paper's protocol."""
    score = average_score(run, "paper", dataset, name)
    return tuple(share * (score.tested or 0) for share in score.by_run) if score else ()


def compute_p_of_runs(counts: Sequence[float], constant: float) -> float:
    """Compute two-sided p of the paper's test: Mann-Whitney of n runs against n times a constant."""
    from scipy.stats import mannwhitneyu

    if all(k == constant for k in counts):
        return 1.0
    repeated = [constant] * len(counts)
    return float(mannwhitneyu(list(counts), repeated, alternative="two-sided", method="asymptotic").pvalue)


def test_against_constant(counts: Sequence[float], constant: float) -> str:
    """Return `different` or `equal` by the paper's test, or `unable` if it has too few runs for its level."""
    if compute_p_of_runs([constant + 1] * len(counts), constant) >= LEVEL:
        return "unable"
    return "equal" if compute_p_of_runs(counts, constant) >= LEVEL else "different"


def compare_significance_tests(run: Run) -> pd.DataFrame:
    """Compare the paper's test on the runs with the corrected t test over honest folds."""
    rows, scores, datasets = [], run.read_scores("paper"), run.select_scores("paper").datasets
    for name, against in TESTED:
        rival = choose_reference_method(run, "paper", name, against)
        for dataset in datasets:
            one, other = (count_correct(run, dataset, m) for m in (name, rival))
            if not one or not other:
                continue
            row: dict[str, Any] = {"dataset": dataset, "method": scores.find_method_id(dataset, name)}
            row["against"] = scores.find_method_id(dataset, rival)
            row["mann_whitney"] = compute_p_of_runs(one, fmean(other)) if len(one) > 1 else None
            pair = find_pair(run, ["honest"], dataset, name, against)
            if pair and len(pair.differences) > 1:
                test = estimate_difference(pair, over_folds=True)
                row |= {"honest_difference": test.value, "corrected": test.p}
            rows.append(row)
    return pd.DataFrame(rows)


def compare_search_gains(run: Run) -> pd.DataFrame:
    """Compare gains of the searches over naive Bayes as in the paper: printed, reproduced, honest.

    Data sets with a separate test set are left out: there, the search does not see the scored cases under the
    paper's protocol either. (Leave-one-out is stored as one part with one training case fewer than test
    cases.)
    """
    gains = pd.concat(compare_gains(run, name, ["NB"]) for name in SEARCHES)
    gains = gains.dropna(subset=["gain_paper", "gain_honest"])
    order = []
    for dataset in run.select_scores("paper").datasets:
        folds = run.read_scores("paper").find_scores(dataset, "NB")
        order += [dataset] if (folds["n_train"] == folds["n_test"] - 1).all() else []
    shown = gains[gains["dataset"].isin(order)]
    return shown.sort_values("dataset", key=lambda names: names.map(order.index), kind="stable")
