"""Robles et al. (2003): counts of correct cases, tables (printed and recomputed), and tests of the runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev
from typing import Any

import pandas as pd

from naivebench.evaluation.statistics.intervals import compare_means
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
    decide_agreement,
    subtract_chance_score,
)
from naivebench.papers.run_results import CELL, Run
from naivebench.papers.verdicts import ALPHA, CONTRADICTED, NOT_TESTED, UNDECIDED

ROLES = {settings: role for role, settings in SETTINGS.items()}
SEARCHES = ("IENB", "APNBC-EDA", "Pazzani-EDA")
FACTS = ("attributes", "continuous", "nominal", "classes", "learning")
NB_TRAINED = "nb_resubstitution"  # naive Bayes scored on its training cases, as the paper scores IENB
LEVEL = 0.001  # significance level of the paper's tests
TESTED = [(m, "NB") for m in ("IENB", "Iterative Bayes", "APNBC-EDA", "FSSJ", "BSEJ", "Pazzani-EDA")]
TESTED += [("Pazzani-EDA", "BSEJ")]


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
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
    """Count the cases that the column of NB implies, otherwise the test set or all cases of Table 2."""
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
    n = len(counts)

    # means over the runs, in cases
    if number.std:
        target = compute_implied_correct_cases(number.value, cases, lost) - dropped
        deviation, spread = number.std / 100 * cases, stdev(counts) if n > 1 else 0.0
        printed = (target, deviation if n > 1 else deviation * math.sqrt(kind.repeats + 1), kind.repeats)
        gap = compare_means((fmean(counts), spread, n), printed)
        word = decide_agreement(gap.low, gap.high, (-deviation, deviation))
        return word if n > 1 or word == CONTRADICTED else UNDECIDED

    # the same count in all runs, in some of them, or in none
    giving = sum(matches_percent(k + dropped, number.value, cases, lost) for k in counts)
    if giving == n:
        return UNDECIDED if n == 1 and search else "reproduced"
    may_agree = giving and fisher_exact([[giving, n - giving], [kind.repeats, 0]]).pvalue > ALPHA
    return UNDECIDED if may_agree else CONTRADICTED


# --- methods, and the paper's Tables 3 to 6


def add_gains(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of printed numbers with gains over naive Bayes: gain_printed, gain_paper, gain_honest.

    Naive Bayes itself has no gain, and there is no printed gain where the paper compares scores of two kinds.
    """
    scores = {role: run.select_scores(role) for role in ("honest", *SETTINGS)}

    def compute_gain(role: str, dataset: str, name: str) -> float | None:
        pair = scores[role].find_pair(dataset, name, choose_rival(role, name, "NB"))
        return pair.mean if pair and name != "NB" else None

    rows = []
    for r in printed.itertuples():
        name, role = r.printed_method, ROLES[r.settings]
        percent = run.paper.look_up(r.printed_name, name, run.paper.more["gain"])
        theirs = None if percent is None or name == "IENB" else round(percent / 100, 12)
        honest = compute_gain("honest", r.dataset, name) if role == "paper" else None
        rows.append((theirs, compute_gain(role, r.dataset, name), honest))
    return printed.join(pd.DataFrame(rows, index=printed.index, columns=GAINS).astype(float))


def describe_method_gains(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """List gains and optimism of every method, a row for each kind of settings; `printed` is of `add_gains`.

    The last row shows how much naive Bayes gains only by the way of scoring.
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
    frame = pd.DataFrame(rows + _describe_scoring_gain(run))
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


def _describe_scoring_gain(run: Run) -> list[dict[str, Any]]:
    """Make the row of naive Bayes scored on its training cases, whose gain is due to this scoring alone."""
    scores = run.select_scores("paper")
    gains = [pair.mean for pair in scores.list_pairs(NB_TRAINED, "NB")]
    if not gains:
        return []
    ours, fair = (
        pd.Series({d: score.value for d in scores.datasets if (score := average_score(run, role, d, name))})
        for role, name in (("paper", NB_TRAINED), ("honest", "NB"))
    )
    row = {"method": NB_TRAINED, "settings": ORDINARY, "datasets": len(gains), "gain_datasets": len(gains)}
    row |= {"gain_paper": fmean(gains), "optimism": (ours - fair).astype(float).median()}
    return [row | _compute_shuffled_excess(run, NB_TRAINED, scores.datasets)]


def describe_searches(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """List gains, sizes and structures of every method, printed and of this run: Tables 3 to 6."""
    first = run.frames["structures"].sort_values(["repeat", "fold"], kind="stable").drop_duplicates(CELL)
    structures = first.set_index(CELL)["structure"].to_dict()
    sizes, rows, places = run.paper.more["sizes"], [], list(run.paper.methods).index
    means = {role: run.average_over_folds(role, list(sizes)).to_dict("index") for role in SETTINGS}
    for r in printed.sort_values("printed_method", key=lambda c: c.map(places), kind="stable").itertuples():
        role = ROLES[r.settings]
        notes = {**run.paper.notes.get(r.printed_name, {}), **run.paper.notes.get(r.dataset, {})}
        theirs = {k: run.paper.look_up(r.printed_name, r.printed_method, m) for k, m in sizes.items()}
        ours = means[role].get((r.dataset, r.method), {})
        rows.append({
            "dataset": r.dataset, "method": r.method, "settings": r.settings,
            **{gain: getattr(r, gain) for gain in GAINS},
            **{key: None if theirs[key] is None else ours.get(key) for key in sizes},
            **{f"{key}_printed": value for key, value in theirs.items()},
            "structure": structures.get((r.protocol, r.dataset, r.method)),
            "note": notes.get(r.method) or notes.get("*"),
        })  # fmt: skip
    return pd.DataFrame(rows)


# --- what the searches promise


def choose_rival(role: str, name: str, against: str) -> str:
    """Return the rival of a method: under the paper's protocol, IENB and naive Bayes are scored alike."""
    return NB_TRAINED if role != "honest" and (name, against) == ("IENB", "NB") else against


def count_correct_by_run(run: Run, first: str, second: str) -> dict[str, tuple[list[float], float]]:
    """Count correct cases under the paper's protocol, by data set: every run of the first method, and the
    mean of the second.
    """
    counts = {}
    for dataset in run.select_scores("paper").datasets:
        one, other = (average_score(run, "paper", dataset, m) for m in (first, second))
        if one and other:
            runs, rival = ([share * (score.tested or 0) for share in score.by_run] for score in (one, other))
            counts[dataset] = runs, fmean(rival)
    return counts


def compute_p_of_runs(counts: Sequence[float], constant: float) -> float:
    """Compute two-sided p of the paper's test: Mann-Whitney of n runs against n times a constant."""
    from scipy.stats import mannwhitneyu

    if all(k == constant for k in counts):
        return 1.0
    repeated = [constant] * len(counts)
    return float(mannwhitneyu(counts, repeated, alternative="two-sided", method="asymptotic").pvalue)


def test_against_constant(counts: Sequence[float], constant: float) -> str:
    """Return `different` or `equal` by the paper's test, or `unable` if it has too few runs for its level."""
    if compute_p_of_runs([constant + 1] * len(counts), constant) >= LEVEL:
        return "unable"
    return "equal" if compute_p_of_runs(counts, constant) >= LEVEL else "different"


def compare_significance_tests(run: Run) -> pd.DataFrame:
    """Compare the paper's test on the runs with the corrected t test over honest folds."""
    rows, scores, honest = [], run.read_scores("paper"), run.select_scores("honest")
    for name, against in TESTED:
        rival = choose_rival("paper", name, against)
        for dataset, (counts, mean) in count_correct_by_run(run, name, rival).items():
            row: dict[str, Any] = {"dataset": dataset, "method": scores.find_method_id(dataset, name)}
            row["against"] = scores.find_method_id(dataset, rival)
            row["mann_whitney"] = compute_p_of_runs(counts, mean) if len(counts) > 1 else None
            pair = honest.find_pair(dataset, name, against)
            if pair and len(pair.differences) > 1:
                test = pair.estimate_difference(over_folds=True)
                row |= {"honest_difference": test.value, "corrected": test.p}
            rows.append(row)
    return pd.DataFrame(rows)


def compare_search_gains(run: Run) -> pd.DataFrame:
    """Compare gains of the searches over naive Bayes as in the paper: printed, reproduced, honest.

    Data sets with a separate test set are left out: there, the search does not see the scored cases either.
    (Leave-one-out is stored as one part with one training case fewer than test cases.)
    """
    gains = pd.concat(compare_gains(run, name, ["NB"]) for name in SEARCHES).dropna(subset=GAINS[1:])
    folds = {d: run.read_scores("paper").find_scores(d, "NB") for d in run.select_scores("paper").datasets}
    order = [d for d, rows in folds.items() if (rows["n_train"] == rows["n_test"] - 1).all()]
    shown = gains[gains["dataset"].isin(order)]
    return shown.sort_values("dataset", key=lambda names: names.map(order.index), kind="stable")
