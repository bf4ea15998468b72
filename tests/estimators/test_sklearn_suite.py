"""scikit-learn's own tests of its naive Bayes classes, read from the installed package and run on our
classes.

`EXPECTED` has every test that fails, with its reason. A test that
passes although it is listed fails here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import sklearn

SOURCE = Path(sklearn.__file__).parent / "tests" / "test_naive_bayes.py"
THEIRS = "from sklearn.naive_bayes import ("
# by reason (by design or another one): names of tests without parameters
BY_DESIGN: dict[str, tuple[str, ...]] = {
    "By design: the first call of `partial_fit` may leave out `classes`; new labels then become classes.": (
        "test_NB_partial_fit_no_first_classes",
    ),
    "By design: alpha is used as given, even if it is 0, so there is no `force_alpha` and no warning.": (
        "test_alpha",
        "test_alpha_vector",
    ),
    "By design: categories are labels, and a negative number is one.": ("test_categoricalnb",),
}
EXPECTED: dict[str, tuple[str, ...]] = BY_DESIGN | {
    "The test calls a private function of scikit-learn.": (
        "test_check_alpha",
        "test_gnb_check_update_with_no_data",
    ),
    "The test is about the shape of `min_categories`, a parameter that only the adapter has.": (
        "test_categoricalnb_min_categories_errors",
    ),
    "The variance floor is a share of each column's variance, not of the largest one.": (
        "test_check_accuracy_on_digits",
    ),
}
MOST_BY_DESIGN = 10  # number of tests, counting parameters

if not SOURCE.exists():
    pytest.skip("the installed scikit-learn comes without its tests", allow_module_level=True)
text = SOURCE.read_text(encoding="utf-8")
assert THEIRS in text
exec(compile(text.replace(THEIRS, "from support.sklearn_names import ("), str(SOURCE), "exec"))


@pytest.fixture
def global_random_seed() -> int:
    """The seed of scikit-learn's own runs."""
    return 42


@pytest.fixture(params=[np.float64])
def global_dtype(request) -> type:
    return request.param


@pytest.fixture(autouse=True)
def listed(request) -> None:
    """Expect the listed tests to fail."""
    for reason, tests in EXPECTED.items():
        if request.node.originalname in tests:
            request.applymarker(pytest.mark.xfail(strict=True, reason=reason))


def test_few_failures_are_by_design(request):
    names = [item.originalname for item in request.session.items if item.path == Path(__file__)]
    tests = {name for names in BY_DESIGN.values() for name in names}
    assert sum(name in tests for name in names) <= MOST_BY_DESIGN
