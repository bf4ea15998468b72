"""Tables of the papers' sections made again: from the scores of test parts, stored predictions, paper.yaml and
the printed figures of data/published, as docs/protocols.md says.
"""

from __future__ import annotations

import csv
import json
import math
from functools import cache
from pathlib import Path

import cells_again
import claims_again
import numpy as np
import pandas as pd
import run as stored
import scores_again
import tests_again as t
from comparisons import LOWER, tied
from scipy import stats
from support import recount

PUBLISHED = Path(__file__).resolve().parents[2] / "data" / "published"
SETTINGS = {"paper": "as the paper says", "printed": "found by comparison with the print"}
LABELS = {"hit_area_10": "mean recall, ≤ 10 %", "break_even": "break-even point"}
SCALE = {"hit_area_10": 10}  # the area up to 10 % as mean recall there
DISCRETE = {"nominal", "ordinal"}


class Paper:
    """A paper's yaml and printed figures beside the scores of a run."""

    def __init__(self, key: str, folder: Path, cells: pd.DataFrame, about: pd.DataFrame):
        self.key, self.folder, self.about = key, folder, about.set_index("dataset")
        self.content, self.scores, self.kept, self.printed = recount.paper(key), {}, {}, {}
        self.roles, self.cells = self.content["protocols"], cells.set_index(["protocol", "dataset", "method"])
        with open(PUBLISHED / f"{key}.csv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                value, std = (float(row[k]) if row[k] else None for k in ("value", "std"))
                for method in row["method"].split(", "):
                    self.printed[row["dataset"], method, row["metric"]] = (value, std, row["provenance"])

    def value(self, *figure: str) -> float | None:
        return self.printed.get(figure, (None,))[0]

    def folds(self, role: str, metric: str = "accuracy") -> dict[tuple[str, str], pd.DataFrame]:
        """(data set, method) -> value, n_test and n_train by repeat and fold."""
        key = (self.roles.get(role), metric)
        if key not in self.kept:
            under = self.scores.get(key)
            self.kept[key] = {} if under is None else dict(list(under.groupby(["dataset", "method"])))
        return self.kept[key]

    @cache
    def meta(self, dataset: str) -> dict:
        return json.loads(str(np.load(self.folder / f"data/prepared/{dataset}.npz")["meta"]))

    def kinds(self, dataset: str) -> list[str]:
        return [a["kind"] for a in self.meta(dataset)["attributes"]]

    def method(self, role: str, dataset: str, name: str, metric: str = "accuracy") -> str | None:
        """The method that stands for a printed one, or has this id."""
        told = self.content["methods"].get(name, [name])
        ids = told if isinstance(told, list) else told["ids"]
        if isinstance(told, dict) and "discrete" in told and DISCRETE & set(self.kinds(dataset)):
            ids = [*told["discrete"], *ids]
        return next((m for m in ids if (dataset, m) in self.folds(role, metric)), None)

    def more(self, name: str) -> dict:
        told = self.content["methods"].get(name)
        return told if isinstance(told, dict) else {}

    def stands(self, *roles: str, metric: str = "accuracy", leading: bool = False) -> list[tuple]:
        """(printed data set, data set, kind) of those with scores of the paper's methods."""
        known = {m for told in self.content["methods"].values() for m in recount._ids(told)}
        scored = {d for r in roles for d, m in self.folds(r, metric) if m in known}
        found = []
        for printed, sets in self.content["data_sets"].items():
            of = [(str(printed), d["id"], d["kind"]) for d in sets if d["id"] in scored]
            found += of[:1] if leading else of
        return found

    def mean(self, role: str, dataset: str, method: str, metric: str) -> float:
        """Mean of a metric over the test parts, where it is defined on all."""
        key = (self.roles.get(role), dataset, method)
        return self.cells[metric].get(key, np.nan) if metric in self.cells else np.nan


def measured(of: Paper, role: str, dataset: str, method: str | None, metric: str) -> dict | None:
    """Correct cases pooled over the cases of every run, or the mean over test parts."""
    cell = of.folds(role, metric).get((dataset, method))
    if cell is None:
        return None
    if metric != "accuracy":
        values = cell.value[np.isfinite(cell.value)]
        return {"value": values.mean() * SCALE.get(metric, 1), "runs": 1} if len(values) else None
    correct = (cell.value * cell.n_test).round().groupby("repeat").sum()
    tested = cell.n_test.groupby("repeat").sum()
    share = (correct / tested).to_numpy()
    found = {"value": share.mean(), "runs": len(share), "correct": correct.mean(), "tested": tested.iloc[0]}
    return found | {"counts": share * tested.iloc[0]}


def paired(of: Paper, role: str, dataset: str, first: str, second: str, metric: str = "accuracy"):
    """(differences over the test parts of both, test per training case), None without both."""
    ids = [of.method(role, dataset, m, metric) for m in (first, second)]
    if None in ids:
        return None
    one, other = (of.folds(role, metric)[dataset, m] for m in ids)
    if len({r for r, _ in one.index}) != len({r for r, _ in other.index}):
        one, other = (
            c.groupby("fold").agg({"value": "mean", "n_test": "first", "n_train": "first"})
            for c in (one, other)
        )
    both = one.join(other, rsuffix="_2", how="inner")
    both = both[(both.n_test == both.n_test_2) & np.isfinite(both.value - both.value_2)]
    if both.empty:
        return None
    trained = both.n_train.sum()
    return (both.value - both.value_2).to_numpy(), both.n_test.sum() / trained if trained else np.nan


def interval(d: np.ndarray, ratio: float = 0.0) -> dict[str, float]:
    """Mean with the limits and p of the corrected t test; a point without variance."""
    if len(d) < 2:
        return {"mean": d.mean(), "low": np.nan, "high": np.nan, "p": np.nan}
    found = t.corrected_t(d, ratio)
    half = 0.0 if d.std(ddof=1) <= 1e-12 else found["half"]
    return {"mean": found["mean"], "low": found["mean"] - half, "high": found["mean"] + half, "p": found["p"]}


def holm(p: np.ndarray) -> np.ndarray:
    """Holm's correction over the p that are there."""
    order, m = np.argsort(p), int((~np.isnan(p)).sum())  # NaN last
    raised = np.maximum.accumulate(p[order] * (m - np.arange(len(p))))
    return np.where(np.isnan(p), np.nan, np.minimum(1, raised)[np.argsort(order)])


def welch(one: tuple[float, float, int], other: tuple[float, float, int]) -> tuple[float, float]:
    """Limits of the difference of two means, from (mean, standard deviation, n)."""
    parts = [(sd**2 / n, n - 1) for _, sd, n in (one, other) if sd > 0]
    gap, total = one[0] - other[0], sum(v for v, _ in parts)
    half = stats.t.ppf(0.975, total**2 / sum(v**2 / df for v, df in parts)) * math.sqrt(total) if parts else 0
    return gap - half, gap + half


def odds(d: np.ndarray, ratio: float, rope: float) -> dict[str, float]:
    """Correlated t posterior."""
    d = np.round(d, 12)
    scale = math.sqrt((1 / len(d) + ratio) * d.var(ddof=1))
    if scale <= 1e-12:
        better, worse = float(d.mean() > rope), float(d.mean() < -rope)
    else:
        better, worse = (stats.t.sf((rope - s * d.mean()) / scale, len(d) - 1) for s in (1, -1))
    return {"better": better, "rope": 1 - better - worse, "worse": worse}


def chance(of: Paper, dataset: str, metric: str) -> float:
    """What is to be had without information on shuffled labels."""
    if metric == "hit_area_10":
        return 0.05
    base = measured(of, "permuted", dataset, "majority", metric)
    if metric != "accuracy":
        return base["value"] if base else np.nan
    facts = of.about.loc[dataset]
    return base["value"] if base and base["tested"] != facts.rows else facts.majority_rate


def gives(k: float, percent: float, cases: int, lost: bool) -> bool:
    """Whether a count gives a printed percentage, rounded or cut."""
    return -0.005 - 1e-9 <= 100 * (k - lost) / (cases - lost) - percent < 0.01 - 1e-9


def named(limits: tuple[float, float], tolerance: float) -> str:
    verdict = claims_again.verdict(*limits, -tolerance, tolerance)
    return "reproduced" if verdict == "holds" else verdict


def of_counts(of: Paper, printed: str, name: str, ours: dict) -> tuple[str, float]:
    """Verdict on a printed percentage of robles2003, and the correct cases behind it."""
    percent, std, _ = of.printed.get((printed, name, "accuracy_pct"), (None, None, ""))
    choices = ("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning")
    cases = int(next(v for c in choices if (v := of.value(printed, *c)) is not None))
    lost = bool(of.more(name).get("lost"))
    if percent is None or ours["tested"] not in (cases, cases - lost):
        return "not tested", np.nan
    dropped = int(lost and ours["tested"] == cases - 1)
    k = percent / 100 * (cases - lost) + lost
    k = (round(k) if gives(round(k), percent, cases, lost) else k) - dropped
    counts, n = ours["counts"].round(), ours["runs"]
    spread = counts.std(ddof=1) if n > 1 else 0.0
    tolerance, repeats = of.content["rows"]["tolerance"], of.content["rows"]["repeats"]
    if not std and all(gives(c + dropped, percent, cases, lost) for c in counts):
        return "reproduced", k
    if not std and spread == 0 and not of.more(name).get("mean"):
        return "contradicted", k
    other = (std or 0) / 100 * cases * (1 if n > 1 else math.sqrt(repeats + 1))
    limits = welch((counts.mean(), spread, n), (k, other, repeats))
    return named((limits[0] / cases, limits[1] / cases), tolerance), k


def of_repeats(of: Paper, printed: str, name: str, ours: dict) -> tuple[str, float]:
    """Verdict on a printed mean over repeats of lopezcruz2013, or on the bounds of a lost one."""
    percent, low, high = (
        of.value(printed, name, f"accuracy_pct{s}") for s in ("", "_lower_bound_open", "_upper_bound_open")
    )
    shares, n = ours["counts"] / ours["tested"], ours["runs"]
    if percent is None:
        return "not tested", np.nan  # bounds on one side confirm little
    if n < 2:
        return "undecided", np.nan
    sd = shares.std(ddof=1)
    limits = welch((shares.mean(), sd, n), (percent / 100, sd, of.content["rows"]["repeats"]))
    return named(limits, of.content["rows"]["tolerance"]), np.nan


def papers(of: Paper, rope: float) -> list[dict]:
    """Rows of papers.csv."""
    rows = of.content["rows"]
    judge = {"counts.agree": of_counts, "accuracy.agreement": of_repeats}.get(rows["agreement"])
    found = []
    for part in [rows | p for p in rows.get("parts", [{}])]:
        metric = part["metric"]
        for printed, dataset, kind in of.stands(*SETTINGS, metric=metric):
            if printed not in part.get("sets", [printed]):
                continue
            for name in of.content["methods"]:
                for role, settings in SETTINGS.items():
                    method = of.method(role, dataset, name, metric)
                    ours = measured(of, role, dataset, method, metric)
                    if not ours:
                        continue
                    verdict, count = judge(of, printed, name, ours) if judge else ("not tested", np.nan)
                    row = {"paper": of.key, "protocol": of.roles[role], "dataset": dataset, "method": method}
                    row |= {"name": name, "printed_name": printed, "settings": settings, "role": role}
                    row |= {"figure": LABELS.get(metric, metric), "reproduced": ours["value"]}
                    row |= {"verdict": verdict if kind == "exact" else "not tested", "printed_count": count}
                    percent = of.value(printed, name, part.get("figure", "accuracy_pct"))
                    row |= {"printed": np.nan if percent is None else percent / 100, "runs": ours["runs"]}
                    row |= {k: ours.get(k, np.nan) for k in ("correct", "tested")}
                    row["cases"] = ours.get("tested") or of.about.rows[dataset]
                    found.append(row | honest(of, part, row, rope))
    return found


def honest(of: Paper, part: dict, row: dict, rope: float) -> dict:
    """What stands beside a reproduced figure."""
    metric, dataset, method = part["metric"], row["dataset"], row["method"]
    fair = part.get("honest_metric", metric)
    roles = part.get("honest", "honest")
    roles = [roles] if isinstance(roles, str) else roles
    role = next((r for r in roles if measured(of, r, dataset, method, fair)), roles[0])
    found = dict.fromkeys(["honest", "honest_low", "honest_high", "optimism", "permuted", "log_loss"], np.nan)
    found |= dict.fromkeys(["better", "rope", "worse"], np.nan)
    found |= {"honest_protocol": of.roles[role], "log_loss": of.mean(role, dataset, method, "log_loss")}
    if ours := measured(of, role, dataset, method, fair):
        found["honest"] = ours["value"]
        if fair == "accuracy":
            found["honest_low"], found["honest_high"] = (
                of.mean(role, dataset, method, k) for k in ("low", "high")
            )
        else:
            cell = of.folds(role, fair)[dataset, method]
            limits = interval(cell.value.to_numpy() * SCALE.get(fair, 1), cell.n_test.sum() / cell.n_train.sum())
            found["honest_low"], found["honest_high"] = np.clip([limits["low"], limits["high"]], 0, 1)
    shuffled = measured(of, "permuted", dataset, method, metric)
    if row["role"] == "paper":
        found["optimism"] = row["reproduced"] - found["honest"]
        found["permuted"] = shuffled["value"] - chance(of, dataset, metric) if shuffled else np.nan
    reference = of.method(row["role"], dataset, part["reference"], metric)
    if reference and reference != method:
        pair = paired(of, role, dataset, method, reference, fair)
        if pair and len(pair[0]) > 1:
            found |= odds(pair[0] * SCALE.get(fair, 1), pair[1], rope)
    return found | {"reference": reference or ""}


def robles(of: Paper, rows: list[dict]) -> dict[str, pd.DataFrame]:
    """Tables 3 to 6 of robles2003, and its test of the runs beside the corrected one."""
    effort = {"evaluations": "evaluations", "evaluations_to_solution": "evaluations"}
    effort |= {"attributes_used": "n_attributes_used", "groups": "n_groups"}
    tables: dict[str, list[dict]] = {}
    for r in rows:
        dataset, name, role = r["dataset"], r["name"], r["role"]
        judged_as = of.more(name).get("naive_bayes")
        line = {k: r[k] for k in ("dataset", "method", "settings", "verdict", "runs")} | {"k": r["correct"]}
        gain = None if judged_as else of.value(r["printed_name"], name, "improvement_over_NB_pct")
        pairs = {"paper": (role, judged_as or "NB"), "honest": ("honest", "NB")}
        line["gain_printed"] = np.nan if gain is None else gain / 100
        for key, (under, other) in pairs.items():
            pair = None if name == "NB" else paired(of, under, dataset, name, other)
            known = pair and (key == "paper" or role == "paper")
            line[f"gain_{key}"] = pair[0].mean() if known else np.nan
        for key, figure in effort.items():
            told = of.value(r["printed_name"], name, figure)
            line[f"{key}_printed"] = np.nan if told is None else told
            line[key] = np.nan if told is None else of.mean(role, dataset, r["method"], key)
        tables.setdefault(f"robles2003_table{of.more(name)['table']}", []).append(line)
    tables["robles2003_significance"] = significance(of)
    return {k: pd.DataFrame(v) for k, v in tables.items()}


def significance(of: Paper) -> list[dict]:
    """Mann and Whitney's test of the runs, and the corrected resampled t test over the honest folds."""
    searches, found = ("IENB", "IterativeBayes", "APNBC-EDA", "FSSJ", "BSEJ", "Pazzani-EDA"), []
    for name, other in [*((n, "NB") for n in searches), ("Pazzani-EDA", "BSEJ")]:
        for _, dataset, _ in of.stands("paper", leading=True):
            rival = of.more(name).get("naive_bayes", other) if other == "NB" else other
            methods = [of.method("paper", dataset, m) for m in (name, rival)]
            one, two = (measured(of, "paper", dataset, m, "accuracy") for m in methods)
            if not one or not two:
                continue
            runs, constant = one["counts"], two["counts"].mean()
            row = {"dataset": dataset, "method": methods[0], "against": methods[1], "runs": len(runs)}
            row |= {"difference": runs.mean() - constant, "std": pd.Series(runs).std(), "mann_whitney": np.nan}
            if len(runs) > 1:
                told = stats.mannwhitneyu(runs, np.full(len(runs), constant), method="asymptotic")
                row["mann_whitney"] = 1.0 if (runs == constant).all() else told.pvalue
            pair = paired(of, "honest", dataset, name, other)
            if pair and len(pair[0]) > 1:
                about = interval(*pair)
                row |= {"honest_difference": about["mean"], "low": about["low"], "high": about["high"]}
                row |= {"corrected": about["p"], "folds": len(pair[0])}
            found.append(row)
    return found


def of_parts(of: Paper, role: str, dataset: str, metric: str) -> dict[str, pd.Series]:
    """Method -> values over the test parts, where they are defined."""
    found = {m: c.value.dropna() for (d, m), c in of.folds(role, metric).items() if d == dataset}
    return {m: v for m, v in found.items() if len(v)}


def jambeiro(of: Paper, files: list[tuple]) -> dict[str, pd.DataFrame]:
    """Tables of jambeiro2007."""
    scored = {d for d, _ in of.folds("honest", "hit_area_10")}
    known = [d["id"] for sets in of.content["data_sets"].values() for d in sets]
    sets = [*(d for d in known if d in scored), *sorted(scored - set(known))]
    first = [f"recall_{r}" for r in scores_again.RATES]
    second = ["hit_area", "hit_area_10", "rmse", "log_loss", "log_loss_clipped"]
    curves, tests = hit_curves(of, sets, files)
    found = {"jambeiro2007_curves": curves, "jambeiro2007_tests": tests, "jambeiro2007_draws": draws(of)}
    for i, metrics in enumerate((first, second), 1):
        for name, chosen in ((f"table{i}", sets[:1]), (f"table{i}_others", sets[1:])):
            found[f"jambeiro2007_{name}"] = spreads(of, chosen, {m: ("honest", m) for m in metrics})
    splits = {f"{r}{e}": (r, m) for r in SPLITS for e, m in (("", "hit_area_10"), ("_recall", "recall_5"))}
    table = spreads(of, {d for r in SPLITS[1:] for d, _ in of.folds(r, "hit_area_10")}, splits)
    table = table.reindex(columns=["dataset", "method", *splits, *(f"{r}_sd" for r in SPLITS)])
    for role in SPLITS[1:]:
        table[f"{role}_loss"] = table[role] / table.honest - 1
    found["jambeiro2007_splits"] = table.dropna(subset=list(SPLITS[1:]), how="all")
    found["jambeiro2007_optimism"] = chosen_on_test(of, files)
    return {k: pd.DataFrame(v) for k, v in found.items()}


SPLITS = ("honest", "grouped", "time")


def spreads(of: Paper, sets, columns: dict[str, tuple[str, str]]) -> pd.DataFrame:
    """Means and standard deviations over the test parts; column -> role and metric."""
    rows: dict[tuple, dict] = {}
    for dataset in sets:
        for key, (role, metric) in columns.items():
            for method, v in of_parts(of, role, dataset, metric).items():
                row = rows.setdefault((dataset, method), {"dataset": dataset, "method": method})
                row |= {key: v.mean(), f"{key}_sd": v.std() if np.isfinite(v).all() else np.nan}
    return pd.DataFrame(rows.values())


TESTED = ("hit_area", "hit_area_10", "rmse", "log_loss_clipped")


def draws(of: Paper) -> list[dict]:
    """HPB against every printed method over the draws of the generator."""
    rows: dict[str, dict] = {}
    for metric in TESTED:
        sign, several = -1 if metric in LOWER else 1, {}
        for name in of.content["methods"]:
            pairs = {
                d: paired(of, "made", d, "HPB", name, metric)
                for d in sorted({d for d, _ in of.folds("made", metric)})
                if of.method("made", d, name, metric) != of.method("made", d, "HPB", metric)
            }
            gaps = {d: sign * p[0].mean() for d, p in pairs.items() if p}
            if gaps:
                several[name] = (of.method("made", next(iter(gaps)), name, metric), np.array(list(gaps.values())))
        about = {n: interval(d) for n, (_, d) in several.items()}
        p = [1.0 if len(d) < 3 or np.isnan(about[n]["p"]) else about[n]["p"] for n, (_, d) in several.items()]
        for (name, (method, d)), q in zip(several.items(), holm(np.array(p)), strict=True):
            told, few = about[name], len(d) < 3
            row = rows.setdefault(name, {"method": method, "n": len(d)})
            row |= {metric: d.mean(), f"{metric}_wins": f"{(d > 0).sum()}/{len(d)}", f"{metric}_p": q}
            row[f"{metric}_low"], row[f"{metric}_high"] = (
                (-np.inf, np.inf) if few else (told["low"], told["high"])
            )
    return list(rows.values())


def six_digits(name: str, value: float) -> dict[str, float]:
    """Between what a number lies that is stored with six digits."""
    half = abs(value) * 5.1e-6
    return {f"{name} from": value - half, f"{name} to": value + half}


def spans(rates: list[int]) -> str:
    """1-3, 5"""
    runs: list[list[int]] = []
    for r in rates:
        if runs and r == runs[-1][-1] + 1:
            runs[-1].append(r)
        else:
            runs.append([r])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs) or "–"


def hit_curves(of: Paper, sets: list[str], files: list[tuple]) -> tuple[list[dict], list[dict]]:
    """Recall at every selection rate, hits of all test parts over all positive cases; and HPB against each
    method at the rates from 1 to 20 %, part by part.
    """
    rates = np.round(10 ** (np.arange(61) / 20 - 3), 6)
    steps, curves, tests = np.arange(1, 21) / 100, [], []
    for dataset in sets:
        hits: dict[str, np.ndarray] = {}
        recalls: dict[str, dict] = {}
        y = stored.labels(of.folder, dataset)
        positive = rarer(of, dataset, y)
        for entry in files:
            if entry[:2] != (of.roles["honest"], dataset):
                continue
            for part in stored.parts(of.folder, *entry):
                is_one = part.y == positive
                taken, found = scores_again.blocks(is_one, scores_again.odds(part.log_p, positive))
                at = np.interp(rates * len(is_one), taken, found)
                hits[part.method] = hits.get(part.method, 0) + np.append(at, is_one.sum())
                few = np.interp(steps * len(is_one), taken, found) / is_one.sum()
                recalls.setdefault(part.method, {})[part.repeat, part.fold] = few
        for method, h in hits.items():
            for rate, recall in zip(rates, h[:-1] / h[-1], strict=True):
                curves.append({"dataset": dataset, "method": method, "rate": rate} | six_digits("recall", recall))
            if method != "hpb" and "hpb" in hits:
                tests.append(against_hpb(of, dataset, method, recalls))
    return curves, tests


def rarer(of: Paper, dataset: str, y: np.ndarray) -> int:
    """The positive class: the rarer one of the whole data set, of equal ones the later in the alphabet."""
    names, counts = of.meta(dataset)["classes"], np.bincount(y)
    return max(range(len(counts)), key=lambda c: (-counts[c], names[c]))


def against_hpb(of: Paper, dataset: str, method: str, recalls: dict[str, dict]) -> dict:
    """HPB minus a method over the test parts, and where its recall differs significantly."""
    row: dict = {"dataset": dataset, "method": method}
    for metric in TESTED:
        d, ratio = paired(of, "honest", dataset, "hpb", method, metric)
        about = interval(d, ratio)
        row |= six_digits(metric, about["mean"]) | six_digits(f"{metric}_p", about["p"])
    keys = [k for k in recalls["hpb"] if k in recalls[method]]
    gaps = np.array([recalls["hpb"][k] - recalls[method][k] for k in keys])
    told = [interval(np.round(g, 12), ratio) for g in gaps.T]
    p = np.array([a["p"] for a in told])
    for key, sign, level in (("better", 1, p), ("worse", -1, p), ("better_holm", 1, holm(p))):
        row[key] = spans([i + 1 for i in range(20) if level[i] <= 0.05 and sign * told[i]["mean"] > 0])
    return row


def told(of: Paper, role: str, files: list[tuple]) -> dict[tuple[str, str], list[dict]]:
    """(data set, method) -> what the method says of itself on every test part."""
    found: dict[tuple[str, str], list[dict]] = {}
    for protocol, dataset, file in files:
        if protocol == of.roles[role]:
            table = np.load(file)
            for method, about in (json.loads(str(table["meta"])) if "meta" in table.files else {}).items():
                several = [f["summary"] for f in about["folds"] if f["status"] == "ok"]
                found.setdefault((dataset, method), []).extend(several)
    return found


def chosen_on_test(of: Paper, files: list[tuple]) -> list[dict]:
    """The area with constants chosen on test parts, and inside each training part."""
    rows = []
    for (dataset, method), several in told(of, "paper", files).items():
        one, other = (of_parts(of, r, dataset, "hit_area_10").get(method) for r in ("paper", "honest"))
        if one is None or other is None or not several or "chosen_on_test" not in several[0]:
            continue
        about, row = several[0], {"dataset": dataset, "method": method}
        row |= {"on": "reshuffled" if about["reshuffled"] else "reported", "on_test": one.mean()}
        row |= {"nested": other.mean(), "optimism": one.mean() - other.mean()}
        tried = [s for s in about["on_test_scores"] if s is not None]
        row |= {"combinations": len(about["on_test_grid"]), "worst": min(tried)}
        rows.append(row | {"relative": one.mean() / other.mean() - 1})
    return rows


def pooled(of: Paper, role: str, dataset: str, label: str, files: list[tuple]) -> dict[str, dict]:
    """Method -> figures of all test parts together, of a class against the rest and of all classes."""
    parts: dict[str, list] = {}
    for entry in files:
        if entry[:2] == (of.roles[role], dataset):
            for part in stored.parts(of.folder, *entry):
                parts.setdefault(part.method, []).append(part)
    names, found = list(of.meta(dataset)["classes"]), {}
    for method, several in parts.items():
        y, decided = (np.concatenate([getattr(p, k) for p in several]) for k in ("y", "decided"))
        found[method] = scores_again.of_decisions(y, decided, len(names)) | {"test": 0, "folds": len(several)}
        if label in names:
            c = names.index(label)
            score = scores_again.odds(np.concatenate([p.log_p for p in several]), c)
            found[method] |= scores_again.of_class(y == c, score, decided == c) | {"test": (y == c).sum()}
            found[method]["cases"] = (stored.labels(of.folder, dataset) == c).sum()
    return found


def kang(of: Paper, files: list[tuple]) -> dict[str, pd.DataFrame]:
    """Tables of kang2006."""
    names = [f"kang2006_{n}" for n in ("table1", "table1_further", "thresholds", "thresholds_mean", "table2")]
    found: dict[str, list[dict]] = {n: [] for n in (*names, "kang2006_grouped", "kang2006_all_classes")}
    leading = {d for _, d, _ in of.stands("paper", leading=True)}
    means: dict[str, list[dict]] = {}
    for printed, dataset, kind in of.stands("paper"):
        which = [k for k in ("topics", "sites", "all_classes") if printed in of.content["more"][k]]
        label = printed.split()[-1]
        ours = pooled(of, "paper", dataset, label, files) if which else {}
        shown = {n: f for n in of.content["methods"] if (f := ours.get(of.method("paper", dataset, n)))}
        if "topics" in which:
            one = next(iter(ours.values()))
            row = {"topic": label, "dataset": dataset, "train": one["cases"] - one["test"], "test": one["test"]}
            found["kang2006_table1"].append(row | {n: f["break_even_nearest"] for n, f in shown.items()})
            found["kang2006_table1_further"].append(row | {m: f["break_even_nearest"] for m, f in ours.items()})
            for method, f in ((m, f) for m, f in ours.items() if m != "majority"):
                line = {"dataset": dataset, "method": method, "f1_swept": f["break_even"], "f1": f["f1"]}
                line |= {k: f[k] for k in ("precision", "sensitivity", "average_precision")}
                line["optimism"] = line["f1_swept"] - line["f1"]
                found["kang2006_thresholds"].append(line)
                if dataset in leading:
                    means.setdefault(method, []).append(line)
        if "sites" in which:
            for key, measure in MEASURES.items():
                row = {"dataset": dataset, "measure": measure} | {n: f[key] for n, f in shown.items()}
                found["kang2006_table2"].append(row | {"cases": next(iter(ours.values()))["cases"]})
            apart = pooled(of, "grouped", dataset, label, files)
            for method in ours.keys() & apart.keys():
                row = {"dataset": dataset, "method": method}
                for key, prefix in (("accuracy", ""), ("mcc", "mcc_")):
                    a, b = ours[method][key], apart[method][key]
                    row |= {f"{prefix}random": a, f"{prefix}grouped": b, f"{prefix}drop": a - b}
                found["kang2006_grouped"].append(row)
        if "all_classes" in which:
            for method, f in ours.items():
                row = {"dataset": dataset, "method": method, "accuracy": f["accuracy"], "mcc": f["mcc"]}
                found["kang2006_all_classes"].append(row)
    for method, lines in means.items():
        row = pd.DataFrame(lines).mean(numeric_only=True).to_dict() | {"method": method, "topics": len(lines)}
        found["kang2006_thresholds_mean"].append(row | {"largest": max(r["optimism"] for r in lines)})
    return {k: pd.DataFrame(v) for k, v in found.items()}


MEASURES = {"accuracy": "Accuracy", "sensitivity": "Sensitivity", "precision": "“Specificity” (precision)"}


def lopez(of: Paper, files: list[tuple]) -> dict[str, pd.DataFrame]:
    """Tables of lopezcruz2013."""
    found: dict[str, list[dict]] = {f"lopezcruz2013_{n}": [] for n in ("table2", "table5", "table6", "grouped")}
    says, names = told(of, "paper", files), list(of.content["methods"])
    pairs = dict.fromkeys(m for _, m, metric in of.printed if metric == ONE_SIDED)
    for printed, dataset, _ in of.stands("paper"):
        kinds, meta = of.kinds(dataset), of.meta(dataset)
        row = {"dataset": dataset, "n_classes": len(meta["classes"]), "n_instances": of.about.rows[dataset]}
        for key, members in COUNTS.items():
            row[key] = sum(k in members for k in kinds)
        row |= {f"{k}_printed": of.value(printed, "-", k) for k in [*COUNTS, "n_classes", "n_instances"]}
        found["lopezcruz2013_table6"].append(row)
        for name in names:
            if method := of.method("paper", dataset, name):
                row = {"dataset": dataset, "method": method, "pct_angular": angular(of, dataset, says, method)}
                for key, metric in (("n_parameters", "n_parameters"), ("n_variables", "attributes_used")):
                    row[key] = of.mean("paper", dataset, method, metric)
                for key in ("n_parameters", "n_variables", "pct_angular"):
                    figure = np.nan if name == "dNB" else of.value(printed, name, key)
                    row[f"{key}_printed"] = figure / 100 if key == "pct_angular" and figure is not None else figure
                found["lopezcruz2013_table2"].append(row)
        for pair in pairs:
            if row := sorted_runs(of, dataset, *pair.split(" vs ")):
                figure = of.value(printed, pair, ONE_SIDED)
                if figure is not None:
                    row |= {"printed_one": figure, "printed_two": min(1.0, 2 * figure)}
                found["lopezcruz2013_table5"].append(row | {"pair": pair.replace(" vs ", " – ")})
        for method in {m for d, m in of.folds("grouped") if (dataset, m) in of.folds("paper") and d == dataset}:
            apart, mixed = (of.cells.loc[of.roles[r], dataset, method] for r in ("grouped", "paper"))
            row = {"dataset": dataset, "method": method, "low": apart.low, "high": apart.high}
            row |= {"random": mixed.correct / mixed.tested, "grouped": apart.correct / apart.tested}
            row |= {"drop": row["random"] - row["grouped"], "majority": of.about.majority_rate[dataset]}
            row["folds"] = len(of.folds("grouped")[dataset, method])
            found["lopezcruz2013_grouped"].append(row)
    return {k: pd.DataFrame(v) for k, v in found.items()} | of_ranks(of)


ONE_SIDED, EIGHT = "wilcoxon_sorted_runs_p_one_sided", "8 datasets"
COUNTS = {"n_angular": {"angular", "direction"}, "n_linear": {"linear"}, "n_discrete": DISCRETE}
WAYS = {"nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer_static"}
WAYS["bergmann_hommel"] = "Bergmann_Hommel"


def angular(of: Paper, dataset: str, says: dict, method: str) -> float:
    """Share of angular attributes among those used, mean over the test parts."""
    attributes, shares = {a["name"]: a["kind"] for a in of.meta(dataset)["attributes"]}, []
    for about in says.get((dataset, method), []):
        if "structure" in about:
            used = [n for g in about["structure"].strip("{}").split("} {") for n in g.split(" x ") if n]
            shares += [np.mean([attributes.get(n) == "angular" for n in used])] if used else []
        elif about.get("attributes_used") == len(attributes):
            shares.append(np.mean([k == "angular" for k in attributes.values()]))
    return np.mean(shares) if shares else np.nan


def sorted_runs(of: Paper, dataset: str, first: str, second: str) -> dict:
    """Signed ranks of sorted differences, averaged over the runs; all signs enumerated."""
    methods = [of.method("paper", dataset, m) for m in (first, second)]
    pair = paired(of, "paper", dataset, first, second) if None not in methods else None
    if pair is None:
        return {}
    runs = of.folds("paper")[dataset, methods[0]].index.get_level_values("repeat").nunique()
    d = np.sort(pair[0].reshape(runs, -1), axis=1)
    x = np.round(d.mean(0), 12)
    x, above = x[x != 0], round(d.mean(), 12)
    if len(x) > 20:
        return {}
    r = stats.rankdata(np.abs(x))
    sums = ((np.arange(2 ** len(x))[:, None] >> np.arange(len(x))) & 1) @ r
    up, down = ((sums >= r[x > 0].sum()).mean(), (sums <= r[x > 0].sum()).mean())
    two = min(1.0, 2 * min(up, down))
    row = {"dataset": dataset, "difference": d.mean(), "side": ">" if above > 0 else "<" if above < 0 else "="}
    row |= {"one_sided": up if above > 0 else down if above < 0 else two, "two_sided": two, "null": "exact"}
    return row | {"corrected": interval(*pair)["p"], "runs": runs, "folds": d.shape[1]}


def of_ranks(of: Paper) -> dict[str, pd.DataFrame]:
    """Average ranks of the paper's methods, and p of all pairs from printed and from our ranks."""
    names = list(of.content["methods"])
    printed = np.array([of.value(EIGHT, m, "average_rank") for m in names])
    found, n = {"printed": printed}, {}
    for key, roles in (("ours", ["paper"]), ("honest", ["grouped", "paper"])):
        rows: dict[str, list] = {}
        for _, dataset, _ in of.stands(*roles, leading=True):
            for role in roles:
                ids = [of.method(role, dataset, m) for m in names]
                if dataset not in rows and None not in ids:
                    rows[dataset] = [of.folds(role)[dataset, m].value.mean() for m in ids]
        if len(rows) > 1:
            found[key], n[key] = t.ranks(tied(np.array(list(rows.values())))).mean(0), len(rows)
    ids = [recount._ids(told)[-1] for told in of.content["methods"].values()]
    shown = {"lopezcruz2013_table3": pd.DataFrame({"method": ids} | found)}
    table = pd.DataFrame({"pair": [m for _, m, metric in of.printed if metric == "p_adjusted_Holm"]})
    for key, source, size in (("again", "printed", 8), ("ours", "ours", n.get("ours"))):
        if source not in found or "ours" not in found:
            continue
        r, pairs = found[source], [tuple(sorted(map(names.index, p.split(" vs ")))) for p in table.pair]
        p = np.array([float(t.two_sided(t.z_of_pair(r, i, j, size))) for i, j in pairs])
        closed = t.bergmann_hommel(dict(zip(pairs, p, strict=True)), r)
        table[f"nemenyi_{key}"] = np.minimum(1, p * len(p))
        table[f"holm_{key}"], table[f"shaffer_{key}"] = holm(p), t.shaffer(p, len(names))
        table[f"bergmann_hommel_{key}"] = [closed[q] for q in pairs]
    for way, name in WAYS.items():
        table[f"{way}_printed"] = [of.value(EIGHT, p, f"p_adjusted_{name}") for p in table.pair]
    table["pair"] = table.pair.str.replace(" vs ", " – ")
    return shown | {"lopezcruz2013_table4": table}


def made_again(folder: Path, content: dict, scores: pd.DataFrame, parts: pd.DataFrame, cells, about):
    """Tables by name, and the keys that tell their rows apart."""
    rope, files = content["config"]["statistics"]["rope"], stored.files(folder)
    names = ["robles2003", "kang2006", "jambeiro2007", "lopezcruz2013"]
    of = {k: Paper(k, folder, cells, about) for k in names}
    wanted = {p for paper in of.values() for p in paper.roles.values()}
    under = scores[scores.protocol.isin(wanted)].merge(
        parts.drop(columns="n_test"), on=["protocol", "dataset", "repeat", "fold"], how="left"
    )
    under = under.sort_values(["repeat", "fold"]).set_index(["repeat", "fold"])
    by = dict(list(under.groupby(["protocol", "metric"], sort=False)))
    for paper in of.values():
        paper.scores.update(by)
    rows = {k: papers(p, rope) for k, p in of.items()}
    shown = {"papers": pd.DataFrame([r for several in rows.values() for r in several])}
    shown |= robles(of["robles2003"], rows["robles2003"])
    shown |= jambeiro(of["jambeiro2007"], files)
    shown |= kang(of["kang2006"], files)
    shown |= lopez(of["lopezcruz2013"], files)
    keys = {k: ["dataset", "method"] for k in shown}
    keys |= {"lopezcruz2013_table3": ["method"], "lopezcruz2013_table4": ["pair"]}
    keys |= {"lopezcruz2013_table5": ["dataset", "pair"], "lopezcruz2013_table6": ["dataset"]}
    keys |= {"kang2006_table1": ["topic", "dataset"], "kang2006_table1_further": ["topic", "dataset"]}
    keys |= {"kang2006_table2": ["dataset", "measure"], "kang2006_thresholds_mean": ["method"]}
    keys |= {"jambeiro2007_draws": ["method"], "jambeiro2007_curves": ["dataset", "method", "rate"]}
    keys |= {f"robles2003_table{i}": ["dataset", "method", "settings"] for i in range(3, 7)}
    keys["robles2003_significance"] = ["dataset", "method", "against"]
    keys["papers"] = ["paper", "protocol", "dataset", "method", "figure"]
    return shown, keys


def against_reference(curves: pd.DataFrame, reference: str, metric: str) -> pd.DataFrame:
    """Learning curves with the gain over the reference, and the size from which on a method is ahead."""
    at = ["protocol", "dataset", "n_train"]
    curves = curves[~curves.duplicated([*at, "method"], keep=False)]  # repeats of one size are no curve
    base = curves[curves.method == reference].set_index(at)["mean"]
    gain = curves["mean"] - base.reindex(pd.MultiIndex.from_frame(curves[at])).to_numpy()
    gain = gain.where(curves.method != reference) * (-1 if metric in LOWER else 1)
    found = curves.assign(gain=gain).sort_values("n_train")
    for _, rows in found.dropna(subset="gain").groupby(["protocol", "dataset", "method"]):
        behind = rows.n_train[rows.gain <= 0]
        ahead = rows.n_train[rows.n_train > behind.max()] if len(behind) else rows.n_train
        found.loc[rows.index, "overtakes"] = ahead.min() if len(ahead) else np.nan
    return found


def holm_by_set(ranks: pd.DataFrame) -> pd.Series:
    """Holm's correction over the comparisons on every data set."""
    return ranks.groupby("dataset").p.transform(lambda p: holm(p.to_numpy()))
