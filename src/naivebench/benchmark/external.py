"""Read the predictions of any other tool on the exported folds, so that they enter the same tables, tests and
report.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from naivebench.benchmark.predictions import FoldResult, MethodPredictions
from naivebench.core.checks import InputError
from naivebench.core.decide import decide
from naivebench.core.table import Table, class_counts, n_cases, n_classes, subset
from naivebench.data.class_labels import match_labels
from naivebench.evaluation.folds import Folds, test_rows, train_rows

NAN = float("nan")
TOLERANCE = 1e-3  # allowed deviation of a sum from one: tools print probabilities with few digits


def read(path: str | Path, table: Table, folds: Folds, fingerprint: str) -> MethodPredictions:
    """Read the tool's predictions as those of a method; a fold with a missing or unusable row becomes a
    failed fold.

    Rows may be in any order. Probabilities are rescaled to sum to one. Raises InputError (file, line, what to
    do) if the file as a whole cannot be used.
    """
    proba_of = _read_rows(Path(path), table.classes)
    log_proba = np.full((len(folds.test), len(table.classes)), np.nan, dtype=np.float32)
    predicted = np.full(len(folds.test), -1, dtype=np.int32)
    results = []
    for f, (repeat, fold) in enumerate(zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True)):
        part = slice(folds.offsets[f], folds.offsets[f + 1])
        test = folds.test[part]
        missing = [int(r) for r in test if (repeat, fold, int(r)) not in proba_of]
        if missing:
            reason = (
                f"{path}: repeat {repeat}, fold {fold}, row {missing[0]} is missing ({len(missing)} "
                f"of {len(test)} rows are missing): predict all test rows"
            )
            results.append(FoldResult("failed", reason, {}, NAN, NAN, NAN))
            continue
        proba = np.array([proba_of[repeat, fold, int(r)] for r in test]).reshape(len(test), -1)
        with np.errstate(divide="ignore"):
            logs = np.log(proba)
        log_proba[part], predicted[part] = logs, decide(logs, _learned(table, folds, f))
        results.append(FoldResult("ok", "", {}, NAN, NAN, NAN))
    return MethodPredictions(fingerprint, 0.0, log_proba, predicted, tuple(results))


def _learned(table: Table, folds: Folds, f: int) -> np.ndarray:
    """Training cases of each class in fold f, (K,), or under leave_one_out for each tested case, (n, K)."""
    if folds.scheme == "leave_one_out":
        tested = subset(table, test_rows(folds, f))
        return class_counts(tested) - np.eye(n_classes(table), dtype=int)[tested.y]
    return class_counts(subset(table, train_rows(folds, f, n_cases(table))))


def _read_rows(path: Path, classes: tuple[str, ...]) -> dict[tuple[int, int, int], list[float]]:
    """Probabilities in class order by (repeat, fold, row)."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = list(csv.reader(file))
    except FileNotFoundError as error:
        raise InputError(
            f"{path} does not exist: predict the test rows as "
            "docs/extending.md#predictions-of-another-tool explains, and put the file there"
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}): save it as UTF-8") from error
    except (OSError, csv.Error) as error:
        raise InputError(f"{path} cannot be read ({error}): save it again as CSV") from error
    wanted = ["repeat", "fold", "row", *(f"P({c})" for c in classes)]
    header = [name.strip() for name in rows[0]] if rows else []
    # a tool may write the labels 0 and 1 as 0.0 and 1.0
    labels = [name[2:-1] if name.startswith("P(") and name.endswith(")") else None for name in header]
    places = {f"P({classes[c]})": i for i, c in enumerate(match_labels(labels, classes)) if c >= 0}
    places |= {name: i for i, name in enumerate(header)}
    lacking = [name for name in wanted if name not in places]
    if lacking:
        raise InputError(f"{path}, line 1: column {lacking[0]!r} is missing (expected {', '.join(wanted)})")
    positions = [places[name] for name in wanted]
    proba_of: dict[tuple[int, int, int], list[float]] = {}
    for line, row in enumerate(rows[1:], start=2):
        if not row:
            continue
        if len(row) != len(header):
            raise InputError(
                f"{path}, line {line}: expected {len(header)} cells as in the header, found {len(row)}"
            )
        key = _key(row, positions[:3], path, line)
        if key in proba_of:
            raise InputError(
                f"{path}, line {line}: repeat {key[0]}, fold {key[1]}, row {key[2]} occurs twice: keep "
                "one of the two rows"
            )
        proba_of[key] = _distribution([row[p] for p in positions[3:]], path, line)
    return proba_of


def _key(row: list[str], positions: list[int], path: Path, line: int) -> tuple[int, int, int]:
    try:
        repeat, fold, case = (int(row[p]) for p in positions)
    except ValueError as error:
        raise InputError(
            f"{path}, line {line}: repeat, fold and row are {[row[p] for p in positions]}, expected whole "
            "numbers"
        ) from error
    return repeat, fold, case


def _distribution(cells: list[str], path: Path, line: int) -> list[float]:
    try:
        values = [float(c) for c in cells]
    except ValueError as error:
        raise InputError(
            f"{path}, line {line}: the probabilities {cells} contain something other than numbers"
        ) from error
    total = sum(values)
    if min(values) < 0 or not abs(total - 1) <= TOLERANCE:
        raise InputError(f"{path}, line {line}: the probabilities {cells} sum to {total:g}, expected 1")
    return [v / total for v in values]
