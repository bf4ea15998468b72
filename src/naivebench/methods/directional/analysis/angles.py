"""Summary of the angles of one data set, small and serialisable as JSON, from which the report draws rose
plots, fits and the effect of rotation.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

import numpy as np

from naivebench.core.table import DISCRETE, REAL, Table, class_counts, n_classes, real_width, subset
from naivebench.methods.directional.analysis import goodness_of_fit, rotation
from naivebench.methods.directional.analysis.goodness_of_fit import Fit
from naivebench.methods.directional.analysis.rotation import Rotated

KINDS = {*DISCRETE, "linear", "angular"}  # of attributes that both methods of the rotation experiment accept


class AngularAttribute(NamedTuple):
    """Histograms and fitted densities of one angular attribute, by class."""

    name: str
    period: float  # raw unit
    counts: list[list[int]]  # for each of K classes, the number of cases in every sector
    fits: list[Fit | None]  # (K,)


class Facts(NamedTuple):
    """Summary of the angles of a data set, with one entry of `attributes` per angular attribute."""

    dataset: str = ""
    classes: Sequence[str] = ()
    cases: int = 0
    attributes: Sequence[AngularAttribute] = ()
    rotation: Sequence[Rotated] = ()


def facts(table: Table, *, seed: Sequence[int] = (0,)) -> Facts:
    """Summarise the angles of the cases of known class."""
    table = subset(table, np.flatnonzero(table.y >= 0))
    if (
        any(a.kind == "angular" for a in table.attributes)
        and {a.kind for a in table.attributes} <= KINDS
        and (class_counts(table) > 0).sum() > 1
    ):
        # with the most likely cut, the position of angle 0 does not matter, so one offset is enough
        turned = [
            *rotation.experiment(table, methods(table), seed=seed),
            *rotation.experiment(table, likeliest(), offsets=rotation.OFFSETS[:1], seed=seed),
        ]
    else:
        turned = []
    columns = angular_columns(table)
    return Facts(
        classes=list(table.classes),
        cases=len(table.y),
        attributes=[_attribute(table, name, period, column) for name, period, column in columns],
        rotation=turned,
    )


def angular_columns(table: Table) -> list[tuple[str, float, int]]:
    """Name, period in the raw unit and column of `reals` of every angular attribute."""
    columns, column = [], 0
    for attribute in (a for a in table.attributes if a.kind in REAL):
        if attribute.kind == "angular":
            columns.append((attribute.name, float(attribute.period), column))
        column += real_width(attribute)
    return columns


def methods(table: Table) -> dict[str, ModuleType]:
    """vmnb and its Gaussian counterpart: gnb, or, if there are discrete attributes, mixed_nb, which counts
    them as vmnb does.
    """
    from naivebench.methods.directional import vmnb
    from naivebench.methods.naive_bayes import gnb, mixed_nb

    discrete = any(a.kind in DISCRETE for a in table.attributes)
    return {"vmnb": vmnb, **({"mixed_nb": mixed_nb} if discrete else {"gnb": gnb})}


def likeliest() -> dict[str, ModuleType]:
    """The Gaussian counterpart of vmnb that cuts each circle where the training part is most likely."""
    from naivebench.methods.directional import gnb_likeliest_cut

    return {"gnb_likeliest_cut": gnb_likeliest_cut}


def _attribute(table: Table, name: str, period: float, column: int) -> AngularAttribute:
    angles = np.asarray(table.reals[:, column])
    return AngularAttribute(
        name=name,
        period=period,
        counts=goodness_of_fit.histogram(angles, table.y, n_classes(table)).tolist(),
        fits=goodness_of_fit.fits(angles, table.y, n_classes(table)),
    )
