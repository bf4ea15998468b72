"""Lopez-Cruz, Bielza and Larranaga (2013): tables (printed and recomputed), and verdicts on accuracies."""

from __future__ import annotations

import re
from statistics import fmean
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics import intervals, posthoc
from naivebench.evaluation.statistics.compare import Comparison, compare_scores
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.evaluation.statistics.wilcoxon import sorted_runs
from naivebench.papers.lopezcruz2013.angles import make_angle_tables
from naivebench.papers.lopezcruz2013.decision_surfaces import list_surface_log_odds
from naivebench.papers.pairs import Scores
from naivebench.papers.paper import EXACT, Paper, Printed
from naivebench.papers.printed_numbers import (
    Kind,
    Score,
    average_score,
    compare_data_sets,
    compare_gains,
    compute_test_train_ratio,
    decide_agreement,
    list_number_kinds,
)
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import ALPHA, NOT_TESTED, UNDECIDED

METHODS = ("vMNB", "SelvMNB", "GNB", "SelGNB", "dNB")
FACTS = {"n_angular": "angular", "n_linear": "linear", "n_discrete": "discrete", "n_classes": "classes",
         "n_instances": "cases"}  # fmt: skip
CORRECTIONS = {
    "nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer_static", "bergmann_hommel": "Bergmann_Hommel"
}  # fmt: skip
ALL_SETS = "8 datasets"  # of printed results over all of the paper
ONE_SIDED = "wilcoxon_sorted_runs_p_one_sided"


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    sets, is_scored = compare_data_sets(run, FACTS), len(run.list_scored_sets("paper")) > 0
    if len(sets):
        sets.insert(1, "stands_for", list(map(describe_data_relation, sets["copy"], sets["printed_name"])))
    return {
        "table1": compare_accuracies(run),
        "samples": describe_accuracy_by_draws(run),
        "table2": compare_model_sizes(run),
        "table6": sets.drop(columns=["printed_name", "copy"], errors="ignore"),
        "table3": compare_average_ranks(run) if is_scored else pd.DataFrame(),
        "table4": compare_adjusted_p(run) if is_scored else pd.DataFrame(),
        "table5": compare_wilcoxon_tests(run),
        "grouped": compare_grouped_folds(run),
        "gains": compare_gains(run, "vMNB", ["GNB"]),
        "surfaces": list_surface_log_odds(),
        **make_angle_tables(run),
    }


def describe_data_relation(kind: str, printed: str) -> str:
    """Describe how a data set is related to a printed one: `part of Covertype`."""
    words = {"exact": "exact", "part": f"part of {printed}", "substitute": f"substitute for {printed}"}
    return words.get(kind, f"{kind} {printed}")


# --- accuracies, and the number of values drawn to rank attributes


def find_accuracy_bounds(paper: Paper, printed: str, method: str) -> tuple[float, float] | None:
    """Find bounds, as shares, of an accuracy that is illegible in the paper; None if there are none."""
    sides = (f"accuracy_pct_{side}_bound_open" for side in ("lower", "upper"))
    low, high = (paper.look_up(printed, method, side) for side in sides)
    if low is None and high is None:
        return None
    return (low or 0.0) / 100, (100.0 if high is None else high) / 100


def judge_number(run: Run, kind: Kind, copy: Any, name: str, number: Printed | None, ours: Score) -> str:
    """Compare the mean over repeats of cross-validation with the printed mean, or with bounds of it.

    If the paper does not state how many values it draws, all numbers of draws are judged together. An
    illegible accuracy is compared with the bounds that follow from the other tables; a single bound can
    contradict it, but not confirm it. One repeat does not show how much the mean varies.
    """
    runs, gaps = len(ours.by_run), [gap for _, gap in list_scores_by_draw_count(run, copy, name)]
    if number and number.value is not None and not gaps:
        if runs < 2:
            return UNDECIDED
        gaps = [estimate_printed_gap(kind, number.value / 100, ours)]
    if gaps:
        low, high = min(gap.low for gap in gaps), max(gap.high for gap in gaps)
        return decide_agreement(low, high, (-kind.tolerance, kind.tolerance))
    bounds = find_accuracy_bounds(run.paper, copy.printed, name)
    if bounds is None or runs < 2:
        return NOT_TESTED
    interval = intervals.estimate_mean(ours.by_run)
    word = decide_agreement(interval.low, interval.high, bounds)
    return NOT_TESTED if word == "reproduced" and {*bounds} & {0.0, 1.0} else word


def estimate_printed_gap(kind: Kind, printed: float, ours: Score) -> Interval:
    """Estimate the mean of this run over at least two repeats minus the printed mean, as shares.

    The printed deviation is over folds and says little about the mean, so both means have the standard
    deviation over the repeats of this run.
    """
    mean, spread = fmean(ours.by_run), float(np.std(ours.by_run, ddof=1))
    return intervals.compare_means((mean, spread, len(ours.by_run)), (printed, spread, kind.repeats))


def list_scores_by_draw_count(run: Run, copy: Any, name: str) -> list[tuple[dict[str, Any], Interval]]:
    """List our score, and its difference from the printed score, by increasing number of draws.

    The list is empty if fewer than two numbers of draws ran on several repeats.
    """
    roles, readings = run.paper.methods[name].get("readings"), []
    printed = run.paper.look_up(copy.printed, name, "accuracy_pct")
    if not roles or printed is None:
        return []
    protocols = run.frames["protocols"].set_index("protocol")["params"]
    params = run.frames["methods"].set_index("method")["params"]
    for role in ("paper", *roles):
        scores, ours = run.read_scores(role), average_score(run, role, copy.dataset, name)
        if ours and len(ours.by_run) > 1:
            method = scores.find_method_id(copy.dataset, name)
            draws = (params[method] | protocols[scores.protocol].get(method, {}))["samples"]
            row = {"dataset": copy.dataset, "method": method, "draws": draws, "accuracy": ours.value}
            readings.append((row, estimate_printed_gap(list_number_kinds(run)[0], printed / 100, ours)))
    return sorted(readings, key=lambda reading: reading[0]["draws"]) if len(readings) > 1 else []


def describe_accuracy_by_draws(run: Run) -> pd.DataFrame:
    rows = [
        row | {"printed": row["accuracy"] - gap.value, "difference": gap.value,
        "difference_low": gap.low, "difference_high": gap.high}
        for copy in run.list_scored_sets("paper").itertuples()
        for name in METHODS
        for row, gap in list_scores_by_draw_count(run, copy, name)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def compare_accuracies(run: Run) -> pd.DataFrame:
    """Compare accuracies (Table 1): each printed row, followed by the rows of data sets that represent it."""
    rows, copies, scores = [], run.list_scored_sets("paper"), run.read_scores("paper")
    # printed rows alone would not be a comparison
    for printed in run.paper.data_sets["printed"].unique() if len(copies) else ():
        row: dict[str, Any] = {"dataset": printed, "stands_for": "printed", "numbers_from": "printed"}
        values = {m: run.paper.look_up(printed, m, "accuracy_pct") for m in METHODS}
        rows.append(row | {m: None if v is None else round(v / 100, 6) for m, v in values.items()})
        for copy in copies[copies["printed"] == printed].itertuples():
            row = {"dataset": copy.dataset, "stands_for": describe_data_relation(copy.kind, printed)}
            folds = {m: scores.find_scores(copy.dataset, m)["value"].tolist() for m in METHODS}
            row["numbers_from"] = "this run"
            rows.append(row | {m: fmean(values) if values else None for m, values in folds.items()})
    return pd.DataFrame(rows)


def compare_grouped_folds(run: Run) -> pd.DataFrame:
    """Compare pooled accuracy in random and in grouped folds, with Wilson's interval for grouped folds."""
    pooled, roles = run.frames["accuracies"].set_index(["dataset", "method"]), ("paper", "grouped")
    random, grouped = (pooled[pooled["protocol"] == run.paper.protocols[role]] for role in roles)
    table = pd.DataFrame({"random": random["accuracy"], "grouped": grouped["accuracy"]}).dropna()
    table = table.join(grouped[["low", "high"]].add_prefix("grouped_"))
    table["drop"] = table["random"] - table["grouped"]
    table["majority"] = [run.facts.records[d].get("majority_rate") for d, _ in table.index]
    sets, methods = run.list_scored_sets("paper")["dataset"], run.frames["methods"]["method"]
    order = [(d, m) for d in sets for m in methods]
    return table.loc[[cell for cell in order if cell in table.index]].reset_index()


# --- sizes


def compare_model_sizes(run: Run) -> pd.DataFrame:
    """Compare parameters, variables and share of angles (Table 2): printed, and means over the folds.

    The printed block of dNB repeats the block of GNB, except on Protein10, and contradicts the text, so it is
    left out.
    """
    scores, chosen, rows = run.read_scores("paper"), list_chosen_attributes(run), []
    means = run.average_over_folds("paper", ["n_parameters", "attributes_used", "angular_used"])
    sizes = means.to_dict("index")
    for copy in run.list_scored_sets("paper").itertuples():
        kinds = {a["name"]: a["kind"] for a in run.facts.records[copy.dataset].get("attributes", [])}
        for m in METHODS:
            if not (method := scores.find_method_id(copy.dataset, m)):
                continue
            values = {size: v for size, v in sizes.get((copy.dataset, method), {}).items() if not np.isnan(v)}
            ours = {"n_parameters": values.get("n_parameters"), "n_variables": values.get("attributes_used")}
            used = ours["n_variables"], values.get("angular_used"), chosen.get((copy.dataset, method))
            ours["pct_angular"] = compute_angle_share(kinds, *used)
            row: dict[str, Any] = {"dataset": copy.dataset, "method": method, "copy": copy.kind}
            for name, value in ours.items():
                theirs = None if m == "dNB" else run.paper.look_up(copy.printed, m, name)
                scale = 100 if name == "pct_angular" else 1
                row |= {f"{name}_printed": None if theirs is None else theirs / scale, name: value}
            rows.append(row)
    return pd.DataFrame(rows)


def list_chosen_attributes(run: Run) -> dict[tuple[str, str], list[list[str]]]:
    """List attributes chosen in every fold, by data set and method, read from structures as in `{a} {b}`."""
    frame = run.frames["structures"]
    frame = frame[frame["protocol"] == run.find_protocol("paper")]
    sets = frame["structure"].astype(str).str.replace(" x ", "} {", regex=False)
    names = sets.str.findall(r"\{([^{}]*)\}")
    return names.groupby([frame["dataset"], frame["method"]], observed=True).agg(list).to_dict()


def compute_angle_share(
    kinds: dict[str, str], used: float | None, angular: float | None, chosen: list[list[str]] | None
) -> float | None:
    """Find the share of angles among the used attributes, a mean over the folds; None if it is unknown.

    It is known from the chosen attributes of every fold, from mean numbers of attributes, or if all are used.
    """
    if chosen and any(chosen):
        return fmean(sum(kinds.get(n) == "angular" for n in names) / len(names) for names in chosen if names)
    if used and angular is not None:
        return angular / used
    if used is None or abs(used - len(kinds)) > 1e-9 or not kinds:
        return None
    return sum(k == "angular" for k in kinds.values()) / len(kinds)


# --- Tables 3 to 5: ranks of the methods, and tests


def rank_methods(scores: Scores) -> tuple[Comparison | None, pd.DataFrame, list[str]]:
    """Rank the paper's methods: statistics (None with fewer than two data sets), mean scores, protocols."""
    means, protocols = scores.average_by_method(METHODS)
    return compare_scores(means) if len(means) > 1 else None, means, protocols


def find_printed_ranks(paper: Paper) -> dict[str, float]:
    """Return the printed average ranks, best first."""
    known = {m: paper.look_up(ALL_SETS, m, "average_rank") for m in METHODS}
    return dict(sorted(((m, r) for m, r in known.items() if r is not None), key=lambda item: item[1]))


def compare_average_ranks(run: Run) -> pd.DataFrame:
    """Compare average ranks (Table 3): printed, of this run, and in folds that group related cases."""
    roles = ["paper"], list_number_kinds(run)[0].honest
    paper, honest = (rank_methods(run.select_scores(*role))[0] for role in roles)
    rows = [
        (run.paper.methods[m]["ids"][0], r, *(t.average_ranks[m] if t else None for t in (paper, honest)))
        for m, r in find_printed_ranks(run.paper).items()
    ]
    return pd.DataFrame(rows, columns=["method", "rank_printed", "rank_paper", "rank_honest"])


def adjust_p_of_printed_ranks(paper: Paper) -> dict[frozenset[str], dict[str, float]]:
    """Adjust the p-values of all pairs from the printed average ranks by the four corrections."""
    printed = find_printed_ranks(paper)
    names, average = list(printed), np.array(list(printed.values()))
    pairs = posthoc.compare_pairs(average, paper.data_sets["printed"].nunique())
    keys = [frozenset((names[i], names[j])) for i, j in zip(pairs["first"], pairs["second"], strict=True)]
    return dict(zip(keys, pairs[list(CORRECTIONS)].to_dict("records"), strict=True))


def compare_adjusted_p(run: Run) -> pd.DataFrame:
    """Compare adjusted p-values of all pairs (Table 4): printed, from the printed ranks, and of this run."""
    paper, again = run.paper, adjust_p_of_printed_ranks(run.paper)
    comparison, *_ = rank_methods(run.select_scores("paper"))
    ours = {frozenset((p.a, p.b)): p for p in comparison.pairs.itertuples()} if comparison else {}
    rows = []
    for pair in dict.fromkeys(m for _, m, metric in paper.numbers if metric.startswith("p_adjusted_")):
        names = frozenset(pair.split(" vs "))
        row: dict[str, Any] = {"pair": pair.replace(" vs ", " – ")}
        for c, name in CORRECTIONS.items():
            row[f"{c}_printed"] = paper.look_up(ALL_SETS, pair, f"p_adjusted_{name}")
            row |= {f"{c}_again": again[names][c], f"{c}_ours": getattr(ours.get(names), c, None)}
        rows.append(row)
    return pd.DataFrame(rows)


def compare_wilcoxon_tests(run: Run) -> pd.DataFrame:
    """Compare Wilcoxon's tests of the folds' sorted differences, averaged over runs: Table 5.

    On the paper's own data, the tests agree if they lead to the same conclusion in the same direction.
    """
    pairs, rows = dict.fromkeys(m for _, m, metric in run.paper.numbers if metric == ONE_SIDED), []
    for copy in run.list_scored_sets("paper").itertuples():
        for pair in pairs:
            folds = [run.read_scores("paper").find_scores(copy.dataset, m) for m in pair.split(" vs ")]
            one, other = (frame.pivot(index="repeat", columns="fold", values="value") for frame in folds)
            if one.empty or one.shape != other.shape or (one.isna() | other.isna()).any(axis=None):
                continue
            # (runs, folds): the paper sorts the differences of every run before it averages them
            d = (one - other).to_numpy()
            test, ratio = sorted_runs(d), compute_test_train_ratio(folds[0])
            row = {"dataset": copy.dataset, "copy": copy.kind, "pair": pair.replace(" vs ", " – ")}
            number = run.paper.numbers.get((copy.printed, pair, ONE_SIDED))
            if number and number.value is not None:
                side = re.findall(r"alternative ([<>=]\*?)", number.provenance)[0]
                row |= {"printed_side": side, "printed_two": min(1.0, 2 * number.value), "agrees": None}
                if copy.kind == EXACT:
                    star, theirs = test.p_one_sided <= ALPHA, "*" in side
                    same = side[0] == test.direction or not (star or theirs)
                    row["agrees"] = "yes" if same and star == theirs else "no"
            row |= {"difference": float(d.mean()), "side": test.direction, "two_sided": test.p}
            row["corrected"] = intervals.estimate_mean(d.ravel(), ratio).p
            rows.append(row)
    return pd.DataFrame(rows)
