"""Figure that shows how average ranks settle as data sets are added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.summaries import Summary, ranked, wide
from naivebench.evaluation.statistics.ranks import rank_rows
from naivebench.report.figures.style import FAINT, GROUND, WIDTH, Picture, name_ends
from naivebench.report.palette import styles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

NAMED = 8  # number of methods drawn in the colour of their group: the best ones, and the reference
HALVES = 1000
SEED = 17


def running(scores: np.ndarray, lower_is_better: bool) -> np.ndarray:
    """Average ranks (N, k) over the first 1 to N data sets, from scores (N, k); 1 is best, ties get average
    ranks.
    """
    return (
        np.cumsum(rank_rows(scores, lower_is_better=lower_is_better), axis=0)
        / np.arange(1, len(scores) + 1)[:, None]
    )


def funnel(ranks: np.ndarray) -> np.ndarray:
    """Half widths (N,) of 95 % bands for the average over n of N data sets, around the average over all.

    They are 1.96 s sqrt((N - n) / (n N)), by sampling without replacement, for the ranks (N,) of one method.
    """
    total, n = len(ranks), np.arange(1, len(ranks) + 1)
    return 1.96 * np.std(ranks, ddof=1) * np.sqrt((total - n) / (n * total))


def agreement(scores: np.ndarray, lower_is_better: bool, draws: int = HALVES) -> float:
    """Share of random halves of the data sets on which the overall best method is also the best."""
    ranks, rng = rank_rows(scores, lower_is_better=lower_is_better), np.random.default_rng(SEED)
    half, best = max(1, len(ranks) // 2), int(np.argmin(ranks.mean(axis=0)))
    means = np.stack([ranks[rng.permutation(len(ranks))[:half]].mean(axis=0) for _ in range(draws)])
    return float((means[:, best] <= means.min(axis=1) + 1e-12).mean())


def _leader_since(averages: np.ndarray) -> int:
    """Number of data sets from which the final leader always leads."""
    behind = np.flatnonzero(averages[:, np.argmin(averages[-1])] > averages.min(axis=1) + 1e-12)
    return int(behind[-1]) + 2 if len(behind) else 1


def rank_trajectories(results: Results, summary: Summary) -> Picture:
    """Draw average ranks over the first n data sets, the smallest data sets first."""
    import pandas as pd

    title = "Average ranks over the number of data sets"
    entry = comparison(results, *results.primary)
    if not entry or len(entry.datasets) < 3 or len(entry.average_ranks) < 2:
        return Picture(
            title,
            "No trajectories of ranks: they need at least two methods with scores on the same three "
            "data sets.",
        )
    protocol, metric = results.primary
    order, lower = ranked(entry), results.metrics[metric].better == "lower"
    sets = sorted(entry.datasets, key=lambda d: (results.prepared.get(d, {}).get("rows") or 0, d))
    scores = wide(results, summary, protocol, metric).loc[sets, order].to_numpy()
    averages = running(scores, lower)
    share, since = agreement(scores, lower), _leader_since(averages)
    text = (
        f"{order[0]} leads from {plural(since, 'data set')} on; it is the best on {100 * share:.0f} % of "
        f"{HALVES:,} random halves of the data sets."
    )
    caption = (
        f"Data sets are added from the fewest cases to the most, protocol {protocol}. The shaded area "
        f"holds about 95 % of the averages of {order[0]} over the same number of random data sets."
    )
    named = [m for m in order if m in {*order[:NAMED], results.reference}]
    ranks = rank_rows(scores, lower_is_better=lower)
    looks = styles(group(results, m) for m in results.methods)
    of = {m: looks[group(results, m)] for m in order}
    drawn = draw_trajectories(
        pd.DataFrame(averages, range(1, len(averages) + 1), order),
        funnel(ranks[:, 0]),
        named,
        {m: look.light for m, look in of.items()},
        {m: look.marker for m, look in of.items()},
    )
    return Picture(text.removesuffix("."), text, drawn, caption, "scores.csv")


def draw_trajectories(
    averages: pd.DataFrame,
    width: np.ndarray,
    named: list[str],
    colours: dict[str, str],
    markers: dict[str, str],
) -> Figure:
    """Average ranks over the first n data sets (rows) of each method (columns, the best first).

    The band of half width `width` (n,) is that of the best method; `named` have colours and names.
    """
    import matplotlib.pyplot as plt
    import seaborn as sns
    from matplotlib.ticker import MaxNLocator

    figure, axes = plt.subplots(figsize=(WIDTH, 3.9), layout="constrained")
    n, best = averages.index, averages.columns[0]
    last, k = averages.iloc[-1], averages.shape[1]
    band = np.clip([last[best] - width, last[best] + width], 1, k)
    axes.fill_between(n, *band, color=colours[best], alpha=0.13, lw=0)
    palette = {m: colours[m] if m in named else FAINT for m in averages}
    rest = averages.drop(columns=named)
    for part, line in ((rest, 0.7), (averages[named], 1.5)):
        if part.empty:
            continue
        long = part.rename_axis(index="n").melt(ignore_index=False, var_name="method", value_name="rank")
        look = {
            "palette": {m: palette[m] for m in part},
            "linewidth": line,
            "legend": False,
            "errorbar": None,
        }
        sns.lineplot(long.reset_index(), x="n", y="rank", hue="method", ax=axes, **look)
    for method in averages:
        style: dict[str, Any] = {
            "ms": 5,
            "color": palette[method],
            "mec": GROUND,
            "mew": 0.5,
            "zorder": 4,
            "clip_on": False,
        }
        axes.plot(n[-1:], last[[method]], markers[method], **style)
    axes.set(xlim=(1, n[-1]), ylim=(k + 0.5, 0.5))
    axes.set(xlabel="Data sets, the smallest first", ylabel="Average rank (1 = best)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=2))
    name_ends(axes, {m: float(last[m]) for m in named}, 0.045)
    return figure
