"""Figures of the pages: `pages.yaml` names their functions and tables; `draw_figures` writes them as SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from naivebench.report.figures import overview, papers
from naivebench.report.figures.style import save_figure, use_style
from naivebench.report.tables import choose_rows, read_pages, read_tables

MODULES = (overview, papers)


def find_draw_function(name: str) -> Callable[..., Figure]:
    """Find the function `draw_<name>` in the modules with figures."""
    for module in MODULES:
        if hasattr(module, f"draw_{name}"):
            return getattr(module, f"draw_{name}")
    raise ValueError(f"pages.yaml: no function draw_{name} in report/figures. Define it or correct the name.")


def choose_frames(
    section: Mapping[str, Any], frames: Mapping[str, pd.DataFrame], groups: pd.Series
) -> list[pd.DataFrame]:
    """Return the frames of a figure: rows of the tables in its `data`, with each method's group."""
    chosen = []
    for table, where in section["data"].items():
        frame = choose_rows({"table": table} | ({"where": where} if where else {}), frames)
        if "method" in frame and "group" not in frame:
            frame = frame.assign(group=frame.method.map(groups).fillna("reference"))
        chosen.append(frame)
    return chosen


def draw_figures(tables: Path, out: Path) -> list[str]:
    """Draw the figures of all pages from the CSV files in `tables`, as `out/<figure>.svg`.

    Returns their names. A figure is left out if one of its tables has no rows in this run.
    """
    frames = read_tables(tables)
    methods = frames.get("methods", pd.DataFrame(columns=["method", "group"]))
    groups = methods.set_index("method").group
    out.mkdir(parents=True, exist_ok=True)
    drawn = []
    for page in read_pages().values():
        for section in page["sections"].values():
            if "figure" not in section:
                continue
            name = section["figure"]
            chosen = choose_frames(section, frames, groups)
            if not all(len(frame) for frame in chosen):
                continue
            with use_style():
                save_figure(find_draw_function(section["draw"])(*chosen), out / f"{name}.svg")
            drawn.append(name)
    return drawn
