"""Robles et al. (2003): counts of correct cases, tables of the paper beside ours, tests of the runs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics.intervals import two_means
from naivebench.papers.explain import judge_gap
from naivebench.papers.paper import Paper, Printed
from naivebench.papers.printed import (
    FITTED,
    ORDINARY,
    SETTINGS,
    Agreement,
    Kind,
    Score,
    average_score,
    compare_data_sets,
    find_excess,
    find_spread,
    name_reference,
    pair_on,
    read_notes,
)
from naivebench.papers.robles2003.runs import compare_tests, count_correct, name_alike
from naivebench.papers.run import CELL, DISCRETE, Run
from naivebench.papers.verdicts import ALPHA, CONTRADICTED, NOT_TESTED, UNDECIDED
from naivebench.papers.words import MINUS

ROLES = {settings: role for role, settings in SETTINGS.items()}
GAINS = ("gain_printed", "gain_paper", "gain_honest")
SEARCHES = ("IENB", "APNBC-EDA", "Pazzani-EDA")
FACTS = ("attributes", "continuous", "nominal", "classes", "learning", "validation")
EXAMPLES = {  # Fig. 2: individuals of the attributes A to D, which is illegible in print -> what they mean
    (1, 2, 1, 0): "C has the same number as A, so the two are joined into one attribute whose values are"
    " their pairs of values. D is not used.",
    (2, 1, 2, 0): "The same structure with other numbers.",
    (1, 2, 3, 4): "Every attribute in a group of its own: naive Bayes.",
    (0, 0, 0, 0): "No attribute: every case is assigned to the largest class.",
}  # fmt: skip
MOST = 10  # largest number of attributes of a data set whose individual is shown


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables of the paper; `printed`: its rows of printed numbers."""
    sets = compare_data_sets(run, {f"n_{fact}": fact for fact in FACTS})
    return {
        "table2": sets.drop(columns="note", errors="ignore"),
        "methods": describe_methods(run, printed),
        "significance": compare_tests(run),
        "gains": compare_searches(run),
        "coding": list_individuals(run),
        "trajectories": average_traces(run),
        "searches": describe_details(run, printed),
    }


# --- counts behind the printed percentages


def count_cases(paper: Paper, printed: str) -> int:
    """Number of cases of which the printed percentages are shares.

    It is the number that the column of NB implies, otherwise the size of the test part or all cases of Table
    2.
    """
    choices = (("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning"))
    return int(next((v for c in choices if (v := paper.value(printed, *c)) is not None), 0))


def imply_count(percent: float, cases: int, lost: bool) -> float:
    """Correct cases that a printed percentage implies: k/N, or (k-1)/(N-1) in columns that `lost` a case.

    The result is whole if a whole number gives the percentage.
    """
    k = percent / 100 * (cases - lost) + lost
    return float(round(k)) if gives_percent(round(k), percent, cases, lost) else k


def gives_percent(k: int, percent: float, cases: int, lost: bool) -> bool:
    """Whether k correct cases give the percentage, which the paper rounds or truncates."""
    excess = 100 * (k - lost) / (cases - lost) - percent if cases > 1 else math.inf
    return -0.005 - 1e-9 <= excess < 0.01 - 1e-9


def agree_counts(
    run: Run, kind: Kind, stand: Any, name: str, number: Printed | None, ours: Score
) -> Agreement:
    """Compare the counts of this run with the printed accuracy.

    Reproduced: the count is the same in every run; for a search with a printed deviation, the 95 % interval
    of the difference of the means lies within that deviation. Contradicted: the interval lies outside, or, if
    the printed deviation is 0.00 and only some runs give the count, Fisher's exact test of these shares of
    runs says so. One run of a search is one draw, which can contradict but not reproduce.
    """
    from scipy.stats import fisher_exact

    if number is None or number.value is None or not ours.tested:
        return Agreement(NOT_TESTED, "no accuracy is printed")
    method, cases = run.paper.methods[name], count_cases(run.paper, stand.printed)
    lost, search = bool(method.get("lost")), bool(method.get("mean"))
    if ours.tested not in {cases, cases - lost}:
        return Agreement(NOT_TESTED, f"{ours.tested} cases tested; the paper has {cases}")
    dropped = int(lost and ours.tested == cases - 1)  # the omitted case is not among those tested
    counts = [round(share * ours.tested) for share in ours.by_run]
    n, target = len(counts), imply_count(number.value, cases, lost) - dropped
    if number.std:
        return _agree_means(kind, counts, target, number.std / 100 * cases, cases)

    # the same count in all runs
    giving = sum(gives_percent(k + dropped, number.value, cases, lost) for k in counts)
    if giving == n and n == 1 and search:
        why = "the same count in one run, while the printed value is a mean over runs"
        return Agreement(UNDECIDED, why, target)
    if giving == n:
        return Agreement("reproduced", "the same count" + " in every run" * (n > 1), target)

    # in some of them, or in none
    why = f"{math.fsum(counts) / n - target:+g} cases, "
    why += "printed standard deviation 0.00" if search else "without any randomness"
    why += f"; {giving} of {n} runs give the printed count" if giving else ""
    may_agree = giving and fisher_exact([[giving, n - giving], [kind.repeats, 0]]).pvalue > ALPHA
    return Agreement(UNDECIDED if may_agree else CONTRADICTED, why.replace("-", MINUS), target)


def _agree_means(kind: Kind, counts: Sequence[int], target: float, deviation: float, cases: int) -> Agreement:
    """Compare the mean over the runs with a printed mean that has a standard deviation, in cases."""
    several, (mean, spread) = len(counts) > 1, find_spread(counts)
    ours = (mean, spread if several else 0.0, len(counts))
    theirs = (target, deviation * (1 if several else math.sqrt(kind.repeats + 1)), kind.repeats)
    gap = two_means(ours, theirs)
    value, low, high = (v / cases for v in (gap.value, gap.low, gap.high))
    word, why = judge_gap(value, low, high, deviation / cases, len(counts), "run")
    why = why if several else f"one run cannot tell: {why}"
    word = word if several or word == CONTRADICTED else UNDECIDED
    return Agreement(word, why.replace("tolerance", "printed standard deviation"), target)


# --- methods, and the paper's Tables 3 to 6


def add_gains(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """The rows of printed numbers with gains over naive Bayes: gain_printed, gain_paper, gain_honest.

    Naive Bayes itself has none, and in print there is none where the paper compares scores of two kinds.
    """
    base = name_reference(run)

    def find_gain(role: str, dataset: str, name: str) -> float | None:
        against = name_alike(run, role, name, base)
        pair = pair_on(run, [role], dataset, name, against) if name != base else None
        return pair.mean if pair else None

    rows = []
    for r in printed.itertuples():
        name, role = r.printed_method, ROLES[r.settings]
        percent = run.paper.value(r.printed_name, name, run.paper.more["gain"])
        alike = "naive_bayes" not in run.paper.methods[name]
        theirs = round(percent / 100, 12) if alike and percent is not None else None
        honest = find_gain("honest", r.dataset, name) if role == "paper" else None
        rows.append((theirs, find_gain(role, r.dataset, name), honest))
    return printed.join(pd.DataFrame(rows, index=printed.index, columns=list(GAINS)).astype(float))


def describe_methods(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """Verdicts, gains and optimism of every method, a row for each kind of settings.

    Further rows show how much naive Bayes gains only by the way of scoring.
    """
    if printed.empty:
        return pd.DataFrame()
    rows, groups = [], dict(list(add_gains(run, printed).groupby(["printed_method", "settings"])))
    for name, method in run.paper.methods.items():
        for settings in (s for s in (ORDINARY, FITTED) if (name, s) in groups):
            chosen = groups[name, settings]
            row = {"method": chosen["method"].iloc[0], "paper_table": method["table"], "settings": settings}
            row["datasets"] = len(chosen)
            for verdict in ("reproduced", CONTRADICTED, UNDECIDED, NOT_TESTED):
                row[f"numbers_{verdict.replace(' ', '_')}"] = int((chosen["verdict"] == verdict).sum())

            # mean gains over the printed data sets for which none of the method's gains is missing
            gains = chosen.set_index("printed_name")[list(GAINS)].dropna(axis=1, how="all").dropna()
            gains = gains[~gains.index.duplicated()]
            if gains.size:
                row |= {"gain_datasets": len(gains)} | gains.mean().to_dict()
            row["optimism"] = chosen["optimism"].astype(float).median()
            if settings == ORDINARY:
                row |= _describe_shuffled(run, row["method"], chosen["dataset"])
            rows.append(row)
    forms = dict.fromkeys(str(m["naive_bayes"]) for m in run.paper.methods.values() if "naive_bayes" in m)
    frame = pd.DataFrame([*rows, *filter(None, (_describe_form(run, form) for form in forms))])
    return frame.reindex(columns=list(dict.fromkeys([*frame, "gain_datasets", *GAINS])))


def _describe_shuffled(run: Run, method: str, datasets: Iterable[str]) -> dict[str, Any]:
    """Median excess on shuffled labels: all data sets, labels only, shuffled after the cut points."""
    excess = {
        role: {d: v for d in datasets if (v := find_excess(run, d, method, "accuracy", role)) is not None}
        for role in ("permuted", "permuted_after_cuts")
    }
    kinds = {d: {a["kind"] for a in run.facts.records[d].get("attributes", [])} for d in excess["permuted"]}
    nominal = [v for d, v in excess["permuted"].items() if kinds[d] and kinds[d] <= set(DISCRETE)]
    every, cut = (list(of.values()) for of in excess.values())
    row = {"permuted": _find_median(every), "permuted_nominal": _find_median(nominal)}
    row |= {"nominal_sets": len(nominal) or None, "permuted_after_cuts": _find_median(cut)}
    return row | {"cut_sets": len(cut) or None}


def _find_median(values: Sequence[float]) -> float | None:
    return float(np.median(values)) if len(values) else None


def _describe_form(run: Run, form: str) -> dict[str, Any] | None:
    """The gain of naive Bayes that comes only from the way of scoring, and its optimism."""
    base, sets = name_reference(run), run.select_scores("paper").datasets
    if form not in {m for _, m in run.read_scores("paper").rows}:
        return None
    gains = [p.mean for d in sets if (p := pair_on(run, ["paper"], d, form, base))]
    both = [(average_score(run, "paper", d, form), average_score(run, "honest", d, base)) for d in sets]
    excesses = [ours.value - fair.value for ours, fair in both if ours and fair]
    row = {"method": form, "settings": ORDINARY, "datasets": len(gains), "gain_datasets": len(gains)}
    row["gain_paper"] = math.fsum(gains) / len(gains) if gains else None
    return row | {"optimism": _find_median(excesses)} | _describe_shuffled(run, form, sets)


def describe_details(run: Run, printed: pd.DataFrame) -> pd.DataFrame:
    """Tables 3 to 6: counts, gains, sizes and structures of every method, printed and of this run."""
    if printed.empty:
        return pd.DataFrame()
    structures, sizes, rows = find_structures(run), run.paper.more["sizes"], []
    order = printed["printed_method"].map(list(run.paper.methods).index).sort_values(kind="stable").index
    for r in add_gains(run, printed).loc[order].itertuples():
        role, notes = ROLES[r.settings], read_notes(run, r.printed_name, r.dataset)
        counts = count_correct(run, r.dataset, r.method, role)
        theirs = {k: run.paper.value(r.printed_name, r.printed_method, metric) for k, metric in sizes.items()}
        ours = {key: run.means(role, key).get((r.dataset, r.method)) for key in sizes}
        rows.append({
            "paper_table": run.paper.methods[r.printed_method]["table"], "dataset": r.dataset,
            "method": r.method, "settings": r.settings, "verdict": r.verdict, "k": r.correct,
            "k_sd": find_spread(counts)[1] if r.runs > 1 else None,
            "k_printed": r.printed_count, "runs": r.runs, "gain_printed": r.gain_printed,
            "gain_paper": r.gain_paper, "gain_honest": r.gain_honest,
            **{key: None if theirs[key] is None else ours[key] for key in sizes},
            **{f"{key}_printed": value for key, value in theirs.items()},
            "structure": structures.get((r.protocol, r.dataset, r.method)),
            "note": notes.get(r.method) or notes.get("*"),
        })  # fmt: skip
    return pd.DataFrame(rows)


def find_structures(run: Run) -> dict[tuple[str, ...], str]:
    """Structure of the first run, by protocol, data set and method."""
    first = run.frames["structures"].sort_values(["repeat", "fold"], kind="stable").drop_duplicates(CELL)
    return dict(zip(first[CELL].itertuples(index=False, name=None), first["structure"], strict=True))


# --- what the searches promise


def compare_searches(run: Run) -> pd.DataFrame:
    """Gains of the searches over naive Bayes, as the paper compares them: printed, reproduced, honest.

    Data sets with a test part of their own are left out: there, the search does not see the scored cases
    under the paper's protocol either. (Leave-one-out is stored as one part with one training case fewer than
    test cases.)
    """
    rows = []
    for stand in run.list_stands("paper").drop_duplicates("printed").itertuples():
        folds = run.read_scores("paper").read_folds(stand.dataset, "NB")
        for name in SEARCHES if (folds["n_train"] == folds["n_test"] - 1).all() else ():
            paper, honest = (pair_on(run, [role], stand.dataset, name, "NB") for role in ("paper", "honest"))
            if paper and honest:
                percent = run.paper.value(stand.printed, name, run.paper.more["gain"])
                theirs = None if percent is None else percent / 100
                rows.append((stand.dataset, *paper.methods, theirs, paper.mean, honest.mean))
    return pd.DataFrame(rows, columns=["dataset", "method", "against", *GAINS])


def average_traces(run: Run) -> pd.DataFrame:
    """Fitness of the paper's searches by generation: mean over the runs, with the last value of those that
    have ended. The evaluations are those of the runs that have come so far.
    """
    frame, ids = run.frames["traces"], [m for of in run.paper.methods.values() for m in of["ids"]]
    chosen = frame[(frame["protocol"] == run.paper.protocols["paper"]) & frame["method"].isin(ids)]
    parts = {}
    for key, rows in chosen.groupby(["dataset", "method"], sort=False, observed=True):
        wide = rows.pivot(index="generation", columns=["repeat", "fold"], values=["best", "mean"]).ffill()
        part = rows.groupby("generation")[["evaluations"]].mean()
        parts[key] = part.assign(best=wide["best"].mean(axis=1), population_mean=wide["mean"].mean(axis=1))
    return pd.concat(parts, names=["dataset", "method"]).reset_index() if parts else pd.DataFrame()


# --- Figure 2: how an individual encodes a structure


def decode(individual: Sequence[int], names: Sequence[str]) -> str:
    """The structure of an individual: one gene per attribute, 0 if unused, else its group's number."""
    groups: dict[int, list[str]] = {}
    for number, name in zip(individual, names, strict=True):
        if number:
            groups.setdefault(number, []).append(name)
    return " ".join("{" + " x ".join(members) + "}" for members in groups.values()) or "{}"


def encode(structure: str, names: Sequence[str]) -> tuple[int, ...]:
    """The individual of a structure; its groups are numbered in order."""
    genes = dict.fromkeys(names, 0)
    for number, group in enumerate(re.findall(r"\{([^}]*)\}", structure), 1):
        genes |= dict.fromkeys(group.split(" x ") if group else (), number)
    return tuple(genes[name] for name in names)


def list_individuals(run: Run) -> pd.DataFrame:
    """The example of Figure 2 and the structures that Pazzani-EDA found first, with their individuals."""
    if run.list_stands(*SETTINGS).empty:
        return pd.DataFrame()
    rows = [("example", "A, B, C, D", str(of), decode(of, "ABCD"), about) for of, about in EXAMPLES.items()]
    structures, scores = find_structures(run), run.read_scores("paper")
    for stand in run.list_stands("paper").drop_duplicates("printed").itertuples():
        names = [a["name"] for a in run.facts.records[stand.dataset].get("attributes", [])]
        method = scores.find_method(stand.dataset, "Pazzani-EDA")
        structure = structures.get((scores.protocol, stand.dataset, method))
        if structure is not None and 0 < len(names) <= MOST:
            genes = f"({', '.join(map(str, encode(structure, names)))})"
            about = "Found by Pazzani-EDA in the first run."
            rows.append((stand.dataset, ", ".join(names), genes, structure, about))
    return pd.DataFrame(rows, columns=["dataset", "attributes_named", "individual", "structure", "about"])
