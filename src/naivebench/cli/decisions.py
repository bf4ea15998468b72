"""Decisions of `predict` from posteriors: labels by a threshold or by costs, and the selection of cases to
list.
"""

from __future__ import annotations

import csv
import math
import os
from argparse import Namespace
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import hit_curves
from naivebench.core.checks import LONG, InputError, did_you_mean
from naivebench.core.decide import decide
from naivebench.core.files import check_regular
from naivebench.data import class_labels

ALL = "The columns P(...) of the predictions name all classes."
COSTS = "actual:predicted=cost pairs such as yes:no=5,no:yes=1, or a CSV file"


class Asked(NamedTuple):
    """The validated options of the user."""

    positive: int | None = None  # class code; None if no option needs it
    top: int | None = None
    threshold: float | None = None
    costs: np.ndarray | None = None  # (K, K): rows are true classes, columns are decisions


class Decision(NamedTuple):
    """Labels of n cases, and the cases to list in their order."""

    labels: np.ndarray  # (n,) class codes
    rows: np.ndarray  # (m,) cases to list
    ranked: bool  # whether `rows` is not simply all cases in file order
    cost: np.ndarray | None  # (n,) expected cost of the predicted label
    how: tuple[str, ...]  # sentences on the decision rule and its outcome; none for the largest posterior


def parse(arguments: Namespace, classes: Sequence[str], counts: np.ndarray) -> Asked:
    """Parse the options --positive, --top, --threshold and --costs for these classes with `counts` training
    cases.

    Raises InputError for an unknown label, a number out of range, or an invalid table of costs.
    """
    if arguments.top is not None and arguments.top < 1:
        raise InputError(f"--top is {arguments.top}, expected a number of cases of at least 1")
    if arguments.threshold is not None and not 0 <= arguments.threshold <= 1:
        raise InputError(f"--threshold is {arguments.threshold:g}, expected a probability from 0 to 1")
    if arguments.threshold is not None and arguments.costs is not None:
        raise InputError("--threshold and --costs are two decision rules: leave one of them out")
    needs = next((f"--{o}" for o in ("top", "threshold") if getattr(arguments, o) is not None), None)
    if arguments.positive is not None and needs is None:
        raise InputError(
            "--positive is used only with --top or --threshold: add one of them, or leave --positive out"
        )
    positive = positive_class(arguments.positive, classes, counts, needs) if needs else None
    costs = None if arguments.costs is None else parse_costs(arguments.costs, classes)
    return Asked(positive, arguments.top, arguments.threshold, costs)


def positive_class(label: str | None, classes: Sequence[str], counts: np.ndarray, needs: str) -> int:
    """Code of the positive class: the one named, otherwise the rarer of two. Raises InputError for an unknown
    label.
    """
    if label is None and len(classes) == 2:
        return hit_curves.positive_class(counts, classes)
    if label is None:
        raise InputError(f"{needs} needs --positive LABEL, because there are {len(classes)} classes")
    found = class_labels.find_class(label, classes)
    if found is None:
        raise InputError(f"--positive {label!r} is not a class{did_you_mean(label, classes, ALL)}")
    return found


def parse_costs(text: str, classes: Sequence[str]) -> np.ndarray:
    """Parse the costs of every decision (column) for cases of every class (row), shape (K, K).

    Either `actual:predicted=cost` pairs separated by commas, where other errors cost 1 and correct decisions
    0, or a CSV file with the decisions in its header and the true class in the first column. Raises
    InputError for anything else.
    """
    costs = 1.0 - np.eye(len(classes))
    seen: set[tuple[int, ...]] = set()
    for (actual, predicted), cost in _entries(text, classes):
        place = tuple(class_labels.match_labels([actual, predicted], classes).tolist())
        if -1 in place:
            label = predicted if place[0] >= 0 else actual
            raise InputError(f"--costs {text}: {label!r} is not a class{did_you_mean(label, classes, ALL)}")
        if place in seen:
            raise InputError(f"--costs {text}: {actual}:{predicted} has two costs: leave one of them out")
        seen.add(place)
        try:
            costs[place] = float(cost)
        except ValueError:
            costs[place] = math.nan
        if not math.isfinite(costs[place]):
            raise InputError(
                f"--costs {text}: the cost {cost!r} of predicting {predicted!r} for {actual!r} is not a "
                "finite number"
            )
    if not costs.any():
        raise InputError(
            f"--costs {text}: every cost is 0, so they do not define a decision: set at least one cost "
            "above 0"
        )
    return costs


def _entries(text: str, classes: Sequence[str]) -> list[tuple[tuple[str, str], str]]:
    """Parse entries into pairs (actual, predicted) with their cost."""
    check_regular(text)
    if not os.path.isfile(text):
        pairs = {f"{a}:{p}": (a, p) for a in classes for p in classes}
        split = [part.rpartition("=") for part in text.split(",")]
        if not all(separator and ":" in pair for pair, separator, _ in split):
            shown = text if len(text) <= LONG else f"{text[:LONG]}..."
            raise InputError(f"--costs {shown!r} is neither a file nor in the expected form: {COSTS}")
        parts = [(pairs.get(pair.strip(), pair.strip().partition(":")[::2]), cost) for pair, _, cost in split]
        return [((actual, predicted), cost) for (actual, predicted), cost in parts]
    try:
        with open(text, newline="", encoding="utf-8-sig") as file:
            header, *body = [[cell.strip() for cell in row] for row in csv.reader(file) if row] or [[]]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"cannot read the costs in {text}: {error}") from error
    places = [class_labels.match_labels(named, classes) for named in ([row[0] for row in body], header[1:])]
    if any(sorted(named) != list(range(len(classes))) for named in places):
        raise InputError(
            f"the costs in {text} are not for the classes {', '.join(classes)}: give one column of that name "
            "for every decision and one row for every class"
        )
    if any(len(row) != len(header) for row in body):
        raise InputError(f"the costs in {text} have rows whose length differs from that of the header")
    return [((row[0], label), cost) for row in body for label, cost in zip(header[1:], row[1:], strict=True)]


def decided(log_proba: np.ndarray, classes: Sequence[str], counts: np.ndarray, asked: Asked) -> Decision:
    """Decide the labels and the cases to list from log P(c | x), shape (n, K); `counts`: training cases per
    class.
    """
    n, cost, how, share = len(log_proba), None, [], ""
    name = None if asked.positive is None else classes[asked.positive]
    if asked.threshold is not None:
        assert asked.positive is not None  # guaranteed by `parse`
        labels = by_threshold(log_proba, counts, asked.positive, asked.threshold)
        share = f"{int((labels == asked.positive).sum())} of {n} cases"
        how.append(f"the prediction is {name!r} if P({name}) is at least {asked.threshold:g}: {share}")
    elif asked.costs is not None:
        labels, cost = by_cost(log_proba, counts, asked.costs)
        how.append(
            f"the prediction is the label with the lowest expected cost: {float(cost.sum()):.6g} in total "
            f"for {n} cases"
        )
    else:
        labels = decide(log_proba, counts)
    rows = np.arange(n)
    if asked.top is not None:
        assert asked.positive is not None
        rows = ranked(log_proba, asked.positive)[: asked.top]
        how.append(
            f"the output lists the {len(rows)} of {n} cases with the largest P({name}); ties are in the "
            "order of the file"
        )
    return Decision(labels, rows, asked.top is not None, cost, tuple(how))


def by_threshold(log_proba: np.ndarray, counts: np.ndarray, positive: int, threshold: float) -> np.ndarray:
    """Labels, shape (n,): the positive class if its probability is at least `threshold`, otherwise the most
    probable other class.
    """
    others = np.array(log_proba, dtype=np.float64)
    others[:, positive] = -np.inf
    return np.where(np.exp(log_proba[:, positive]) >= threshold, positive, decide(others, counts))


def by_cost(log_proba: np.ndarray, counts: np.ndarray, costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Labels with the least expected cost sum_c P(c | x) costs[c, label], and that cost, both of shape (n,).

    Ties are broken as in `decide`, with a tolerance relative to the largest cost. Elkan 2001, equation 1;
    docs/deploying.md#ranks-thresholds-and-costs.
    """
    expected = np.exp(log_proba) @ costs
    labels = decide(-expected / np.abs(costs).max(), counts)
    return labels, expected[np.arange(len(labels)), labels]


def ranked(log_proba: np.ndarray, positive: int) -> np.ndarray:
    """The cases in descending order of P(positive | x), shape (n,), even where it rounds to 1; ties keep
    their order.
    """
    return np.argsort(-hit_curves.scores(log_proba, positive), kind="stable")
