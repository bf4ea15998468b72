"""Read the labels, folds and stored predictions of a finished run, without the package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import scores_again

TOLD = (  # numbers that a method reports about itself
    *("n_parameters", "attributes_used", "angular_used", "kappa_capped", "groups", "evaluations"),
    *("evaluations_to_solution", "training_fitness"),
)


class Part(NamedTuple):
    """One test part of one method: case numbers, true and predicted classes, log posteriors."""

    protocol: str
    dataset: str
    method: str
    repeat: int
    fold: int
    row: np.ndarray
    y: np.ndarray
    log_p: np.ndarray
    decided: np.ndarray
    summary: dict


@lru_cache(maxsize=4)
def labels(run: Path, dataset: str) -> np.ndarray:
    return np.load(run / f"data/prepared/{dataset}.npz")["y"].astype(int)


def permuted(run: Path, protocol: str) -> bool:
    return bool(configuration(run)["protocols"][protocol].get("permute_labels"))


@lru_cache(maxsize=1)
def configuration(run: Path) -> dict:
    return json.loads((run / "results/config.json").read_text())["config"]


def files(run: Path) -> list[tuple[str, str, Path]]:
    """The (protocol, data set, file) of every file of predictions."""
    root = run / "results/predictions"
    found = sorted(root.rglob("*.npz"))
    return [("/".join(f.relative_to(root).parts[:-1]), f.stem, f) for f in found]


def parts(run: Path, protocol: str, dataset: str, file: Path) -> Iterator[Part]:
    """All test parts of one file of predictions."""
    stored = np.load(file)
    if "meta" not in stored.files:
        return
    y, at = labels(run, dataset), stored["offsets"]
    rows, repeats, folds = stored["row"], stored["repeat"], stored["fold"]
    for method, told in json.loads(str(stored["meta"])).items():
        log_p, decided = stored[f"log_proba/{method}"].astype(float), stored[f"predicted/{method}"]
        for i, fold in enumerate(told["folds"]):
            part = slice(at[i], at[i + 1])
            if fold["status"] == "ok":
                yield Part(
                    *(protocol, dataset, method, int(repeats[i]), int(folds[i]), rows[part]),
                    *(y[rows[part]], log_p[part], decided[part], fold["summary"]),
                )


def repeats(run: Path, content: dict) -> set[tuple[str, str, str]]:
    """The (protocol, data set, method) with exactly the log posteriors of a paper's trivial method on every
    test part.

    `content` is the paper's paper.yaml.
    """
    found: set[tuple[str, str, str]] = set()
    ids = content.get("methods", {}).get(content.get("more", {}).get("trivial"), [])
    wanted = {content["protocols"][role] for role in content["protocols"]} if ids else set()
    settings, by_pair = configuration(run)["protocols"], {}
    for entry in files(run):
        if entry[0] in wanted and settings[entry[0]].get("hit_curves"):
            cell = by_pair.setdefault(entry[:2], {})
            for part in parts(run, *entry):
                cell.setdefault(part.method, {})[part.repeat, part.fold] = (part.row, part.log_p)
    for pair, of in by_pair.items():
        for method, own in of.items():
            for other in (of[m] for m in ids if m in of and method not in ids):
                same = (
                    k in other and all(np.array_equal(a, b) for a, b in zip(own[k], other[k], strict=True))
                    for k in own
                )
                if all(same):
                    found.add((*pair, method))
    return found


def rows_of_file(run: Path, entry: tuple[str, str, Path]) -> list[tuple]:
    """Rows (protocol, dataset, method, repeat, fold, n_test, metric, value) of the test parts of a file."""
    protocol, _dataset, _ = entry
    settings = configuration(run)
    wanted = {*settings["metrics"], *settings["protocols"][protocol].get("metrics", [])}
    found = []
    for part in parts(run, *entry):
        key = (*part[:5], len(part.y))
        told = {m: v for m, v in part.summary.items() if m in TOLD}
        values = (
            {} if permuted(run, protocol) else scores_again.of_part(part.y, part.log_p, part.decided, wanted)
        )
        found += [(*key, m, float(v)) for m, v in (values | told).items()]
    return found


def scores(run: Path, cores: int = 2) -> pd.DataFrame:
    """All scores of all test parts, from the predictions."""
    with ProcessPoolExecutor(cores) as pool:
        rows = pool.map(partial(rows_of_file, run), files(run), chunksize=8)
        table = [r for found in rows for r in found]
    columns = ["protocol", "dataset", "method", "repeat", "fold", "n_test", "metric", "value"]
    return pd.DataFrame(table, columns=columns)
