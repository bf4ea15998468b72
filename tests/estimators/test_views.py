"""Views of a whole model from an estimator."""

from __future__ import annotations

import pytest
from sklearn.datasets import load_iris

from naivebench.core.checks import InputError
from naivebench.estimators import KDB, GaussianNB

X, Y = load_iris(return_X_y=True, as_frame=True)


def test_structures_of_estimators_are_figures():
    assert len(KDB(k=1).fit(X, Y).plot_structure().axes) == 1
    with pytest.raises(InputError, match="no network of attributes"):
        GaussianNB().fit(X, Y).plot_structure()
