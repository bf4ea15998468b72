"""Every number of the pages: functions from the data frames of a run to tidy tables.

In all tables, a column name has the same meaning; `report/columns.yaml` describes the columns. Shares are
fractions of 1, an interval of `x` is in `x_low` and `x_high`, and a value that does not exist is NaN.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from naivebench.benchmark.tables import (
    comparisons,
    methods,
    overview,
    run_overview,
)
from naivebench.benchmark.tables.cells import Frames
from naivebench.benchmark.tables.columns import COLUMNS, arrange_columns
from naivebench.benchmark.tables.frames import complete_frames
from naivebench.core.files import replace_file

__all__ = ["Frames", "complete_frames", "compute_tables", "write_tables"]


def compute_tables(of_run: Frames) -> Frames:
    """Compute all tables of the pages except the papers' tables. `of_run`: Result of `complete_frames`."""
    compared = comparisons.list_comparisons(of_run)
    analyzed = comparisons.analyze_comparisons(compared, of_run)
    judged = {name: arrange_columns(name, table) for name, table in analyzed.items()}
    ranking = judged["ranking"][judged["ranking"]["primary"]]
    tables = judged | {
        "answer": overview.list_headline_methods(ranking, of_run),
        "pairs": judged["pairs"][judged["pairs"]["primary"]],
        "exclusions": comparisons.list_exclusions(compared),
        "datasets": run_overview.describe_datasets(of_run),
        "matrix": run_overview.make_score_matrix(ranking["method"].tolist(), of_run),
        "optimism": run_overview.measure_optimism(of_run),
        "warnings": run_overview.list_warnings(of_run),
        "methods": methods.describe_methods(ranking, of_run),
        "parameters": methods.list_parameters(of_run),
        "cost": methods.sum_method_costs(of_run),
        "reliability": methods.pool_reliability(of_run),
        "learning_curves": methods.compute_learning_curves(of_run),
        "bias_variance": methods.average_bias_and_variance(of_run),
        "discretizers": methods.compare_discretizers(of_run),
        "departures": methods.list_changed_library_settings(of_run),
        "protocols": run_overview.list_protocols(of_run),
        "experiments": run_overview.list_experiments(of_run),
        "metrics": of_run["metrics"].rename(columns={"better": "better_if"}),
        "failures": run_overview.list_failures(of_run),
        "jobs_by_rule": run_overview.sum_jobs_by_rule(of_run["jobs"]),
        "versions": run_overview.list_versions_and_settings(of_run),
        "run": run_overview.describe_run(of_run),
    }
    tables["missing_scores"] = run_overview.count_missing_scores(tables["failures"])
    if compared and compared[0].primary:
        order = ranking["method"].tolist()
        tables |= {
            "headline": overview.measure_headline_gains(compared[0], order, of_run),
            "gains_by_data": overview.compare_gains_by_kind(compared[0], order, of_run),
            "choice": overview.find_best_by_kind(compared[0], order, of_run),
            "relative_cost": methods.compare_costs(compared[0], of_run),
            "calibration_scores": methods.average_calibration_scores(compared[0], of_run),
        }
    nothing = pd.DataFrame()  # tables of the primary comparison, if there is none
    return {name: arrange_columns(name, tables.get(name, nothing)) for name in COLUMNS}


def write_tables(tables: Frames, folder: Path) -> None:
    """Write every table as CSV: the shortest text of each number, and an empty cell for a missing value."""
    for name, table in tables.items():
        with replace_file(folder / f"{name}.csv") as temporary:
            table.to_csv(temporary, index=False, lineterminator="\n")
