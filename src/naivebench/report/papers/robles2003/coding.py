"""Robles et al. 2003, Fig. 2: how an individual of Pazzani-EDA encodes a structure.

An individual has one gene per attribute: 0 if the attribute is not used, otherwise the number of its group.
Attributes with equal numbers are joined. The two examples in the figure are illegible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.tables import Row
from naivebench.report.papers.rows import SETTINGS
from naivebench.report.papers.run import Run, method_of, stands

LETTERS, GENES = "ABCD", ((1, 2, 1, 0), (2, 1, 2, 0), (1, 2, 3, 4), (0, 0, 0, 0))
MOST = 10  # largest number of attributes of a data set whose individuals are shown
ABOUT = (
    "C has the same number as A, so the two are joined into one attribute whose values are their pairs "
    "of values. D is not used.",
    "The same structure with other numbers.",
    "Every attribute in a group of its own: naive Bayes.",
    "No attribute: every case is assigned to the largest class.",
)


def decoded(individual: Sequence[int], names: Sequence[str]) -> str:
    """Structure that an individual encodes; groups are in the order of their first attributes."""
    groups: dict[int, list[str]] = {}
    for number, name in zip(individual, names, strict=True):
        if number:
            groups.setdefault(number, []).append(name)
    return " ".join("{" + " x ".join(members) + "}" for members in groups.values()) or "{}"


def coded(structure: str, names: Sequence[str]) -> tuple[int, ...]:
    """Individual that encodes a structure; its groups are numbered in order."""
    genes = dict.fromkeys(names, 0)
    for number, group in enumerate(re.findall(r"\{([^}]*)\}", structure), 1):
        genes |= dict.fromkeys(group.split(" x ") if group else (), number)
    return tuple(genes[name] for name in names)


def table(run: Run) -> list[Row]:
    """Rows of four example individuals of four attributes, and of the structures that this run found.

    The list is empty if the run has none of the paper's data sets.
    """
    if not stands(run, *SETTINGS):
        return []
    lines: list[Row] = [
        {
            "dataset": "example",
            "attributes": ", ".join(LETTERS),
            "individual": _written(genes),
            "structure": decoded(genes, LETTERS),
            "about": about,
        }
        for genes, about in zip(GENES, ABOUT, strict=True)
    ]
    for stand in stands(run, "paper", leading=True):
        names = [a["name"] for a in run.results.prepared.get(stand.id, {}).get("attributes", [])]
        structure = _found(run, stand.id)
        if structure is not None and 0 < len(names) <= MOST:
            line: Row = {"dataset": dataset_cell(stand.id), "attributes": ", ".join(names)}
            line |= {"individual": _written(coded(structure, names)), "structure": structure}
            lines.append(line | {"about": "Found by Pazzani-EDA in the first run."})
    return lines


def _written(individual: Sequence[int]) -> str:
    return f"({', '.join(map(str, individual))})"


def _found(run: Run, dataset: str) -> str | None:
    """Structure of the first run of Pazzani-EDA, or None."""
    frame, method = run.results.structures, method_of(run, "paper", dataset, "Pazzani-EDA")
    chosen = frame[
        (frame["protocol"] == run.paper.protocols["paper"])
        & (frame["dataset"] == dataset)
        & (frame["method"] == method)
    ].sort_values(["repeat", "fold"])
    return None if chosen.empty else str(chosen["structure"].iloc[0])
