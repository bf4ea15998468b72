"""Lopez-Cruz et al. (2013): Tables 3 to 5, ranks of the methods and their tests, printed and of this run."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics import posthoc
from naivebench.evaluation.statistics.compare import Comparison, compare
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.sorted_runs import sorted_runs
from naivebench.papers.pairs import average_methods
from naivebench.papers.paper import EXACT, Paper
from naivebench.papers.printed import find_ratio, list_kinds
from naivebench.papers.run import Run
from naivebench.papers.verdicts import ALPHA

METHODS = ("vMNB", "SelvMNB", "GNB", "SelGNB", "dNB")
CORRECTIONS = {
    "nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer_static", "bergmann_hommel": "Bergmann_Hommel"
}  # fmt: skip
ONE_SIDED = "wilcoxon_sorted_runs_p_one_sided"


def compare_methods(run: Run, *roles: str) -> tuple[Comparison | None, pd.DataFrame, list[str]]:
    """Rank statistics of the paper's methods, one data set for each printed one, with the mean scores and the
    protocols; None with fewer than two data sets.
    """
    means, protocols = average_methods(run.select_scores(*roles), METHODS)
    return compare(means) if len(means) > 1 else None, means, protocols


def count_sets(paper: Paper) -> int:
    """Number of data sets of the paper."""
    return int(paper.data_sets["printed"].nunique())


def find_printed_ranks(paper: Paper) -> dict[str, float]:
    """The printed average ranks, best first."""
    known = {m: paper.value(f"{count_sets(paper)} datasets", m, "average_rank") for m in METHODS}
    return dict(sorted(((m, r) for m, r in known.items() if r is not None), key=lambda item: item[1]))


def compare_ranks(run: Run) -> pd.DataFrame:
    """Table 3: average ranks as printed, of this run, and on folds that keep related cases together."""
    paper, honest = (compare_methods(run, *roles)[0] for roles in (["paper"], list_kinds(run)[0].honest))
    rows = [
        (run.paper.methods[m]["ids"][0], r, *(of.average_ranks[m] if of else None for of in (paper, honest)))
        for m, r in find_printed_ranks(run.paper).items()
    ]
    return pd.DataFrame(rows, columns=["method", "rank_printed", "rank_paper", "rank_honest"])


def adjust_printed(paper: Paper) -> dict[frozenset[str], dict[str, float]]:
    """p of all pairs, adjusted by the four corrections, computed from the printed average ranks."""
    printed = find_printed_ranks(paper)
    names, average = list(printed), np.array(list(printed.values()))
    pairs = posthoc.compare_pairs(average, count_sets(paper))
    keys = [frozenset((names[i], names[j])) for i, j in zip(pairs["first"], pairs["second"], strict=True)]
    return dict(zip(keys, pairs[list(CORRECTIONS)].to_dict("records"), strict=True))


def compare_pairs(run: Run) -> pd.DataFrame:
    """Table 4: adjusted p of all pairs: printed, computed again from the printed ranks, and of this run."""
    paper, again, comparison = run.paper, adjust_printed(run.paper), compare_methods(run, "paper")[0]
    ours = {frozenset((p.a, p.b)): p for p in comparison.pairs.itertuples()} if comparison else {}
    rows = []
    for pair in dict.fromkeys(m for _, m, metric in paper.numbers if metric.startswith("p_adjusted_")):
        names = frozenset(pair.split(" vs "))
        row: dict[str, Any] = {"pair": pair.replace(" vs ", " – ")}
        for c, name in CORRECTIONS.items():
            row[f"{c}_printed"] = paper.value(f"{count_sets(paper)} datasets", pair, f"p_adjusted_{name}")
            row |= {f"{c}_again": again[names][c], f"{c}_ours": getattr(ours.get(names), c, None)}
        rows.append(row)
    return pd.DataFrame(rows)


def compare_tests(run: Run) -> pd.DataFrame:
    """Table 5: Wilcoxon's test on the sorted differences of the folds, averaged over the runs; printed and of
    this run.
    """
    pairs, rows = dict.fromkeys(m for _, m, metric in run.paper.numbers if metric == ONE_SIDED), []
    for stand in run.list_stands("paper").itertuples():
        for pair in pairs:
            folds = [run.read_scores("paper").read_folds(stand.dataset, m) for m in pair.split(" vs ")]
            one, other = (of.pivot(index="repeat", columns="fold", values="value") for of in folds)
            if one.empty or one.shape != other.shape or (one.isna() | other.isna()).any(axis=None):
                continue
            d = (one - other).to_numpy()
            test = sorted_runs(d)
            row = {"dataset": stand.dataset, "copy": stand.kind, "pair": pair.replace(" vs ", " – ")}
            row |= _read_printed_test(run, stand, pair, test.p_one_sided, test.direction)
            row |= {"difference": float(d.mean()), "side": test.direction}
            row["two_sided"] = test.p
            row["corrected"] = corrected_t(d.ravel(), find_ratio(folds[0])).p if d.size > 1 else None
            rows.append(row)
    return pd.DataFrame(rows)


def _read_printed_test(run: Run, stand: Any, pair: str, p: float, direction: str) -> dict[str, Any]:
    """The printed test of a pair, and whether ours agrees: same conclusion from p, and same side."""
    number = run.paper.numbers.get((stand.printed, pair, ONE_SIDED))
    if number is None or number.value is None:
        return {}
    side = re.findall(r"alternative ([<>=]\*?)", number.provenance)[0]
    row = {"printed_side": side, "printed_two": min(1.0, 2 * number.value)}
    row["agrees"] = None  # the data of other pairs are not the paper's own
    if stand.kind == EXACT:
        star, theirs = p <= ALPHA, "*" in side
        same = side[0] == direction or not (star or theirs)
        row["agrees"] = "yes" if same and star == theirs else "no"
    return row
