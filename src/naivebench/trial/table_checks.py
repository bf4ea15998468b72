"""Check a table before a trial: which columns to leave out, and what to warn about."""

from __future__ import annotations

import math
import shlex
from collections.abc import Collection, Iterable

import numpy as np

from naivebench.core.checks import format_count
from naivebench.core.table import DISCRETE, Table, class_counts, n_cases, subset
from naivebench.data import profile
from naivebench.data.column_kinds import ENOUGH, TEXTS
from naivebench.data.column_notes import ALMOST_ALL

FEW_CASES = 10  # cases of a class below which its scores are rough


def find_useless_columns(table: Table, findings: profile.Findings) -> dict[str, str]:
    """Return identifiers, dates, texts and constants, with the reason to leave each out."""
    reasons: dict[str, str] = {}
    n, looks = n_cases(table), findings.get("looks", {})
    for attribute, _, present, different in profile.summarize_attributes(table):
        name, look = attribute.name, looks.get(attribute.name, "")
        quoted, discrete = shlex.quote(name), attribute.kind in DISCRETE
        if not discrete and attribute.kind != "linear":
            continue
        # the first reason counts: a constant identifier is a constant
        unique = n >= ENOUGH and len(different) >= ALMOST_ALL * n and (discrete or look == "labels")
        if len(different) < 2:
            rows = f" in {len(present)} of {n} rows" if 0 < len(present) < n else ""
            reasons[name] = f"has only {'one value' if len(different) else 'missing cells'}{rows}"
        elif look == "texts":
            reasons[name] = TEXTS.replace("COL", quoted)
        elif look == "dates":
            reasons[name] = "contains dates or times; to predict later rows from earlier ones, use --time"
        elif unique and look != "numbers":
            kind = "nominal" if discrete else "linear"
            reasons[name] = (
                "looks like an identifier: nearly every row has its own value; to keep it, pass --kind "
                f"{quoted}={kind}"
            )
    return reasons


def describe_decisions(
    table: Table, notes: Iterable[str], useless: Collection[str], cure: str, holdout: int | None = None
) -> list[str]:
    """Write notes as sentences, and warnings about columns that reveal the class, except those in `useless`,
    about classes with few cases, and about repeated rows. cure: remedy with a place for the name of a column;
    holdout: number of leading rows that are training rows, if there are no folds.
    """
    sentences = [f"{note[0].upper()}{note[1:]}." for note in notes]
    train = table if holdout is None else subset(table, np.arange(holdout))
    for attribute, column in profile.list_attribute_columns(train):
        share = 0.0 if attribute.name in useless else profile.measure_leakage(attribute, column, train)
        if share:
            percent = math.floor(1000 * share) / 10  # 99.96 % is not all of the rows
            sentences.append(
                f"Column {attribute.name!r} alone determines the class of {percent:g} % of the rows. If it "
                f"is known only after the class, {cure.format(shlex.quote(attribute.name))}."
            )
    for label, count in zip(table.classes, class_counts(table).tolist(), strict=True):
        if count < FEW_CASES:
            sentences.append(
                f"Class {label!r} has {format_count(count, 'case')}, so its scores are imprecise."
            )
    if copies := count_copies(table, holdout):
        rows = "1 row repeats" if copies == 1 else f"{copies} rows repeat"
        sentences.append(
            f"{rows} another row exactly, so one case may be in the training part and in the test fold, "
            "which makes scores look better. Remove rows that were entered twice; keep different cases that "
            "are alike."
        )
    return sentences


def count_copies(table: Table, holdout: int | None) -> int:
    """Count rows of a test fold that repeat a training row; 0 if chance explains them."""
    n, codes = n_cases(table), profile.number_equal_rows(table)
    if holdout is not None:
        copies = int(np.isin(codes[holdout:], codes[:holdout]).sum())
    elif table.groups is not None:  # copies in one group are never in both parts
        copies = len(np.unique(np.column_stack([codes, table.groups]), axis=0)) - len(np.unique(codes))
    else:
        copies = n - len(np.unique(codes))
    # as among birthdays, equal rows are no surprise if the possible ones are fewer than the pairs of rows
    values = [
        len(np.unique(column)) if a.kind in (*DISCRETE, "linear") else math.inf
        for a, column in profile.list_attribute_columns(table)
    ]
    by_chance = math.prod(values) * len(table.classes) < n * (n - 1) / 2
    everywhere = holdout is not None and copies == n - holdout
    return 0 if by_chance and not everywhere else copies
