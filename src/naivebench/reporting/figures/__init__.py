"""The figures of the report: id -> function from results and their summary to a matplotlib figure, a title
and a sentence that stands for it.
"""

from __future__ import annotations

from naivebench.reporting.figures import (
    calibration,
    cost,
    learning_curves,
    ranks,
    scores,
    simplex,
    trajectories_of_ranks,
)

FIGURES = {
    "critical_difference": ranks.critical_difference,
    "heat_map": scores.heat_map,
    "score_distributions": scores.score_distributions,
    "calibration": calibration.calibration,
    "learning_curves": learning_curves.learning_curves,
    "cost": cost.cost,
    "optimism": scores.optimism,
    "rank_trajectories": trajectories_of_ranks.rank_trajectories,
    "simplex": simplex.simplex,
}
