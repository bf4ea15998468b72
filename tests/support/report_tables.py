"""Small seeded tables for tests of the report: every table that `pages.yaml` names, with all its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from naivebench.report.tables import find_column, read_column_declarations, read_pages

METHODS = {  # id -> title, group
    "nb": ("Naive Bayes", "naive Bayes"),
    "tan": ("Tree-augmented naive Bayes", "Bayesian network"),
    "aode": ("Averaged one-dependence estimators", "Bayesian network"),
    "ienb": ("Interval estimation naive Bayes", "semi-naive"),
    "random_forest": ("Random forest", "baseline"),
}
COLUMNS = read_column_declarations()
DATASETS = ("iris", "car", "vote")
PAPERS = ("robles2003", "lopezcruz2013", "jambeiro2007", "kang2006", "textbook18", "mande2023")
COMPARISON = {"protocol": "honest", "metric": "accuracy", "experiment": "benchmark", "primary": True}
FIXED: dict[str, Any] = {  # columns that `where` and `match` of pages.yaml ask for
    **COMPARISON,
    "main": True,
    "against": "nb",
    "status": "ok",
    "settings": "as the paper says",
    "on_front": True,
    "effect_unit": "points",
}
GRIDS = {  # tables of figures with one row for each combination
    "lopezcruz2013_roses": {"dataset": ["iris"], "attribute": ["a"], "class": ["x", "y"], "sector": range(8)},
    "lopezcruz2013_densities": {
        "dataset": ["iris"],
        "attribute": ["a"],
        "class": ["x"],
        "angle": [-1.0, 0.0, 1.0],
    },
    "lopezcruz2013_surfaces": {"figure": ["3: angle"], "x": [-1.0, 0.0, 1.0], "y": [-1.0, 0.0, 1.0]},
    "matrix": {"dataset": DATASETS, "method": [*METHODS]},
    "kang2006_table1_further": {"topic": ["earn", "acq"], "method": [*METHODS]},
}
MORE = {  # columns that only figures and templates use
    "ranking": "group gain_low gain_high datasets main",
    "answer": "role method title gain gain_low gain_high share_of_rival_gain cost_factor datasets",
    "headline": "role a b gain gain_low gain_high",
    "choice": "gain_low gain_high lead_low lead_high",
    "tests": "critical_difference",
    "pairs": "a b wins ties losses protocol metric experiment primary",
    "methods": "method title short_title group idea caveat reference estimator import_line constructor"
    " average_rank",
    "claims": "claim",
    "papers": "reference idea test remember",
    "claims_of_methods": "method paper claim sentence reproduced holds",
    "gain_means": "paper method against measure datasets votes gain_printed gain_paper gain_honest"
    " gain_honest_low gain_honest_high sources holds_for substitutes note",
    "effects": "better rope worse protocol metric experiment primary",
    "failures": "dataset method status reason",
    "run": "title scores protocols datasets methods",
    "reliability": "method bin confidence accuracy cases",
    "optimism": "protocol dataset method optimism",
    "robles2003_gains": "dataset method gain_printed gain_paper gain_honest",
    "lopezcruz2013_gains": "dataset method gain_printed gain_paper gain_honest",
    "kang2006_gains": "dataset method gain_printed gain_paper gain_honest",
    "lopezcruz2013_offsets": "dataset method offset_degrees accuracy",
    "lopezcruz2013_fits": "dataset attribute class angles fit_gain",
    "lopezcruz2013_roses": "count",
    "lopezcruz2013_densities": "frequency von_mises_density gaussian_density",
    "lopezcruz2013_surfaces": "log_odds",
    "jambeiro2007_curves": "dataset method rate recall",
    "parameters": "method",
    "cost": "method",
    "gains_by_data": "method gain_low gain_high",
    "jambeiro2007_learning": "axis x method area_10",
}


def list_sections() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Page and section of every table on the pages, cards included."""
    for name, page in read_pages().items():
        yield from ((name, section) for section in page.get("sections", {}).values())
        yield from ((name, page[key]) for key in ("gains", "parameters", "sizes") if key in page)


def list_columns() -> dict[str, set[str]]:
    """Table -> columns of its CSV file that the pages need."""
    columns, needed = COLUMNS, {name: set(names.split()) for name, names in MORE.items()}
    for _, section in list_sections():
        for name in section.get("columns", section.get("spread", {}).values()) if "table" in section else ():
            column = find_column(columns, name)
            drawn = column.format in ("interval", "with_interval")
            names = column.of if drawn else (column.source or name, *column.of)
            needed.setdefault(section["table"], set()).update(names, column.only, section.get("match", {}))
        if "table" in section:
            needed.setdefault(section["table"], set()).update(k for k in [section.get("row_id")] if k)
            needed[section["table"]].update(name_columns(section.get("where"), columns))
        for table, where in section.get("data", {}).items():
            needed.setdefault(table, set()).update(name_columns(where, columns))
    needed["ranking"] |= {*COMPARISON}
    return needed


def name_columns(query: str | None, columns: Mapping[str, Any]) -> set[str]:
    """The columns that a query of `pages.yaml` uses."""
    names = re.sub(r"'[^']*'", "", query or "")
    return {name for name in re.findall(r"\b[a-z_0-9]+\b", names) if name in columns}


def make_column(name: str, rows: pd.DataFrame, rng: np.random.Generator) -> Any:
    """Values of a column: ids of methods and data sets in turn, numbers that fit its format, or words."""
    count, names = len(rows), COLUMNS
    if name in FIXED:
        return FIXED[name]
    format = find_column(names, name).format
    cycles = {
        "method": [*METHODS],
        "dataset": DATASETS,
        "paper": PAPERS,
        "a": ["nb", "nb", "tan", "nb", "tan"],
        "b": ["tan", "aode", "aode", "ienb", "ienb"],
    }
    key = name if name in cycles else format
    if key in cycles:
        return [cycles[key][i % len(cycles[key])] for i in range(count)]
    if format in ("text", "code", "folded", "verdict"):
        return [f"{name} {i}" for i in range(count)]
    if format == "integer":
        return rng.integers(1, 2000, count)
    return rng.uniform(0.01, 0.09, count)


def make_tables(folder: Path, seed: int = 0) -> dict[str, pd.DataFrame]:
    """Write all tables as CSV files to a folder, and return them."""
    rng, frames = np.random.default_rng(seed), {}
    for table, columns in list_columns().items():
        grid = GRIDS.get(table, {"number": range(len(METHODS))})
        frame = pd.MultiIndex.from_product(grid.values(), names=grid.keys()).to_frame(index=False)
        for column in sorted(columns - {*grid}):
            frame[column] = make_column(column, frame, rng)
        frames[table] = frame.drop(columns="number", errors="ignore")
    frames["methods"] = frames["methods"].assign(
        title=[title for title, _ in METHODS.values()],
        group=[group for _, group in METHODS.values()],
        short_title=[*METHODS],
    )
    frames["ranking"]["group"] = frames["methods"].group
    frames["optimism"]["protocol"] = "paper/robles2003"
    roles = ["best of the family", "best rival", "one-dependence", "best one-dependence", "reference"]
    frames["answer"]["role"] = roles
    frames["headline"]["role"] = ["best rival", *frames["headline"].role[1:]]
    frames["datasets"] = frames["datasets"].head(len(DATASETS)).assign(status=["ok", "ok", "unavailable"])
    frames["datasets"].loc[1, "best_accuracy"] = np.nan  # a data set without a score
    frames["papers"] = pd.concat([frames["papers"], frames["papers"].tail(1)], ignore_index=True)
    frames["papers"]["paper"] = PAPERS
    frames["facts"] = pd.DataFrame({"paper": PAPERS, "fact": [f"Fact about {paper}." for paper in PAPERS]})
    other = frames["ranking"].assign(primary=False, experiment="other")
    frames["ranking"] = pd.concat([frames["ranking"], other], ignore_index=True)
    frames["claims"]["anchor"] = frames["claims"].paper + "-" + frames["claims"].claim
    frames["claims_of_methods"][["paper", "claim"]] = frames["claims"][["paper", "claim"]]
    frames["printed"] = frames["printed"].assign(
        paper="robles2003", method=["nb", "apnbc", "fssj", "pazzani_eda", "ienb"]
    )
    write_tables(frames, folder)
    return frames


def write_tables(frames: Mapping[str, pd.DataFrame], folder: Path) -> None:
    """Write frames as CSV files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in frames.items():
        frame.to_csv(folder / f"{name}.csv", index=False)
