"""Explanations of single predictions: contributions of the values of a case that add up to its log-odds.

Log-odds compare the predicted class with the runner-up, in nats (docs/explanations.md#log-odds). A method
that multiplies probabilities gives its own terms by the function `contributions` of its module
(naivebench.core.explanations). For any other method, the values of a case are added one by one to a case
in which all are missing: each contributes the change of the log-odds.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from naivebench.core import explanations
from naivebench.core.decisions import decide_classes
from naivebench.core.explanations import Contributions, WordContributions
from naivebench.core.table import (
    DISCRETE,
    MISSING,
    REAL,
    UNSEEN,
    Attribute,
    Table,
    discrete_attributes,
    hide_labels,
    n_cases,
    real_attributes,
    subset,
)
from naivebench.data.discretization.cut_points import CUT, name_intervals
from naivebench.data.profile import list_attribute_columns
from naivebench.models import fitted as fitted_methods
from naivebench.models import registry
from naivebench.models.fitted import Fitted

BLOCK = 256  # cases explained at once
LISTED = 10  # contributions of a case that the text names
IMPOSSIBLE = 745.0  # nats; the logarithm of the smallest positive number is -745
COLUMNS = ("case", "predicted", "probability", "against", "attribute", "value", "given", "log_odds")
PRIOR, OTHERS = "(prior)", "(others)"
NEVER_SEEN = "(not in the training data)"


def explain(fitted: Fitted, table: Table, *, top: int | None = None) -> pd.DataFrame:
    """Explain every case of a table that has the attributes and value lists of the training table.

    Returns a data frame with the columns `COLUMNS`, several rows for each case (numbered from 1): its
    contributions, largest first, then the part that belongs to no attribute, and the prior. The `log_odds` of
    a case add up to log P(predicted | x) - log P(against | x). top: number of contributions to keep for each
    case; one more row contains the sum of the others.
    """
    log_proba = fitted_methods.predict_log_proba(fitted, table)
    first = fitted_methods.predict(fitted, log_proba)
    second = find_runner_up(log_proba, first, fitted.class_counts)
    blocks = []
    for start in range(0, n_cases(table), BLOCK):
        rows = np.arange(start, min(start + BLOCK, n_cases(table)))
        part = hide_labels(subset(table, rows))
        items = _list_contributions(fitted, part, log_proba[rows], first[rows], second[rows])
        blocks.append(items.assign(case=rows[items["case"]]))
    if not blocks:
        return pd.DataFrame(columns=list(COLUMNS))

    items = _sort_contributions(pd.concat(blocks), top)
    case, labels = items["case"].to_numpy(), np.array(fitted.classes, dtype=object)
    against = np.where(second[case] == first[case], None, labels[second[case]])
    items["case"] += 1
    items["predicted"], items["probability"] = labels[first[case]], np.exp(log_proba[case, first[case]])
    items["against"] = pd.Series(against, items.index, dtype=object)
    return items[list(COLUMNS)]


def find_runner_up(log_proba: np.ndarray, first: np.ndarray, class_counts: np.ndarray) -> np.ndarray:
    """Find the class (n,) that would be predicted without the class `first` (n,); `first` if it is alone."""
    n, k = log_proba.shape
    if k < 2:
        return first
    others = np.array([[c for c in range(k) if c != f] for f in range(k)])[first]
    place = decide_classes(np.take_along_axis(log_proba, others, axis=1), np.asarray(class_counts)[others])
    return others[np.arange(n), place]


def is_remark(frame: pd.DataFrame) -> pd.Series:
    """Whether a row of an explanation is the prior or another part that belongs to no value, (m,) bool."""
    return frame["value"].isna() & frame["attribute"].str.startswith("(")


def format_explanations(frame: pd.DataFrame) -> str:
    """Format explanations as text, one paragraph for each case with its `LISTED` largest contributions."""
    paragraphs = []
    for case, rows in frame.groupby("case", sort=False):
        head = rows.iloc[0]
        against = "" if head["against"] is None else f", against {head['against']}"
        title = f"case {case}: {head['predicted']}, probability {head['probability']:.4g}{against}"
        remark = is_remark(rows)
        listed, left = rows[~remark][:LISTED], rows[~remark][LISTED:]
        items = []
        for row in listed.itertuples():
            given = f", given {row.given}" if row.given else ""
            items.append((row.log_odds, f"{row.attribute} = {_show_value(row.value)}{given}"))
        if len(left):
            items.append((left["log_odds"].sum(), f"{len(left)} more"))
        items += [(row.log_odds, row.attribute.strip("()")) for row in rows[remark].itertuples()]
        items.append((rows["log_odds"].sum(), "together"))
        lines = [f"{odds:+10.3f}  {about}" for odds, about in items]
        paragraphs.append("\n".join([title, "  log-odds", *lines]))
    return "\n\n".join(paragraphs) + "\n"


def _show_value(value: Any) -> str:
    return "missing" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


# the contributions of a block of cases


def _list_contributions(
    fitted: Fitted, table: Table, log_proba: np.ndarray, first: np.ndarray, second: np.ndarray
) -> pd.DataFrame:
    """List contributions to the log-odds of the class `first` (n,) against `second` (n,): a row each, with
    the `case` (from 0), `attribute`, `value`, `given` (values of the parents as text), `log_odds` in nats,
    and `place`: 0 for values and words, larger for remarks, in the order in which they follow.
    """
    module, seen = registry.load(fitted.module), fitted_methods.apply_fitted_cuts(fitted, table)
    own = module.contributions(fitted.model, seen) if hasattr(module, "contributions") else None
    if own is None:
        prior, odds = _add_values_one_by_one(fitted, table, log_proba, first, second)
        values = _list_value_contributions(table, _format_values(fitted, table, seen), odds)
        return pd.concat([values, _make_remark_rows(PRIOR, prior, 2)])
    own = own._replace(prior=own.prior + fitted_methods.find_prior_shift(fitted))

    # a case that is impossible in every class is predicted by the prior alone
    possible = np.logical_not(np.isneginf(explanations.log_joint(own)).all(axis=1))
    parts = np.stack([own.prior, np.broadcast_to(own.rest, own.prior.shape)], axis=1)
    prior, rest = _log_odds(parts, first, second).T
    if isinstance(own, WordContributions):
        items = [_list_word_contributions(own, possible, first, second)]
    else:
        odds = np.where(possible[:, None], _log_odds(own.terms, first, second), 0.0)
        items = [_list_value_contributions(table, _format_values(fitted, table, seen), odds, own)]
    if own.rest_of:
        items.append(_make_remark_rows(f"({own.rest_of})", np.where(possible, rest, 0.0), 2))
    return pd.concat([*items, _make_remark_rows(PRIOR, prior, 3)])


def _log_odds(terms: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the log-odds (n, m) of terms (n, m, K), nats; 0 where both are -inf, which tells nothing."""
    pair = np.stack([first, second], axis=1)[:, None, :]
    chosen = np.take_along_axis(terms, np.broadcast_to(pair, (*terms.shape[:2], 2)), axis=2)
    both = np.isneginf(chosen).all(axis=2)
    with np.errstate(invalid="ignore"):
        return np.where(both, 0.0, chosen[..., 0] - chosen[..., 1])


def _add_values_one_by_one(
    fitted: Fitted, table: Table, log_proba: np.ndarray, first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the log-odds (n,) before any value is known, and the change (n, d) that each attribute causes.

    A change depends on the values that are already known, so it is averaged over two orders: from the first
    column to the last, and back. Texts and sequences are always known. Infinite log-odds count as
    `IMPOSSIBLE`, because a class may be impossible only until another value is known.
    """
    known = [j for j, a in enumerate(table.attributes) if a.kind in (*DISCRETE, *REAL)]
    terms = np.zeros((n_cases(table), len(table.attributes)))

    def compute_odds(removed: list[int]) -> np.ndarray:
        part = _blank_attributes(table, [table.attributes[j] for j in removed])
        known_now = fitted_methods.predict_log_proba(fitted, part) if removed else log_proba
        odds = _log_odds(known_now[:, None], first, second)[:, 0]
        return np.nan_to_num(odds, posinf=IMPOSSIBLE, neginf=-IMPOSSIBLE)

    nothing = compute_odds(known)
    for order in (known, known[::-1]):
        before = nothing
        for position, j in enumerate(order):
            after = compute_odds(order[position + 1 :])
            terms[:, j] += (after - before) / 2
            before = after
    return nothing, terms


def _blank_attributes(table: Table, attributes: list[Attribute]) -> Table:
    """Return the table with every cell of these attributes set to missing."""
    codes, reals = table.codes.copy(), table.reals.copy()
    codes[:, [a in attributes for a in discrete_attributes(table)]] = MISSING
    reals[:, [a in attributes for a in real_attributes(table)]] = np.nan
    return table._replace(codes=codes, reals=reals)


def _list_value_contributions(
    table: Table, shown: list[list[Any]], odds: np.ndarray, own: Contributions | None = None
) -> pd.DataFrame:
    """Return the nonzero contributions of the attributes, (n, d), with the parents that `own` names."""

    def describe_parent_values(i: int, j: int) -> str:
        if own is None or own.depth is None:
            return ""
        above = own.parents[j][: own.depth[i, j]]
        return ", ".join(f"{table.attributes[p].name} = {_show_value(shown[p][i])}" for p in above)

    case, attribute = np.nonzero(odds)
    cells = list(zip(case.tolist(), attribute.tolist(), strict=True))
    names, values = [table.attributes[j].name for _, j in cells], [shown[j][i] for i, j in cells]
    given = [describe_parent_values(i, j) for i, j in cells]
    return _make_odds_rows(case, names, values, odds[case, attribute], given)


def _list_word_contributions(
    own: WordContributions, possible: np.ndarray, first: np.ndarray, second: np.ndarray
) -> pd.DataFrame:
    """Return the contributions of the words of every case; the value is the count of the word."""
    case = np.repeat(np.arange(len(own.prior)), np.diff(own.counts.indptr))
    odds = _log_odds(own.terms[:, None], first[case], second[case])[:, 0]
    return _make_odds_rows(case, list(own.words), own.counts.data, np.where(possible[case], odds, 0.0))


def _make_remark_rows(remark: str, odds: np.ndarray, place: int) -> pd.DataFrame:
    """Repeat one remark for every case, with its contributions."""
    return _make_odds_rows(np.arange(len(odds)), remark, [None] * len(odds), odds, place=place)


def _make_odds_rows(
    case: Any, attribute: Any, value: Any, odds: Any, given: Any = "", place: int = 0
) -> pd.DataFrame:
    """Return the contributions (m,) as rows, see `_list_contributions`."""
    columns = {"attribute": attribute, "value": pd.Series(value, dtype=object), "given": given}
    return pd.DataFrame({"case": case, "place": place, **columns, "log_odds": odds})


def _sort_contributions(items: pd.DataFrame, top: int | None) -> pd.DataFrame:
    """Sort items by case: the largest contributions, the sum of those beyond `top`, and the remarks."""
    size = np.where(items["place"], 0.0, -items["log_odds"].abs())
    items = items.iloc[np.lexsort((size, items["place"], items["case"]))]
    if top is not None:
        left = (items["place"] == 0) & (items.groupby("case").cumcount() >= top)
        sums = items[left].groupby("case")["log_odds"].sum()
        rest = _make_odds_rows(sums.index, OTHERS, [None] * len(sums), sums.to_numpy(), place=1)
        items = pd.concat([items[~left], rest]).sort_values(["case", "place"], kind="stable")
    return items.reset_index(drop=True)


def _format_values(fitted: Fitted, table: Table, seen: Table) -> list[list[Any]]:
    """Format the values (n) of every attribute in the user's terms: labels, numbers in the raw unit (angles
    from 0 to their period) with the interval that the method sees, or None; "" for directions, texts and
    sequences. `seen`: the table that the method sees.
    """
    shown: list[list[Any]] = []
    cuts = iter(fitted.cuts)
    columns = zip(list_attribute_columns(table), list_attribute_columns(seen), strict=True)
    for (attribute, column), (_, places) in columns:
        if attribute.kind in DISCRETE:
            labels = {UNSEEN: NEVER_SEEN, MISSING: None, **dict(enumerate(attribute.values))}
            shown.append([labels[code] for code in column.tolist()])
        elif attribute.kind not in CUT:
            shown.append([""] * n_cases(table))
        else:
            period = attribute.period if attribute.kind == "angular" else 0.0
            in_unit = _convert_to_unit(column, period) if period else column
            numbers = [None if math.isnan(x) else float(f"{x:.12g}") for x in in_unit.tolist()]
            points = next(cuts, None)
            if points is not None and not period:  # intervals of angles are in radians
                names, pairs = name_intervals(points), zip(numbers, places.tolist(), strict=True)
                shown.append([None if x is None else _show_in_interval(x, names[i]) for x, i in pairs])
            else:
                shown.append(numbers)
    return shown


def _convert_to_unit(radians: np.ndarray, period: float) -> np.ndarray:
    """Return the angles in the unit of their period, from 0 up to it."""
    turned = radians / (2 * math.pi) % 1 * period
    return np.round(turned, 11 - math.ceil(math.log10(period))) % period  # -1e-16 is 0, not the period


def _show_in_interval(number: float, interval: str) -> str:
    """Return a number and its interval, such as "3 in (2, 4]" or "5 (> 4)"."""
    return f"{number:g} in {interval}" if interval.startswith("(") else f"{number:g} ({interval})"
