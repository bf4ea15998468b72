"""Means of bias and variance over the data sets that all methods share, separately for each protocol."""

from types import SimpleNamespace

import pytest

from naivebench.evaluation.bias_variance import Parts
from naivebench.report import bias_variance


def parts(error, central_bias):
    bias = error / 4
    return Parts(error, bias, error - bias, central_bias, error - central_bias)._asdict()


@pytest.fixture
def results():
    sets = {
        ("bv", "one"): {"methods": {"nb": parts(0.2, 0.15), "tan": parts(0.1, 0.02)}},
        ("bv", "two"): {"methods": {"nb": parts(0.4, 0.25), "tan": parts(0.3, 0.12)}},
        ("bv", "lacks nb"): {"methods": {"tan": parts(0.9, 0.9)}},
        ("bv", "not there"): {"methods": {}},
        ("other", "one"): {"methods": {"nb": parts(0.5, 0.5)}},
    }
    return SimpleNamespace(bias_variance=sets, methods=("nb", "tan"), protocols=("bv", "other"))


def test_means_are_over_common_sets(results):
    found = bias_variance.means(results)
    assert list(found) == [("bv", "tan"), ("bv", "nb"), ("other", "nb")]
    mean, count = found["bv", "nb"]
    assert count == 2
    assert mean == pytest.approx(Parts(0.3, 0.075, 0.225, 0.2, 0.1))
    assert found["other", "nb"][1] == 1


def test_the_table_and_its_sentence(results):
    rows = bias_variance.table(results).rows
    assert [row["datasets"] for row in rows] == [2, 2, 1]
    assert bias_variance.sentence(results) == (
        "Over 2 data sets tan has the smallest bias (7.00 % of all predictions) and nb the smallest variance "
        "(10.00 %)."
    )
    nothing = SimpleNamespace(bias_variance={}, methods=("nb",), protocols=())
    assert bias_variance.table(nothing).rows == ()
    assert bias_variance.sentence(nothing) == ""
