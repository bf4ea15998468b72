"""Compare published tables with recomputed ones: a number agrees, differs, or is not recomputed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

CLOSE = 1e-9


class Outcome(NamedTuple):
    """Result for one section: how many numbers agree, which columns are not recomputed, and what differs."""

    section: str
    same: int
    not_recomputed: dict[str, int]
    differing: list[str]


def is_close(ours, theirs, close: float = CLOSE) -> np.ndarray:
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    with np.errstate(invalid="ignore"):
        near = np.abs(ours - theirs) <= close * np.maximum(0.02, np.maximum(np.abs(ours), np.abs(theirs)))
    return near | (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))


def of_table(
    section: str, published: pd.DataFrame, ours: pd.DataFrame | None, keys: list[str], close=CLOSE
) -> Outcome:
    """Compare the numbers of a published table row by row.

    A recomputed row that is not published is also a difference if we recompute all rows of a group of keys
    (`ours.attrs["all"]`).
    """
    numbers = [c for c in published.columns if c not in keys and pd.api.types.is_numeric_dtype(published[c])]
    if ours is None or not len(ours):
        return Outcome(section, 0, {c: int(published[c].notna().sum()) for c in numbers}, [])
    texts = [c for c in ours.columns if c in published.columns and c not in [*keys, *numbers]]
    both = published.merge(ours, on=keys, how="left", suffixes=("", " (ours)"), indicator=" side")
    if len(both) != len(published):
        return Outcome(section, 0, {}, [f"{section}: the keys {keys} do not tell rows apart"])
    same, missed, differing = 0, {}, []
    known = both[" side"] == "both"
    for c in numbers + texts:
        mine, said = f"{c} (ours)", both[c]
        ranged = f"{c} from" in both
        if ranged:
            fits = (said >= both[f"{c} from"] - CLOSE) & (said <= both[f"{c} to"] + CLOSE)
            fits |= said.isna() & both[f"{c} from"].isna()
        if mine in both:
            equal = (
                is_close(both[mine], said, close)
                if c in numbers
                else (both[mine].fillna("") == said.fillna(""))
            )
            fits = np.where(both[mine].isna() & fits, fits, equal) if ranged else equal
        elif not ranged:
            missed[c] = int(said.notna().sum())
            continue
        fits = pd.Series(np.asarray(fits), both.index)
        outside = said.notna() & ~known
        if outside.any():
            missed[c] = int(outside.sum())
        same += int((said.notna() & known & fits).sum())
        for i in both.index[known & ~fits]:
            where = ", ".join(str(both.at[i, k]) for k in keys)
            if mine in both and not (ranged and pd.isna(both.at[i, mine])):
                expected = f"{both.at[i, mine]!r}"
            else:
                expected = f"{both.at[i, f'{c} from']!r} to {both.at[i, f'{c} to']!r}"
            differing.append(f"{section}: {c} of {where}: published {said[i]!r}, recomputed {expected}")
    for row in ours.attrs.get("all", []):
        differing.append(f"{section}: {row}")
    return Outcome(section, same, missed, differing)
