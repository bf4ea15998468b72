"""Compare every number in the tables and on the page of a finished run with a second computation.

The second computation uses nothing of the package. `python tests/oracle/audit.py FOLDER` prints for each
section how many numbers were recomputed, how many were not, and every difference. The exit code is 1 if there
is a difference.
"""

from __future__ import annotations

import json
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

sys.path[:0] = [
    str(Path(__file__).parent),
    str(Path(__file__).parents[1]),
]  # the modules of this folder, and tests/support

import cells_again  # noqa: E402
import claims_again  # noqa: E402
import comparisons  # noqa: E402
import means_again  # noqa: E402
import page_again  # noqa: E402
import papers_again  # noqa: E402
import run as stored  # noqa: E402
import sections_again  # noqa: E402
import statements_again  # noqa: E402
import tables_again  # noqa: E402
import tests_again  # noqa: E402
from compare import Outcome, is_close, of_table  # noqa: E402
from support import recount  # noqa: E402

CELL = ["protocol", "dataset", "method"]
FOLD = [*CELL, "repeat", "fold"]


def read_tables(folder: Path) -> dict[str, pd.DataFrame]:
    return {
        f.stem: pd.read_csv(f, keep_default_na=False, na_values=[""])
        for f in sorted((folder / "reports/tables").glob("*.csv"))
    }


def ranked(means: pd.DataFrame, reference: str, draws: int, job: tuple) -> dict[str, pd.DataFrame]:
    """Rank tests of one experiment and metric; `rope` is None for metrics other than the primary one."""
    name, experiment, metric, rope = job
    scores = comparisons.matrix(means, experiment, metric)
    if min(scores.shape) < 2:
        return {}
    found = tables_again.of_comparison(scores, metric, reference, draws, rope)
    key = {"protocol": experiment["protocol"], "metric": metric, "experiment": name}
    return {k: v.reset_index() if v.index.name else v for k, v in found.items()} | {"key": key}


def rank_tables(means, experiments, metrics, ropes, reference, draws, cores) -> dict[str, pd.DataFrame]:
    protocols = set(means.index.get_level_values("protocol"))
    jobs = [
        (n, e, m, ropes.get(m))
        for m in metrics
        if m in means
        for n, e in experiments.items()
        if e["protocol"] in protocols
    ]
    with ProcessPoolExecutor(cores) as pool:
        done = [d for d in pool.map(partial(ranked, means, reference, draws), jobs, chunksize=4) if d]
    names = ("tests", "pairs", "effects", "ranking")
    return {k: pd.concat([d[k].assign(**d["key"]) for d in done]) if done else pd.DataFrame() for k in names}


def against_scores(folder: Path, ours: pd.DataFrame, parts: pd.DataFrame) -> Outcome:
    """Compare the scores of all test parts, from which everything else is computed."""
    theirs = pd.read_parquet(folder / "results/scores.parquet")
    ours = ours.merge(parts.drop(columns="n_test"), on=["protocol", "dataset", "repeat", "fold"], how="left")
    return of_table("results/scores.parquet", theirs, ours, [*FOLD, "metric"])


def settled(own: pd.DataFrame, told: pd.DataFrame) -> pd.DataFrame:
    """Our scores, replaced by the published ones where the two differ only by rounding.

    A score that depends on how rounding decides ties is replaced if the published one lies between the two
    extremes. Later comparisons then judge ties on the same numbers.
    """
    ends = own.metric.str.contains(" ")
    scores, ends = own[~ends], own[ends]
    index = pd.MultiIndex.from_frame(scores[[*FOLD, "metric"]])
    said = told.set_index([*FOLD, "metric"]).value.reindex(index).to_numpy()
    alike = is_close(scores.value, said)
    if not ends.empty:
        alike |= _between(ends, index, said)
    return scores.assign(value=np.where(alike, said, scores.value))


def _between(ends: pd.DataFrame, index: pd.MultiIndex, said: np.ndarray) -> np.ndarray:
    """Whether a published score lies between the two extremes."""
    split = ends.metric.str.split(" ", expand=True)
    limits = ends.assign(metric=split[0], end=split[1]).pivot(
        index=[*FOLD, "metric"], columns="end", values="value"
    )
    limits = limits.reindex(index)
    return ((said >= limits["from"] - 1e-12) & (said <= limits["to"] + 1e-12)).to_numpy()


def audit(folder: Path, draws: int = 2000, cores: int = 2) -> list[Outcome]:
    content = json.loads((folder / "results/config.json").read_text())
    config, tables = content["config"], read_tables(folder)
    metric, reference = config["primary"]["metric"], config["primary"]["reference"]
    told = pd.read_parquet(folder / "results/scores.parquet")
    own = settled(stored.scores(folder, cores), told)
    parts = cells_again.sizes(folder)
    found = [against_scores(folder, own, parts)]
    shuffled = [p for p, s in config["protocols"].items() if s.get("permute_labels")]
    scores = pd.concat([own[~own.protocol.isin(shuffled)], told[told.protocol.isin(shuffled)][own.columns]])
    experiments = comparisons.experiments(content)
    means = comparisons.complete(scores)
    ours, keys, of = made_again(folder, content, tables, scores, parts, means, experiments, draws, cores)
    for name, table in tables.items():
        # sums of confidence are stored with nine decimals
        close = 1e-6 if name == "calibration" else 1e-9
        # p-values of differences that hardly vary over the folds
        close = 1e-8 if name == "dataset_ranks" else close
        found.append(of_table(f"reports/tables/{name}.csv", table, ours.get(name), keys.get(name, []), close))
    found += [
        claims_again.against_rules(tables),
        claims_again.against_words(tables),
        claims_again.against_scores(
            scores, tables, kinds_of(folder), trivial_of(folder), comparisons.families(content)
        ),
        claims_again.against_each(of, tables, sections_again.alone_of(stored.files(folder))),
    ]
    found += [statements_again.converged(folder, content), statements_again.weka_counts(own, content)]
    found += page_again.against_tables(folder, tables)
    found.append(page_again.against_declaration(folder))
    found.append(page_again.against_arrays(folder, cells_again.means(scores), means, scores))
    expected = sentences(ours, tables, metric, reference)
    expected["first"] += practically_none(ours["ranking"], tables["ranking"], config)
    expected["first"] += sources(content, own)
    expected["first"] += without_artificial(content, means, experiments, ours["datasets"])
    if "papers" in ours:
        expected["papers"] = ours["papers"].attrs["sentences"]
    found.append(page_again.against_sentences(folder, expected))
    return found


def sources(content: dict, scores: pd.DataFrame) -> list[str]:
    """Sentence on the number of source families of the data sets with scores; empty if each has its own."""
    datasets = scores.dataset.unique()
    n = len({comparisons.families(content)[d] for d in datasets})
    return [f"from {n} source{'s' * (n != 1)}; every"] if n < len(datasets) else []


def without_artificial(content: dict, means, experiments: dict, about: pd.DataFrame) -> list[str]:
    """Parts of the sentence that repeats the headline without the artificial data sets of the primary
    comparison.
    """
    config = content["config"]
    primary, metric, reference = (config["primary"][k] for k in ("protocol", "metric", "reference"))
    under = [e for e in experiments.values() if e["protocol"] == primary]
    main = max(under, key=lambda e: len(e["datasets"]) * len(e["methods"]))
    scores = comparisons.matrix(means, main, metric)
    made = set(about.dataset[about.artificial == "yes"]) & set(scores.index)
    scores = scores.drop(index=list(made))
    if not made or len(scores) < 2 or metric != "accuracy":
        return []
    ranks = pd.Series(tests_again.ranks(comparisons.signed(scores, metric)).mean(0), scores.columns)
    rivals = {m for m, s in content["methods"].items() if s["group"] in config["report"]["rivals"]}
    head = cells_again.headline(scores, metric, rivals, reference)
    without = "artificial data set" if len(made) == 1 else f"{len(made)} artificial data sets"
    told = f"without the {without}, {ranks.idxmin()} has the best average rank"
    rest = f"{told} ({ranks.min():.2f}) on the other {len(scores)}"
    return [rest, *(points(row) for _, row in head.iterrows())]


def kinds_of(folder: Path) -> dict[str, list[str]]:
    """Kinds of the attributes of every data set."""
    found = {}
    for file in (folder / "data/prepared").glob("*.npz"):
        table = np.load(file)
        if "meta" in table.files:
            found[file.stem] = [a["kind"] for a in json.loads(str(table["meta"]))["attributes"]]
    return found


def points(row: pd.Series) -> str:
    """Difference of two methods in points of accuracy, with its interval."""
    mean, low, high = (f"{100 * v:+.2f}".replace("-", "−") for v in (row["mean"], row.low, row.high))
    return f"from {row.b} by {mean} points (95% interval {low} to {high})"


def sentences(ours: dict, tables: dict, metric: str, reference: str) -> dict[str, list[str]]:
    """Sentences of every section, written from our numbers."""
    rank, head, k = (
        ours["leaderboard"].set_index("method").average_rank,
        ours["headline"],
        len(ours["leaderboard"]),
    )
    n, first, lead = int(ours["leaderboard"].datasets.iloc[0]), head.a.iloc[0], rank.idxmin()

    told = [points(row) for _, row in head.iterrows()] if metric == "accuracy" else []
    told.append(f"average rank {rank[first]:.2f} among {k} methods")
    told.append(f"on {n} data sets")
    if lead != first:
        told.append(f"the best of all is {lead} ({rank[lead]:.2f})")
    good = ours["leaderboard"].set_index("method").loc[rank.sort_values().index].verdict
    listed = good[~good.isin(["best", "behind", "probably behind"])]
    told.append(f"As good as {lead}: " if len(listed) else f"No other method is as good as {lead}: ")
    told += [f"{v})" for v in listed.unique()]
    shown = {"first": told}
    if "claims" in tables:
        shown["claims"] = [claims_again.counts(tables)]
    return shown


def practically_none(ours: pd.DataFrame, told: pd.DataFrame, config: dict) -> list[str]:
    """Methods that differ significantly from the best one although their published P(rope) is above
    one half.
    """
    keys = ["protocol", "metric", "method"]
    found = ours[[*keys, "average_rank", "p_best"]].merge(told[[*keys, "rope_best"]], on=keys)
    primary = (found.protocol == config["primary"]["protocol"]) & (
        found.metric == config["primary"]["metric"]
    )
    found = found[primary & (found.p_best <= config["statistics"]["alpha"])].sort_values(
        ["average_rank", "method"]
    )
    found = found[found.rope_best.astype(float) > 0.5]
    return [f"{m} (P(rope) = {float(p):.3f})" for m, p in zip(found.method, found.rope_best, strict=True)]


def made_again(folder, content, tables, scores, parts, means, experiments, draws, cores):
    """Recompute the tables: tables by name, the columns that identify their rows, and the papers."""
    config = content["config"]
    primary, metric, reference = (config["primary"][k] for k in ("protocol", "metric", "reference"))
    rivals = {m for m, s in content["methods"].items() if s["group"] in config["report"]["rivals"]}
    metrics = [m for m in config["metrics"]]
    alpha, rope = (config["statistics"][k] for k in ("alpha", "rope"))
    rank = rank_tables(means, experiments, metrics, {metric: rope}, reference, draws, cores)
    first = {}
    for name in rank["effects"].experiment.unique() if len(rank["effects"]) else []:
        first.setdefault(experiments[name]["protocol"], name)
    main = {k: v[v.experiment.isin(first.values())] if len(v) else v for k, v in rank.items()}
    about = cells_again.datasets(folder)
    cells = cells_again.dataset_scores(scores)
    with_reference = (
        scores[scores.protocol.isin(tables["corrected_t"].protocol)] if "corrected_t" in tables else scores
    )
    best = comparisons.matrix(means, experiments[first[primary]], metric)
    shown = {"datasets": about, "tests": main["tests"], "pairs": main["pairs"], "wins": rank["pairs"]}
    shown |= {"effects": rank["effects"], "ranking": main["ranking"], "ranking_experiments": rank["ranking"]}
    shown["corrected_t"] = cells_again.fold_tests(with_reference, parts, metric, reference).assign(
        metric=metric
    )
    honest = cells_again.fold_tests(
        scores[scores.protocol == primary], parts, metric, None, list(content["methods"])
    )
    shown["dataset_ranks"] = honest.rename(columns={"mean_difference": "behind"})[
        ["dataset", "method", "behind", "low", "high", "p"]
    ]
    shown["dataset_scores"] = cells
    shown["headline"] = cells_again.headline(best, metric, rivals, reference)
    shown["differences"] = cells_again.gains(best, metric, reference)
    shown["suits"] = cells_again.suits(best, metric, rivals, reference, about)
    if "method_gains" in tables:
        times = pd.read_parquet(folder / "results/timings.parquet")
        gained = cells_again.method_gains(tables["method_gains"], means, experiments, about, times)
        shown |= {"method_gains": gained, "time_method_gains": gained}
    dependence = json.loads((folder / "results/statistics/dependence.json").read_text())
    dependence = {d: v["nats"] for d, v in dependence.items()}
    shown["meta"] = cells_again.meta(best, metric, reference, about, dependence)
    shown["leaderboard"] = tables_again.of_leaderboard(best, metric, reference)
    shown["bias_variance"] = cells_again.bias_variance(folder, "bias_variance")
    curves = cells_again.learning_curves(scores, parts, metric)
    shown["learning_curves"] = sections_again.against_reference(curves, reference, metric)
    wide = (
        means.stack()
        .rename("score")
        .reset_index()
        .pivot(index=["protocol", "metric", "dataset"], columns="method", values="score")
    )
    shown["scores"] = wide.reset_index()
    tested_pairs = set(main["ranking"][["protocol", "metric"]].itertuples(index=False, name=None))
    summary = means_again.summaries(means, experiments, first, [m for m in means], tested_pairs)
    shown["method_summary"] = summary
    losses = means_again.clipped(means, experiments, first, [m for m in means], tested_pairs)
    extra = (
        shown["ranking"]
        .drop(columns=["mean", "std"])
        .merge(
            summary[["protocol", "metric", "method", "mean", "std"]],
            on=["protocol", "metric", "method"],
            how="right",
        )
    )
    compared = extra["mean"].notna().to_numpy()  # otherwise no data set has scores of all methods
    at = pd.MultiIndex.from_frame(extra[["protocol", "metric", "method"]])
    shown["ranking"] = extra.assign(log_loss_clipped=np.where(compared, losses.reindex(at), np.nan))
    shown["calibration_scores"] = summary.pivot(
        index=["protocol", "method"], columns="metric", values="mean"
    ).reset_index()
    compared = summary[summary.metric == metric][["protocol", "method", "datasets"]]
    shown["calibration_scores"] = shown["calibration_scores"].merge(compared, on=["protocol", "method"])
    with ProcessPoolExecutor(cores) as pool:
        mapped = lambda f, entries: pool.map(partial(f, folder), entries, chunksize=8)  # noqa: E731
        shown["calibration"] = means_again.calibration(
            folder, mapped, list(tables.get("calibration", pd.DataFrame({"protocol": []})).protocol.unique())
        )
    counts = pd.concat([shown["calibration"], of_shuffled(config, tables)])
    over = means_again.overconfidence(counts, means, experiments, first, metric, tested_pairs)
    at = pd.MultiIndex.from_frame(shown["calibration_scores"][["protocol", "method"]])
    shown["calibration_scores"]["overconfidence"] = over.reindex(at).to_numpy()
    tested = tables.get("probabilities", pd.DataFrame({"experiment": []}))
    matrices = {e: comparisons.matrix(means, experiments[e], metric) for e in tested.experiment.unique()}
    if matrices:
        shown["probabilities"] = means_again.probabilities(
            matrices, metric, reference, config["statistics"]["rope"], draws
        )
    if "discretizers" in means.index.get_level_values("protocol"):
        shown["discretizers"] = means_again.discretizers(means, content, metric)
    shown["departures"] = means_again.departures(means, content, primary, metric)
    shown["protocols"] = means_again.beside_honest(
        cells, primary, [p for p, x in config["protocols"].items() if x.get("permute_labels")]
    )
    shown["cost"], shown["time_cost"] = means_again.costs(folder, scores)
    shown["time_pareto"] = means_again.pareto(folder, best, primary)
    if "ranking_all" in tables:
        shown["ranking_all"] = means_again.shared_by_all(
            means,
            primary,
            metric,
            reference,
            list(content["methods"]),
            comparisons.families(content),
            rope,
            draws,
        )
    ranked_sets = means_again.ranks_on_sets(cells, metric, primary)
    shown["dataset_ranks"] = ranked_sets.merge(shown["dataset_ranks"], on=["dataset", "method"], how="left")
    shown["dataset_ranks"]["holm"] = papers_again.holm_by_set(shown["dataset_ranks"])
    own = scores[
        (scores.protocol == primary) & (scores.metric == "n_parameters") & scores.dataset.isin(best.index)
    ]
    size = own.groupby(["method", "dataset"]).value.median().groupby("method").median()
    size = size.rename("n_parameters").reset_index()
    shown["leaderboard"] = shown["leaderboard"].merge(size, on="method", how="left")
    keys = {
        "method_summary": ["metric", "method", "protocol"],
        "calibration": [*CELL, "bin"],
        "calibration_scores": ["protocol", "method"],
        "probabilities": ["experiment", "method"],
        "discretizers": ["discretizer"],
        "departures": ["method"],
        "protocols": CELL,
        "cost": ["protocol", "method"],
        "time_cost": ["protocol", "method"],
        "time_pareto": ["method"],
        "ranking_all": ["method"],
        "datasets": ["dataset"],
        "tests": ["protocol", "metric", "test"],
        "pairs": ["protocol", "metric", "a", "b"],
        "wins": ["protocol", "metric", "experiment", "a", "b"],
        "effects": ["protocol", "metric", "experiment", "method"],
        "ranking": ["protocol", "metric", "method"],
        "ranking_experiments": ["protocol", "metric", "experiment", "method"],
        "corrected_t": ["protocol", "metric", "dataset", "method"],
        "dataset_ranks": ["dataset", "method"],
        "dataset_scores": CELL,
        "headline": ["a", "b", "role"],
        "differences": ["method"],
        "suits": ["property", "value"],
        "method_gains": ["method", "property", "value"],
        "time_method_gains": ["method", "property", "value"],
        "meta": ["method", "property"],
        "leaderboard": ["method"],
        "bias_variance": ["protocol", "method"],
        "learning_curves": [*CELL, "n_train"],
        "scores": ["protocol", "metric", "dataset"],
    }
    for name in ("ranking", "ranking_experiments", "ranking_all"):
        if name in shown and name in tables:
            shown[name] = tables_again.with_verdicts(shown[name], tables[name], keys[name], alpha)
    verdicts = shown["ranking"][(shown["ranking"].protocol == primary) & (shown["ranking"].metric == metric)]
    shown["leaderboard"] = shown["leaderboard"].merge(verdicts[["method", "verdict"]], on="method")
    tables_of, keys_of, of = sections_again.made_again(folder, content, scores, parts, cells, about)
    return shown | tables_of, keys | keys_of, of


def of_shuffled(config: dict, tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """The published calibration counts under shuffled labels; predictions under shuffled labels are not
    stored.
    """
    counts = tables.get("calibration", pd.DataFrame({"protocol": []}))
    return counts[
        counts.protocol.isin([p for p, s in config["protocols"].items() if s.get("permute_labels")])
    ]


def trivial_of(folder: Path) -> dict[str, set[tuple]]:
    """Methods of each paper whose stored predictions equal those of its trivial method."""
    keys = sorted(p.parent.name for p in recount.FOLDER.glob("*/paper.yaml"))
    return {k: stored.repeats(folder, recount.paper(k)) for k in keys}


def report(found: list[Outcome], most: int = 10) -> str:
    lines = [f"{'section':44} {'recomputed':>10} {'not':>8} {'differing':>9}"]
    for o in found:
        lines.append(f"{o.section:44} {o.same:10,} {sum(o.not_recomputed.values()):8,} {len(o.differing):9,}")
        if o.same and any(o.not_recomputed.values()):
            lines.append(
                "    not recomputed: " + ", ".join(f"{c} ({n:,})" for c, n in o.not_recomputed.items() if n)
            )
        lines += [f"    {d}" for d in o.differing[:most]]
        if len(o.differing) > most:
            lines.append(f"    and {len(o.differing) - most:,} more")
    totals = (sum(o.same for o in found), sum(sum(o.not_recomputed.values()) for o in found))
    differing = sum(len(o.differing) for o in found)
    return "\n".join(
        [*lines, f"{totals[0]:,} numbers recomputed, {totals[1]:,} not recomputed, {differing:,} differing"]
    )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    outcome = audit(Path(sys.argv[1]).resolve())
    print(report(outcome))
    sys.exit(any(o.differing for o in outcome))
