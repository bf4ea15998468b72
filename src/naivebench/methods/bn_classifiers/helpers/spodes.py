"""Super-parent one-dependence estimators: one network per attribute, which is parent of all others."""

from __future__ import annotations

from naivebench.core import additive
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.bn_classifiers.helpers.families import Smoothing


def fit(train: Table, estimates: Smoothing) -> dict[int, families.Model]:
    """The network of every attribute that has two values among the cases, by its index. O(n d^2).

    `train` holds cases of known class only.
    """
    d = len(train.attributes)
    used = {int(j) for j in families.informative(additive.count(train))}
    networks = {}
    for i in sorted(used):
        parents = tuple((i,) if j != i and j in used else () for j in range(d))
        networks[i] = families.fit_parameters(train, parents, estimates=estimates)
    return networks
