"""Lopez-Cruz et al. (2013): accuracy after rotation of all angles, fits of both densities, and Fig. 13."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from naivebench.core.checks import format_count
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.methods.directional.von_mises import log_density
from naivebench.papers.pairs import adjust_p_values, apply_holm
from naivebench.papers.paper import EXACT
from naivebench.papers.run_results import OWN, Run
from naivebench.papers.verdicts import ALPHA, LEAST_ONE, Verdict

LIKELIEST = "gnb_likeliest_cut"
PRINTED, VARIABLE = "Protein10", 11  # data set and number of the angle that Fig. 13 draws
CELL = ["dataset", "method"]


def make_angle_tables(run: Run) -> dict[str, pd.DataFrame]:
    offsets, fits = list_rotated_accuracies(run), list_density_fits(run)
    offsets = offsets[offsets.groupby(CELL)["accuracy"].transform("size") > 1]
    roses, densities = list_sectors_and_densities(run)
    tables = {"rotation": describe_rotation(run, offsets), "offsets": offsets, "fits": fits}
    return tables | {"fit": sum_log_likelihoods(fits), "roses": roses, "densities": densities}


def read_angle_facts(run: Run) -> dict[str, dict[str, Any]]:
    """Read facts about angles, by data set. Those of the paper come first, in its order."""
    stored, kinds = run.frames["angles"].set_index("dataset")["facts"], run.copy_kinds
    names = dict.fromkeys([*run.list_scored_sets("paper")["dataset"], *sorted(stored.index)])
    return {d: stored[d] for d in names if d in stored and (run.use != OWN or kinds[d] == EXACT)}


def list_rotated_accuracies(run: Run) -> pd.DataFrame:
    """List accuracies with an offset added to all angles (0 first), and shares of changed predictions."""
    rows = [{"dataset": d} | row for d, facts in read_angle_facts(run).items() for row in facts["rotation"]]
    return pd.DataFrame(rows, columns=[*CELL, "offset_degrees", "accuracy", "changed"])


def describe_rotation(run: Run, offsets: pd.DataFrame) -> pd.DataFrame:
    """Describe how a rotation of all angles changes accuracy and predictions of vMNB and GNB."""
    groups = offsets.groupby(CELL, sort=False)
    table = groups.agg(
        unrotated=("accuracy", "first"),
        rotated_mean=("accuracy", "mean"),
        rotated_lowest=("accuracy", "min"),
        rotated_highest=("accuracy", "max"),
        changed_most=("changed", "max"),  # the first offset, 0, changes nothing
    )
    table.insert(4, "spread", table["rotated_highest"] - table["rotated_lowest"])
    worst = offsets.loc[groups["accuracy"].idxmin()].set_index(CELL)["offset_degrees"]
    table["worst"] = worst.where(table["spread"] > 0)
    attributes = [run.facts.records[d]["attributes"] for d, _ in table.index]
    table.insert(0, "angular", [[a["kind"] for a in columns].count("angular") for columns in attributes])
    return table.reset_index()


def list_density_fits(run: Run) -> pd.DataFrame:
    """List log-likelihoods, in nats, of both densities, fitted to every angle in every class."""
    rows = [
        (d, a["name"], label, fit["n"], fit["von_mises"], fit["gaussian"])
        for d, facts in read_angle_facts(run).items()
        for a in facts["attributes"]
        for label, fit in zip(facts["classes"], a["fits"], strict=True)
        if fit
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "attribute", "class", "angles", "von_mises", "gaussian"])
    return frame.assign(fit_gain=frame["von_mises"] - frame["gaussian"])


def sum_log_likelihoods(fits: pd.DataFrame) -> pd.DataFrame:
    """Sum the log-likelihoods for each data set, and compute their difference per angle."""
    frame = fits.assign(better=fits["fit_gain"] > 0).groupby("dataset", sort=False).agg(
        angular=("attribute", "nunique"), angles=("angles", "sum"), von_mises=("von_mises", "sum"),
        gaussian=("gaussian", "sum"), better_fits=("better", "sum"), fits=("better", "size"),
    )  # fmt: skip
    frame.insert(4, "fit_gain", (frame["von_mises"] - frame["gaussian"]) / frame["angles"])
    return frame.reset_index()


def choose_angle_of_figure_13(run: Run) -> tuple[str, dict[str, Any]] | None:
    """Choose the angle that Fig. 13 draws (data set, facts), or else the first one; None without any."""
    facts = read_angle_facts(run)
    for dataset in run.select_scores("paper", sets=[PRINTED]).datasets:
        if dataset in facts and len(facts[dataset]["attributes"]) >= VARIABLE:
            return dataset, facts[dataset]["attributes"][VARIABLE - 1]
    return next(((dataset, content["attributes"][0]) for dataset, content in facts.items()), None)


def list_sectors_and_densities(run: Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Count cases in sectors of the angle that Fig. 13 draws, and tabulate both densities, by class.

    Angles are in radians in (-pi, pi]. A Gaussian density takes them as numbers, with the circle cut at pi.
    """
    chosen = choose_angle_of_figure_13(run)
    if chosen is None:
        return pd.DataFrame(), pd.DataFrame()
    dataset, attribute = chosen
    place = {"dataset": dataset, "attribute": attribute["name"], "period": attribute["period"]}
    sectors, densities, angle = [], [pd.DataFrame()], np.linspace(-np.pi, np.pi, 181)
    classes = read_angle_facts(run)[dataset]["classes"]
    for label, counts, fit in zip(classes, attribute["counts"], attribute["fits"], strict=True):
        sectors += [place | {"class": label, "sector": i, "count": n} for i, n in enumerate(counts)]
        if fit:
            width = 2 * np.pi / len(counts)
            sector = np.minimum(((angle + np.pi) / width).astype(int), len(counts) - 1)
            curves = {
                "class": label, "angle": angle,
                "frequency": np.array(counts)[sector] / (max(sum(counts), 1) * width),
                "von_mises_density": np.exp(log_density(angle, fit["mu"], fit["kappa"])),
                "gaussian_density": stats.norm.pdf(angle, fit["mean"], fit["sd"]),
            }  # fmt: skip
            densities.append(pd.DataFrame(place | curves).round(6))
    return pd.DataFrame(sectors), pd.concat(densities, ignore_index=True)


# --- statements about angles


def judge_better_fits(run: Run, *, drawn: bool = False) -> Verdict:
    """Judge in how many fits the von Mises density is more likely; `drawn`: only the fits of Fig. 13."""
    fits, missing = list_density_fits(run), "no angles were fitted"
    if drawn:
        fits = fits[fits["dataset"].isin(run.select_scores("paper", sets=[PRINTED]).datasets)]
        fits = fits[fits["attribute"].isin(fits["attribute"].unique()[VARIABLE - 1 : VARIABLE])]
        missing = f"no angle {VARIABLE} in the data that replace {PRINTED}"
    if fits.empty:
        return Verdict(reason=missing)
    above, datasets, n = int((fits["fit_gain"] > 0).sum()), fits["dataset"].unique(), len(fits)
    sets = format_count(len(datasets), "data set")
    return Verdict.from_count(
        above, above, (float(n), float("inf")),
        "Fits in which von Mises densities have the higher log-likelihood",
        f"of {format_count(n, 'fit')} of one angle in one class, on {sets}, all cases",
        datasets=tuple(datasets),
    )  # fmt: skip


def bound_accuracy_difference(one: float, other: float, cases: int) -> Interval:
    """Compute the widest possible interval of the difference of two accuracies on the same cases."""
    first, second = (round(cases * min(a, 1 - b)) for a, b in ((one, other), (other, one)))
    return intervals.compare_shares(first, second, cases)._replace(value=one - other)


def judge_accuracy_drops(drops: dict[str, Interval]) -> Verdict:
    """Judge on how many data sets GNB is significantly worse over all cuts than with the likeliest cut."""
    several, n = list(drops.values()), format_count(len(drops), "data set")
    p_differ = adjust_p_values(several)
    p_equal = apply_holm([intervals.test_equivalence(i, ROPE, np.inf) for i in several])
    worse = [p <= ALPHA and i.value > 0 for i, p in zip(several, p_differ, strict=True)]
    # significantly better, or practically equal
    against = [min(p) <= ALPHA and not w for *p, w in zip(p_differ, p_equal, worse, strict=True)]
    return Verdict.from_count(
        sum(worse), len(drops) - sum(against), LEAST_ONE,
        "Data sets on which GNB is significantly worse over all cuts than with the likeliest cut",
        f"of {n}, accuracy pooled over the folds, all angles turned by eight offsets, with Holm's correction",
        datasets=tuple(drops),
    )  # fmt: skip
