"""The columns of every table, in their order; `report/columns.yaml` defines each of them."""

from __future__ import annotations

import pandas as pd

COMPARISON = "protocol metric experiment primary main"
FLAGS = ("primary", "main", "on_front")  # columns that are True or False
COLUMNS = {
    "answer": "role method title average_rank gain gain_low gain_high cost_factor datasets "
    "share_of_rival_gain",
    "headline": "role a b gain gain_low gain_high",
    "ranking": f"method group {COMPARISON} average_rank standing p_best datasets score wins ties losses "
    "gain gain_low gain_high cpu_seconds cost_factor on_front",
    "effects": f"{COMPARISON} method average_rank datasets wins ties losses sign rank_biserial wilcoxon z "
    "bonferroni_dunn holm hochberg better rope worse",
    "pairs": f"{COMPARISON} a b rank_difference z p nemenyi holm hochberg shaffer bergmann_hommel "
    "wilcoxon_statistic wilcoxon rank_biserial wins ties losses",
    "tests": f"{COMPARISON} test datasets methods statistic df p effect_size critical_difference",
    "exclusions": "left_out experiment protocol metrics reason",
    "choice": "data datasets method average_rank rival gain gain_low gain_high wilcoxon "
    "lead lead_low lead_high as_good",
    "gains_by_data": "method against experiment protocol metric data datasets gain gain_low gain_high "
    "wilcoxon outcome wins ties losses",
    "datasets": "dataset title rows attributes classes missing_cells majority_rate kind family artificial "
    "status holdout source sha256 reference licence reason remedy nb_accuracy best_method "
    "best_accuracy best_gain",
    "matrix": "dataset method score",
    "optimism": "protocol dataset method accuracy honest_accuracy optimism",
    "warnings": "dataset warning",
    "methods": "method title short_title group idea caveat reference import_line constructor average_rank",
    "parameters": "method parameter setting meaning",
    "cost": "protocol method datasets fit_seconds predict_seconds peak_memory_mb parameters_median "
    "parameters_max",
    "relative_cost": "method cost_factor_median cost_factor_low cost_factor_high datasets",
    "calibration_scores": "method protocol ece log_loss_clipped log_loss brier overconfidence datasets",
    "reliability": "method bin confidence accuracy cases",
    "learning_curves": "dataset method protocol n_train score score_std folds gain",
    "bias_variance": "method protocol error central_bias central_variance bias variance datasets",
    "discretizers": "discretizer datasets",
    "departures": "method departs datasets ours library better_on worse_on",
    "protocols": "protocol title scheme datasets methods",
    "experiments": "experiment title protocol datasets methods cells",
    "metrics": "metric label better_if description definition",
    "failures": "dataset status method protocol stage reason remedy",
    "missing_scores": "method status datasets protocols reason",
    "jobs_by_rule": "workflow_rule jobs cpu_seconds wall_seconds max_rss_mb",
    "versions": "item version",
    "run": "title scores protocols datasets methods",
}


def arrange_columns(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Arrange the columns of a table in their order, including those without a value in this run."""
    columns = COLUMNS[name].split()
    # this table has further columns, for every method
    further = [c for c in table if c not in columns] if name == "discretizers" else []
    frame = table.reindex(columns=[*columns, *further])
    return frame.assign(**{flag: frame[flag].eq(True) for flag in FLAGS if flag in frame})
