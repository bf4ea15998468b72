from __future__ import annotations

import inspect
from typing import NamedTuple

import pytest

from naivebench.core.grouped import flat


class Search(NamedTuple):
    population: int = 500
    patience: int | None = None


class Smoothing(NamedTuple):
    alpha: float = 1.0


@flat
def fit(train, *, rng=None, search: Search = Search(patience=3), smoothing: Smoothing = Smoothing(), k=2):  # noqa: B008
    """Fit."""
    return train, search, smoothing, k


def test_fields_are_keywords_with_the_defaults_of_the_group():
    assert fit(0) == (0, Search(500, 3), Smoothing(), 2)
    assert fit(0, population=7, alpha=2.0, k=1) == (0, Search(7, 3), Smoothing(2.0), 1)
    assert fit(0, patience=None) == (0, Search(), Smoothing(), 2)


def test_a_group_may_be_given_and_a_field_wins():
    assert fit(0, search=Search(9)) == (0, Search(9), Smoothing(), 2)
    assert fit(0, search=Search(9), patience=1) == (0, Search(9, 1), Smoothing(), 2)


def test_the_signature_shows_fields_with_types_and_defaults():
    known = inspect.signature(fit).parameters
    assert list(known) == ["train", "rng", "population", "patience", "alpha", "k"]
    assert (known["patience"].default, known["patience"].annotation) == (3, "int | None")
    assert fit.__doc__ == "Fit."


def test_unknown_keywords_are_refused():
    with pytest.raises(TypeError, match="popsize"):
        fit(0, popsize=3)
