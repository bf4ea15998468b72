"""scikit-learn's own tests of classifiers for every estimator; those that fail are listed with a reason."""

from __future__ import annotations

import pytest
from support.estimator_tools import STANZAS, params

from naivebench import estimators

pytestmark = [pytest.mark.slow, pytest.mark.long]

TEXTS_ONLY = [name for name, stanza in STANZAS.items() if stanza["kinds"] == ["sequence"]]
# for each reason and check of scikit-learn: the estimators that fail it
EXPECTED: dict[str, dict[str, tuple[str, ...]]] = {
    "The check uses negative numbers, which are not counts of words and which another check requires to be "
    "refused; it passes if they are shifted to 0.": {
        "check_class_weight_classifiers": ("ComplementNB", "MultinomialNB")
    }
}

ARRAY_API = "check_array_api_input"


def expected(name: str) -> dict[str, str]:
    """The reasons why the estimator of this name fails checks, by check."""
    return {
        check: reason
        for reason, checks in EXPECTED.items()
        for check, names in checks.items()
        if name in names
    }


def cheap(name: str):
    """The estimator with settings that save time, and with angles if it does not accept plain numbers."""
    kinds = STANZAS[name]["kinds"]
    angles = {"default": {"kind": "angular", "period": 10.0}}
    only_angles = {"kinds": angles} if "angular" in kinds and "linear" not in kinds else {}
    return getattr(estimators, name)(**params(name), **only_angles)


# the small data of scikit-learn's checks make some methods warn about their limits
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", STANZAS)
def test_scikit_learns_checks_pass(name):
    from sklearn.utils.estimator_checks import check_estimator

    reasons = expected(name)
    results = check_estimator(cheap(name), on_fail=None, on_skip=None, expected_failed_checks=reasons)
    failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
    assert not failed
    assert {r["check_name"] for r in results if r["status"] == "xfail"} == reasons.keys()
    assert {r["check_name"] for r in results if r["status"] == "skipped"} <= {ARRAY_API}
    # scikit-learn's checks use matrices; for texts only one applies, which clones the estimator
    assert len(results) == 1 if name in TEXTS_ONLY else len(results) > 50
