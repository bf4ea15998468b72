"""The largest set of data sets that methods share, on tables small enough for an exhaustive search."""

import numpy as np
import pytest

from naivebench.report.common_sets import largest


@pytest.mark.parametrize("seed", range(20))
def test_kept_data_sets_are_shared_by_all_and_others_have_a_reason(seed):
    rng = np.random.default_rng(seed)
    sets = [f"d{i}" for i in range(12)]
    having = {f"m{j}": {d for d in sets if rng.random() < rng.uniform(0.4, 1)} for j in range(6)}
    common = largest(having, least=5)
    present = [m for m in having if having[m]]
    assert sorted([*common.methods, *common.left_out]) == sorted(present)
    assert common.datasets == sorted(set.intersection(*(having[m] for m in common.methods)))
    assert len(common.datasets) >= 5 or len(common.methods) == 2
    if set.intersection(*(having[m] for m in present)) and len(set.intersection(*having.values())) >= 5:
        assert not common.left_out
    assert all("share" in reason for reason in common.left_out.values())


def test_the_method_that_shares_least_goes_first():
    everything = {f"d{i}" for i in range(10)}
    having = {"a": everything, "b": everything, "numbers": {"d0", "d1"}, "words": {"d8", "d9"}}
    common = largest(having, least=3)
    assert common.methods == ["a", "b"]
    assert common.datasets == sorted(everything)
    assert list(common.left_out) == ["words", "numbers"]
    assert (
        common.left_out["numbers"]
        == "With this method, 3 methods share 2 data sets; without it, the others share 10. "
        "It has 2 data sets."
    )


def test_nothing_is_left_out_if_all_share_enough():
    having = {m: {"d1", "d2", "d3"} for m in "abc"}
    assert largest(having, least=3) == (["a", "b", "c"], ["d1", "d2", "d3"], {})


def test_no_method_is_left_out_for_data_sets_that_do_not_exist():
    having = {m: {"d1", "d2", "d3"} for m in "abc"}
    assert largest(having, least=10) == (["a", "b", "c"], ["d1", "d2", "d3"], {})
    assert largest(having | {"d": {"d1"}}, least=10).methods == ["a", "b", "c"]
