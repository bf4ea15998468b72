"""Explanations of single predictions: contributions of the values of a case that add up to its log-odds.

Log-odds compare the predicted class with the runner-up, in nats (docs/explanations.md#log-odds). A method
that multiplies probabilities gives its own terms by the function `contributions` of its module
(naivebench.core.explanations). For any other method, the values of a case are added one by one to a case
in which all are missing: each contributes the change of the log-odds.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.core import explanations
from naivebench.core.decide import decide
from naivebench.core.explanations import Contributions, WordContributions
from naivebench.core.table import (
    DISCRETE,
    MISSING,
    REAL,
    UNSEEN,
    Attribute,
    Table,
    discrete_attributes,
    n_cases,
    real_attributes,
    real_width,
    subset,
    without_labels,
)
from naivebench.data.discretization.apply import CUT, interval_labels
from naivebench.models import fitted as fitted_methods
from naivebench.models import registry
from naivebench.models.fitted import Fitted

BLOCK = 256  # cases explained at once
IMPOSSIBLE = 745.0  # nats; the logarithm of the smallest positive number is -745
COLUMNS = ("case", "predicted", "probability", "against", "attribute", "value", "given", "log_odds")
PRIOR, OTHERS = "(prior)", "(others)"
NEVER_SEEN = "(not in the training data)"


class Terms(NamedTuple):
    """Contributions of m items (values, words, prior and more) of some cases."""

    case: np.ndarray  # (m,) int64, position in the block
    place: np.ndarray  # (m,) int64: 0 for values and words, larger for remarks, which follow in this order
    attribute: np.ndarray  # (m,) object: name of the attribute, word, or a remark in brackets
    value: np.ndarray  # (m,) object: label, number or interval; None for remarks
    given: np.ndarray  # (m,) object: values of the parents as text, "" without parents
    log_odds: np.ndarray  # (m,) nats


def explain(
    fitted: Fitted, table: Table, *, top: int | None = None, predicted: np.ndarray | None = None
) -> pd.DataFrame:
    """Explain every case of a table that has the attributes and value lists of the training table.

    Returns a data frame with the columns `COLUMNS`, several rows for each case (numbered from 1): its
    contributions, largest first, then the part of no single attribute, and the prior. The `log_odds` of a
    case add up to log P(predicted | x) - log P(against | x). top: number of contributions to keep for each
    case; the sum of the others is one more row. predicted: (n,) predicted classes if they are not those with
    the largest posterior, for example if costs are used.
    """
    log_proba = fitted_methods.predict_log_proba(fitted, table)
    first = fitted_methods.predict(fitted, log_proba) if predicted is None else np.asarray(predicted)
    second = runner_up(log_proba, first, fitted.class_counts)
    frames = []
    for start in range(0, n_cases(table), BLOCK):
        rows = np.arange(start, min(start + BLOCK, n_cases(table)))
        part = without_labels(subset(table, rows))
        terms = _sort(_find_terms(fitted, part, log_proba[rows], first[rows], second[rows]), top)
        case = rows[terms.case]
        against = np.array(fitted.classes, dtype=object)[second[case]]
        against[second[case] == first[case]] = None
        frames.append(
            pd.DataFrame(
                {
                    "case": case + 1,
                    "predicted": np.array(fitted.classes, dtype=object)[first[case]],
                    "probability": np.exp(log_proba[case, first[case]]),
                    "against": pd.Series(against, dtype=object),
                    "attribute": terms.attribute,
                    "value": pd.Series(terms.value, dtype=object),
                    "given": terms.given,
                    "log_odds": terms.log_odds,
                }
            )
        )
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=list(COLUMNS))


def runner_up(log_proba: np.ndarray, first: np.ndarray, class_counts: np.ndarray) -> np.ndarray:
    """The class that would be predicted if the class `first` (n,) were excluded, shape (n,); `first` if it is
    the only class.
    """
    n, k = log_proba.shape
    if k < 2:
        return first
    others = np.array([[c for c in range(k) if c != f] for f in range(k)])[first]
    place = decide(np.take_along_axis(log_proba, others, axis=1), np.asarray(class_counts)[others])
    return others[np.arange(n), place]


def is_remark(frame: pd.DataFrame) -> pd.Series:
    """Whether a row of an explanation is the prior or another part of no single value, (m,) bool."""
    return frame["value"].isna() & frame["attribute"].str.startswith("(")


def write_text(frame: pd.DataFrame, top: int = 10) -> str:
    """The explanations as text, one paragraph for each case with its `top` largest contributions."""
    paragraphs = []
    for case, rows in frame.groupby("case", sort=False):
        head = rows.iloc[0]
        against = "" if head["against"] is None else f", against {head['against']}"
        title = f"case {case}: {head['predicted']}, probability {head['probability']:.4g}{against}"
        remark = is_remark(rows)
        listed, left = rows[~remark][:top], rows[~remark][top:]
        items = [(row.log_odds, _write_item(row)) for row in listed.itertuples()]
        items += [(left["log_odds"].sum(), f"{len(left)} more")] if len(left) else []
        items += [(row.log_odds, row.attribute.strip("()")) for row in rows[remark].itertuples()]
        items.append((rows["log_odds"].sum(), "together"))
        lines = [f"{odds:+10.3f}  {about}" for odds, about in items]
        paragraphs.append("\n".join([title, "  log-odds", *lines]))
    return "\n\n".join(paragraphs) + "\n"


def _write_item(row: Any) -> str:
    return f"{row.attribute} = {_write(row.value)}" + (f", given {row.given}" if row.given else "")


def _find_terms(
    fitted: Fitted, table: Table, log_proba: np.ndarray, first: np.ndarray, second: np.ndarray
) -> Terms:
    """All contributions to the log-odds of `first` against `second` (n,), without those that are 0."""
    module, seen = registry.load(fitted.module), fitted_methods.seen_by_method(fitted, table)
    own = module.contributions(fitted.model, seen) if hasattr(module, "contributions") else None
    if own is not None:
        own = own._replace(prior=own.prior + fitted_methods.prior_shift(fitted))
    shown = [show_values(fitted, table, j) for j in range(len(table.attributes))]
    if isinstance(own, WordContributions):
        return _explain_words(own, first, second)
    if isinstance(own, Contributions):
        return _of_attributes(own, table, shown, first, second)
    before, terms = _add_one_by_one(fitted, table, log_proba, first, second)
    return _list_contributions(table, shown, terms, [(PRIOR, before)])


def _of_attributes(
    own: Contributions, table: Table, shown: list[np.ndarray], first: np.ndarray, second: np.ndarray
) -> Terms:
    """Contributions of a method that gives its own terms for every attribute."""
    prior, terms, rest = _difference(own, own.terms.sum(axis=1), first, second)
    odds = _log_odds(own.terms, first, second)
    odds[~terms] = 0.0
    found = _list_contributions(table, shown, odds, [(f"({own.rest_of})", rest), (PRIOR, prior)])
    if own.depth is None:
        return found
    place = {attribute.name: j for j, attribute in enumerate(table.attributes)}
    for m, (i, name) in enumerate(zip(found.case.tolist(), found.attribute.tolist(), strict=True)):
        if not found.place[m] and own.depth[i, place[name]]:
            above = own.parents[place[name]][: own.depth[i, place[name]]]
            found.given[m] = ", ".join(f"{table.attributes[p].name} = {_write(shown[p][i])}" for p in above)
    return found


def _explain_words(own: WordContributions, first: np.ndarray, second: np.ndarray) -> Terms:
    """Contributions of the words of every case; the value is the count of the word."""
    case = np.repeat(np.arange(len(own.prior)), np.diff(own.counts.indptr))
    total = np.zeros(own.prior.shape)
    np.add.at(total, case, own.terms)
    prior, possible, rest = _difference(own, total, first, second)
    odds = np.where(possible[case], _log_odds(own.terms[:, None], first[case], second[case])[:, 0], 0.0)
    words = np.array(own.words, dtype=object)
    empty = np.full(len(case), "", dtype=object)
    items = Terms(case, np.zeros_like(case), words, own.counts.data.astype(object), empty, odds)
    return _append(items, [(f"({own.rest_of})", rest), (PRIOR, prior)])


def _difference(
    own: Contributions | WordContributions, total: np.ndarray, first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Log-odds of the prior (n,), which cases are possible (n,), and log-odds of the rest (n,).

    A case that is impossible in every class is predicted by the prior alone.
    """
    rest = np.broadcast_to(own.rest, own.prior.shape)
    possible = ~np.isneginf(own.prior + total + rest).all(axis=1)
    both = _log_odds(np.stack([own.prior, rest], axis=1), first, second)
    return both[:, 0], possible, np.where(possible, both[:, 1], 0.0)


def _log_odds(terms: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Log-odds (n, m) of terms (n, m, K)."""
    pair = np.stack([first, second], axis=1)[:, None, :]
    chosen = np.take_along_axis(terms, np.broadcast_to(pair, (*terms.shape[:2], 2)), axis=2)
    return explanations.log_odds(chosen, 0, 1)


def _add_one_by_one(
    fitted: Fitted, table: Table, log_proba: np.ndarray, first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Log-odds without any value (n,), and their change by each attribute (n, d).

    The change depends on the values that are already known, so it is the mean of two orders: that of the
    columns and its reverse. Texts and sequences are always known. Infinite log-odds count as
    `IMPOSSIBLE`, because a class may be impossible only until another value is known.
    """
    known = [j for j, a in enumerate(table.attributes) if a.kind in (*DISCRETE, *REAL)]
    terms = np.zeros((n_cases(table), len(table.attributes)))

    def find_odds(removed: list[int]) -> np.ndarray:
        part = _remove(table, [table.attributes[j] for j in removed])
        known_now = fitted_methods.predict_log_proba(fitted, part) if removed else log_proba
        odds = _log_odds(known_now[:, None], first, second)[:, 0]
        return np.nan_to_num(odds, posinf=IMPOSSIBLE, neginf=-IMPOSSIBLE)

    nothing = find_odds(known)
    for order in (known, known[::-1]):
        before = nothing
        for position, j in enumerate(order):
            after = find_odds(order[position + 1 :])
            terms[:, j] += (after - before) / 2
            before = after
    return nothing, terms


def _remove(table: Table, attributes: list[Attribute]) -> Table:
    """The table with every cell of these attributes set to missing."""
    codes, reals = table.codes.copy(), table.reals.copy()
    codes[:, [a in attributes for a in discrete_attributes(table)]] = MISSING
    of_column = [a for a in real_attributes(table) for _ in range(real_width(a))]
    reals[:, [a in attributes for a in of_column]] = np.nan
    return table._replace(codes=codes, reals=reals)


def _list_contributions(
    table: Table, shown: list[np.ndarray], odds: np.ndarray, remarks: list[tuple[str, np.ndarray]]
) -> Terms:
    """The contributions other than 0 of all attributes, (n, d), and the remarks."""
    case, j = np.nonzero(odds)
    names = np.array([a.name for a in table.attributes], dtype=object)
    value = np.array([shown[a][i] for i, a in zip(case.tolist(), j.tolist(), strict=True)], dtype=object)
    empty = np.full(len(case), "", dtype=object)
    return _append(Terms(case, np.zeros_like(case), names[j], value, empty, odds[case, j]), remarks)


def _append(items: Terms, remarks: list[tuple[str, np.ndarray]]) -> Terms:
    """The items with a row of every remark for each case; remarks "()" that say nothing are left out."""
    for place, (remark, odds) in enumerate(remarks, start=2):
        if remark != "()":
            n = len(odds)
            name, value, given = (np.full(n, text, dtype=object) for text in (remark, None, ""))
            more = Terms(np.arange(n), np.full(n, place), name, value, given, odds)
            items = Terms(*(np.concatenate(parts) for parts in zip(items, more, strict=True)))
    return items


def _sort(terms: Terms, top: int | None) -> Terms:
    """The items by case, largest contribution first, then the remarks. Beyond `top` they become one sum."""
    size = np.where(terms.place, 0.0, -np.abs(terms.log_odds))
    order = np.lexsort((size, terms.place, terms.case))
    terms = Terms(*(part[order] for part in terms))
    if top is None:
        return terms
    rank = np.arange(len(order)) - np.searchsorted(terms.case, terms.case)
    left = (terms.place == 0) & (rank >= top)
    first = np.flatnonzero(left & (rank == top))
    sums = np.bincount(terms.case[left], terms.log_odds[left], minlength=1)
    terms.place[first], terms.attribute[first], terms.value[first], terms.given[first] = 1, OTHERS, None, ""
    terms.log_odds[first] = sums[terms.case[first]]
    left[first] = False
    return Terms(*(part[~left] for part in terms))


def show_values(fitted: Fitted, table: Table, j: int) -> np.ndarray:
    """Values of an attribute in the user's terms, (n,) object: labels, numbers in the raw unit with the
    interval that the method sees, or None.
    """
    attribute, column = table.attributes[j], find_column(table, j)
    if column is None:
        return np.full(n_cases(table), "", dtype=object)
    if attribute.kind in DISCRETE:
        return np.array([_label(attribute, code) for code in column.tolist()], dtype=object)
    unit = attribute.period / (2 * math.pi) if attribute.kind == "angular" else 1.0
    numbers = [None if math.isnan(x) else float(f"{x * unit:.12g}") for x in column.tolist()]
    if fitted.discretizer is None:
        return np.array(numbers, dtype=object)
    cut = [a.name for a in fitted.attributes if a.kind in CUT].index(attribute.name)
    points = np.asarray(fitted.cuts[cut])
    names = interval_labels(points * unit)
    place = find_column(fitted_methods.seen_by_method(fitted, table), j)
    assert place is not None  # cut numbers are discrete
    pairs = zip(numbers, place.tolist(), strict=True)
    return np.array([None if x is None else _write_cut(x, names[i]) for x, i in pairs], dtype=object)


def find_column(table: Table, j: int) -> np.ndarray | None:
    """Codes or numbers (n,) of attribute j; None for directions, counts and sequences."""
    attribute = table.attributes[j]
    if attribute.kind in DISCRETE:
        return table.codes[:, sum(a.kind in DISCRETE for a in table.attributes[:j])]
    if attribute.kind not in CUT:
        return None
    return table.reals[:, sum(real_width(a) for a in table.attributes[:j] if a.kind in REAL)]


def _label(attribute: Attribute, code: int) -> str | None:
    return attribute.values[code] if code >= 0 else NEVER_SEEN if code == UNSEEN else None


def _write_cut(number: float, interval: str) -> str:
    """A number and its interval, such as "3 in (2, 4]" or "5 (> 4)"."""
    return f"{number:g} in {interval}" if interval.startswith("(") else f"{number:g} ({interval})"


def _write(value: Any) -> str:
    return "missing" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
