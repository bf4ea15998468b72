"""Effect sizes and wins."""

import numpy as np
import pytest
from support.compared import compare

from naivebench.evaluation.statistics import effect_sizes, wilcoxon
from naivebench.evaluation.statistics.effect_sizes import compare_all

# rank-biserial correlation and Cohen's d


@pytest.mark.parametrize(
    ("d", "expected"), [([], None), ([0.1], None), ([0.1, 0.1], None), ([0.0, 0.0], 0), ([0.1, np.inf], None)]
)
def test_undefined_cohen_d(d, expected):
    assert effect_sizes.cohen_d(d) == expected


# wins


def test_wins_by_hand():
    found, sizes = compare_all([[0.9, 0.8, 0.9], [0.1 + 0.2, 0.3, 0.1], [0.5, 0.6, 0.7]], list("abc"))
    assert found.wins == [[0, 1, 1], [1, 0, 1], [1, 2, 0]]
    # b against c: -0.1, 0.2 and -0.1 have the ranks 1.5, 3 and 1.5
    assert (sizes.values[1][2], sizes.values[2][1], sizes.values[0][0]) == (0, 0, 0)
    assert found.ties == [[3, 1, 1], [1, 3, 0], [1, 0, 3]]


def test_wins_and_pairs_use_the_noise_of_their_two_methods():
    """A third method with larger scores does not turn a difference above the noise into a tie."""
    s = np.array([[1e-3, 1e-3 + 1e-14, 1.0], [2e-3, 1e-3, 1.0]])
    assert compare_all(s, list("abc"))[0].wins == [[0, 1, 0], [1, 0, 0], [2, 2, 0]]
    (pair, *_) = compare(s, list("abc"), ["d0", "d1"])["pairs"]
    assert (pair["wins"], pair["ties"], pair["losses"]) == (1, 0, 1)


def test_matrices_agree_with_the_pairs_of_compare():
    s = np.random.default_rng(1).integers(0, 5, (15, 5)) / 7
    for lower in (False, True):
        table, correlations = compare_all(s, list("abcde"), lower_is_better=lower)
        wins, ties, sizes = map(np.array, (table.wins, table.ties, correlations.values))
        assert (wins + wins.T + ties == 15).all()
        assert (sizes == -sizes.T).all()
        for p in compare(s, list("abcde"), [f"d{i}" for i in range(15)], lower_is_better=lower)["pairs"]:
            i, j = "abcde".index(p["a"]), "abcde".index(p["b"])
            assert (wins[i, j], ties[i, j], wins[j, i]) == (p["wins"], p["ties"], p["losses"])
            assert sizes[i, j] == pytest.approx(p["wilcoxon"]["rank_biserial"])


def test_sevenths_tie_wherever_they_should():
    """Differences of sixths and sevenths of whole numbers tie if those of the whole numbers do."""
    s = np.random.default_rng(7).integers(0, 9, (20, 2))
    expected = wilcoxon.signed_rank((s[:, 0] - s[:, 1]).astype(float))
    for divisor in (3, 6, 7, 9, 1e5):
        (pair,) = compare(s / divisor, ["a", "b"], [f"d{i}" for i in range(20)])["pairs"]
        assert (pair["wilcoxon"]["statistic"], pair["wilcoxon"]["p"]) == (expected.statistic, expected.p)
