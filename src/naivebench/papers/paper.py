"""Papers: the content of a `paper.yaml`, and the printed numbers in `data/published/`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import yaml

FOLDER = Path(__file__).resolve().parent
PUBLISHED = FOLDER.parents[2] / "data" / "published"
EXACT = "exact"  # kind of a data set that is the paper's own


class Printed(NamedTuple):
    """A printed number; `value` is None if it is illegible."""

    value: float | None
    std: float | None
    provenance: str


class Paper(NamedTuple):
    """A paper as its `paper.yaml` describes it, with printed names of methods and data sets."""

    id: str
    methods: dict[str, dict[str, Any]]  # name -> ids of our methods, the first that ran counts; further keys
    data_sets: pd.DataFrame  # printed, dataset, kind, about: our data sets for each printed one, best first
    numbers: dict[tuple[str, str, str], Printed]  # (data set, method, metric) as printed
    more: Mapping[str, Any]  # further keys, read by the paper's own modules
    protocols: Mapping[str, str] = {}  # role -> protocol
    reference: str = ""
    idea: str = ""
    test: str = ""
    remember: str = ""
    main_claims: Sequence[str] = ()  # whose verdicts are in the summary
    general: Sequence[str] = ()  # known facts about the printed numbers
    notes: Mapping[str, Mapping[str, str]] = {}  # printed data set or our id -> our method, or * -> fact

    def look_up(self, dataset: str, method: str, metric: str) -> float | None:
        """Look up a printed number; None if there is none."""
        printed = self.numbers.get((dataset, method, metric))
        return printed.value if printed else None

    def list_all_method_ids(self, printed_name: str) -> list[str]:
        """Return our methods for a printed name; a name that the paper does not have is an id itself."""
        stanza = self.methods.get(printed_name)
        return [*stanza["ids"], *stanza.get("discrete", ())] if stanza else [printed_name]


@cache
def read_paper(name: str, folder: Path = FOLDER) -> Paper:
    text = (folder / name / "paper.yaml").read_text(encoding="utf-8")
    content: dict[str, Any] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    methods = {m: v if isinstance(v, dict) else {"ids": v} for m, v in content.pop("methods", {}).items()}
    numbers, data_sets = read_printed_numbers(PUBLISHED / f"{name}.csv"), content.pop("data_sets", {})
    if (prefix := content.pop("prefix", None)) is not None:
        ids = {d: prefix + re.sub(r"[^a-z0-9]+", "-", d.lower()).strip("-") for d, *_ in numbers}
        data_sets = ids | data_sets
    rows = [
        (str(printed), d["id"], d.get("kind", EXACT), d.get("about", ""))
        for printed, sets in data_sets.items()
        for d in ([{"id": sets}] if isinstance(sets, str) else sets)
    ]
    sets = pd.DataFrame(rows, columns=["printed", "dataset", "kind", "about"])
    fields = {key: content.pop(key) for key in Paper._fields if key in content}
    return Paper(name, methods, sets, numbers, content, **fields)


def read_printed_numbers(path: Path) -> dict[tuple[str, str, str], Printed]:
    """Read printed numbers, {} without a file; one row may be about several methods."""
    numbers: dict[tuple[str, str, str], Printed] = {}
    frame = pd.read_csv(path, dtype=str, keep_default_na=False) if path.is_file() else pd.DataFrame()
    for row in frame.itertuples():
        value, std = (float(text) if text else None for text in (row.value, row.std))
        cells = ((row.dataset, method, row.metric) for method in row.method.split(", "))
        numbers |= dict.fromkeys(cells, Printed(value, std, row.provenance))
    return numbers
