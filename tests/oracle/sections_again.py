"""Recompute tables of the papers' sections from scores, stored predictions and printed numbers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import run as stored
import scores_again
import tests_again as t
from comparisons import LOWER, tied
from papers_again import (
    SCALE,
    Paper,
    chance,
    holm,
    interval,
    measured,
    paired,
    papers,
    readings,
    where_attributes_remain,
)
from scipy import stats
from sklearn.metrics import precision_recall_fscore_support

TESTED = ("hit_area", "hit_area_10", "rmse", "log_loss_clipped")
SPLITS = ("honest", "grouped", "time")
GAINS = ("kang2006", "jambeiro2007", "lopezcruz2013")  # papers with a figure of differences
MEASURES = {"accuracy": "Accuracy", "sensitivity": "Sensitivity", "precision": "“Specificity” (precision)"}
ONE_SIDED, EIGHT = "wilcoxon_sorted_runs_p_one_sided", "8 datasets"
# classes that the files of mande2023 declare, some of them without cases
DECLARED = {
    "weka-annealing": 6,
    "weka-auto-imports": 7,
    "weka-glass-identification": 7,
    "weka-primary-tumor": 22,
}
COUNTS = {
    "n_angular": ("angular", "direction"),
    "n_linear": ("linear",),
    "n_discrete": ("nominal", "ordinal"),
}
WAYS = {"nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer_static"}
WAYS["bergmann_hommel"] = "Bergmann_Hommel"


def read(folder: Path, scores: pd.DataFrame, parts: pd.DataFrame, cells, about) -> dict[str, Paper]:
    """The papers with the scores of a run."""
    names = ["robles2003", "kang2006", "jambeiro2007", "lopezcruz2013"]
    of = {k: Paper(k, folder, cells, about) for k in names}
    filled(of, scores, parts)
    return of


def filled(of: dict[str, Paper], scores: pd.DataFrame, parts: pd.DataFrame) -> None:
    """Give the papers the scores of the test parts."""
    under = scores[scores.protocol.isin({p for paper in of.values() for p in paper.roles.values()})]
    at = ["protocol", "dataset", "repeat", "fold"]
    under = under.merge(parts.drop(columns="n_test"), on=at, how="left")
    under = under.set_index(["repeat", "fold"]).sort_index()
    by = dict(list(under.groupby(["protocol", "metric"])))
    for paper in of.values():
        paper.scores.update(by)


def made_again(folder: Path, content: dict, scores: pd.DataFrame, parts: pd.DataFrame, cells, about):
    """Tables by name, the columns that identify their rows, and the papers."""
    files, of = stored.files(folder), read(folder, scores, parts, cells, about)
    of = {k: p for k, p in of.items() if p.printed}  # the others have no printed numbers to compare with
    if not of:
        return {}, {}, {}
    rows = {k: papers(p, content["config"]["statistics"]["rope"]) for k, p in of.items()}
    shown = {"papers": [r for several in rows.values() for r in several]}
    shown |= robles(of["robles2003"], rows["robles2003"]) | kang(of["kang2006"], files)
    shown |= jambeiro(of["jambeiro2007"], files) | lopez(of["lopezcruz2013"], files)
    shown |= {f"{k}_gains": gains(of[k], alone_of(files)) for k in GAINS}
    keys = {k: ["dataset", "method"] for k in shown} | {f"{k}_gains": ["dataset", "against"] for k in GAINS}
    keys |= {f"robles2003_table{i}": ["dataset", "method", "settings"] for i in range(3, 7)}
    keys |= {"robles2003_methods": ["method", "settings"]}
    keys |= {f"kang2006_{k}": ["topic", "dataset"] for k in ("table1", "table1_further")}
    keys |= {"papers": ["paper", "protocol", "dataset", "method", "figure"]}
    keys |= {"robles2003_significance": ["dataset", "method", "against"], "jambeiro2007_draws": ["method"]}
    keys |= {"kang2006_table2": ["dataset", "measure"], "kang2006_thresholds_mean": ["method"]}
    keys |= {"jambeiro2007_curves": ["dataset", "method", "rate"], "lopezcruz2013_table3": ["method"]}
    keys |= {"lopezcruz2013_samples": ["dataset", "protocol", "method"]}
    keys |= {"lopezcruz2013_table4": ["pair"], "lopezcruz2013_table5": ["dataset", "pair"]}
    keys |= {"lopezcruz2013_table6": ["dataset"]}
    shown |= mande(Paper("mande2023", folder, cells, about), content, scores, parts, files)
    keys |= {"mande2023_every_count": ["dataset", "method", "seed"], "mande2023_counts": ["dataset"]}
    keys |= {"mande2023_every_average": ["dataset", "method", "seed", "measure"]}
    keys |= {"mande2023_macros": ["method", "measure"]}
    keys |= {"mande2023_verdicts": ["method"], "lopezcruz2013_table1": ["dataset", "source"]}
    told = {k: pd.DataFrame(v) for k, v in shown.items()}
    told["papers"].attrs["sentences"] = [
        s for k, paper in of.items() for s in where_attributes_remain(paper, rows[k])
    ]
    return told, keys, of


def alone_of(files: list[tuple]):
    """The function `alone` of `claims_again.against_each`, from the stored predictions of the first
    repeat.
    """

    def alone(of: Paper, role: str, dataset: str, methods: list[str]) -> tuple[int, int, int] | None:
        folds = of.folds(role)[dataset, methods[0]].index.get_level_values("fold").unique()
        scheme = str(np.load(of.folder / f"data/discretized/{of.roles[role]}/{dataset}.npz")["scheme"])
        if len(folds) != 1 or scheme != "holdout":
            return None
        first = {m: min(p, key=lambda x: x.repeat) for m, p in parts_of(of, role, dataset, files).items()}
        one, other = (first[m].decided == first[m].y for m in methods)
        return int((one & ~other).sum()), int((other & ~one).sum()), len(one)

    return alone


def told(of: Paper, role: str, files: list[tuple]) -> dict[tuple[str, str], list[dict]]:
    """What the method reports about itself on every test part, by (data set, method)."""
    found: dict[tuple[str, str], list[dict]] = {}
    for _, dataset, file in (f for f in files if f[0] == of.roles[role]):
        table = np.load(file)
        for method, about in json.loads(str(table["meta"])).items() if "meta" in table.files else ():
            several = [f["summary"] for f in about["folds"] if f["status"] == "ok"]
            found.setdefault((dataset, method), []).extend(several)
    return found


def parts_of(of: Paper, role: str, dataset: str, files: list[tuple]) -> dict[str, list]:
    """The test parts of every method."""
    found: dict[str, list] = {}
    for entry in (f for f in files if f[:2] == (of.roles[role], dataset)):
        for part in stored.parts(of.folder, *entry):
            found.setdefault(part.method, []).append(part)
    return found


def robles(of: Paper, rows: list[dict]) -> dict[str, list[dict]]:
    """Tables 3 to 6 of robles2003, and its test on the runs next to the corrected test."""
    effort = {"evaluations": "evaluations", "evaluations_to_solution": "evaluations"}
    effort |= {"attributes_used": "n_attributes_used", "groups": "n_groups"}
    tables: dict[str, list[dict]] = {}
    for r in rows:
        dataset, name, judged_as = r["dataset"], r["name"], of.methods[r["name"]].get("naive_bayes")
        line = {k: r[k] for k in ("dataset", "method", "settings", "verdict", "runs")} | {"k": r["correct"]}
        printed = of.value(r["printed_name"], name, "improvement_over_NB_pct") / 100
        line["gain_printed"] = np.nan if judged_as else printed
        if name != "NB":
            line["gain_paper"] = interval(paired(of, r["role"], dataset, name, judged_as or "NB")[0])["mean"]
            alike = r["role"] == "paper"  # both sides have one setting
            line["gain_honest"] = (
                interval(paired(of, "honest", dataset, name, "NB")[0])["mean"] if alike else np.nan
            )
        for key, figure in effort.items():
            line[f"{key}_printed"] = of.value(r["printed_name"], name, figure)
            shown = not np.isnan(line[f"{key}_printed"])
            line[key] = of.mean(r["role"], dataset, r["method"], key) if shown else np.nan
        tables.setdefault(f"robles2003_table{of.methods[name]['table']}", []).append(line)
    tables["robles2003_gains"] = searches(of)
    return tables | {"robles2003_significance": significance(of), "robles2003_methods": overview(of, rows)}


def searches(of: Paper) -> list[dict]:
    """Gains of the searches over naive Bayes as the paper compares them, where both protocols have a gain.

    Data sets with a test part of their own are left out: leave-one-out trains on all other cases.
    """
    found = []
    for printed, dataset, _ in of.stands("paper", leading=True):
        cell = of.folds("paper", "accuracy").get((dataset, "nb"))
        if cell is None or (cell.n_train != cell.n_test - 1).any():
            continue
        for name in ("IENB", "APNBC-EDA", "Pazzani-EDA"):
            both = [paired(of, role, dataset, name, "NB")[0] for role in ("paper", "honest")]
            if all(len(d) for d in both):
                line = {"dataset": dataset, "method": name}
                line |= {"printed": of.value(printed, name, "improvement_over_NB_pct") / 100}
                found.append(line | dict(zip(("reproduced", "honest"), map(np.mean, both), strict=True)))
    return found


def gains(of: Paper, alone) -> list[dict]:
    """Gains of the method in the figure of differences over its rivals, in the comparisons of the paper's
    `rows`.
    """
    drawing = next(d for d in of.content["drawings"] if d["own"] == "differences.figure")
    first, told, found = drawing["arguments"]["first"], of.content["rows"], []
    for rival in drawing["arguments"]["rivals"]:
        for part in [told | p for p in told.get("parts", [{}])]:
            roles, metric = part.get("honest", "honest"), part["metric"]
            roles = [roles] if isinstance(roles, str) else roles
            fair, factor = part.get("honest_metric", metric), SCALE.get(metric, 1)
            for printed, dataset, kind in of.stands("paper", *roles, metric=metric):
                if printed not in part.get("sets", [printed]):
                    continue
                d, _ = paired(of, "paper", dataset, first, rival, metric)
                sides = [of.value(printed, m, part.get("figure", "accuracy_pct")) for m in (first, rival)]
                row = {"dataset": dataset, "printed_name": printed, "kind": kind, "against": rival}
                row |= {"printed": (sides[0] - sides[1]) / 100, "paper": factor * interval(d)["mean"]}
                row |= dict.fromkeys(("honest", "low", "high"), np.nan)
                for role in roles:
                    d, ratio = paired(of, role, dataset, first, rival, fair)
                    if len(d):
                        ids = [of.method(role, dataset, m, fair) for m in (first, rival)]
                        cases = alone(of, role, dataset, ids) if fair == "accuracy" else None
                        ends = of_shares(*cases) if cases else interval(factor * d, ratio)
                        row |= {"honest": ends["mean"], "low": ends["low"], "high": ends["high"]}
                        break
                found += [row] if not (np.isnan(row["paper"]) and np.isnan(row["honest"])) else []
    return found


def of_shares(first: int, second: int, cases: int) -> dict[str, float]:
    """Difference of two paired shares, with Wald's interval after half a case is added to each count."""
    n, gap = cases + 2, first - second
    half = stats.norm.ppf(0.975) * np.sqrt(first + second + 1 - gap**2 / n) / n
    return {"mean": gap / cases, "low": gap / n - half, "high": gap / n + half}


def overview(of: Paper, rows: list[dict]) -> list[dict]:
    """Verdicts, mean gains, median optimism and excess on shuffled labels by method and settings.

    Also the gain of naive Bayes when it is judged on its own training cases.
    """
    found, ordinary = [], "as the paper says"
    for (name, settings), several in pd.DataFrame(rows).groupby(["name", "settings"]) if rows else ():
        told, method = of.methods[name], several.method.iloc[0]
        line = {
            "method": method,
            "settings": settings,
            "table": float(told["table"]),
            "datasets": len(several),
        }
        kinds = ("reproduced", "contradicted", "undecided", "not tested")
        line |= {v.replace(" ", "_"): (several.verdict == v).sum() for v in kinds}
        line["optimism"] = several.optimism.median()
        if settings == ordinary:
            line |= shuffled(of, method, list(several.dataset))
        found.append(line | mean_gains(of, name, several))
    for form in {told["naive_bayes"] for told in of.methods.values() if "naive_bayes" in told}:
        sets = [d for _, d, _ in of.stands("paper", leading=True)]
        gains = [g.mean() for d in sets if len(g := paired(of, "paper", d, form, "NB")[0])]
        if not any(m == form for _, m in of.folds("paper")):
            continue
        honest = [(d, of.method("honest", d, "NB")) for d in sets]
        both = [(measured(of, "paper", d, form), measured(of, "honest", d, m)) for d, m in honest]
        line = {"method": form, "settings": ordinary, "datasets": len(gains), "gain_datasets": len(gains)}
        line["gain_paper"] = np.mean(gains) if gains else np.nan
        line["optimism"] = median([a["value"] - b["value"] for a, b in both if a and b])
        found.append(line | shuffled(of, form, sets))
    return found


def median(values: list[float]) -> float:
    return float(np.median(values)) if values else np.nan


def mean_gains(of: Paper, name: str, several: pd.DataFrame) -> dict[str, float]:
    """Mean gains over naive Bayes over the printed data sets that have all gains of the method."""
    judged_as, lines = of.methods[name].get("naive_bayes"), {}
    for r in several.itertuples() if name != "NB" else ():
        printed = of.value(r.printed_name, name, "improvement_over_NB_pct") / 100
        ours = paired(of, r.role, r.dataset, name, judged_as or "NB")[0]
        fair = paired(of, "honest", r.dataset, name, "NB")[0] if r.role == "paper" else []
        gains = [np.mean(g) if len(g) else np.nan for g in (ours, fair)]
        lines[r.printed_name, r.dataset] = [np.nan if judged_as else printed, *gains]
    table = pd.DataFrame(lines, ["gain_printed", "gain_paper", "gain_honest"]).T.dropna(axis=1, how="all")
    table = table.dropna()
    if not table.size:
        return {}
    table = table[~table.index.get_level_values(0).duplicated()]
    return {"gain_datasets": len(table)} | table.mean().to_dict()


def shuffled(of: Paper, method: str, sets: list[str]) -> dict[str, float]:
    """Median excess of a method on shuffled labels.

    The medians are over all data sets, over those without numbers, and over those whose labels were shuffled
    after the cut points were learned.
    """
    excess: dict[str, dict[str, float]] = {}
    for role in ("permuted", "permuted_after_cuts"):
        scored = {d: m["value"] for d in sets if (m := measured(of, role, d, method))}
        left = {d: v - chance(of, d, "accuracy", role) for d, v in scored.items()}
        excess[role] = {d: v for d, v in left.items() if not np.isnan(v)}
    every, cut = excess.values()
    kinds = {d: {a["kind"] for a in of.meta(d)["attributes"]} for d in every}
    nominal = [v for d, v in every.items() if kinds[d] <= {"nominal", "ordinal"}]
    found = {"permuted": median([*every.values()]), "permuted_nominal": median(nominal)}
    found |= {"nominal_sets": len(nominal) or np.nan, "permuted_after_cuts": median([*cut.values()])}
    return found | {"cut_sets": len(cut) or np.nan}


def significance(of: Paper) -> list[dict]:
    """Mann and Whitney's test on the runs, and the corrected resampled t test over the honest folds."""
    searches, found = ("IENB", "IterativeBayes", "APNBC-EDA", "FSSJ", "BSEJ", "Pazzani-EDA"), []
    pairs = [*((n, "NB") for n in searches), ("Pazzani-EDA", "BSEJ")]
    for (name, other), (_, dataset, _) in ((p, s) for p in pairs for s in of.stands("paper", leading=True)):
        rival = of.methods[name].get("naive_bayes", other) if other == "NB" else other
        methods = [of.method("paper", dataset, m) for m in (name, rival)]
        one, two = (measured(of, "paper", dataset, m) for m in methods)
        if one and two:
            runs, constant = one["counts"], two["counts"].mean()
            row = {"dataset": dataset, "method": methods[0], "against": methods[1], "runs": len(runs)}
            row |= {
                "difference": runs.mean() - constant,
                "std": pd.Series(runs).std(),
                "mann_whitney": np.nan,
            }
            if len(runs) > 1:
                test = stats.mannwhitneyu(runs, np.full(len(runs), constant), method="asymptotic")
                row["mann_whitney"] = 1.0 if (runs == constant).all() else test.pvalue
            d, ratio = paired(of, "honest", dataset, name, other)
            if len(d) > 1:
                fair = interval(d, ratio) | {"folds": len(d)}
                row |= {"honest_difference": fair.pop("mean"), "corrected": fair.pop("p")} | fair
            found.append(row)
    return found


def jambeiro(of: Paper, files: list[tuple]) -> dict[str, list[dict] | pd.DataFrame]:
    """The tables of jambeiro2007."""
    scored = {d for d, _ in of.folds("honest", "hit_area_10")}
    known = [d["id"] for sets in of.content["data_sets"].values() for d in sets]
    sets = [*(d for d in known if d in scored), *sorted(scored - set(known))]
    curves, tests = hit_curves(of, sets, files)
    found = {
        "curves": curves,
        "tests": tests,
        "draws": draws(of),
        "optimism": chosen_on_test(of, files),
    }
    several = {"table1": [f"recall_{r}" for r in scores_again.RATES], "table2": [*TESTED, "log_loss"]}
    for name, metrics in several.items():
        for end, chosen in (("", sets[:1]), ("_others", sets[1:])):
            found[name + end] = spreads(of, chosen, {m: ("honest", m) for m in metrics})
    splits = {f"{r}{e}": (r, m) for r in SPLITS for e, m in (("", "hit_area_10"), ("_recall", "recall_5"))}
    table = spreads(of, {d for r in SPLITS[1:] for d, _ in of.folds(r, "hit_area_10")}, splits)
    for role in SPLITS[1:]:
        table[f"{role}_loss"] = table[role] / table.honest - 1
    found["splits"] = table.dropna(subset=list(SPLITS[1:]), how="all")
    return {f"jambeiro2007_{k}": v for k, v in found.items()}


def spreads(of: Paper, sets, columns: dict[str, tuple[str, str]]) -> pd.DataFrame:
    """Means and standard deviations over the test parts, by column for its role and metric."""
    rows: dict[tuple, dict] = {}
    for key, (role, metric) in columns.items():
        for (dataset, method), cell in of.folds(role, metric).items():
            v = cell.value.dropna()
            if dataset in sets and len(v):
                row = rows.setdefault((dataset, method), {"dataset": dataset, "method": method})
                row |= {key: v.mean(), f"{key}_sd": v.std() if np.isfinite(v).all() else np.nan}
    keys = ["dataset", "method", *columns, *(f"{k}_sd" for k in columns)]
    return pd.DataFrame(rows.values()).reindex(columns=keys)


def draws(of: Paper) -> list[dict]:
    """Differences of HPB and every printed method over the draws of the generator; positive if HPB is better.

    Draws on which a method has the predictions of the trivial method are left out.
    """
    rows: dict[str, dict] = {}
    trivial = stored.repeats(of.folder, of.content)
    for metric in TESTED:
        found, sets = {}, sorted({d for d, _ in of.folds("made", metric)})
        for name in (m for m in of.methods if m != "HPB"):
            pairs = {d: paired(of, "made", d, "HPB", name, metric)[0] for d in sets}
            pairs = {d: gap for d, gap in pairs.items() if len(gap)}
            kept = [
                gap
                for d, gap in pairs.items()
                if (of.roles["made"], d, of.method("made", d, name, metric)) not in trivial
            ]
            gaps = np.array([d.mean() * (-1 if metric in LOWER else 1) for d in kept])
            if pairs:
                method = next(of.method("made", d, name, metric) for d in pairs)
                rows.setdefault(name, {"method": method, "n": len(gaps), "excluded": len(pairs) - len(gaps)})
            if len(gaps):
                found[name] = interval(gaps) | {"gaps": gaps}
                if len(gaps) < 3:
                    found[name] |= {"low": -np.inf, "high": np.inf, "p": np.nan}
        p = holm(np.nan_to_num([f["p"] for f in found.values()], nan=1.0))
        for (name, f), q in zip(found.items(), p, strict=True):
            row = rows[name]
            row |= {
                metric: f["mean"],
                f"{metric}_low": f["low"],
                f"{metric}_high": f["high"],
                f"{metric}_p": q,
            }
            row[f"{metric}_wins"] = f"{(f['gaps'] > 0).sum()}/{len(f['gaps'])}"
    return list(rows.values())


def six_digits(name: str, value: float) -> dict[str, float]:
    """Bounds of a number that is stored with six digits."""
    return {f"{name} from": value - abs(value) * 5.1e-6, f"{name} to": value + abs(value) * 5.1e-6}


def hit_curves(of: Paper, sets: list[str], files: list[tuple]) -> tuple[list[dict], list[dict]]:
    """Recall at every selection rate (hits of all test parts over all positive cases), and HPB compared with
    each method.
    """
    rates, steps, curves, tests = np.round(10 ** (np.arange(61) / 20 - 3), 6), np.arange(1, 21) / 100, [], []
    for dataset in sets:
        counts, names = np.bincount(stored.labels(of.folder, dataset)), of.meta(dataset)["classes"]
        c = max(range(len(counts)), key=lambda c: (-counts[c], names[c]))
        few: dict[str, dict] = {}
        for method, parts in parts_of(of, "honest", dataset, files).items():
            hits = np.zeros(len(rates))
            for part in parts:
                taken, found = scores_again.blocks(part.y == c, scores_again.odds(part.log_p, c))
                hits += np.interp(rates * taken[-1], taken, found)
                recall = np.interp(steps * taken[-1], taken, found) / found[-1]
                few.setdefault(method, {})[part.repeat, part.fold] = recall
            recall = hits / sum((p.y == c).sum() for p in parts)
            at = {"dataset": dataset, "method": method}
            curves += [at | {"rate": x} | six_digits("recall", r) for x, r in zip(rates, recall, strict=True)]
        tests += [against_hpb(of, dataset, m, few) for m in few if m != "hpb" and "hpb" in few]
    return curves, tests


def against_hpb(of: Paper, dataset: str, method: str, few: dict[str, dict]) -> dict:
    """HPB minus a method over the test parts, and the percentages at which their recall differs
    significantly.
    """
    row, ratio = {"dataset": dataset, "method": method}, np.nan
    for metric in TESTED:
        d, ratio = paired(of, "honest", dataset, "hpb", method, metric)
        found = interval(d, ratio)
        row |= six_digits(metric, found["mean"]) | six_digits(f"{metric}_p", found["p"])
    gaps = np.round([few["hpb"][k] - few[method][k] for k in few["hpb"] if k in few[method]], 12)
    found = [interval(g, ratio) for g in gaps.T]
    p = np.array([f["p"] for f in found])
    for key, sign, level in (("better", 1, p), ("worse", -1, p), ("better_holm", 1, holm(p))):
        sure = [i + 1 for i, f in enumerate(found) if level[i] <= 0.05 and sign * f["mean"] > 0]
        at = pd.Series(sure, dtype=int)
        runs = at.groupby(at.diff().ne(1).cumsum())
        row[key] = ", ".join(f"{r.min()}–{r.max()}" if len(r) > 1 else str(r.min()) for _, r in runs) or "–"
    return row


def chosen_on_test(of: Paper, files: list[tuple]) -> list[dict]:
    """The area if the constants are chosen on test parts, and if they are chosen inside each training
    part.
    """
    rows, areas = [], [of.folds(r, "hit_area_10") for r in ("paper", "honest")]
    for cell, several in told(of, "paper", files).items():
        if several and "chosen_on_test" in several[0] and all(cell in a for a in areas):
            (one, other), says = (a[cell].value.mean() for a in areas), several[0]
            row = {"dataset": cell[0], "method": cell[1], "on_test": one, "nested": other}
            row |= {"optimism": one - other, "relative": one / other - 1}
            row |= {"on": "reshuffled" if says["reshuffled"] else "reported"}
            row["worst"] = min(s for s in says["on_test_scores"] if s is not None)
            rows.append(row | {"combinations": len(says["on_test_grid"])})
    return rows


def pooled(of: Paper, role: str, dataset: str, label: str, files: list[tuple]) -> dict[str, dict]:
    """Scores of all test parts together by method, for all classes and for one against the rest."""
    names, found = list(of.meta(dataset)["classes"]), {}
    for method, parts in parts_of(of, role, dataset, files).items():
        keys = ("y", "decided", "log_p")
        y, decided, log_p = (np.concatenate([getattr(p, k) for p in parts]) for k in keys)
        found[method] = scores_again.of_decisions(y, decided, len(names))
        if label in names:
            c = names.index(label)
            found[method] |= scores_again.of_class(y == c, scores_again.odds(log_p, c), decided == c)
            cases = (stored.labels(of.folder, dataset) == c).sum()
            found[method] |= {"cases": cases, "test": (y == c).sum(), "train": cases - (y == c).sum()}
    return found


def kang(of: Paper, files: list[tuple]) -> dict[str, list[dict]]:
    """The tables of kang2006."""
    names = ("table1", "table1_further", "thresholds", "table2", "grouped", "all_classes")
    found: dict[str, list[dict]] = {n: [] for n in names}
    leading = {d for _, d, _ in of.stands("paper", leading=True)}
    for printed, dataset, _ in of.stands("paper"):
        which = [k for k in ("topics", "sites", "all_classes") if printed in of.content["more"][k]]
        label, at = printed.split()[-1], {"dataset": dataset}
        ours = pooled(of, "paper", dataset, label, files) if which else {}
        shown = {n: ours[m] for n in of.methods if (m := of.method("paper", dataset, n)) in ours}
        first = next(iter(ours.values()), {})
        if "topics" in which:
            row = at | {"topic": label, "train": first["train"], "test": first["test"]}
            for name, columns in (("table1", shown), ("table1_further", ours)):
                found[name].append(row | {n: f["break_even_nearest"] for n, f in columns.items()})
            for method, f in ((m, f) for m, f in ours.items() if m != "majority"):
                row = at | {"method": method, "f1_swept": f["break_even"]}
                row["optimism"] = f["break_even"] - f["f1"]
                row |= {k: f[k] for k in ("f1", "precision", "sensitivity", "average_precision")}
                found["thresholds"].append(row)
        if "sites" in which:
            for key, measure in MEASURES.items():
                row = at | {"measure": measure, "cases": first["cases"]}
                found["table2"].append(row | {n: f[key] for n, f in shown.items()})
            apart = pooled(of, "grouped", dataset, label, files)
            for method in ours.keys() & apart.keys():
                row = at | {"method": method}
                for key, prefix in (("accuracy", ""), ("mcc", "mcc_")):
                    a, b = ours[method][key], apart[method][key]
                    row |= {f"{prefix}random": a, f"{prefix}grouped": b, f"{prefix}drop": a - b}
                found["grouped"].append(row)
        if "all_classes" in which:
            found["all_classes"] += [at | {"method": m, **f} for m, f in ours.items()]
    of_topics = pd.DataFrame([r for r in found["thresholds"] if r["dataset"] in leading]).drop(
        columns="dataset", errors="ignore"
    )
    if len(of_topics):
        by = of_topics.groupby("method")
        mean = by.mean().assign(topics=by.size(), largest=by.optimism.max())
        found["thresholds_mean"] = mean.reset_index().to_dict("records")
    return {f"kang2006_{k}": v for k, v in found.items()}


def mande(
    of: Paper, content: dict, scores: pd.DataFrame, parts: pd.DataFrame, files: list[tuple]
) -> dict[str, list[dict]]:
    """Numbers of correct cases of mande2023 for every seed, with the printed numbers."""
    filled({"mande2023": of}, scores, parts)
    protocol = content["config"]["protocols"].get(of.roles["paper"], {})
    every: list[dict] = []
    for printed, dataset, kind in of.stands("paper"):
        for name in of.methods:
            method = of.method("paper", dataset, name)
            cell = of.folds("paper").get((dataset, method))
            for repeat, seed in enumerate(protocol["folds"]["seeds"]) if cell is not None else ():
                runs = cell[cell.index.get_level_values("repeat") == repeat]
                cases, said = runs.n_test.sum(), of.value(printed, name, f"correct_seed_{seed}")
                if cases != of.about.rows[dataset]:
                    continue
                row = {"dataset": dataset, "method": method, "seed": seed, "cases": cases, "printed": said}
                row |= {"name": name, "reproduced": (runs.value * runs.n_test).round().sum()}
                same = "reproduced" if row["reproduced"] == said else "contradicted"
                every.append(row | {"verdict": "not tested" if kind != "exact" or np.isnan(said) else same})
    if not every:
        return {}
    told, counts, verdicts = pd.DataFrame(every), [], []
    for dataset, several in told.groupby("dataset"):
        row = {"dataset": dataset, "cases": several.cases.iloc[0]}
        for name, of_method in several.groupby("name"):
            pairs = zip(of_method.reproduced.astype(int), of_method.printed, strict=True)
            texts = [f"{k}" if np.isnan(p) or k == p else f"{k} ({p:.0f})" for k, p in pairs]
            row[f"counts_{name.lower()}"] = " ".join(texts)
        counts.append(row)
    for method, several in told.groupby("method"):
        row = {"method": method, "printed": several.printed.notna().sum()}
        row["same"] = (several.printed == several.reproduced).sum()
        kinds = ("reproduced", "contradicted", "not tested")
        verdicts.append(row | {v.replace(" ", "_"): (several.verdict == v).sum() for v in kinds})
    found = {"mande2023_every_count": every, "mande2023_counts": counts, "mande2023_verdicts": verdicts}
    return found | averages(of, every, protocol["folds"]["seeds"], files)


def averages(of: Paper, every: list[dict], seeds: list[int], files: list[tuple]) -> dict[str, list[dict]]:
    """Precision, recall and F1 of the pooled predictions behind each count, by scikit-learn."""
    printed_as = {dataset: (printed, kind) for printed, dataset, kind in of.stands("paper")}
    pooled: dict[tuple, list] = {}
    for dataset in printed_as:
        for method, several in parts_of(of, "paper", dataset, files).items():
            for part in several:
                pooled.setdefault((dataset, method, seeds[part.repeat]), []).append(part)
    rows = []
    for count in every:
        key = tuple(count[k] for k in ("dataset", "method", "seed"))
        several, (printed, kind) = pooled[key], printed_as[key[0]]
        y, decided = (np.concatenate([getattr(p, k) for p in several]) for k in ("y", "decided"))
        known = range(DECLARED.get(key[0], several[0].log_p.shape[1]))
        by = {
            name: precision_recall_fscore_support(y, decided, labels=labels, average="macro", zero_division=0)
            for name, labels in (("declared", list(known)), ("occurring", None))
        }
        for i, measure in enumerate(("precision", "recall", "f1")):
            row = dict(zip(("dataset", "method", "seed"), key, strict=True)) | {"measure": measure}
            row |= {"printed": of.value(printed, count["name"], f"macro_{measure}_seed_{key[2]}")}
            row |= {name: values[i] for name, values in by.items()} | {"name": count["name"]}
            same = "reproduced" if abs(row["printed"] - row["declared"]) < 1e-9 else "contradicted"
            rows.append(
                row | {"verdict": "not tested" if kind != "exact" or np.isnan(row["printed"]) else same}
            )
    told = pd.DataFrame(rows).dropna(subset="printed")
    shown = []
    for (method, measure), several in told.groupby(["method", "measure"]):
        row = {
            "method": method,
            "measure": {"f1": "F1"}.get(measure, measure.capitalize()),
            "printed": len(several),
        }
        for name in ("declared", "occurring"):
            row[name] = (several[name].sub(several.printed).abs() < 1e-9).sum()
        shown.append(row)
    return {"mande2023_every_average": rows} | ({"mande2023_macros": shown} if shown else {})


def accuracies(of: Paper) -> list[dict]:
    """The table of accuracies: a printed row above those of this run, with mean and deviation over all
    folds.
    """
    rows, stands = [], of.stands("paper")
    for printed in of.content["data_sets"] if stands else ():
        line: dict = {"dataset": printed, "source": "printed"}
        for name in of.methods:
            value, std = of.printed.get((printed, name, "accuracy_pct"), (np.nan, np.nan))
            line |= {name: value / 100, f"{name}_sd": np.nan if np.isnan(value) else np.nan_to_num(std) / 100}
        rows.append(line)
        for dataset in (d for p, d, _ in stands if p == printed):
            line = {"dataset": dataset, "source": "this run"}
            for name in of.methods:
                cell = of.folds("paper").get((dataset, of.method("paper", dataset, name)))
                if cell is not None:
                    line |= {name: cell.value.mean(), f"{name}_sd": cell.value.std()}
            rows.append(line)
    return rows


def lopez(of: Paper, files: list[tuple]) -> dict[str, list[dict] | pd.DataFrame]:
    """The tables of lopezcruz2013."""
    tables: dict[str, list[dict]] = {n: [] for n in ("table2", "table5", "table6", "grouped", "samples")}
    says, pairs = told(of, "paper", files), [m for _, m, metric in of.printed if metric == ONE_SIDED]
    for printed, dataset, _ in of.stands("paper"):
        kinds, at = [a["kind"] for a in of.meta(dataset)["attributes"]], {"dataset": dataset}
        row = at | {k: sum(x in members for x in kinds) for k, members in COUNTS.items()}
        row |= {"n_classes": len(of.meta(dataset)["classes"]), "n_instances": of.about.rows[dataset]}
        row |= {f"{k}_printed": of.value(printed, "-", k) for k in row if k != "dataset"}
        tables["table6"].append(row)
        for name in of.methods:
            method = of.method("paper", dataset, name)
            row = at | {"method": method}
            row["pct_angular"] = angular(of, dataset, says.get((dataset, method), []))
            for key, metric in (("n_parameters", "n_parameters"), ("n_variables", "attributes_used")):
                row[key] = of.mean("paper", dataset, method, metric)
            for key, unit in (("n_parameters", 1), ("n_variables", 1), ("pct_angular", 100)):
                row[f"{key}_printed"] = np.nan if name == "dNB" else of.value(printed, name, key) / unit
            tables["table2"] += [row] if method else []
            several = readings(of, printed, dataset, name)
            tables["samples"] += [at | with_draws(of, r) for r in several if len(several) > 1]
        for pair in dict.fromkeys(pairs):
            if row := sorted_runs(of, dataset, *pair.split(" vs ")):
                one = of.value(printed, pair, ONE_SIDED)
                row |= at | {"pair": pair.replace(" vs ", " – "), "printed_one": one}
                row["printed_two"] = np.minimum(1, 2 * one)
                tables["table5"].append(row)
        for method in (m for d, m in of.folds("grouped") if d == dataset and (d, m) in of.folds("paper")):
            apart, mixed = (of.cells.loc[of.roles[r], dataset, method] for r in ("grouped", "paper"))
            row = {"random": mixed.correct / mixed.tested, "grouped": apart.correct / apart.tested}
            row |= {"method": method, "low": apart.low, "high": apart.high}
            row["drop"] = row["random"] - row["grouped"]
            row["folds"] = len(of.folds("grouped")[dataset, method])
            tables["grouped"].append(at | row | {"majority": of.about.majority_rate[dataset]})
    tables["table1"] = accuracies(of)
    return {f"lopezcruz2013_{k}": v for k, v in (tables | of_ranks(of)).items()}


def with_draws(of: Paper, reading: dict) -> dict:
    """A selective method and its number of draws, compared with the printed number."""
    content = json.loads((of.folder / "results/config.json").read_text())
    protocol, method = of.roles[reading["role"]], reading["method"]
    changed = content["config"]["protocols"][protocol].get("params", {}).get(method, {})
    share, (low, high) = reading["shares"], reading["limits"]
    row = {"method": method, "protocol": protocol, "low": low, "high": high, "difference": (low + high) / 2}
    row |= {"draws": (content["methods"][method]["params"] | changed)["samples"]}
    return row | {
        "accuracy": share.mean(),
        "spread": share.std(ddof=1),
        "printed": share.mean() - (low + high) / 2,
    }


def angular(of: Paper, dataset: str, says: list[dict]) -> float:
    """Share of angular attributes among those used, as a mean over the test parts.

    If a method reports only their numbers, the share is the ratio of the two means.
    """
    counted = [a for a in says if "angular_used" in a and "structure" not in a]
    if counted:
        angles, used = (np.mean([a[k] for a in counted]) for k in ("angular_used", "attributes_used"))
        return angles / used if used else np.nan
    kinds, shares = {a["name"]: a["kind"] for a in of.meta(dataset)["attributes"]}, []
    for about in says:
        used = list(kinds) if about.get("attributes_used") == len(kinds) else []
        if "structure" in about:
            groups = about["structure"].strip("{}").split("} {")
            used = [name for group in groups for name in group.split(" x ") if name]
        shares += [np.mean([kinds.get(n) == "angular" for n in used])] if used else []
    return np.mean(shares) if shares else np.nan


def sorted_runs(of: Paper, dataset: str, first: str, second: str) -> dict:
    """Signed-rank tests of sorted differences, averaged over the runs; all signs are enumerated."""
    d, ratio = paired(of, "paper", dataset, first, second)
    if not len(d):
        return {}
    one, other = (of.folds("paper")[dataset, of.method("paper", dataset, m)] for m in (first, second))
    runs = one.index.get_level_values("repeat").nunique()
    if not one.index.equals(other.index) or len(d) != len(one) or len(d) % runs:
        return {}
    x, above = np.round(np.sort(d.reshape(runs, -1), axis=1).mean(0), 12), np.sign(round(d.mean(), 12))
    row = {"difference": d.mean(), "side": "=><"[int(above)], "runs": runs, "folds": len(x), "null": "exact"}
    r = stats.rankdata(np.abs(x[x != 0]))
    sums = ((np.arange(2 ** len(r))[:, None] >> np.arange(len(r))) & 1) @ r
    ends = [(s * sums >= s * r[x[x != 0] > 0].sum()).mean() for s in (1, -1)]
    row["two_sided"] = min(1.0, 2 * min(ends))
    row["one_sided"] = ends[0] if above > 0 else ends[1] if above < 0 else row["two_sided"]
    return row | {"corrected": interval(d, ratio)["p"]}


def of_ranks(of: Paper) -> dict[str, pd.DataFrame]:
    """Average ranks of the paper's methods, and p of all pairs from the printed ranks and from ours."""
    names = list(of.methods)
    ranks, n = {"printed": np.array([of.value(EIGHT, m, "average_rank") for m in names])}, {"printed": 8}
    for key, roles in (("ours", ["paper"]), ("honest", ["grouped", "paper"])):
        rows: dict[str, list] = {}
        for (_, dataset, _), role in ((s, r) for s in of.stands(*roles, leading=True) for r in roles):
            ids = [of.method(role, dataset, m) for m in names]
            if dataset not in rows and None not in ids:
                rows[dataset] = [of.folds(role)[dataset, m].value.mean() for m in ids]
        if len(rows) > 1:
            ranks[key], n[key] = t.ranks(tied(np.array(list(rows.values())))).mean(0), len(rows)
    table = {p: {"pair": p.replace(" vs ", " – ")} for _, p, m in of.printed if m == "p_adjusted_Holm"}
    for pair, row in table.items():
        row |= {f"{k}_printed": of.value(EIGHT, pair, f"p_adjusted_{way}") for k, way in WAYS.items()}
    pairs = [tuple(sorted(map(names.index, pair.split(" vs ")))) for pair in table]
    for source, end in (("printed", "again"), ("ours", "ours")):
        if source in ranks:
            p = np.array([float(t.two_sided(t.z_of_pair(ranks[source], *q, n[source]))) for q in pairs])
            found = {"nemenyi": np.minimum(1, p * len(p)), "holm": holm(p)}
            found["shaffer"] = t.shaffer(p, len(names))
            closed = t.bergmann_hommel(dict(zip(pairs, p, strict=True)), ranks[source])
            found["bergmann_hommel"] = np.array([closed[q] for q in pairs])
            for i, row in enumerate(table.values()):
                row |= {f"{k}_{end}": v[i] for k, v in found.items()}
    ids = [told["ids"][0] for told in of.methods.values()]
    return {"table3": pd.DataFrame({"method": ids} | ranks), "table4": pd.DataFrame(table.values())}


def against_reference(curves: pd.DataFrame, reference: str, metric: str) -> pd.DataFrame:
    """Learning curves with the gain over the reference, and the size from which a method stays ahead."""
    at, sign = ["protocol", "dataset", "n_train"], -1 if metric in LOWER else 1
    # repeats of a single size are not a curve
    curves = curves[~curves.duplicated([*at, "method"], keep=False)]
    base = curves[curves.method == reference].set_index(at)["mean"]
    gain = sign * (curves["mean"] - base.reindex(pd.MultiIndex.from_frame(curves[at])).to_numpy())
    found = curves.assign(gain=gain.where(curves.method != reference), overtakes=np.nan)
    for _, rows in found.dropna(subset="gain").groupby(["protocol", "dataset", "method"]):
        behind = rows.n_train[rows.gain <= 0].max()
        found.loc[rows.index, "overtakes"] = rows.n_train[~(rows.n_train <= behind)].min()
    return found
