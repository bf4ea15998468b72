"""Recompute the rows of papers.csv from scores of test parts, paper.yaml and the printed numbers in
data/published.

See docs/protocols/papers.md.
"""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import claims_again
import numpy as np
import pandas as pd
import tests_again as t
from scipy import stats
from support import recount

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = {"paper": "as the paper says", "printed": "found by comparison with the printed numbers"}
LABELS = {"hit_area_10": "mean recall, ≤ 10 %", "break_even": "break-even point, interpolated"}
SCALE = {"hit_area_10": 10}  # the area up to 10% appears there as mean recall
CELL = ["protocol", "dataset", "method"]


class Paper:
    """The yaml and the printed numbers of a paper, and the scores of a run by (protocol, metric)."""

    def __init__(self, key: str, folder: Path, cells: pd.DataFrame, about: pd.DataFrame):
        self.key, self.folder, self.about = key, folder, about.set_index("dataset")
        self.content, self.scores, self.kept, self.printed = recount.paper(key), {}, {}, {}
        self.roles, self.cells = self.content["protocols"], cells.set_index(CELL)
        methods = self.content["methods"].items()
        self.methods = {m: told if isinstance(told, dict) else {"ids": told} for m, told in methods}
        # the project with the printed numbers that the run used
        project = folder if (folder / "src").is_dir() else ROOT
        figures = project / "data/published" / f"{key}.csv"
        lines = figures.read_text(encoding="utf-8").splitlines() if figures.is_file() else []
        for row in csv.DictReader(lines):
            for method in row["method"].split(", "):
                value = tuple(float(row[k] or "nan") for k in ("value", "std"))
                self.printed[row["dataset"], method, row["metric"]] = value

    def value(self, *figure: str) -> float:
        return self.printed.get(figure, (np.nan,))[0]

    def folds(self, role: str, metric: str = "accuracy") -> dict[tuple[str, str], pd.DataFrame]:
        """Value, n_test and n_train by repeat and fold, for every (data set, method)."""
        key = (self.roles.get(role), metric)
        if key not in self.kept:
            under = self.scores.get(key)
            self.kept[key] = {} if under is None else dict(list(under.groupby(["dataset", "method"])))
        return self.kept[key]

    def meta(self, dataset: str) -> dict:
        if dataset not in self.kept:
            self.kept[dataset] = json.loads(
                str(np.load(self.folder / f"data/prepared/{dataset}.npz")["meta"])
            )
        return self.kept[dataset]

    def method(self, role: str, dataset: str, name: str, metric: str = "accuracy") -> str | None:
        """The method that represents a printed one, or the method with this id."""
        told = self.methods.get(name, {"ids": [name]})
        ids, kinds = told["ids"], {"nominal", "ordinal"}
        if "discrete" in told and any(a["kind"] in kinds for a in self.meta(dataset)["attributes"]):
            ids = [*told["discrete"], *ids]
        return next((m for m in ids if (dataset, m) in self.folds(role, metric)), None)

    def stands(self, *roles: str, metric: str = "accuracy", leading: bool = False) -> list[tuple]:
        """The (printed data set, data set, kind) with scores of the paper's methods."""
        known = {m for told in self.methods.values() for m in [*told["ids"], *told.get("discrete", [])]}
        scored, found = {d for r in roles for d, m in self.folds(r, metric) if m in known}, []
        for printed, sets in self.content["data_sets"].items():
            of = [(printed, d["id"], d["kind"]) for d in sets if d["id"] in scored]
            found += of[:1] if leading else of
        return found

    def mean(self, role: str, dataset: str, method: str, metric: str) -> float:
        """Mean over the test parts."""
        known = metric in self.cells
        return self.cells[metric].get((self.roles.get(role), dataset, method), np.nan) if known else np.nan


def measured(of: Paper, role: str, dataset: str, method: str | None, metric: str = "accuracy") -> dict | None:
    """Correct cases pooled over all repeats, or the mean over the test parts."""
    cell = of.folds(role, metric).get((dataset, method))
    if cell is None:
        return None
    if metric != "accuracy":
        values = cell.value[np.isfinite(cell.value)]
        cases = cell.n_test.groupby("repeat").sum().iloc[0]
        found = {"value": values.mean() * SCALE.get(metric, 1), "runs": 1, "cases": cases}
        return found if len(values) else None
    runs = pd.DataFrame({"k": (cell.value * cell.n_test).round(), "n": cell.n_test}).groupby("repeat").sum()
    share, tested = (runs.k / runs.n).to_numpy(), runs.n.iloc[0]
    found = {"value": share.mean(), "runs": len(runs), "correct": runs.k.mean(), "tested": tested}
    return found | {"counts": share * tested}


def paired(of: Paper, role: str, dataset: str, first: str, second: str, metric: str = "accuracy"):
    """Differences over the test parts of both methods, and test cases per training case; empty and NaN if
    none are shared.
    """
    ids = [of.method(role, dataset, m, metric) for m in (first, second)]
    if None in ids:
        return np.zeros(0), np.nan
    one, other = (of.folds(role, metric)[dataset, m] for m in ids)
    if len({r for r, _ in one.index}) != len({r for r, _ in other.index}):
        agg = {"value": "mean", "n_test": "first", "n_train": "first"}
        one, other = (c.groupby("fold").agg(agg) for c in (one, other))
    both = one.join(other, rsuffix="_2", how="inner")
    both = both[(both.n_test == both.n_test_2) & np.isfinite(both.value - both.value_2)]
    trained = both.n_train.sum()
    return (both.value - both.value_2).to_numpy(), both.n_test.sum() / trained if trained else np.nan


def interval(d: np.ndarray, ratio: float = 0.0) -> dict[str, float]:
    """Mean with the limits and p of the corrected t test; without variance all are the same point."""
    if len(d) < 2:
        return {"mean": d.mean() if len(d) else np.nan, "low": np.nan, "high": np.nan, "p": np.nan}
    found = t.corrected_t(d, ratio)
    half = 0.0 if d.std(ddof=1) <= 1e-12 else found["half"]
    return {"mean": found["mean"], "low": found["mean"] - half, "high": found["mean"] + half, "p": found["p"]}


def holm(p: np.ndarray) -> np.ndarray:
    """Holm's correction of the p-values that are not NaN."""
    order, m = np.argsort(p), int((~np.isnan(p)).sum())  # NaN are last
    raised = np.maximum.accumulate(p[order] * (m - np.arange(len(p))))
    return np.where(np.isnan(p), np.nan, np.minimum(1, raised)[np.argsort(order)])


def holm_by_set(ranks: pd.DataFrame) -> pd.Series:
    """Holm's correction over the comparisons on each data set."""
    return ranks.groupby("dataset").p.transform(lambda p: holm(p.to_numpy()))


def welch(one: tuple[float, float, int], other: tuple[float, float, int]) -> np.ndarray:
    """Welch's limits of the difference of two means, each with its standard deviation and n."""
    gap, parts = one[0] - other[0], [(sd**2 / n, n - 1) for _, sd, n in (one, other) if sd > 0]
    total = sum(v for v, _ in parts)
    half = stats.t.ppf(0.975, total**2 / sum(v**2 / df for v, df in parts)) * math.sqrt(total) if parts else 0
    return np.array([gap - half, gap + half])


def odds(d: np.ndarray, ratio: float, rope: float) -> dict[str, float]:
    """Posterior of the correlated t test."""
    d = np.round(d, 12)
    scale = math.sqrt((1 / len(d) + ratio) * d.var(ddof=1))
    if scale <= 1e-12:
        better, worse = float(d.mean() > rope), float(d.mean() < -rope)
    else:
        better, worse = (stats.t.sf((rope - s * d.mean()) / scale, len(d) - 1) for s in (1, -1))
    return {"better": better, "rope": 1 - better - worse, "worse": worse}


def chance(of: Paper, dataset: str, metric: str, role: str = "permuted") -> float:
    """The accuracy that is possible without information when labels are shuffled."""
    if metric == "hit_area_10":
        return 0.05
    base, facts = measured(of, role, dataset, "majority", metric), of.about.loc[dataset]
    if metric == "accuracy" and (not base or base["tested"] == facts.rows):
        return facts.majority_rate
    return base["value"] if base else np.nan


def gives(k: float, percent: float, cases: int, lost: bool) -> bool:
    """Whether a count gives a printed percentage, rounded or truncated."""
    return -0.005 - 1e-9 <= 100 * (k - lost) / (cases - lost) - percent < 0.01 - 1e-9


def named(limits, tolerance: float) -> str:
    verdict = claims_again.verdict(*limits, -tolerance, tolerance)
    return "reproduced" if verdict == "holds" else verdict


def of_counts(of: Paper, printed: str, name: str, ours: dict) -> tuple[str, float]:
    """Verdict on a printed percentage of robles2003, and the number of correct cases behind it."""
    percent, std = of.printed.get((printed, name, "accuracy_pct"), (np.nan, np.nan))
    choices = ("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning")
    cases = int(next(v for c in choices if not np.isnan(v := of.value(printed, *c))))
    told, rows, n = of.methods[name], of.content["rows"], ours["runs"]
    lost = told.get("lost", False)
    if np.isnan(percent) or ours["tested"] not in (cases, cases - lost):
        return "not tested", np.nan
    dropped = int(lost and ours["tested"] == cases - 1)
    k = percent / 100 * (cases - lost) + lost
    k = (round(k) if gives(round(k), percent, cases, lost) else k) - dropped
    counts = ours["counts"].round()
    giving = sum(gives(c + dropped, percent, cases, lost) for c in counts)
    if np.isnan(std) or std == 0:
        one_draw = told.get("mean") and n == 1
        if giving == n:
            return "undecided" if one_draw else "reproduced", k
        p = stats.fisher_exact([[giving, n - giving], [rows["repeats"], 0]])[1] if giving else 0.0
        return "undecided" if p > 0.05 else "contradicted", k
    spread = counts.std(ddof=1) if n > 1 else 0.0
    other = std / 100 * cases * (1 if n > 1 else math.sqrt(rows["repeats"] + 1))
    limits = welch((counts.mean(), spread, n), (k, other, rows["repeats"])) / cases
    found = named(limits, std / 100)
    return found if n > 1 or found == "contradicted" else "undecided", k


def of_repeats(of: Paper, printed: str, name: str, ours: dict) -> tuple[str, float]:
    """Verdict on a printed mean over repeats of lopezcruz2013, for all its readings together.

    For an illegible number, only bounds are known; they confirm little.
    """
    percent, shares = of.value(printed, name, "accuracy_pct"), ours["counts"] / ours["tested"]
    if np.isnan(percent) or len(shares) < 2:
        return "not tested" if np.isnan(percent) else "undecided", np.nan
    limits = [r["limits"] for r in readings(of, printed, ours["dataset"], name)]
    together = (min(low for low, _ in limits), max(high for _, high in limits))
    return named(together, of.content["rows"]["tolerance"]), np.nan


def readings(of: Paper, printed: str, dataset: str, name: str) -> list[dict]:
    """Readings of a method, one for every value of a setting that the paper leaves open.

    Each has shares by repeat and Welch's limits of the difference from the printed number.
    """
    found, value = [], of.value(printed, name, "accuracy_pct") / 100
    for role in ("paper", *of.methods[name].get("readings", [])):
        method = of.method(role, dataset, name)
        ours = measured(of, role, dataset, method)
        if ours and ours["runs"] > 1 and not np.isnan(value):
            shares = ours["counts"] / ours["tested"]
            sd, repeats = shares.std(ddof=1), of.content["rows"]["repeats"]
            limits = welch((shares.mean(), sd, len(shares)), (value, sd, repeats))
            found.append({"role": role, "method": method, "shares": shares, "limits": limits})
    return found


def papers(of: Paper, rope: float) -> list[dict]:
    """Rows of papers.csv: every printed method on every data set that represents a printed one."""
    told, found = of.content["rows"], []
    judge = {"counts.agree": of_counts, "accuracy.agreement": of_repeats}.get(told["agreement"])
    for part in [told | p for p in told.get("parts", [{}])]:
        metric = part["metric"]
        sets = [s for s in of.stands(*SETTINGS, metric=metric) if s[0] in part.get("sets", [s[0]])]
        for (printed, dataset, kind), name, role in (
            (s, m, r) for s in sets for m in of.methods for r in SETTINGS
        ):
            method = of.method(role, dataset, name, metric)
            ours = measured(of, role, dataset, method, metric)
            if ours:
                ours["dataset"] = dataset
                row = {"paper": of.key, "protocol": of.roles[role], "dataset": dataset, "method": method}
                row |= {"name": name, "printed_name": printed, "settings": SETTINGS[role], "role": role}
                row |= {"figure": LABELS.get(metric, metric), "reproduced": ours["value"]}
                nothing = ("" if of.printed else "not tested", np.nan)
                verdict, row["printed_count"] = (
                    judge(of, printed, name, ours) if judge and of.printed else nothing
                )
                row["verdict"] = verdict if judge and kind == "exact" else "not tested"
                row["printed"] = of.value(printed, name, part.get("figure", "accuracy_pct")) / 100
                row |= {k: ours.get(k, np.nan) for k in ("runs", "correct", "tested")}
                row["cases"] = ours.get("tested", ours.get("cases"))
                found.append(row | honest(of, part, row, rope))
    return found


def honest(of: Paper, part: dict, row: dict, rope: float) -> dict:
    """The honest score that is shown next to a reproduced number."""
    metric, dataset, method, roles = (
        part["metric"],
        row["dataset"],
        row["method"],
        part.get("honest", "honest"),
    )
    fair, roles = part.get("honest_metric", metric), [roles] if isinstance(roles, str) else roles
    role = next((r for r in roles if measured(of, r, dataset, method, fair)), roles[0])
    columns = ("honest", "honest_low", "honest_high", "optimism", "permuted", "better", "rope", "worse")
    found = dict.fromkeys(columns, np.nan) | {"honest_protocol": of.roles[role]}
    found["log_loss"] = of.mean(role, dataset, method, "log_loss")
    if ours := measured(of, role, dataset, method, fair):
        found["honest"] = ours["value"]
        cell = of.folds(role, fair)[dataset, method]
        limits = [of.mean(role, dataset, method, k) for k in ("low", "high")]
        if fair != "accuracy":
            ends = interval(
                cell.value.to_numpy() * SCALE.get(fair, 1), cell.n_test.sum() / cell.n_train.sum()
            )
            limits = np.clip([ends["low"], ends["high"]], 0, 1)
        found["honest_low"], found["honest_high"] = limits
    shuffled = measured(of, "permuted", dataset, method, metric)
    if row["role"] == "paper":
        found["optimism"] = row["reproduced"] - found["honest"]
        found["permuted"] = shuffled["value"] - chance(of, dataset, metric) if shuffled else np.nan
    reference = of.method(row["role"], dataset, part["reference"], metric)
    d, ratio = paired(of, role, dataset, method, reference or "", fair)
    if reference != method and len(d) > 1:
        found |= odds(d * SCALE.get(fair, 1), ratio, rope)
    return found | {"reference": reference or ""}


def where_attributes_remain(of: Paper, rows: list[dict]) -> list[str]:
    """Part of the sentence on shuffled labels: median excess where attributes remain.

    These are data sets without numbers, and data sets whose labels were shuffled after the cut points were
    learned.
    """
    role, found = "permuted_after_cuts", []
    for row in rows if role in of.roles else []:
        dataset, under = row["dataset"], role
        if {a["kind"] for a in of.meta(dataset)["attributes"]} <= {"nominal", "ordinal"}:
            under = "permuted"
        ours = measured(of, under, dataset, row["method"]) if row["role"] == "paper" else None
        if ours:
            found.append(ours["value"] - chance(of, dataset, "accuracy", under))
    values = np.array([v for v in found if not np.isnan(v)])
    if not len(values):
        return []
    middle, most = (
        f"{100 * v:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")
        for v in (np.median(values), values.max())
    )
    many = f"{len(values)} row{'s' * (len(values) != 1)}, {(values > 1e-12).sum()} above 0"
    start = "Where attributes remain (nominal data sets, and numbers with the cut points of the true labels)"
    return [f"{start}, it is {middle} points ({many}, at most {most})".replace("-", "−")]
